//===- LayoutLinearOps.td - Operations on linear layouts ---*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LINEAR_OPS_TD
#define LAYOUT_LINEAR_OPS_TD

include "LayoutOpsBase.td"

def Layout_InvertOp
    : Layout_UnaryAlgebraOp<"invert", [SameOperandsAndResultType, Involution]> {
  let summary = "the inverse of a linear layout";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) The source is injective.
    - (C3) The source is surjective.

    Postconditions: the in-dims of the result are the out-dims of the source and
    the other way round; the composition of the two is the identity. Triton's
    `invert`.

    Errors: `layout-verify` reports two coordinates with the same values, or
    values without a coordinate.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[2],[3]]}>
    %i = layout.invert %a  // #layout.linear<{dim0 = [[3],[1]]} -> [lane = 4]>
    ```
  }];
}

def Layout_PseudoinvertOp : Layout_UnaryAlgebraOp<"pseudoinvert"> {
  let summary = "a right inverse of a linear layout";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) The source is surjective.

    Postconditions: `source(result(v)) = v` for all values v. Of several
    coordinates with a value the result has that of `layout.invert_and_compose`.
    Triton's `pseudoinvert`.

    Errors: `layout-verify` reports values without a coordinate.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[0],[2]]}>
    %i = layout.pseudoinvert %a  // #layout.linear<{dim0 = [[1],[4]]} -> [lane = 8]>
    ```
  }];
}

def Layout_InvertAndComposeOp : Layout_BinaryAlgebraOp<"invert_and_compose"> {
  let summary = "the way from one linear layout to another with the same values";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) Their out-dims have the same names, and those of the left one are no
      larger.
    - (C3) Every value of the left one is a value of the right one.

    Postconditions: `right(result(x)) = left(x)` for every coordinate x of the
    left operand: what is in place x of the left one is in place `result(x)` of
    the right one. An in-dim of both with the same bases is sent to itself. For
    the rest only bases of the right one are used that are not a sum of earlier
    ones. Triton's `invertAndCompose`.

    Errors: `layout-verify` reports out-dims that do not fit, and a value of the
    left operand that the right one does not have, with its coordinate.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{register = [[1],[2]], warp = [[0]]}>
    %b = layout.constant #layout.linear<{offset = [[2],[1]], warp = [[0]]}>
    %c = layout.invert_and_compose %a, %b  // #layout.linear<{register = [[2,0],[1,0]], warp = [[0,1]]} -> [offset = 4, warp = 2]>
    ```
  }];
}

def Layout_DirectSumOp : Layout_BinaryAlgebraOp<"direct_sum"> {
  let summary = "the direct sum of two linear layouts: Triton's product";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) The sum has at most 62 bits and 256 dims on a side.

    Postconditions: the left operand acts on the low bits of every dim, the
    right one on the bits above them: `result(x + size * y) = left(x) + out_size
    * right(y)` dim by dim, with the sizes of the left operand, which are 1 for
    a dim that it does not have. The dims are those of both, in an order that
    agrees with both where there is one. Triton's `operator*`.

    Errors: `layout-verify` reports more than 62 bits or 256 dims on a side.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
    %b = layout.constant #layout.linear<{lane = [[0]], warp = [[1]]}>
    %s = layout.direct_sum %a, %b  // #layout.linear<{lane = [[1],[2],[0]], warp = [[4]]}>
    ```
  }];
}

def Layout_DivideLeftOp : Layout_BinaryAlgebraOp<"divide_left"> {
  let summary = "what a linear layout must be multiplied with from the right";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) The left operand has the dims of the right one, no smaller.
    - (C3) The left operand is the direct sum of the right one and another
      layout.

    Postconditions: `layout.direct_sum right, result` is the left operand. The
    result has the dims of the left operand, those without bits left among them.
    Triton's `divideLeft`.

    Errors: `layout-verify` reports a dim that the left operand does not have or
    that is larger there, and the first basis at which it is not such a sum.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[2],[0],[8]]}>
    %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
    %q = layout.divide_left %a, %b  // #layout.linear<{lane = [[0],[2]]}>
    ```
  }];
}

def Layout_DivideRightOp : Layout_BinaryAlgebraOp<"divide_right"> {
  let summary = "what a linear layout must be multiplied with from the left";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) The left operand has the dims of the right one, no smaller.
    - (C3) The left operand is the direct sum of another layout and the right
      one.

    Postconditions: `layout.direct_sum result, right` is the left operand. The
    result has the dims of the left operand, those without bits left among them.
    Triton's `divideRight`.

    Errors: those of `layout.divide_left`.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[2],[0],[8]]}>
    %b = layout.constant #layout.linear<{lane = [[0],[2]]}>
    %q = layout.divide_right %a, %b  // #layout.linear<{lane = [[1],[2]]}>
    ```
  }];
}

def Layout_FreeVariableMasksOp : Layout_SeveralOp<"free_variable_masks"> {
  let summary = "the bits of the in-dims that add no value";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) There is a result for each in-dim, if the layout is a constant.

    Postconditions: there is a result for each in-dim: the bits whose basis is a
    sum of earlier bases. With those bits set to 0 in every coordinate, the
    layout is injective and has the same values. Triton's
    `getFreeVariableMasks`.

    Errors: the number of results does not fit the layout, if it is a constant;
    `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[0],[2]], warp = [[3],[4]]}>
    %m:2 = layout.free_variable_masks %a : index, index  // 2 and 1
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let results = (outs Variadic<Index>:$masks);
  let assemblyFormat = "$source attr-dict `:` type($masks)";
}

def Layout_NumConsecutiveOp : Layout_NumberOp<"num_consecutive">, Layout_OfOne {
  let summary = "how many consecutive coordinates have consecutive values";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.

    Postconditions: the result is the largest power of two V such that an
    aligned run of V coordinates of the first in-dim has an aligned run of V
    values in the first out-dim, wherever it begins. Triton's
    `getNumConsecutiveInOut`.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{register = [[1],[2],[16]], lane = [[4],[8]]}>
    %n = layout.num_consecutive %a  // 4
    ```
  }];
}

def Layout_SublayoutOp : Layout_AlgebraOp<"sublayout"> {
  let summary = "some of the dims of a linear layout";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) `ins` and `outs` are lists of names.
    - (C3) The source has the dims.

    Postconditions: the in-dims that are not named are set to 0, and the out-
    dims that are not named are left out. The dims keep their order and their
    sizes. A side that is not said keeps all its dims. Triton's `sublayout`.

    Errors: a text that is not a list of names; `layout-verify` reports a name that
    is not a dim.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1,0],[0,1]], warp = [[2,1]]}>
    %s = layout.sublayout %a ins [warp] outs [dim0]  // #layout.linear<{warp = [[2]]}>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_DimsAttr>:$ins,
    OptionalAttr<Layout_DimsAttr>:$outs
  );
  let assemblyFormat = [{
    $source (`ins` custom<Dims>($ins)^)? (`outs` custom<Dims>($outs)^)? attr-dict
  }];
}

def Layout_ReshapeOp : Layout_AlgebraOp<"reshape"> {
  let summary = "the same function with other dims";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) `ins` and `outs` are lists of names with sizes.
    - (C3) The sizes are powers of two.
    - (C4) The sizes of a side multiply to the size of the old dims.
    - (C5) No name occurs twice on a side.

    Postconditions: the old dims of a side are flattened, leftmost fastest, and
    the new ones cut from the result. A side that is not said stays. Triton's
    `reshapeIns` and `reshapeOuts`.

    Errors: a text that is not a list of names with sizes; `layout-verify` reports
    sizes that do not fit, and a name that occurs twice.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{a = [[1],[4],[8]], b = [[2]]}>
    %r = layout.reshape %a ins [c = 2, d = 8]  // #layout.linear<{c = [[1]], d = [[4],[8],[2]]}>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_DimsAttr>:$ins,
    OptionalAttr<Layout_DimsAttr>:$outs
  );
  let assemblyFormat = [{
    $source (`ins` custom<Dims>($ins)^)? (`outs` custom<Dims>($outs)^)? attr-dict
  }];
}

def Layout_TransposeOp : Layout_AlgebraOp<"transpose"> {
  let summary = "the same dims in another order";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) `ins` and `outs` are lists of names.
    - (C3) Each name is a dim of the source.
    - (C4) Each dim of a side is named.
    - (C5) No dim is named twice.

    Postconditions: the dims of a side are in the order of the names; a value by
    names stays the same. A side that is not said stays. Triton's `transposeIns`
    and `transposeOuts`.

    Errors: a text that is not a list of names; `layout-verify` reports a name that
    is not a dim, one that occurs twice, and a dim that is not named.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
    %t = layout.transpose %a ins [warp, lane] outs [dim1, dim0]  // #layout.linear<{warp = [[1,2]], lane = [[0,1]]} -> [dim1 = 2, dim0 = 4]>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_DimsAttr>:$ins,
    OptionalAttr<Layout_DimsAttr>:$outs
  );
  let assemblyFormat = [{
    $source (`ins` custom<Dims>($ins)^)? (`outs` custom<Dims>($outs)^)? attr-dict
  }];
}

def Layout_UnsqueezeOp : Layout_AlgebraOp<"unsqueeze"> {
  let summary = "a linear layout without dims of size 1";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) `ins` and `outs` are lists of names.
    - (C3) The source has the dims.
    - (C4) Their sizes are 1.

    Postconditions: the result is the same function without these dims. The name
    is Triton's: `unsqueezeIn` and `unsqueezeOut` remove a dim.

    Errors: a text that is not a list of names; `layout-verify` reports a name that
    is not a dim, and a size that is not 1.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1]], block = []}>
    %u = layout.unsqueeze %a ins [block]  // #layout.linear<{lane = [[1]]}>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_DimsAttr>:$ins,
    OptionalAttr<Layout_DimsAttr>:$outs
  );
  let assemblyFormat = [{
    $source (`ins` custom<Dims>($ins)^)? (`outs` custom<Dims>($outs)^)? attr-dict
  }];
}

def Layout_RemoveZeroBasesOp : Layout_AlgebraOp<"remove_zero_bases"> {
  let summary = "a linear layout without the bases that do nothing";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.
    - (C2) `ins` is a list of names.
    - (C3) The source has the in-dims.

    Postconditions: the in-dims that are named lose the bases that are 0 in
    every out-dim; the dims stay. The values are the same. Triton's
    `removeZeroBasesAlongDim`.

    Errors: a text that is not a list of names; `layout-verify` reports a name that
    is not an in-dim.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{register = [[1],[0],[2]], lane = [[0],[4]]}>
    %r = layout.remove_zero_bases %a ins [register]  // #layout.linear<{register = [[1],[2]], lane = [[0],[4]]}>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, Layout_DimsAttr:$ins);
  let assemblyFormat = "$source `ins` custom<Dims>($ins) attr-dict";
}

def Layout_FlattenInsOp
    : Layout_UnaryAlgebraOp<"flatten_ins", [SameOperandsAndResultType, Idempotent]> {
  let summary = "a linear layout with one in-dim";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.

    Postconditions: the in-dims are flattened into one, leftmost fastest, which
    has the name of the first. It is the same function of the integral
    coordinate. Triton's `flattenIns`.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
    %f = layout.flatten_ins %a  // #layout.linear<{lane = [[1,0],[2,1]]}>
    ```
  }];
}

def Layout_FlattenOutsOp
    : Layout_UnaryAlgebraOp<"flatten_outs", [SameOperandsAndResultType, Idempotent]> {
  let summary = "a linear layout with one out-dim";
  let description = [{
    Preconditions:

    - (C1) The source is a linear layout.

    Postconditions: the out-dims are flattened into one, leftmost fastest, which
    has the name of the first. Triton's `flattenOuts`.

    Errors: `layout-verify` reports an operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1,0]], warp = [[2,1]]}>
    %f = layout.flatten_outs %a  // #layout.linear<{lane = [[1]], warp = [[6]]}>
    ```
  }];
}

def Layout_ConcatInsOp : Layout_BinaryAlgebraOp<"concat_ins"> {
  let summary = "two linear layouts with the in-dims of both";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) They have the same out-dims, in the same order and of the same sizes.
    - (C3) They have the same constant.
    - (C4) No in-dim is in both.
    - (C5) The result has at most 62 bits on a side.

    Postconditions: the in-dims are those of the left operand, then those of the
    right one: the result is the left operand where the in-dims of the right one
    are 0, and the other way round. Triton's `concatIns`.

    Errors: `layout-verify` reports dims, sizes and constants that are not the
    same, an in-dim of both, and more than 62 bits.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[2]]}>
    %b = layout.constant #layout.linear<{warp = [[3]]}>
    %c = layout.concat_ins %a, %b  // #layout.linear<{lane = [[1],[2]], warp = [[3]]}>
    ```
  }];
}

def Layout_ConcatOutsOp : Layout_BinaryAlgebraOp<"concat_outs"> {
  let summary = "two linear layouts with the out-dims of both";
  let description = [{
    Preconditions:

    - (C1) Both operands are linear layouts.
    - (C2) They have the same in-dims, in the same order and of the same sizes.
    - (C3) No out-dim is in both.
    - (C4) The result has at most 62 bits on a side.

    Postconditions: the out-dims are those of the left operand, then those of
    the right one, and so are the values. Triton's `concatOuts`.

    Errors: `layout-verify` reports dims and sizes that are not the same, an
    out-dim of both, and more than 62 bits.

    Example:

    ```mlir
    %a = layout.constant #layout.linear<{lane = [[1],[2]]} -> [x = 4]>
    %b = layout.constant #layout.linear<{lane = [[0],[1]]} -> [y = 2]>
    %c = layout.concat_outs %a, %b  // #layout.linear<{lane = [[1,0],[2,1]]} -> [x = 4, y = 2]>
    ```
  }];
}

#endif // LAYOUT_LINEAR_OPS_TD
