import stat
from pathlib import Path

import pytest

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
    ],
)
def test_a_bad_setting_is_named(name, value):
    with pytest.raises(SettingsError, match=r"SCOREKEEPER_|public address"):
        Settings.read({name: value})


def test_the_public_address_is_a_name_this_server_answers_to():
    assert Settings.read({"SCOREKEEPER_PUBLIC_URL": "https://cards.example/"}).hosts == ("cards.example",)


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
