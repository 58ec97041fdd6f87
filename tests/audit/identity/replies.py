"""Reply tables made by hand: verdicts of an agent by condition, instance by instance."""

import pandas as pd

from counterproof.audit.identity.table import DTYPES
from counterproof.domain.identity_study import IdentityStudy

BLANK = {
    "agent": "one",
    "replicate": 1,
    "asks_option": True,
    "outcome": "answered",
    "excluded": False,
    "choice": "A",
    "key": "A",
    "confidence": 80.0,
    "n_options": 4,
    "planted": "",
    "followed": False,
    "stratum": "benchmark",
    "recognised": None,
    "recalled_value": None,
    "recalled_count": None,
    "recorded_value": "A",
    "recorded_count": 1.0,
    "named_it": False,
    "tool_calls": 0,
    "web_search": False,
    "retrievals": 0.0,
}


def replies(verdicts, *, per_call=1, **change):
    """A row for each verdict; instances that follow each other share a call."""
    rows = [
        BLANK
        | {
            "condition": condition,
            "instance": f"i{place:03d}",
            "call": f"{condition}-{place // per_call}",
            "correct": bool(right),
            "choice": "A" if right else "B",
        }
        | {name: value[place] if isinstance(value, list) else value for name, value in change.items()}
        for condition, found in verdicts.items()
        for place, right in enumerate(found)
    ]
    return pd.DataFrame(rows, columns=list(DTYPES)).astype(DTYPES)


def study(**change):
    fields = {
        "study": "x",
        "kind": "identity",
        "source": {"path": "x"},
        "agents": [{"name": "one", "route": "reader"}],
        "conditions": ["named", "blind", "delete"],
        "seed": 1,
    }
    return IdentityStudy.model_validate(fields | change)


def discordant(n, *, only_a, only_b, both):
    """Verdicts of two conditions with these counts."""
    rest = n - only_a - only_b - both
    return [1] * only_a + [0] * only_b + [1] * both + [0] * rest, [0] * only_a + [1] * only_b + [1] * both + [0] * rest
