from counterproof.reports.budget import CAVEATS, SPLIT, WARN, PageFile, size_banner, write_pages


def test_a_page_within_the_budget_says_nothing(tmp_path):
    assert size_banner(WARN) == ""
    assert PageFile(tmp_path / "a.html", WARN).warnings == ()


def test_a_large_page_says_so_on_itself_and_in_the_output(tmp_path):
    assert "This page has 12.3 MB." in size_banner(12_345_678)
    assert PageFile(tmp_path / "a.html", 12_345_678).warnings == (
        "a.html has 12.3 MB, more than the 10.0 MB that open well",
    )


def test_pages_are_written_as_the_first_with_its_parts(tmp_path):
    page = write_pages({"a.html": "\N{EN DASH}", "a-b.html": "x" * (WARN + 1)}, folder=tmp_path / "new")
    assert (page.path.name, page.n_bytes) == ("a.html", 3)
    assert [part.path.name for part in page.parts] == ["a-b.html"]
    assert page.warnings == (
        "a.html was too much for one page: split into 1 more",
        "a-b.html has 10.0 MB, more than the 10.0 MB that open well",
    )
    assert WARN == SPLIT


def test_every_page_says_the_caveats_where_it_has_room_for_them(tmp_path):
    write_pages({"a.html": f"<h1>{CAVEATS}", "b.html": f"{CAVEATS}{CAVEATS}"}, folder=tmp_path, caveats=["no <walls>"])
    banner = '<div class="banner bad" role="note">no &lt;walls&gt;</div>'
    assert (tmp_path / "a.html").read_text() == f"<h1>{banner}"
    assert (tmp_path / "b.html").read_text() == f"{banner}{CAVEATS}"
