"""For pytest: the fixtures `lint_kernel` and `validate_kernel`, which fail a test on a kernel.

::

    def test_add(lint_kernel):
        lint_kernel(add.warmup(x, y, out, n, BLOCK=1024, grid=(1,)))

Findings in `layout-lint.json`, in pytest's root folder, are accepted;
`pytest --layout-update-baseline` adds those of the tests that run. `validate_kernel` compiles each
operation that moves data by itself, and fails if its code does not do what its layouts say.
"""

from typing import Any, Callable

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("layout")
    group.addoption(
        "--layout-baseline",
        metavar="FILE",
        default="layout-lint.json",
        help="accepted findings of the linter, below pytest's root folder",
    )
    group.addoption(
        "--layout-update-baseline",
        action="store_true",
        help="accept what the linter finds in the tests that run",
    )


@pytest.fixture
def lint_kernel(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`layout.check` with the baseline of this run; its other parameters can be given."""
    from ._lint import NewFindings, check

    config = request.config

    def lint(kernel: Any, **parameters: Any) -> None:
        given = {
            "name": request.node.name,
            "baseline": config.rootpath / config.getoption("--layout-baseline"),
            "update": config.getoption("--layout-update-baseline"),
            "folder": config.rootpath,
        }
        try:
            check(kernel, **{**given, **parameters})
        except NewFindings as new:
            advice = "pytest --layout-update-baseline accepts them"
            pytest.fail(f"{new}\n{advice}", pytrace=False)

    return lint


@pytest.fixture
def validate_kernel(request: pytest.FixtureRequest) -> Callable[..., None]:
    """`layout.check_lowering`; where Triton is not installed the test is skipped."""
    from ._operations import WrongLowering, check_lowering

    def validate(kernel: Any, **parameters: Any) -> None:
        try:
            check_lowering(kernel, **{"name": request.node.name, **parameters})
        except WrongLowering as wrong:
            pytest.fail(str(wrong), pytrace=False)
        except ImportError as missing:
            pytest.skip(str(missing))

    return validate
