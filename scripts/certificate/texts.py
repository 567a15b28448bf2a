"""The three statements of a claim, compared with one another number by number."""

import itertools

from .disagreement import demand
from .failure import failures
from .layouts import coordinates, product, read_layout
from .notation import Relation, flat
from .script import expressions
from .symbols import names_in, term, valuations


def check_texts(claim, functions):
    """The script says what the relations say, and these say what the layouts do."""
    if "relations" not in claim:
        return
    relations = [Relation(text) for text in claim["relations"]]
    check_script(claim, relations, functions)
    size = claim["size"]
    if claim["claim"] == "inside" and functions[0] is not None:
        size = functions[0].size
    if size is not None:
        demand(claim["bound"] == str(size), f"the bound is not {size}")
    written = claim["layouts"][-len(relations) :]
    for layout, relation, name in zip(written, relations, ("left", "right")):
        if layout["notation"] == "relation" and says_as_much(Relation(layout["layout"]), relation):
            continue
        if layout["notation"] in ("cute", "composed"):
            # What holds of one layout holds of both.
            others = set(relation.parameters).difference(*map(names_in, claim["layouts"]))
            demand(not others, f"the relation and {name} have other symbols")
        for symbols, is_allowed in valuations(claim, relations):
            check_values(claim, layout, relation, symbols, is_allowed, name)


def check_script(claim, relations, functions):
    """The script declares what it has to, defines the relations, and asserts that the claim fails."""
    script = expressions(claim["smt"])
    first = relations[0]
    counts = zip("pqxy", (first.inputs,) * 2 + (first.outputs,) * 2)
    free = [f"{letter}.{k}" for letter, count in counts for k in range(count)]
    symbols = {name for relation in relations for name in relation.parameters}
    quoted = sorted(f"|{name}|" if "'" in name else name for name in symbols)
    declared = [["declare-const", name, "Int"] for name in quoted + free]
    defined = [relation.definition(name) for relation, name in zip(relations, ("left", "right"))]
    begins = [["set-logic", "ALL"], *declared]
    demand(script[: len(begins)] == begins, "the script declares something else")
    definitions = script[len(begins) : len(begins) + len(defined)]
    for relation, definition, name in zip(defined, definitions, ("left", "right")):
        demand(flat(definition) == flat(relation), f"the script and the relation {name} differ")
    demand(len(definitions) == len(defined), "the script defines another number of relations")
    *asserted, end = script[len(begins) + len(defined) :]
    expected = failures(
        claim["claim"],
        claim["bound"],
        first.inputs,
        first.outputs,
        functions[-1].size if functions[-1] else 0,
        has_symbols=bool(symbols),
    )
    ways = [[["assert", expressions(part)[0]] for part in way] for way in expected]
    demand(asserted in ways and end == ["check-sat"], "the script asserts something else")


def says_as_much(layout, relation):
    """The relation has the pairs of the layout, for values of parameters of which more may be said."""
    pairs = list(zip(layout.pieces, relation.pieces))
    if len(layout.pieces) != len(relation.pieces) or layout.inputs != relation.inputs:
        return False
    flattened = [(flat(["and", *own]), flat(["and", *given])) for own, given in pairs]
    return all(
        given[: len(own)] == own and not has_variables(given[len(own) :]) for own, given in flattened
    )


def has_variables(terms):
    if isinstance(terms, str):
        return "." in terms
    return any(map(has_variables, terms))


def check_values(claim, written, relation, symbols, is_allowed, name):
    """The relation gives what the layout does, for these values of its symbols."""
    function = read_layout(written, symbols)
    if function is None or not set(relation.parameters) <= set(symbols):
        return
    extents = [term(extent, symbols) for extent in claim["extents"]]
    if None in extents or relation.inputs != (len(extents) or 1):
        return
    try:
        if not is_allowed:
            nothing = relation.images([0] * relation.inputs, symbols)
            demand(not nothing, f"the relation of {name} has pairs where {symbols} is not allowed")
            return
        if extents:
            demand(product(extents) == function.size, f"the extents are not those of {name}")
        size = function.size
        for c in itertools.chain(coordinates(function), () if extents else (-1, size)):
            value = function(c) if 0 <= c < size else None
            images = relation.images(digits(c, extents) if extents else [c], symbols)
            parts = value if isinstance(value, tuple) else (value,)
            demand(len(parts) <= relation.outputs, f"{name} has other parts")
            if value is not None and len(parts) < relation.outputs:
                return
            expected = set() if value is None else {parts}
            demand(images == expected, f"the relation and {name} differ at coordinate {c}")
    except ValueError:
        # What a variable of the relation is, no equation says.
        return


def digits(coordinate, extents):
    places = []
    for extent in extents:
        places.append(coordinate % extent)
        coordinate //= extent
    return places
