//===- LayoutPasses.td - Passes ---------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PASSES_TD
#define LAYOUT_PASSES_TD

include "LayoutLoweringPasses.td"
include "LayoutVerificationPasses.td"
include "LayoutPassBase.td"

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
    one that is not known, and `together` how many neighbors are known to be
    aligned; without them the answer is for the dim along which it costs least.
    `padding`, a list of `[interval, gap]`, are the gaps of a memory, which are in no
    linear layout: every lane is looked at. If the constant of a memory has its rows
    without a swizzle in `plain`, the best `S<B,M,S>` of them for all accesses to the
    memory, told apart by `function` and `allocation`, is a remark at the first of
    them, a warning if it is better than what is there; all that permute the memory
    are compared.

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

    How it looks is said as to `layout-calc`: `scale=150`, `colors=false`,
    `hatches=false`, `label=bits`, `fold=16`.

    A layout with symbols, a tiler, and a table of more than 128 rows, 128
    columns or 4096 cells is not drawn, nor one whose cells have no such label, and
    the remark says why. The IR stays as
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
    EnumOption<"format", "format", "DrawFormat",
               [Choice<"ascii", "in a remark">,
                Choice<"svg", "in a file">],
               "ascii", "Where a picture is written">,
    Option<"scale", "scale", "uint32_t", "100",
           "The size of a picture in a file, in percent">,
    Option<"colors", "colors", "bool", "true",
           "Whether a picture in a file has colors">,
    Option<"hatches", "hatches", "bool", "true",
           "Whether a picture in a file has hatches">,
    Option<"label", "label", "std::string", "\"\"",
           "Which fact about a cell stands in it, such as coordinate or bits">,
    Option<"fold", "fold", "uint32_t", "0",
           "After how many columns a table goes on below; 0 for never">,
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

    MLIR's own passes, such as `canonicalize`, fold whenever they look at an
    operation. There closed forms alone are used: what takes a walk over the
    coordinates or a question to isl is left to this pass.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let statistics = [
    Statistic<"numFolded", "num-folded", "Operations evaluated">,
    Statistic<"numErased", "num-erased", "Layout constants without a use">
  ];
}

def LayoutImportCute : Pass<"layout-import-cute"> {
  let summary = "State what operations of CUTLASS' cute dialect claim";
  let description = [{
    Reads the `cute` dialect of CUTLASS in generic form, as operations that are
    not registered and types that are opaque text. Before each operation on
    layouts it puts our answer, as the same operation of this dialect on constants,
    and an obligation that the result type inferred by the peer is that answer, all
    at the operation's own location. The obligation has the operation's name in its
    attribute `imported`; the operations and their types stay as they are, and a
    second run adds nothing. What does not exist, such as a quotient of shapes of
    which none divides the other or a mode that is not there, has no obligation: the
    operation lists it in its attribute `layout.wrong`, and `layout-verify` reports
    each as an error.

    What each operation claims is in `docs/imported.md`. Most claim that a layout is
    the same function and has the same shape, but for tuples of one mode, of which a
    remark says how the peer nests them. A tuple of numbers is claimed as a layout
    with a mode of two coordinates for each number, which is its stride. A left
    inverse of a layout that is not injective is one error, the condition.

    It reads layouts, composed layouts, tilers, tuples, and tensors with their
    layouts, the swizzles of their pointers and the coordinates where they begin.
    A `?` is a symbol, with what `{div=8}` says of it; two of them are the same
    symbol if shapes, strides and layouts were made of the same integer. A result
    with a `?` claims what it says in its other leaves: our leaves take the place of
    each `?`. Where our answer has not as many leaves, the operation is left alone.

    Of a `local_tile` with a projection, the modes of the tiler and the coordinate
    that it drops are left out first. A division whose tiler takes a mode of two
    modes whole is read as the peer means it, which splits the mode into tile and
    rest, if it is not the answer of this dialect; a remark says so.

    Of a tiled copy or a tiled product of matrices the types say everything: the
    atom, the thread-value layout and the tile, or the arrangement of the atoms and
    the permutation. Where a thread's part of a tensor in memory begins is in the
    peer's pointer and no claim. To make a tiled copy claims that the threads hold
    every place of the tile and none beside it; to make a tiled product claims the
    same for each operand, and that the numbers of the groups of threads and of the
    permutation occur once and have no gaps. A type claims this once, at the first
    operation that says it, and so does a swizzle whose fields overlap, which is not
    its own inverse. Atoms are copies by one thread, `ldmatrix` and `stmatrix`,
    `tcgen05.ld` and `tcgen05.st`, products by one thread, `mma` that is not sparse,
    `wgmma`, and `tcgen05.mma`, also with scales of blocks. Copies of boxes by TMA
    claim that the box is the tile in the order of shared memory, and that the
    tensor of coordinates leads back to its place in the box.

    An allocation of shared memory claims that its bytes are next to each other, as
    many as the fields take that `smem.struct_fields` lists, and a tensor that begins
    at a known place of it that it ends there. A copy claims that source, destination
    and predicate have as many parts of the atom, and of the side in memory that what
    an access or a row of a matrix takes at a time is contiguous and, where the type
    has an `align`, begins at a multiple of its bytes. The part of a tensor whose
    strides are symbols is found with a position for each stride; where a swizzled
    part has a `?` the stride is ours or its negative, which is not told apart.

    What does not exist is an error: a layout with another number of strides than
    extents, or with numbers beside positions; a part that no layout is; a quotient
    of shapes of which none divides the other; a mode that a layout does not have.

    A remark at each operation that is left alone says why, or an error with
    `unsupported=error`; a shape that is nested otherwise is an error with
    `nesting=error`. The pass fails after an error, once it has seen everything. A remark at the end says how
    many were left alone of each name, also if there were none, or that the module has
    no operation of the dialect.

    `leave-obligations=true` is for the peer's own lowering: behind each operation that
    gives integers, such as `cute.get_scalars`, it also leaves a
    `layout.assert_computes`. It says what the integers are by the definitions of the
    operations that they come from, as a function of the integers that went in, and
    needs nothing of the peer. After the peer's passes `layout-verify-lowering` decides
    it. It is about extents of at least 1, strides that are not negative, coordinates in
    the domain, and numbers that fit their type. A remark says why where none is left.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    UnknownOption<"unsupported", "What an operation that is left alone is">,
    UnknownOption<"nesting", "What a shape in another nesting of its modes is">,
    Option<"leaveObligations", "leave-obligations", "bool", "false",
           "Leave a layout.assert_computes for integers that the peer's code has to compute">
  ];
  let statistics = [
    Statistic<"numImported", "num-imported", "Operations with an obligation">,
    Statistic<"numSkipped", "num-skipped", "Operations left alone">
  ];
}

def LayoutImportFly : Pass<"layout-import-fly"> {
  let summary = "State what operations of FlyDSL's fly dialect claim";
  let description = [{
    Does for the `fly` dialect of FlyDSL what `layout-import-cute` does for `cute`:
    the dialect is CuTe's algebra in another notation, with types such as
    `!fly.memref<f32, global, (24,120):(120,1)>`, `*` for a mode that is taken whole,
    tilers `[8|64]` and strides `1E0` at a position. `docs/imported.md` says what is
    claimed of each operation.

    Atoms are copies by one thread, through a buffer descriptor or without, products
    by one thread, the MFMA of 16x16 and 32x32, and the WMMA of RDNA 3, RDNA 4 and
    gfx1250. A composed layout whose outer function or inner layout is composed
    itself, and other products of matrices, are left alone with a remark.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    UnknownOption<"unsupported", "What an operation that is left alone is">,
    UnknownOption<"nesting", "What a shape in another nesting of its modes is">
  ];
  let statistics = [
    Statistic<"numImported", "num-imported", "Operations with an obligation">,
    Statistic<"numSkipped", "num-skipped", "Operations left alone">
  ];
}

def LayoutImportHeir : Pass<"layout-import-heir"> {
  let summary = "State what layouts of HEIR's tensor_ext dialect claim";
  let description = [{
    Reads the attributes `#tensor_ext.layout<"{ [i0] -> [ct, slot] : ... }">` of HEIR,
    in generic form and of operations that are not registered. Such a relation says
    for each entry of a tensor which slots of which ciphertexts hold it.

    Before each `assign_layout`, `convert_layout` and `unpack` it puts obligations on
    each of the layouts:

    - each index of the tensor has a slot, and nothing else has one;
    - no slot holds two entries, while an entry may be in several slots;
    - no ciphertext and no slot has a number below 0, or from on the number of slots
      that a module says in `heir.actual_slot_count`, `scheme.actual_slot_count` or
      `scheme.requested_slot_count`.

    Of a `convert_layout` also that the layout it starts from is the one that the
    operation of its operand has in `tensor_ext.layout`, and of each of them that its
    own `tensor_ext.layout` is the layout it ends with.

    A layout that is an affine map, as older versions have it, is left alone with a
    remark. The remarks are those of `layout-import-cute`.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    UnknownOption<"unsupported", "What an operation that is left alone is">
  ];
  let statistics = [
    Statistic<"numImported", "num-imported", "Operations with an obligation">,
    Statistic<"numSkipped", "num-skipped", "Operations left alone">
  ];
}

def LayoutInsertBounds : Pass<"layout-insert-bounds"> {
  let summary = "Guard the accesses that may leave their buffer";
  let description = [{
    An access here is a `memref.load`, `memref.store`, `memref.atomic_rmw`,
    `memref.generic_atomic_rmw`, `memref.prefetch`, `affine.load`, `affine.store`,
    `affine.vector_load`, `affine.vector_store`, `vector.load`, `vector.store`,
    `vector.maskedload`, `vector.maskedstore`, `vector.gather`, `vector.scatter`,
    `vector.expandload`, `vector.compressstore`, `vector.transfer_read`,
    `vector.transfer_write` or `memref.copy`, whatever its indices come from. With
    `scope=layouts` it is one of those that a `layout.apply` leads to, through arithmetic,
    branches and loops, by an index or by an offset, size or stride of a view. For each
    of them this pass decides when it is in bounds:

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
    the index plus k is not negative, also of a dimension without elements.

    Lane k of a gather or scatter is at the index plus element k of its vector of
    indices, along the last dimension. If a `layout.apply` on vectors gives these, the
    coordinates of a lane have to be in the domain for that lane alone, and are compared
    in the mask; of any other apply on vectors that an access uses it has to be known
    that all lanes are. An `expandload` or `compressstore` accesses as many elements as
    its mask has lanes that hold, `lanes(%mask)` in remarks.

    An access through views is in bounds if its indices are in the last view and
    every view on the way is one of elements that its source has: a `memref.subview`
    if its first and its last element are in its source along each dimension, a
    `memref.reinterpret_cast` if they are in the buffer behind its source, a
    `memref.view` if its bytes are. A copy is in bounds if every view of it is and the sizes
    of its source are those of its target, and executed as a whole or not at all. A view without elements is in
    bounds, and so is a copy between memrefs without elements; that a view on the way to these has none excuses nothing.

    What is counted in memory is in bounds if the indices are and the last element is
    one of the buffer, as many behind the first one in memory: the elements of
    `memref.dma_start`, `affine.dma_start` and `nvgpu.device_async_copy`, the rows of
    `gpu.subgroup_mma_load_matrix` and `gpu.subgroup_mma_store_matrix`, which are
    `leadDimension` apart, the 16 bytes of a row of `nvgpu.ldmatrix`. A remark says so
    of those that are not guarded, because nothing else gives what they do or threads
    execute them together. `amdgpu.raw_buffer_load` and its like leave out by
    themselves what is out of bounds, unless `boundsCheck` is false: of a memory of
    one dimension without gaps, as they compare no index with its own dimension, and
    not with an `sgprOffset`, which is added behind the check. What `amdgpu.fat_raw_buffer_cast`
    gives is asked as other memrefs are, with `resetOffset` as a buffer of its own. Of `gpu.dynamic_shared_memory` no operation says its size.

    A view that is one of elements of its source only where the access is in bounds
    goes under the condition with the access, because it is undefined elsewhere; it
    stays where it was as well if something else uses it there. A view that stays and
    is not known to be one of elements of its source is named in a remark, with what
    uses it, and is not guarded; one that never is, though it executes, is an error,
    and so is a size, stride or offset that a `memref.cast`, `memref.expand_shape` or
    allocation claims and that cannot be. No condition says that what a cast or a shape claims is so: where
    that is not known a remark names it, with what uses it. The base buffer of a `memref.extract_strided_metadata` is accessed where it has an element.

    Compositions are those that `layout.compose` makes, and a composed layout
    whose outer part is a layout. So the pass comes before `layout-fold`, which
    makes a composition into one layout, not the result of an operation.

    Indices, coordinates, bounds and conditions are read through `affine.apply`,
    `affine.min`, `affine.max`, `affine.delinearize_index`,
    `affine.linearize_index`, and through what `arith` and `index` have of sums,
    differences, products with a constant, quotients, remainders and shifts by a
    constant, masks of `2^k - 1` or `-2^k`, minima, maxima and conversions, on
    indices and on integers. An unsigned operation is read where its operand is
    known not to be negative (a remainder by a power of two always); of another
    one the range is known that its definition gives. Sums, products and shifts of
    indices, which have 64 bits, and of 64-bit integers are taken not to wrap
    around; those of narrower integers are read where they are known to fit.

    A dimension that is dynamic is a variable, the same one wherever `memref.dim`
    asks for it, or the operand of the allocation. A name bound by
    `symbols(M = %m)` is the value, and what the attribute says of it holds. A
    stride that is a symbol makes offsets that are not a Presburger function of the
    coordinates: the coordinates are decided all the same, and the offset is
    compared as the number that it is.

    What is known besides:

    - the bounds and steps of `scf.for`, `scf.forall`, `scf.parallel`,
      `affine.for` and `affine.parallel` around the access, which may be other
      values;
    - the conditions of `scf.if` and `affine.if` around it: `arith.cmpi` and
      `index.cmp`, joined by `arith.andi`, negated in the else branch;
    - the same of `cf.cond_br` on the only way into a block, and the number of
      `cf.switch`, in all blocks that it dominates, and of `cf.assert` and `llvm.intr.assume` before it;
    - what an argument of a block is where there is one way into it; where there
      are several, that it begins as what it is given from outside and goes on in
      constant steps, or is less than what the ways back compare it with. Sums of
      less than 64 bits are steps only where a comparison says that they fit;
    - the condition of `scf.while`, of the arguments behind it and, negated, of its
      results, and how its arguments go on, as for blocks;
    - `layout.assume` before it;
    - `gpu.thread_id` and its like: by `known_block_size` and `known_grid_size`
      (on other functions `gpu.known_block_size`), the sizes of a `gpu.launch`
      around, and `upper_bound`.

    Of any other value nothing is known, not even that it is not negative.

    - In bounds whenever it executes: the access is left alone.
    - A transfer that says `in_bounds` of a dimension and never is, though it executes: an error with the lanes that leave.
    - Never in bounds, though it executes: an error with a coordinate and how it
      is out of bounds there. An access executes if there is nothing but loops
      and launches with constant bounds between it and the first block of its
      function, and each of them has an iteration, and no `cf.assert`, trap or end of a thread comes before it, be
      it inside of a branch or loop, and the access has no mask, or one that is a constant. A call is taken to return. An access that what is known says is never executed is in bounds.
    - Otherwise the access is put under a condition, which is true exactly where
      the access is in bounds. A load gives the fill where it is not executed:
      zero, or poison. A load of a type without a zero that `arith.constant` has
      is an error, unless `fill=poison`.

    A vector access whose condition differs between its lanes gets a mask, in which
    each lane has its own: a `vector.load` becomes a `vector.maskedload` that gives
    the fill, a `vector.store` becomes a `vector.maskedstore`, a transfer gets a
    mask operand, and a mask that is there already is joined by `arith.select`: a lane
    that it leaves out stays so, whatever its index is. If all lanes agree it comes under a
    branch like any other, and with `mode=mask` it gets a mask all the same. Views of it that
    may be out of bounds come under a branch with it, which says what they need; the mask says the rest. Lanes that
    are left out of a `vector.maskedload` and of a `vector.transfer_read`, or all lanes, give what they give where
    there is a mask: the pass-through and the padding. Scalar accesses have no masks; they come under branches in every mode.

    The condition compares as few numbers as is found: bounds of single variables
    and coordinates where they are enough, else of the digits that modes make of a
    coordinate, of offsets, and of what isl's description of the region compares.
    `0 <= i < n` counts as one comparison, of unsigned numbers. The condition is exact in 64 bits: nothing in it
    overflows that decides about it. An index, an offset or a size that an operation computes is compared as it is
    computed there, a lane of a gather as what it adds up, and what the map of an access makes of its operands by an
    `affine.apply` of that map; the sum of an index and a multiple of a size is solved for one of them where it
    might wrap around.

    Each part of the condition is computed as far out as the values that it uses
    are defined, out of loops (`scf.for`, `scf.forall`, `scf.parallel`, `scf.while`,
    `affine.for`, `affine.parallel`) and branches (`scf.if`, `affine.if`) that it
    does not depend on. It does not trap where the access is not executed: a map that divides
    by anything but a positive constant is computed right before the access. Accesses
    with the same condition share it, and neighbors come under one branch, where
    the last of them is, if between them is nothing with an effect and nothing that
    uses what they load.

    With `guard-with=affine` the branch is an `affine.if`, whose set says the same
    of integers without a size; it is not computed before the branch. MLIR lowers a set
    to sums of 64 bits, which wrap around where indices are near 2^63; the default
    condition does not. A condition on a value that is neither a dim nor a symbol there,
    or one of several alternatives, is guarded by an `scf.if` all the same, and a remark
    says why.

    With `mode=report` nothing changes and a remark says for each access `proved
    in bounds by ...` or `guarded by <condition>`; errors are the same.

    An access that is not decided, because its layout is not known statically or
    has a symbol without a value, or isl does not finish, is left alone, and a
    remark that contains the word unknown says why. So is a vector whose size is not
    known, or that has more than 4096 lanes. Other operations that access memory are
    named in a remark, each with how many there are.

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
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    EnumOption<"mode", "mode", "BoundsMode",
               [Choice<"guard", "a condition around it">,
                Choice<"mask", "a masked access">,
                Choice<"report", "a remark with the predicate">],
               "guard", "What becomes of an access that may be out of bounds">,
    EnumOption<"guardWith", "guard-with", "BoundsGuard",
               [Choice<"scf", "scf.if">,
                Choice<"affine", "affine.if">],
               "scf", "The dialect of the condition">,
    EnumOption<"fill", "fill", "BoundsFill",
               [Choice<"zero", "zero">,
                Choice<"poison", "ub.poison">],
               "zero", "What a load out of bounds gives">,
    EnumOption<"promotion", "promotion", "BoundsPromotion",
               [Choice<"guard", "it is">,
                Choice<"allow", "it is not">],
               "guard", "Whether leaving the left layout of a composition is out of bounds">,
    EnumOption<"scope", "scope", "BoundsScope",
               [Choice<"all", "whatever their indices come from">,
                Choice<"layouts", "those that a layout leads to">],
               "all", "Which accesses are looked at">
  ];
  let statistics = [
    Statistic<"numProved", "num-proved", "Accesses proved in bounds">,
    Statistic<"numGuarded", "num-guarded", "Accesses given a predicate">,
    Statistic<"numRefuted", "num-refuted", "Accesses never in bounds">,
    Statistic<"numUnknown", "num-unknown", "Accesses left alone, not decided">
  ];
}

#endif // LAYOUT_PASSES_TD
