//===- LayoutPasses.td - Passes ---------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PASSES_TD
#define LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def LayoutAnalyze : Pass<"layout-analyze"> {
  let summary = "Say what accesses by layouts cost";
  let description = [{
    Operations of this dialect with a string attribute `movement` are questions
    about an access, as `layout-translate --import-triton` writes them. Layouts
    are linear, from `register`, `lane`, `warp`, `block` (or `offset` of a shared
    memory) to the dims of a tensor. `element_bits` is the size of an element.

    | movement | on | the remark says |
    |---|---|---|
    | `convert` | `layout.invert_and_compose %to, %from` | a no-op, within threads, within warps, or through shared memory, with an element that goes as far as any |
    | `shared_load`, `shared_store`, `global_to_shared` | `layout.invert_and_compose %registers, %memory` | the bank conflicts of a group of lanes that is handled at once, with a lane that conflicts with lane 0 |
    | `global_load`, `global_store`, `global_to_shared` | `layout.constant` of the registers | the widest vector, the sectors of an instruction and the fewest that would do, and who holds copies |

    `strides` of a global access are the strides of the dims in elements, `unit` for
    one that is not known, and `together` how many neighbours are known to be
    aligned; without them the answer is for the dim along which it costs least.
    `padding`, a list of `[interval, gap]`, are the gaps of a memory, which are in no
    linear layout: every lane is looked at. If the constant of a memory has its rows
    without a swizzle in `plain`, the best `S<B,M,S>` of them for all accesses to the
    memory, told apart by `allocation`, is a remark at the first of them, a warning
    if it is better than what is there; all that permute the memory are compared.

    A `layout.constant` of a CuTe layout of integers without that attribute is
    asked whether its offsets fit in 32 bits.

    What costs more than it must (a conversion through shared memory, a conflict,
    an access that is not coalesced, offsets past 32 bits, a swizzle that is not the
    best) is a warning, everything else a remark. A layout that is not known is a
    remark that contains the word unknown. Layouts that do not fit together are an
    error.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    Option<"banks", "banks", "uint32_t", "32", "Banks of shared memory">,
    Option<"bankBytes", "bank-bytes", "uint32_t", "4", "Bytes of a bank">,
    Option<"sectorBytes", "sector-bytes", "uint32_t", "32",
           "Bytes of a sector of global memory">,
  ];
  let statistics = [
    Statistic<"numAnswered", "num-answered", "Questions that were answered">,
    Statistic<"numCostly", "num-costly",
              "Answers that say that something costs more than it must">,
  ];
}

def LayoutDraw : Pass<"layout-draw"> {
  let summary = "Draw every layout constant";
  let description = [{
    A remark at each `layout.constant` holds a picture of its layout or says
    where it is: the table of offsets, the pattern of a swizzle, or which
    register and lane hold an element of a linear layout.

    - `format=ascii`: the picture is in the remark.
    - `format=svg`: the picture is in a file of the folder in which the tool
      runs, which the remark names. Equal layouts share a file.

    A layout with symbols, a tiler, and a table of more than 128 rows, 128
    columns or 4096 cells is not drawn, and the remark says why. The IR stays as
    it is. The pass fails if a file cannot be written.

    Example:

    ```
    remark: drawn
    (2,4):(4,1)
      0 1 2 3
    0 0 1 2 3
    1 4 5 6 7
    ```
  }];
  let options = [
    Option<"format", "format", "LayoutDrawFormat", "LayoutDrawFormatAscii",
           "Where a picture is written",
           [{::llvm::cl::values(
             clEnumValN(LayoutDrawFormatAscii, "ascii", "in a remark"),
             clEnumValN(LayoutDrawFormatSvg, "svg", "in a file"))}]>
  ];
  let statistics = [
    Statistic<"numDrawn", "num-drawn", "Layouts that were drawn">
  ];
}

def LayoutFold : Pass<"layout-fold"> {
  let summary = "Evaluate the static algebra of layouts";
  let description = [{
    Every operation of the dialect whose operands are constants becomes the
    constant that it denotes: a `layout.constant`, or an `arith.constant` for
    sizes and offsets. Constants without a use are gone afterwards, whether the
    pass made them or found them.

    An operation that cannot be evaluated, because an operand is not known or a
    number does not fit in 64 bits, is left alone. Obligations are left alone.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let statistics = [
    Statistic<"numFolded", "num-folded", "Operations evaluated">,
    Statistic<"numErased", "num-erased", "Layout constants without a use">
  ];
}

def LayoutLowerToAffine : Pass<"layout-lower-to-affine"> {
  let summary = "Turn layout.apply into affine.apply";
  let description = [{
    Every `layout.apply` becomes one `affine.apply` for each part of the offset,
    whose map is the layout's function: sums, multiples, quotients and remainders
    by constants. A swizzle, which is no such function of the offset, is one bit
    by bit: the exclusive or of two bits is the remainder of their sum by 2.

    What is lowered, what is known and what is an error is as in
    `layout-lower-to-arith`, except that a layout with symbols in the way of the
    coordinates has no affine map. The coordinates must be what affine operations
    take for dimensions.

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

    With `type=i32` or `type=i64` the arithmetic is of that type, between casts of the
    coordinates and of the offset; where a number may not fit in 32 bits, `i32` leaves
    it to index.

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
  ];
  let options = [
    Option<"report", "report", "bool", "false",
           "A remark at each apply says how many operations it became">,
    Option<"verify", "verify", "bool", "false",
           "Prove of each apply, from the code written, that it is the layout">,
    Option<"leaveObligations", "leave-obligations", "bool", "false",
           "Leave a layout.assert_offset at each apply that is lowered">,
    Option<"type", "type", "LayoutArithType", "LayoutArithTypeIndex",
           "The type of the arithmetic",
           [{::llvm::cl::values(
             clEnumValN(LayoutArithTypeIndex, "index", "index"),
             clEnumValN(LayoutArithTypeI32, "i32",
                        "i32, and index where a number may not fit"),
             clEnumValN(LayoutArithTypeI64, "i64", "i64"))}]>,
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
    Names become parameters, and the facts about them constraints.

    The domain is the layout's own: what CuTe makes of a coordinate outside of
    it is no part of the relation. Relations are left alone. So are types: a
    memref keeps the layout in its type, because a relation is no memref layout.

    An attribute that has no relation stays, with an error at its operation: a
    tiler, which is no function, and a layout whose relation is not Presburger in
    this space, because a coordinate would be multiplied or divided by a name.

    Example:

    ```mlir
    %a = layout.constant #layout.cute<(4,8):(8,1)>
    // space=integral
    %a = layout.constant #layout.relation<"{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }">
    // space=natural
    %a = layout.constant #layout.relation<"{ [c0, c1] -> [8c0 + c1] : 0 <= c0 < 4 and 0 <= c1 < 8 }">
    ```
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    Option<"space", "space", "LayoutSpace", "LayoutSpaceIntegral",
           "The dimensions of the domain",
           [{::llvm::cl::values(
             clEnumValN(LayoutSpaceIntegral, "integral",
                        "one dimension, the integral coordinate"),
             clEnumValN(LayoutSpaceNatural, "natural",
                        "one dimension for each flattened mode"))}]>
  ];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Attributes turned into relations">
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
    `assume-in-bounds=true` none is taken to be; only names of linear layouts and
    modes that do not fit an apply are reasons to stay then.

    With `report=true` a remark says for each relation what it was raised to, or
    why it stays: for CuTe layouts the least coordinate up to which none agrees
    with it; how many swizzles were tried, which are all that act on its offsets;
    for linear layouts coordinates a and b with `f(a ^ b) ^ f(a) ^ f(b) ^ f(0)` not
    0; a coordinate that is missing in its domain; or the use.

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

def LayoutVerify : Pass<"layout-verify"> {
  let summary = "Prove every obligation and every composition";
  let description = [{
    Every `layout.assert_*` is an obligation, and so is that a `layout.compose`
    stays inside its left layout. An operation that has a value only where its
    operands meet a condition, such as `layout.left_inverse`, is an error where
    they do not. A division that rounds up, and so reaches past its left operand, is
    taken for a composition that leaves its left layout. For each of them this pass
    answers:

    - proved: nothing is shown, unless `report=true` asks for a remark with the
      method of the proof;
    - refuted: an error at the obligation, with the coordinate and the offsets
      that refute it. A composition that leaves its left layout is what
      `promotion` says instead: a warning, an error, or nothing;
    - unknown: a remark, or an error with `unknown=error`, that says the question
      and what was spent on it. It is never counted as proved.

    A name means one value within a function: what one layout there says of it
    (`where M in [1,64]`) holds for the others. So does what `layout.assume` in the
    first block of the function promises of a value that a `layout.apply` binds the
    name to, and the value itself if it is a constant. Facts that contradict each
    other are an error, with the places of all of them, and so is a promise there
    that a constant breaks.

    The pass reports all refutations of a run and fails after that if there was
    an error. It changes nothing.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    Option<"promotion", "promotion", "LayoutVerifyPromotion",
           "LayoutVerifyPromotionWarn",
           "What a composition that leaves its left layout is",
           [{::llvm::cl::values(
             clEnumValN(LayoutVerifyPromotionWarn, "warn", "a warning"),
             clEnumValN(LayoutVerifyPromotionError, "error", "an error"),
             clEnumValN(LayoutVerifyPromotionAllow, "allow", "allowed"))}]>,
    Option<"unknown", "unknown", "LayoutVerifyUnknown",
           "LayoutVerifyUnknownRemark", "What an obligation that is not decided is",
           [{::llvm::cl::values(
             clEnumValN(LayoutVerifyUnknownRemark, "remark", "a remark"),
             clEnumValN(LayoutVerifyUnknownError, "error", "an error"))}]>,
    Option<"report", "report", "bool", /*default=*/"false",
           "Show a remark for each obligation that is proved">,
    Option<"maxOperations", "max-operations", "uint64_t", /*default=*/"50000",
           "How many operations isl may spend on one question">
  ];
  let statistics = [
    Statistic<"numProved", "num-proved", "Obligations proved">,
    Statistic<"numRefuted", "num-refuted", "Obligations refuted">,
    Statistic<"numUnknown", "num-unknown", "Obligations not decided">,
    Statistic<"numPromoted", "num-promoted",
              "Compositions that leave their left layout">
  ];
}

def LayoutVerifyLowering : Pass<"layout-verify-lowering"> {
  let summary = "Prove that lowered code gives the offsets of its layouts";
  let description = [{
    The lowerings leave a `layout.assert_offset` for each apply, if they are told
    `leave-obligations=true`. This pass, right after them or after any passes in
    between, reads the code that the values come from and decides each obligation:

    - proved: nothing is shown, unless `report=true` asks for a remark with the
      method of the proof;
    - refuted: an error with the least coordinate that was found at which the code
      gives another offset, or poison, with the value of each side;
    - unknown: a remark, or an error with `unknown=error`, that says what was in the
      way or what was spent.

    Obligations are removed unless they are refuted, and so are layouts that nobody
    uses any more. With `verify=true` the lowerings do the same at their end.

    What is read is integer arithmetic of `arith` on index and integers of at most
    64 bits, its comparisons, choices and casts, and `affine.apply`. An index has 64
    bits. What another operation gives may be any number, as may block arguments,
    within the bounds of the `scf.for` and `affine.for` loops around. Reading stops at
    the coordinates; if the claim does not hold for all their values, it goes on to
    what they come from.

    The layout is spelled out from its definition, not by the code of the lowerings.
    The methods, cheapest first, are all exact: a normal form of sums of products in
    which quotients are unknowns; forms over the bits of the inputs, which know
    shifts, masks and exclusive ors; evaluation at up to 2^10 points; isl; and
    evaluation at up to 2^16 points. A promise `nsw` or `nuw` that does not hold is
    poison, and poison at a coordinate where the layout has an offset refutes the
    code. At coordinates where the layout has no offset nothing is claimed: below 0,
    outside the domain of a linear layout or a relation, and past 64 bits.

    Example:

    ```mlir
    %l = layout.constant #layout.cute<(8,64):(64,1)>
    %row = arith.divui %c, %c8 : index
    %column = arith.remui %c, %c8 : index
    %moved = arith.muli %column, %c64 : index
    %o = arith.addi %row, %moved : index
    layout.assert_offset %l(%c) = %o : index  // proved
    ```
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    Option<"unknown", "unknown", "LayoutVerifyUnknown",
           "LayoutVerifyUnknownRemark", "What an obligation that is not decided is",
           [{::llvm::cl::values(
             clEnumValN(LayoutVerifyUnknownRemark, "remark", "a remark"),
             clEnumValN(LayoutVerifyUnknownError, "error", "an error"))}]>,
    Option<"report", "report", "bool", /*default=*/"false",
           "Show a remark for each obligation that is proved">,
    Option<"maxOperations", "max-operations", "uint64_t", /*default=*/"50000",
           "How many operations isl may spend on one question">
  ];
  let statistics = [
    Statistic<"numProved", "num-proved", "Obligations proved">,
    Statistic<"numRefuted", "num-refuted", "Obligations refuted">,
    Statistic<"numUnknown", "num-unknown", "Obligations not decided">
  ];
}

def LayoutImportCute : Pass<"layout-import-cute"> {
  let summary = "State what operations of CUTLASS' cute dialect claim";
  let description = [{
    Reads the `cute` dialect of CUTLASS in generic form, as operations that are
    not registered and types that are opaque text. Beside each operation on
    layouts it puts the same operation of this dialect on constants, and an
    obligation that the result type inferred by the peer is right, all at the
    operation's own location. The operations and their types stay as they are.

    It reads layouts, composed layouts, tilers and the layouts of memrefs. A `?` of a
    layout is a symbol, with what `{div=8}` says of it; two of them are the same
    symbol if shapes, strides and layouts were made of the same integer. A result
    with a `?` claims what it says in its other leaves: where the answer of this
    dialect has the same form, its leaves take the place of each `?`, and otherwise
    the operation is left alone with a remark that says why. A coordinate of a slice
    may be anything, because the modes that stay
    do not depend on it. It reads compositions, which also have to take the
    coordinates of their right operand, and coalesce, flatten, complement, inverses,
    divisions, products, make_layout_like, slice, local_tile, group_modes,
    append_to_rank, tile_to_shape, size, cosize, crd2idx, and the operations that
    put shape, stride, swizzle and layout together or take them apart.

    Of a tiled copy or a tiled product of matrices the types say everything: the
    atom, the thread-value layout and the tile, or the arrangement of the atoms and
    the permutation. A partition, a retiled fragment and a fragment in registers
    have to be the same function and of the same shape as what the algebra gives;
    where a thread's part begins is in the peer's pointer and no claim. To make a
    tiled copy claims that the threads hold every place of the tile and none beside
    it; to make a tiled product claims the same for each operand, and that the
    numbers of the groups of threads and of the permutation occur once and have no
    gaps. Atoms are copies by one thread, `ldmatrix` that does not transpose, and
    the `mma` of 16x8x8 and 16x8x16 on factors of 16 bits. An operation with another
    atom, or without an answer, is left alone, and a remark at it says why.

    An operation on layouts that it does not read is left alone; one remark at the
    end says how many there were of each name. Those are recasts and filters, tiled
    operations with a remark of their own, and numbers that are not static.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let statistics = [
    Statistic<"numImported", "num-imported", "Operations with an obligation">,
    Statistic<"numSkipped", "num-skipped", "Operations left alone">
  ];
}

def LayoutInsertBounds : Pass<"layout-insert-bounds"> {
  let summary = "Guard the accesses that may leave their buffer";
  let description = [{
    An access here is a `memref.load`, `memref.store`, `vector.load`, `vector.store`,
    `vector.maskedload`, `vector.maskedstore`, `vector.transfer_read` or
    `vector.transfer_write` with an index that is a result of a `layout.apply`, or
    arithmetic of one. For each of them this pass decides when it is in bounds:

    - every index is at least 0 and less than the size of its dimension, whatever
      the options say;
    - no coordinate of an apply is negative or otherwise without an offset;
    - with `promotion=guard`, every coordinate of an apply is in the domain of its
      layout: below the size, if it is one number, and below the extent of its
      mode, if it is one number a mode. For a composition it is the domain of the
      right layout, whose offset has to be in the domain of the left layout, and
      so on through every composition on the way. A swizzle has no end.
    - with `promotion=allow`, a coordinate may leave the domain: the last mode (of
      what each number unfolds to) is extended as CuTe does, and the offset that
      comes out only has to be inside the memref.

    A vector access is one of each of its lanes: lane k of a dimension is at the
    index plus k. Along a dimension that is not `in_bounds` a transfer leaves out
    by itself what is past the end, so that nothing is asked of it there but that
    the index is not negative.

    Compositions are those that `layout.compose` makes, and a composed layout
    whose outer part is a layout. So the pass comes before `layout-fold`, which
    makes a composition into a layout without a past.

    Indices, coordinates, bounds and conditions are read through `affine.apply`,
    `affine.min`, `affine.max`, `affine.delinearize_index`,
    `affine.linearize_index`, and through what `arith` and `index` have of sums,
    differences, products with a constant, quotients, remainders and shifts by a
    constant, masks of `2^k - 1` or `-2^k`, minima, maxima and conversions, on
    indices and on integers. An unsigned operation is read where its operand is
    known not to be negative (a remainder by a power of two always). Sums and
    products of indices and of 64-bit integers are taken not to wrap around;
    those of narrower integers are read where they are known to fit.

    A dimension that is dynamic is a variable, the same one wherever `memref.dim`
    asks for it, or the operand of the allocation. A name bound by
    `symbols(M = %m)` is the value, and what the attribute says of it holds. A
    stride that is a symbol makes offsets that are no Presburger function of the
    coordinates: the coordinates are decided all the same, and the offset is
    compared as the number that it is.

    What is known besides:

    - the bounds and steps of `scf.for`, `scf.forall`, `scf.parallel`,
      `affine.for` and `affine.parallel` around the access, which may be other
      values;
    - the conditions of `scf.if` and `affine.if` around it: `arith.cmpi` and
      `index.cmp`, joined by `arith.andi`, negated in the else branch;
    - `layout.assume` before it;
    - `gpu.thread_id` and its like: by `known_block_size` and `known_grid_size`
      (on other functions `gpu.known_block_size`), the sizes of a `gpu.launch`
      around, and `upper_bound`.

    Of any other value nothing is known, not even that it is not negative.

    - In bounds whenever it executes: the access is left alone.
    - Never in bounds, though it executes: an error with a coordinate and how it
      is out of bounds there. An access executes if there is nothing but loops
      and launches with constant bounds between it and the first block of its
      function, and each of them has an iteration, and the access has no mask. An
      access that what is known says is never executed is in bounds.
    - Otherwise the access is put under a condition, which is true exactly where
      the access is in bounds. A load gives the fill where it is not executed:
      zero, or poison. A load of a type without a zero that `arith.constant` has
      is an error, unless `fill=poison`.

    A vector access whose condition differs between its lanes gets a mask, in which
    each lane has its own: a `vector.load` becomes a `vector.maskedload` that gives
    the fill, a `vector.store` becomes a `vector.maskedstore`, a transfer gets a
    mask operand, and a mask that is there already is joined by `arith.andi`. If all
    lanes agree it comes under a branch like any other, and with `mode=mask` it gets
    a mask all the same. Lanes that are left out of a `vector.maskedload` and of a
    `vector.transfer_read`, or all lanes, give what they give where there is a
    mask: the pass-through and the padding. Scalar accesses have no masks; they come
    under branches with `mode=mask` too.

    The condition compares as few numbers as is found: bounds of single variables
    and coordinates where they are enough, else of the digits that modes make of a
    coordinate, of offsets, and of what isl's description of the region compares.
    `0 <= i < n` counts as one comparison, of unsigned numbers. The condition is
    exact in 64 bits: nothing in it overflows that decides about it.

    Each part of the condition is computed as far out as the values that it uses
    are defined, out of loops (`scf.for`, `scf.forall`, `scf.parallel`, `scf.while`,
    `affine.for`, `affine.parallel`) and branches (`scf.if`, `affine.if`) that it
    does not depend on. It does not trap where the access is not executed. Accesses
    with the same condition share it, and neighbours come under one branch, where
    the last of them is, if between them is nothing with an effect and nothing that
    uses what they load.

    With `guard-with=affine` the branch is an `affine.if`, whose set says the same
    of integers without a size; it is not computed before the branch. A condition
    on a value that is no dim and no symbol there, or one of several alternatives,
    is guarded by an `scf.if` all the same, and a remark says why.

    With `mode=report` nothing changes and a remark says for each access `proved
    in bounds by ...` or `guarded by <condition>`; errors are the same.

    An access that is not decided, because its layout is not known statically or
    has a symbol without a value, or isl does not finish, is left alone, and a
    remark that contains the word unknown says why. So is a vector whose size is not
    known, or that has more than 4096 lanes.

    Example:

    ```mlir
    // Ten elements in tiles of four.
    %l = layout.constant #layout.cute<(4,3):(1,4)>
    %o = layout.apply %l(%i) : index
    %v = memref.load %buffer[%o] : memref<10xf32>
    // becomes
    %c10 = arith.constant 10 : index
    %in = arith.cmpi ult, %i, %c10 : index
    %v = scf.if %in -> (f32) {
      %x = memref.load %buffer[%o] : memref<10xf32>
      scf.yield %x : f32
    } else {
      %zero = arith.constant 0.000000e+00 : f32
      scf.yield %zero : f32
    }
    ```
  }];
  let dependentDialects = [
    "::layout::LayoutDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"
  ];
  let options = [
    Option<"mode", "mode", "LayoutBoundsMode", "LayoutBoundsModeGuard",
           "What becomes of an access that may be out of bounds",
           [{::llvm::cl::values(
             clEnumValN(LayoutBoundsModeGuard, "guard", "a condition around it"),
             clEnumValN(LayoutBoundsModeMask, "mask", "a masked access"),
             clEnumValN(LayoutBoundsModeReport, "report",
                        "a remark with the predicate"))}]>,
    Option<"guardWith", "guard-with", "LayoutBoundsGuard",
           "LayoutBoundsGuardScf", "The dialect of the condition",
           [{::llvm::cl::values(
             clEnumValN(LayoutBoundsGuardScf, "scf", "scf.if"),
             clEnumValN(LayoutBoundsGuardAffine, "affine", "affine.if"))}]>,
    Option<"fill", "fill", "LayoutBoundsFill", "LayoutBoundsFillZero",
           "What a load out of bounds gives",
           [{::llvm::cl::values(
             clEnumValN(LayoutBoundsFillZero, "zero", "zero"),
             clEnumValN(LayoutBoundsFillPoison, "poison", "ub.poison"))}]>,
    Option<"promotion", "promotion", "LayoutBoundsPromotion",
           "LayoutBoundsPromotionGuard",
           "Whether leaving the left layout of a composition is out of bounds",
           [{::llvm::cl::values(
             clEnumValN(LayoutBoundsPromotionGuard, "guard", "it is"),
             clEnumValN(LayoutBoundsPromotionAllow, "allow", "it is not"))}]>
  ];
  let statistics = [
    Statistic<"numProved", "num-proved", "Accesses proved in bounds">,
    Statistic<"numGuarded", "num-guarded", "Accesses given a predicate">,
    Statistic<"numRefuted", "num-refuted", "Accesses never in bounds">,
    Statistic<"numUnknown", "num-unknown", "Accesses left alone, not decided">
  ];
}

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
    whose offset is no number; a memref type inside another type; a symbol whose
    value is not known. Nothing changes if there is an error anywhere.

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

#endif // LAYOUT_PASSES_TD
