"""The mutants of a tree, as cargo-mutants lists them, and which of them are judged."""

import collections
import dataclasses
import hashlib
import json
import subprocess
import sys

# What a mutant may be in, by the name under which it is counted: where its files are, and how many of 100 are
# chosen there. A file belongs to the first that it begins with.
MODULES = {
    "affine": ("crates/layout-math/src/affine", 4),
    "cute": ("crates/layout-math/src/cute", 10),
    "linear": ("crates/layout-math/src/linear", 7),
    "relation": ("crates/layout-math/src/relation", 8),
    "algebra": ("crates/layout-math/src/algebra", 8),
    "code": ("crates/layout-math/src/code", 6),
    "validate": ("crates/layout-math/src/validate", 8),
    "lowering": ("crates/layout-lowering/src", 24),
    "passes": ("src/passes", 25),
}
# What is changed: the value of a function, an operator, an arm of a match, the guard of an arm.
GENRES = ("FnValue", "BinaryOperator", "UnaryOperator", "MatchArm", "MatchArmGuard")


@dataclasses.dataclass(frozen=True)
class Mutant:
    """A change of one place; its name stays the same when lines before it come or go."""

    name: str
    module: str
    file: str
    line: int
    genre: str
    replacement: str
    # The places of what is replaced, each a line and a column, both from 1.
    begin: tuple
    end: tuple

    def order(self, seed):
        return hashlib.sha256(f"{seed} {self.name}".encode()).digest()


def module_of(file):
    for module, (begin, _) in MODULES.items():
        if file.startswith((begin + "/", begin + ".rs")):
            return module
    return None


def listed(root, diff=None):
    """All mutants of the modules, or those on lines that a diff touches, in the order of their places."""
    command = ["cargo", "mutants", "--workspace", "--list", "--json", "--no-config"]
    for begin, _ in MODULES.values():
        command += ["--file", f"{begin}/**", "--file", f"{begin}.rs"]
    if diff:
        command += ["--in-diff", diff]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{run.stderr}cargo-mutants is needed: cargo install cargo-mutants --locked")
    entries = json.loads(run.stdout or "[]")
    place = lambda at: (at["line"], at["column"])  # noqa: E731
    entries.sort(key=lambda e: (e["file"], place(e["span"]["start"]), e["replacement"]))
    seen = collections.Counter()
    for entry in entries:
        module = module_of(entry["file"])
        if not module or entry["genre"] not in GENRES:
            continue
        # `FILE:LINE:COLUMN: replace ... with ... in ...`
        what = entry["name"].split(": ", 1)[1]
        name = f"{entry['file']}: {what}"
        seen[name] += 1
        if seen[name] > 1:
            name += f" #{seen[name]}"
        begin, end = place(entry["span"]["start"]), place(entry["span"]["end"])
        yield Mutant(name, module, entry["file"], begin[0], entry["genre"], entry["replacement"], begin, end)


def chosen(mutants, count, seed):
    """So many of them, spread over the modules; the same for a seed as long as the code is the same."""
    by_module = collections.defaultdict(list)
    for mutant in sorted(mutants, key=lambda m: m.order(seed)):
        by_module[mutant.module].append(mutant)
    return [
        mutant
        for module, (_, share) in MODULES.items()
        for mutant in by_module[module][: -(-count * share // 100)]
    ]
