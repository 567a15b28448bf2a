"""The linter from Python: findings as objects, and the check that tests use."""

import os
import pathlib
import tempfile
import unittest

import layout

KERNEL = """
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [0, 1]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel() {
    %c4 = arith.constant 4 : i32
    %ring = ttg.local_alloc : () -> !ttg.memdesc<4x128x32xf32, #shared, #smem, mutable>
    %tile = ttg.memdesc_index %ring[%c4] : !ttg.memdesc<4x128x32xf32, #shared, #smem, mutable> -> !ttg.memdesc<128x32xf32, #shared, #smem, mutable> loc(#place)
    tt.return
  }
}
#place = loc("SOURCE":3:12)
"""
MESSAGE = "buffer 4 of a memory that has 4"


class Compiled:
    """What Triton gives: a mapping of stages to texts, and metadata."""

    class metadata:
        name = "kernel"

    def __init__(self, text):
        self.asm = {"ttgir": text, "cubin": b"\0"}


class Lint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.source = self.folder / "add.py"
        self.source.write_text("def add(ring):\n    # the last one\n    tile = ring.index(4)\n")
        self.text = KERNEL.replace("SOURCE", str(self.source))

    def test_what_triton_compiled_is_linted_at_the_line_of_its_source(self):
        path = self.folder / "kernel.ttgir"
        path.write_text(self.text)
        other = self.folder / "kernel"
        other.write_text(self.text)
        texts = [self.text, self.text.encode(), {"ttgir": self.text}]
        for kernel in [Compiled(self.text), *texts, path, str(path), str(other)]:
            (found,) = layout.lint(kernel)
            self.assertEqual(str(found), f"{self.source}:3:12: error: {MESSAGE} [past-the-buffer]")
            self.assertEqual((found.rule, found.level, found.message), ("past-the-buffer", "error", MESSAGE))
            self.assertEqual((found.function, found.operation, found.compiled), ("kernel", "ttg.memdesc_index", (9, 13)))
            self.assertEqual(found.notes[0].message, "ttg.memdesc_index of @kernel, compiled")
        self.assertEqual(found.fingerprint, layout.lint("\n" + self.text)[0].fingerprint)

    def test_levels_targets_and_silence(self):
        self.assertEqual(layout.lint(self.text, level="error"), layout.lint(self.text))
        self.source.write_text("\n\ntile = ring.index(4)  # layout-lint: disable=past-the-buffer\n")
        self.assertEqual(layout.lint(self.text), [])
        self.assertEqual(layout.check(self.text), None)
        with self.assertRaisesRegex(ValueError, 'no such machine: "sm_1"; one of sm_70, '):
            layout.lint(self.text, target="sm_1")
        with self.assertRaisesRegex(ValueError, "no such level: 'bad'; one of note, warning, error"):
            layout.lint(self.text, level="bad")

    def test_what_is_no_kernel(self):
        for value, name in [(3, "int"), (None, "NoneType"), ({"ptx": ""}, "dict")]:
            message = f"a kernel is TTGIR as text, a path, or what Triton compiled, not {name}"
            with self.assertRaisesRegex(TypeError, message):
                layout.lint(value)
        for text in ["", "not a kernel", b"\xff\x00", "module {" * 1000]:
            with self.subTest(text[:10]):
                self.assertEqual(layout.lint(text)[0].rule, "unreadable")
        with self.assertRaises(FileNotFoundError):
            layout.lint(self.folder / "missing.ttgir")
        with self.assertRaises(FileNotFoundError):
            layout.lint(str(self.folder / "missing.ttgir"))
        with self.assertRaises(FileNotFoundError):
            layout.validate_triton(self.text, str(self.folder / "missing.llir"))

    def test_a_baseline_accepts_what_is_known(self):
        with self.assertRaisesRegex(layout.NewFindings, f"^1 finding in the kernel\nadd.py:3:12: error: {MESSAGE}") as raised:
            layout.check(self.text, folder=self.folder)
        self.assertEqual(raised.exception.findings[0].place, ("add.py", 3, 12))
        known = self.folder / "known.json"
        layout.check(self.text, baseline=known, update=True, folder=self.folder)
        layout.check(self.text, baseline=known, folder=self.folder)
        layout.check("\n" + self.text, baseline=known, folder=self.folder)
        with self.assertRaises(layout.NewFindings):
            layout.check(self.text.replace("constant 4", "constant 5"), baseline=known, folder=self.folder)
        # A file is known by its place, however its path is spelled and wherever the process is.
        path = self.folder / "sub" / "kernel.ttgir"
        path.parent.mkdir()
        path.write_text(self.text.replace(" loc(#place)", ""))
        layout.check(path, baseline=known, update=True, folder=self.folder)
        self.assertIn('"file": "sub/kernel.ttgir"', known.read_text())
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        for folder, spelled in [(self.folder, "sub/kernel.ttgir"), (path.parent, "./kernel.ttgir"), (here, path)]:
            os.chdir(folder)
            for kernel in pathlib.Path(spelled), str(spelled):
                layout.check(kernel, baseline=known, folder=self.folder)
        os.chdir(self.folder / "sub")
        layout.check("../sub/../sub/kernel.ttgir", baseline=known, folder=self.folder)
        with self.assertRaises(layout.NewFindings):
            layout.check(path, name="other", baseline=known, folder=self.folder)
        # What an earlier version wrote as it was typed, in the folder and in another one.
        written = known.read_text()
        known.write_text(written.replace("sub/kernel.ttgir", "./sub/kernel.ttgir"))
        os.chdir(self.folder)
        layout.check("./sub/kernel.ttgir", baseline=known, folder=self.folder)
        known.write_text(written.replace("sub/kernel.ttgir", "kernel.ttgir"))
        os.chdir(self.folder / "sub")
        with self.assertRaises(layout.NewFindings):
            layout.check("kernel.ttgir", baseline=known, folder=self.folder)
        os.chdir(here)
        # A name is no path.
        plain = self.text.replace(" loc(#place)", "")
        layout.check(plain, name="test[a/../b]", baseline=known, update=True, folder=self.folder)
        self.assertIn('"file": "test[a/../b]"', known.read_text())
        layout.check(plain, name="test[a/../b]", baseline=known, folder=self.folder)
        with self.assertRaises(layout.NewFindings):
            layout.check(plain, name="b]", baseline=known, folder=self.folder)
        with self.assertRaisesRegex(ValueError, "update needs a baseline"):
            layout.check(self.text, update=True)
        known.write_text("{")
        with self.assertRaisesRegex(ValueError, "the baseline is not JSON at 1:1: "):
            layout.check(self.text, baseline=known)

    def test_code_is_held_to_its_layouts(self):
        kind = "tensor<64xf32, #ttg.linear<{register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [], block = []}>>"
        target = '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32'
        kernel = f"module attributes {{{target}}} {{\n  tt.func private @f(%x: {kind}) -> {kind} {{\n    tt.return %x : {kind}\n  }}\n}}\n"
        pair = "{ float, float }"
        right = f"define {pair} @f({pair} %x) {{\n  ret {pair} %x\n}}\n"
        wrong = right.replace("  ret", f"  %0 = extractvalue {pair} %x, 0\n  %1 = insertvalue {pair} %x, float %0, 1\n  ret").replace("%x\n}", "%1\n}")
        compiled = Compiled(kernel)
        compiled.asm["llir"] = right
        proved = layout.validate_triton(compiled)
        self.assertFalse(proved.is_refuted)
        self.assertTrue(str(proved).startswith("@f: proved by execution of 32 threads on symbolic bits"), str(proved))
        refuted = layout.validate_triton(kernel, wrong)
        self.assertTrue(refuted.is_refuted)
        self.assertIn("@f: refuted at (register 1, lane 0, warp 0, element (1)): before gives element (1) of %x, after gives element (0) of %x", str(refuted))
        with self.assertRaisesRegex(TypeError, "a kernel is LLIR as text, a path, or what Triton compiled, not dict"):
            layout.validate_triton({"ttgir": kernel})
        with self.assertRaisesRegex(ValueError, "no function of the TTGIR is in the code"):
            layout.validate_triton(kernel, "")
        with self.assertRaisesRegex(ValueError, "^3:1: expected a label or '}', found the end of the file"):
            layout.validate_triton(kernel, "\n".join(right.splitlines()[:2]) + "\n")

    def test_rules_have_names_and_help(self):
        names = [rule.name for rule in layout.RULES]
        self.assertIn("past-the-buffer", names)
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(all(rule.summary and rule.help for rule in layout.RULES))


if __name__ == "__main__":
    unittest.main()
