// RUN: not layout-opt %s -allow-unregistered-dialect -layout-verify 2>&1 | FileCheck %s
// RUN: layout-opt %s -allow-unregistered-dialect | FileCheck %s --check-prefix=KEPT

// An operation whose location is unknown is at its line of this file; one that has a location keeps it.

#loc = loc(unknown)
#named = loc("here.py":7:3)
func.func @f() {
  %a = layout.constant #layout.cute<(4,8):(1,4)> loc(unknown)
  %b = layout.constant #layout.cute<(4,8):(1,5)> loc(#loc)
  // CHECK: unknown-locations.mlir:[[#@LINE+1]]:3: error: layouts differ at coordinate 4: 4 and 5
  layout.assert_equivalent %a, %b loc(unknown)
  // CHECK: here.py:7:3: error: layouts differ at coordinate 4: 4 and 5
  layout.assert_equivalent %a, %b loc(#named)
  // A text and a value are not a place of an operation.
  // KEPT: "test.values"() {place = #loc, places = [#loc, #loc], text = "%c loc(unknown)"}
  "test.values"() {place = loc(unknown), places = [loc(unknown), loc(#loc)], text = "%c loc(unknown)"} : () -> ()
  return loc(unknown) // loc(unknown)
} loc(#loc)
