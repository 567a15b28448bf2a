"""Writes IR of any size, to see how what a pass costs grows.

    ir.py KIND COUNT [equal|distinct] [one|many]

COUNT items of a kind are written, each of a few operations: all of them about one layout, or each about
its own, in one function or each in its own. `KINDS` lists the kinds.
"""

import sys


# The number of an item stands for `$` in its lines.


def layout(item):
    """A layout of 512 coordinates: no two items have the same."""
    return f"(8,16,4):({64 + item},1,{16 * item + 16})"


def composed(item):
    """What `layout(item) o (4,8,(4,4)):(8,1,(32,128))` is, without the last mode."""
    return f"(4,8,4):(1,{64 + item},4)"


INNER = "(4,8,4):(8,1,32)"


def bijection(item):
    """A permutation of 4096 coordinates before an offset, so that no two items have the same."""
    return f"S<2,3,3> o {4096 * item} o (16,4,64):(4,1,64)"


# Each kind gives the arguments that an item has of its function, and its lines.


def cute(item):
    """A composition of CUTLASS' dialect."""
    outer, inner, result = (f'!cute.layout<"{text}">' for text in (layout(item), INNER, composed(item)))
    return (
        [],
        [
            f'%a$ = "bench.make"() : () -> {outer}',
            f'%b$ = "bench.make"() : () -> {inner}',
            f'%c$ = "cute.composition"(%a$, %b$) : ({outer}, {inner}) -> {result}',
        ],
    )


def fold(item):
    """A composition of constants, and its size."""
    return (
        [],
        [
            f"%a$ = layout.constant #layout.cute<{layout(item)}>",
            f"%b$ = layout.constant #layout.cute<{INNER}>",
            "%c$ = layout.compose %a$, %b$",
            "%n$ = layout.size %c$",
            '"bench.use"(%n$) : (index) -> ()',
        ],
    )


def verify(item):
    """A composition that is claimed to be a layout, which is claimed to be injective."""
    return (
        [],
        [
            f"%a$ = layout.constant #layout.cute<{layout(item)}>",
            f"%b$ = layout.constant #layout.cute<{INNER}>",
            "%c$ = layout.compose %a$, %b$",
            f"%d$ = layout.constant #layout.cute<{composed(item)}>",
            "layout.assert_equivalent %c$, %d$",
            "layout.assert_injective %d$",
        ],
    )


def isl(item):
    """A claim that no native method decides."""
    relation = f"{{ [c] -> [c + {item + 1}*floor(c/3)] : 0 <= c < 96 }}"
    return (
        [],
        [
            f'%a$ = layout.constant #layout.relation<"{relation}">',
            "layout.assert_injective %a$",
        ],
    )


def memref(item):
    """A buffer with a layout that is written and read."""
    buffer = f"memref<512x8xf16, #layout.composed<S<3,4,3> o 0 o (512,8):({8 + 8 * item},1)>>"
    return (
        [("m", buffer), ("i", "index"), ("j", "index"), ("x", "f16")],
        [
            f"memref.store %x$, %m$[%i$, %j$] : {buffer}",
            f"%y$ = memref.load %m$[%i$, %j$] : {buffer}",
            '"bench.use"(%y$) : (f16) -> ()',
        ],
    )


def static(item):
    """A store at a layout, in a loop of which the last iterations run over."""
    buffer = f"memref<{500 + item}xf32>"
    return (
        [("m", buffer), ("x", "f32")],
        [
            "%l$ = layout.constant #layout.cute<(8,64):(64,1)>",
            f"affine.for %i$ = 0 to {512 + item} {{",
            "  %o$ = layout.apply %l$(%i$) : index",
            f"  memref.store %x$, %m$[%o$] : {buffer}",
            "}",
        ],
    )


def inside(item):
    """A load and a store at layouts that stay inside, in a loop."""
    buffer = f"memref<{512 + item}xf32>"
    return (
        [("m", buffer)],
        [
            "%l$ = layout.constant #layout.cute<(8,64):(64,1)>",
            "affine.for %i$ = 0 to 512 {",
            "  %o$ = layout.apply %l$(%i$) : index",
            f"  %x$ = memref.load %m$[%o$] : {buffer}",
            f"  memref.store %x$, %m$[%i$] : {buffer}",
            "}",
        ],
    )


def dynamic(item):
    """A store into a tile of a buffer of any size."""
    return (
        [("m", "memref<?x?xf32>"), ("p", "index"), ("q", "index"), ("x", "f32")],
        [
            "%l$ = layout.constant #layout.cute<(128,128):(1@0,1@1)>",
            "layout.assume %p$ in [0, 9223372036854775807]",
            "layout.assume %q$ in [0, 9223372036854775807]",
            "affine.for %i$ = 0 to 128 {",
            "  affine.for %j$ = 0 to 128 {",
            "    %s$, %t$ = layout.apply %l$(%i$, %j$) : index, index",
            f"    %u$ = affine.apply affine_map<(d0)[s0] -> (d0 + {128 + item} * s0)>(%s$)[%p$]",
            "    %v$ = affine.apply affine_map<(d0)[s0] -> (d0 + 128 * s0)>(%t$)[%q$]",
            "    memref.store %x$, %m$[%u$, %v$] : memref<?x?xf32>",
            "  }",
            "}",
        ],
    )


def apply(item):
    """An offset of a layout behind a swizzle."""
    return (
        [("i", "index")],
        [
            f"%l$ = layout.constant #layout.composed<{bijection(item)}>",
            "%o$ = layout.apply %l$(%i$) : index",
            '"bench.use"(%o$) : (index) -> ()',
        ],
    )


def constant(item):
    """A layout, and a claim about it."""
    return (
        [],
        [
            f"%a$ = layout.constant #layout.cute<{layout(item)}>",
            "layout.assert_injective %a$",
        ],
    )


def attribute(item):
    """A constant of one of six kinds of attribute."""
    small, large = item % 97 + 1, item // 97 + 1
    kinds = [
        f"cute<({small},({large},3)):(1,({small},7))>",
        f"composed<S<2,{item % 5},3> o {item} o ({small},{large}):({large},1)>",
        f'relation<"{{ [c] -> [{large}c + floor(c/{small + 1})] : 0 <= c < {item + 2} }}">',
        f"cute<(N,{small}):({large},1) where N in [1,{item + 2}]>",
        f"tile<[{small}:{large};_]>",
        f"linear<{{register = [[1],[{2 * item + 2}]], lane = [[4],[8]]}}>",
    ]
    return [], [f"%a$ = layout.constant #layout.{kinds[item % 6]}"]


def relation(item):
    """A relation that is a layout."""
    return (
        [],
        [
            f'%a$ = layout.constant #layout.relation<"{{ [c] -> [c + {item + 8}*floor(c/8)] : 0 <= c < 64 }}">',
            "layout.assert_injective %a$",
        ],
    )


KINDS = {
    kind.__name__: kind
    for kind in (
        *(attribute, cute, fold, verify, isl, memref, static, inside),
        *(dynamic, apply, constant, relation),
    )
}


def module(kind, count, layouts, functions):
    """The lines of a module."""
    items = (kind(item if layouts == "distinct" else 0) for item in range(count))
    if functions == "many":
        for number, (arguments, lines) in enumerate(items):
            yield from function(number, [(number, arguments, lines)])
    else:
        yield from function(0, [(number, *item) for number, item in enumerate(items)])


def function(name, items):
    arguments = [f"%{value}{number}: {kind}" for number, values, _ in items for value, kind in values]
    yield f"func.func @f{name}({', '.join(arguments)}) {{"
    for number, _, lines in items:
        yield from (f"  {line.replace('$', str(number))}" for line in lines)
    yield "  return"
    yield "}"


def main(name, count, layouts="distinct", functions="many"):
    sys.stdout.writelines(f"{line}\n" for line in module(KINDS[name], int(count), layouts, functions))


if __name__ == "__main__":
    main(*sys.argv[1:])
