// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// The example of the reference.

// CHECK-LABEL: func.func @example(
func.func @example(%l: !layout.layout, %ll: !layout.layout, %dyn: !layout.layout, %c: index, %o: index, %reg: index, %lane: index, %p: i32, %q: i32, %i: index, %j: index, %m: index, %s: index, %thread: i32, %t: i32) {
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}) = %{{.*}} : index{{$}}
  layout.assert_offset %l(%c) = %o : index
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}, %{{.*}}) = %{{.*}}, %{{.*}} : i32, i32{{$}}
  layout.assert_offset %ll(%reg, %lane) = %p, %q : i32, i32
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}, %{{.*}}) symbols(M = %{{.*}}) = %{{.*}} : index{{$}}
  layout.assert_offset %dyn(%i, %j) symbols(M = %m) = %s : index
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}) = %{{.*}} : i32 at i32{{$}}
  layout.assert_offset %l(%thread) = %t : i32 at i32
  return
}

// What an apply in another type than index is lowered to.

// CHECK-LABEL: func.func @at_numbers(
func.func @at_numbers(%l: !layout.layout, %t: i32, %d: i32, %v: vector<4xi32>, %c: index, %o: i64) {
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}) symbols(D = %{{.*}}) = %{{.*}} : i32 at i32{{$}}
  layout.assert_offset %l(%t) symbols(D = %d) = %t : i32 at i32
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}) symbols(D = %{{.*}}) = %{{.*}} : vector<4xi32> at vector<4xi32>{{$}}
  layout.assert_offset %l(%v) symbols(D = %d) = %v : vector<4xi32> at vector<4xi32>
  // CHECK: layout.assert_offset %{{.*}}(%{{.*}}) = %{{.*}} : i64{{$}}
  layout.assert_offset %l(%c) = %o : i64 at index
  return
}
