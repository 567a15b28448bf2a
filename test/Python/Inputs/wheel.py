"""Says what a wheel is: its tag, the versions in it, and the libraries that its code needs."""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

wheels = list(Path(sys.argv[1]).glob("*.whl"))
assert len(wheels) == 1, wheels
name, version, python, abi, platform = wheels[0].stem.split("-")
print(f"{name} {version}: {python} {abi}", platform.split("_")[0])
with zipfile.ZipFile(wheels[0]) as wheel, tempfile.TemporaryDirectory() as folder:
    (code,) = [file for file in wheel.namelist() if file.endswith(".so")]
    read = ["readelf", "--dynamic", wheel.extract(code, folder)]
    needed = re.findall(r"Shared library: \[(.*?)\.so", subprocess.check_output(read, text=True))
    print("needs", *sorted(needed))
