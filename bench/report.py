"""Reads what criterion measured, and writes the table of medians.

    report.py ours FOLDER      a line `case<TAB>ours or floor<TAB>nanoseconds` for each benchmark
    report.py page PAGE FOLDER the table of the rounds in FOLDER, into its section of the page
"""

import collections
import json
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).parent.parent
PEERS = ["pycute", "tensor-layouts", "Triton", "islpy"]
HEAD = """# Benchmarks

What the mathematics costs, and what the same costs elsewhere.
The machine is shared and its times move: the ratios are what to trust.

"""
TEXT = """## The algebra beside its floor and its peers

`bench/compare` writes this section: medians of rounds in which the library and its peers run in turn.
The floor is the same work in plain Rust on arrays of numbers, without allocation and without proofs; it is in `bench`.
The allocations are those that `crates/layout-math/tests/allocations.rs` compares with what the library does.
A peer's column is its time divided by ours; a blank means that it has no such operation, or no answer.

"""


def ours(folder):
    for estimates in sorted(pathlib.Path(folder).glob("*/*/new/estimates.json")):
        group, side = estimates.parts[-4], estimates.parts[-3]
        case = re.sub(r"_(\d+)$", r"/\1", group)
        print(f"{case}\t{side}\t{json.loads(estimates.read_text())['median']['point_estimate']:.2f}")


def time(nanoseconds):
    unit = 1000 if nanoseconds >= 999.5 else 1
    number = nanoseconds / unit
    return f"{number:.{2 if number < 10 else 1 if number < 100 else 0}f} {'us' if unit == 1000 else 'ns'}"


def ratio(number):
    return f"{number:.0f}" if number >= 10 else f"{number:.1f}"


def page(path, folder):
    samples = collections.defaultdict(list)
    for file in pathlib.Path(folder).iterdir():
        for line in file.read_text().splitlines():
            case, side, nanoseconds = line.split("\t")
            samples[case, side].append(float(nanoseconds))
    median = {key: statistics.median(values) for key, values in samples.items()}
    recorded = (ROOT / "crates/layout-math/tests/allocations.rs").read_text()
    allocations = dict(re.findall(r'"(\w+/\d+) (\d+)"', recorded))
    inputs = (ROOT / "bench/inputs.tsv").read_text().splitlines()
    order = ["/".join(line.split("\t")[:2]) for line in inputs]
    order += ["f2_apply/24", "f2_compose/24", "f2_invert/24"]
    lines = [f"| operation | rank or bits | ours | floor | ours / floor | allocations | {' | '.join(PEERS)} |"]
    lines.append("|" + "---|" * (6 + len(PEERS)))
    for case in order:
        mine = median.get((case, "ours"))
        if mine is None:
            continue
        floor = median[case, "floor"]
        operation, rank = case.split("/")
        cells = [operation.replace("_", " "), rank, time(mine), time(floor), f"{mine / floor:.1f}"]
        cells.append(allocations.get(case, ""))
        cells += [ratio(median[case, peer] / mine) if (case, peer) in median else "" for peer in PEERS]
        lines.append(f"| {' | '.join(cells)} |")
    replace(path, "bench/compare", TEXT + "\n".join(lines))


def replace(path, script, text):
    """Writes the section of a script into the page."""
    begin, end = f"<!-- {script} -->", f"<!-- the end of {script} -->"
    section = f"{begin}\n\n{text}\n\n{end}\n"
    file = pathlib.Path(path)
    page = file.read_text() if file.exists() else HEAD
    if begin in page:
        before, rest = page.split(begin)
        page = before + section + rest.split(end + "\n")[1]
    else:
        page += section
    file.write_text(page)


if __name__ == "__main__":
    {"ours": ours, "page": page}[sys.argv[1]](*sys.argv[2:])
