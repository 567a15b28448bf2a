"""The file of what is known: the counts of the last whole run, and why each survivor changes nothing."""

import collections

from . import mutants

HEADER = "module\tlisted\tchosen\tcompiled\tkilled\tof these by time\tsurvived"
# What the log says of a mutant that does not compile.
LEFT_OUT = "does not compile"


def read(path):
    """The explanations, by the name of the mutant."""
    explained = {}
    for line in path.read_text().splitlines() if path.is_file() else []:
        if line and not line.startswith("#"):
            name, _, why = line.partition("\t")
            explained[name] = why.strip()
    return explained


def table(listed, chosen, found):
    """The counts of each module and of all, as lines."""
    counts = collections.defaultdict(lambda: [0] * 6)
    for mutant in listed:
        counts[mutant.module][0] += 1
    for mutant in chosen:
        row, killed = counts[mutant.module], found[mutant.name]
        row[1] += 1
        if killed == LEFT_OUT:
            continue
        row[2] += 1
        row[3] += killed != ""
        row[4] += killed == "no end"
        row[5] += killed == ""
    rows = {module: counts[module] for module in mutants.MODULES if module in counts}
    rows["all"] = [sum(row[at] for row in rows.values()) for at in range(6)]
    return [HEADER, *("\t".join([module, *map(str, row)]) for module, row in rows.items())]


def write(path, command, lines, explained):
    """The counts as comments, then the survivors."""
    text = [
        "# What `scripts/mutation-test` found, and each mutant that no test kills, with the reason why no test can.",
        f"# {command}",
        *(f"# {line}" for line in lines),
        *(f"{name}\t{why}" for name, why in sorted(explained.items())),
    ]
    path.write_text("\n".join(text) + "\n")
