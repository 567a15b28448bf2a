"""Triton's code, held to its layouts."""

from typing import Any, NamedTuple

from . import _layout
from ._lint import _read


class Lowering(NamedTuple):
    """What is known of the functions of a kernel: a line for each, then the counts.

    `is_refuted` is true if one of them does not do what its layouts say.
    """

    report: str
    is_refuted: bool

    def __str__(self) -> str:
        return self.report


def validate_triton(kernel: Any, code: Any = None) -> Lowering:
    """Whether the LLVM IR of a kernel does what its TTGIR says, for all threads and all data.

    The kernel is what Triton compiled; its code is `asm["llir"]`, or `code` as text or a path. The
    TTGIR may be text or a path, too. Nothing is run, and no GPU is needed.
    """
    text, _ = _read(kernel, None)
    llvm, _ = _read(kernel if code is None else code, None, "llir")
    return Lowering(*_layout.validate_triton(text.decode(), llvm.decode()))
