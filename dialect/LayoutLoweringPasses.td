//===- LayoutLoweringPasses.td - Lowering and raising ------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LOWERING_PASSES_TD
#define LAYOUT_LOWERING_PASSES_TD

include "LayoutPassBase.td"

def LayoutFlattenMemRefs : Pass<"layout-flatten-memrefs"> {
  let summary = "Turn memrefs with layouts into flat ones";
  let description = [{
    A memref whose layout is one of the attributes of this dialect becomes a memref
    of one dimension without a layout, as large as the greatest offset asks for, and
    an index into it becomes the offset that a `layout.apply` of the layout gives.
    `layout-lower-to-arith` or `layout-lower-to-affine` makes code of the applies.
    An offset of several parts, that of a linear layout with several out-dims, is
    one number, leftmost part fastest.

    - `memref.alloc`, `memref.alloca` and `gpu.alloc` allocate the flat memref. If a
      size of the memref or a symbol of its layout is dynamic, the size of the
      buffer is the offset at the last element and one, which no offset passes if
      no stride is negative; a swizzle rounds it up to the end of its fields.
    - `memref.load`, `memref.store`, `memref.atomic_rmw`, `memref.prefetch`,
      `memref.generic_atomic_rmw`, `affine.load` and `affine.store` get the offset.
      The affine ones become `memref.load` and `memref.store`.
    - Functions, `memref.global` without an initial value, block arguments, calls,
      branches, the operations of `scf`, `arith.select` and what else only passes a
      memref on get the type. A function that is only declared does as well.
    - `memref.copy` stays a copy if both layouts are the same and have no gaps, and
      becomes a loop over the elements if not.
    - `memref.dim` and `memref.rank` become the number.
    - What wants strides, such as `memref.subview`, `memref.cast` to a strided
      memref, `vector.load` or an operation of `linalg`, gets a
      `memref.reinterpret_cast` of the flat memref, if the layout has strides. A
      `memref.cast` from a strided memref to one with a layout becomes one as well.

    The value of a symbol is known where the memref is allocated, so a memref with
    a symbol in its layout is accessed through the result of its allocation alone.

    Errors: an operation that is not listed; a layout with a negative offset or one
    whose offset is not a number; a memref type inside another type; a symbol whose
    value is not known. Nothing changes if there is an error anywhere.

    MLIR's `normalize-memrefs` makes memrefs of static sizes flat too, with a buffer
    that may be larger than the layout asks for, where it finds a size with little
    work. It leaves the others as they are, among them those with a swizzle whose
    fields are bits of two dimensions each, such as
    `memref<32x32xf32, #layout.composed<S<3,0,5> o 0 o (32,32):(32,1)>>`: these need
    this pass. `layout-verify=report=true` names them.

    The pass is linear in the number of operations.

    Example:

    ```mlir
    %a = memref.alloc() : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>
    %x = memref.load %a[%i, %j] : memref<8x64xf16, #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>>
    // becomes
    %l = layout.constant #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
    %a = memref.alloc() : memref<512xf16>
    %o = layout.apply %l(%i, %j) : index
    %x = memref.load %a[%o] : memref<512xf16>
    ```
  }];
  let dependentDialects = [
    "::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numFlattened", "num-flattened", "Memref values made flat">,
    Statistic<"numAccesses", "num-accesses", "Accesses given an offset">
  ];
}

def LayoutLowerToAffine : Pass<"layout-lower-to-affine"> {
  let summary = "Turn layout.apply into affine.apply";
  let description = [{
    Every `layout.apply` becomes one `affine.apply` for each part of the offset,
    whose map is the layout's function: sums, multiples, quotients and remainders
    by constants. A swizzle, which is not such a function of the offset, is one bit
    by bit: the exclusive or of two bits is the remainder of their sum by 2.

    What is lowered, what is known and what is an error is as in
    `layout-lower-to-arith`. The values of the layout's symbols become symbols of
    the map: a product with one is in a map (MLIR calls it semi-affine), a quotient
    by one is an error. An apply in i32 or i64 is cast to index and back; one on vectors
    is an error. The coordinates must be what affine operations take for
    dimensions, and the values of symbols what they take for symbols.

    Example:

    ```mlir
    %l = layout.constant #layout.cute<(8,64):(64,1)>
    %o = layout.apply %l(%c) : index
    // becomes
    %o = affine.apply affine_map<(d0) -> ((d0 mod 8) * 64 + d0 floordiv 8)>(%c)
    ```
  }];
  let dependentDialects = [
    "::layout::LayoutDialect",
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
  ];
  let options = [
    Option<"report", "report", "bool", "false",
           "A remark at each apply says how many operations it became">,
    Option<"verify", "verify", "bool", "false",
           "Prove of each apply, from the code written, that it is the layout">,
    Option<"leaveObligations", "leave-obligations", "bool", "false",
           "Leave a layout.assert_offset at each apply that is lowered">,
  ];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Applies that became affine maps">,
    Statistic<"numOperations", "num-operations", "Operations of these maps">,
  ];
}

def LayoutLowerToArith : Pass<"layout-lower-to-arith"> {
  let summary = "Turn layout.apply into the cheapest integer code";
  let description = [{
    Every `layout.apply` becomes operations of `arith` on index values that
    compute the offset. Of the ways to write the function the pass takes the one
    with the fewest operations: a digit of a coordinate as a remainder or as a
    difference of quotients, powers of two as shifts and masks, bits that move by
    the same distance moved at once, a swizzle after its layout or merged with it
    bit by bit. Parts that share no bit are added.

    What is known of the coordinates is used, as by `layout-insert-bounds`: loops
    and conditions around, threads of kernels, arithmetic, and `layout.assume`,
    which this pass, the last that can use it, removes. Bounds that make a remainder, a
    quotient or a mask superfluous drop it. Where all values are in [0, 2^31) for
    every coordinate in these bounds that the layout has a value at, the operations
    say that they do not wrap (`nsw, nuw`).

    The layout's value where it has one is what is computed. Outside the domain,
    where CuTe extends the last flattened mode, it is that extension. At negative
    coordinates, and outside the domain of a linear layout or a relation, there is
    no value, and the code computes any number or poison.

    A name of the layout is the value that `symbols` binds; if that is a constant it
    is this number. The inputs of a relation may be negative, in bounds or without.
    Its outputs are what its text says, or the one expression that isl finds for
    each.

    With `type=i32` or `type=i64` the arithmetic of an apply in index is of that type,
    between casts of the coordinates and of the offset; where a number may not fit in
    32 bits, `i32` leaves it to index.

    An apply in i32, i64 or vectors of these is computed in its type, in i64 where a
    number of i32 that is divided may not fit. Sums and products may wrap around on the
    way; an offset that fits is right. An offset that does not fit is poison, for which
    the code gives any number. The value of a symbol is broadcast to the lanes.

    With `verify=true` each apply is proved from the code that was written, as
    `layout-verify-lowering` does; what is refuted is an error.
    `leave-obligations=true` leaves a `layout.assert_offset` at each apply, so that
    the code can be proved after other passes, and keeps the layouts for that long.

    An apply whose layout is not known, or is a relation with an output that takes
    more than one expression, stays, with an error. Operations that make layouts
    nobody uses any more are removed.

    Example:

    ```mlir
    %l = layout.constant #layout.cute<(8,64):(64,1)>
    %o = layout.apply %l(%c) : index
    // becomes, for any %c
    %row = arith.shrui %c, %c3 : index
    %column = arith.andi %c, %c7 : index
    %moved = arith.shli %column, %c6 : index
    %o = arith.addi %row, %moved : index
    ```
  }];
  let dependentDialects = [
    "::layout::LayoutDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect",
  ];
  let options = [
    Option<"report", "report", "bool", "false",
           "A remark at each apply says how many operations it became">,
    Option<"verify", "verify", "bool", "false",
           "Prove of each apply, from the code written, that it is the layout">,
    Option<"leaveObligations", "leave-obligations", "bool", "false",
           "Leave a layout.assert_offset at each apply that is lowered">,
    EnumOption<"type", "type", "ArithType",
               [Choice<"index", "index">,
                Choice<"i32", "i32, and index where a number may not fit">,
                Choice<"i64", "i64">],
               "index", "The type of the arithmetic">,
  ];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Applies that became code">,
    Statistic<"numOperations", "num-operations",
              "Operations of that code, constants not counted">,
  ];
}

def LayoutLowerToRelations : Pass<"layout-lower-to-relations"> {
  let summary = "Turn every layout attribute into its relation";
  let description = [{
    Every layout attribute of every operation becomes the `#layout.relation`
    that it denotes, the set of pairs of a coordinate and its offset: the value
    of a `layout.constant`, and any attribute in the dictionary of any operation,
    nested in arrays, dictionaries and other attributes too.

    - `space=integral`: the domain has one dimension, the integral coordinate.
    - `space=natural`: the domain has one dimension for each flattened mode, and
      for each in-dim of a linear layout. A composed layout has those of its
      inner layout, and a swizzle has one.

    The range has a dimension for each part of the offset: one for most layouts,
    one for each out-dim of a linear layout, one for each part of a tuple offset.
    Names become parameters, and what their function says of them constraints of
    every relation that has them.

    The domain is the layout's own: what CuTe makes of a coordinate outside of
    it is not a part of the relation. Relations stay but for that. So do types: a
    memref keeps the layout in its type, because a relation is not a memref layout.

    An attribute that has no relation stays, with an error at its operation: a
    tiler, which is not a function; a layout whose relation is not Presburger in
    this space, because a coordinate would be multiplied or divided by a name; and
    one whose offsets are nested tuples, or have a part past position 63, because
    outputs are a flat tuple. `4:1@1` has two, of which the first one is 0.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    // space=integral
    %a = layout.constant #layout.relation<"{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }">
    // space=natural
    %a = layout.constant #layout.relation<"{ [c0, c1] -> [8c0 + c1] : 0 <= c0 < 4 and 0 <= c1 < 8 }">
    ```

    With `form=affine` a layout attribute becomes MLIR's own Presburger form, for
    passes that know nothing of layouts: a dictionary of the `affine_map` from
    coordinates to offsets, under `map`, and the `affine_set` of the coordinates
    that have one, under `domain`. Names of the relation become symbols, called in
    `symbols`. A relation without outputs is a set and has no `map`, and one that is
    defined everywhere has no `domain`; what would be alone in the dictionary stands
    for it. The value of a `layout.constant` has to be a layout: it becomes the
    relation, and the affine form stands beside it, as the attribute `affine`.
    Operations get their `affine.apply` from `layout-lower-to-affine`.

    The affine form has the same pairs as the relation. An attribute that has none
    stays, with an error that says why: some input has several outputs, an output is
    several expressions, each on a part of the domain, or the domain is a union of
    several conjunctions, which no set is.

    With `from=affine` the pass goes back: such a dictionary, and every map and set
    that stands by itself, becomes a relation wherever it is nested in a discardable
    attribute of an operation. What operations have for themselves, such as the map
    of an `affine.apply`, stays, and layouts stay too. A dictionary with other
    entries is looked into. An error names a map that multiplies or divides by
    something other than a constant.

    ```mlir
    about = #layout.cute<(4,8):(8,1)>
    // form=affine space=natural
    about = {domain = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 7 >= 0)>,
             map = affine_map<(d0, d1) -> (d0 * 8 + d1)>}
    // from=affine
    about = #layout.relation<"{ [c0, c1] -> [8c0 + c1] : c0 >= 0 and c0 <= 3 and c1 >= 0 and c1 <= 7 }">
    ```
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    EnumOption<"space", "space", "RelationSpace",
               [Choice<"integral", "one dimension, the integral coordinate">,
                Choice<"natural", "one dimension for each flattened mode">],
               "integral", "The dimensions of the domain">,
    EnumOption<"form", "form", "RelationForm",
               [Choice<"relation", "a relation">,
                Choice<"affine", "an affine map and the set where it holds">],
               "relation", "What an attribute becomes">,
    EnumOption<"from", "from", "RelationSource",
               [Choice<"layouts", "layouts">,
                Choice<"affine", "affine maps and sets">],
               "layouts", "Which attributes are turned">
  ];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Attributes that were turned">
  ];
}

def LayoutRaiseRelations : Pass<"layout-raise-relations"> {
  let summary = "Turn every relation into the simplest layout that equals it";
  let description = [{
    The inverse of `layout-lower-to-relations`. Every `#layout.relation` becomes
    the layout of the first of these families that has one:

    - CuTe layouts: the coalesced one. Several outputs are basis strides, and
      parameters of the relation are symbols in the extents, with what the
      relation says of one parameter alone as facts.
    - A swizzle, an offset and a CuTe layout, with the least B, then M, then |S|,
      and S > 0 before S < 0. `S<0,4,3> o k o L` is a layout with an offset.
    - Linear layouts, with the inputs as in-dims.

    The layout is found from the map alone and proved to be equal. A relation that
    is in no family stays.

    Equal means the same offsets on the same domain. Outside of it a relation has
    no value, and a layout goes on as CuTe extends it. So a relation also stays
    if a use could tell the two apart. These cannot:

    - obligations (`layout.assert_*`), `layout.size` and `layout.cosize`;
    - `layout.apply` at constant coordinates inside the domain. Several of them
      have to be the modes of the layout;
    - an operation that has no value on relations, such as `layout.complement`;
    - `layout.compose` whose right operand the relation is; or whose left operand
      it is, with `{promotion = none}`, or if the offsets of the right operand are
      proved to be inside the domain. Beside another linear layout a relation does
      not become a linear layout, because those are composed by names;
    - `layout.coalesce`, `layout.flatten` and `layout.convert`.

    The results of the last two groups change in the same way, so their uses have
    to be among these too. Any other use, such as an apply at a coordinate that is
    not constant, a call, or an attribute of an operation other than
    `layout.constant`, may be outside of the domain. With
    `assume-in-bounds=true` none is taken to be; only names of linear layouts,
    modes that do not fit an apply and symbols are reasons to stay then.

    The facts of a layout, and that its extents are at least 1, hold in its whole
    function. A relation has no pairs where its constraints do not hold, and says no
    more. So it stays where another layout of the function has the same symbols, and
    nothing there says what the raised layout would.

    With `report=true` a remark says for each relation what it was raised to, or
    why it stays: for CuTe layouts the least coordinate up to which none agrees
    with it; how many swizzles were tried, which are all that act on its offsets;
    for linear layouts coordinates a and b with `f(a ^ b) ^ f(a) ^ f(b) ^ f(0)` not
    0; a coordinate that is missing in its domain; the use; or the other layout.

    Example:

    ```mlir
    %a = layout.constant #layout.relation<"{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }">
    // becomes
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    ```
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    Option<"report", "report", "bool", /*default=*/"false",
           "Show a remark for each relation">,
    Option<"assumeInBounds", "assume-in-bounds", "bool", /*default=*/"false",
           "Take it for granted that no use is outside of the domain">,
    Option<"maxOperations", "max-operations", "uint64_t", /*default=*/"50000",
           "How many operations isl may spend on one question">
  ];
  let statistics = [
    Statistic<"numRaised", "num-raised", "Relations turned into layouts">,
    Statistic<"numKept", "num-kept", "Relations left alone">
  ];
}

#endif // LAYOUT_LOWERING_PASSES_TD
