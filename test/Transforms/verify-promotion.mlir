// RUN: layout-opt %s --layout-verify 2>&1 | FileCheck %s --check-prefixes=ALL,WARN
// RUN: not layout-opt %s --layout-verify=promotion=error 2>&1 | FileCheck %s --check-prefixes=ALL,ERROR
// RUN: layout-opt %s --layout-verify=promotion=allow 2>&1 | FileCheck %s --check-prefix=ALLOW
// RUN: not layout-opt %s --layout-verify=promotion=maybe 2>&1 | FileCheck %s --check-prefix=OPTION

// The left layout has 4*3 = 12 coordinates, and 24:1 reaches 12 at coordinate 12.

// WARN:  verify-promotion.mlir:[[#@LINE+10]]:8: warning: composition leaves the domain of (4,3):(3,1) at coordinate 12
// ERROR: verify-promotion.mlir:[[#@LINE+9]]:8: error: composition leaves the domain of (4,3):(3,1) at coordinate 12
// ALL:   verify-promotion.mlir:[[#@LINE+8]]:8: note: 24:1 gives 12, and the left layout has size 12
// ALLOW-NOT: composition leaves
// ALLOW: func.func @promoted
// OPTION: for the --promotion option: Cannot find option named 'maybe'!

func.func @promoted() {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  return
}
