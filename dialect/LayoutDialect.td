//===- LayoutDialect.td - The layout dialect --------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_DIALECT_TD
#define LAYOUT_DIALECT_TD

include "mlir/IR/DialectBase.td"

def Layout_Dialect : Dialect {
  let name = "layout";
  let cppNamespace = "::layout";
  let summary = "GPU tensor layouts with one exact meaning";
  let description = [{
    A layout says where the elements of a tensor live: it sends coordinates to
    offsets. This dialect writes the layouts of CuTe (`shape:stride`, swizzles,
    tilers), Triton's linear layouts and arbitrary integer set relations as
    attributes, in the notation of the system that each comes from, and gives
    all of them one meaning: a relation whose domain is the coordinates and
    whose range is the offsets.

    The leftmost mode is the fastest everywhere.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Reads `#layout.<notation><...>`. The raw text goes to the one parser of
    /// the notation, in Rust.
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

    void registerAttributes();
    void registerTypes();
    void registerOperations();
  }];
}

#endif // LAYOUT_DIALECT_TD
