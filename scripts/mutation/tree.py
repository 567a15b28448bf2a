"""A copy of the tree with the mutants in it, and the test programs that are built of it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

from . import switch

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target/mutation"
TREE = WORK / "tree"
BUILT = WORK / "build"
LIBRARY = "crates/layout-math/src/"
# What lit hands on to the tests, and a folder of its own for each run.
SETTINGS = """
for name in ("LAYOUT_MUTANT", "LAYOUT_MUTANTS_REACHED", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.test_exec_root = os.path.join(os.environ.get("TMPDIR", "/tmp"), "lit")
"""
# The test programs of the root package that ask the mathematics, the lowering or the passes; the others are
# about what other crates do with them.
ROOT_TESTS = """
    algebra array_laws bounds_laws bounds_runs code composition_laws convert cute_laws flatten_runs judge
    linear_laws lowering_runs paper_algorithms paper_errata raise real_cute relation_laws relation_paper
    relation_text rewrite_laws sign_laws tiled_atoms validate verify_mutations zero_runs
""".split()
# Tests of code that is hardly made faster are built much sooner, and take not much longer.
PROFILES = "".join(
    f'[profile.release.package.{package}]\nopt-level = 1\n'
    for package in ("layout", *(path.name for path in (ROOT / "crates").iterdir()))
)
# What cargo builds of each package that is judged by.
PROGRAMS = {
    "layout-math": ["--lib", "--test", "each_method", "--test", "refinement"],
    "layout-lowering": ["--lib", "--tests"],
    "layout-fuzz": ["--tests"],
    "layout": ["--lib", "--bins", *(f"--test={name}" for name in ROOT_TESTS)],
}


def environment(**more):
    """Where cargo builds, and what its settings put into the environment of tests."""
    settings = tomllib.loads((ROOT / ".cargo/config.toml").read_text()).get("env", {})
    plain = {name: value for name, value in settings.items() if isinstance(value, str)}
    return plain | dict(os.environ) | {"CARGO_TARGET_DIR": str(BUILT)} | more


def write(path, text):
    """Leaves a file alone that has this text: what has not changed is not compiled again."""
    if not path.is_file() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


def copied():
    """Brings the copy up to date, but for the files that mutants are in, and says which files it has."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    files = {name for name in names.split("\0") if (ROOT / name).is_file()}
    for path in TREE.rglob("*"):
        if path.is_file() and str(path.relative_to(TREE)) not in files | {f"{LIBRARY}mutant.rs"}:
            path.unlink()
    return files


def switched(files, mutants, left_out):
    """Writes the copy with these mutants, but for those whose number is left out.

    Returns the numbers of those that cannot be written."""
    by_file = {}
    for number, mutant in mutants.items():
        by_file.setdefault(mutant.file, []).append((number, mutant))
    impossible = set()
    for name in files:
        text = (ROOT / name).read_bytes()
        if name in by_file:
            crate = b"crate" if name.startswith(LIBRARY) else b"layout_math"
            source = switch.Source(text, crate + b"::mutant::is_on")
            for number, mutant in by_file[name]:
                if number not in left_out and not source.add(number, mutant):
                    impossible.add(number)
            text = source.written()
        elif name == f"{LIBRARY}lib.rs":
            text += b"/// Which mutant of this tree runs.\npub mod mutant;\n"
        elif name == "Cargo.toml":
            text += PROFILES.encode()
        elif name == "lit.cfg.py":
            text += SETTINGS.encode()
        write(TREE / name, text)
        shutil.copymode(ROOT / name, TREE / name)
    module = switch.MODULE.replace("COUNT", str(max(mutants, default=0) + 1))
    write(TREE / f"{LIBRARY}mutant.rs", module.encode())
    return impossible


def cargo(*command):
    """Runs cargo in the copy. Returns its messages, of which the errors that name no place are printed."""
    run = subprocess.run(
        ["cargo", *command, "--release", "--message-format=json"],
        cwd=TREE, env=environment(), stdout=subprocess.PIPE, text=True, check=False,
    )
    return run.returncode, [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def written(span):
    """The place in the copy that a place of the compiler's stands for: where a macro is used, not its text."""
    while not (TREE / span["file_name"]).is_file() and span.get("expansion"):
        span = span["expansion"]["span"]
    return span


def refused(messages):
    """The numbers of the mutants that the compiler has an error at."""
    numbers, others = set(), []
    texts = {}
    for message in messages:
        message = message.get("message")
        if not isinstance(message, dict) or message.get("level") != "error":
            continue
        found = set()
        for primary, mutants_at in ((True, switch.mutants_at), (False, switch.mutants_at), (True, switch.arms_at)):
            for span in message["spans"]:
                if span["is_primary"] == primary and not found:
                    span = written(span)
                    path = TREE / span["file_name"]
                    if path.is_file():
                        text = texts.setdefault(path, path.read_bytes())
                        found.update(mutants_at(text, span["byte_start"]))
        numbers |= found
        if not found and message["spans"]:
            others.append(message["rendered"])
    return numbers, others


def built(mutants):
    """Builds the tests with the mutants. Returns what does not compile, and the test programs, each with the
    folder that it runs in."""
    files = copied()
    left_out = set()
    left_out |= switched(files, mutants, left_out)
    programs = {}
    for package, what in PROGRAMS.items():
        while True:
            status, messages = cargo("test", "--no-run", "--package", package, *what)
            if status == 0:
                break
            numbers, others = refused(messages)
            if not numbers:
                sys.exit("".join(others) or "the copy does not compile, and no mutant is why")
            print(f"{len(numbers)} mutants do not compile", file=sys.stderr)
            left_out |= numbers
            switched(files, mutants, left_out)
        for message in messages:
            program = message.get("executable")
            if program and message["profile"]["test"]:
                programs[program] = str(pathlib.Path(message["manifest_path"]).parent)
    # Cargo leaves the plugin, which it has built for the programs, where lit does not look.
    shutil.copy(BUILT / "release/deps/liblayout.so", BUILT / "release")
    return left_out, programs
