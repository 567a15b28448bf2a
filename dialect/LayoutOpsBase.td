//===- LayoutOpsBase.td - Classes of operations ------------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OPS_BASE_TD
#define LAYOUT_OPS_BASE_TD

include "LayoutAttrs.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ValueBoundsOpInterface.td"

// The builder that rewrites make an operation with. Rust builds operations by
// name.
def Layout_Builder
    : OpBuilder<(ins "::mlir::TypeRange":$types,
                     "::mlir::ValueRange":$operands,
                     "const Properties &":$properties), [{
  $_state.addTypes(types);
  $_state.addOperands(operands);
  $_state.getOrAddProperties<Properties>() = properties;
}]>;

// The same for an operation that gives the type of its operand.
def Layout_SameTypeBuilder
    : OpBuilder<(ins "::mlir::ValueRange":$operands,
                     "const Properties &":$properties), [{
  build($_builder, $_state, operands.front().getType(), operands, properties);
}]>;

// mlir-tblgen declares twenty functions more that build an operation in other
// ways. Nobody calls them, and they are a quarter of the time that the dialect
// takes to compile.
class Layout_Op<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, traits> {
  let skipDefaultBuilders = 1;
  let builders = [Layout_Builder];
}

//===----------------------------------------------------------------------===//
// Attributes of operations
//===----------------------------------------------------------------------===//

def Layout_AnyAttr : Attr<CPred<"::layout::isLayoutAttribute($_self)">,
                          "layout attribute"> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

// A choice that is written as a bare word in the braces of an operation and
// kept as a string.
class Layout_WordAttr<string predicate, string text>
    : StringBasedAttr<CPred<predicate>, text>;

def Layout_PromotionAttr : Layout_WordAttr<
    "::llvm::cast<::mlir::StringAttr>($_self).getValue() == \"none\"",
    "promotion, which can only be 'none'">;

// A nested tuple such as `(64,(2,_))`, kept as this text. It is written with
// `custom<Tuple>`; Rust reads the text and checks it.
defvar Layout_TupleAttr = StrAttr;

// A list of dims such as `[lane, warp]` or `[lane = 4, warp = 8]`, kept as this
// text. It is written with `custom<Dims>`; Rust reads the text and checks it.
defvar Layout_DimsAttr = StrAttr;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// One number of a coordinate or an offset.
def Layout_NumberType : AnyTypeOf<[Index, I32, I64]>;

// The same in each lane of a vector.
def Layout_NumbersType : AnyTypeOf<
    [Layout_NumberType, VectorOfAnyRankOf<[Index, I32, I64]>],
    "index, i32, i64 or a vector of these">;

//===----------------------------------------------------------------------===//
// Effects of what is said about the program
//===----------------------------------------------------------------------===//

// What the program is known or bound to fulfill.
def Layout_StatementResource : Resource<"::layout::LayoutStatementResource">;

// An operation that computes nothing and says something about the program where
// it stands: an obligation or a promise.
//
// Its effect adds to a resource of its own. So it is neither dead, nor moved,
// nor merged with one like it, and since it changes nothing that exists, loads
// and stores around it are moved and merged as if it were not there. A write,
// to whatever resource, would stop CSE between two loads.
class Layout_StatementOp<string mnemonic, list<Trait> traits = []>
    : Layout_Op<mnemonic, !listconcat(
          [MemoryEffects<[MemAlloc<Layout_StatementResource>]>], traits)>;

// Rust knows bounds of the numbers that the operation gives.
def Layout_InferRanges : DeclareOpInterfaceMethods<
    InferIntRangeInterface, ["inferResultRangesFromOptional"]>;

// The same for MLIR's constraints on values.
def Layout_ValueBounds : DeclareOpInterfaceMethods<
    ValueBoundsOpInterface, ["populateBoundsForIndexValue"]>;

//===----------------------------------------------------------------------===//
// Operations that Rust evaluates, by what they give
//===----------------------------------------------------------------------===//

// An operation of `algebra::Operation` with one result.
class Layout_EvaluatedOp<string mnemonic, list<Trait> traits = []>
    : Layout_Op<mnemonic, !listconcat([Pure], traits)> {
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor adaptor) {
      return foldOne(*this, adaptor.getOperands());
    }
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

// The same with several results.
class Layout_SeveralOp<string mnemonic, list<Trait> traits = [Pure]>
    : Layout_Op<mnemonic, traits> {
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult
    $cppClass::fold(FoldAdaptor adaptor,
                    ::llvm::SmallVectorImpl<::mlir::OpFoldResult> &results) {
      return foldSeveral(*this, adaptor.getOperands(), results);
    }
    ::llvm::LogicalResult $cppClass::verify() { return verifyInRust(*this); }
  }];
}

class Layout_AlgebraOp<string mnemonic, list<Trait> traits = []>
    : Layout_EvaluatedOp<mnemonic, traits> {
  let results = (outs Layout_LayoutType:$result);
}

class Layout_NumberOp<string mnemonic, list<Trait> traits = []>
    : Layout_EvaluatedOp<mnemonic, traits> {
  let results = (outs Index:$result);
}

class Layout_TruthOp<string mnemonic, list<Trait> traits = []>
    : Layout_EvaluatedOp<mnemonic, traits> {
  let results = (outs I1:$result);
}

//===----------------------------------------------------------------------===//
// What operations take
//===----------------------------------------------------------------------===//

// One layout.
class Layout_OfOne {
  dag arguments = (ins Layout_LayoutType:$source);
  string assemblyFormat = "$source attr-dict";
}

// Two layouts.
class Layout_OfTwo {
  dag arguments = (ins Layout_LayoutType:$left, Layout_LayoutType:$right);
  string assemblyFormat = "$left `,` $right attr-dict";
}

class Layout_UnaryAlgebraOp<string mnemonic, list<Trait> traits = []>
    : Layout_AlgebraOp<mnemonic, traits>, Layout_OfOne;

class Layout_BinaryAlgebraOp<string mnemonic>
    : Layout_AlgebraOp<mnemonic>, Layout_OfTwo;

#endif // LAYOUT_OPS_BASE_TD
