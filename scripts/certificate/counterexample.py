"""What refutes a claim, compared with the layouts."""

from .disagreement import demand
from .layouts import ALL, cosize, leaves, product, read_layout, read_tile, read_tuple, shape_text
from .symbols import allowed, facts_of

# A swizzle has an offset for every number of 64 bits that is not negative.
ENDLESS = (1 << 63) - 1


def check_counterexample(claim):
    found, name = claim["counterexample"], claim["claim"]
    symbols = dict(found["symbols"])
    demand(allowed(claim, facts_of(claim), symbols), "the values of symbols are not allowed")
    functions = [read_layout(written, symbols) for written in claim["layouts"]]
    about = functions[-1]
    notations = [written["notation"] for written in claim["layouts"]]
    if name == "inside" and notations[1] == "tile":
        demand(found["mode"] is not None, "no mode is named")
        about, size = tile_of(claim, found["mode"])
    elif name == "inside" and notations[0] == "swizzle":
        size = ENDLESS
    elif name == "inside":
        size = functions[0].size if functions[0] else None
    else:
        size = claim["size"]
    if about is None or None in functions and name != "inside" or size is None and name == "inside":
        return
    coordinates, offsets, sizes = found["coordinates"], found["offsets"], found["sizes"]
    if name == "compatible":
        demand((coordinates, offsets, sizes) == ([], [], []), "shapes have no counterexample")
    elif name in ("size", "cosize"):
        true = about.size if name == "size" else cosize(about)
        demand((coordinates, offsets, sizes) == ([], [], [true, size]), "these are not the sizes")
    elif name == "equivalent":
        check_difference(functions, coordinates, offsets, sizes)
    elif name == "disjoint":
        check_offsets(functions, coordinates, offsets * 2)
        demand(len(offsets) == 1 and sizes == [], "these are not a common offset")
    elif name == "increasing":
        (at,), (offset, before) = coordinates, offsets
        previous = next(c for c in range(at - 1, -1, -1) if value(about, c) is not None)
        check_offsets([about] * 2, [at, previous], offsets)
        demand(int(offset) <= int(before), f"the offset at {at} is greater than the one before")
    elif name == "injective" or len(coordinates) == 2:
        check_offsets([about] * 2, coordinates, offsets * 2)
        demand(coordinates[0] != coordinates[1] and sizes == [], "these are not two coordinates")
    elif name in ("in_bounds", "inside") or len(coordinates) == 1:
        check_departure(about, size, coordinates, offsets, sizes)
    else:
        check_missed(about, size, *offsets)


def tile_of(claim, mode):
    """The tile of a mode, and the size of the mode."""
    shape = read_tuple(shape_text(claim["layouts"][0]["layout"]))
    tile = read_tile(claim["layouts"][1]["layout"])[mode]
    if not isinstance(shape, tuple):
        return None, None
    return tile, product(leaves(shape[mode]))


def value(layout, at):
    return layout(at) if 0 <= at < layout.size else None


def shown(offset):
    """The text of an offset; None for none."""
    if isinstance(offset, tuple):
        return f"({','.join(map(str, offset))})"
    return None if offset is None else str(offset)


def check_offsets(layouts, coordinates, offsets):
    demand(len(coordinates) == len(offsets) == 2, "there are not two coordinates")
    for layout, at, offset in zip(layouts, coordinates, offsets):
        true = value(layout, at)
        demand(true is not None, f"coordinate {at} has no offset")
        demand(shown(true) == offset, f"{offset} is not the offset at {at}")


def check_difference(functions, coordinates, offsets, sizes):
    if not coordinates:
        true = [layout.size for layout in functions]
        demand(sizes in (true, []) and true[0] != true[1], "these are not the sizes")
        return
    (at,) = coordinates
    for layout, offset in zip(functions, offsets):
        true = value(layout, at)
        demand(offset == shown(true), f"{offset} is not the offset at {at}")
    demand(len(offsets) == 2 and offsets[0] != offsets[1], f"the offsets at {at} are equal")
    demand(sizes == [], "these are not the sizes")


def check_departure(about, size, coordinates, offsets, sizes):
    (at,), (offset,) = coordinates, offsets
    demand(0 <= at < about.size, f"there is no coordinate {at}")
    true = about(at)
    demand(offset == shown(true), f"{offset} is not the offset at {at}")
    if isinstance(true, tuple):
        demand(min(true) < 0 and sizes == [], f"no part of the offset at {at} is below 0")
        return
    # Where there is no offset no size is passed.
    passed = size if size is not None else end(about)
    demand(true is None or not 0 <= true < passed, f"the offset at {at} is in bounds")
    demand(sizes in ([[]] if true is None else [[passed], []]), "these are not the sizes")


def end(layout):
    """One more than the greatest offset, for a claim that names no size."""
    return max((layout(c) for c in range(layout.size) if layout(c) is not None), default=-1) + 1


def check_missed(about, size, missed):
    if about.size > ALL or isinstance(about(0), tuple):
        return
    values = {about(c) for c in range(about.size)} - {None}
    least = next(number for number in range(len(values) + 1) if number not in values)
    demand(missed == str(least), f"{missed} is not the least that is missed")
    demand(size is None or least < size, f"{missed} is not claimed")
