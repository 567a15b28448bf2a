"""Values for the symbols of a claim, on both sides of what its facts allow."""

import itertools
import re
from math import prod

from .layouts import ALL, shape_text

# So many of the symbols of a claim are given their own values, one symbol after the other.
AROUND = 48


def facts_of(claim):
    """The facts of all layouts of a claim, each a name with a range or a remainder."""
    facts = []
    for written in claim["layouts"]:
        text = written["layout"].partition(" where ")[2]
        while text:
            found = re.match(
                r"([A-Za-z_]\w*'*) (?:in \[(-?\d+),(-?\d+)\]|mod (\d+) = (\d+))(?:, |$)",
                text,
            )
            if not found:
                raise ValueError(f"{text!r} is not a fact")
            facts.append(found.groups())
            text = text[found.end() :]
    return facts


def holds(fact, symbols):
    name, low, high, divisor, remainder = fact
    value = symbols.get(name)
    if value is None:
        return True
    if divisor:
        return value % int(divisor) == int(remainder)
    return int(low) <= value <= int(high)


def allowed(claim, facts, symbols):
    """Whether the facts hold, as far as they are about these symbols, and all extents are at least 1."""
    texts = [w["layout"] for w in claim["layouts"] if w["notation"] in ("cute", "composed")]
    extents = [extent for text in texts for extent in extents_of(text, symbols)]
    return all(holds(fact, symbols) for fact in facts) and all(e is None or e >= 1 for e in extents)


def numbers(terms):
    """All numbers in terms of a script."""
    if isinstance(terms, str):
        return {int(terms)} if terms.isdigit() else set()
    return set().union(*map(numbers, terms))


def all_values(facts, name):
    """The values that the facts about one symbol allow; None where these are not bounded."""
    own = [fact for fact in facts if fact[0] == name]
    lows = [int(fact[1]) for fact in own if fact[1]]
    highs = [int(fact[2]) for fact in own if fact[1]]
    if not lows or not highs or max(lows) + ALL < min(highs):
        return None
    within = range(max(lows), min(highs) + 1)
    return [value for value in within if all(holds(fact, {name: value}) for fact in own)]


def extents_of(text, symbols):
    """The extents of a layout with modes; None for one with other symbols."""
    shape = shape_text(text.partition(" where ")[0])
    return [term(part, symbols) for part in re.split(r"[(),\s]+", shape) if part]


def term(text, symbols):
    """The value of a product, `2*N*M`; None if it has other symbols."""
    factors = [symbols.get(factor, factor) for factor in text.split("*")]
    return None if any(not re.fullmatch(r"-?\d+", str(f)) for f in factors) else prod(map(int, factors))


def names_of(claim):
    """The symbols of a claim's layouts."""
    return sorted({name for written in claim["layouts"] for name in names_in(written)})


def names_in(written):
    """The symbols of a layout with modes."""
    text = written["layout"] if written["notation"] in ("cute", "composed") else ""
    # A swizzle is `S<1,0,2>`, and a composition has `o` between its parts.
    text = re.sub(r"S<[^>]*>| o | where | in | mod ", " ", text)
    return set(re.findall(r"(?<![\w@])[A-Za-z_]\w*'*", text))


def count_of_values(claim):
    """How many values the symbols have that obey the facts and give each extent at least 1."""
    names, facts = names_of(claim), facts_of(claim)
    values = [all_values(facts, name) for name in names]
    if None in values or not names:
        return None
    if prod(map(len, values)) > ALL:
        return None
    chosen = (dict(zip(names, choice)) for choice in itertools.product(*values))
    return sum(allowed(claim, facts, symbols) for symbols in chosen)


def valuations(claim, relations):
    """Values of the parameters of relations, with whether the facts of the layouts allow them.

    There are some that they allow, and those next to each number of the facts and of the relations.
    """
    names = sorted({name for relation in relations for name in relation.parameters})
    if not names:
        return [({}, True)]
    facts = facts_of(claim)
    marks = {int(n) for fact in facts for n in fact[1:] if n}
    marks |= set().union(*(numbers(relation.body) for relation in relations))
    near = sorted({mark + step for mark in marks | {1} for step in (-1, 0, 1)} | {2, 3})
    far = range(1, 1 << 12)

    def own(name):
        return lambda value: allowed(claim, facts, {name: value})

    choices = [
        list(itertools.islice(filter(own(name), values), 3))
        for name in names
        for values in ([*filter(own(name), near)] or far,)
    ]
    if not all(choices):
        return []
    base = dict(zip(names, (values[0] for values in choices)))
    chosen = [dict(zip(names, values)) for values in itertools.islice(itertools.product(*choices), 8)]
    chosen += [{**base, name: value} for name in names for value in near[:AROUND]]
    return [(symbols, allowed(claim, facts, symbols)) for symbols in chosen]
