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

    A layout is also the layout of a memref, which has a dimension for each of its
    top-level modes, in-dims or inputs, of the size that the mode has:

    ```mlir
    memref<128x64xf16, #layout.composed<S<3,4,3> o 0 o (128,64):(64,1)>>
    memref<?x64xf16, #layout.cute<(M,64):(64,1)>>
    ```

    A mode with a symbol in its extent is a dynamic dimension; the symbols, sorted,
    are the symbol operands of the allocation, which takes none where the layout is
    the identity, such as `(M):(1)`. A swizzle is the layout of a memref of one
    dimension, and a relation of one with a box for its domain. To MLIR such a
    layout is an affine map, in which a swizzle is written with sums modulo 2 of
    the bits, and it has strides and an offset where it is a strided layout. So
    passes of MLIR accept it as far as they accept such maps, and
    `layout-flatten-memrefs` takes it away. The `bufferization.buffer_layout` of a
    tensor argument may be one, so that bufferization puts the tensor there.

    Functions with operations of the dialect are inlined. An attribute with a text of
    more than 80 characters, unless it is a relation, is printed as an alias such as
    `#linear`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// Reads `#layout.<notation><...>`. The raw text goes to the one parser of
    /// the notation, in Rust.
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

    /// `!layout.layout`.
    ::mlir::Type getUnnamedType() const { return unnamedType; }

  private:
    void registerOperations();

    ::mlir::Type unnamedType;
  }];
}

#endif // LAYOUT_DIALECT_TD
