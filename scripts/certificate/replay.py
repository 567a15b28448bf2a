"""One obligation of a certificate, decided again."""

import json

from .counterexample import check_counterexample
from .disagreement import demand
from .grounds import check_grounds
from .layouts import (
    ALL,
    Linear,
    holds,
    is_compatible,
    product,
    read_layout,
    read_tuple,
    shape_text,
    tiles_stay_inside,
)
from .relations import ask_isl, islpy
from .script import solve
from .texts import check_texts


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
    if len(functions) == 2 and not all(getattr(layout, "is_counted", True) for layout in functions):
        return answers
    if name in ("surjective", "bijective") and isinstance(functions[0], Linear) and size is None:
        size = product(functions[0].sizes)
    answers["brute force"] = holds(name, size, functions)
    return answers


def fingerprint(obligation):
    """The hash FNV-1a of an obligation without its fingerprint, as its text without blanks."""
    parts = {name: part for name, part in obligation.items() if name != "fingerprint"}
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    number = 0xCBF29CE484222325
    for byte in text.encode() + b"\0":
        number = ((number ^ byte) * 0x100000001B3) % (1 << 64)
    return f"{number:016x}"


def replay(obligation, solver):
    """How an obligation was replayed, or why it was not.

    What it says is looked at first. What nothing else of it says again, such as a line, or the number of
    a claim that another number makes a true claim too, the fingerprint keeps.
    """
    answers = replay_meaning(obligation, solver)
    demand(obligation["fingerprint"] == fingerprint(obligation), "the fingerprint is another one")
    return answers


def replay_meaning(obligation, solver):
    """The same by what the obligation says alone."""
    claim = obligation.get("claim")
    verdict = obligation["verdict"]
    is_proved = {"proved": True, "refuted": False, "promoted": False}.get(verdict)
    if is_proved is None:
        return f"the verdict is {verdict}"
    if claim is None:
        return f"{obligation['operation']} makes no claim about layouts alone"
    functions = [read_layout(written) for written in claim["layouts"]]
    answers = without_relations(claim, functions)
    check_texts(claim, functions)
    check_grounds(obligation, functions)
    if not is_proved and "counterexample" in claim:
        check_counterexample(claim)
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
