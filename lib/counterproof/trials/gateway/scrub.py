"""Keys taken out of everything that is passed on or written down."""

from collections.abc import Sequence

MARK = "[key]"


def scrubbed(data: bytes, keys: Sequence[str]) -> bytes:
    """The data with each of these keys replaced by `[key]`."""
    for key in keys:
        data = data.replace(key.encode(), MARK.encode())
    return data


class Scrubber:
    """The same for a stream, passed on as it comes: held back is only an end that could be a key's beginning."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._keys = tuple(key for key in keys if key)
        self._held = b""

    def feed(self, data: bytes) -> bytes:
        """What can be passed on now."""
        data = scrubbed(self._held + data, self._keys)
        cut = len(data) - max((_overlap(data, key.encode()) for key in self._keys), default=0)
        self._held = data[cut:]
        return data[:cut]

    def close(self) -> bytes:
        """What was held back."""
        held, self._held = self._held, b""
        return held


def _overlap(data: bytes, key: bytes) -> int:
    """Bytes at the end of the data that are a beginning of the key."""
    longest = min(len(data), len(key) - 1)
    return next((size for size in range(longest, 0, -1) if data.endswith(key[:size])), 0)
