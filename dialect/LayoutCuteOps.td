//===- LayoutCuteOps.td - Operations on CuTe layouts -------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CUTE_OPS_TD
#define LAYOUT_CUTE_OPS_TD

include "LayoutOpsBase.td"

// Whose answer is given where CuTe and the paper "Modeling Layout Abstractions
// Using Integer Set Relations" differ. CuTe's if it is left out.
def Layout_FlavorAttr : Layout_WordAttr<
    "::llvm::is_contained({\"cute\", \"paper\"}, "
    "::llvm::cast<::mlir::StringAttr>($_self).getValue())",
    "flavor, which can only be 'cute' or 'paper'">;

// An operation on one layout that has a flavor. The attribute keeps the name by
// which the generic form has printed it; both forms read both.
class Layout_FlavoredOp<string mnemonic> : Layout_AlgebraOp<mnemonic> {
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_FlavorAttr>:$flavour
  );
  let assemblyFormat = "$source `` custom<Options>(attr-dict)";
}

def Layout_ComplementOp : Layout_AlgebraOp<"complement"> {
  let summary = "the offsets below a size that a layout leaves out";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers.
    - (C2) No offset is negative.
    - (C3) Without its modes of stride 0 the source is injective.
    - (C4) No mode begins before the faster ones end, unless the flavor is
      `paper`.
    - (C5) The size is at least 1.
    - (C6) `flavor` is `cute` or `paper`, if it is given.

    Postconditions: the result R increases, and the concatenation of the source,
    without its modes of stride 0, and R is injective. Together they reach every
    offset below the size, except in gaps that no whole copy of the faster modes
    fills: of `(2,2):(1,5)` and 20 they reach 16.

    With `{flavor = paper}` the result is that of the paper's algorithm 5 with its
    errata put right, which fills a gap with copies of everything before it and
    goes on right after the last offset. Modes may begin before faster ones end,
    as long as no copy meets another offset.

    Errors: a size less than 1. `layout-verify` reports a violated precondition,
    with the coordinates that show it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,2):(1,5)>
    %c = layout.complement %a, 20  // #layout.cute<(2,2):(2,10)>
    %p = layout.complement %a, 20 {flavor = paper}  // #layout.cute<(2,3):(2,9)>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntPositive]>:$size,
    OptionalAttr<Layout_FlavorAttr>:$flavour
  );
  let assemblyFormat = "$source `,` $size `` custom<OptionsAfterSize>(attr-dict)";
}

def Layout_LeftInverseOp : Layout_FlavoredOp<"left_inverse"> {
  let summary = "the layout that leads offsets back to coordinates";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a composed layout with
      such an inner layout.
    - (C2) No offset is negative.
    - (C3) The source is injective.
    - (C4) The strides divide each other, so that a layout can read the
      coordinate off the offset.
    - (C5) `flavor` is `cute` or `paper`, if it is given.

    Postconditions: `result(source(c)) = c` for every coordinate c of the source.
    At numbers that are not offsets of the source `{flavor = paper}` goes on as the
    right inverse of the source beside its complement in that flavor.

    Errors: `layout-verify` reports a violated precondition, with the coordinates
    that show it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,2,2):(4,2,32)>
    %c = layout.left_inverse %a  // #layout.cute<(2,2,16):(0,4,1)>
    %p = layout.left_inverse %a {flavor = paper}  // #layout.cute<(2,2,4,2,2):(16,4,1,32,8)>
    ```
  }];
}

def Layout_RightInverseOp : Layout_FlavoredOp<"right_inverse"> {
  let summary = "the longest layout that a layout undoes";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a composed layout with
      such an inner layout.
    - (C2) `flavor` is `cute` or `paper`, if it is given.

    Postconditions: `source(result(c)) = c` for every coordinate c of the result.
    If the source is injective and nowhere below 0, no longer layout has this
    property. A source without stride 1 has the right inverse `1:0`.

    With `{flavor = paper}` the source has no negative offsets, the modes of the
    result are not coalesced, and it is `1:0` if the source reaches an offset below
    the first gap twice.

    Errors: `layout-verify` reports a violated precondition.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,2,2):(1,8,2)>
    %r = layout.right_inverse %a  // #layout.cute<(2,2):(1,4)>
    ```
  }];
}

def Layout_InverseOp : Layout_FlavoredOp<"inverse"> {
  let summary = "the layout that a layout undoes and that undoes it";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, a composed layout with such
      an inner layout, or a linear layout.
    - (C2) No offset is negative.
    - (C3) The source is injective.
    - (C4) Every number below the size is an offset; of a linear layout, every
      value that its out-dims have room for.
    - (C5) The inverse of a swizzled layout is a swizzle after a layout: the
      layout moves the fields of the swizzle as a whole.
    - (C6) `flavor` is `cute` or `paper`, if it is given.

    Postconditions: `result(source(c)) = c` and `source(result(c)) = c` for every
    coordinate c. The inverse of a linear layout is that of `layout.invert`.

    With `{flavor = paper}` the source is a CuTe layout, and the modes of the
    result, which are those of the source by ascending stride, are not coalesced.

    Errors: `layout-verify` reports a violated precondition, with the coordinates
    that meet or the least offset that is missing.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,3,5):(15,1,3)>
    %i = layout.inverse %a  // #layout.cute<(15,2):(2,1)>
    %p = layout.inverse %a {flavor = paper}  // #layout.cute<(3,5,2):(2,6,1)>
    ```
  }];
}

def Layout_NullspaceOp : Layout_UnaryAlgebraOp<"nullspace"> {
  let summary = "the coordinates that broadcast modes send to the first offset";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout without symbols.

    Postconditions: the result is an injective layout of coordinates, and
    `source(result(c)) = source(0)` for every c. It has a mode for each flattened
    mode of stride 0, and is `1:0` if there is none.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(8,2)):(1,(0,4))>
    %n = layout.nullspace %a  // #layout.cute<8:4>
    ```
  }];
}

def Layout_MaxCommonLayoutOp : Layout_BinaryAlgebraOp<"max_common_layout"> {
  let summary = "the longest run of offsets that two layouts have in common";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts of integers.

    Postconditions: for every i below the size of the result, `result(i)` is a
    coordinate of both operands, `left(result(i)) = i` and `right(result(i)) = i`.
    It is `1:0` if not even 0 and 1 are common.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,32):(32,1)>
    %b = layout.constant #layout.cute<(8,(16,2)):(16,(1,128))>
    %c = layout.max_common_layout %a, %b  // #layout.cute<16:8>
    ```
  }];
}

def Layout_MaxCommonVectorOp
    : Layout_NumberOp<"max_common_vector">, Layout_OfTwo {
  let summary = "how many elements two layouts let copy at once";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts of integers.

    Postconditions: the result is the size of `layout.max_common_layout`.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,32):(32,1)>
    %b = layout.constant #layout.cute<(8,(16,2)):(16,(1,128))>
    %n = layout.max_common_vector %a, %b  // 16
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

def Layout_RecastOp : Layout_AlgebraOp<"recast"> {
  let summary = "the same memory in elements of another number of bits";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a swizzle after one.
    - (C2) Both numbers of bits are at least 1.
    - (C3) With the ratio of the two in lowest terms, elements can be joined
      (`layout.upcast`) and split (`layout.downcast`).
    - (C4) A swizzle does not move offsets within elements that become one.

    Postconditions: those of `layout.upcast` and then `layout.downcast`. The fields
    of a swizzle move with the size of the element, and an offset is scaled.

    Errors: a number of bits of less than 1; `layout-verify` reports a stride, an
    offset or a swizzle that is in the way.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(128,64):(1,128)>
    %r = layout.recast %a from 16 to 128  // #layout.cute<(16,64):(1,16)>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntPositive]>:$old_bits,
    ConfinedAttr<I64Attr, [IntPositive]>:$new_bits
  );
  let assemblyFormat = "$source `from` $old_bits `to` $new_bits attr-dict";
}

def Layout_UpcastOp : Layout_AlgebraOp<"upcast"> {
  let summary = "so many neighboring elements joined into one";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a swizzle after one.
    - (C2) The factor is at least 1.
    - (C3) Every stride divides the factor or is a multiple of it.
    - (C4) The modes that step within an element do not leave it together.
    - (C5) No offset is negative.

    Postconditions: with the digit of each mode that steps within an element divided
    by the number of its steps in one, the offset is that of the source divided by
    the factor, both rounded down. Extents are rounded up.

    Errors: a factor of less than 1; `layout-verify` reports a stride that is in the
    way.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<((2,2),1,8):((2,256),128,4)>
    %u = layout.upcast %a, 16  // #layout.cute<((1,2),1,2):((1,16),8,1)>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntPositive]>:$factor
  );
  let assemblyFormat = "$source `,` $factor attr-dict";
}

def Layout_DowncastOp : Layout_AlgebraOp<"downcast"> {
  let summary = "every element split into so many";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a swizzle after one.
    - (C2) The factor is at least 1.
    - (C3) A mode has stride 1.
    - (C4) Only one mode of stride 1 has an extent above 1.
    - (C5) Every offset fits in 64 bits.

    Postconditions: the mode of stride 1 steps over the parts and the other strides
    are multiplied: the offset divided by the factor, rounded down, is that of the
    source at the coordinate whose digit in that mode is divided likewise. As in
    CuTe a mode of extent 1 and stride 1 is split too: beside another mode of
    stride 1 the parts are then visited more than once, and this holds where the
    digit of that mode is 0.

    Errors: a factor of less than 1; `layout-verify` reports a violated
    precondition.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(8,64):(64,1)>
    %d = layout.downcast %a, 2  // #layout.cute<(8,128):(128,1)>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntPositive]>:$factor
  );
  let assemblyFormat = "$source `,` $factor attr-dict";
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

def Layout_MakeOrderedLayoutOp : Layout_AlgebraOp<"make_ordered_layout"> {
  let summary = "the compact layout of a shape in a given order of modes";
  let description = [{
    Preconditions:

    - (C1) The shape and the order are nested tuples of numbers.
    - (C2) The extents are at least 1.
    - (C3) The order has a number for each extent, or one for a whole mode,
      whose extents then follow each other from left to right.

    Postconditions: the result has the shape. A mode begins at the product of the
    extents of lesser order, and of those of equal order to its left; a mode of
    extent 1 has stride 0. It is a bijection onto the numbers below its size.

    Errors: a text that is not a tuple of numbers; `layout-verify` reports an order
    that does not fit the shape.

    Example:

    ```mlir
    %l = layout.make_ordered_layout (2,(6,32,2)) order (2,(1,0,3))  // #layout.cute<(2,(6,32,2)):(192,(32,1,384))>
    ```
  }];
  let arguments = (ins Layout_TupleAttr:$shape, Layout_TupleAttr:$order);
  let assemblyFormat =
      "custom<Tuple>($shape) `order` custom<Tuple>($order) attr-dict";
}

def Layout_MakeLayoutLikeOp
    : Layout_UnaryAlgebraOp<"make_layout_like", [SameOperandsAndResultType, Idempotent]> {
  let summary = "the compact layout with the same order of strides";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout of integers, or a composed layout, whose
      inner layout counts.

    Postconditions: the result is congruent to the source. Modes of stride 0 have
    stride 0 again, the others follow each other in the order of their strides,
    which count by their magnitude, and from left to right where these are equal.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(8,2),2):(2,(0,40),8)>
    %l = layout.make_layout_like %a  // #layout.cute<(4,(8,2),2):(1,(0,8),4)>
    ```
  }];
}

def Layout_MakeLayoutTvOp : Layout_SeveralOp<"make_layout_tv">, Layout_OfTwo {
  let summary = "the tile that threads with values cover, and who holds what";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts of integers. The offset of the left
      one at a place is the number of the thread there, that of the right one
      the number of the value.
    - (C2) Their raked product M is a bijection onto the numbers below its size.
    - (C3) There is at least one mode.

    Postconditions: the first result is the tiler with the size of each mode of M.
    The second sends (t, v) to the coordinate in the tile of value v of thread t:
    `M(result(t, v)) = t + v * threads`.

    Errors: `layout-verify` reports numbers that have gaps or occur twice.

    Example:

    ```mlir
    %t = layout.constant #layout.cute<(16,8):(8,1)>
    %v = layout.constant #layout.cute<(1,8):(8,1)>
    %tile, %tv = layout.make_layout_tv %t, %v  // #layout.tile<[16;64]> and #layout.cute<((8,16),8):((128,1),16)>
    ```
  }];
  let results = (outs Layout_LayoutType:$tile, Layout_LayoutType:$layout);
}

def Layout_IsCongruentOp : Layout_TruthOp<"is_congruent", [Commutative]>, Layout_OfTwo {
  let summary = "whether two shapes have the same nesting";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts or composed layouts, whose inner
      layouts count.

    Postconditions: the result is true if the shapes differ in their extents only.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %b = layout.constant #layout.cute<(3,(5,7)):(1,(3,15))>
    %t = layout.is_congruent %a, %b  // true
    ```
  }];
}

def Layout_IsWeaklyCongruentOp
    : Layout_TruthOp<"is_weakly_congruent">, Layout_OfTwo {
  let summary = "whether the second shape refines the nesting of the first";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts or composed layouts, whose inner
      layouts count.

    Postconditions: the result is true if the right shape can be made from the left
    one by putting tuples in the place of extents, whatever the extents are.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,4):(1,4)>
    %b = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %t = layout.is_weakly_congruent %a, %b  // true
    ```
  }];
}

def Layout_IsCompatibleOp : Layout_TruthOp<"is_compatible">, Layout_OfTwo {
  let summary = "whether every coordinate of one shape is one of another";
  let description = [{
    Preconditions:

    - (C1) Both operands are CuTe layouts or composed layouts, whose inner
      layouts count.

    Postconditions: the result is true if the right shape can be made from the left
    one by putting tuples of the same size in the place of extents.

    Errors: extents that are symbols do not fold; `layout-verify` reports an operand
    of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,4):(1,4)>
    %b = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %t = layout.is_compatible %a, %b  // true
    ```
  }];
}

#endif // LAYOUT_CUTE_OPS_TD
