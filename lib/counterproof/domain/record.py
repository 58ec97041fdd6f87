"""The base of every record: frozen, and strict about the fields it takes."""

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A value that never changes; an unknown field is an error, not a silent extra."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)
