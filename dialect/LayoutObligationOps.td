//===- LayoutObligationOps.td - Obligations ----------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OBLIGATION_OPS_TD
#define LAYOUT_OBLIGATION_OPS_TD

include "LayoutOpsBase.td"

def Layout_AssertEquivalentOp : Layout_StatementOp<"assert_equivalent", [Commutative]> {
  let summary = "an obligation: two layouts are the same function";
  let description = [{
    The layouts are compared as functions of the integral coordinate. Several
    out-dims are flattened, leftmost fastest, by their sizes. The domains must
    have the same size; a coordinate without an offset is in neither.

    Preconditions:

    - (C1) The domains have the same size.
    - (C2) The offsets at each coordinate are the same.

    Postconditions: `layout-verify` proves it, refutes it with a coordinate and
    both offsets, or reports it as unknown.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
    %b = layout.constant #layout.cute<12:1>
    layout.assert_equivalent %a, %b
    ```
  }];
  let arguments = (ins Layout_LayoutType:$left, Layout_LayoutType:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}

def Layout_AssertInjectiveOp : Layout_StatementOp<"assert_injective"> {
  let summary = "an obligation: no two coordinates have the same offset";
  let description = [{
    Preconditions:

    - (C1) No two coordinates have the same offset.

    Postconditions: `layout-verify` proves it, refutes it with two coordinates
    and their offset, or reports it as unknown.

    With `covers` the remark of a proof says how many of the offsets in
    `[0, covers)` the layout has, which is not a part of the obligation.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    layout.assert_injective %a
    layout.assert_injective %a {covers = 64 : i64}
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<I64Attr>:$covers
  );
  let assemblyFormat = "$source attr-dict";
}

def Layout_AssertCompatibleOp : Layout_StatementOp<"assert_compatible"> {
  let summary = "an obligation: coordinates of one shape are those of another";
  let description = [{
    Preconditions:

    - (C1) Both are CuTe layouts or composed layouts.
    - (C2) The shape of the left layout is compatible with that of the right
      one.

    Postconditions: `layout-verify` proves that the shape of the left layout is
    compatible with the shape of the right one, which makes tuples of the same
    size of some of its extents; or it shows the two shapes. If each is compatible
    with the other, the shapes are the same.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    %b = layout.constant #layout.composed<S<1,0,3> o 0 o ((2,2),8):((1,2),4)>
    layout.assert_compatible %a, %b
    ```
  }];
  let arguments = (ins Layout_LayoutType:$left, Layout_LayoutType:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}

def Layout_AssertSurjectiveOp : Layout_StatementOp<"assert_surjective"> {
  let summary = "an obligation: every number below a size is an offset";
  let description = [{
    Without a size the numbers up to the greatest offset are meant. Of tuple offsets
    those are all combinations of the numbers up to the greatest of each part, and
    of a linear layout the values that its out-dims have room for.

    Preconditions:

    - (C1) The size is not negative.
    - (C2) Every number that is meant is an offset.

    Postconditions: `layout-verify` proves it, refutes it with an offset that no
    coordinate has, the least one unless the layout has symbols, or reports it as
    unknown. Offsets that are not below the size are no obstacle.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    layout.assert_surjective %a
    layout.assert_surjective %a, 16
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$size
  );
  let assemblyFormat = "$source (`,` $size^)? attr-dict";
}

def Layout_AssertBijectiveOp : Layout_StatementOp<"assert_bijective"> {
  let summary = "an obligation: every number below a size is the offset of one coordinate";
  let description = [{
    Without a size the numbers of `layout.assert_surjective` are meant.

    Preconditions:

    - (C1) The size is not negative.
    - (C2) No two coordinates have the same offset.
    - (C3) No offset is outside of the numbers.
    - (C4) Every number that is meant is an offset.

    Postconditions: `layout-verify` proves it, refutes it with two coordinates of
    the same offset, a coordinate whose offset is outside the numbers, or an offset
    that no coordinate has, or reports it as unknown.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    layout.assert_bijective %a
    layout.assert_bijective %a, 32
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$size
  );
  let assemblyFormat = "$source (`,` $size^)? attr-dict";
}

def Layout_AssertDisjointOp : Layout_StatementOp<"assert_disjoint", [Commutative]>, Layout_OfTwo {
  let summary = "an obligation: no offset of one layout is an offset of another";
  let description = [{
    Several out-dims are flattened as for `layout.assert_equivalent`.

    Preconditions:

    - (C1) No offset of one layout is an offset of the other.

    Postconditions: `layout-verify` proves it, refutes it with a coordinate of each
    layout and their offset, or reports it as unknown.

    Example:

    ```mlir
    %even = layout.constant #layout.cute<8:2>
    %odd = layout.constant #layout.composed<S<0,0,0> o 1 o 8:2>
    layout.assert_disjoint %even, %odd
    ```
  }];
}

def Layout_AssertIncreasingOp : Layout_StatementOp<"assert_increasing"> {
  let summary = "an obligation: every offset is greater than the one before it";
  let description = [{
    Preconditions:

    - (C1) Every offset is greater than the one before it.

    Postconditions: `layout-verify` proves it, refutes it with the least
    coordinate whose offset is not greater than that of the coordinate before it,
    or reports it as unknown.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,2):(1,4)>
    layout.assert_increasing %a
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source);
  let assemblyFormat = "$source attr-dict";
}

def Layout_AssertInBoundsOp : Layout_StatementOp<"assert_in_bounds"> {
  let summary = "an obligation: every offset is in [0, size)";
  let description = [{
    Preconditions:

    - (C1) The size is not negative.
    - (C2) Every offset is in `[0, size)`.

    Postconditions: `layout-verify` proves it, refutes it with a coordinate and
    its offset, or reports it as unknown. A coordinate at which a composed layout
    has no offset refutes it.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,3):(3,1)>
    layout.assert_in_bounds %a, 12
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_AssertSizeOp : Layout_StatementOp<"assert_size"> {
  let summary = "an obligation: the layout has so many coordinates";
  let description = [{
    Preconditions:

    - (C1) The size is not negative.
    - (C2) The layout has the size.

    Postconditions: `layout-verify` proves it, refutes it with the size that the
    layout has, or reports it as unknown.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    layout.assert_size %a, 16
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_AssertCosizeOp : Layout_StatementOp<"assert_cosize"> {
  let summary = "an obligation: the layout has this cosize";
  let description = [{
    Preconditions:

    - (C1) The cosize is not negative.
    - (C2) The layout has the cosize.

    Postconditions: `layout-verify` proves it, refutes it with the cosize that
    the layout has, or reports it as unknown.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    layout.assert_cosize %a, 16
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$size
  );
  let assemblyFormat = "$source `,` $size attr-dict";
}

def Layout_AssertOffsetOp : Layout_StatementOp<"assert_offset", [AttrSizedOperandSegments]> {
  let summary = "an obligation: code gives the offset of a layout";
  let description = [{
    The lowerings leave one for each `layout.apply` that they lower, if they are
    told to: the values behind the `=` are what the code computes. The coordinates of
    an apply in i32, i64 or vectors have their type behind the values:
    `: i32 at i32`. Then nothing is claimed where the offset does not fit in it.

    Preconditions:

    - (C1) The layout is not a tiler, if it is a constant.
    - (C2) The layout takes so many coordinates, if it is a constant.
    - (C3) There is a value for each part of the offset, if the layout is a
      constant.
    - (C4) Each symbol has a value.
    - (C5) Each symbol is a name.
    - (C6) No symbol is bound twice.

    Postconditions: `layout-verify-lowering` reads the operations of `arith` and
    `affine` that the values come from, and proves that they are the layout's offset
    at every coordinate that has one; or it refutes that with a coordinate, or
    reports it as unknown. Then it removes the obligation, unless it is refuted.

    Errors: as of `layout.apply`, with the values in the place of its results.

    Example:

    ```mlir
    layout.assert_offset %l(%c) = %o : index
    layout.assert_offset %ll(%reg, %lane) = %p, %q : i32, i32
    layout.assert_offset %dyn(%i, %j) symbols(M = %m) = %s : index
    layout.assert_offset %l(%thread) = %t : i32 at i32
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$layout,
    Variadic<Layout_NumbersType>:$coordinates,
    Variadic<Layout_NumberType>:$symbolValues,
    Variadic<AnyTypeOf<[AnySignlessIntegerOrIndex, Layout_NumbersType],
                       "signless integer, index or a vector of numbers">>:$offsets,
    OptionalAttr<StrArrayAttr>:$symbols
  );
  let assemblyFormat = [{
    $layout `(` $coordinates `)` `` custom<Symbols>($symbols, $symbolValues)
    `=` $offsets attr-dict `:` type($offsets) ``
    custom<PlaceType>(ref($coordinates), type($coordinates), ref($symbolValues),
                      type($symbolValues))
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

def Layout_AssertComputesOp : Layout_StatementOp<"assert_computes", [AttrSizedOperandSegments]> {
  let summary = "an obligation: code computes the numbers of a definition";
  let description = [{
    `layout-import-cute{leave-obligations=true}` leaves one for each operation of
    the peer that turns its own values into integers. The definition is text, which no
    pass of the peer reads or rewrites; its inputs and the values behind the `=` are
    operands, which follow whatever the peer makes of them.

    The definition is code with a statement for each value: an input `%0: i32`, a
    number `%1 = 8: i32`, or an operation `%2 = mod %0, %1: i32` named as in `arith` but
    for the type (`add`, `divs`, `shl`), with `nsw` and `nuw` for what it promises.
    `where` names what is true wherever the numbers are defined, and `give` the numbers.

    Preconditions:

    - (C1) The text is a definition.
    - (C2) There is an input of its width for each of the definition's.
    - (C3) There is a value of its width for each number that the definition gives.

    Postconditions: `layout-verify-lowering` reads the operations of `arith` and
    `affine` that the values come from, and proves that they are the numbers wherever
    these are defined and every value on the way, of the definition and of the code, fits
    its width; or it refutes that with inputs, or reports it as unknown. Then it removes
    the obligation, unless it is refuted.

    Errors: the place in the text and what is wrong there, as
    `'layout.assert_computes' op has a definition that is not one at column 14: there is no %1 before`,
    and widths, as `'layout.assert_computes' op has inputs of widths 64, but the definition takes 32`.

    Example:

    ```mlir
    layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
    ```
  }];
  let arguments = (ins
    StrAttr:$definition,
    Variadic<AnySignlessIntegerOrIndex>:$inputs,
    Variadic<AnySignlessIntegerOrIndex>:$values
  );
  let assemblyFormat = [{
    $definition `(` $inputs `)` `=` $values attr-dict `:` functional-type($inputs, $values)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

#endif // LAYOUT_OBLIGATION_OPS_TD
