// Functions are imported by all threads of MLIR. A type is asked about where the text says it first, an
// overlapping swizzle once in each function, and nothing shows how many threads there were.

// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute --mlir-disable-threading -o %t.one.mlir 2>%t.one
// RUN: layout-opt %s --allow-unregistered-dialect --layout-import-cute -o %t.many.mlir 2>%t.many
// RUN: diff %t.one %t.many
// RUN: diff %t.one.mlir %t.many.mlir
// RUN: FileCheck %s --input-file %t.many
// RUN: FileCheck %s --check-prefix=IR --input-file %t.many.mlir

// The same type is wrong in all of them, and is so once.
// IR-LABEL: func.func @first(
// IR:         layout.wrong = ["the type !cute.layout<\22(4,8):(1,4,32)\22> is wrong
// IR-LABEL: func.func @second(
// IR-NOT:     layout.wrong
func.func @first() {
  %0 = "cute.static"() : () -> !cute.layout<"(4,8):(1,4,32)">
  return
}

func.func @second() {
  %0 = "cute.static"() : () -> !cute.layout<"(4,8):(1,4,32)">
  return
}

func.func @third() {
  // CHECK: threads.mlir:[[#@LINE+1]]:8: remark: S<2,3,1> is not a swizzle
  %0 = "cute.static"() : () -> !cute.composed_layout<"S<2,3,1> o 0 o 512:1">
  return
}

func.func @fourth() {
  %0 = "cute.static"() : () -> !cute.composed_layout<"S<2,3,1> o 0 o 512:1">
  // CHECK: threads.mlir:[[#@LINE+1]]:8: remark: S<2,3,1> is not a swizzle
  %1 = "cute.static"() : () -> !cute.composed_layout<"S<2,3,1> o 0 o 256:1">
  %2 = "cute.unheard_of"(%1) : (!cute.composed_layout<"S<2,3,1> o 0 o 256:1">) -> !cute.layout<"4:1">
  return
}

func.func @fifth() {
  %0 = "cute.static"() : () -> !cute.layout<"8:1">
  %1 = "cute.unheard_of"(%0) : (!cute.layout<"8:1">) -> !cute.layout<"8:2">
  return
}

// CHECK: threads.mlir:{{[0-9]+}}:{{[0-9]+}}: remark: left 2 of 2 cute operations on layouts alone: unheard_of (2)
