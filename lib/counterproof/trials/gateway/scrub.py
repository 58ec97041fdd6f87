"""Keys taken out of everything that is passed on or written down."""

import re
from collections.abc import Sequence

MARK = "[key]"


def scrubbed(data: bytes, keys: Sequence[str]) -> bytes:
    """The data with each of these keys replaced by `[key]`; where one is a part of another, the longer one."""
    pattern = _pattern(keys)
    return data if pattern is None else pattern.sub(MARK.encode(), data)


class Scrubber:
    """The same for a stream, passed on as it comes: held back is only an end that could be a key's beginning."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = tuple(key for key in keys if key)
        self._pattern = _pattern(keys)
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """What can be passed on now."""
        data = self._held + data
        cut = len(data) - max((_overlap(data, key.encode()) for key in self._keys), default=0)
        if self._pattern is not None:
            # A key that reaches into what is held back is held back, too.
            keys = (found.span() for found in self._pattern.finditer(data))
            cut = next((start for start, stop in keys if start < cut < stop), cut)
        self._held = data[cut:]
        return scrubbed(data[:cut], self._keys)

    def close(self) -> bytes:
        """What was held back."""
        held, self._held = self._held, b""
        return scrubbed(held, self._keys)


def _pattern(keys: Sequence[str]) -> "re.Pattern[bytes] | None":
    longest_first = sorted({key.encode() for key in keys if key}, key=len, reverse=True)
    return re.compile(b"|".join(map(re.escape, longest_first))) if longest_first else None


def _overlap(data: bytes, key: bytes) -> int:
    """Bytes at the end of the data that are a beginning of the key."""
    longest = min(len(data), len(key) - 1)
    return next((size for size in range(longest, 0, -1) if data.endswith(key[:size])), 0)
