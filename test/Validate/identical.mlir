// A function of which nothing is read is the same as itself, unless it names something that is another one.
//
// RUN: split-file %s %t
// RUN: not layout-validate %t/before.mlir %t/after.mlir | FileCheck %s
// RUN: layout-validate %t/before.mlir %t/before.mlir | FileCheck %s --check-prefix=SAME

// CHECK:      @unread: proved by identical code
// CHECK-NEXT: @renamed: proved by
// CHECK-NEXT: @other_constant: unknown
// CHECK-NEXT: @calls_same: proved by identical code
// CHECK-NEXT: @calls_other: unknown
// CHECK-NEXT: @calls_itself: proved by identical code
// CHECK-NEXT: @of_two: unknown
// CHECK-NEXT: @in_turn: unknown
// CHECK-NEXT: @reads_other: unknown
// CHECK-NEXT: @calls_gone: unknown
// CHECK-NEXT: @calls_promising: unknown
// CHECK-NEXT: @refuted: refuted at (0): before gives 1, after gives 2
// CHECK-NEXT: @a@b: unknown
// CHECK-NEXT: @calls_quoted: unknown
// CHECK-NEXT: @in_module: unknown
// CHECK-NEXT: {{.*}}twice: proved by
// CHECK-NEXT: @moved: unknown
// CHECK-NEXT: {{.*}}twice: proved by
// CHECK-NEXT: @promising: unknown: llvm.noundef = unit of result 0 is promised only after
// CHECK-NEXT: @gone: only in

// A name in quotes, and one that two modules have, is not looked at.
// SAME-DAG: @calls_quoted: unknown
// SAME-DAG: @moved: unknown
// SAME:     19 functions: 17 proved, 0 refuted, 2 unknown

//--- before.mlir
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func private @declared(f32) -> f32
func.func private @promising(f32) -> f32
func.func @unread(%x: f32) -> f32 {
  %y = "test.unread"(%x) ({
    "test.inner"() {value = 1 : i32} : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @renamed(%x: f32) -> f32 {
  %y = call @declared(%x) : (f32) -> f32
  return %y : f32
}
func.func @other_constant(%x: f32) -> f32 {
  %y = "test.unread"(%x) ({
    "test.inner"() {value = 1 : i32} : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_same(%x: f32) -> f32 {
  %z = func.call @unread(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_other(%x: f32) -> f32 {
  %z = func.call @other_constant(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_itself(%x: f32) -> f32 {
  %z = func.call @calls_itself(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @of_two(%x: f32) -> f32 {
  %z = func.call @in_turn(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @in_turn(%x: f32) -> f32 {
  %z = func.call @of_two(%x) : (f32) -> f32
  %w = func.call @calls_other(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @reads_other(%i: index) -> f32 {
  %z = memref.get_global @table : memref<2xf32>
  %y = "test.unread"(%i) ({
    "test.inner"() : () -> ()
  }) : (index) -> f32
  return %y : f32
}
func.func @calls_gone(%x: f32) -> f32 {
  %z = func.call @gone(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_promising(%x: f32) -> f32 {
  %z = func.call @promising(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @refuted(%i: index) -> index {
  %c = arith.constant 1 : index
  return %c : index
}
func.func @gone(%x: f32) -> f32 {
  return %x : f32
}
func.func @"a@b"(%x: f32) -> f32 {
  %y = "test.unread"(%x) ({
    "test.inner"() {value = 1 : i32} : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_quoted(%x: f32) -> f32 {
  %z = func.call @"a@b"(%x) : (f32) -> f32
  %y = "test.unread"(%z) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
module @of_width attributes {test.width = 64 : i32} {
  func.func @in_module(%x: f32) -> f32 {
    %y = "test.unread"(%x) ({
      "test.inner"() : () -> ()
    }) : (f32) -> f32
    return %y : f32
  }
}
module @one {
  func.func private @twice(%x: f32) -> f32 {
    return %x : f32
  }
  func.func @moved(%x: f32) -> f32 {
    %z = func.call @twice(%x) : (f32) -> f32
    %y = "test.unread"(%z) ({
      "test.inner"() : () -> ()
    }) : (f32) -> f32
    return %y : f32
  }
}
module @two {
  func.func private @twice(%x: f32) -> f32 {
    %y = arith.addf %x, %x : f32
    return %y : f32
  }
}

//--- after.mlir
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 3.0]>
func.func private @gone(f32) -> f32
func.func private @declared(f32) -> f32
func.func private @promising(f32) -> (f32 {llvm.noundef})
func.func @unread(%a: f32) -> f32 {
  %b = "test.unread"(%a) ({
    "test.inner"() {value = 1 : i32} : () -> ()
  }) : (f32) -> f32
  return %b : f32
}
func.func @renamed(%x: f32) -> f32 {
  %y = call @declared(%x) : (f32) -> f32
  return %y : f32
}
func.func @other_constant(%x: f32) -> f32 {
  %y = "test.unread"(%x) ({
    "test.inner"() {value = 2 : i32} : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_same(%x: f32) -> f32 {
  %z = func.call @unread(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_other(%x: f32) -> f32 {
  %z = func.call @other_constant(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_itself(%x: f32) -> f32 {
  %z = func.call @calls_itself(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @of_two(%x: f32) -> f32 {
  %z = func.call @in_turn(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @in_turn(%x: f32) -> f32 {
  %z = func.call @of_two(%x) : (f32) -> f32
  %w = func.call @calls_other(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @reads_other(%i: index) -> f32 {
  %z = memref.get_global @table : memref<2xf32>
  %y = "test.unread"(%i) ({
    "test.inner"() : () -> ()
  }) : (index) -> f32
  return %y : f32
}
func.func @calls_gone(%x: f32) -> f32 {
  %z = func.call @gone(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_promising(%x: f32) -> f32 {
  %z = func.call @promising(%x) : (f32) -> f32
  %y = "test.unread"(%x) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @refuted(%i: index) -> index {
  %c = arith.constant 2 : index
  return %c : index
}
func.func @"a@b"(%x: f32) -> f32 {
  %y = "test.unread"(%x) ({
    "test.inner"() {value = 2 : i32} : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
func.func @calls_quoted(%x: f32) -> f32 {
  %z = func.call @"a@b"(%x) : (f32) -> f32
  %y = "test.unread"(%z) ({
    "test.inner"() : () -> ()
  }) : (f32) -> f32
  return %y : f32
}
module @of_width attributes {test.width = 32 : i32} {
  func.func @in_module(%x: f32) -> f32 {
    %y = "test.unread"(%x) ({
      "test.inner"() : () -> ()
    }) : (f32) -> f32
    return %y : f32
  }
}
module @one {
  func.func private @twice(%x: f32) -> f32 {
    return %x : f32
  }
}
module @two {
  func.func private @twice(%x: f32) -> f32 {
    %y = arith.addf %x, %x : f32
    return %y : f32
  }
  func.func @moved(%x: f32) -> f32 {
    %z = func.call @twice(%x) : (f32) -> f32
    %y = "test.unread"(%z) ({
      "test.inner"() : () -> ()
    }) : (f32) -> f32
    return %y : f32
  }
}
