// A memref with a layout becomes a flat one, and an index into it the offset that a layout.apply gives.

// RUN: layout-opt %s -layout-flatten-memrefs | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(layout-flatten-memrefs)' | FileCheck %s

!tile = memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>

// One constant of the layout a function.
// CHECK-LABEL: func.func @access(
// CHECK-SAME:    %[[A:.*]]: memref<512xf16>, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK-NEXT:    %[[L:.*]] = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
// CHECK-NEXT:    %[[O:.*]] = layout.apply %[[L]](%[[I]], %[[J]]) : index
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[O]]] : memref<512xf16>
// CHECK-NEXT:    %[[P:.*]] = layout.apply %[[L]](%[[J]], %[[I]]) : index
// CHECK-NEXT:    memref.store %[[X]], %[[A]][%[[P]]] : memref<512xf16>
func.func @access(%a: !tile, %i: index, %j: index) -> f16 {
  %x = memref.load %a[%i, %j] : !tile
  memref.store %x, %a[%j, %i] : !tile
  return %x : f16
}

// CHECK-LABEL: func.func @carried(
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<512xf16>
// CHECK-NEXT:    memref.alloca() : memref<512xf16>
// CHECK-NEXT:    scf.if %{{.*}} -> (memref<512xf16>)
// CHECK:         call @access(%{{.*}}) : (memref<512xf16>, index, index) -> f16
// CHECK-NEXT:    cf.br ^bb1(%{{.*}} : memref<512xf16>)
// CHECK-NEXT:  ^bb1(%[[Q:.*]]: memref<512xf16>)
// CHECK:         memref.load %[[Q]][%{{.*}}] : memref<512xf16>
// CHECK-NEXT:    memref.dealloc %{{.*}} : memref<512xf16>
func.func @carried(%i: index, %c: i1) -> f16 {
  %a = memref.alloc() {alignment = 64 : i64} : !tile
  %b = memref.alloca() : !tile
  %p = scf.if %c -> (!tile) {
    scf.yield %a : !tile
  } else {
    scf.yield %b : !tile
  }
  %x = func.call @access(%p, %i, %i) : (!tile, index, index) -> f16
  cf.br ^end(%p : !tile)
^end(%q: !tile):
  %y = memref.load %q[%i, %i] : !tile
  memref.dealloc %a : !tile
  return %y : f16
}

// CHECK: func.func private @elsewhere(memref<512xf16>)
func.func private @elsewhere(!tile)

// An index of an affine access is an operand or an affine.apply.
// CHECK-LABEL: func.func @in_loops(
// CHECK-SAME:    %[[A:.*]]: memref<512xf16>
// CHECK:         affine.for %[[I:.*]] =
// CHECK:         affine.for %[[J:.*]] =
// CHECK-NEXT:    %[[D:.*]] = affine.apply #{{.*}}(%[[I]], %[[J]])
// CHECK-NEXT:    %[[O:.*]] = layout.apply %{{.*}}(%[[D]], %[[J]]) : index
// CHECK-NEXT:    %[[Y:.*]] = memref.load %[[A]][%[[O]]] : memref<512xf16>
// CHECK-NEXT:    %[[C:.*]] = arith.constant 3 : index
// CHECK-NEXT:    %[[P:.*]] = layout.apply %{{.*}}(%[[I]], %[[C]]) : index
// CHECK-NEXT:    memref.store %[[Y]], %[[A]][%[[P]]] : memref<512xf16>
func.func @in_loops(%a: !tile) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 64 {
      %y = affine.load %a[%i * 2, %j] : !tile
      affine.store %y, %a[%i, 3] : !tile
    }
  }
  return
}

// The other operations that have an index.
// CHECK-LABEL: func.func @others(
// CHECK:         memref.atomic_rmw addf %{{.*}}, %{{.*}}[%{{[a-z0-9]*}}] : (f16, memref<512xf16>) -> f16
// CHECK:         memref.generic_atomic_rmw %{{.*}}[%{{[a-z0-9]*}}] : memref<512xf16>
// CHECK:         memref.prefetch %{{.*}}[%{{[a-z0-9]*}}], read, locality<3>, data : memref<512xf16>
// CHECK:         affine.for
// CHECK:           memref.prefetch %{{.*}}[%{{[a-z0-9]*}}], write, locality<2>, data : memref<512xf16>
// CHECK-NOT:     memref.store
func.func @others(%a: !tile, %i: index, %x: f16) {
  %0 = memref.atomic_rmw addf %x, %a[%i, %i] : (f16, !tile) -> f16
  %1 = memref.generic_atomic_rmw %a[%i, %i] : !tile {
  ^bb0(%y: f16):
    memref.atomic_yield %y : f16
  }
  memref.prefetch %a[%i, %i], read, locality<3>, data : !tile
  affine.for %j = 0 to 4 {
    affine.prefetch %a[%j * 2, %j], write, locality<2>, data : !tile
  }
  return
}

// Two parts of sizes 4 and 4 are one number, the left one fastest.
// CHECK-LABEL: func.func @parts(
// CHECK:         memref.alloc() : memref<16xi32>
// CHECK-NEXT:    %[[Q:.*]]:2 = layout.apply %{{.*}}(%{{.*}}, %{{.*}}) : index, index
// CHECK-NEXT:    %[[C:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[M:.*]] = arith.muli %[[Q]]#1, %[[C]] : index
// CHECK-NEXT:    %[[O:.*]] = arith.addi %[[Q]]#0, %[[M]] : index
// CHECK-NEXT:    memref.load %{{.*}}[%[[O]]] : memref<16xi32>
!parts = memref<4x4xi32, #layout.linear<{a = [[0, 1], [1, 0]], b = [[2, 0], [0, 2]]}>>
func.func @parts(%i: index, %j: index) -> i32 {
  %a = memref.alloc() : !parts
  %x = memref.load %a[%i, %j] : !parts
  return %x : i32
}

// The buffer ends after the last element, if there is one. An extent that is 0 divides nothing.
// CHECK-LABEL: func.func @symbols(
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index, %[[I:.*]]: index, %[[J:.*]]: index
// CHECK:         %[[L:.*]] = layout.constant #layout.cute<(_0,_1):(_1,1)>
// CHECK:         %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         %[[P:.*]] = arith.cmpi eq, %[[M]], %{{.*}} : index
// CHECK:         %[[Q:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK-NEXT:    %[[EMPTY:.*]] = arith.ori %[[P]], %[[Q]] : i1
// CHECK-NEXT:    %[[V:.*]] = arith.select %[[EMPTY]], %[[ONE]], %[[M]] : index
// CHECK-NEXT:    %[[W:.*]] = arith.select %[[EMPTY]], %[[ONE]], %[[N]] : index
// CHECK-NEXT:    %[[R:.*]] = arith.subi %[[M]], %[[ONE]] : index
// CHECK-NEXT:    %[[S:.*]] = arith.subi %[[N]], %[[ONE]] : index
// CHECK-NEXT:    %[[LAST:.*]] = layout.apply %[[L]](%[[R]], %[[S]]) symbols(_0 = %[[V]], _1 = %[[W]]) : index
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[LAST]], %[[ONE]] : index
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT:    %[[SIZE:.*]] = arith.select %[[EMPTY]], %[[ZERO]], %[[NEXT]] : index
// CHECK-NEXT:    %[[A:.*]] = memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK-NEXT:    %[[O:.*]] = layout.apply %[[L]](%[[I]], %[[J]]) symbols(_0 = %[[M]], _1 = %[[N]]) : index
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[O]]] : memref<?xf32>
// CHECK:         return %[[X]], %[[M]], %[[N]] : f32, index, index
!dynamic = memref<?x?xf32, #layout.cute<(M,N):(N,1)>>
func.func @symbols(%m: index, %n: index, %i: index, %j: index) -> (f32, index, index) {
  %a = memref.alloc(%m, %n)[%m, %n] : !dynamic
  %x = memref.load %a[%i, %j] : !dynamic
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %d = memref.dim %a, %zero : !dynamic
  %e = memref.dim %a, %one : !dynamic
  return %x, %d, %e : f32, index, index
}

// The fields of the swizzle end at bit 8, and the buffer at a multiple of 256.
// CHECK-LABEL: func.func @swizzled(
// CHECK:         %[[INNER:.*]] = layout.constant #layout.composed<S<0,0,0> o 0 o (_0,64):(64,1)>
// CHECK:         %[[C63:.*]] = arith.constant 63 : index
// CHECK:         %[[LAST:.*]] = layout.apply %[[INNER]](%{{.*}}, %[[C63]]) symbols(_0 = %{{.*}}) : index
// CHECK-NEXT:    %[[BITS:.*]] = arith.constant 8 : index
// CHECK-NEXT:    %[[BLOCK:.*]] = arith.shrui %[[LAST]], %[[BITS]] : index
// CHECK-NEXT:    %[[NEXT:.*]] = arith.addi %[[BLOCK]], %{{.*}} : index
// CHECK-NEXT:    %[[END:.*]] = arith.shli %[[NEXT]], %[[BITS]] : index
// CHECK:         %[[SIZE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[END]] : index
// CHECK-NEXT:    memref.alloc(%[[SIZE]]) : memref<?xf32>
!swizzled = memref<?x64xf32, #layout.composed<S<3,2,3> o 0 o (M,64):(64,1)>>
func.func @swizzled(%m: index, %i: index, %j: index) -> f32 {
  %a = memref.alloc(%m)[%m] : !swizzled
  %x = memref.load %a[%i, %j] : !swizzled
  return %x : f32
}

// CHECK-LABEL: func.func @line(
// CHECK-SAME:    %[[M:.*]]: index, %[[I:.*]]: index
// CHECK:         %[[LAST:.*]] = arith.subi %[[M]], %{{.*}} : index
// CHECK:         %[[BLOCK:.*]] = arith.shrui %[[LAST]], %{{.*}} : index
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:    layout.apply %{{.*}}(%[[I]]) : index
!line = memref<?xf32, #layout.swizzle<S<3,2,3>>>
func.func @line(%m: index, %i: index) -> f32 {
  %a = memref.alloc(%m) : !line
  %x = memref.load %a[%i] : !line
  return %x : f32
}

// The first copy moves the whole buffer, which has no gaps; the second one goes element by element.
// CHECK-LABEL: func.func @copies(
// CHECK-SAME:    %[[A:.*]]: memref<512xf16>, %[[B:.*]]: memref<512xf16>, %[[C:.*]]: memref<8x64xf16>
// CHECK:         memref.copy %[[A]], %[[B]] : memref<512xf16> to memref<512xf16>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c8 step
// CHECK:         scf.for %[[J:.*]] = %{{.*}} to %c64 step
// CHECK-NEXT:    %[[O:.*]] = layout.apply %{{.*}}(%[[I]], %[[J]]) : index
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[O]]] : memref<512xf16>
// CHECK-NEXT:    memref.store %[[X]], %[[C]][%[[I]], %[[J]]] : memref<8x64xf16>
// CHECK-NOT:     memref.copy
func.func @copies(%a: !tile, %b: !tile, %c: memref<8x64xf16>) {
  memref.copy %a, %b : !tile to !tile
  memref.copy %a, %c : !tile to memref<8x64xf16>
  return
}

// A layout that is strided can be handed to operations that want strides, and taken back.
// CHECK-LABEL: func.func @strided(
// CHECK-SAME:    %[[A:.*]]: memref<35xf32>, %[[B:.*]]: memref<35xf32>
// CHECK:         %[[V:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [4, 8], strides: [9, 1] : memref<35xf32> to memref<4x8xf32, strided<[9, 1]>>
// CHECK-NEXT:    %[[C:.*]] = memref.cast %[[V]] : memref<4x8xf32, strided<[9, 1]>> to memref<?x8xf32, strided<[9, 1]>>
// CHECK-NEXT:    %[[D:.*]] = memref.reinterpret_cast %[[C]] to offset: [0], sizes: [35], strides: [1] : memref<?x8xf32, strided<[9, 1]>> to memref<35xf32>
// CHECK:         memref.load %[[D]]
// The row of a copy has a gap behind it, which is not copied.
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:         memref.subview %{{.*}}[1, 0] [1, 8] [1, 1] : memref<4x8xf32, strided<[9, 1]>> to memref<8xf32, strided<[1], offset: 9>>
// CHECK:         vector.load %{{.*}} : memref<4x8xf32, strided<[9, 1]>>, vector<4xf32>
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : memref<4x8xf32, strided<[9, 1]>>)
!padded = memref<4x8xf32, #layout.cute<(4,8):(9,1)>>
func.func @strided(%a: !padded, %b: !padded, %i: index) -> vector<4xf32> {
  %c = memref.cast %a : !padded to memref<?x8xf32, strided<[9, 1]>>
  %d = memref.cast %c : memref<?x8xf32, strided<[9, 1]>> to !padded
  %e = memref.load %d[%i, %i] : !padded
  memref.copy %a, %b : !padded to !padded
  %row = memref.subview %a[1, 0] [1, 8] [1, 1] : !padded to memref<8xf32, strided<[1], offset: 9>>
  %x = vector.load %a[%i, %i] : !padded, vector<4xf32>
  linalg.fill ins(%e : f32) outs(%a : !padded)
  return %x : vector<4xf32>
}

// CHECK: memref.global "private" @global : memref<512xf16> = uninitialized
// CHECK-LABEL: func.func @from_global(
// CHECK:         memref.get_global @global : memref<512xf16>
// CHECK:         %[[SIZE:.*]] = arith.constant 64 : index
// CHECK:         return %{{.*}}, %[[SIZE]] : f16, index
memref.global "private" @global : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>> = uninitialized
func.func @from_global(%i: index) -> (f16, index) {
  %a = memref.get_global @global : !tile
  %x = memref.load %a[%i, %i] : !tile
  %one = arith.constant 1 : index
  %d = memref.dim %a, %one : !tile
  return %x, %d : f16, index
}

// Memory in an address space stays there; a kernel's shared memory is an argument of its block.
// CHECK-LABEL: gpu.func @kernel(
// CHECK-SAME:    workgroup(%[[T:.*]] : memref<512xf16, #gpu.address_space<workgroup>>)
// CHECK-NEXT:    layout.constant
// CHECK:         memref.store %{{.*}}, %[[T]][%{{.*}}] : memref<512xf16, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @kernel(%x: f16) workgroup(%t: memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    memref.store %x, %t[%i, %i] : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// A promise about the first element is one about the buffer where the offset there keeps the alignment, and
// is left out where it does not.
// CHECK-LABEL: func.func @aligned(
// CHECK-SAME:    %[[A:[^:]*]]: memref<512xf16>, %[[B:[^:]*]]: memref<514xf16>, %[[C:[^:]*]]: memref<544xf16>
// CHECK-NEXT:    %[[ALIGNED:.*]] = memref.assume_alignment %[[A]], 64
// CHECK-NEXT:    %[[MOVED:.*]] = memref.assume_alignment %[[C]], 64
// CHECK-NEXT:    call @use(%[[ALIGNED]], %[[B]], %[[MOVED]])
!at_zero = memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>
!at_two = memref<8x64xf16, #layout.composed<512:1 o 2 o (8,64):(64,1)>>
!at_32 = memref<8x64xf16, #layout.composed<512:1 o 32 o (8,64):(64,1)>>
func.func private @use(!at_zero, !at_two, !at_32)
func.func @aligned(%a: !at_zero, %b: !at_two, %c: !at_32) {
  %x = memref.assume_alignment %a, 64 : !at_zero
  %y = memref.assume_alignment %b, 64 : !at_two
  %z = memref.assume_alignment %c, 64 : !at_32
  func.call @use(%x, %y, %z) : (!at_zero, !at_two, !at_32) -> ()
  return
}

// A dynamic dimension of several extents ends where the inner ones do: at index 4 of ((4,M)):((100,1)) the
// offset is 1, and 300 at index 3. Each allocation has values of its own.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[N:.*]]: index, %[[M:.*]]: index)
// CHECK:         %[[L:.*]] = layout.constant #layout.cute<((4,_0)):((100,1))>
// CHECK:         %[[FOUR:.*]] = arith.constant 4 : index
// CHECK-NEXT:    %[[TILES:.*]] = arith.ceildivui %[[N]], %[[FOUR]] : index
// CHECK-NEXT:    %[[WHOLE:.*]] = arith.muli %[[TILES]], %[[FOUR]] : index
// CHECK-NEXT:    %[[LAST:.*]] = arith.subi %[[WHOLE]], %{{.*}} : index
// CHECK-NEXT:    layout.apply %[[L]](%[[LAST]]) symbols(_0 = %{{.*}}) : index
!nested = memref<?xf32, #layout.cute<((4,M)):((100,1))>>
func.func @nested(%n: index, %m: index) -> (!nested, !nested) {
  %a = memref.alloc(%n)[%m] : !nested
  %b = memref.alloc(%m)[%n] : !nested
  return %a, %b : !nested, !nested
}
