from counterproof.benchmarks.loading import Row, RowNote, counted, item_id, loaded

FIELDS = {"id": "x", "benchmark": "latch", "source_id": "X", "question": "Which?", "options": {"A": "1", "B": "2"}}


def test_rows_become_items_or_are_refused_with_the_reason():
    found = loaded(
        [
            Row("f", "1", FIELDS | {"key": "A"}, ("odd: this",)),
            Row("f", "2", FIELDS | {"key": "A"}),
            Row("f", "3", FIELDS | {"id": "y", "key": "Z"}, ("odd: that",)),
            RowNote(file="f", row="4", reason="empty"),
        ]
    )
    assert [item.id for item in found.items] == ["x"]
    assert [(note.row, note.reason) for note in found.refused] == [
        ("2", "its id is that of an earlier row: x"),
        ("3", "key: the key Z is none of the options A, B"),
        ("4", "empty"),
    ]
    assert found.n_rows == 4
    assert counted(found.irregular) == {"odd": 1}


def test_an_id_is_made_of_plain_characters():
    assert item_id("DbQA", "Ä b/c") == "dbqa_b_c"
    assert len(item_id("x" * 90)) == 64
    assert item_id("??") == "item"
