"""An item's question, background and options under opaque names."""

from collections.abc import Mapping

from counterproof.construct.anonymise.names import LEAST_NAME, Renaming
from counterproof.domain.instance import Entity, Mention
from counterproof.domain.item import Item
from counterproof.domain.registration import Registration
from counterproof.edits.mentions import find_mentions
from counterproof.edits.spans import Span, replaced


def renamed_item(item: Item, registration: Registration, hidden: Registration, names: Renaming) -> Item:
    """The item with opaque names in every text, and without its registration.

    An option whose text is another name of its gene or group becomes the opaque one whole, and other mentions of that
    text with it.

    Parameters
    ----------
    registration, hidden
        The registration with the real names, and the same with the opaque ones.
    """
    behind = {
        item.options[letter]: new
        for letter, new in hidden.targets.items()
        if new != registration.targets[letter] and registration.targets[letter] not in item.options[letter]
    }
    known = {name: new for name, new in (names.genes | names.groups | behind).items() if len(name) >= LEAST_NAME}
    texts = {"question": item.question, "background": item.background} | {
        f"option {letter}": text for letter, text in item.options.items()
    }
    new = _renamed(texts, known)
    # Of one letter as well, if it is all that the option says.
    options = {
        letter: hidden.targets[letter] if text == registration.targets[letter] else new[f"option {letter}"]
        for letter, text in item.options.items()
    }
    return item.model_copy(
        update={
            "question": new["question"],
            "background": new["background"],
            "options": options,
            "registration": None,
        }
    )


def unsaid(registration: Registration, hidden: Registration, renamed: Item) -> list[str]:
    """The opaque names that the question needs and that no text has: what the real text calls by another word."""
    old, new = (set(_names(one)) for one in (registration, hidden))
    whole = "\n".join([renamed.question, renamed.background, *renamed.options.values()])
    return sorted(name for name in new - old if name not in whole)


def options_differ(registration: Registration, hidden: Registration) -> bool:
    """Whether some options have an opaque name and others the real one, so that a name tells them apart."""
    opaque = [name != registration.targets[letter] for letter, name in hidden.targets.items()]
    return any(opaque) and not all(opaque)


def _names(registration: Registration) -> list[str]:
    found = list(registration.targets.values())
    for name, part in registration.statistic.model_dump().items():
        if name == "gene":
            found.append(part)
        elif isinstance(part, dict) and "value" in part:
            found.append(part["value"])
    return found


def _renamed(texts: Mapping[str, str], known: Mapping[str, str]) -> dict[str, str]:
    folded = "".join(character for text in texts.values() for character in text.lower() if character.isalnum())
    # Thirty thousand patterns are not worth making for the five names that a question has.
    likely = [name for name in known if "".join(filter(str.isalnum, name.lower())) in folded]
    found = [
        one
        for one in find_mentions(texts, [Entity(name=name) for name in likely])
        if _is_name(texts[one.part][one.start : one.end], likely[one.entity])
    ]
    return {part: replaced(text, _spans(found, part, likely, known)) for part, text in texts.items()}


def _spans(found: list[Mention], part: str, likely: list[str], known: Mapping[str, str]) -> list[Span]:
    return [Span(one.start, one.end, known[likely[one.entity]]) for one in found if one.part == part]


def _is_name(text: str, name: str) -> bool:
    # "Rest" at the head of a sentence is no gene, while Cd3e is a way to write CD3E.
    return text == name or text.isupper() or any(character.isdigit() for character in text)
