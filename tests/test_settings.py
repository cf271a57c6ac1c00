import stat
from pathlib import Path

import pytest
from sqlalchemy import make_url

from scorekeeper import settings
from scorekeeper.settings import Settings, SettingsError, default_data_dir, make_data_dir, secret_key


def test_a_checkout_keeps_its_data_in_instance():
    assert default_data_dir({}) == Path(__file__).resolve().parent.parent / "instance"


def test_an_installed_copy_keeps_its_data_with_the_user(tmp_path, monkeypatch):
    (tmp_path / "scorekeeper" / "templates").mkdir(parents=True)
    monkeypatch.setattr(settings, "HERE", tmp_path / "scorekeeper")
    assert default_data_dir({}) == Path.home() / ".local" / "share" / "scorekeeper"
    assert default_data_dir({"XDG_DATA_HOME": "/srv/data"}) == Path("/srv/data/scorekeeper")


def test_what_is_set_wins_and_empty_means_unset():
    assert Settings.read({"SCOREKEEPER_DATA": "/a"}).database_url == "sqlite:////a/scorekeeper.sqlite3"
    assert (
        Settings.read({"SCOREKEEPER_DATA": "", "SCOREKEEPER_DATABASE_URL": "postgres://db/x"}).database_url
        == "postgresql+psycopg://db/x"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_PROXIES", "two"),
        ("SCOREKEEPER_PROXIES", "-1"),
        ("SCOREKEEPER_SECRET_KEY", "short"),
        ("SCOREKEEPER_PUBLIC_URL", "cards.example"),
        ("SCOREKEEPER_PUBLIC_URL", "javascript:alert(1)"),
        ("SCOREKEEPER_PUBLIC_URL", "http://[::1"),
        ("SCOREKEEPER_PUBLIC_URL", "http://[no]"),
        ("SCOREKEEPER_PUBLIC_URL", "http://a b"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards.example:99999"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards.example:"),
        ("SCOREKEEPER_PUBLIC_URL", "http://ana:secret@cards.example"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards.example/?a"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards..example"),
        ("SCOREKEEPER_PUBLIC_URL", f"http://{'a' * 64}.example"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards\x1b[2J.example"),
        ("SCOREKEEPER_PUBLIC_URL", "http://cards.example\n"),
        ("SCOREKEEPER_PUBLIC_URL", "http://\udcff.example"),
        ("SCOREKEEPER_DATA", "/srv/\udcff"),
        ("SCOREKEEPER_DATA", "~nobody-of-that-name/games"),
    ],
)
def test_a_bad_setting_is_named(name, value):
    with pytest.raises(SettingsError, match=r"SCOREKEEPER_|public address"):
        Settings.read({name: value})


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://cards.example/", "cards.example"),
        ("http://192.168.1.7:8000", "192.168.1.7"),
        ("http://[::1]:8000/cards", "::1"),
        ("https://Škola.example", "xn--kola-f6a.example"),
    ],
)
def test_the_public_address_is_a_name_this_server_answers_to(url, host):
    """By the name that browsers send."""
    assert Settings.read({"SCOREKEEPER_PUBLIC_URL": url}).hosts == (host,)


@pytest.mark.parametrize("name", ["50% #1?", "100%25", "a b", 'it\'s "so"', "Škola ♠", "back\\slash", "file:x"])
def test_a_data_folder_may_have_any_name(tmp_path, name):
    settings = Settings.read({"SCOREKEEPER_DATA": str(tmp_path / name)})
    assert make_url(settings.database_url).database == str(tmp_path / name / "scorekeeper.sqlite3")
    assert settings.place == str(tmp_path / name)


def test_the_place_is_told_without_a_password():
    url = "postgresql+psycopg://ana:sec[ret@db.example/games"
    assert "ret" not in Settings.read({"SCOREKEEPER_DATABASE_URL": url}).place


def test_the_secret_is_made_once_and_private(tmp_path):
    data = tmp_path / "new" / "data"
    secret = secret_key(data)
    assert secret_key(data) == secret
    assert len(secret) >= 32
    assert stat.S_IMODE((data / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    assert [path.name for path in data.iterdir()] == ["secret_key"]


def test_a_damaged_secret_is_not_used(tmp_path):
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(SettingsError, match="damaged"):
        secret_key(tmp_path)


def test_a_data_folder_that_cannot_be_is_a_plain_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="SCOREKEEPER_DATA"):
        make_data_dir(tmp_path / "file" / "data")
