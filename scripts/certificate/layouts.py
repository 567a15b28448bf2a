"""Layouts as they are written, read without the library, and what holds of them by brute force."""

import itertools
import json
import re

# So many coordinates of a large layout are looked at, and all of a smaller one.
SOME = 256


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


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


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

    def __call__(self, coordinate, extended=False):
        value = list(self.constant or [0] * len(self.sizes))
        for bit, vector in enumerate(self.bases):
            if coordinate >> bit & 1:
                value = [a ^ b for a, b in zip(value, vector)]
        offset, place = 0, 1
        for part, size in zip(value, self.sizes):
            offset, place = offset + part * place, place * size
        return offset


def shape_text(text):
    """The shape of a layout with modes, whatever its strides are; of a composition, the inner one's."""
    return text.split(" o ")[-1].partition(":")[0]


READERS = {"cute": Modes, "composed": Swizzled, "linear": Linear}


def read_layout(written, symbols={}):
    """A function of the integral coordinate with a size; None where this script has no reader."""
    text = written["layout"].partition(" where ")[0]
    for name, value in symbols.items():
        text = re.sub(
            rf"(?<![\w'])(\d+\*)?{re.escape(name)}(?![\w'])",
            lambda found: str(int((found.group(1) or "1*")[:-1]) * value),
            text,
        )
    try:
        return READERS[written["notation"]](text)
    except (KeyError, ValueError, IndexError):
        return None


def holds(claim, size, functions):
    """Whether a claim holds of layouts that are walked over; None if this script cannot say."""
    tables = [[layout(c) for c in range(layout.size)] for layout in functions]
    first, values = tables[0], [value for value in tables[-1] if value is not None]
    if claim == "equivalent":
        return tables[0] == tables[1] and functions[0].size == functions[1].size
    if claim == "disjoint":
        return not set(first) & set(values) - {None}
    if claim == "injective":
        return len(set(values)) == len(values)
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


def tiles_stay_inside(shape, tiler):
    """Whether each tile `t` of `[t;t]` stays inside its mode of a shape; `_` takes the mode whole."""
    tiles = tiler.strip("[]").split(";")
    if not isinstance(shape, tuple) or len(tiles) > len(shape):
        return None
    for mode, text in zip(shape, tiles):
        if text == "_":
            continue
        tile = Modes(text if ":" in text else f"{text}:1")
        size = product(leaves(mode))
        if any(not 0 <= tile(coordinate) < size for coordinate in range(tile.size)):
            return False
    return True


def is_compatible(a, b):
    """Every coordinate of the shape a is one of b: extents of a are sizes of parts of b."""
    if isinstance(a, int):
        return a == product(leaves(b))
    return isinstance(b, tuple) and len(a) == len(b) and all(map(is_compatible, a, b))


def valuations(claim):
    """Values for the symbols of a claim, some of those that its facts allow."""
    named = re.match(r"\[([^\]]*)\] -> \{", claim.get("relations", [""])[0])
    names = [name.strip() for name in named.group(1).split(",")] if named else []
    facts = " ".join(
        written["layout"].partition(" where ")[2] + "," for written in claim["layouts"]
    )
    choices = []
    for name in names:
        ranges = re.findall(rf"(?<![\w']){re.escape(name)} in \[(-?\d+),\s*(-?\d+)\]", facts)
        remainders = re.findall(rf"(?<![\w']){re.escape(name)} mod (\d+) = (\d+)", facts)
        low, high = (
            max([int(low) for low, _ in ranges] + [1]),
            min([int(high) for _, high in ranges] + [1 << 10]),
        )
        allowed = [
            v
            for v in range(low, min(high, low + 4096) + 1)
            if all(v % int(m) == int(r) for m, r in remainders)
        ]
        choices.append({*allowed[:2], *allowed[-1:]})
    return [dict(zip(names, values)) for values in itertools.islice(itertools.product(*choices), 8)]


def coordinates(layout):
    """All coordinates of a small layout; of a large one the first, the last and powers of two."""
    if layout.size <= SOME:
        return range(layout.size)
    powers = [1 << k for k in range(layout.size.bit_length()) if 1 << k < layout.size]
    return sorted({*range(SOME // 4), *powers, *(p + 1 for p in powers[:-1]), layout.size - 1})
