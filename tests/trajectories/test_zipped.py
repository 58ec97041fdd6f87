import io
import zipfile

import pytest

from counterproof.domain.problem import InputError
from counterproof.trajectories import zipped
from counterproof.trajectories.zipped import ZipMembers


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_members_packed_in_any_way_that_python_knows_are_read(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a.json", b"[1]")
    with ZipMembers(stream, name="x") as members:
        assert (members.names, members.read("a.json")) == (("a.json",), b"[1]")


def test_members_packed_with_zstd_have_the_promised_bytes(shared):
    path = shared / "cases" / "inspect_logs" / "sample.eval"
    with path.open("rb") as stream, ZipMembers(stream, name="x") as members:
        assert len(members.read("header.json")) == 46750


def test_a_member_that_claims_to_be_huge_is_refused_unread(monkeypatch, shared):
    monkeypatch.setattr(zipped, "MEMBER_BYTES_AT_MOST", 46749)
    path = shared / "cases" / "inspect_logs" / "sample.eval"
    with path.open("rb") as stream, ZipMembers(stream, name="x") as members:
        with pytest.raises(InputError, match=r"x: header\.json: claims 46750 bytes"):
            members.read("header.json")
        assert members.read("summaries.json")
