"""Entities found without a model: by the study's lexicon, by fields, and by rules of how names are written.

The rules are wide on purpose: a name that is missed stays readable in a masked text, a word that is masked for nothing
only costs the agent a word. What was found, by which rule, stands in a table for a person to look through.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from counterproof.benchmarks.finder_words import (
    ACRONYMS,
    ASKED_FOR,
    CAPITALS,
    CHEMICALS,
    GENERA,
    NO_NAMES,
    NOT_CHEMICALS,
    NOT_DISEASES,
    NOT_SPECIES,
)
from counterproof.domain.instance import Entity, EntityKind
from counterproof.edits.mentions import DASHES, find_mentions

KINDS = frozenset({"gene", "disease", "drug", "species", "cell", "source", "trait", "other"})

PIECE = "[A-Za-z0-9\N{GREEK SMALL LETTER ALPHA}-\N{GREEK SMALL LETTER OMEGA}\N{GREEK CAPITAL LETTER DELTA}]+"
TOKEN = re.compile(rf"(?<![\w.])(?:{PIECE})(?:[/{DASHES}](?:{PIECE})|(?<=[a-zA-Z]\d)\.\d{{1,2}}(?:[A-Z]\d+[A-Z])?\b)*")
FIGURE = re.compile(
    r"\b(?:(?:Extended Data|Supplementary|Suppl\.?|SI Appendix,?)\s+)?"
    r"(?:Figures?|Figs?\.?|Tables?|Movies?|Data|Sections?|Refs?\.?)\s*"
    rf"S?\d+[A-Za-z]?(?:\s?[,{DASHES}]\s?S?\d*[A-Za-z]?\b)*(?:\s?and\s?S?\d+[A-Za-z]?)?"
)
CITED = re.compile(r"\b[A-Z][a-z]+(?: et al\.?| and [A-Z][a-z]+)?,? \(?(?:19|20)\d\d\b|\b[A-Z][a-z]+ et al\b")
UNIT = re.compile(
    r"^[+-]?\d+(?:\.\d+)?(?:k|M|G|n|u|m|p|f)?(?:b|bp|nt|aa|Da|kDa|M|g|l|L|m|h|s|min|d|Hz|V|A|x|X|Pa|C|K|D|T|fold|st|nd|rd|th|"
    r"weeks?|days?|hours?|months?|cells?|mer)?$"
)
PLAIN = re.compile(
    r"^(?:chr|exon|intron|day|aa|fig|figs|layer|type|stage|week|lane|step|position|residues?)\d", re.IGNORECASE
)
AGE = re.compile(r"^(?:P|E|D|ZT|DIV|L|N|n|p|Q|R|r)\d{1,2}(?:\.\d)?$")
MUTATION = re.compile(r"^[A-Z]\d{1,4}[A-Z]$")
TITLED = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]{1,}(?:-[A-Z]\w*)?\b(?: \d{1,2}\b(?![.%\d]))?")
GIVEN = re.compile(r"\b[A-Z]\. ?[a-z]{4,}\b")
LATIN = re.compile(
    r"\b([A-Z][a-z]{3,}) ([a-z]{4,}(?:us|um|is|ae|ii|ensis|ans|icus|oides|tidis|ana|aris|osa|ola|ium|cola|vora|phila"
    r"|ica|ata|eri|ua|ens|erio))\b"
)
WORDS = re.compile(r"[A-Za-z][A-Za-z'-]+")
CHEMICAL = re.compile(
    r"\b[a-z0-9,-]*(?:mycin|micin|cillin|platin|tinib|ciclib|parib|rafenib|zumab|ximab|umab|mab|statin|azole|oxacin|floxacin|"
    r"cycline|penem|sone|solone|olol|pril|sartan|gliptin|glitazone|amide|amine|saccharide|glycan|arginine|lysine|"
    r"tyrosine|serine|cysteine|porfin|toxin|globin|globulin|albumin|lysin|terol|sterol|ose|caine|barbital|azepam|idine|"
    r"icin|quine|phrine|dopa|oside|adenosine|guanosine|inosine|purine|mustine|taxel|bicin|rubicin|vudine|navir|fovir|skolin)s?\b"
)
ACID = re.compile(r"(?<![\w-])(?!amino|nucleic|fatty|the|an|of|strong|weak)[a-z0-9-]+ic acids?\b")
SICK = re.compile(
    rf"\b(?:[A-Za-z][\w'{DASHES}]+ ){{0,3}}?[A-Za-z][\w'{DASHES}]+ (?:cancers?|carcinomas?|diseases?|disorders?"
    r"|syndromes?|leuka?emias?|lymphomas?|thrombosis|deficiency|dystrophy|sclerosis|fibrosis|infarction|failure)\b"
)
ILLNESS = re.compile(
    r"\b[A-Za-z]*(?:itis|osis|oma|omas|emia|aemia|opathy|embolism|plegia|algia|rrhea|rrhagia|trophy|iasis|phrenia|epsy"
    r"|ia nervosa|diabetes|obesity|asthma|autism|malaria|tuberculosis|stroke|influenza|measles|cholera)\b",
    re.IGNORECASE,
)
STOP = frozenset(
    """the a an of in for with and or to by from on at as is are was were be been which that these those this its their
    our his her than into between after during without human mouse severe mild chronic patients patient having called
    known rare such other any some no not both all each more most less whether when can may shows show has have had
    treat treated cause causes caused against like including include models model mice specific associated related
    following prevent promotes promote in""".split()  # noqa: SIM905, no list to read
)


class Found(NamedTuple):
    """A string that a rule takes for a name."""

    text: str
    kind: EntityKind
    rule: str


def read_lexicon(path: Path) -> tuple[Entity, ...]:
    """The entities of a lexicon: one a line, `kind: name | alias`; the kind may be left out, `#` starts a remark."""
    entities = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.partition("#")[0].strip()
        head, colon, rest = text.partition(":")
        kind = head.strip() if colon and head.strip() in KINDS else "other"
        names = [name.strip() for name in (rest if kind == head.strip() else text).split("|") if name.strip()]
        if names:
            fields = {"name": names[0], "aliases": tuple(names[1:]), "kind": kind, "found_by": "lexicon"}
            entities.append(Entity.model_validate(fields))
    return tuple(entities)


class Finder:
    """Finds the entities of a text; `lexicon` is searched first, `options_are_names` takes every option for a name."""

    def __init__(self, lexicon: Iterable[Entity] = (), *, options_are_names: bool = False) -> None:
        self._lexicon = tuple(lexicon)
        self._options_are_names = options_are_names

    def entities(self, parts: Mapping[str, str]) -> tuple[Entity, ...]:
        """The entities that the parts name: those of the lexicon first, then in the order of their first place."""
        known = find_mentions(parts, self._lexicon)
        own = [self._lexicon[number] for number in sorted({mention.entity for mention in known})]
        taken = {_folded(name) for entity in own for name in entity.names}
        groups: dict[str, list[Found]] = {}
        texts = [*(parts.get(name, "") for name in ("question", "evidence")), *_options(parts)]
        found = [one for text in texts for one in rules(text)]
        found += _asked(parts, always=self._options_are_names)
        for one in found:
            key = _folded(one.text)
            if key and key not in taken:
                groups.setdefault(key, []).append(one)
        _join(groups, texts)
        return (*own, *(_entity(group) for group in groups.values()))


def rules(text: str) -> Iterator[Found]:
    """Every string of a text that one of the rules takes for a name."""
    plain = CITED.sub(lambda match: " " * len(match.group()), text)
    plain = FIGURE.sub(lambda match: " " * len(match.group()), plain)
    yield from _species(plain)
    yield from _symbols(plain)
    yield from _chemicals(plain)
    yield from _illnesses(plain)
    for match in TITLED.finditer(plain):
        word = match.group().split(" ")[0].split("-")[0]
        if word.lower() not in CAPITALS:
            yield Found(match.group(), "other", "capital inside a sentence")


def _species(text: str) -> Iterator[Found]:
    for match in GIVEN.finditer(text):
        yield Found(match.group(), "species", "binomial")
    for match in LATIN.finditer(text):
        if match[1].lower() not in CAPITALS and match[2] not in NOT_SPECIES:
            yield Found(match.group(), "species", "binomial")
    for match in WORDS.finditer(text):
        if match.group().lower() in GENERA:
            following = re.match(r" [a-z]{4,}(?=\W|$)", text[match.end() :])
            latin = following and LATIN.match(match.group().capitalize() + following.group())
            yield Found(match.group() + (following.group() if latin and following else ""), "species", "genus")


def _symbols(text: str) -> Iterator[Found]:
    for match in TOKEN.finditer(text):
        for piece in _pieces(match.group()):
            if is_symbol(piece):
                yield Found(piece, "gene", "written like a symbol")


def _pieces(token: str) -> Iterator[str]:
    """The names in a token with dashes: `SMAD1-deficient` is SMAD1, `UNC5B-AS1` stays whole, a mutation is apart."""
    whole: list[str] = []
    for piece in re.split(rf"([/{DASHES}])", token):
        joins = bool(re.fullmatch(rf"[{DASHES}]", piece))
        wordy = len(piece) > 2 and piece.isalpha() and (piece.islower() or piece.istitle()) and not is_symbol(piece)
        if joins and whole:
            whole.append(piece)
        elif piece == "/" or wordy or (MUTATION.match(piece) and whole):
            yield "".join(whole).strip(DASHES)
            whole = []
            if MUTATION.match(piece):
                yield piece
        elif piece:
            whole.append(piece)
    yield "".join(whole).strip(DASHES)


def is_symbol(text: str) -> bool:
    """Whether a string is written like the symbol of a gene, protein, compound, strain or cell line."""
    bare = re.sub(rf"[{DASHES}]", "", text)
    if len(bare) < 2 or bare.isdigit() or UNIT.match(text) or PLAIN.match(text) or AGE.match(text):
        return False
    if bare.upper() in ACRONYMS or (bare.endswith("s") and bare[:-1].upper() in ACRONYMS):
        return False
    upper, digit = any(letter.isupper() for letter in bare), any(letter.isdigit() for letter in bare)
    inner = any(letter.isupper() for letter in bare[1:])
    short_gene = re.fullmatch(rf"[a-z]{{2,4}}[{DASHES}]?\d{{1,4}}[a-zA-Z]?\d?", text)
    return (upper and digit) or (inner and len(bare) <= 14) or bool(short_gene)


def _chemicals(text: str) -> Iterator[Found]:
    for match in CHEMICAL.finditer(text):
        if match.group() not in NOT_CHEMICALS and len(match.group()) > 5:
            yield Found(match.group(), "drug", "ending of a chemical")
    for match in ACID.finditer(text):
        yield Found(match.group(), "drug", "acid")
    for match in WORDS.finditer(text):
        if match.group().lower() in CHEMICALS:
            following = re.match(r" [A-Z]\d\b", text[match.end() :])
            yield Found(match.group() + (following.group() if following else ""), "drug", "known chemical")


def _illnesses(text: str) -> Iterator[Found]:
    for match in SICK.finditer(text):
        words = match.group().split(" ")
        # Words before the first that can belong to a name.
        start = max((place + 1 for place, word in enumerate(words[:-1]) if word.lower() in STOP), default=0)
        if len(words) - start > 1:
            yield Found(" ".join(words[start:]), "disease", "ending of a disease")
    for match in ILLNESS.finditer(text):
        if match.group().lower() not in NOT_DISEASES and len(match.group()) > 4:
            yield Found(match.group(), "disease", "ending of a disease")


def _options(parts: Mapping[str, str]) -> list[str]:
    # A dot before an option lets no rule read its first word as the middle of a sentence.
    return [text for name, text in parts.items() if name.startswith("option ")]


def _asked(parts: Mapping[str, str], *, always: bool) -> Iterator[Found]:
    """The options of a question that asks for a name."""
    question = parts.get("question", "").lower()
    asks = any(re.search(rf"\b(?:which|what)\b[^?]{{0,60}}\b{re.escape(word)}(?!\w)", question) for word in ASKED_FOR)
    if not (asks or always):
        return
    for text in _options(parts):
        pieces = [text] if always else re.split(r",\s*|\s+&\s+|\s+and\s+", text)
        for piece in pieces:
            words = piece.strip().rstrip(".").split()
            if not words or len(words) > 4 or words[0].lower() in NO_NAMES or UNIT.match(words[0]):
                continue
            if any(letter.isalpha() for letter in piece):
                yield Found(piece.strip().rstrip("."), "other", "option of a question for a name")


def _folded(text: str) -> str:
    return re.sub(rf"[\s{DASHES}]+", "", text).casefold()


def _join(groups: dict[str, list[Found]], texts: Iterable[str]) -> None:
    """Put together what is one entity: a long form beside its symbol, and a symbol with a species before it."""
    whole = "\n".join(texts)
    for match in re.finditer(
        r"([\w-]{2,12}) \(([A-Za-z][\w -]{8,80})\)|([A-Za-z][\w -]{5,60}?) \(([A-Z][\w-]{1,9})\)", whole
    ):
        short, long = (match[1], match[2]) if match[1] else (match[4], match[3])
        stem = _long_form(short, long, after=match[1] is None)
        if _folded(short) in groups and stem:
            groups[_folded(short)].append(Found(stem, "gene", "long form beside the symbol"))
            groups.pop(_folded(stem), None)
    for key in list(groups):
        for other in list(groups):
            text = groups[other][0].text if other in groups else ""
            if other != key and key in groups and re.fullmatch(rf"[A-Z][a-z]{re.escape(groups[key][0].text)}", text):
                groups[key] += groups.pop(other)


def _long_form(short: str, long: str, *, after: bool) -> str:
    """The words of `long` whose first letters spell the letters of `short`; "" where they do not."""
    letters = [letter.lower() for letter in short if letter.isalpha()]
    words = long.split()
    if len(letters) < 2:
        return ""
    if len(words) == 1 or len(long.split("-")) > len(words):
        return ""
    tail = words[-(len(letters) + 2) :] if after else words
    for start in range(len(tail)):
        heads = [word[0].lower() for word in tail[start:]]
        if heads and heads[0] == letters[0] and sum(letter in heads for letter in letters) >= len(letters) - 1:
            return " ".join(tail[start:])
    return ""


def _entity(group: list[Found]) -> Entity:
    names = list(dict.fromkeys(one.text for one in group))
    by = ", ".join(dict.fromkeys(one.rule for one in group))
    return Entity(name=names[0], aliases=tuple(names[1:]), kind=group[0].kind, found_by=by)
