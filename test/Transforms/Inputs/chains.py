"""Writes a function in which each loop or branch gives what the one before gave: chains.py KIND LENGTH WIDTH.

A chain of `passed` or `added` has loops of so many arguments, one of `cases` or `values` branches of so many cases.
"""

import sys

kind, length, width = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
print("func.func @chain(%m: memref<64xf32>, %n: index, %k: index) -> f32 {")
print("  %c0 = arith.constant 0 : index")
last = "%c0"
for at in range(length):
    if kind in ("passed", "added"):
        types = ", ".join(["index"] * width)
        starts = ", ".join(f"%a{at}_{arg} = {last}" for arg in range(width))
        print(f"  %r{at}:{width} = scf.while ({starts}) : ({types}) -> ({types}) {{")
        print(f"    %p{at} = arith.cmpi slt, %a{at}_0, %n : index")
        given = [f"%a{at}_{arg}" for arg in range(width)]
        if kind == "passed":
            for arg in range(width):
                print(f"    %s{at}_{arg} = arith.addi %a{at}_{arg}, {last} : index")
            given = [f"%s{at}_{arg}" for arg in range(width)]
        print(f"    scf.condition(%p{at}) {', '.join(given)} : {types}")
        print("  } do {\n  ^bb0(" + ", ".join(f"%b{at}_{arg}: index" for arg in range(width)) + "):")
        for arg in range(width):
            print(f"    %d{at}_{arg} = arith.addi %b{at}_{arg}, {last} : index")
        print("    scf.yield " + ", ".join(f"%d{at}_{arg}" for arg in range(width)) + f" : {types}\n  }}")
        last = f"%r{at}#0"
    else:
        print(f"  %r{at} = scf.index_switch %k -> index")
        for case in range(width):
            given = "%c0" if kind == "values" and case == 1 else last
            print(f"  case {case} {{ scf.yield {given} : index }}")
        print(f"  default {{ scf.yield {last} : index }}")
        last = f"%r{at}"
print(f"  %x = memref.load %m[{last}] : memref<64xf32>\n  return %x : f32\n}}")
