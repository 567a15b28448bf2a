"""What a proof rests on, compared with the layouts."""

from .disagreement import demand
from .layouts import Modes, Swizzled
from .symbols import count_of_values

METHODS = {
    "canonical form",
    "offset range",
    "F2 matrices",
    "enumeration of coordinates",
    "enumeration of values of symbols",
    "comparison of shapes",
    "evaluation",
    "ranges",
    "cases",
    "isl",
}


def check_grounds(obligation, functions):
    claim, method = obligation["claim"], obligation["method"]
    demand(method is None or method in METHODS, f"{method} is not a method")
    grounds = claim.get("grounds", {})
    for forms in grounds.values():
        if isinstance(forms, list):
            demand(len(forms) == len(claim["layouts"]), "the grounds are of other layouts")
    for layout, text in zip(functions, grounds.get("coalesced", [])):
        demand(
            not isinstance(layout, Modes) or layout.coalesced() == Modes(text).modes,
            f"{text} is not the coalesced form",
        )
    for layout, ends in zip(functions, grounds.get("extremes", [])):
        if isinstance(layout, Modes):
            check_extremes(layout, ends)
    for layout, bits in zip(functions, grounds.get("bits", [])):
        if layout is not None:
            check_bits(layout, bits)
    if "counted" in grounds:
        expected = counted(claim, method, functions)
        demand(
            grounds["counted"] in (expected or {grounds["counted"]}),
            f"{grounds['counted']} were counted",
        )


def check_extremes(layout, ends):
    signs = {"least": min, "greatest": max}
    for end, pick in signs.items():
        at, offset = ends[end]
        demand(
            0 <= at < layout.size and layout(at) == offset,
            f"{offset} is not the offset at {at}",
        )
        extreme = sum(pick(0, (extent - 1) * stride) for extent, stride in layout.modes)
        demand(extreme == offset, f"{offset} is not the {end} offset")
        # Modes that do not move the offset are at 0.
        places, least = 1, 0
        for extent, stride in layout.modes:
            least += places * (extent - 1) if pick(0, stride) else 0
            places *= extent
        demand(at == least, f"{at} is not the coordinate of the {end} offset")


def check_bits(layout, bits):
    demand(layout(0) == bits["constant"], "the constant is not the offset at 0")
    demand(1 << len(bits["columns"]) == layout.size, "there is another number of bits")
    for bit, column in enumerate(bits["columns"]):
        demand(layout(1 << bit) ^ layout(0) == column, f"{column} is not the column of bit {bit}")


def counted(claim, method, functions):
    """How many coordinates, or values of symbols, a method looked at; None if that is not known."""
    if method == "enumeration of values of symbols":
        count = count_of_values(claim)
        return None if count is None else {count}
    if method != "enumeration of coordinates" or None in functions:
        return None
    firsts = [getattr(layout, "first", 0) for layout in functions]
    ends = [layout.size for layout in functions]
    sizes = [end - first for first, end in zip(firsts, ends)]
    if claim["claim"] == "disjoint":
        # The offsets of a small layout are looked for in a large one, if one of them is behind a swizzle.
        is_searched = any(isinstance(layout, Swizzled) for layout in functions)
        return {sum(sizes), min(sizes)} if is_searched else {sum(sizes)}
    return {max(ends) - min(firsts) if claim["claim"] == "equivalent" else sizes[-1]}
