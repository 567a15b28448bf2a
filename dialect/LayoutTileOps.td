//===- LayoutTileOps.td - CuTe's divisions and products ----*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TILE_OPS_TD
#define LAYOUT_TILE_OPS_TD

include "LayoutOpsBase.td"

def Layout_LogicalDivideOp : Layout_BinaryAlgebraOp<"logical_divide"> {
  let summary = "a layout split into a tile and the places of the tiles";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The right operand, or each layout of the tiler, has a complement in
      the size of what it divides.
    - (C4) A tiler has no more modes than the left operand.
    - (C5) The composition of the left operand with the tile and its complement
      is a layout.

    Postconditions: by a layout B the result is the left operand after
    `(B, complement(B, size))`: mode 0 is the tile, mode 1 says where the tiles
    are. By a tiler this holds in each of its modes; the others stay. A composed
    layout is divided in its inner layout.

    A tile with basis strides has coordinates of the left operand for offsets: each
    component has its complement in its mode, and the rest takes the modes of which
    the tile has no component.

    A tile that does not divide the layout is rounded up, as in CuTe: the result
    is larger than the left operand and reaches past its end, which
    `layout-verify` warns of like a composition. There the left operand goes on as
    it is written, or, if no layout is that function, as its coalesced form does.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %tile = layout.constant #layout.tile<[4:2;8:1]>
    %d = layout.logical_divide %a, %tile  // #layout.cute<((4,2),(8,8)):((128,64),(1,8))>
    ```
  }];
}

def Layout_ZippedDivideOp : Layout_BinaryAlgebraOp<"zipped_divide"> {
  let summary = "a division with the modes (tile, rest)";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The right operand, or each layout of the tiler, has a complement in
      the size of what it divides.
    - (C4) A tiler has no more modes than the left operand.
    - (C5) The composition of the left operand with the tile and its complement
      is a layout.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile, rest), with the tiles of all modes in mode 0. A mode that a tiler takes
    whole is one tile, whose rest is `1:0`.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %tile = layout.constant #layout.tile<[4:2;8:1]>
    %d = layout.zipped_divide %a, %tile  // #layout.cute<((4,8),(2,8)):((128,1),(64,8))>
    ```
  }];
}

def Layout_TiledDivideOp : Layout_BinaryAlgebraOp<"tiled_divide"> {
  let summary = "a division with the modes (tile, rest0, rest1, ...)";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The right operand, or each layout of the tiler, has a complement in
      the size of what it divides.
    - (C4) A tiler has no more modes than the left operand.
    - (C5) The composition of the left operand with the tile and its complement
      is a layout.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile, rest0, rest1, ...), with the tiles of all modes in mode 0. A mode that a
    tiler takes whole is one tile, whose rest is `1:0`.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %tile = layout.constant #layout.tile<[4:2;8:1]>
    %d = layout.tiled_divide %a, %tile  // #layout.cute<((4,8),2,8):((128,1),64,8)>
    ```
  }];
}

def Layout_FlatDivideOp : Layout_BinaryAlgebraOp<"flat_divide"> {
  let summary = "a division with the modes (tile0, ..., rest0, ...)";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The right operand, or each layout of the tiler, has a complement in
      the size of what it divides.
    - (C4) A tiler has no more modes than the left operand.
    - (C5) The composition of the left operand with the tile and its complement
      is a layout.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile0, tile1, ..., rest0, rest1, ...). A mode that a tiler takes whole is one
    tile, whose rest is `1:0`.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %tile = layout.constant #layout.tile<[4:2;8:1]>
    %d = layout.flat_divide %a, %tile  // #layout.cute<(4,8,2,8):(128,1,64,8)>
    ```
  }];
}

def Layout_LogicalProductOp : Layout_BinaryAlgebraOp<"logical_product"> {
  let summary = "a block repeated as a second layout orders";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: by a layout B the result is `(block, R)`, where R is
    `complement(block, size(block) * cosize(B))` after B. By a tiler this holds in
    each of its modes; the others stay. A composed block is repeated in its inner
    layout, before the outer function.

    A block with basis strides is repeated in the first component of its
    coordinates, in its gaps and then behind it.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.logical_product %a, %order  // #layout.cute<((2,5),(3,4)):((5,1),(10,30))>
    ```
  }];
}

def Layout_ZippedProductOp : Layout_BinaryAlgebraOp<"zipped_product"> {
  let summary = "a product with the modes (block, R)";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block, R).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.zipped_product %a, %order  // #layout.cute<((2,5),(3,4)):((5,1),(10,30))>
    ```
  }];
}

def Layout_TiledProductOp : Layout_BinaryAlgebraOp<"tiled_product"> {
  let summary = "a product with the modes (block, R0, R1, ...)";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block, R0, R1, ...).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.tiled_product %a, %order  // #layout.cute<((2,5),3,4):((5,1),10,30)>
    ```
  }];
}

def Layout_FlatProductOp : Layout_BinaryAlgebraOp<"flat_product"> {
  let summary = "a product with the modes (block0, ..., R0, ...)";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers, or a tiler of such
      layouts.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block0, block1, ..., R0, R1, ...).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.flat_product %a, %order  // #layout.cute<(2,5,3,4):(5,1,10,30)>
    ```
  }];
}

def Layout_BlockedProductOp : Layout_BinaryAlgebraOp<"blocked_product"> {
  let summary = "a product with each mode of the block before its repetitions";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: with `(block, R)` the logical product, both padded with modes
    `1:0` to the same rank, mode i is `(block_i, R_i)`: the elements of a block
    stay together.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.blocked_product %a, %order  // #layout.cute<((2,3),(5,4)):((5,10),(1,30))>
    ```
  }];
}

def Layout_RakedProductOp : Layout_BinaryAlgebraOp<"raked_product"> {
  let summary = "a product with each mode of the block after its repetitions";
  let description = [{
    Preconditions:

    - (C1) The left operand, the block, is a CuTe layout or a composed layout.
    - (C2) The right operand is a CuTe layout of integers.
    - (C3) The block, or the inner layout of a composed one, has a complement.
    - (C4) The composition of the complement with the right operand is a layout.

    Postconditions: with `(block, R)` the logical product, both padded with modes
    `1:0` to the same rank, mode i is `(R_i, block_i)`, coalesced: the elements of
    the blocks alternate.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,5):(5,1)>
    %order = layout.constant #layout.cute<(3,4):(1,3)>
    %p = layout.raked_product %a, %order  // #layout.cute<((3,2),(4,5)):((10,5),(30,1))>
    ```
  }];
}

def Layout_TileToShapeOp : Layout_AlgebraOp<"tile_to_shape"> {
  let summary = "a block repeated until it fills a shape";
  let description = [{
    Preconditions:

    - (C1) The source, the block, is a CuTe layout of integers, or a composed
      layout with such an inner layout.
    - (C2) The shape and the order are nested tuples of numbers.
    - (C3) The block has no more modes than the shape.
    - (C4) The size of each mode of the block divides that of the shape's mode.
    - (C5) The order fits the shape.
    - (C6) The block has a complement, as for `layout.blocked_product`.

    Postconditions: with `n_i = shape_i / block_i` the result is the
    `layout.blocked_product` of the block and `layout.make_ordered_layout n order`.
    Without an order the repetitions follow each other from left to right.

    Errors: a text that is not a tuple of numbers; `layout-verify` reports an extent
    that the block does not divide, and an order that does not fit.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %t = layout.tile_to_shape %a, (64,128) order (1,0)  // #layout.cute<((8,8),(64,2)):((64,1024),(1,512))>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    Layout_TupleAttr:$shape,
    OptionalAttr<Layout_TupleAttr>:$order
  );
  let assemblyFormat = [{
    $source `,` custom<Tuple>($shape) (`order` custom<Tuple>($order)^)? attr-dict
  }];
}

#endif // LAYOUT_TILE_OPS_TD
