// RUN: layout-opt %s --layout-insert-bounds --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-insert-bounds=mode=mask --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=ALWAYS
// RUN: layout-opt %s --layout-insert-bounds=mode=report --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: layout-opt %s --layout-insert-bounds=fill=poison --split-input-file | FileCheck %s --check-prefix=POISON

// Four lanes from an offset in [0, 12) on, in a buffer of ten: each lane has its own condition, in
// one vector. The load becomes a masked one that gives zero.

// REPORT: guarded by %{{.*}} + lane < 10

// CHECK-LABEL: func.func @load
// CHECK:         affine.for %[[I:.*]] = 0 to 3
// CHECK:           %[[O:.*]] = layout.apply
// CHECK-NEXT:      %[[FIRST:.*]] = vector.broadcast %[[O]] : index to vector<4xindex>
// CHECK-NEXT:      %[[NUMBERS:.*]] = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
// CHECK-NEXT:      %[[LANES:.*]] = arith.addi %[[FIRST]], %[[NUMBERS]] : vector<4xindex>
// CHECK-NEXT:      %[[END:.*]] = arith.constant dense<10> : vector<4xindex>
// CHECK-NEXT:      %[[MASK:.*]] = arith.cmpi slt, %[[LANES]], %[[END]] : vector<4xindex>
// CHECK:           %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK:           vector.maskedload %{{.*}}[%[[O]]], %[[MASK]], %[[ZERO]] {alignment = 4 : i64}
// CHECK-NOT:       scf.if

// POISON-LABEL: func.func @load
// POISON:         %[[POISON:.*]] = ub.poison : vector<4xf32>
// POISON:         vector.maskedload %{{.*}}, %{{.*}}, %[[POISON]]
func.func private @use(vector<4xf32>)
func.func @load(%buffer: memref<10xf32>) {
  %l = layout.constant #layout.cute<3:4>
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %v = vector.load %buffer[%o] {alignment = 4 : i64, nontemporal = true} : memref<10xf32>, vector<4xf32>
    func.call @use(%v) : (vector<4xf32>) -> ()
  }
  return
}

// -----

// Where the tile is decides for all lanes at once, and one branch is enough. A mask is what
// mode=mask asks for. The condition is computed once for the vectors of all %j.

// CHECK-LABEL: func.func @same_in_all_lanes
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// CHECK:           affine.for
// CHECK:             scf.if %[[IN]] {
// CHECK-NEXT:          vector.store

// ALWAYS-LABEL: func.func @same_in_all_lanes
// ALWAYS:         affine.for %[[I:.*]] = 0 to 4
// ALWAYS:           %[[IN:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : index
// ALWAYS-NEXT:      %[[MASK:.*]] = vector.broadcast %[[IN]] : i1 to vector<4xi1>
// ALWAYS:           affine.for
// ALWAYS-NOT:         scf.if
// ALWAYS:             vector.maskedstore %{{.*}}, %[[MASK]], %{{.*}}
func.func @same_in_all_lanes(%buffer: memref<24xf32>, %v: vector<4xf32>) {
  %l = layout.constant #layout.cute<(2,4):(4,8)>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 2 {
      %o = layout.apply %l(%j, %i) : index
      vector.store %v, %buffer[%o] : memref<24xf32>, vector<4xf32>
    }
  }
  return
}

// -----

// Both dimensions of a vector.

// REPORT: guarded by %{{.*}} + lane0 < 3 and 0 <= %{{.*}} + lane1 < 7

// CHECK-LABEL: func.func @two_dimensions
// CHECK-DAG:     arith.constant dense<{{\[\[}}0, 0, 0], [1, 1, 1]]> : vector<2x3xindex>
// CHECK-DAG:     arith.constant dense<{{\[\[}}0, 1, 2], [0, 1, 2]]> : vector<2x3xindex>
// CHECK:         arith.andi %{{.*}}, %{{.*}} : vector<2x3xi1>
// CHECK:         vector.maskedstore %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %{{.*}} : memref<3x7xf32>, vector<2x3xi1>, vector<2x3xf32>
func.func @two_dimensions(%buffer: memref<3x7xf32>, %v: vector<2x3xf32>, %j: index) {
  %l = layout.constant #layout.cute<4:1>
  affine.for %i = 0 to 4 {
    %o = layout.apply %l(%i) : index
    vector.store %v, %buffer[%o, %j] : memref<3x7xf32>, vector<2x3xf32>
  }
  return
}

// -----

// A mask that is there is joined. Lanes out of bounds get what masked ones get.

// CHECK-LABEL: func.func @masked
// CHECK-SAME:    %[[OLD:[a-z0-9]*]]: vector<4xi1>, %[[THROUGH:[a-z0-9]*]]: vector<4xi8>
// CHECK:         %[[IN:.*]] = arith.cmpi ule, {{.*}} : vector<4xindex>
// CHECK:         %[[MASK:.*]] = arith.select %[[OLD]], %[[IN]], %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK:         %[[V:.*]] = vector.maskedload %{{.*}}, %[[MASK]], %[[THROUGH]]
// CHECK:         vector.maskedstore %{{.*}}, %[[MASK]], %[[V]]
func.func @masked(%buffer: memref<10xi8>, %old: vector<4xi1>, %through: vector<4xi8>, %i: index) {
  %l = layout.constant #layout.cute<16:1>
  %o = layout.apply %l(%i) : index
  %v = vector.maskedload %buffer[%o], %old, %through
    : memref<10xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
  vector.maskedstore %buffer[%o], %old, %v : memref<10xi8>, vector<4xi1>, vector<4xi8>
  return
}

// -----

// A transfer leaves out what is past the end by itself, along dimensions that are not in_bounds.
// What is asked of it is the rest: that the layout has a value. Along the others it gets a mask, in
// the order of the dimensions of the buffer.

// CHECK-LABEL: func.func @transfers
// CHECK:         affine.for
// CHECK:           vector.transfer_read %{{.*}}[%{{.*}}], %{{.*}} : memref<10xf32>, vector<4xf32>
// CHECK:         affine.for
// CHECK:           %[[MASK:.*]] = arith.cmpi slt, %{{.*}} : vector<2x3xindex>
// CHECK:           %[[V:.*]] = vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %[[MASK]] {in_bounds = [false, true], permutation_map = #{{.*}}} : memref<3x10xf32>, vector<3x2xf32>
// CHECK:           vector.transfer_write %[[V]], %{{.*}}[%{{.*}}, %{{.*}}], %[[MASK]]
func.func private @use(vector<4xf32>)
func.func @transfers(%a: memref<10xf32>, %b: memref<3x10xf32>, %f: f32) {
  %l = layout.constant #layout.cute<3:4>
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %v = vector.transfer_read %a[%o], %f : memref<10xf32>, vector<4xf32>
    func.call @use(%v) : (vector<4xf32>) -> ()
  }
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 3 {
    %o = layout.apply %l(%i) : index
    %p = layout.apply %l(%c0) : index
    %v = vector.transfer_read %b[%i, %o], %f
      {in_bounds = [false, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
      : memref<3x10xf32>, vector<3x2xf32>
    vector.transfer_write %v, %b[%i, %o]
      {in_bounds = [false, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>}
      : vector<3x2xf32>, memref<3x10xf32>
  }
  return
}

// -----

// A vector that is one element of the buffer has no lanes.

// ALWAYS-LABEL: func.func @an_element
// ALWAYS:         scf.if
func.func @an_element(%buffer: memref<10xvector<4xf32>>, %v: vector<4xf32>, %i: index) {
  %l = layout.constant #layout.cute<16:1>
  %o = layout.apply %l(%i) : index
  vector.store %v, %buffer[%o] : memref<10xvector<4xf32>>, vector<4xf32>
  return
}

// -----

// What a load gives where it has no access is the result of one that became a masked one, and then part
// of a branch.

// CHECK-LABEL: func.func @fill_of_a_masked_load
// CHECK:         %[[P:.*]] = vector.maskedload
// CHECK:         scf.if
// CHECK-NEXT:      vector.expandload %{{.*}}, %[[P]]
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[P]]
func.func @fill_of_a_masked_load(%m: memref<?xi32>, %i: index, %mask: vector<4xi1>) -> vector<4xi32> {
  %p = vector.load %m[%i] : memref<?xi32>, vector<4xi32>
  %g = vector.expandload %m[%i], %mask, %p
    : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %g : vector<4xi32>
}

// CHECK-LABEL: func.func @fills_of_masked_loads_in_views
// CHECK:         %[[P:.*]] = scf.if
// CHECK:           vector.maskedload
// CHECK:         %[[Q:.*]] = vector.maskedload
// CHECK:         scf.if
// CHECK:           vector.maskedload %{{.*}}, %[[P]] :
// CHECK-NEXT:      vector.maskedload %{{.*}}, %[[Q]] :
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[P]], %[[Q]]
func.func @fills_of_masked_loads_in_views(%k: memref<8xi32>, %i: index, %j: index, %l: index,
    %mask: vector<4xi1>) -> (vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %r = memref.subview %k[%l] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  %p = vector.load %r[%i] : memref<4xi32, strided<[1], offset: ?>>, vector<4xi32>
  %q = vector.load %k[%i] : memref<8xi32>, vector<4xi32>
  %s = memref.subview %k[%j] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  %f = vector.maskedload %s[%c0], %mask, %p
    : memref<4xi32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  %g = vector.maskedload %s[%c0], %mask, %q
    : memref<4xi32, strided<[1], offset: ?>>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %f, %g : vector<4xi32>, vector<4xi32>
}

// -----

// A transfer from a view without elements is padding alone, along the dimensions that it compares with sizes.

// REPORT: remark: proved in bounds: it accesses no elements, or it never executes
// CHECK-LABEL: func.func @of_no_elements
// CHECK-NOT:     scf.if
func.func @of_no_elements(%m: memref<4xf32>) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %z = arith.constant 0 : index
  %v = memref.subview %m[0] [%z] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  %r = vector.transfer_read %v[%z], %c : memref<?xf32, strided<[1]>>, vector<4xf32>
  return %r : vector<4xf32>
}

// REPORT: remark: guarded by 0 <= %arg1 < 4
// CHECK-LABEL: func.func @of_rows_of_no_elements
func.func @of_rows_of_no_elements(%m: memref<4x8xf32>, %i: index) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %z = arith.constant 0 : index
  %v = memref.subview %m[0, 0] [4, %z] [1, 1] : memref<4x8xf32> to memref<4x?xf32, strided<[8, 1]>>
  %r = vector.transfer_read %v[%i, %z], %c : memref<4x?xf32, strided<[8, 1]>>, vector<4xf32>
  return %r : vector<4xf32>
}

// REPORT: remark: guarded by 0 <= %arg1 < 5
// CHECK-LABEL: func.func @of_some_elements
func.func @of_some_elements(%m: memref<4xf32>, %n: index) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %z = arith.constant 0 : index
  %v = memref.subview %m[0] [%n] [1] : memref<4xf32> to memref<?xf32, strided<[1]>>
  %r = vector.transfer_read %v[%z], %c : memref<?xf32, strided<[1]>>, vector<4xf32>
  return %r : vector<4xf32>
}
