// A product of matrices from linalg to code that runs. Its sizes are not multiples of the tiles: the last
// tiles round up, and read what the matrices do not have. examples/on-cpu tiles it, stages the tiles of
// both factors in memory with swizzled rows, guards what leaves the matrices, and runs it.

!tile = tensor<32x32xf32>
#same = affine_map<(i, j) -> (i, j)>

module attributes {transform.with_named_sequence} {
  // What one block computes. The layout of an argument is that of its buffer: bufferization copies the
  // tiles there. Row i of a tile of 32x32 is permuted by i, so that no two elements of a column are in
  // the same bank.
  func.func private @product(
      %a: !tile {bufferization.buffer_layout = #layout.composed<S<5,0,5> o 0 o (32,32):(32,1)>},
      %b: !tile {bufferization.buffer_layout = #layout.composed<S<5,0,5> o 0 o (32,32):(32,1)>},
      %c: !tile) -> !tile {
    %d = linalg.matmul ins(%a, %b : !tile, !tile) outs(%c : !tile) -> !tile
    return %d : !tile
  }

  func.func @matmul(%a: tensor<100x90xf32>, %b: tensor<90x70xf32>) -> tensor<100x70xf32> {
    // Whole tiles of both factors: what a factor does not have is guarded, and reads as zero.
    %place_a = tensor.empty() : tensor<128x96xf32>
    %whole_a = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]}
        outs(%place_a : tensor<128x96xf32>) {
    ^bb0(%none: f32):
      %i = linalg.index 0 : index
      %k = linalg.index 1 : index
      %x = tensor.extract %a[%i, %k] : tensor<100x90xf32>
      linalg.yield %x : f32
    } -> tensor<128x96xf32>
    %place_b = tensor.empty() : tensor<96x96xf32>
    %whole_b = linalg.generic {indexing_maps = [#same], iterator_types = ["parallel", "parallel"]}
        outs(%place_b : tensor<96x96xf32>) {
    ^bb0(%none: f32):
      %k = linalg.index 0 : index
      %j = linalg.index 1 : index
      %x = tensor.extract %b[%k, %j] : tensor<90x70xf32>
      linalg.yield %x : f32
    } -> tensor<96x96xf32>
    %zero = arith.constant 0.0 : f32
    %place = tensor.empty() : tensor<128x96xf32>
    %c = linalg.fill ins(%zero : f32) outs(%place : tensor<128x96xf32>) -> tensor<128x96xf32>
    %d = linalg.matmul ins(%whole_a, %whole_b : tensor<128x96xf32>, tensor<96x96xf32>)
        outs(%c : tensor<128x96xf32>) -> tensor<128x96xf32>
    %result = tensor.extract_slice %d[0, 0] [100, 70] [1, 1] : tensor<128x96xf32> to tensor<100x70xf32>
    return %result : tensor<100x70xf32>
  }

  // Tiles of 32x32x32, those of the factors made where they are used, and their product by `product`.
  transform.named_sequence private @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} attributes{sym_name = "matmul"} in %root
      : (!transform.any_op) -> !transform.any_op
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %function
      : (!transform.any_op) -> !transform.any_op
    %factors = transform.structured.match ops{["linalg.generic"]} in %function
      : (!transform.any_op) -> !transform.any_op
    %tiled, %loops:3 = transform.structured.tile_using_for %matmul tile_sizes [32, 32, 32]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.fuse_into_containing_op %factors into %loops#2
      : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tiles = transform.get_operand %tiled[all] : (!transform.any_op) -> !transform.any_value
    %products = transform.get_result %tiled[all] : (!transform.any_op) -> !transform.any_value
    transform.func.cast_and_call @product(%tiles) -> %products after %tiled
      : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.tensor.fold_tensor_empty
    } : !transform.any_op
    transform.yield
  }

  // How many elements of the product are wrong: those of whole numbers have no rounding.
  func.func @main() -> i32 {
    %a = memref.alloc() : memref<100x90xf32>
    %b = memref.alloc() : memref<90x70xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = arith.constant 100 : index
    %n = arith.constant 70 : index
    %k = arith.constant 90 : index
    %seven = arith.constant 7 : index
    %five = arith.constant 5 : index
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %k step %c1 {
        %s = arith.muli %i, %five : index
        %t = arith.addi %s, %j : index
        %r = arith.remui %t, %seven : index
        %u = arith.index_cast %r : index to i32
        %x = arith.sitofp %u : i32 to f32
        memref.store %x, %a[%i, %j] : memref<100x90xf32>
      }
    }
    scf.for %i = %c0 to %k step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %s = arith.muli %j, %seven : index
        %t = arith.addi %s, %i : index
        %r = arith.remui %t, %five : index
        %u = arith.index_cast %r : index to i32
        %x = arith.sitofp %u : i32 to f32
        memref.store %x, %b[%i, %j] : memref<90x70xf32>
      }
    }
    %ta = bufferization.to_tensor %a restrict : memref<100x90xf32> to tensor<100x90xf32>
    %tb = bufferization.to_tensor %b restrict : memref<90x70xf32> to tensor<90x70xf32>
    %tc = call @matmul(%ta, %tb) : (tensor<100x90xf32>, tensor<90x70xf32>) -> tensor<100x70xf32>
    %c = bufferization.to_buffer %tc : tensor<100x70xf32> to memref<100x70xf32>
    %none = arith.constant 0 : i32
    %nothing = arith.constant 0.0 : f32
    %wrong = scf.for %i = %c0 to %m step %c1 iter_args(%w0 = %none) -> (i32) {
      %w = scf.for %j = %c0 to %n step %c1 iter_args(%before = %w0) -> (i32) {
        %sum = scf.for %l = %c0 to %k step %c1 iter_args(%s = %nothing) -> (f32) {
          %x = memref.load %a[%i, %l] : memref<100x90xf32>
          %y = memref.load %b[%l, %j] : memref<90x70xf32>
          %z = arith.mulf %x, %y : f32
          %t = arith.addf %s, %z : f32
          scf.yield %t : f32
        }
        %found = memref.load %c[%i, %j] : memref<100x70xf32>
        %differs = arith.cmpf une, %found, %sum : f32
        %one = arith.extui %differs : i1 to i32
        %after = arith.addi %before, %one : i32
        scf.yield %after : i32
      }
      scf.yield %w : i32
    }
    return %wrong : i32
  }
}
