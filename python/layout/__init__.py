"""GPU tensor layouts with one exact meaning.

The names are those of pycute, and so are the answers where pycute is right. Where no answer is
right, `LayoutError` says why, with a coordinate::

    >>> from layout import *
    >>> composition(Layout((4, 2, 8), (3, 12, 97)), Layout(3, 3))
    Layout.parse('3:9')
    >>> left_inverse(Layout((2, 2), (0, 1)))
    Traceback (most recent call last):
    layout.LayoutError: (2,2):(0,1) is not injective: coordinates 0 and 1 both have offset 0

A layout is a function from coordinates to offsets::

    >>> a = Layout((4, 8), (8, 1))
    >>> a(5), a(1, 1), a((1, 1)), size(a), cosize(a)
    (9, 9, 9, 32, 32)

Questions about layouts have a `Verdict`: proved, refuted with a coordinate, or unknown::

    >>> g, f = Layout((4, 6, 8), (2, 3, 5)), Layout(6, 3)
    >>> equivalent(composition(g, f), Layout((2, 3), (6, 3)))
    refuted: layouts differ at coordinate 2: 7 and 3
    >>> injective(Layout((4, 2), (1, 2))).counterexample.coordinates
    (2, 4)

A coordinate with `None` slices, and numpy takes a layout for the array of its offsets::

    >>> Layout((4, 8), (8, 1))(None, 2)
    Layout.parse('(4):(8)')
    >>> list(Layout((2, 3), (3, 1)).offsets())
    [0, 3, 1, 4, 2, 5]

Swizzles, composed, linear and relational layouts are read from their notation::

    >>> s = Layout.parse("S<3,4,3> o 0 o (8,64):(64,1)", "composed")
    >>> convert(s, "linear").kind
    'linear'

`lint` says what is wrong, or slow, in a kernel of Triton's, and `check` fails a test on it::

    >>> lint("module {")[0].message
    'the file ends inside the region that begins at 1:8'

`validate_operations` holds what the installed Triton makes of each operation of a kernel to its
layouts, and `check_lowering` fails a test on it.
"""

from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _layout
from ._layout import Layout, LayoutError
from ._lint import RULES, Finding, NewFindings, Note, Place, Rule, check, lint
from ._lowering import Lowering, validate_triton
from ._operations import (
    Operation,
    Operations,
    WrongLowering,
    check_lowering,
    split_triton,
    validate_operations,
)

__version__ = "0.1.0"

Operand = Union[Layout, int, Sequence[Any]]


class Unknown(LayoutError):
    """A question that has no answer here was taken for one with an answer."""


class Counterexample(NamedTuple):
    """What refutes a claim, as numbers.

    `coordinates` are integral; `offsets` are numbers or tuples, the first one that of the first
    coordinate, and `None` where the layout has none; `sizes` are the bound that is passed, or the sizes
    that differ; `symbols` are the values for which it refutes the claim.
    """

    coordinates: Tuple[int, ...]
    offsets: Tuple[Any, ...]
    sizes: Tuple[int, ...]
    symbols: Dict[str, int]


class Verdict(NamedTuple):
    """The answer to a question about layouts.

    `holds` is true, false, or none if the answer is unknown; `reason` is the method of the proof,
    the witness, or why it is unknown; `counterexample` has the numbers of the witness. As a truth value
    an unknown verdict raises `Unknown`.
    """

    holds: Optional[bool]
    reason: str
    counterexample: Optional[Counterexample] = None

    def __bool__(self) -> bool:
        if self.holds is None:
            raise Unknown(self.reason)
        return self.holds

    def __repr__(self) -> str:
        word = {True: "proved by", False: "refuted:", None: "unknown:"}[self.holds]
        return f"{word} {self.reason}"


def _verdict(told: Any) -> Verdict:
    holds, reason, numbers = told
    return Verdict(holds, reason, None if numbers is None else Counterexample(*numbers))


def _layout_of(value: Operand) -> Layout:
    """A layout; a shape stands for the compact layout of that shape."""
    return value if isinstance(value, Layout) else Layout(value)


def _call(name: str, *operands: Layout, **parameters: Any) -> Any:
    return _layout.evaluate(name, list(operands), parameters)


def _by_mode(
    function: Callable[[Layout, Layout], Layout], layout: Layout, tiler: Any, keeps_rest: bool
) -> Layout:
    """The function of each mode and its part of a tiler, and perhaps the modes that it does not reach."""
    if tiler is None:
        return layout
    if isinstance(tiler, Layout):
        return function(layout, tiler)
    modes = _layout.modes(layout, len(tiler))
    tiled = [_by_mode(function, mode, part, keeps_rest) for mode, part in zip(modes, tiler)]
    return make_layout(*tiled, *(modes[len(tiler) :] if keeps_rest else []))


def _zipped(name: str, layout: Layout, tiler: Any) -> Tuple[Layout, Layout]:
    """The tiles, and what is left: one element of a mode that is taken whole."""
    if tiler is None:
        return layout, Layout(1, 0)
    if isinstance(tiler, Layout):
        tile, rest = _layout.modes(_call(f"zipped_{name}", layout, tiler), 2)
        return tile, rest
    modes = _layout.modes(layout, len(tiler))
    tiles, rests = zip(*(_zipped(name, mode, part) for mode, part in zip(modes, tiler)))
    return make_layout(*tiles), make_layout(*rests, *modes[len(tiler) :])


def _tiled(grouping: str, name: str, layout: Layout, tiler: Any) -> Layout:
    """A division or a product by a tiler of any depth."""
    tiler = _layout.tiler(tiler)
    if isinstance(tiler, Layout):
        return _call(f"{grouping}_{name}", layout, tiler)
    inner = _layout.inner(layout)
    if grouping == "logical":
        tiled = _by_mode(lambda mode, part: _call(f"logical_{name}", mode, part), inner, tiler, True)
    else:
        tile, rest = _zipped(name, inner, tiler)
        tiles = _layout.modes(tile, 1) if grouping == "flat" else [tile]
        rests = [rest] if grouping == "zipped" else _layout.modes(rest, 1)
        tiled = make_layout(*tiles, *rests)
    return _layout.with_inner(layout, tiled)


def make_layout(*layouts: Operand) -> Layout:
    """The layouts as the modes of one: at (c0, c1, ...) the sum of their offsets."""
    return _call("concat", *map(_layout_of, layouts))


def size(layout: Operand) -> int:
    """The number of coordinates."""
    return _layout_of(layout).size()


def cosize(layout: Operand) -> int:
    """The size of the smallest buffer that holds all offsets: one more than the greatest offset, or for a
    CuTe layout with negative strides the extent of their range, as `3:-2` has cosize 5."""
    return _layout_of(layout).cosize()


def rank(layout: Layout) -> int:
    """The number of top-level modes."""
    return len(layout)


def composition(left: Layout, right: Any) -> Layout:
    """The layout that is `left(right(c))` at c; by mode if `right` is a tiler.

    A tiler is a tuple of layouts, extents, `None` for a whole mode, and tilers of modes that are
    nested; modes that it does not reach are dropped, as in CuTe's C++.
    Where `right` reaches past `left`, the last mode of `left` is extended, as in CuTe;
    `stays_inside` says whether it does. If no notation of a layout writes the function the result
    is a relation.
    """
    tiler = _layout.tiler(right)
    if isinstance(tiler, Layout):
        return _layout.compose(left, tiler)
    return _layout.with_inner(left, _by_mode(_layout.compose, _layout.inner(left), tiler, False))


def stays_inside(left: Layout, right: Layout) -> Verdict:
    """Do all offsets of `right` lie in the domain of `left`?"""
    told = _layout.stays_inside(left, right)
    if told is None:
        return Verdict(None, f"{left} and {right} have no composition that could leave {left}")
    return _verdict(told)


def coalesce(layout: Operand, profile: Any = None) -> Layout:
    """The same function with the fewest modes; each mode of the profile by itself."""
    return _call("coalesce", _layout_of(layout), profile=profile)


def filter(layout: Layout) -> Layout:  # noqa: A001 (the name is CuTe's)
    """Without the modes of stride 0 and of extent 1, coalesced."""
    return _call("filter", layout)


def flatten(layout: Layout) -> Layout:
    """The same layout without nesting."""
    return _call("flatten", layout)


def complement(layout: Layout, cosize: int) -> Layout:
    """The layout of what `layout` leaves out of `[0, cosize)`, in order."""
    return _call("complement", layout, size=cosize)


def inverse(layout: Layout) -> Layout:
    """The layout that undoes a bijection onto `[0, size)`."""
    return _call("inverse", layout)


def left_inverse(layout: Layout) -> Layout:
    """A layout R with R(layout(c)) = c for every coordinate."""
    return _call("left_inverse", layout)


def right_inverse(layout: Layout) -> Layout:
    """The longest layout R with layout(R(c)) = c."""
    return _call("right_inverse", layout)


def logical_divide(layout: Layout, tiler: Any) -> Layout:
    """The composition with a tile and what the tile leaves out, by mode for a tiler."""
    return _tiled("logical", "divide", layout, tiler)


def zipped_divide(layout: Layout, tiler: Any) -> Layout:
    """`logical_divide` with all tiles in mode 0 and what is left in mode 1."""
    return _tiled("zipped", "divide", layout, tiler)


def tiled_divide(layout: Layout, tiler: Any) -> Layout:
    """`zipped_divide` with the modes of what is left side by side."""
    return _tiled("tiled", "divide", layout, tiler)


def flat_divide(layout: Layout, tiler: Any) -> Layout:
    """`zipped_divide` with all modes side by side."""
    return _tiled("flat", "divide", layout, tiler)


def logical_product(layout: Layout, tiler: Any) -> Layout:
    """The layout, repeated in its complement as the tiler says."""
    return _tiled("logical", "product", layout, tiler)


def zipped_product(layout: Layout, tiler: Any) -> Layout:
    """`logical_product` with all tiles in mode 0."""
    return _tiled("zipped", "product", layout, tiler)


def tiled_product(layout: Layout, tiler: Any) -> Layout:
    """`zipped_product` with the modes of the repetition side by side."""
    return _tiled("tiled", "product", layout, tiler)


def blocked_product(layout: Layout, tiler: Layout) -> Layout:
    """`logical_product` mode by mode, the tile inside."""
    return _call("blocked_product", layout, tiler)


def raked_product(layout: Layout, tiler: Layout) -> Layout:
    """`logical_product` mode by mode, the tile outside."""
    return _call("raked_product", layout, tiler)


def recast(layout: Layout, new_bits: int, old_bits: int) -> Layout:
    """The same bits as elements of another size."""
    return _call("recast", layout, old_bits=old_bits, new_bits=new_bits)


def evaluate(name: str, *operands: Operand, **parameters: Any) -> Any:
    """Any operation of the dialect by its name, with its parameters by theirs."""
    return _call(name, *map(_layout_of, operands), **parameters)


def convert(layout: Layout, to: str) -> Layout:
    """The same function as "cute", "composed", "linear" or "relation"."""
    return _layout.convert(layout, to)


def relation(layout: Layout, natural: bool = False) -> str:
    """The integer set relation of the layout, of natural coordinates if asked for."""
    return _layout.relation(layout, natural)


def equivalent(left: Layout, right: Layout) -> Verdict:
    """Are the layouts the same function of the integral coordinate?"""
    return _verdict(_layout.equivalent(left, right))


def injective(layout: Layout) -> Verdict:
    """Do no two coordinates have the same offset?"""
    return _verdict(_layout.injective(layout))


def surjective(layout: Layout, size: Optional[int] = None) -> Verdict:
    """Is each number below `size`, or up to the greatest offset, the offset of a coordinate?"""
    return _verdict(_layout.surjective(layout, size))


def bijective(layout: Layout, size: Optional[int] = None) -> Verdict:
    """Is each number below `size`, or up to the greatest offset, the offset of one coordinate?"""
    return _verdict(_layout.bijective(layout, size))


def increasing(layout: Layout) -> Verdict:
    """Is each offset greater than the one before?"""
    return _verdict(_layout.increasing(layout))


def disjoint(left: Layout, right: Layout) -> Verdict:
    """Is no offset of one layout an offset of the other?"""
    return _verdict(_layout.disjoint(left, right))


def compatible(left: Layout, right: Layout) -> Verdict:
    """Is the shape of the left layout compatible with that of the right one?"""
    return _verdict(_layout.compatible(left, right))


def in_bounds(layout: Layout, size: int) -> Verdict:
    """Are all offsets in `[0, size)`?"""
    return _verdict(_layout.in_bounds(layout, size))


__all__: List[str] = [
    "Counterexample",
    "Finding",
    "Layout",
    "LayoutError",
    "Lowering",
    "NewFindings",
    "Note",
    "Operation",
    "Operations",
    "Place",
    "RULES",
    "Rule",
    "Unknown",
    "Verdict",
    "WrongLowering",
    "bijective",
    "blocked_product",
    "check",
    "check_lowering",
    "coalesce",
    "compatible",
    "complement",
    "composition",
    "convert",
    "cosize",
    "disjoint",
    "equivalent",
    "evaluate",
    "filter",
    "flat_divide",
    "flatten",
    "in_bounds",
    "increasing",
    "injective",
    "inverse",
    "left_inverse",
    "lint",
    "logical_divide",
    "logical_product",
    "make_layout",
    "raked_product",
    "rank",
    "recast",
    "relation",
    "right_inverse",
    "size",
    "split_triton",
    "stays_inside",
    "surjective",
    "tiled_divide",
    "tiled_product",
    "validate_operations",
    "validate_triton",
    "zipped_divide",
    "zipped_product",
]
