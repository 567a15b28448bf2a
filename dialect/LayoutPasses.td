//===- LayoutPasses.td - Passes ---------------------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PASSES_TD
#define LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // LAYOUT_PASSES_TD
