//===- LayoutOps.td - Operations --------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OPS_TD
#define LAYOUT_OPS_TD

include "LayoutAttrs.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Layout_Op<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, traits>;

def Layout_AnyAttr : Attr<CPred<"::layout::isLayoutAttribute($_self)">,
                          "layout attribute"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

// A choice that is written as a bare word in the braces of an operation and
// kept as a string.
class Layout_WordAttr<string predicate, string text>
    : StringBasedAttr<CPred<predicate>, text>;

def Layout_PromotionAttr : Layout_WordAttr<
    "::llvm::cast<::mlir::StringAttr>($_self).getValue() == \"none\"",
    "promotion, which can only be 'none'">;

// An operation of CuTe's algebra: a layout of layouts, with one fold for all.
class Layout_AlgebraOp<string mnemonic> : Layout_Op<mnemonic, [Pure]> {
  let results = (outs Layout_LayoutType:$result);
  let hasFolder = 1;
  let extraClassDefinition = [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      return foldOne(*this, adaptor.getOperands());
    }
  }];
}

class Layout_UnaryAlgebraOp<string mnemonic> : Layout_AlgebraOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$source);
  let assemblyFormat = "$source attr-dict";
}

class Layout_BinaryAlgebraOp<string mnemonic> : Layout_AlgebraOp<mnemonic> {
  let arguments = (ins Layout_LayoutType:$left, Layout_LayoutType:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}

def Layout_ConstantOp : Layout_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a layout known in advance";
  let description = [{
    Preconditions: none; the attribute was checked when it was made.

    Postconditions: the result is the layout that the attribute writes.

    Errors: the attribute is not one of the layout attributes.

    Example:

    ```mlir
    %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
    ```
  }];
  let arguments = (ins Layout_AnyAttr:$value);
  let results = (outs Layout_LayoutType:$result);
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Layout_ComposeOp : Layout_Op<"compose", [Pure]> {
  let summary = "the composition `left o right`";
  let description = [{
    The function `c -> left'(right(c))` on the domain of the right layout, where
    `left'` is the left layout with its last flattened mode extended as far as
    needed (CuTe's promotion). With `{promotion = none}` it is the composition
    of the two relations: coordinates that leave the left layout have no offset.

    Preconditions: none. A composition that leaves the left layout is what
    `layout-verify` warns of.

    Postconditions: the result has the size of the right layout, and its offset
    at c is `left'(right(c))`. It is a layout of the simplest notation that
    writes this function: CuTe layouts compose to a CuTe layout, in CuTe's form
    where CuTe is right; a swizzle and a CuTe layout to a composed layout; linear
    layouts to a linear layout. If no layout notation writes it, the result is a
    relation.

    Errors: it does not fold if an offset does not fit in 64 bits.

    Example:

    ```mlir
    %h = layout.compose %g, %f
    %r = layout.compose %g, %f {promotion = none}
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$left,
    Layout_LayoutType:$right,
    OptionalAttr<Layout_PromotionAttr>:$promotion
  );
  let results = (outs Layout_LayoutType:$result);
  let assemblyFormat = "$left `,` $right `` custom<Options>(attr-dict)";
  let hasFolder = 1;
}

def Layout_CoalesceOp : Layout_Op<"coalesce", [Pure]> {
  let summary = "the same function with the fewest modes";
  let description = [{
    Preconditions: none.

    Postconditions: the result has the same size and, at every integral
    coordinate of the domain, the same offset. No two neighbouring modes of it
    can be written as one and it has no mode of size 1, unless it is `1:0`.
    Outside the domain the two layouts may differ. A composed layout coalesces
    its inner layout; a swizzle, a linear layout and a relation stay as they are.

    Errors: a layout with symbols does not fold, nor does a tiler, which is no
    function.

    Example:

    ```mlir
    %c = layout.coalesce %a  // (2,(1,6)):(1,(6,2)) becomes 12:1
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let results = (outs Layout_LayoutType:$result);
  let assemblyFormat = "$source attr-dict";
  let hasFolder = 1;
}

def Layout_FlattenOp : Layout_Op<"flatten", [Pure]> {
  let summary = "the same modes without nesting";
  let description = [{
    Preconditions: none.

    Postconditions: the result has the leaves of the source's shape and stride,
    from left to right, as its modes. It is the same function of the integral
    coordinate and of the natural coordinates, inside and outside the domain.
    Notations without nesting stay as they are.

    Errors: a tiler, which is no function, does not fold.

    Example:

    ```mlir
    %f = layout.flatten %a  // (4,(2,2)):(2,(1,8)) becomes (4,2,2):(2,1,8)
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let results = (outs Layout_LayoutType:$result);
  let assemblyFormat = "$source attr-dict";
  let hasFolder = 1;
}

def Layout_ComplementOp : Layout_AlgebraOp<"complement"> {
  let summary = "the offsets below a size that a layout leaves out";
  let description = [{
    Preconditions: the source is a CuTe layout of integers without negative
    offsets. Without its modes of stride 0 it is injective, and no mode begins
    before the faster ones end. The size is at least 1.

    Postconditions: the result R increases, and the concatenation of the source,
    without its modes of stride 0, and R is injective. Together they reach every
    offset below the size, except in gaps that no whole copy of the faster modes
    fills: of `(2,2):(1,5)` and 20 they reach 16.

    Errors: a size less than 1. `layout-verify` reports a violated precondition,
    with the coordinates that show it.

    Example:

    ```mlir
    %r = layout.complement %a, 32  // of (4,2):(1,16): (4,1):(4,32)
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntPositive]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_LeftInverseOp : Layout_UnaryAlgebraOp<"left_inverse"> {
  let summary = "the layout that leads offsets back to coordinates";
  let description = [{
    Preconditions: the source is an injective CuTe layout of integers without
    negative offsets, and its strides divide each other so that a layout can read
    the coordinate off the offset.

    Postconditions: `result(source(c)) = c` for every coordinate c of the source.

    Errors: `layout-verify` reports a violated precondition, with the coordinates
    that show it.

    Example:

    ```mlir
    %l = layout.left_inverse %a  // (4,2,2):(4,2,32) becomes (2,2,16):(0,4,1)
    ```
  }];
}

def Layout_RightInverseOp : Layout_UnaryAlgebraOp<"right_inverse"> {
  let summary = "the longest layout that a layout undoes";
  let description = [{
    Preconditions: the source is a CuTe layout of integers.

    Postconditions: `source(result(c)) = c` for every coordinate c of the result.
    If the source is injective, no longer layout has this property. A source
    without stride 1 has the right inverse `1:0`.

    Errors: `layout-verify` reports a violated precondition.

    Example:

    ```mlir
    %r = layout.right_inverse %a  // (2,2,2):(1,8,2) becomes (2,2):(1,4)
    ```
  }];
}

def Layout_LogicalDivideOp : Layout_BinaryAlgebraOp<"logical_divide"> {
  let summary = "a layout split into a tile and the places of the tiles";
  let description = [{
    Preconditions: the left operand is a CuTe layout or a composed layout; the
    right one a CuTe layout of integers that has a complement in the size of the
    left, or a tiler of such layouts. The composition with the tile and its
    complement is a layout.

    Postconditions: by a layout B the result is the left operand after
    `(B, complement(B, size))`: mode 0 is the tile, mode 1 says where the tiles
    are. By a tiler this holds in each of its modes; the others stay. A composed
    layout is divided in its inner layout.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (8,64):(64,1) by #layout.tile<[4:2;8:1]> is ((4,2),(8,8)):((128,64),(1,8))
    %d = layout.logical_divide %a, %tile
    ```
  }];
}

def Layout_ZippedDivideOp : Layout_BinaryAlgebraOp<"zipped_divide"> {
  let summary = "a division with the modes (tile, rest)";
  let description = [{
    Preconditions: the left operand is a CuTe layout or a composed layout; the
    right one a CuTe layout of integers that has a complement in the size of the
    left, or a tiler of such layouts. The composition with the tile and its
    complement is a layout. A mode that a tiler takes whole has two
    modes, which are taken for a tile and a rest.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile, rest), with the tiles of all modes in
    mode 0.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (8,64):(64,1) by #layout.tile<[4:2;8:1]> is ((4,8),(2,8)):((128,1),(64,8))
    %d = layout.zipped_divide %a, %tile
    ```
  }];
}

def Layout_TiledDivideOp : Layout_BinaryAlgebraOp<"tiled_divide"> {
  let summary = "a division with the modes (tile, rest0, rest1, ...)";
  let description = [{
    Preconditions: the left operand is a CuTe layout or a composed layout; the
    right one a CuTe layout of integers that has a complement in the size of the
    left, or a tiler of such layouts. The composition with the tile and its
    complement is a layout. A mode that a tiler takes whole has two
    modes, which are taken for a tile and a rest.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile, rest0, rest1, ...), with the tiles
    of all modes in mode 0.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (8,64):(64,1) by #layout.tile<[4:2;8:1]> is ((4,8),2,8):((128,1),64,8)
    %d = layout.tiled_divide %a, %tile
    ```
  }];
}

def Layout_FlatDivideOp : Layout_BinaryAlgebraOp<"flat_divide"> {
  let summary = "a division with the modes (tile0, ..., rest0, ...)";
  let description = [{
    Preconditions: the left operand is a CuTe layout or a composed layout; the
    right one a CuTe layout of integers that has a complement in the size of the
    left, or a tiler of such layouts. The composition with the tile and its
    complement is a layout. A mode that a tiler takes whole has two
    modes, which are taken for a tile and a rest.

    Postconditions: the result is that of `layout.logical_divide`, grouped as
    (tile0, tile1, ..., rest0, rest1, ...).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (8,64):(64,1) by #layout.tile<[4:2;8:1]> is (4,8,2,8):(128,1,64,8)
    %d = layout.flat_divide %a, %tile
    ```
  }];
}

def Layout_LogicalProductOp : Layout_BinaryAlgebraOp<"logical_product"> {
  let summary = "a block repeated as a second layout orders";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers, or a tiler of such layouts. The composition of the complement with
    the right operand is a layout.

    Postconditions: by a layout B the result is `(block, R)`, where R is
    `complement(block, size(block) * cosize(B))` after B. By a tiler this holds in
    each of its modes; the others stay. A composed block is repeated in its inner
    layout, before the outer function.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is ((2,5),(3,4)):((5,1),(10,30))
    %p = layout.logical_product %a, %order
    ```
  }];
}

def Layout_ZippedProductOp : Layout_BinaryAlgebraOp<"zipped_product"> {
  let summary = "a product with the modes (block, R)";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers, or a tiler of such layouts. The composition of the complement with
    the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block, R).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is ((2,5),(3,4)):((5,1),(10,30))
    %p = layout.zipped_product %a, %order
    ```
  }];
}

def Layout_TiledProductOp : Layout_BinaryAlgebraOp<"tiled_product"> {
  let summary = "a product with the modes (block, R0, R1, ...)";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers, or a tiler of such layouts. The composition of the complement with
    the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block, R0, R1, ...).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is ((2,5),3,4):((5,1),10,30)
    %p = layout.tiled_product %a, %order
    ```
  }];
}

def Layout_FlatProductOp : Layout_BinaryAlgebraOp<"flat_product"> {
  let summary = "a product with the modes (block0, ..., R0, ...)";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers, or a tiler of such layouts. The composition of the complement with
    the right operand is a layout.

    Postconditions: the result is that of `layout.logical_product`, grouped as
    (block0, block1, ..., R0, R1, ...).

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is (2,5,3,4):(5,1,10,30)
    %p = layout.flat_product %a, %order
    ```
  }];
}

def Layout_BlockedProductOp : Layout_BinaryAlgebraOp<"blocked_product"> {
  let summary = "a product with each mode of the block before its repetitions";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers. The composition of the complement with it is a layout.

    Postconditions: with `(block, R)` the logical product, both padded with modes
    `1:0` to the same rank, mode i is `(block_i, R_i)`: the elements of a block
    stay together.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is ((2,3),(5,4)):((5,10),(1,30))
    %p = layout.blocked_product %a, %order
    ```
  }];
}

def Layout_RakedProductOp : Layout_BinaryAlgebraOp<"raked_product"> {
  let summary = "a product with each mode of the block after its repetitions";
  let description = [{
    Preconditions: the left operand, the block, is a CuTe layout or a composed
    layout whose inner layout has a complement; the right one is a CuTe layout of
    integers. The composition of the complement with it is a layout.

    Postconditions: with `(block, R)` the logical product, both padded with modes
    `1:0` to the same rank, mode i is `(R_i, block_i)`, coalesced: the elements of
    the blocks alternate.

    Errors: `layout-verify` reports a violated precondition, with the condition
    and the coordinate that shows it.

    Example:

    ```mlir
    // (2,5):(5,1) by (3,4):(1,3) is ((3,2),(4,5)):((10,5),(30,1))
    %p = layout.raked_product %a, %order
    ```
  }];
}

def Layout_SizeOp : Layout_Op<"size", [Pure]> {
  let summary = "the number of coordinates";
  let description = [{
    Preconditions: none.

    Postconditions: the result is the number of coordinates in the domain, the
    product of all extents. The coordinates of a relation are counted if its
    domain is a box.

    Errors: a size that depends on a symbol does not fold, nor does a tiler's.

    Example:

    ```mlir
    %n = layout.size %a  // 16 for (4,(2,2)):(2,(1,8))
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict";
  let hasFolder = 1;
}

def Layout_CosizeOp : Layout_Op<"cosize", [Pure]> {
  let summary = "the size of the smallest buffer that holds all offsets";
  let description = [{
    Preconditions: none.

    Postconditions: the result is one more than the greatest offset. For a CuTe
    layout it is CuTe's cosize, the extent of the range of offsets, which differs
    if a stride is negative.

    Errors: it does not fold if an offset is a tuple or depends on a symbol, for
    a tiler, and for a layout of more than 2^20 coordinates that is neither a CuTe
    layout nor a swizzle.

    Example:

    ```mlir
    %n = layout.cosize %a  // 16 for (4,(2,2)):(2,(1,8))
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let results = (outs Index:$result);
  let assemblyFormat = "$source attr-dict";
  let hasFolder = 1;
}

def Layout_ApplyOp : Layout_Op<"apply", [Pure, AttrSizedOperandSegments]> {
  let summary = "the offset at a coordinate";
  let description = [{
    The coordinate is one integral coordinate, one coordinate for each top-level
    mode, or one for each flattened mode; for a linear layout one for each
    in-dim, where trailing in-dims of size 1 may be left out. The results are
    the parts of the offset: one for most layouts, one for each out-dim of a
    linear layout, one for each part of a tuple offset.

    `symbols(M = %m)` says which value the name M of the layout stands for.

    Preconditions: none. No pass takes it for granted that the coordinate is in
    the domain.

    Postconditions: the results are the layout's offset there. Outside the domain
    an integral coordinate extends the last flattened mode and natural
    coordinates extend every mode, as in CuTe.

    Errors: the number of coordinates or results does not fit the layout, if it
    is a constant; a name is bound twice or is not a name.

    Example:

    ```mlir
    %o = layout.apply %h(%c) : index
    %q:2 = layout.apply %ll(%reg, %lane, %warp) : index, index
    %s = layout.apply %dyn(%i, %j) symbols(M = %m) : index
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$layout,
    Variadic<Index>:$coordinates,
    Variadic<Index>:$symbolValues,
    OptionalAttr<StrArrayAttr>:$symbols
  );
  let results = (outs Variadic<Index>:$offsets);
  let assemblyFormat = [{
    $layout `(` $coordinates `)` `` custom<Symbols>($symbols, $symbolValues)
    attr-dict `:` type($offsets)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Layout_AssertEquivalentOp : Layout_Op<"assert_equivalent"> {
  let summary = "an obligation: two layouts are the same function";
  let description = [{
    The layouts are compared as functions of the integral coordinate. Several
    out-dims are flattened, leftmost fastest, by their sizes. The domains must
    have the same size.

    Preconditions: none.

    Postconditions: `layout-verify` proves it, refutes it with a coordinate and
    both offsets, or reports it as unknown.

    Errors: none before `layout-verify`.

    Example:

    ```mlir
    layout.assert_equivalent %h, %claimed
    ```
  }];
  let arguments = (ins Layout_LayoutType:$left, Layout_LayoutType:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}

def Layout_AssertInjectiveOp : Layout_Op<"assert_injective"> {
  let summary = "an obligation: no two coordinates have the same offset";
  let description = [{
    Preconditions: none.

    Postconditions: `layout-verify` proves it, refutes it with two coordinates
    and their offset, or reports it as unknown.

    Errors: none before `layout-verify`.

    Example:

    ```mlir
    layout.assert_injective %a
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let assemblyFormat = "$source attr-dict";
}

def Layout_AssertIncreasingOp : Layout_Op<"assert_increasing"> {
  let summary = "an obligation: every offset is greater than the one before it";
  let description = [{
    Preconditions: none.

    Postconditions: `layout-verify` proves it, refutes it with the least
    coordinate whose offset is not greater than that of the coordinate before it,
    or reports it as unknown.

    Errors: none before `layout-verify`.

    Example:

    ```mlir
    layout.assert_increasing %a
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let assemblyFormat = "$source attr-dict";
}

def Layout_AssertInBoundsOp : Layout_Op<"assert_in_bounds"> {
  let summary = "an obligation: every offset is in [0, size)";
  let description = [{
    Preconditions: the size is not negative.

    Postconditions: `layout-verify` proves it, refutes it with a coordinate and
    its offset, or reports it as unknown.

    Errors: a negative size; none else before `layout-verify`.

    Example:

    ```mlir
    layout.assert_in_bounds %h, 12
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_AssertSizeOp : Layout_Op<"assert_size"> {
  let summary = "an obligation: the layout has so many coordinates";
  let description = [{
    Preconditions: the size is not negative.

    Postconditions: `layout-verify` proves it, refutes it with the size that the
    layout has, or reports it as unknown.

    Errors: a negative size; none else before `layout-verify`.

    Example:

    ```mlir
    layout.assert_size %a, 16
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_AssertCosizeOp : Layout_Op<"assert_cosize"> {
  let summary = "an obligation: the layout has this cosize";
  let description = [{
    Preconditions: the cosize is not negative.

    Postconditions: `layout-verify` proves it, refutes it with the cosize that
    the layout has, or reports it as unknown.

    Errors: a negative cosize; none else before `layout-verify`.

    Example:

    ```mlir
    layout.assert_cosize %a, 16
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

include "LayoutConversionOps.td"

#endif // LAYOUT_OPS_TD
