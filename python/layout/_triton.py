"""The user's Triton as a compiler of single modules, in a process of its own.

Triton ends its process on some input, so that each module is given to a worker, and a new one goes on
behind a module that a worker did not survive. No GPU is needed.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from typing import Any, List, NamedTuple, Optional, Sequence


class Compiled(NamedTuple):
    """The LLVM IR of a module before LLVM optimizes it, or why there is none."""

    code: Optional[str]
    error: str = ""


class _Lowered(Exception):
    """Carries the LLVM IR out of Triton's `make_llir`."""


class _BeforeOptimization:
    """Triton's `llvm`, of which the optimizer ends the compilation.

    So the passes are those of the user's Triton, whatever its version.
    """

    def __init__(self, llvm: Any) -> None:
        self._llvm = llvm

    def __getattr__(self, name: str) -> Any:
        return getattr(self._llvm, name)

    def optimize_module(self, module: Any, *_arguments: Any, **_options: Any) -> None:
        raise _Lowered(str(module))


def _lower(path: str, target: str, lanes: int) -> str:
    """The LLVM IR of the TTGIR in a file."""
    from triton._C.libtriton import ir
    from triton.backends import backends
    from triton.backends.compiler import GPUTarget

    kind, arch = target.split(":")
    machine = GPUTarget(kind, int(arch) if kind == "cuda" else arch, lanes)
    compilers = [own.compiler for own in backends.values()]
    compilers = [own for own in compilers if own.supports_target(machine)]
    if not compilers:
        raise ValueError(f"it has no compiler for {target}")
    backend = compilers[0](machine)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    options = backend.parse_options({"num_warps": module.get_int_attr("ttg.num-warps")})
    stages: Any = {}
    backend.add_stages(stages, options, *_language())
    own = sys.modules[type(backend).__module__]
    kept = own.llvm  # type: ignore[attr-defined]
    own.llvm = _BeforeOptimization(kept)  # type: ignore[attr-defined]
    try:
        stages["llir"](module, {"target": machine, **options.__dict__})
    except _Lowered as lowered:
        return str(lowered)
    finally:
        own.llvm = kept  # type: ignore[attr-defined]
    raise RuntimeError("this Triton does not optimize LLVM IR")


def _language() -> List[Any]:
    """What `add_stages` takes beyond the options: the language, in versions that have several."""
    try:
        from triton.backends.compiler import Language
    except ImportError:
        return []
    return [Language.TRITON]


def _work() -> None:
    """Compiles the modules whose requests are the lines of the input; an answer is a line, too."""
    # What Triton prints is not an answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"code": _lower(**request)}
        except Exception as error:  # noqa: BLE001 (whatever Triton raises)
            answer = {"error": " ".join(str(error).split()) or type(error).__name__}
        print(json.dumps(answer), file=answers, flush=True)


def _last_line(text: str) -> str:
    """The line of a process that ended that says why: that of an error, or the last one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if "error:" in line or "Assertion" in line or "LLVM ERROR" in line]
    # Behind the file, which is one of ours.
    return (told or lines or ["no message"])[-1].rpartition("error: ")[2]


def lower(modules: Sequence[str], target: str, lanes: int) -> List[Compiled]:
    """The LLVM IR of each module, by the Triton that is installed.

    Raises `ImportError` if none is.
    """
    if importlib.util.find_spec("triton") is None:
        raise ImportError("Triton is not installed, and what it compiles is to be validated")
    results: List[Compiled] = []
    settings = {"target": target, "lanes": lanes}
    with tempfile.TemporaryDirectory() as folder:
        while len(results) < len(modules):
            results += _lowered_by_one_worker(modules[len(results) :], settings, folder)
    return results


def _lowered_by_one_worker(modules: Sequence[str], settings: Any, folder: str) -> List[Compiled]:
    """The results of a worker up to its end, at least one."""
    results = []
    with open(f"{folder}/messages", "w+") as messages:
        worker = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=messages,
            text=True,
        )
        assert worker.stdin is not None and worker.stdout is not None
        for number, module in enumerate(modules):
            path = f"{folder}/{number}.ttgir"
            with open(path, "w") as file:
                file.write(module)
            messages.truncate(0)
            messages.seek(0)
            try:
                worker.stdin.write(json.dumps({"path": path, **settings}) + "\n")
                worker.stdin.flush()
                answer = worker.stdout.readline()
            except BrokenPipeError:
                answer = ""
            messages.seek(0)
            said = messages.read()
            if not answer:
                results.append(Compiled(None, f"Triton ends its process: {_last_line(said)}"))
                break
            told = json.loads(answer)
            error = told.get("error", "")
            if "error:" in said and error:
                error = _last_line(said)
            if error:
                error = f"Triton does not compile it: {error}"
            results.append(Compiled(told.get("code"), error))
        worker.stdin.close()
        worker.stdout.close()
        worker.wait()
    return results


if __name__ == "__main__":
    _work()
