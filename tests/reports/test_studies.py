from counterproof.reports.studies import write_studies_page


def test_the_page_above_links_to_every_report_by_its_title(tmp_path):
    for name, title in (("pbmc", "Blood &amp; cells"), ("invented", "Compounds")):
        (tmp_path / "reports" / name).mkdir(parents=True)
        (tmp_path / "reports" / name / "index.html").write_text(f"<head><title>{title}</title></head>")
    (tmp_path / "reports" / "empty").mkdir()
    path = write_studies_page(tmp_path / "reports" / "pbmc")
    assert path == tmp_path / "reports" / "index.html"
    text = path.read_text()
    assert '<a href="pbmc/index.html">Blood &amp; cells</a>' in text
    assert text.index("invented/index.html") < text.index("pbmc/index.html")
    assert "empty/" not in text


def test_a_page_without_a_title_is_named_by_its_folder(tmp_path):
    (tmp_path / "reports" / "x").mkdir(parents=True)
    (tmp_path / "reports" / "x" / "index.html").write_text("")
    assert '<a href="x/index.html">x</a>' in write_studies_page(tmp_path / "reports" / "x").read_text()


def test_a_name_with_the_marks_of_an_address_leads_to_its_own_folder(tmp_path):
    (tmp_path / "reports" / "50%#1").mkdir(parents=True)
    (tmp_path / "reports" / "50%#1" / "index.html").write_text("")
    assert '<a href="50%25%231/index.html">50%#1</a>' in write_studies_page(tmp_path / "reports" / "50%#1").read_text()


def test_a_report_that_stands_alone_has_no_page_above(tmp_path):
    (tmp_path / "mine" / "reports").mkdir(parents=True)
    assert write_studies_page(tmp_path / "mine" / "reports") is None
    assert not (tmp_path / "mine" / "index.html").exists()


def test_each_study_tells_what_was_found_and_where_to_read_it(tmp_path):
    folder = tmp_path / "reports" / "pbmc"
    folder.mkdir(parents=True)
    (folder / "04_score.html").write_text("")
    said = (
        '<meta name="description" content="2 of 3 &lt;lose&gt;."><meta name="counterproof-instrument" content="holds">'
    )
    (folder / "index.html").write_text(f"<title>Blood</title>{said}")
    text = write_studies_page(folder).read_text()
    assert '<p class="run-question">2 of 3 &lt;lose&gt;.</p>' in text
    assert '<span class="state holds">instrument holds</span>' in text
    assert '<a href="pbmc/04_score.html">scores</a>' in text
    assert "cases, step by step" not in text
