// RUN: layout-opt %s --layout-verify='accesses=true report=true' --split-input-file --verify-diagnostics -o /dev/null

// The coordinates of an apply on vectors have to be in its domain, too, in all lanes.

func.func @outside(%m: memref<64xf32>, %f: vector<4xf32>) {
  %l = layout.constant #layout.cute<(4,4):(1,0)>
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<true> : vector<4xi1>
  %c = arith.constant dense<[-1, 16, 17, 100]> : vector<4xindex>
  %o = layout.apply %l(%c) : vector<4xindex>
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %}}
  vector.scatter %m[%c0] [%o], %t, %f : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}

// -----

func.func @inside(%m: memref<64xf32>, %f: vector<4xf32>, %x: index, %y: f32) {
  layout.assume %x in [0, 12]
  %l = layout.constant #layout.cute<(4,4):(1,0)>
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<true> : vector<4xi1>
  %s = vector.step : vector<4xindex>
  %b = vector.broadcast %x : index to vector<4xindex>
  %c = arith.addi %s, %b : vector<4xindex>
  %o = layout.apply %l(%c) : vector<4xindex>
  // expected-remark @below {{proved in bounds by ranges}}
  vector.scatter %m[%c0] [%o], %t, %f : memref<64xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %e = vector.extract %o[0] : index from vector<4xindex>
  // Of one lane that is taken out nothing is known.
  // expected-remark @below {{access is in bounds only if guarded by 0 <= %5 < 64}}
  memref.store %y, %m[%e] : memref<64xf32>
  return
}

// -----

func.func @any(%m: memref<64xf32>, %f: vector<4xf32>, %c: vector<4xi32>, %y: f32) {
  %l = layout.constant #layout.cute<(4,4):(1,0)>
  %c0 = arith.constant 0 : index
  %t = arith.constant dense<true> : vector<4xi1>
  // expected-remark @below {{proved by offset range: offset fits in i32}}
  %o = layout.apply %l(%c) : vector<4xi32>
  %one = arith.constant dense<1> : vector<4xi32>
  %p = arith.addi %o, %one : vector<4xi32>
  // expected-remark @below {{unknown whether the access is in bounds: a coordinate of a layout.apply on vectors}}
  vector.scatter %m[%c0] [%p], %t, %f : memref<64xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %e = vector.extract %o[0] : i32 from vector<4xi32>
  %i = arith.index_cast %e : i32 to index
  // expected-remark @below {{unknown whether the access is in bounds: a coordinate of a layout.apply on vectors}}
  memref.store %y, %m[%i] : memref<64xf32>
  return
}
