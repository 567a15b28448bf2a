"""Times other implementations on the inputs of inputs.tsv: a line `case<TAB>peer<TAB>nanoseconds` for each.

Objects are made before the clock starts, as they are for the library.
"""

import importlib
import pathlib
import statistics
import sys
import time
import timeit

INPUTS = pathlib.Path(__file__).parent / "inputs.tsv"


def cases():
    """The operation, the rank and the operands of each case."""
    for line in INPUTS.read_text().splitlines():
        operation, rank, *operands = line.split("\t")
        yield operation, rank, operands


def parts(text):
    """Shape and stride of a layout, as nested tuples."""
    shape, stride = text.split(":")
    return eval(shape), eval(stride)


def report(case, peer, function):
    """Prints the median of some runs in processor time, each long enough for the clock."""
    timer = timeit.Timer(function, timer=time.process_time)
    number, _ = timer.autorange()
    number = max(1, number // 4)
    runs = [seconds / number for seconds in timer.repeat(7, number)]
    print(f"{case}\t{peer}\t{statistics.median(runs) * 1e9:.1f}", flush=True)


def algebra(peer, library):
    """The algebra of CuTe, in a library that has CuTe's names."""

    def layout(text):
        shape, stride = parts(text)
        return library.Layout(shape, stride)

    for operation, rank, operands in cases():
        first = layout(operands[0])
        if operation == "offset":
            coordinate = int(operands[1])
            function = lambda: first(coordinate)
        elif operation == "complement":
            size = int(operands[1])
            function = lambda: library.complement(first, size)
        elif operation in ("compose", "divide"):
            second = layout(operands[1])
            name = {"compose": "composition", "divide": "logical_divide"}[operation]
            if not hasattr(library, name):
                name = operation
            call = getattr(library, name)
            function = lambda: call(first, second)
        elif operation in ("right_inverse", "left_inverse", "coalesce"):
            call = getattr(library, operation, None)
            if call is None:
                continue
            function = lambda: call(first)
        elif operation == "equal":
            second = layout(operands[1])
            function = lambda: library.coalesce(first) == library.coalesce(second)
        else:
            continue
        try:
            function()
        except Exception:  # The peer has no answer here.
            continue
        report(f"{operation}/{rank}", peer, function)


def matrices():
    """Dense matrices of 24 bits in Triton's binding."""
    layouts = importlib.import_module("triton.tools").LinearLayout
    state, columns = 1, []
    for bit in range(24):
        state = (state * 6364136223846793005 + 1) % 2**64
        columns.append([state >> 40 & ~((1 << bit) - 1) | 1 << bit])
    layout = layouts.from_bases([("i", columns)], ["i"])
    report("f2_invert/24", "Triton", layout.invert)
    report("f2_compose/24", "Triton", lambda: layout.compose(layout))
    report("f2_apply/24", "Triton", lambda: layout.apply({"i": 0x5A5A5A}))


def relations():
    """The paper's composition and equality on isl's relations of the layouts."""
    isl = importlib.import_module("islpy")

    def relation(text):
        extents, strides = (flat(part) for part in parts(text))
        size, terms, before = 1, [], 1
        for extent, stride in zip(extents, strides):
            size *= extent
            terms.append(f"{stride}*(floor(c/{before}) mod {extent})")
            before *= extent
        return isl.Map(f"{{ [c] -> [{' + '.join(terms)}] : 0 <= c < {size} }}")

    for operation, rank, operands in cases():
        if operation in ("compose", "equal") and rank == "3":
            first, second = relation(operands[0]), relation(operands[1])
            if operation == "compose":
                report(f"{operation}/{rank}", "islpy", lambda: second.apply_range(first))
            else:
                report(f"{operation}/{rank}", "islpy", lambda: first.is_equal(second))


def flat(tree):
    """The leaves of nested tuples."""
    return [leaf for part in tree for leaf in flat(part)] if isinstance(tree, tuple) else [tree]


def run(name, task, *arguments):
    """A peer that is not there, or is another one by now, has no column."""
    try:
        task(*arguments)
    except Exception as error:
        print(f"{name}: {error}", file=sys.stderr)


if __name__ == "__main__":
    for peer, module in [("pycute", "pycute"), ("tensor-layouts", "tensor_layouts")]:
        try:
            library = importlib.import_module(module)
        except ImportError:
            continue
        run(peer, algebra, peer, library)
    run("triton", matrices)
    run("islpy", relations)
