// RUN: layout-opt %s --layout-insert-bounds --allow-unregistered-dialect --split-input-file --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-insert-bounds=scope=layouts --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=LAYOUTS

// Indices that come from no layout. With scope=layouts nobody looks at them.
// LAYOUTS-NOT: scf.if
// LAYOUTS-NOT: maskedload

// The last iteration leaves the buffer.

// CHECK-LABEL: func.func @loop
// CHECK:         affine.for %[[I:.*]] = 0 to 65
// CHECK:           %[[END:.*]] = arith.constant 64 : index
// CHECK:           %[[IN:.*]] = arith.cmpi slt, %[[I]], %[[END]] : index
// CHECK:           scf.if %[[IN]]
// CHECK-NEXT:        affine.load %{{.*}}[%[[I]]]
func.func @loop(%a: memref<64xf32>) {
  affine.for %i = 0 to 65 {
    %v = affine.load %a[%i] : memref<64xf32>
    "test.use"(%v) : (f32) -> ()
  }
  return
}

// -----

// Of an index of which nothing is known the guard is the comparison itself.

// CHECK-LABEL: func.func @argument
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index)
// CHECK:         %[[END:.*]] = arith.constant 10 : index
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[N]], %[[END]] : index
// CHECK:         scf.if %[[IN]]
func.func @argument(%m: memref<10xf32>, %n: index) -> f32 {
  %v = memref.load %m[%n] : memref<10xf32>
  return %v : f32
}

// -----

// An access through five views is decided in the buffer: row 8 + %i + 2*%j and so on is below 64.

// CHECK-LABEL: func.func @views
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @views(%m: memref<64x64xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.subview %m[8, 8] [48, 48] [1, 1]
    : memref<64x64xf32> to memref<48x48xf32, strided<[64, 1], offset: 520>>
  scf.for %i = %c0 to %c8 step %c1 {
    %b = memref.subview %a[%i, 4] [40, 40] [1, 1]
      : memref<48x48xf32, strided<[64, 1], offset: 520>>
      to memref<40x40xf32, strided<[64, 1], offset: ?>>
    %c = memref.cast %b
      : memref<40x40xf32, strided<[64, 1], offset: ?>> to memref<?x40xf32, strided<[64, 1], offset: ?>>
    %d = memref.subview %c[0, %i] [8, 8] [2, 2]
      : memref<?x40xf32, strided<[64, 1], offset: ?>> to memref<8x8xf32, strided<[128, 2], offset: ?>>
    %e = memref.transpose %d (i, j) -> (j, i)
      : memref<8x8xf32, strided<[128, 2], offset: ?>> to memref<8x8xf32, strided<[2, 128], offset: ?>>
    memref.store %f, %e[%i, %c0] : memref<8x8xf32, strided<[2, 128], offset: ?>>
  }
  return
}

// -----

// One view of five leaves its source: those from it on go under the guard, and the one that does
// not leave stays.

// CHECK-LABEL: func.func @one_leaves
// CHECK:         memref.subview %{{.*}}[8] [48] [1]
// CHECK-NOT:     memref.subview
// CHECK:         scf.if
// CHECK-NEXT:      %[[B:.*]] = memref.subview %{{.*}} [40] [1]
// CHECK-NEXT:      %[[C:.*]] = memref.subview %[[B]][1] [2] [1]
// CHECK-NEXT:      memref.store %{{.*}}, %[[C]]
func.func @one_leaves(%m: memref<64xf32>, %f: f32, %i: index) {
  %c0 = arith.constant 0 : index
  %a = memref.subview %m[8] [48] [1] : memref<64xf32> to memref<48xf32, strided<[1], offset: 8>>
  %b = memref.subview %a[%i] [40] [1]
    : memref<48xf32, strided<[1], offset: 8>> to memref<40xf32, strided<[1], offset: ?>>
  %c = memref.subview %b[1] [2] [1]
    : memref<40xf32, strided<[1], offset: ?>> to memref<2xf32, strided<[1], offset: ?>>
  memref.store %f, %c[%c0] : memref<2xf32, strided<[1], offset: ?>>
  return
}

// -----

// Another user keeps the view where it was.

// CHECK-LABEL: func.func @also_used
// CHECK:         %[[A:.*]] = memref.subview
// CHECK:         scf.if
// CHECK-NEXT:      %[[B:.*]] = memref.subview
// CHECK-NEXT:      memref.store %{{.*}}, %[[B]]
// CHECK:         "test.use"(%[[A]])
func.func @also_used(%m: memref<64xf32>, %f: f32, %i: index) {
  %c0 = arith.constant 0 : index
  // expected-remark @below {{view is in bounds only where 0 <= %arg2 < 25, and not guarded: test.use uses it}}
  %a = memref.subview %m[%i] [40] [1] : memref<64xf32> to memref<40xf32, strided<[1], offset: ?>>
  memref.store %f, %a[%c0] : memref<40xf32, strided<[1], offset: ?>>
  // expected-remark @below {{accesses of test.use are not looked at: 1 operation}}
  "test.use"(%a) : (memref<40xf32, strided<[1], offset: ?>>) -> ()
  return
}

// -----

// Bytes 16 to 63 are 12 elements.

// CHECK-LABEL: func.func @bytes
// CHECK:         %[[END:.*]] = arith.constant 12 : index
// CHECK:         arith.cmpi ult, %{{.*}}, %[[END]]
func.func @bytes(%f: f32, %i: index) {
  %b = memref.alloc() : memref<64xi8>
  %c16 = arith.constant 16 : index
  %v = memref.view %b[%c16][] : memref<64xi8> to memref<12xf32>
  memref.store %f, %v[%i] : memref<12xf32>
  return
}

// -----

func.func @too_many_bytes(%f: f32, %i: index) {
  %b = memref.alloc() : memref<64xi8>
  %c16 = arith.constant 16 : index
  %v = memref.view %b[%c16][] : memref<64xi8> to memref<13xf32>
  // expected-error @below {{access is never in bounds: index 67 of dimension 0 is outside [0, 64)}}
  memref.store %f, %v[%i] : memref<13xf32>
  return
}

// -----

// A buffer that is cast to strides of its own: element 10*%i + 9 is in it.

// CHECK-LABEL: func.func @cast
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @cast(%m: memref<10x10xf32>, %f: f32) {
  affine.for %i = 0 to 10 {
    %o = affine.apply affine_map<(d0) -> (d0 * 10)>(%i)
    %r = memref.reinterpret_cast %m to offset: [%o], sizes: [10], strides: [1]
      : memref<10x10xf32> to memref<10xf32, strided<[1], offset: ?>>
    memref.store %f, %r[%i] : memref<10xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// A promise that no iteration keeps.

func.func @promise(%m: memref<64xf32>, %v: vector<8xf32>) {
  %c60 = arith.constant 60 : index
  // expected-error @below {{in_bounds is false: lanes 4 to 7 are outside [0, 64) of dimension 0}}
  vector.transfer_write %v, %m[%c60] {in_bounds = [true]} : vector<8xf32>, memref<64xf32>
  return
}

// -----

func.func @promise_below(%m: memref<64xf32>, %v: vector<8xf32>) {
  %c-1 = arith.constant -1 : index
  // expected-error @below {{in_bounds is false: lane 0 is outside [0, 64) of dimension 0}}
  vector.transfer_write %v, %m[%c-1] {in_bounds = [true]} : vector<8xf32>, memref<64xf32>
  return
}

// -----

// One that some iterations keep becomes a mask.

// CHECK-LABEL: func.func @promise_of_some
// CHECK:         %[[MASK:.*]] = arith.cmpi
// CHECK:         vector.transfer_write %{{.*}}, %{{.*}}, %[[MASK]]
func.func @promise_of_some(%m: memref<63xf32>, %v: vector<8xf32>) {
  affine.for %i = 0 to 64 step 8 {
    vector.transfer_write %v, %m[%i] {in_bounds = [true]} : vector<8xf32>, memref<63xf32>
  }
  return
}

// -----

// The lanes of a gather are where its indices say, which are integers of 32 bits here.

// CHECK-LABEL: func.func @gather
// CHECK-SAME:    %[[AT:[a-z0-9]*]]: vector<4xi32>
// CHECK:         %[[CAST:.*]] = arith.index_cast %[[AT]] : vector<4xi32> to vector<4xindex>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : vector<4xindex>
// CHECK:         %[[BOTH:.*]] = arith.select %{{.*}}, %[[IN]], %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK:         vector.gather %{{.*}} [%[[AT]]], %[[BOTH]]
func.func @gather(%m: memref<10xf32>, %at: vector<4xi32>, %mask: vector<4xi1>, %none: vector<4xf32>)
    -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %v = vector.gather %m[%c2] [%at], %mask, %none
    : memref<10xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Along the last dimension of several; where the row is not in bounds no lane is.

// CHECK-LABEL: func.func @gather_of_rows
// CHECK-SAME:    %[[M:.*]]: memref<10x10xf32>, %[[ROW:.*]]: index, %[[AT:.*]]: vector<4xi32>, %[[MASK:.*]]: vector<4xi1>
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[ROW]], %{{.*}} : index
// CHECK:         arith.index_cast %[[AT]] : vector<4xi32> to vector<4xindex>
// CHECK:         vector.broadcast %[[IN]] : i1 to vector<4xi1>
// CHECK:         %[[BOTH:.*]] = arith.select %[[MASK]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xi1>
// CHECK:         vector.gather %[[M]][%[[ROW]], %{{.*}}] [%[[AT]]], %[[BOTH]]
func.func @gather_of_rows(%m: memref<10x10xf32>, %row: index, %at: vector<4xi32>,
                          %mask: vector<4xi1>, %none: vector<4xf32>) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %v = vector.gather %m[%row, %c2] [%at], %mask, %none
    : memref<10x10xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// Four elements at most: the first three places need no guard, and then it is how many lanes hold.

// CHECK-LABEL: func.func @packed
// CHECK:         %[[ONES:.*]] = arith.extui %{{.*}} : vector<4xi1> to vector<4xi64>
// CHECK-NEXT:    %[[SUM:.*]] = vector.reduction <add>, %[[ONES]] : vector<4xi64> into i64
// CHECK-NEXT:    %[[N:.*]] = arith.index_cast %[[SUM]] : i64 to index
// CHECK:         scf.if
// CHECK-NEXT:      vector.expandload
// CHECK:         else
// CHECK-NEXT:      scf.yield %{{.*}} : vector<4xf32>
// CHECK:         vector.compressstore %{{.*}}[%c6
func.func @packed(%m: memref<10xf32>, %i: index, %mask: vector<4xi1>, %v: vector<4xf32>)
    -> vector<4xf32> {
  %c6 = arith.constant 6 : index
  %r = vector.expandload %m[%i], %mask, %v
    : memref<10xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.compressstore %m[%c6], %mask, %v : memref<10xf32>, vector<4xi1>, vector<4xf32>
  return %r : vector<4xf32>
}

// -----

// Atomic updates and hints are accesses.

// CHECK-LABEL: func.func @atomic
// CHECK:         scf.if
// CHECK-NEXT:      memref.atomic_rmw
// CHECK-NEXT:      memref.generic_atomic_rmw
// CHECK:           memref.prefetch
// CHECK-NEXT:      scf.yield
func.func @atomic(%m: memref<10xi64>, %v: i64, %i: index) -> (i64, i64) {
  %r = memref.atomic_rmw addi %v, %m[%i] : (i64, memref<10xi64>) -> i64
  %q = memref.generic_atomic_rmw %m[%i] : memref<10xi64> {
  ^bb0(%x: i64):
    memref.atomic_yield %v : i64
  }
  memref.prefetch %m[%i], read, locality<3>, data : memref<10xi64>
  return %r, %q : i64, i64
}

// -----

// A mask has no place for a map of indices.

// CHECK-LABEL: func.func @affine_vector
// CHECK:         affine.for %[[I:.*]] = 0 to 64 step 8
// CHECK:           %[[AT:.*]] = affine.apply #{{.*}}(%[[I]])
// CHECK:           vector.maskedload %{{.*}}[%[[AT]]]
func.func @affine_vector(%m: memref<64xf32>) {
  affine.for %i = 0 to 64 step 8 {
    %v = affine.vector_load %m[%i + 1] : memref<64xf32>, vector<8xf32>
    "test.use"(%v) : (vector<8xf32>) -> ()
  }
  return
}

// -----

// A layout in the type of a memref changes nothing of which indices it has.

// CHECK-LABEL: func.func @layout_type
// CHECK:         %[[END:.*]] = arith.constant 8 : index
// CHECK:         arith.cmpi ult, %{{.*}}, %[[END]]
// CHECK:         scf.if
func.func @layout_type(%m: memref<8x8xf32, #layout.composed<S<1,0,2> o 0 o (8,8):(8,1)>>, %i: index)
    -> f32 {
  %c7 = arith.constant 7 : index
  %v = memref.load %m[%i, %c7] : memref<8x8xf32, #layout.composed<S<1,0,2> o 0 o (8,8):(8,1)>>
  return %v : f32
}

// -----

// A mask of a transfer through a view: the indices are those of the transfer alone.

// CHECK-LABEL: func.func @transfer_of_view
// CHECK:         %[[MASK:.*]] = arith.cmpi ult, %{{.*}} : vector<4xindex>
// CHECK:         vector.transfer_read %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}, %[[MASK]]
func.func @transfer_of_view(%m: memref<8x8xf32>, %i: index) -> vector<4xf32> {
  %c2 = arith.constant 2 : index
  %padding = arith.constant 0.0 : f32
  %view = memref.subview %m[0, 1] [6, 6] [1, 1]
    : memref<8x8xf32> to memref<6x6xf32, strided<[8, 1], offset: 1>>
  %v = vector.transfer_read %view[%c2, %i], %padding {in_bounds = [true]}
    : memref<6x6xf32, strided<[8, 1], offset: 1>>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// A tensor is not memory: what is accessed of it is not guarded, and counted.

// CHECK-LABEL: func.func @tensor
func.func @tensor(%t: tensor<8xf32>) -> vector<4xf32> {
  %c9 = arith.constant 9 : index
  %padding = arith.constant 0.0 : f32
  // expected-remark @+1 {{accesses of vector.transfer_read are not looked at: 1 operation}}
  %v = vector.transfer_read %t[%c9], %padding {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
  return %v : vector<4xf32>
}

// -----

// The first and the last element of a part: one comparison of each side.

// CHECK-LABEL: func.func @part_of_dynamic
// CHECK-SAME:    %[[I:[a-z0-9]*]]: index, %
// CHECK-COUNT-2: arith.cmpi
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.if
func.func @part_of_dynamic(%m: memref<?xf32>, %i: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %part = memref.subview %m[%i] [16] [1] : memref<?xf32> to memref<16xf32, strided<[1], offset: ?>>
  memref.store %f, %part[%c0] : memref<16xf32, strided<[1], offset: ?>>
  return
}

// -----

// A vector.mask takes one operation, so that no other one is put beside it, and its lanes may all be off.

func.func @mask_around(%v: vector<16xf32>, %m: vector<16xi1>, %b: memref<?xf32>, %i: index) {
  // expected-remark @below {{in bounds only where -lane <= %arg3, and not guarded: its mask is that of the vector.mask around it}}
  vector.mask %m { vector.transfer_write %v, %b[%i] : vector<16xf32>, memref<?xf32> } : vector<16xi1>
  %c = arith.constant 20 : index
  %fixed = memref.alloc() : memref<16xf32>
  // expected-remark @below {{in bounds only where false, and not guarded: its mask is that of the vector.mask around it}}
  vector.mask %m { vector.transfer_write %v, %fixed[%c] {in_bounds = [true]} : vector<16xf32>, memref<16xf32> } : vector<16xi1>
  return
}

// -----

// The offset of a view is compared as it was computed: computed again, %i + 1 would wrap around for the greatest
// %i, of which the ceildiv does not.

// CHECK-LABEL: func.func @offset_of_view
// CHECK:         %[[OFFSET:.*]] = index.add
// CHECK:         %[[SIZE:.*]] = arith.constant 20
// CHECK-NEXT:    %[[INSIDE:.*]] = arith.cmpi ult, %[[OFFSET]], %[[SIZE]]
// CHECK-NEXT:    scf.if %[[INSIDE]]
// CHECK-NEXT:      memref.subview %{{.*}}[%[[OFFSET]]]
func.func @offset_of_view(%m: memref<20xf32>, %i: index, %j: index) -> f32 {
  %c0 = arith.constant 0 : index
  %digit = affine.apply affine_map<(d0) -> ((d0 ceildiv 2) mod 7)>(%i)
  %offset = index.add %digit, %j
  %part = memref.subview %m[%offset] [1] [1] : memref<20xf32> to memref<1xf32, strided<[1], offset: ?>>
  %x = memref.load %part[%c0] : memref<1xf32, strided<[1], offset: ?>>
  return %x : f32
}
