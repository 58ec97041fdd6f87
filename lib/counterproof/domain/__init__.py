"""The words of the field as frozen records: no file, no number crunching, no clock."""
