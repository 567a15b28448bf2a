"""A kernel's operations that move data, each compiled by itself and held to its layouts."""

import os
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from . import _layout
from ._lint import Place, _read
from ._triton import lower

#: The kinds of answer, the worst first.
KINDS = ("refuted", "unknown", "unsupported", "proved")


class Operation(NamedTuple):
    """An operation, and whether Triton's code does what its layouts say.

    `kind` is "proved", "refuted", "unknown" or "unsupported", and `verdict` all of the answer, with
    the method, or the register, lane, warp and element where the code is wrong. `places` are those
    of the operations that are alike, in the author's Python if the kernel says where that is, and
    `compiled`, line and column, in the TTGIR. `module` has the operation by itself, as `@f`; `code`
    is the LLVM IR that Triton makes of it, if it makes any.
    """

    name: str
    kind: str
    verdict: str
    places: Tuple[Place, ...]
    compiled: Tuple[Tuple[int, int], ...]
    module: str
    code: Optional[str]

    def __str__(self) -> str:
        level = "error" if self.kind == "refuted" else "remark"
        more = len(self.places) - 1
        others = f" (and {more} more like it)" if more else ""
        return f"{self.places[0]}: {level}: {self.name}: {self.verdict}{others}"


class Operations(NamedTuple):
    """What is known of a kernel's operations; those of `left_alone`, with their counts, have no piece."""

    operations: Tuple[Operation, ...]
    left_alone: Dict[str, int]

    @property
    def is_refuted(self) -> bool:
        """True if the code of an operation does not do what its layouts say."""
        return any(own.kind == "refuted" for own in self.operations)

    def count(self, kind: str) -> int:
        """How many operations have an answer of a kind."""
        return sum(len(own.places) for own in self.operations if own.kind == kind)

    def write(self, folder: "os.PathLike[str]") -> None:
        """Writes each module, with its code, into a folder: `001-trans.ttgir` and `001-trans.raw.ll`."""
        os.makedirs(folder, exist_ok=True)
        for number, own in enumerate(self.operations):
            stem = os.path.join(folder, f"{number:03}-{own.name.rpartition('.')[2]}")
            for ending, text in ((".ttgir", own.module), (".raw.ll", own.code)):
                if text is not None:
                    with open(stem + ending, "w", encoding="utf-8") as file:
                        file.write(text)

    def __str__(self) -> str:
        """A line for each operation that is not proved, then the counts."""
        ranked = sorted(self.operations, key=lambda own: KINDS.index(own.kind))
        lines = [str(own) for own in ranked if own.kind != "proved"]
        counts = ", ".join(f"{self.count(kind)} {kind}" for kind in ("proved", *KINDS[:-1]))
        total = sum(len(own.places) for own in self.operations)
        forms = len(self.operations)
        lines.append(
            f"{total} operation{'' if total == 1 else 's'} in {forms} form{'' if forms == 1 else 's'}: {counts}"
        )
        if self.left_alone:
            names = (f"{name} ({count})" for name, count in sorted(self.left_alone.items()))
            lines.append(f"left alone: {', '.join(names)}")
        return "\n".join(lines)


class WrongLowering(AssertionError):
    """Triton's code of a kernel does not do what its layouts say; `operations` has what is known."""

    def __init__(self, operations: Operations) -> None:
        super().__init__(operations)
        self.operations = operations


def split_triton(kernel: Any, *, name: Optional[str] = None) -> Operations:
    """The operations of a kernel that move data, each in a module of its own.

    They are not compiled, and nothing is known of them: `kind` and `verdict` are empty.
    """
    text, name = _read(kernel, name)
    return _split(text.decode(), name)[0]


def _split(text: str, name: str) -> Tuple[Operations, str, int]:
    target, lanes, pieces, left_alone = _layout.split_triton(text, name)
    operations = []
    for operation, places, module in pieces:
        sources = tuple(Place(*source) for source, _ in places)
        compiled = tuple(own for _, own in places)
        operations.append(Operation(operation, "", "", sources, compiled, module, None))
    return Operations(tuple(operations), dict(left_alone)), target, lanes


def validate_operations(kernel: Any, *, name: Optional[str] = None) -> Operations:
    """Whether Triton's code of each operation that moves data does what its layouts say.

    The kernel is what Triton compiled, its TTGIR as text, or a path. Each operation is compiled by
    itself, by the Triton that is installed, as far as LLVM IR; that is executed for all threads on
    symbolic bits. No GPU is needed. Without Triton it is an `ImportError`.
    """
    text, name = _read(kernel, name)
    (operations, left_alone), target, lanes = _split(text.decode(), name)
    compiled = lower([own.module for own in operations], target, lanes)
    judged: List[Operation] = []
    for own, (code, error) in zip(operations, compiled):
        if code is None:
            judged.append(own._replace(kind="unsupported", verdict=f"unsupported: {error}"))
            continue
        try:
            kind, verdict = _layout.validate_function(own.module, code, "f")
        except ValueError as error_of_code:
            kind, verdict = "unknown", f"unknown: {error_of_code}"
        judged.append(own._replace(kind=kind, verdict=verdict, code=code))
    return Operations(tuple(judged), left_alone)


def check_lowering(kernel: Any, *, name: Optional[str] = None) -> None:
    """Raises `WrongLowering` if the code of an operation does not do what its layouts say."""
    operations = validate_operations(kernel, name=name)
    if operations.is_refuted:
        raise WrongLowering(operations)

