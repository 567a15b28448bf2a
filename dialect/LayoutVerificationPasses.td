//===- LayoutVerificationPasses.td - Passes that prove -----*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_VERIFICATION_PASSES_TD
#define LAYOUT_VERIFICATION_PASSES_TD

include "LayoutPassBase.td"

def LayoutVerify : Pass<"layout-verify"> {
  let summary = "Prove every obligation and every composition";
  let description = [{
    Every `layout.assert_*` is an obligation, and so is that a `layout.compose`
    stays inside its left layout, and that the offset of a `layout.apply` in i32, i64 or
    vectors of these fits in the type. That is asked of the coordinates that bounds of
    loops, threads and promises leave; what is not known of a coordinate is that it is
    in the domain. An operation that has a value only where its
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
      and what was spent on it. It is never counted as proved;
    - unsupported: a remark, or an error with `unsupported=error`, that names an
      operation that is not defined for the notations of its operands, such as the
      left inverse of a layout with basis strides. That says nothing of the layouts.

    A name means one value within a function: what one layout there says of it
    (`where M in [1,64]`) holds for the others. So does what `layout.assume` in the
    first block of the function promises of a value that a `layout.apply` binds the
    name to, and the value itself if it is a constant. Facts that contradict each
    other are an error, with the places of all of them, and so is a promise there
    that a constant breaks.

    What an operation makes of layouts with symbols may have no notation. Whether it
    has a value, and a claim about it, are then decided for each value of the symbols
    if there are few, and may be refuted by one of many. A certificate has no statement
    of such a claim.

    With `report=true` a remark names each layout of a memref that MLIR's
    `normalize-memrefs` leaves as it is, and that `layout-flatten-memrefs` makes flat.

    With `accesses=true` each access to memory is an obligation too, the ones that
    `layout-insert-bounds` lists: that it is in bounds whenever it executes. It is
    refuted by an execution in which it is out of bounds, with the values of the
    variables of the loops and the threads around it. Such an execution takes place
    whenever the function is called: it depends on no argument and on nothing that
    is loaded, and a call before it is taken to return. An access that is in bounds only for some of these is a remark with the
    condition that would guard it (an error with `unknown=error`). So is each
    `memref.subview`, `memref.reinterpret_cast` and `memref.view` an obligation: that its
    sizes are not negative, and that its elements, if it has any, are elements of what it
    is a view of. So is what an operation says of a memref that its types do not settle:
    the static sizes, strides and offset that a `memref.cast` adds, be it to a memref
    without a rank, are those that the memref has, the parts of the shape of a
    `memref.expand_shape` are not negative and have as many elements as the dimensions, and
    the sizes of an allocation are not negative. Operations that access memory and are not among
    these are named in a remark, each with how many there are.

    What an importer found to be wrong with an operation of another dialect, in its
    attribute `layout.wrong`, is an error.

    With `summary=true` a remark at the module counts what was proved, refuted,
    unknown, unsupported and promoted, and its notes say so of each operation, with
    the methods of the proofs and the kinds of reasons for what is unknown (out of
    budget, out of steps, not Presburger, not static, too large, not read, not found,
    unless guarded), and name the operations of the dialect of which nothing is to be
    proved. `report-file` names a file for all that: each obligation with its
    operation, verdict, method or reason, place and message, as SARIF 2.1.0 if the
    name ends in `.sarif`, else as JSON; `-` is the standard output. It is not the
    file of `certificate`, except for `-`.

    `certificate` names a file for what another program needs to decide each obligation
    about layouts again: the claim, its layouts as relations in isl's notation, an
    SMT-LIB script that is `unsat` exactly if the claim holds, and what the proof rests
    on or the coordinates that refute it. `scripts/check-certificate` replays one. In a
    run of `layout-opt --split-input-file` both files have the obligations of all parts. With
    `cross-check=true` each claim that is decided is asked again of closed forms, of
    evaluation and of isl alone, and each claim of MLIR's Presburger library (FPL); two
    answers that differ are an error with both, and a remark at the module counts the
    answers. FPL has no budget: it is asked in a process that the system bounds, and
    what it does not decide there is counted.

    The pass reports all refutations of a run and fails after that if there was
    an error. It changes nothing.
  }];
  let dependentDialects = ["::layout::LayoutDialect"];
  let options = [
    EnumOption<"promotion", "promotion", "OnPromotion",
               [Choice<"warn", "a warning">,
                Choice<"error", "an error">,
                Choice<"allow", "allowed">],
               "warn", "What a composition that leaves its left layout is">,
    UnknownOption<"unknown", "What an obligation that is not decided is">,
    UnknownOption<"unsupported",
                  "What an operation that is not defined for its operands is">,
    Option<"report", "report", "bool", /*default=*/"false",
           "Show a remark for each obligation that is proved">,
    Option<"accesses", "accesses", "bool", /*default=*/"false",
           "Ask of each access to memory whether it is in bounds">,
    Option<"summary", "summary", "bool", /*default=*/"false",
           "Count the verdicts by operation and method in a remark">,
    Option<"reportFile", "report-file", "std::string", /*default=*/"\"\"",
           "Write the verdicts into this file, as SARIF if it ends in .sarif, else as JSON">,
    Option<"certificate", "certificate", "std::string", /*default=*/"\"\"",
           "Write what another program needs to decide each obligation again into this file">,
    Option<"crossCheck", "cross-check", "bool", /*default=*/"false",
           "Ask each claim again of each other method and of FPL">,
    Option<"maxOperations", "max-operations", "uint64_t", /*default=*/"50000",
           "How many operations isl may spend on one question">
  ];
  let statistics = [
    Statistic<"numProved", "num-proved", "Obligations proved">,
    Statistic<"numRefuted", "num-refuted", "Obligations refuted">,
    Statistic<"numUnknown", "num-unknown", "Obligations not decided">,
    Statistic<"numUnsupported", "num-unsupported",
              "Operations that are not defined for their operands">,
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

    The same is asked of each `layout.assert_computes`, which
    `layout-import-cute{leave-obligations=true}` leaves, of the code that the passes of
    another compiler made. A refutation shows the inputs of the obligation; if these
    are computed themselves, and the code is not right for all inputs, it shows what
    they come from.

    Obligations are removed unless they are refuted, and so are layouts that nobody
    uses any more. With `verify=true` the lowerings do the same at their end.

    What is read is integer arithmetic of `arith` and `index` on index and integers
    of at most 64 bits, its comparisons, choices and casts, and `affine.apply`,
    `affine.min`, `affine.max`, `affine.delinearize_index` and
    `affine.linearize_index`, each with its own definition bit by bit. An index has 64
    bits. What another operation gives may be any number, as may the arguments of
    functions and kernels and the variables of loops, where all this is true: the
    bounds and steps of `scf.for`, `scf.parallel`, `scf.forall`, `affine.for` and
    `affine.parallel` around, the conditions of `scf.if` and `affine.if` around, those
    of `cf.cond_br`, `cf.switch`, `cf.assert` and `llvm.intr.assume` on all ways to
    it, what `layout.assume` promises on them, and that ids of threads and blocks are
    less than the sizes of the kernel. Where a branch or a loop before has an
    assertion, an assumption, a trap or the end of a thread inside, and where an
    iteration may be the last one because of them, nothing is refuted. What `scf.for` and `affine.for` carry and that grows by a
    constant in each iteration is what it begins with and as many times that constant
    as there were iterations. Any other argument of a block is not known: code that
    is right whatever it is is proved, and nothing is refuted. Sums and products in
    the maps of loops and branches of `affine` are those of integers, of any size.
    Reading stops at the coordinates, with bounds that follow from that; if the claim
    does not hold for all these values, it goes on to what they come from.

    Nothing of that is shared with the lowerings, which have their own reading of the
    surroundings: a mistake there is refuted here.

    The layout is spelled out from its definition, not by the code of the lowerings.
    The methods, cheapest first, are all exact: a normal form of sums of products in
    which quotients are unknowns, and combinations of bits are sums of them; forms
    over the bits of the inputs; evaluation at up to 2^10 points; isl; and
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
    UnknownOption<"unknown", "What an obligation that is not decided is">,
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

#endif // LAYOUT_VERIFICATION_PASSES_TD
