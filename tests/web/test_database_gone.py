"""The file with the games is deleted or replaced while the program runs: nothing is acknowledged that is not in the file."""

import shutil
from pathlib import Path

import pytest
from sqlalchemy import make_url

from scorekeeper.storage.backup import backup
from tests.web.playing import f4

pytestmark = pytest.mark.sqlite_only("PostgreSQL keeps its files to itself")


@pytest.fixture
def files(app):
    """Where the database stands; `-wal` and `-shm` beside it."""
    return Path(str(make_url(app.config["SQLALCHEMY_DATABASE_URI"]).database))


def beside(path):
    return [one for one in path.parent.iterdir() if one.name.startswith(path.name)]


def test_without_its_file_nothing_is_saved_and_it_says_so(phone, files, tmp_path):
    table = f4(phone)
    away = tmp_path / "away"
    away.mkdir()
    for one in beside(files):
        shutil.move(one, away)
    url, fields = phone.would_send("Bo bids 1")
    for response in (phone.client.get(table.url), phone.client.get("/"), phone.client.post(url, data=dict(fields))):
        assert response.status_code == 503
        assert "Nothing was saved" in response.text
    assert beside(files) == []
    for one in away.iterdir():
        shutil.move(one, files.parent)
    table.look()
    table.bid("Bo", 1)
    assert table.game.hand.bids[1] == 1


def test_another_file_in_its_place_is_the_one_that_is_used(phone, files, tmp_path):
    table = f4(phone)
    backup(phone.app.config["SQLALCHEMY_DATABASE_URI"], tmp_path / "copy")
    table.bid("Bo", 1)
    for one in beside(files):
        one.unlink()
    shutil.copy(tmp_path / "copy", files)
    assert "Bo bids 1" not in phone.open(table.url).status
