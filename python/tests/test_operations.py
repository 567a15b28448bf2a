"""Kernels cut into operations, and the user's Triton as a compiler of single ones.

Where Triton is not installed a stand-in takes its place that knows one operation.
"""

import importlib
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import layout

HAS_TRITON = importlib.util.find_spec("triton") is not None

KIND = "tensor<64xf32, #wide>"
KERNEL = f"""
#wide = #ttg.blocked<{{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}}>
#narrow = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @kernel(%x: {KIND}) {{
    %y = ttg.convert_layout %x : {KIND} -> {KIND} loc(#place)
    %z = ttg.convert_layout %y : {KIND} -> {KIND} loc(#place)
LINES    tt.return
  }}
}}
#place = loc("kernel.py":3:12)
"""
SWAP = (
    "    %p = tt.atomic_cas acq_rel, gpu, %z, %y, %y : "
    f"(tensor<64x!tt.ptr<f32>, #wide>, {KIND}, {KIND}) -> {KIND}\n"
)
# What the stand-in does with each operation.
WRONG = f"    %w = tt.trans %x {{order = array<i32: 0>}} : {KIND} -> {KIND}\n"
ABORTED = f"    %a = tt.broadcast %x : {KIND} -> {KIND}\n"
REFUSED = f"    %r = tt.reshape %x : {KIND} -> {KIND} loc(#place)\n"

STANDIN = {
    "triton/__init__.py": "",
    "triton/_C/__init__.py": "",
    "triton/_C/libtriton.py": """
class Module:
    def __init__(self, text):
        self.text = text
    def get_int_attr(self, name):
        assert name == "ttg.num-warps"
        return 1
class ir:
    context = staticmethod(lambda: "context")
    load_dialects = staticmethod(lambda context: None)
    parse_mlir_module = staticmethod(lambda path, context: Module(open(path).read()))
""",
    "triton/backends/__init__.py": """
from . import nvidia
class Backend:
    compiler = nvidia.Compiler
backends = {"nvidia": Backend}
""",
    "triton/backends/compiler.py": """
import collections
GPUTarget = collections.namedtuple("GPUTarget", "backend arch warp_size")
""",
    "triton/backends/nvidia.py": """
import os, sys
class llvm:
    optimize_module = staticmethod(lambda module, level: "optimized")
class Options:
    def __init__(self, num_warps):
        self.num_warps = num_warps
class Compiler:
    supports_target = staticmethod(lambda target: target.backend == "cuda" and target.arch == 90)
    def __init__(self, target):
        assert target.warp_size == 32
    def parse_options(self, options):
        return Options(**options)
    def load_dialects(self, context):
        print("not an answer")
    def add_stages(self, stages, options):
        stages["llir"] = lambda module, metadata: self.make_llir(module.text, options)
    def make_llir(self, text, options):
        assert options.num_warps == 1
        if "tt.broadcast" in text:
            print("a.cpp:7: Assertion `is_even' failed.", file=sys.stderr, flush=True)
            os.abort()
        if "tt.reshape" in text:
            print("x.ttgir:3:4: error: cannot reshape", file=sys.stderr)
            raise RuntimeError("PassManager::run failed")
        pair, swap = "{ float, float }", "tt.trans" in text
        lines = ["  %a = extractvalue PAIR %x, 0", "  %b = insertvalue PAIR %x, float %a, 1"] if swap else []
        result = "%b" if swap else "%x"
        code = "\\n".join(["define PAIR @f(PAIR %x) {", *lines, f"  ret PAIR {result}", "}", ""])
        return llvm.optimize_module(code.replace("PAIR", pair), 3)
""",
}


class Operations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        for name, text in STANDIN.items():
            path = self.folder / "standin" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def standin(self):
        """Puts the stand-in before the Triton that may be installed, here and for the worker."""
        folder = str(self.folder / "standin")
        before = os.environ.get("PYTHONPATH")
        known = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "triton"}

        def restore():
            sys.path.remove(folder)
            sys.modules.update(known)
            if before is None:
                del os.environ["PYTHONPATH"]
            else:
                os.environ["PYTHONPATH"] = before

        sys.path.insert(0, folder)
        os.environ["PYTHONPATH"] = folder + (os.pathsep + before if before else "")
        importlib.invalidate_caches()
        self.addCleanup(restore)

    def test_a_kernel_is_cut(self):
        split = layout.split_triton(KERNEL.replace("LINES", SWAP), name="kernel.ttgir")
        (own,) = split.operations
        self.assertEqual((own.name, own.kind, own.verdict, own.code), ("ttg.convert_layout", "", "", None))
        self.assertEqual([str(place) for place in own.places], ["kernel.py:3:12", "kernel.py:3:12"])
        self.assertEqual(own.compiled, ((6, 10), (7, 10)))
        self.assertIn(f"tt.func private @f(%a0: {KIND}) -> {KIND}", own.module)
        self.assertEqual(split.left_alone, {"tt.atomic_cas": 1})
        unplaced = KERNEL.replace("LINES", "").replace(" loc(#place)", "")
        (own,) = layout.split_triton(unplaced, name="kernel.ttgir").operations
        self.assertEqual(str(own.places[0]), "kernel.ttgir:6:10")
        with self.assertRaisesRegex(ValueError, "^kernel.ttgir:1:1: expected a module with ttg.target but found"):
            layout.split_triton("module {}", name="kernel.ttgir")

    def test_each_operation_is_held_to_its_layouts(self):
        self.standin()
        lines = SWAP + ABORTED + WRONG + REFUSED
        operations = layout.validate_operations(KERNEL.replace("LINES", lines), name="kernel.ttgir")
        kinds = {own.name: (own.kind, own.code is None) for own in operations.operations}
        self.assertEqual(
            kinds,
            {
                "ttg.convert_layout": ("proved", False),
                "tt.broadcast": ("unsupported", True),
                "tt.trans": ("refuted", False),
                "tt.reshape": ("unsupported", True),
            },
        )
        self.assertTrue(operations.is_refuted)
        self.assertEqual(
            str(operations).splitlines(),
            [
                "kernel.ttgir:10:10: error: tt.trans: refuted at (register 1, lane 0, warp 0, element (1)): "
                "before gives element (1) of %a0, after gives element (0) of %a0",
                "kernel.ttgir:9:10: remark: tt.broadcast: unsupported: Triton ends its process: "
                "a.cpp:7: Assertion `is_even' failed.",
                "kernel.py:3:12: remark: tt.reshape: unsupported: Triton does not compile it: cannot reshape",
                "5 operations in 4 forms: 2 proved, 1 refuted, 0 unknown, 2 unsupported",
                "left alone: tt.atomic_cas (1)",
            ],
        )
        with self.assertRaisesRegex(layout.WrongLowering, "^kernel.ttgir:9:10: error: tt.trans: refuted at"):
            layout.check_lowering(KERNEL.replace("LINES", SWAP + WRONG), name="kernel.ttgir")
        layout.check_lowering(KERNEL.replace("LINES", SWAP))

    def test_what_has_no_compiler(self):
        self.standin()
        other = KERNEL.replace("LINES", "").replace("cuda:90", "cuda:1")
        (own,) = layout.validate_operations(other).operations
        expected = "unsupported: Triton does not compile it: it has no compiler for cuda:1"
        self.assertEqual((own.kind, own.verdict), ("unsupported", expected))

    def test_the_command(self):
        self.standin()
        path = self.folder / "kernel.ttgir"
        path.write_text(KERNEL.replace("LINES", WRONG))
        missing = self.folder / "missing.ttgir"
        command = [sys.executable, "-m", "layout.validate_triton", "--keep", str(self.folder / "kept"), str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("error: tt.trans: refuted at (register 1, lane 0", done.stdout)
        self.assertIn("3 operations in 2 forms: 2 proved, 1 refuted, 0 unknown, 0 unsupported", done.stdout)
        kept = sorted(own.name for own in (self.folder / "kept").iterdir())
        stems = ["000-convert_layout", "001-trans"]
        self.assertEqual(kept, [stem + ending for stem in stems for ending in (".raw.ll", ".ttgir")])
        done = subprocess.run([*command, str(missing)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("missing.ttgir", done.stderr)
        self.assertIn("1 refuted", done.stdout)

    def test_the_name_of_the_command_is_that_of_a_function(self):
        imported = importlib.import_module("layout.validate_triton")
        self.assertIs(imported, layout.validate_triton)
        with self.assertRaisesRegex(TypeError, "a kernel is TTGIR as text"):
            layout.validate_triton(3)

    @unittest.skipIf(HAS_TRITON, "Triton is installed")
    def test_without_triton(self):
        with self.assertRaisesRegex(ImportError, "^Triton is not installed"):
            layout.validate_operations(KERNEL.replace("LINES", ""))

    @unittest.skipUnless(HAS_TRITON, "Triton is not installed")
    def test_with_triton(self):
        lines = f"    %n = ttg.convert_layout %z : {KIND} -> tensor<64xf32, #narrow>\n" + REFUSED
        lines += "    %p = tt.load %z, %m : tensor<64x!tt.ptr<f32>, #wide>\n"
        operations = layout.validate_operations(KERNEL.replace("LINES", lines))
        self.assertEqual([own.kind for own in operations.operations], ["proved"] * 4, str(operations))


if __name__ == "__main__":
    unittest.main()
