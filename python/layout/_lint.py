"""What is wrong, or slow, in a Triton kernel: the linter, and a check for tests.

A kernel is what Triton compiled, the text of its TTGIR, or a path to a file of it. A `str` of one line that
names a file, or ends as one of TTGIR does, is a path::

    kernel = add.warmup(..., grid=(1,))     # triton.compiler.CompiledKernel
    for finding in layout.lint(kernel):
        print(finding)                      # kernel.py:35:5: warning: ... [bank-conflicts]

`layout.check(kernel)` fails a test if there is a finding, and in pytest the fixture `lint_kernel`
accepts those that `layout-lint.json` has and fails on new ones.
"""

import os
import pathlib
from typing import Any, List, NamedTuple, Optional, Tuple, Union

from . import _layout

LEVELS = ("note", "warning", "error")


class Place(NamedTuple):
    """A place in a source, or in the text that was linted."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Note(NamedTuple):
    """Another place that a finding is about, and what it is."""

    place: Place
    message: str


class Finding(NamedTuple):
    """What a rule found.

    `place` is in the author's Python if the kernel says where that is, and `compiled`, line and
    column, is in the linted text. `level` is "note", "warning" or "error". The fingerprint stays
    the same when lines move and values are renamed.
    """

    rule: str
    level: str
    message: str
    place: Place
    function: Optional[str]
    operation: Optional[str]
    compiled: Tuple[int, int]
    notes: Tuple[Note, ...]
    fingerprint: str
    is_silenced: bool
    is_accepted: bool

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.message} [{self.rule}]"


class Rule(NamedTuple):
    """A rule: its name, the level of its findings, what it finds, what to do about them."""

    name: str
    level: str
    summary: str
    help: str


class NewFindings(AssertionError):
    """A kernel has findings that nothing accepts; `findings` has them."""

    def __init__(self, findings: List[Finding]) -> None:
        # An exception is copied and pickled as what it is made of.
        super().__init__(findings)
        self.findings = findings

    def __str__(self) -> str:
        count = len(self.findings)
        lines = [f"{count} finding{'' if count == 1 else 's'} in the kernel"]
        for finding in self.findings:
            lines.append(str(finding))
            lines += [f"  {note.place}: note: {note.message}" for note in finding.notes]
        return "\n".join(lines)


RULES = tuple(Rule(*rule) for rule in _layout.rules())


def _names_a_file(kernel: Any, stage: str) -> bool:
    """Whether a kernel is a `str` that is a path: no text of a stage ends with the name of it."""
    if not isinstance(kernel, str) or "\n" in kernel or "\0" in kernel:
        return False
    return kernel.endswith(f".{stage}") or os.path.isfile(kernel)


def _read(kernel: Any, name: Optional[str], stage: str = "ttgir") -> Tuple[bytes, str]:
    """The text of a stage of a kernel, and the name by which a baseline and messages know it."""
    if isinstance(kernel, os.PathLike) or _names_a_file(kernel, stage):
        return pathlib.Path(kernel).read_bytes(), name or os.fspath(kernel)
    compiled = getattr(kernel, "asm", kernel)
    if isinstance(compiled, (str, bytes)):
        text = compiled
    else:
        try:
            text = compiled[stage]
        except (KeyError, TypeError):
            raise TypeError(
                f"a kernel is {stage.upper()} as text, a path, or what Triton compiled, "
                f"not {type(kernel).__name__}"
            ) from None
    told = name or getattr(getattr(kernel, "metadata", None), "name", None) or "<ttgir>"
    return text.encode() if isinstance(text, str) else bytes(text), told


def _lint(
    kernel: Any,
    name: Optional[str],
    folder: Union[str, "os.PathLike[str]", None],
    target: Optional[str],
    baseline: Optional[str],
    levels: Tuple[str, ...],
) -> Tuple[List[Finding], str]:
    is_file = name is None and (isinstance(kernel, os.PathLike) or _names_a_file(kernel, "ttgir"))
    text, name = _read(kernel, name)
    # However a path is spelled, a baseline knows the file by its place below the folder.
    file = os.fspath(kernel) if is_file else None
    folder = os.path.abspath(folder or os.curdir)
    rows, extended = _layout.lint(text, name, file, folder, target, baseline, list(levels))
    findings = []
    for row in rows:
        row["place"] = Place(*row["place"])
        row["notes"] = tuple(Note(Place(*place), message) for place, message in row["notes"])
        findings.append(Finding(**row))
    return findings, extended


def _from(level: str) -> Tuple[str, ...]:
    if level not in LEVELS:
        raise ValueError(f"no such level: {level!r}; one of {', '.join(LEVELS)}")
    return LEVELS[LEVELS.index(level) :]


def lint(
    kernel: Any,
    *,
    level: str = "warning",
    target: Optional[str] = None,
    name: Optional[str] = None,
) -> List[Finding]:
    """What the rules find in a kernel, of this level or a worse one, in the order of its text.

    The machine is the one that the kernel is compiled for, or `target`, such as "sm_90". What a
    comment `# layout-lint: disable=RULE` in the kernel's source silences is left out.
    """
    levels = _from(level)
    findings, _ = _lint(kernel, name, None, target, None, levels)
    return [own for own in findings if own.level in levels and not own.is_silenced]


def check(
    kernel: Any,
    *,
    level: str = "warning",
    target: Optional[str] = None,
    name: Optional[str] = None,
    baseline: Union[str, "os.PathLike[str]", None] = None,
    update: bool = False,
    folder: Union[str, "os.PathLike[str]", None] = None,
) -> None:
    """Raises `NewFindings` if a kernel has findings of this level or a worse one.

    `baseline` is a file of accepted findings as `layout-lint --baseline` reads it; a file that is
    not there accepts none. With `update` the findings are added to it instead. Paths of sources
    below `folder`, or the current one, are kept relative to it.
    """
    levels = _from(level)
    path = pathlib.Path(baseline) if baseline is not None else None
    known = path.read_text() if path is not None and path.exists() else None
    findings, extended = _lint(kernel, name, folder, target, known, levels)
    if update:
        if path is None:
            raise ValueError("update needs a baseline")
        path.write_text(extended)
        return
    new = [
        own
        for own in findings
        if own.level in levels and not own.is_silenced and not own.is_accepted
    ]
    if new:
        raise NewFindings(new)
