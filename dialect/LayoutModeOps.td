//===- LayoutModeOps.td - Operations on the modes of CuTe layouts *- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MODE_OPS_TD
#define LAYOUT_MODE_OPS_TD

include "LayoutOpsBase.td"

def Layout_FilterOp
    : Layout_UnaryAlgebraOp<"filter", [SameOperandsAndResultType, Idempotent]> {
  let summary = "a layout without its broadcast modes, coalesced";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      is filtered.

    Postconditions: the offsets of the result are those of the source. The result
    is `layout.coalesce` of `layout.filter_zeros`.

    Errors: a layout with symbols does not fold; `layout-verify` reports an
    operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(8,2),3):(0,(1,8),0)>
    %f = layout.filter %a  // #layout.cute<16:1>
    ```
  }];
  let builders = [Layout_Builder, Layout_SameTypeBuilder];
}

def Layout_FilterZerosOp
    : Layout_UnaryAlgebraOp<"filter_zeros", [SameOperandsAndResultType, Idempotent]> {
  let summary = "a layout whose broadcast modes have the extent 1";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      is changed.

    Postconditions: the result is congruent to the source. Its natural coordinates
    are those of the source at which the digits of modes of stride 0 are 0, and it
    has the same offset there.

    Errors: a layout with symbols does not fold; `layout-verify` reports an
    operand of another notation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(8,2)):(0,(1,8))>
    %f = layout.filter_zeros %a  // #layout.cute<(1,(8,2)):(0,(1,8))>
    ```
  }];
}

def Layout_ConcatOp : Layout_AlgebraOp<"concat"> {
  let summary = "layouts side by side, a mode each: CuTe's make_layout";
  let description = [{
    Preconditions:

    - (C1) There is at least one source.
    - (C2) The sources are CuTe layouts without symbols.
    - (C3) All have integer strides, or all have basis strides. Strides that are
      all 0 go with both.
    - (C4) Every offset fits in 64 bits.

    Postconditions: mode i of the result is source i. Its offset at the coordinate
    (c0, c1, ...) is `source0(c0) + source1(c1) + ...`.

    Errors: no source; `layout-verify` reports operands that do not go together,
    and offsets past 64 bits. Linear layouts have `layout.concat_ins` and
    `layout.concat_outs`.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,2):(1,8)>
    %b = layout.constant #layout.cute<3:16>
    %c = layout.concat %a, %b  // #layout.cute<((4,2),3):((1,8),16)>
    ```
  }];
  let arguments = (ins Variadic<Layout_LayoutType>:$sources);
  let assemblyFormat = "$sources attr-dict";
}

def Layout_GroupOp : Layout_AlgebraOp<"group"> {
  let summary = "neighboring modes made into one";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      counts.
    - (C2) There are two numbers.
    - (C3) Neither is negative.
    - (C4) `begin <= end <= rank`.

    Postconditions: the modes from `begin` on before `end` are one mode of the
    result; the others stay. It is the same function of the integral coordinate.

    Errors: a list that is not two numbers of at least 0; `layout-verify` reports
    a range that the layout does not have.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(6,9,32):(288,32,1)>
    %g = layout.group %a, [1, 3]  // #layout.cute<(6,(9,32)):(288,(32,1))>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, DenseI64ArrayAttr:$modes);
  let assemblyFormat = "$source `,` $modes attr-dict";
}

def Layout_SelectOp : Layout_AlgebraOp<"select"> {
  let summary = "some of the modes, in the order given";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      counts.
    - (C2) No number is negative.
    - (C3) Every number is below the rank.

    Postconditions: mode k of the result is the mode of the source that the number
    k of the list says.

    Errors: a number below 0; `layout-verify` reports one that is not below the
    rank.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(3,(10,2),5):(100,(1,10),20)>
    %s = layout.select %a, [2, 0]  // #layout.cute<(5,3):(20,100)>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, DenseI64ArrayAttr:$modes);
  let assemblyFormat = "$source `,` $modes attr-dict";
}

def Layout_SliceOp : Layout_AlgebraOp<"slice"> {
  let summary = "the modes that a coordinate takes whole";
  let description = [{
    The coordinate is a nested tuple of places and underscores. An underscore
    takes a whole mode, a number one place of it.

    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      counts.
    - (C2) The coordinate is a nested tuple of numbers and underscores.
    - (C3) The coordinate fits the shape.

    Postconditions: the modes of the result are those at the underscores, from left
    to right. The offset of the source at the coordinate, with the digits of c put
    in for the underscores, is that of the result at c plus that of the source at
    the coordinate with zeros for the underscores; of a composed layout this is said
    of its inner layout. One underscore alone takes the layout as it is.

    Errors: a text that is not a coordinate; `layout-verify` reports a coordinate that
    does not fit the shape.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
    %s = layout.slice %a, ((1,_,4),_)  // #layout.cute<(3,5):(100,8)>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, Layout_TupleAttr:$coordinate);
  let assemblyFormat = "$source `,` custom<Tuple>($coordinate) attr-dict";
}

def Layout_DiceOp : Layout_AlgebraOp<"dice"> {
  let summary = "the modes of which a coordinate takes one place";
  let description = [{
    Preconditions:

    - (C1) The source is a CuTe layout, or a composed layout, whose inner layout
      counts.
    - (C2) The coordinate is a nested tuple of numbers and underscores.
    - (C3) The coordinate fits the shape.

    Postconditions: the modes of the result are those at the places of the
    coordinate, from left to right: the ones that `layout.slice` leaves out. A
    place alone takes the layout as it is.

    Errors: those of `layout.slice`.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
    %d = layout.dice %a, ((1,_,4),_)  // #layout.cute<(4,5):(6,16)>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, Layout_TupleAttr:$coordinate);
  let assemblyFormat = "$source `,` custom<Tuple>($coordinate) attr-dict";
}

def Layout_AppendOp : Layout_BinaryAlgebraOp<"append"> {
  let summary = "one mode more at the end";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout without symbols, or a composed
      layout with such an inner layout; the right one is a CuTe layout without
      symbols.
    - (C2) Both have integer strides, or both have basis strides. Strides that
      are all 0 go with both.

    Postconditions: the modes of the result are those of the left operand, then the
    right one as one mode.

    Errors: `layout-verify` reports operands that do not go together.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(9,2):(1,9)>
    %b = layout.constant #layout.cute<(16):(1)>
    %c = layout.append %a, %b  // #layout.cute<(9,2,(16)):(1,9,(1))>
    ```
  }];
}

def Layout_PrependOp : Layout_BinaryAlgebraOp<"prepend"> {
  let summary = "one mode more at the beginning";
  let description = [{
    Preconditions:

    - (C1) The left operand is a CuTe layout without symbols, or a composed
      layout with such an inner layout; the right one is a CuTe layout without
      symbols.
    - (C2) Both have integer strides, or both have basis strides. Strides that
      are all 0 go with both.

    Postconditions: the modes of the result are the right operand as one mode, then
    those of the left one.

    Errors: `layout-verify` reports operands that do not go together.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,8):(8,40)>
    %b = layout.constant #layout.cute<2:1>
    %c = layout.prepend %a, %b  // #layout.cute<(2,2,8):(1,8,40)>
    ```
  }];
}

#endif // LAYOUT_MODE_OPS_TD
