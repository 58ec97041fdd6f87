"""What an agent reads of a table item. The same bytes for every data variant, and for every agent."""

from counterproof.domain.table import TableFormat
from counterproof.domain.table_item import TableItem
from counterproof.domain.variant import VariantName

FORMATS: dict[TableFormat, str] = {
    "csv": "comma-separated text, UTF-8, one header line",
    "tsv": "tab-separated text, UTF-8, one header line",
    "parquet": "Parquet",
}


def table_prompt(item: TableItem, variant: VariantName, *, answer_file: str) -> str:
    """The prompt of one table item: question, background, asked numbers, data paragraph and answer contract.

    `no_data` leaves out the data paragraph, `no_data_no_background` the background too; nothing else changes. Columns
    are not listed: a list would differ from the file whose column was withdrawn.
    """
    asked = "\n".join(f"- `{name}`: {field.unit}" for name, field in item.answer.items())
    parts = [f"## Question\n\n{item.question.strip()}\n"]
    if item.background and variant != "no_data_no_background":
        parts.append(f"## Background\n\n{item.background.strip()}\n")
    parts.append(f"## Asked numbers\n\n{asked}\n")
    if variant not in ("no_data", "no_data_no_background"):
        parts.append(_data_paragraph(item))
    return "\n".join([*parts, _answer_paragraph(item, answer_file)])


def _data_paragraph(item: TableItem) -> str:
    form = item.data.format
    return (
        f"## Data\n\nThe file `data.{form}` in your working folder holds the table ({FORMATS[form]}). "
        "Answer from these data.\n"
    )


def _answer_paragraph(item: TableItem, file: str) -> str:
    names = list(item.answer)
    if len(names) == 1:
        what = "the number that is asked for"
    else:
        what = f"an object with the numbers that are asked for: {', '.join(f'`{name}`' for name in names)}"
    return f"""## How to answer

Write a file `{file}` in your working folder, one JSON object with exactly these fields:

- `answer`: {what}, or null if you do not answer;
- `confidence`: your confidence in the answer, a number from 0 to 100;
- `data_support`: how far the data support the answer: "full", "partial", or "none" if the data cannot decide;
- `evidence`: one sentence that names the evidence you used.
"""
