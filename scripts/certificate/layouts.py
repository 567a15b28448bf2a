"""Layouts as they are written, read without the library, and what holds of them by brute force."""

import itertools
import json
import random
import re
from math import prod as product

from .disagreement import demand
from .notation import Relation

# All coordinates of layouts of at most so many are looked at.
ALL = 1 << 16

# All coordinates of layouts of at most so many are compared with other texts.
SOME = 512


def read_tuple(text):
    """A nested tuple of integers; None for one with anything else in it."""
    text = text.strip()
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    if not (text.startswith("(") and text.endswith(")")):
        return None
    if text == "()":
        return ()
    parts, depth, begin = [], 0, 1
    for at, character in enumerate(text):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        if (character == "," and depth == 1) or at == len(text) - 1:
            parts.append(read_tuple(text[begin:at]))
            begin = at + 1
    return None if any(part is None for part in parts) else tuple(parts)


def leaves(nested):
    return (
        [leaf for part in nested for leaf in leaves(part)]
        if isinstance(nested, tuple)
        else [nested]
    )


class Modes:
    """A CuTe layout of integers: flattened modes, leftmost fastest."""

    def __init__(self, text):
        shape, _, stride = text.partition(":")
        self.shape, self.stride = read_tuple(shape), read_tuple(stride)
        if self.shape is None or self.stride is None:
            raise ValueError(text)
        self.modes = list(zip(leaves(self.shape), leaves(self.stride)))
        self.size = product(extent for extent, _ in self.modes)

    def __call__(self, coordinate, extended=False):
        offset = 0
        for at, (extent, stride) in enumerate(self.modes):
            is_last = extended and at == len(self.modes) - 1
            digit = coordinate if is_last else coordinate % extent
            coordinate //= extent
            offset += digit * stride
        return offset

    def coalesced(self):
        modes = []
        for extent, stride in self.modes:
            if extent == 1:
                continue
            if modes and stride == modes[-1][0] * modes[-1][1]:
                modes[-1] = (modes[-1][0] * extent, modes[-1][1])
            else:
                modes.append((extent, stride))
        return modes or [(1, 0)]


class Based:
    """Modes with scaled basis strides, `3@0@1` the part 0 of the part 1: the tuple of the parts."""

    def __init__(self, text):
        shape, _, stride = text.partition(":")
        strides = re.findall(r"(-?\d+)((?:@\d+)*)", stride)
        paths = [tuple(int(part) for part in path.split("@")[:0:-1]) for _, path in strides]
        extents = leaves(read_tuple(shape))
        if len(extents) != len(strides) or not any(paths):
            raise ValueError(text)
        self.places = sorted(set(paths) - {()})
        self.modes = [
            (extent, (int(scale), path)) for extent, (scale, _), path in zip(extents, strides, paths)
        ]
        for extent, (scale, path) in self.modes:
            demand(path or not scale or extent == 1, f"{scale} is not a stride beside those of a basis")
        self.size = product(extents)

    def __call__(self, coordinate):
        parts = dict.fromkeys(self.places, 0)
        for extent, (scale, path) in self.modes:
            if path:
                parts[path] += coordinate % extent * scale
            coordinate //= extent
        return tuple(parts.values())


class Swizzled:
    """`S<B,M,S> o k o L`, or a layout in the place of the swizzle."""

    def __init__(self, text):
        outer, offset, inner = (part.strip() for part in text.split(" o "))
        swizzle = re.fullmatch(r"S<(\d+),(\d+),(-?\d+)>", outer)
        self.swizzle = tuple(map(int, swizzle.groups())) if swizzle else None
        self.outer = None if swizzle else Modes(outer)
        self.offset, self.inner = int(offset), Modes(inner)
        self.size = self.inner.size

    def __call__(self, coordinate, extended=False):
        number = self.inner(coordinate, extended) + self.offset
        if self.swizzle is None:
            return self.outer(number, extended=True) if number >= 0 else None
        bits, base, shift = self.swizzle
        if number < 0:
            return None if bits else number
        read, written = base + max(shift, 0), base + max(-shift, 0)
        return number ^ ((number >> read & ((1 << bits) - 1)) << written)


class Linear:
    """Named in-dims with a basis vector for each bit, flattened, leftmost fastest."""

    def __init__(self, text):
        body, _, rest = text.partition("}")
        self.bases = [
            json.loads("[" + found.group(1) + "]")
            for found in re.finditer(r"\[((?:\[[^\]]*\],?)*)\]", body)
        ]
        self.bases = [vector for bases in self.bases for vector in bases]
        constant = re.search(r"xor \[([^\]]*)\]", rest)
        self.constant = json.loads(f"[{constant.group(1)}]") if constant else None
        sizes = re.search(r"-> \[([^\]]*)\]", rest)
        if sizes:
            self.sizes = [int(part.split("=")[1]) for part in sizes.group(1).split(",")]
        else:
            vectors = self.bases + ([self.constant] if self.constant else [])
            self.sizes = [1 << max(part).bit_length() for part in zip(*vectors)]
        self.size = 1 << len(self.bases)
        for place, size in enumerate(self.sizes):
            parts = [vector[place] for vector in self.bases + ([self.constant] if self.constant else [])]
            demand(size & (size - 1) == 0, f"the size {size} is not a power of two")
            demand(all(0 <= part < size for part in parts), f"a basis leaves the size {size}")

    def __call__(self, coordinate, extended=False):
        value = list(self.constant or [0] * len(self.sizes))
        for bit, vector in enumerate(self.bases):
            if coordinate >> bit & 1:
                value = [a ^ b for a, b in zip(value, vector)]
        offset, place = 0, 1
        for part, size in zip(value, self.sizes):
            offset, place = offset + part * place, place * size
        return offset


class Related:
    """A relation that gives one number, or tuple, each; its inputs are counted in the least box from 0
    that holds them all, the leftmost fastest."""

    def __init__(self, text, symbols):
        relation = Relation(text)
        if set(relation.parameters) - set(symbols):
            raise ValueError(text)
        ranges = relation.ranges(symbols)
        if product(len(inputs) for inputs in ranges) > ALL:
            raise ValueError(text)
        points = {}
        for at in itertools.product(*ranges):
            images = relation.images(at, symbols)
            if len(images) > 1:
                raise ValueError(text)
            if images:
                image = images.pop()
                points[at] = image[0] if relation.outputs == 1 else image
        extents = [max(parts) + 1 for parts in zip(*points)] or [0] * relation.inputs
        if any(part < 0 for at in points for part in at):
            raise ValueError(text)
        self.size = product(extents)
        if self.size > ALL:
            raise ValueError(text)
        # A single input is looked at from its least value on.
        self.first = min((at[0] for at in points), default=0) if relation.inputs == 1 else 0
        # Relations whose inputs form no box are compared by their inputs.
        self.is_counted = relation.inputs == 1 or self.size == len(points)
        places = itertools.product(*(range(extent) for extent in reversed(extents)))
        self.values = [points.get(at[::-1]) for at in places]

    def __call__(self, coordinate):
        return self.values[coordinate]


def shape_text(text):
    """The shape of a layout with modes, whatever its strides are; of a composition, the inner one's."""
    return text.split(" o ")[-1].partition(":")[0]


READERS = {"cute": Modes, "composed": Swizzled, "linear": Linear}


def read_layout(written, symbols={}):
    """A function of the integral coordinate with a size; None where this script has no reader."""
    if written["notation"] == "relation":
        try:
            return Related(written["layout"], symbols)
        except ValueError:
            return None
    text = written["layout"].partition(" where ")[0]
    for name, value in symbols.items():
        text = re.sub(
            rf"(?<![\w'])(\d+\*)?{re.escape(name)}(?![\w'])",
            lambda found: str(int((found.group(1) or "1*")[:-1]) * value),
            text,
        )
    try:
        if written["notation"] == "cute" and "@" in text:
            return Based(text)
        return READERS[written["notation"]](text)
    except (KeyError, ValueError, IndexError):
        return None


def holds(claim, size, functions):
    """Whether a claim holds of layouts that are walked over; None if this script cannot say."""
    tables = [[layout(c) for c in range(layout.size)] for layout in functions]
    first, values = tables[0], [value for value in tables[-1] if value is not None]
    if claim == "equivalent":
        pairs = [{c: value for c, value in enumerate(table) if value is not None} for table in tables]
        return pairs[0] == pairs[1]
    if claim == "disjoint":
        return not set(first) & set(values) - {None}
    if claim == "injective":
        return len(set(values)) == len(values)
    if any(isinstance(value, tuple) for value in values):
        if claim not in ("surjective", "bijective") or size is not None:
            return None
        ends = [max(part) + 1 for part in zip(*values)]
        if product(map(abs, ends)) > ALL:
            return None
        onto = set(itertools.product(*map(range, ends))) <= set(values)
        one = len(set(values)) == len(tables[-1]) and min(map(min, values)) >= 0
        return onto and (claim == "surjective" or one)
    if claim == "increasing":
        return all(a < b for a, b in zip(values, values[1:]))
    if claim in ("in_bounds", "inside"):
        return len(values) == len(tables[-1]) and all(0 <= value < size for value in values)
    if claim in ("surjective", "bijective"):
        end = max(values, default=-1) + 1 if size is None else size
        onto = set(range(end)) <= set(values)
        one = len(set(values)) == len(tables[-1]) and all(0 <= value < end for value in values)
        return onto and (claim == "surjective" or one)
    if claim == "size":
        return functions[0].size == size
    if claim == "cosize":
        return cosize(functions[0]) == size
    return None


def cosize(layout):
    """How far the offsets of modes reach, as CuTe says; one more than the greatest of another layout."""
    values = [value for value in map(layout, range(layout.size)) if value is not None]
    least = min(values, default=0) if isinstance(layout, Modes) else 0
    return max(values, default=-1) - least + 1


def read_tile(text):
    """The tile of each mode of `[t;t]`; None for `_`, which takes the mode whole."""
    tiles = text.strip("[]").split(";")
    return [None if t == "_" else Modes(t if ":" in t else f"{t}:1") for t in tiles]


def tiles_stay_inside(shape, tiler):
    """Whether each tile stays inside its mode of a shape."""
    tiles = read_tile(tiler)
    if not isinstance(shape, tuple) or len(tiles) > len(shape):
        return None
    pairs = ((tile, product(leaves(mode))) for tile, mode in zip(tiles, shape) if tile)
    return all(0 <= tile(c) < size for tile, size in pairs for c in range(tile.size))


def is_compatible(a, b):
    """Every coordinate of the shape a is one of b: extents of a are sizes of parts of b."""
    if isinstance(a, int):
        return a == product(leaves(b))
    return isinstance(b, tuple) and len(a) == len(b) and all(map(is_compatible, a, b))


def coordinates(layout):
    """All coordinates of a small layout; of a large one those at which any one of its numbers counts: the
    ends of each mode, powers of two, and some that are drawn."""
    if layout.size <= SOME:
        return range(layout.size)
    inner = getattr(layout, "inner", layout)
    places, ends = 1, set()
    for extent, _ in getattr(inner, "modes", []):
        ends |= {places * k for k in (1, 2, extent - 1)} | {places - 1, places + 1}
        places *= extent
    ends |= {1 << k for k in range(layout.size.bit_length())} | {layout.size - 1}
    drawn = random.Random(layout.size)
    ends |= {drawn.randrange(layout.size) for _ in range(SOME // 4)} | set(range(SOME // 8))
    return sorted(c for c in ends if 0 <= c < layout.size)
