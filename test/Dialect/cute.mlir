// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// An alias expands where the whole attribute may stand.

#alias = #layout.cute<(4,(2,2)):(2,(1,8))>

// CHECK-LABEL: func.func @canonical
// CHECK-SAME:    nested = [{inner = #layout.cute<8:1>}, #layout.cute<(4,(2,2)):(2,(1,8))>]
func.func @canonical() attributes {nested = [{inner = #layout.cute<8:1>}, #alias]} {
  // CHECK: constant #layout.cute<(4,(2,2)):(2,(1,8))>
  %0 = layout.constant #alias
  // Blanks and line ends mean nothing.
  // CHECK: constant #layout.cute<(4,8):(8,1)>
  %1 = layout.constant #layout.cute< ( 4 , 8 )
      : (8 ,1 ) >
  // A shape alone is compact, leftmost mode fastest.
  // CHECK: constant #layout.cute<(4,(8,2)):(1,(4,32))>
  %2 = layout.constant #layout.cute<(4,(8,2))>
  // The verbose form of MLIR.
  // CHECK: constant #layout.cute<4:1>
  %3 = layout.constant #layout<cute<4:1>>
  return
}

// CHECK-LABEL: func.func @depths_differ
func.func @depths_differ() {
  // CHECK: constant #layout.cute<4:1>
  %0 = layout.constant #layout.cute<4:1>
  // CHECK: constant #layout.cute<(4):(1)>
  %1 = layout.constant #layout.cute<(4):(1)>
  // CHECK: constant #layout.cute<():()>
  %2 = layout.constant #layout.cute<():()>
  return
}

// CHECK-LABEL: func.func @strides
func.func @strides() {
  // CHECK: constant #layout.cute<(4,8):(0,-3)>
  %0 = layout.constant #layout.cute<(4,8):(0,-3)>
  // CHECK: constant #layout.cute<(4,8):(1@0,2@1@0)>
  %1 = layout.constant #layout.cute<(4,8):(1@0,2@1@0)>
  return
}

// CHECK-LABEL: func.func @symbols
func.func @symbols() {
  // CHECK: constant #layout.cute<(M,8):(8,1) where M in [1,4096], M mod 16 = 0>
  %0 = layout.constant #layout.cute<(M,8):(8,1) where M mod 16 = 0, M in [1,4096]>
  // CHECK: constant #layout.cute<(M,8):(K,1)>
  %1 = layout.constant #layout.cute<(M,8):(K,1)>
  return
}

// A symbol without a name is numbered within its attribute, whatever other attributes have.
// CHECK-LABEL: func.func @anonymous
func.func @anonymous() {
  // CHECK: constant #layout.cute<(_0,_1):(_2,1) where _0 mod 8 = 0>
  %0 = layout.constant #layout.cute<(?{div=8},?):(?,1)>
  // CHECK: constant #layout.cute<(_0,8):(8,1)>
  %1 = layout.constant #layout.cute<(?,8):(8,1)>
  // CHECK: constant #layout.cute<(_4,_3):(M,1)>
  %2 = layout.constant #layout.cute<(?,_3):(M,1)>
  // CHECK: constant #layout.composed<S<1,0,1> o _0 o (_1,4):(1,_1)>
  %3 = layout.constant #layout.composed<S<1,0,1> o ? o (?,4)>
  // CHECK: constant #layout.tile<[_0:1;8;_1:2]>
  %4 = layout.constant #layout.tile<[?:1;8;?:2]>
  // CHECK: constant #layout.cute<(_0,8):(8,1)>
  %5 = layout.constant #layout.cute<(_0,8):(8,1)>
  return
}
