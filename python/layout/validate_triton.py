"""`python -m layout.validate_triton kernel.ttgir`: is Triton's code of a kernel what its layouts say?

Each operation that moves data is compiled by itself, by the Triton that is installed, and what is not
proved is printed at the author's line. Names of modules are not those of functions: who imports this
one gets `layout.validate_triton`, the function.
"""

import argparse
import sys
from pathlib import Path
from typing import List, Optional

from ._lowering import validate_triton
from ._operations import validate_operations


def main(arguments: Optional[List[str]] = None) -> int:
    """The exit status: 1 if the code of an operation is refuted, 2 if a file cannot be validated."""
    parser = argparse.ArgumentParser(
        prog="python -m layout.validate_triton",
        description="Holds Triton's code of each operation that moves data to its layouts.",
    )
    parser.add_argument("kernel", nargs="+", type=Path, help="TTGIR, as Triton prints it")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where modules and code are written")
    options = parser.parse_args(arguments)
    status = 0
    for path in options.kernel:
        try:
            operations = validate_operations(path)
        except (ImportError, OSError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = 2
            continue
        if options.keep is not None:
            operations.write(options.keep / path.stem if len(options.kernel) > 1 else options.keep)
        print(operations)
        if operations.is_refuted:
            status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.exit(main())

sys.modules[__name__] = validate_triton  # type: ignore[assignment]
