import json
import zipfile
from pathlib import Path

import pytest

from counterproof.trials.gateway.exchange import Exchange
from counterproof.trials.kept import keep, kept_path

KEY = "sk-planted"


@pytest.fixture
def kept(tmp_path):
    def build(files, exchanges=(), secrets=(KEY,)):
        paths = {}
        for name, data in files.items():
            paths[name] = tmp_path / f"{len(paths)}.raw"
            paths[name].write_bytes(data)
        keep(tmp_path / "kept.zip", paths, exchanges=exchanges, secrets=secrets)
        with zipfile.ZipFile(tmp_path / "kept.zip") as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    return build


def test_the_archive_stands_beside_the_record_with_its_whole_name():
    assert kept_path(Path("a/b/item.v1.json")) == Path("a/b/item.v1.zip")


def test_files_are_kept_byte_for_byte_but_for_keys(kept):
    found = kept({"stdout": b"\xff\0x" * 1000, "log": f"key: {KEY}".encode(), "empty": b""})
    assert found == {"stdout": b"\xff\0x" * 1000, "log": b"key: [key]", "empty": b"", "exchanges.jsonl": b""}


def test_exchanges_are_kept_one_a_line_in_their_order_without_keys(kept):
    exchanges = [
        Exchange(at=1, method="POST", path="/v1/messages", response=f"said {KEY}\nand more"),
        Exchange(at=2, method="GET", path="/v1/models"),
    ]
    lines = kept({}, exchanges)["exchanges.jsonl"].decode().splitlines()
    assert [json.loads(line)["at"] for line in lines] == [1, 2]
    assert json.loads(lines[0])["response"] == "said [key]\nand more"
    assert [Exchange.model_validate_json(line).path for line in lines] == ["/v1/messages", "/v1/models"]


def test_the_same_content_has_the_same_bytes_whenever_it_is_kept(tmp_path):
    (tmp_path / "log").write_text("x")
    for name in ("one.zip", "two.zip"):
        keep(tmp_path / name, {"log": tmp_path / "log"}, exchanges=(), secrets=())
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_a_file_that_cannot_be_read_leaves_the_archive_of_before(tmp_path):
    (tmp_path / "kept.zip").write_bytes(b"before")
    with pytest.raises(FileNotFoundError):
        keep(tmp_path / "kept.zip", {"log": tmp_path / "gone"}, exchanges=(), secrets=())
    assert (tmp_path / "kept.zip").read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.zip"]
