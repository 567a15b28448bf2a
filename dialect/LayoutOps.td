//===- LayoutOps.td - Operations on every layout -----------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OPS_TD
#define LAYOUT_OPS_TD

include "LayoutConversionOps.td"
include "LayoutCuteOps.td"
include "LayoutLinearOps.td"
include "LayoutModeOps.td"
include "LayoutObligationOps.td"
include "LayoutOpsBase.td"
include "LayoutTileOps.td"

def Layout_ConstantOp : Layout_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a layout known in advance";
  let description = [{
    Syntax:

    ```
    operation ::= `layout.constant` $value attr-dict
    ```

    Preconditions:

    - (C1) The value is a layout attribute.

    Postconditions: the result is the layout that the attribute writes.

    Errors: the attribute is not one of the layout attributes.

    Example:

    ```mlir
    %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
    ```
  }];
  let arguments = (ins Layout_AnyAttr:$value);
  let results = (outs Layout_LayoutType:$result);
  let builders = [OpBuilder<(ins "::mlir::Attribute":$value), [{
    $_state.addTypes(LayoutType::unnamed($_builder.getContext()));
    $_state.getOrAddProperties<Properties>().value = value;
  }]>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
}

def Layout_ComposeOp : Layout_AlgebraOp<"compose"> {
  let summary = "the composition `left o right`";
  let description = [{
    The function `c -> left'(right(c))` on the domain of the right layout, where
    `left'` is the left layout with its last flattened mode extended as far as
    needed (CuTe's promotion). With `{promotion = none}` it is the composition
    of the two relations: coordinates that leave the left layout have no offset.

    The offsets of a right layout with basis strides are coordinates of the left
    one: the part `x@1` is the integral coordinate x of mode 1, which is extended in
    its own last flattened mode.

    Preconditions:

    - (C1) The left operand is not a tiler.
    - (C2) No offset of the right operand is below 0.
    - (C3) `promotion` is `none`, if it is given.

    Postconditions: the result has the size of the right layout, and its offset
    at c is `left'(right(c))`; with `{promotion = none}` its size is the number of
    coordinates whose offsets the left layout has. It is a layout of the simplest notation that
    writes this function: CuTe layouts compose to a CuTe layout, in CuTe's form
    where CuTe is right; a swizzle and a CuTe layout to a composed layout; linear
    layouts to a linear layout. If no layout notation writes it, the result is a
    relation. A relation on the left is not extended: where it has no value the
    composition has none, its size is smaller, and nothing warns of it.

    Errors: `layout-verify` warns of a composition that leaves the left layout. It does
    not fold to a layout if an offset does not fit in 64 bits.

    Example:

    ```mlir
    %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
    %f = layout.constant #layout.cute<3:3>
    %h = layout.compose %g, %f  // #layout.cute<3:9>
    %r = layout.compose %g, %f {promotion = none}
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$left,
    Layout_LayoutType:$right,
    OptionalAttr<Layout_PromotionAttr>:$promotion
  );
  let assemblyFormat = "$left `,` $right `` custom<Options>(attr-dict)";
}

def Layout_CoalesceOp : Layout_AlgebraOp<"coalesce"> {
  let summary = "the same function with the fewest modes";
  let description = [{
    By a profile, each mode that a leaf of it stands for is coalesced by itself;
    the numbers in the profile do not matter.

    Preconditions:

    - (C1) The source is not a tiler.
    - (C2) The profile is a nested tuple of numbers.
    - (C3) The profile fits the shape of a CuTe layout, or of the inner layout
      of a composed one.

    Postconditions: the result has the same size and, at every integral
    coordinate of the domain, the same offset. No two neighboring modes of it, or
    of a mode that is coalesced by itself, can be written as one and none has size
    1, unless it is `1:0`. Outside the domain the two layouts may differ. A
    composed layout coalesces its inner layout; a swizzle, a linear layout and a
    relation stay as they are.

    Errors: a layout with symbols folds only without a profile, and only if the
    same modes merge for all their values and none has size 1 for any;
    `layout-verify` reports a tiler, which is not a function, and a profile that
    does not fit.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
    %c = layout.coalesce %a  // #layout.cute<12:1>
    %m = layout.coalesce %a by (1,1)  // #layout.cute<(2,6):(1,2)>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$source,
    OptionalAttr<Layout_TupleAttr>:$profile
  );
  let assemblyFormat = "$source (`by` custom<Tuple>($profile)^)? attr-dict";
}

def Layout_FlattenOp
    : Layout_UnaryAlgebraOp<"flatten", [SameOperandsAndResultType, Idempotent]> {
  let summary = "the same modes without nesting";
  let description = [{
    Preconditions:

    - (C1) The source is not a tiler.

    Postconditions: the result has the leaves of the source's shape and stride,
    from left to right, as its modes. It is the same function of the integral
    coordinate and of the natural coordinates, inside and outside the domain.
    Notations without nesting stay as they are.

    Errors: a tiler, which is not a function, does not fold.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %f = layout.flatten %a  // #layout.cute<(4,2,2):(2,1,8)>
    ```
  }];
}

def Layout_SizeOp
    : Layout_NumberOp<"size", [Layout_InferRanges, Layout_ValueBounds]>,
      Layout_OfOne {
  let summary = "the number of coordinates";
  let description = [{
    Preconditions:

    - (C1) The source is not a tiler.

    Postconditions: the result is the number of coordinates in the domain, the
    product of all extents. The coordinates of a relation are counted if its
    domain is a box.

    Errors: a size that depends on a symbol does not fold, nor does a tiler's.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %n = layout.size %a  // 16
    ```
  }];
}

def Layout_CosizeOp : Layout_NumberOp<"cosize">, Layout_OfOne {
  let summary = "the size of the smallest buffer that holds all offsets";
  let description = [{
    Preconditions:

    - (C1) The source is not a tiler.

    Postconditions: the result is one more than the greatest offset. For a CuTe
    layout it is CuTe's cosize, the extent of the range of offsets, which differs
    if a stride is negative.

    Errors: it does not fold if an offset is a tuple or depends on a symbol, for
    a tiler, and for a layout of more than 2^20 coordinates that is neither a CuTe
    layout nor a swizzle.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,(2,2)):(2,(1,8))>
    %n = layout.cosize %a  // 16
    ```
  }];
}

def Layout_ApplyOp : Layout_SeveralOp<"apply", [
    AttrSizedOperandSegments, NoMemoryEffect, Layout_InferRanges,
    Layout_ValueBounds,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "the offset at a coordinate";
  let description = [{
    CuTe's `crd2idx`, and the call of a layout; for a linear layout Triton's `apply`.

    The coordinate is one integral coordinate, one coordinate for each top-level
    mode, or one for each flattened mode; for a linear layout one for each
    in-dim, where trailing in-dims of size 1 may be left out. The results are
    the parts of the offset: one for most layouts, one for each out-dim of a
    linear layout, one for each part of a tuple offset.

    `symbols(M = %m)` says which value the name M of the layout stands for.

    Coordinates and results are of one type: index, i32 or i64, read with a sign, or a
    vector of these, where each lane is an apply by itself. The values of symbols are
    numbers of that type, the same for all lanes. The offset is the mathematical one:
    it is not computed in the type, in which intermediate numbers do not have to fit;
    where one of them does not fit in 64 bits, the layout has no offset. Where the offset
    itself does not fit in i32 or i64, the result is poison; that it fits is
    an obligation, which `layout-verify` decides. An index is taken to fit.

    No pass takes it for granted that the coordinate is in the domain.

    Preconditions:

    - (C1) The layout is not a tiler, if it is a constant.
    - (C2) The layout takes so many coordinates, if it is a constant.
    - (C3) There is a result for each part of the offset, if the layout is a
      constant.
    - (C4) Each symbol has a value.
    - (C5) Each symbol is a name.
    - (C6) No symbol is bound twice.
    - (C7) Coordinates and results are of one type, and the values of symbols of the
      type of its elements.
    - (C8) An offset in i32 or i64 fits at every coordinate in the domain that what is
      known of the coordinates leaves: this is the obligation.

    Postconditions: the results are the layout's offset there. Outside the domain
    an integral coordinate extends the last flattened mode and natural
    coordinates extend every mode, as in CuTe. Where the layout has no offset the
    results are any numbers; where the offset does not fit in i32 or i64 the result
    is poison.

    MLIR's integer range analysis and its value bounds know bounds of the results where
    the coordinates are known to be in the domain.

    An apply has no effect. It is not executed where the program does not execute
    it, such as in front of a loop, if a coordinate is divided by an extent that is
    a symbol: with 0 for the symbol that is undefined behavior.

    Errors: the number of coordinates or results does not fit the layout, if it
    is a constant; a name is bound twice or is not a name; types differ. `layout-verify`
    refutes an apply in i32 or i64 with a coordinate whose offset does not fit.

    Example:

    ```mlir
    %o = layout.apply %h(%c) : index
    %q:2 = layout.apply %ll(%reg, %lane, %warp) : index, index
    %s = layout.apply %dyn(%i, %j) symbols(M = %m) : index
    %t = layout.apply %h(%thread) : i32
    %v = layout.apply %h(%lanes) : vector<4xi32>
    ```
  }];
  let arguments = (ins
    Layout_LayoutType:$layout,
    Variadic<Layout_NumbersType>:$coordinates,
    Variadic<Layout_NumberType>:$symbolValues,
    OptionalAttr<StrArrayAttr>:$symbols
  );
  let results = (outs Variadic<Layout_NumbersType>:$offsets);
  let assemblyFormat = [{
    $layout `(` $coordinates `)` `` custom<Symbols>($symbols, $symbolValues)
    attr-dict `:` custom<ApplyTypes>(ref($coordinates), type($coordinates),
                                     ref($symbolValues), type($symbolValues),
                                     type($offsets))
  }];
}

def Layout_AssumeOp : Layout_StatementOp<"assume"> {
  let summary = "a promise: a value is in a range, or has a remainder";
  let description = [{
    The programmer promises it of every execution that comes this far, and passes
    use it where this operation dominates: in the rest of its block and inside of
    what follows there, and in the other blocks of its region if it is in the first
    one. A promise that is broken makes what they prove worthless.

    Both ends of a range are included. `layout-lower-to-arith`, the last pass that
    can use a promise, removes it.

    Preconditions:

    - (C1) There is a range or a remainder.
    - (C2) A range has both ends, and a remainder its modulus.
    - (C3) The range is not empty.
    - (C4) The modulus is at least 1.
    - (C5) The remainder is in `[0, modulus)`.
    - (C6) The value is in the range and has the remainder: this is the promise.
      `layout-verify` refutes it of a constant, where it is sure to be executed.

    Errors: there is neither a range nor a remainder; the range is empty; the modulus
    is less than 1, or the remainder is not in `[0, modulus)`. `layout-verify` refutes
    a promise about a constant that breaks it, where it is sure to be executed.

    Example:

    ```mlir
    layout.assume %i in [0, 127]
    layout.assume %m in [1, 4096], mod 16 = 0
    ```
  }];
  let arguments = (ins
    Index:$value,
    OptionalAttr<I64Attr>:$least,
    OptionalAttr<I64Attr>:$greatest,
    OptionalAttr<I64Attr>:$modulus,
    OptionalAttr<I64Attr>:$residue
  );
  let assemblyFormat = [{
    $value custom<Promise>($least, $greatest, $modulus, $residue) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

def Layout_Idx2crdOp
    : Layout_SeveralOp<"idx2crd", [Pure, Layout_InferRanges, Layout_ValueBounds]> {
  let summary = "the natural coordinate of an integral one";
  let description = [{
    CuTe's `idx2crd`. The other way round, from a coordinate to an offset, CuTe's
    `crd2idx`, is `layout.apply`.

    Preconditions:

    - (C1) There is a result for each flattened mode, or for each in-dim of a
      linear layout, if the layout is a constant.

    Postconditions: there is a result for each flattened mode, or for each in-dim of
    a linear layout, and the layout has the same offset there as at the index. Past
    the size it is the last flattened mode that goes on.

    Errors: the number of results does not fit the layout, if it is a constant. It
    does not fold at an index that is not known or is negative, nor for a layout
    that is neither a CuTe layout with extents that are numbers, nor a composed
    layout, whose inner layout counts, nor a linear layout.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<((4,3,5),5):((6,100,16),8)>
    %i = arith.constant 205 : index
    %c:4 = layout.idx2crd %a, %i : index, index, index, index  // 1, 0, 2, 3
    ```
  }];
  let arguments = (ins Layout_LayoutType:$layout, Index:$index);
  let results = (outs Variadic<Index>:$coordinates);
  let assemblyFormat = "$layout `,` $index attr-dict `:` type($coordinates)";
}

def Layout_IsInjectiveOp : Layout_TruthOp<"is_injective">, Layout_OfOne {
  let summary = "whether no two coordinates have the same offset";
  let description = [{
    Postconditions: the result is true if the offsets at different coordinates are
    different.

    Errors: it does not fold where it is not decided.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,2):(0,1)>
    %t = layout.is_injective %a  // false
    ```
  }];
}

def Layout_IsSurjectiveOp : Layout_TruthOp<"is_surjective">, Layout_OfOne {
  let summary = "whether the offsets have no gaps";
  let description = [{
    Postconditions: the result is true if every number up to the greatest offset is
    an offset; for a linear layout, if every value that its out-dims have room for
    is taken.

    Errors: it does not fold where it is not decided.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,2):(1,5)>
    %t = layout.is_surjective %a  // false
    ```
  }];
}

#endif // LAYOUT_OPS_TD
