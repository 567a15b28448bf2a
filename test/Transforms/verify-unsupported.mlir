// RUN: layout-opt %s --layout-verify 2>&1 | FileCheck %s --check-prefixes=REMARK,ALL
// RUN: not layout-opt %s --layout-verify=unsupported=error 2>&1 | FileCheck %s --check-prefixes=ERROR,ALL
// RUN: not layout-opt %s --layout-verify=unsupported=maybe 2>&1 | FileCheck %s --check-prefix=OPTION

// That an operation is not defined for a notation says nothing of the layout: no condition is
// violated, and nothing that depends on the result is reported.

// REMARK: verify-unsupported.mlir:[[#@LINE+10]]:8: remark: unsupported: left_inverse(4:1@0): 4:1@0 is not a layout of integers
// ERROR:  verify-unsupported.mlir:[[#@LINE+9]]:8: error: unsupported: left_inverse(4:1@0): 4:1@0 is not a layout of integers
// ALL:    verify-unsupported.mlir:[[#@LINE+15]]:8: {{remark|error}}: unsupported: flatten([4;8]): [4;8] is not a layout
// ALL:    verify-unsupported.mlir:[[#@LINE+21]]:8: {{remark|error}}: unsupported: composition S<1,2,1> o 4:1@0: the offsets of 4:1@0 are tuples, which are not coordinates
// ALL-NOT: {{error|remark|warning}}:
// REMARK: func.func @basis
// OPTION: for the --unsupported option: Cannot find option named 'maybe'!

func.func @basis() {
  %a = layout.constant #layout.cute<4:1@0>
  %l = layout.left_inverse %a
  layout.assert_injective %l
  return
}

func.func @tiler() {
  %a = layout.constant #layout.tile<[4;8]>
  %f = layout.flatten %a
  return
}

func.func @tuples() {
  %s = layout.constant #layout.swizzle<S<1,2,1>>
  %a = layout.constant #layout.cute<4:1@0>
  %c = layout.compose %s, %a
  return
}
