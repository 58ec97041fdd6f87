from pathlib import Path

import pytest

from counterproof.reports.identity import run_identity_audit

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "invented"


@pytest.mark.slow
def test_the_bundled_study_is_audited_to_its_pages(tmp_path):
    done = run_identity_audit(BUNDLED, out=tmp_path, jobs=1)
    assert (done.exit_code, done.failed) == (0, ())
    page = done.index.read_text(encoding="utf-8")
    assert "7 of 7 expectations hold" in page
    assert "named - blind" in page
    assert "What each contrast can say" in page
    assert (tmp_path / "reports" / "08_identity_audit.html").is_file()
    assert len(list((tmp_path / "work" / "findings").glob("*.parquet"))) == 17
    assert "://" not in page.replace("http://www.w3.org", "")
