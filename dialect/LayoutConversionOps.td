//===- LayoutConversionOps.td - Between notations ---------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_OPS_TD
#define LAYOUT_CONVERSION_OPS_TD

include "LayoutOpsBase.td"
include "mlir/Interfaces/CastInterfaces.td"

def Layout_NotationAttr : Layout_WordAttr<
    "::llvm::is_contained({\"cute\", \"composed\", \"linear\", \"relation\"}, "
    "::llvm::cast<::mlir::StringAttr>($_self).getValue())",
    "notation: cute, composed, linear or relation">;

def Layout_ConvertOp : Layout_AlgebraOp<"convert"> {
  let summary = "the same function in another notation";
  let description = [{
    Two layouts are equal if they are the same function of the integral
    coordinate on the domain of the source. Several parts of an offset are one
    number there, the leftmost fastest, as in `layout.assert_equivalent`, except
    in a relation, which keeps them.

    Preconditions:

    - (C1) The notation is `cute`, `composed`, `linear` or `relation`.
    - (C2) The source is not a tiler.
    - (C3) To cute: a CuTe layout equals the source. If none does, there is a
      least coordinate c such that no layout of that size agrees with the source
      on [0, c].
    - (C4) To composed: a swizzle and a layout do. All swizzles that act on the
      offsets are tried.
    - (C5) To linear: the size is a power of two.
    - (C6) To linear: `f(a ^ b) ^ f(a) ^ f(b) ^ f(0)` is 0 for all a and b.
    - (C7) To linear: no offset is negative.

    Postconditions: the result is that layout.

    - To cute: the coalesced layout. `S<0,4,3> o 0 o L` becomes L.
    - To composed: `S<0,4,3> o 0 o L` for a CuTe layout L. Of other notations it
      is a swizzle, an offset and a layout, with the least B, then M, then |S|, and
      S > 0 before S < 0.
    - To linear: one in-dim `dim0`, `dim1`, ... for each mode of a CuTe layout or
      of the inner layout, or for each input of a relation, by its name; the
      out-dims are `dim0`, `dim1`, ....
    - To relation: from the integral coordinate; for a linear layout from its
      in-dims to its out-dims. A layout with symbols that is Presburger only in its
      natural coordinates has those.

    A source that has the notation already is the result. Outside the domain the
    two layouts may differ.

    Errors: `layout-verify` reports a source without such a layout, with what
    shows it. For cute that is the least coordinate c such that no layout of that
    size agrees with the source on [0, c]; for composed the number of swizzles
    that were tried, which are all that act on the offsets; for linear a and b with
    `f(a ^ b) ^ f(a) ^ f(b) ^ f(0)` not 0, or the size that is not a power of two, or
    an offset that is negative. A tiler is not a function. A source with symbols
    converts if its modes can stay as they are.

    Example:

    ```mlir
    %s = layout.constant #layout.composed<S<2,0,-2> o 0 o (4,4):(1,4)>
    %l = layout.convert %s to linear  // #layout.linear<{dim0 = [[5],[10]], dim1 = [[4],[8]]}>
    ```
  }];
  let arguments = (ins Layout_LayoutType:$source, Layout_NotationAttr:$notation);
  let assemblyFormat = "$source `to` custom<Word>($notation) attr-dict";
}

def Layout_CastOp : Layout_Op<"cast", [
    DeclareOpInterfaceMethods<CastOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    ConditionallySpeculatable, AlwaysSpeculatableImplTrait]> {
  let summary = "the same layout with a type that names it, or does not";
  let description = [{
    To a type that names a layout a cast is an obligation: the source is the same
    function of the integral coordinate, as in `layout.assert_equivalent`. The
    result is the layout of the type. To `!layout.layout` it forgets the name; what
    it gives folds to the layout of the source's type.

    Preconditions:

    - (C1) Closed forms do not tell the source from the result, where both types
      name a layout.
    - (C2) The source is the layout that the type of the result names: this is
      the obligation.

    Postconditions: `layout-verify` proves that the source is the layout that the
    type of the result names, refutes it with a coordinate and both offsets, or
    reports it as unknown. An obligation is neither dead nor moved, unless the source
    is a constant that spells its layout as the type does.

    Errors: (C1), with a coordinate; none else before `layout-verify`.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(2,(1,6)):(1,(6,2))>
    %k = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<12:1>>
    %b = layout.cast %k : !layout.layout<#layout.cute<12:1>> to !layout.layout  // #layout.cute<12:1>
    ```
  }];
  let arguments = (ins Layout_AnyLayout:$source);
  let results = (outs Layout_AnyLayout:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

#endif // LAYOUT_CONVERSION_OPS_TD
