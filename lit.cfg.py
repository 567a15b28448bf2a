"""Settings of the lit tests. scripts/test runs them; so do `lit .` and `lit test/Dialect` after a build."""

import os

import lit.formats

config.name = "layout"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]

root = os.path.dirname(__file__)
# The tests are in `test`, and nowhere else: what cargo fetched and built has tests of its own.
config.test_source_root = root
config.excludes = ["data", "Inputs"] + [name for name in os.listdir(root) if name != "test"]
built = os.path.join(root, os.environ.get("CARGO_TARGET_DIR", "target"), "release")
llvm = os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")

config.test_exec_root = os.path.join(built, "lit")
config.environment["PATH"] = os.pathsep.join(
    [built, os.path.join(llvm, "bin"), config.environment["PATH"]]
)
# cargo, which builds consumers and the Python package, keeps what it fetched there.
config.environment["HOME"] = os.environ.get("HOME", "/")
# A variable that is caught under one CHECK-LABEL does not leak into the next.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"

config.substitutions.append(("%root", root))
config.substitutions.append(("%llvm", llvm))
config.substitutions.append(("%target", os.path.dirname(built)))
config.substitutions.append(("%plugin", os.path.join(built, "liblayout.so")))
config.substitutions.append(("%driver", os.path.join(built, "layout-opt")))
