"""One obligation of a certificate, decided again."""

import itertools

from .disagreement import demand
from .failure import failures
from .layouts import (
    Linear,
    Modes,
    coordinates,
    cosize,
    holds,
    is_compatible,
    product,
    read_layout,
    read_tuple,
    shape_text,
    tiles_stay_inside,
    valuations,
)
from .relations import ask_isl, isl_value, islpy
from .script import definitions, equated, evaluate, expressions, solve

# All coordinates of layouts of at most so many are looked at.
ALL = 1 << 16


def check_texts(claim, functions, symbols):
    """The relations and the script say what the layouts do, for these values of the symbols."""
    if "relations" not in claim:
        return
    integral = not claim["extents"]
    about = functions[-len(claim["relations"]) :]
    outer = functions[0] if claim["claim"] == "inside" else None
    size = claim["size"] if outer is None else outer.size
    if size is not None and outer is None or outer is not None and not symbols:
        demand(claim["bound"] == str(size), f"the bound is not {size}")
    predicates = definitions(claim["smt"])
    demand(len(predicates) == len(about), "the script defines another number of relations")
    for layout, text, (name, arguments, body) in zip(about, claim["relations"], predicates):
        if layout is None or not integral or len(arguments) != 2:
            continue
        relation = islpy.Map(text) if islpy else None
        for c in itertools.chain(coordinates(layout), (-1, layout.size)):
            inside = 0 <= c < layout.size
            value = layout(c) if inside else None
            if relation is not None:
                demand(
                    isl_value(relation, c, symbols) == value,
                    f"the relation and {name} differ at coordinate {c}",
                )
            try:
                # One more than a value is none; outside of the domain neither is what it would be there.
                at = {**symbols, arguments[0]: c}
                others = (
                    {value or 0, (value or 0) + 1}
                    if inside
                    else {equated(arguments[1:], body, at)[arguments[1]]}
                )
                for offset in others - {None}:
                    is_pair = evaluate(body, {**at, arguments[1]: offset})
                    demand(
                        is_pair == (offset == value),
                        f"the script and {name} differ at coordinate {c}",
                    )
            except ValueError:
                break
    script, (_, arguments, _) = expressions(claim["smt"]), predicates[0]
    inputs = sum(argument.startswith("i.") for argument in arguments)
    expected = failures(
        claim["claim"],
        claim["bound"],
        inputs,
        len(arguments) - inputs,
        functions[-1].size if functions[-1] else 0,
        has_symbols=bool(symbols),
    )
    asserted = [line[1] for line in script if line[0] == "assert"]
    ways = [[expressions(part)[0] for part in way] for way in expected]
    demand(not ways or asserted in ways, "the script asserts something else")


def check_grounds(claim, functions):
    grounds = claim.get("grounds", {})
    for layout, text in zip(functions, grounds.get("coalesced", [])):
        demand(
            layout is None or layout.coalesced() == Modes(text).modes,
            f"{text} is not the coalesced form",
        )
    for layout, ends in zip(functions, grounds.get("extremes", [])):
        if layout is None:
            continue
        signs = {"least": min, "greatest": max}
        for end, pick in signs.items():
            at, offset = ends[end]
            demand(
                0 <= at < layout.size and layout(at) == offset,
                f"{offset} is not the offset at {at}",
            )
            extreme = sum(pick(0, (extent - 1) * stride) for extent, stride in layout.modes)
            demand(extreme == offset, f"{offset} is not the {end} offset")
    for layout, bits in zip(functions, grounds.get("bits", [])):
        if layout is None:
            continue
        demand(layout(0) == bits["constant"], "the constant is not the offset at 0")
        demand(1 << len(bits["columns"]) == layout.size, "there is another number of bits")
        for bit, column in enumerate(bits["columns"]):
            demand(
                layout(1 << bit) ^ layout(0) == column, f"{column} is not the column of bit {bit}"
            )
    count = grounds.get("counted")
    sizes = {layout.size for layout in functions if layout is not None}
    if count is not None and None not in functions:
        demand(count in sizes or count <= max(sizes), f"there are no {count} coordinates")


def check_counterexample(claim, functions):
    found = claim["counterexample"]
    if found["symbols"] or None in functions:
        return
    about = functions[-1:] if claim["claim"] == "inside" else functions
    layouts = about * 2 if claim["claim"] in ("injective", "bijective") else about
    if claim["claim"] == "equivalent" and found["coordinates"]:
        found = {**found, "coordinates": found["coordinates"] * 2}
    if claim["claim"] == "injective":
        found = {**found, "offsets": found["offsets"] * 2}
    if claim["claim"] == "disjoint":
        found = {**found, "offsets": found["offsets"] * 2}
    if claim["claim"] == "increasing":
        at = found["coordinates"][0]
        found = {**found, "coordinates": [at, at - 1]}
        layouts = about * 2
    for layout, at, offset in zip(layouts, found["coordinates"], found["offsets"]):
        value = layout(at) if 0 <= at < layout.size else None
        demand(value is not None or offset is None, f"coordinate {at} has no offset")
        demand(
            offset is None and value is None or str(value) == offset,
            f"{offset} is not the offset at {at}",
        )
    expected = {
        "equivalent": [layout.size for layout in functions] if found["sizes"] else [],
        "in_bounds": [claim["size"]],
        "inside": [functions[0].size],
        "cosize": [cosize(functions[0]), claim["size"]],
        "size": [functions[0].size, claim["size"]],
    }
    demand(
        found["sizes"] == expected.get(claim["claim"], found["sizes"]), "these are not the sizes"
    )


def without_relations(claim, functions):
    """What the layouts as they are written say of a claim, by each way that goes so far."""
    name, size = claim["claim"], claim["size"]
    texts = [written["layout"] for written in claim["layouts"]]
    notations = [written["notation"] for written in claim["layouts"]]
    if name == "compatible":
        shapes = [shape_text(text) for text in texts]
        if shapes[0] == shapes[1] and "?" not in shapes[0]:
            return {"identity": True}
        shapes = [read_tuple(shape) for shape in shapes]
        return {} if None in shapes else {"brute force": is_compatible(*shapes)}
    answers = {}
    if name == "equivalent" and texts[0] == texts[1] and notations[0] == notations[1]:
        answers["identity"] = True if "?" not in texts[0] else None
    if name == "inside" and notations[1] == "tile":
        shape = read_tuple(shape_text(texts[0]))
        answers["brute force"] = None if shape is None else tiles_stay_inside(shape, texts[1])
    if name == "inside" and functions[0] is not None:
        size, functions = functions[0].size, functions[1:]
    if None in functions or any(layout.size > ALL for layout in functions):
        return answers
    if name in ("surjective", "bijective") and isinstance(functions[0], Linear) and size is None:
        size = product(functions[0].sizes)
    answers["brute force"] = holds(name, size, functions)
    return answers


def replay(obligation, solver):
    """How an obligation was replayed, or why it was not."""
    claim = obligation.get("claim")
    verdict = obligation["verdict"]
    is_proved = {"proved": True, "refuted": False, "promoted": False}.get(verdict)
    if is_proved is None:
        return f"the verdict is {verdict}"
    if claim is None:
        return f"{obligation['operation']} makes no claim about layouts alone"
    functions = [read_layout(written) for written in claim["layouts"]]
    answers = without_relations(claim, functions)
    for symbols in valuations(claim):
        check_texts(claim, [read_layout(written, symbols) for written in claim["layouts"]], symbols)
    check_grounds(claim, functions)
    if not is_proved and "counterexample" in claim:
        check_counterexample(claim, functions)
    if "relations" in claim:
        if islpy:
            sizes = [layout.size if layout else None for layout in functions]
            answers["islpy"] = ask_isl(claim["claim"], claim["bound"], claim["relations"], sizes)
        if solver:
            answers[solver] = solve(solver, claim["smt"])
    answers = {way: answer for way, answer in answers.items() if answer is not None}
    for way, answer in answers.items():
        demand(
            answer == is_proved,
            f"{verdict}, but {way} says that the claim {'holds' if answer else 'fails'}",
        )
    return answers or claim.get("notStated", "no way to replay it goes so far")
