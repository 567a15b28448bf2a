"""Which tests reach which mutants, and which mutants they kill."""

import concurrent.futures
import dataclasses
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import threading
import time

from . import tree

LIT = pathlib.Path(os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")) / "bin/lit"
# The folders of lit tests that ask the dialect and its passes one by one, and the driver.
LIT_FOLDERS = ("test/Transforms", "test/Dialect", "test/Validate", "test/Driver")
# A mutant must not take the machine: bytes of a process.
MEMORY = 8 << 30
# Nothing may take so many times as long as without a mutant, and so many seconds more; both are of a processor,
# of which there may be few: so many times as long it may wait.
SLOWER, GRACE, WAITING = 10, 5, 30


@dataclasses.dataclass
class Test:
    """One test, which is a process of its own."""

    name: str
    command: list
    folder: str
    seconds: float = 0.0
    reached: frozenset = frozenset()

    def run(self, seconds, **variables):
        """Whether it passes in so many seconds of a processor, or None if it does not end; and how many it took."""

        def limit():
            os.nice(15)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))

        with tempfile.TemporaryDirectory(prefix="mutation") as scratch:
            process = subprocess.Popen(
                self.command, cwd=self.folder, env=tree.environment(TMPDIR=scratch, **variables),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                process_group=0, preexec_fn=limit,
            )
            # What waits takes no processor.
            watch = threading.Timer(WAITING * seconds, os.killpg, (process.pid, signal.SIGKILL))
            watch.start()
            _, status, usage = os.wait4(process.pid, 0)
            watch.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            try:
                # What it has started and left.
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        passed = process.returncode == 0
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            passed = None
        return passed, usage.ru_utime + usage.ru_stime


def tests(programs):
    """All tests of the programs, and those of lit."""
    for program, folder in programs.items():
        listing = [program, "--list", "--format", "terse"]
        lines = subprocess.run(listing, cwd=folder, check=True, capture_output=True, text=True, env=tree.environment())
        crate = pathlib.Path(program).name.rsplit("-", 1)[0]
        for line in lines.stdout.splitlines():
            name, _, kind = line.rpartition(": ")
            if kind == "test":
                yield Test(f"{crate} {name}", [program, "--exact", name], folder)
    for folder in LIT_FOLDERS:
        for path in sorted((tree.TREE / folder).rglob("*")):
            if path.suffix in (".mlir", ".test") and "Inputs" not in path.parts:
                yield Test(str(path.relative_to(tree.TREE)), [str(LIT), "-q", str(path)], str(tree.TREE))


def measured(test, longest):
    """The test with its seconds and what it reaches, unless it takes longer or fails; then why."""
    with tempfile.NamedTemporaryFile(prefix="reached") as reached:
        passed, test.seconds = test.run(longest, LAYOUT_MUTANT="0", LAYOUT_MUTANTS_REACHED=reached.name)
        test.reached = frozenset(int(line) for line in reached.read().split())
    return test, {True: None, False: "fails", None: f"takes more than {longest} s"}[passed]


def baseline(every, longest, jobs, note):
    """The tests that pass without a mutant and end soon."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for test, why in pool.map(lambda test: measured(test, longest), every):
            if why:
                note(f"left out: {test.name} {why}")
            elif test.reached:
                yield test


def nearness(test, mutant):
    """A test of the same file comes first, then one of the same module, then the others; each the cheapest first."""
    path = mutant.file.removesuffix(".rs").replace("/", "::").replace("-", "_")
    path = path.split("src::", 1)[1] if "src::" in path else path
    name = test.name.rsplit(" ", 1)[-1]
    near = 0 if name.startswith(path + "::") else 1 if name.startswith(mutant.module + "::") else 2
    return (min(near, 1) if test.seconds < 1 else near, test.seconds)


def judged(number, mutant, every, seconds):
    """What becomes of a mutant: the test that kills it and how, and how many reach it."""
    reaching = sorted((t for t in every if number in t.reached), key=lambda t: nearness(t, mutant))
    spent = asked = 0
    for test in reaching:
        if asked and spent + test.seconds > seconds:
            continue
        asked += 1
        spent += test.seconds
        passed, _ = test.run(SLOWER * test.seconds + GRACE, LAYOUT_MUTANT=str(number))
        if not passed:
            return {"killed": "failed" if passed is False else "no end", "by": test.name, "asked": asked}
    return {"killed": "", "by": "", "asked": asked, "reaching": len(reaching)}


def all_judged(mutants, every, seconds, jobs, note, path):
    """Writes what becomes of each mutant into a file, as soon as it is known."""
    begin = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(judged, n, m, every, seconds): n for n, m in mutants.items()}
        for done, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            mutant, found = mutants[waiting[future]], future.result()
            with path.open("a") as log:
                log.write(json.dumps({"name": mutant.name, "line": mutant.line, **found}) + "\n")
            if not found["killed"]:
                note(f"{mutant.file}:{mutant.line}: survives: {mutant.name}")
            if done % 50 == 0:
                note(f"{done} of {len(mutants)} in {time.monotonic() - begin:.0f} s")
