"""Percent or fraction: the scale of a number is stated, or in doubt, never changed in silence."""

from counterproof.evaluators.extract.found import Evidence, Extraction, Flag, Number


def scaled(
    value: Number, *, percent: bool, unit: str | None, evidence: Evidence, flags: tuple[Flag, ...]
) -> Extraction:
    """The number as written, or `ambiguous_scale` with both readings.

    Asked for percent, a bare number above 0 and up to 1 may be a fraction; asked for a fraction, a written percent sign
    or a number above 1 says percent.
    """
    if percent:
        flags = (*flags, "percent")
    size = abs(value)
    if unit == "percent" and not percent and 0 < size <= 1:
        return _doubtful((value, value * 100), "asked for percent, but this may be a fraction", evidence, flags)
    if unit == "fraction" and (percent or size > 1):
        return _doubtful((value / 100, value), "asked for a fraction, but this looks like percent", evidence, flags)
    return Extraction(status="answered", value=value, evidence=evidence, flags=flags)


def _doubtful(readings: tuple[Number, Number], reason: str, evidence: Evidence, flags: tuple[Flag, ...]) -> Extraction:
    return Extraction(status="ambiguous_scale", readings=readings, evidence=evidence, reason=reason, flags=flags)
