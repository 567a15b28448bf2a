"""Tests as the author of a kernel writes them; the kernel reads past its last buffer."""

import pathlib

TEXT = pathlib.Path(__file__).with_name("past-the-buffer.ttgir").read_text()


def test_new(lint_kernel):
    lint_kernel(TEXT)


def test_only_errors(lint_kernel):
    lint_kernel(TEXT, level="error", target="sm_80")


def test_right(lint_kernel):
    lint_kernel("tt.func @f() {\n  tt.return\n}")
