"""Every name of pycute, with answers that are right: `import layout.pycute as pycute`.

A layout is `layout.Layout`, and tuples are Python's. Where pycute's answer is wrong `LayoutError` says
why, with a coordinate, or the answer is another one that is right::

    >>> from layout.pycute import *
    >>> composition(Layout((4, 2, 8), (3, 12, 97)), Layout(3, 3))
    Layout.parse('3:9')
    >>> complement(Layout((2, 2), (1, 1)), 8)
    Traceback (most recent call last):
    layout.LayoutError: (2,2):(1,1) is not injective: coordinates 1 and 2 both have offset 1

A coordinate with `None` slices, a tiler is a tuple with `None` for a whole mode::

    >>> Layout((4, (2, 8)), (2, (1, 8)))(None, 3)
    Layout.parse('(4):(2)')
    >>> slice_((None, 2), (4, 8))
    (4,)
"""

from abc import ABC
from typing import Any, List, Optional, Tuple, Union

import layout as _layout
from layout import Layout, LayoutError, cosize


class Integer(ABC):
    """What counts as an integer: `int` and what is derived from it, not `bool`."""

    @classmethod
    def __subclasshook__(cls, other: type) -> bool:
        return other is not bool and issubclass(other, int)


def is_int(x: Any) -> bool:
    return isinstance(x, Integer)


def is_tuple(x: Any) -> bool:
    return isinstance(x, tuple)


class _IsLayout(type):
    def __instancecheck__(cls, x: Any) -> bool:
        return isinstance(x, (Layout, ComposedLayout))


class LayoutBase(metaclass=_IsLayout):
    """The class that pycute derives layouts from: `isinstance(x, LayoutBase)`."""


def is_layout(x: Any) -> bool:
    return isinstance(x, LayoutBase)


# Tuples of integers.


def _congruent(a: tuple, b: tuple) -> None:
    if len(a) != len(b):
        raise LayoutError(f"{a} and {b} are not congruent")


def flatten(t: Any) -> Any:
    """The leaves of a tuple; of a layout the layout without nesting."""
    if isinstance(t, Layout):
        return _layout.flatten(t)
    return tuple(leaf for part in t for leaf in flatten(part)) if is_tuple(t) else (t,)


def signum(a: int) -> int:
    return (0 < a) - (a < 0)


def product(a: Any) -> int:
    found = 1
    for leaf in flatten(a):
        found *= leaf
    return found


def inner_product(a: Any, b: Any) -> int:
    if not is_tuple(a) and not is_tuple(b):
        return a * b
    _congruent(a, b)
    return sum(inner_product(x, y) for x, y in zip(a, b))


def tuple_max(a: Any) -> int:
    return max(flatten(a))


def elem_scale(a: Any, b: Any) -> Any:
    """Each leaf of `a` times the product of what stands at its place in `b`."""
    if not is_tuple(a):
        return a * product(b)
    _congruent(a, b)
    return tuple(elem_scale(x, y) for x, y in zip(a, b))


def shape_div(a: Any, b: Any) -> Any:
    """What is left of the shape `a` after its first `b` elements are one."""
    if is_tuple(a) and is_tuple(b):
        _congruent(a, b)
        return tuple(shape_div(x, y) for x, y in zip(a, b))
    if is_tuple(a):
        parts = []
        for part in a:
            parts.append(shape_div(part, b))
            b = shape_div(b, product(part))
        return tuple(parts)
    b = product(b)
    if a % b != 0 and b % a != 0:
        raise LayoutError(f"neither of {a} and {b} divides the other")
    return -(-a // b)


def prefix_product(a: Any, init: Any = 1) -> Any:
    """The strides of the compact layout of a shape, leftmost mode fastest."""
    if is_tuple(a) and is_tuple(init):
        _congruent(a, init)
        return tuple(prefix_product(x, i) for x, i in zip(a, init))
    if is_tuple(a):
        parts = []
        for part in a:
            parts.append(prefix_product(part, init))
            init = init * product(part)
        return tuple(parts)
    if is_tuple(init):
        raise LayoutError(f"{a} and {init} are not congruent")
    return init


def idx2crd(idx: Any, shape: Any, stride: Any = None) -> Any:
    stride = prefix_product(shape) if stride is None else stride
    if is_tuple(shape):
        indices = idx if is_tuple(idx) else (idx,) * len(shape)
        _congruent(indices, shape)
        _congruent(shape, stride)
        return tuple(idx2crd(i, s, d) for i, s, d in zip(indices, shape, stride))
    if is_tuple(idx):
        raise LayoutError(f"{idx} is not a coordinate of {shape}")
    return (idx // stride) % shape


def crd2idx(crd: Any, shape: Any, stride: Any = None) -> int:
    """The offset of a coordinate, in which `None` is 0; past the end the last mode goes on."""
    stride = prefix_product(shape) if stride is None else stride
    if not is_tuple(shape):
        if is_tuple(crd):
            raise LayoutError(f"{crd} is not a coordinate of {shape}")
        return (0 if crd is None else crd) * stride
    if not is_tuple(crd):
        rest, parts = (0 if crd is None else crd), []
        for part in shape[:-1]:
            parts.append(rest % product(part))
            rest //= product(part)
        crd = tuple(parts) + (rest,) * (len(shape) > 0)
    _congruent(crd, shape)
    _congruent(shape, stride)
    return sum(crd2idx(c, s, d) for c, s, d in zip(crd, shape, stride))


def crd2crd(crd: Any, dst_shape: Any, src_shape: Any = None) -> Any:
    """The coordinate in another shape."""
    if is_tuple(crd) and is_tuple(dst_shape):
        _congruent(crd, dst_shape)
        return tuple(crd2crd(c, s) for c, s in zip(crd, dst_shape))
    if is_tuple(crd):
        if src_shape is None:
            raise LayoutError(f"{crd} has no shape")
        return crd2idx(crd, src_shape)
    if is_tuple(dst_shape):
        return idx2crd(crd, dst_shape)
    if crd >= dst_shape:
        raise LayoutError(f"coordinate {crd} is outside {dst_shape}")
    return crd


def slice_(crd: Any, trg: Any) -> Tuple[Any, ...]:
    """The parts of `trg` that are paired with `None`."""
    if is_tuple(crd):
        if not is_tuple(trg):
            raise LayoutError(f"{crd} is not a coordinate of {trg}")
        _congruent(crd, trg)
        return tuple(part for c, t in zip(crd, trg) for part in slice_(c, t))
    return (trg,) if crd is None else ()


def has_none(a: Any) -> bool:
    return any(leaf is None for leaf in flatten(a))


def slice_and_offset(crd: tuple, layout: Layout) -> Tuple[Layout, int]:
    """The modes that are paired with `None`, and the offset of the rest."""
    left = layout(crd) if has_none(crd) else Layout((), ())
    return left, crd2idx(crd, layout.shape, layout.stride)


# Layouts. A shape stands for its compact layout, `None` for no change.


def _whole(layout: Any) -> Any:
    return Layout(layout) if is_int(layout) else layout


def make_layout(*layouts: Any) -> Layout:
    """The layouts, or those of one list, as the modes of one."""
    if len(layouts) == 1 and not is_layout(layouts[0]):
        layouts = tuple(layouts[0])
    return _layout.make_layout(*layouts)


def size(layout: Any) -> int:
    return layout.size() if is_layout(layout) or isinstance(layout, Swizzle) else product(layout)


def _by_mode(function: Any, layout: Layout, profile: Any) -> Layout:
    """The function on each mode that the profile has, the modes after them as they are."""
    if not is_tuple(profile):
        return function(layout)
    modes = [_by_mode(function, layout[i], part) for i, part in enumerate(profile)]
    return make_layout(modes + [layout[i] for i in range(len(profile), len(layout))])


def coalesce(layout: Layout, profile: Any = None) -> Layout:
    """The same function with the fewest modes; each mode of the profile by itself."""
    return _by_mode(_layout.coalesce, layout, profile)


def filter(layout: Layout, profile: Any = None) -> Layout:  # noqa: A001 (the name is pycute's)
    """Without modes of stride 0 and extent 1; each mode of the profile by itself."""
    return _by_mode(_layout.filter, layout, profile)


def _whole_tiler(layout: Layout, tiler: Any) -> Any:
    """The tiler with `None` for each mode that it does not reach."""
    if not is_tuple(tiler):
        return tiler
    modes = list(layout)
    parts = [_whole_tiler(mode, part) for mode, part in zip(modes, tiler)]
    return (*parts, *tiler[len(modes) :], *(None,) * (len(modes) - len(tiler)))


def composition(layoutA: Layout, layoutB: Any) -> Layout:
    """The composition, by mode at every level of a tiler; the modes that it does not reach stay."""
    return _layout.composition(layoutA, _whole_tiler(layoutA, layoutB))


def complement(layout: Any, max_idx: int = 1) -> Layout:
    """What the layout leaves out of `[0, max_idx)`, and of its cosize at least."""
    return _layout.complement(_whole(layout), max_idx)


def right_inverse(layout: Any) -> Optional[Layout]:
    return None if layout is None else _layout.right_inverse(_whole(layout))


def left_inverse(layout: Any) -> Optional[Layout]:
    return None if layout is None else _layout.left_inverse(_whole(layout))


def logical_divide(layoutA: Layout, layoutB: Any) -> Layout:
    return _layout.logical_divide(layoutA, layoutB)


def logical_product(layoutA: Layout, layoutB: Any) -> Layout:
    return _layout.logical_product(layoutA, layoutB)


def hier_unzip(splitter: Any, layoutA: Layout, layoutB: Any) -> Layout:
    """`splitter` by mode, the first modes of its results in mode 0 and the second ones in mode 1."""
    if layoutB is None:
        return make_layout(Layout(1, 0), layoutA)
    if not is_tuple(layoutB):
        return splitter(layoutA, layoutB)
    split = [hier_unzip(splitter, layoutA[i], part) for i, part in enumerate(layoutB)]
    rest = [layoutA[i] for i in range(len(layoutB), len(layoutA))]
    return make_layout(make_layout([s[0] for s in split]), make_layout([s[1] for s in split] + rest))


def _tiled(zipped: Layout) -> Layout:
    """The modes of mode 1 side by side."""
    return make_layout([zipped[0]] + [zipped[1][i] for i in range(len(zipped[1]))])


def zipped_divide(layoutA: Layout, layoutB: Any) -> Layout:
    """All tiles in mode 0, what is left in mode 1; `None` is a tile of one element."""
    return hier_unzip(logical_divide, layoutA, layoutB)


def tiled_divide(layoutA: Layout, layoutB: Any) -> Layout:
    return _tiled(zipped_divide(layoutA, layoutB))


def zipped_product(layoutA: Layout, layoutB: Any) -> Layout:
    return hier_unzip(logical_product, layoutA, layoutB)


def tiled_product(layoutA: Layout, layoutB: Any) -> Layout:
    return _tiled(zipped_product(layoutA, layoutB))


# Swizzles.


def shiftl(a: int, s: int) -> int:
    return a << s if 0 <= s else a >> -s


def shiftr(a: int, s: int) -> int:
    return shiftl(a, -s)


class Swizzle:
    """CuTe's Swizzle: bits of an offset are xored to others."""

    def __init__(self, bits: int, base: int, shift: int) -> None:
        self.layout = Layout.parse(f"S<{bits},{base},{shift}>", "swizzle")
        self.bits, self.base, self.shift = bits, base, shift
        mask = (1 << bits) - 1
        self.yyy_msk, self.zzz_msk = mask << (base + max(0, shift)), mask << (base - min(0, shift))

    def __call__(self, offset: int) -> int:
        return offset ^ shiftr(offset & self.yyy_msk, self.shift)

    def size(self) -> int:
        return 1 << (self.bits + self.base + abs(self.shift))

    def cosize(self) -> int:
        return self.size()

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Swizzle) and self.layout == other.layout

    def __hash__(self) -> int:
        return hash(self.layout)

    def __str__(self) -> str:
        return f"SW_{self.bits}_{self.base}_{self.shift}"

    def __repr__(self) -> str:
        return f"Swizzle({self.bits},{self.base},{self.shift})"


class ComposedLayout:
    """`c -> layoutB(offset + layoutA(c))`."""

    def __init__(self, layoutB: Any, offset: int, layoutA: Any) -> None:
        self.layoutB, self.offset, self.layoutA = layoutB, offset, layoutA

    def __eq__(self, other: Any) -> bool:
        parts = lambda x: (x.layoutB, x.offset, x.layoutA)  # noqa: E731
        return isinstance(other, ComposedLayout) and parts(self) == parts(other)

    def __hash__(self) -> int:
        return hash((self.layoutB, self.offset, self.layoutA))

    def __len__(self) -> int:
        return len(self.layoutA)

    def __call__(self, *args: Any) -> Any:
        return self.layoutB(self.offset + self.layoutA(*args))

    def __getitem__(self, i: int) -> "ComposedLayout":
        return ComposedLayout(self.layoutB, self.offset, self.layoutA[i])

    def size(self) -> int:
        return size(self.layoutA)

    def cosize(self) -> int:
        return cosize(self.layoutB) if isinstance(self.layoutB, Layout) else self.layoutB.cosize()

    def __str__(self) -> str:
        return f"{self.layoutB} o {self.offset} o {self.layoutA}"

    def __repr__(self) -> str:
        return f"ComposedLayout({self.layoutB!r},{self.offset!r},{self.layoutA!r})"


__all__: List[str] = [
    name for name in dir() if not name.startswith("_") and name not in ("ABC", "Any", "List", "Optional", "Tuple", "Union")
]
