//===- LayoutOps.cpp - Hooks of the operations ----------------------------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutDialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace layout;

//===----------------------------------------------------------------------===//
// Directives of the assembly format
//===----------------------------------------------------------------------===//

/// Attributes that are written as a bare word in the braces.
static bool isWordAttribute(StringRef name) {
  return name == "promotion" || name == "flavour";
}

/// The name of an attribute, given how it is spelled in the braces.
static StringRef storedName(StringRef spelled) {
  return spelled == "flavor" ? "flavour" : spelled;
}

/// How an attribute is spelled in the braces.
static StringRef spelledName(StringRef stored) {
  return stored == "flavour" ? "flavor" : stored;
}

/// Reads `{name = value, ...}`, where some names take a bare word.
static ParseResult parseOptions(OpAsmParser &parser,
                                NamedAttrList &attributes) {
  llvm::SmallDenseSet<StringRef> seen;
  auto parseOption = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    std::string quoted;
    StringRef name;
    if (succeeded(parser.parseOptionalString(&quoted)))
      name = parser.getBuilder().getStringAttr(quoted).getValue();
    else if (parser.parseKeyword(&name))
      return failure();
    StringAttr key = parser.getBuilder().getStringAttr(storedName(name));
    if (!seen.insert(key.getValue()).second)
      return parser.emitError(loc) << "duplicate key '" << name << "'";
    bool isWord = isWordAttribute(key);
    Attribute value;
    SMLoc valueLoc = loc;
    if (failed(parser.parseOptionalEqual())) {
      value = parser.getBuilder().getUnitAttr();
    } else if (valueLoc = parser.getCurrentLocation(); isWord) {
      StringRef word;
      if (succeeded(parser.parseOptionalKeyword(&word)))
        value = parser.getBuilder().getStringAttr(word);
      else if (parser.parseAttribute(value))
        return failure();
    } else if (parser.parseAttribute(value)) {
      return failure();
    }
    // What has another type would get lost on its way to the property.
    if (isWord && !isa<StringAttr>(value))
      return parser.emitError(valueLoc)
             << "'" << name << "' is a word, not " << value;
    attributes.append(key, value);
    return success();
  };
  return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::OptionalBraces,
                                        parseOption);
}

/// Prints what `parseOptions` reads.
static void printOptions(OpAsmPrinter &printer, Operation *op,
                         DictionaryAttr attributes) {
  SmallVector<NamedAttribute> plain;
  SmallVector<NamedAttribute> words;
  for (NamedAttribute attribute : attributes) {
    bool isWord = isWordAttribute(attribute.getName().getValue()) &&
                  isa<StringAttr>(attribute.getValue());
    (isWord ? words : plain).push_back(attribute);
  }
  if (words.empty())
    return printer.printOptionalAttrDict(plain);
  printer << " {";
  llvm::interleaveComma(words, printer, [&](NamedAttribute attribute) {
    printer << spelledName(attribute.getName()) << " = "
            << cast<StringAttr>(attribute.getValue()).getValue();
  });
  for (NamedAttribute attribute : plain) {
    printer << ", ";
    printer.printNamedAttribute(attribute);
  }
  printer << "}";
}

/// The same behind a size, which is an attribute too and stands outside the
/// braces.
static ParseResult parseOptionsAfterSize(OpAsmParser &parser,
                                         NamedAttrList &attributes) {
  SMLoc loc = parser.getCurrentLocation();
  NamedAttrList options;
  if (parseOptions(parser, options))
    return failure();
  if (options.get("size"))
    return parser.emitError(loc) << "duplicate key 'size'";
  attributes.append(options.begin(), options.end());
  return success();
}

static void printOptionsAfterSize(OpAsmPrinter &printer, Operation *op,
                                  DictionaryAttr attributes) {
  NamedAttrList options(attributes);
  options.erase("size");
  printOptions(printer, op, options.getDictionary(op->getContext()));
}

/// Reads a bare word, which is kept as a string.
static ParseResult parseWord(OpAsmParser &parser, StringAttr &word) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  word = parser.getBuilder().getStringAttr(text);
  return success();
}

/// Prints what `parseWord` reads.
static void printWord(OpAsmPrinter &printer, Operation *, StringAttr word) {
  printer << word.getValue();
}

/// Reads `symbols(M = %m, N = %n)`, if it is there.
static ParseResult
parseSymbols(OpAsmParser &parser, ArrayAttr &symbols,
             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values) {
  if (failed(parser.parseOptionalKeyword("symbols")))
    return success();
  SmallVector<Attribute> names;
  auto parseBinding = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual() ||
        parser.parseOperand(values.emplace_back()))
      return failure();
    names.push_back(parser.getBuilder().getStringAttr(name));
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseBinding, " in symbol bindings"))
    return failure();
  if (!names.empty())
    symbols = parser.getBuilder().getArrayAttr(names);
  return success();
}

/// Prints what `parseSymbols` reads.
static void printSymbols(OpAsmPrinter &printer, Operation *, ArrayAttr symbols,
                         OperandRange values) {
  if (!symbols)
    return;
  printer << " symbols(";
  llvm::interleaveComma(llvm::zip(symbols, values), printer, [&](auto binding) {
    auto [symbol, value] = binding;
    printer << cast<StringAttr>(symbol).getValue() << " = " << value;
  });
  printer << ")";
}

/// Coordinates are of a type, and values of symbols of that of its elements.
static void setTypes(Type type, size_t coordinateCount,
                     SmallVectorImpl<Type> &coordinateTypes, size_t symbolCount,
                     SmallVectorImpl<Type> &symbolTypes) {
  coordinateTypes.assign(coordinateCount, type);
  symbolTypes.assign(symbolCount, getElementTypeOrSelf(type));
}

using Unresolved = ArrayRef<OpAsmParser::UnresolvedOperand>;

/// Reads the types of the results of an apply, the first of which is that of
/// its coordinates.
static ParseResult parseApplyTypes(OpAsmParser &parser, Unresolved coordinates,
                                   SmallVectorImpl<Type> &coordinateTypes,
                                   Unresolved symbols,
                                   SmallVectorImpl<Type> &symbolTypes,
                                   SmallVectorImpl<Type> &offsetTypes) {
  if (parser.parseTypeList(offsetTypes))
    return failure();
  setTypes(offsetTypes.front(), coordinates.size(), coordinateTypes,
           symbols.size(), symbolTypes);
  return success();
}

/// Prints what `parseApplyTypes` reads.
static void printApplyTypes(OpAsmPrinter &printer, Operation *, OperandRange,
                            TypeRange, OperandRange, TypeRange,
                            TypeRange offsetTypes) {
  printer << offsetTypes;
}

/// Reads `at i32`, the type of the coordinates; index if it is not there.
static ParseResult parsePlaceType(OpAsmParser &parser, Unresolved coordinates,
                                  SmallVectorImpl<Type> &coordinateTypes,
                                  Unresolved symbols,
                                  SmallVectorImpl<Type> &symbolTypes) {
  Type type = parser.getBuilder().getIndexType();
  if (succeeded(parser.parseOptionalKeyword("at")) && parser.parseType(type))
    return failure();
  setTypes(type, coordinates.size(), coordinateTypes, symbols.size(),
           symbolTypes);
  return success();
}

/// Prints what `parsePlaceType` reads.
static void printPlaceType(OpAsmPrinter &printer, Operation *, OperandRange,
                           TypeRange coordinateTypes, OperandRange, TypeRange) {
  if (!coordinateTypes.empty() && !coordinateTypes.front().isIndex())
    printer << " at " << coordinateTypes.front();
}

/// Reads what a promise says: `in [0, 127]`, `mod 16 = 0`, or both.
static ParseResult parsePromise(OpAsmParser &parser, IntegerAttr &least,
                                IntegerAttr &greatest, IntegerAttr &modulus,
                                IntegerAttr &residue) {
  Builder &builder = parser.getBuilder();
  auto parseNumber = [&](IntegerAttr &number) -> ParseResult {
    int64_t value;
    if (parser.parseInteger(value))
      return failure();
    number = builder.getI64IntegerAttr(value);
    return success();
  };
  bool hasRange = succeeded(parser.parseOptionalKeyword("in"));
  if (hasRange) {
    if (parser.parseLSquare() || parseNumber(least) || parser.parseComma() ||
        parseNumber(greatest) || parser.parseRSquare())
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (failed(parser.parseOptionalKeyword("mod")))
    return parser.emitError(parser.getCurrentLocation(),
                            hasRange ? "expected 'mod'"
                                     : "expected 'in' or 'mod'");
  return failure(parseNumber(modulus) || parser.parseEqual() ||
                 parseNumber(residue));
}

/// Prints what `parsePromise` reads.
static void printPromise(OpAsmPrinter &printer, Operation *, IntegerAttr least,
                         IntegerAttr greatest, IntegerAttr modulus,
                         IntegerAttr residue) {
  bool hasRange = least && greatest;
  if (hasRange)
    printer << "in [" << least.getInt() << ", " << greatest.getInt() << "]";
  if (modulus && residue)
    printer << (hasRange ? ", " : "") << "mod " << modulus.getInt() << " = "
            << residue.getInt();
}

/// How deep the parentheses of a tuple may nest, as in Rust's `text`.
static constexpr unsigned maxDepth = 64;

/// Reads a nested tuple such as `(64,(2,_))` and appends it to `text`.
static ParseResult parseTuple(OpAsmParser &parser, std::string &text,
                              unsigned depth) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t number;
  OptionalParseResult isNumber = parser.parseOptionalInteger(number);
  if (isNumber.has_value()) {
    if (failed(*isNumber))
      return failure();
    text += std::to_string(number);
    return success();
  }
  if (succeeded(parser.parseOptionalKeyword("_"))) {
    text += '_';
    return success();
  }
  if (failed(parser.parseOptionalLParen()))
    return parser.emitError(loc, "expected an integer, '_' or '('");
  if (depth == maxDepth)
    return parser.emitError(loc) << "nested more than " << maxDepth << " deep";
  text += '(';
  if (failed(parser.parseOptionalRParen())) {
    do {
      if (text.back() != '(')
        text += ',';
      if (parseTuple(parser, text, depth + 1))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRParen())
      return failure();
  }
  text += ')';
  return success();
}

static ParseResult parseTuple(OpAsmParser &parser, StringAttr &tuple) {
  std::string text;
  if (parseTuple(parser, text, 0))
    return failure();
  tuple = parser.getBuilder().getStringAttr(text);
  return success();
}

/// Prints what `parseTuple` reads.
static void printTuple(OpAsmPrinter &printer, Operation *, StringAttr tuple) {
  printer << tuple.getValue();
}

/// Reads `[lane, warp]` or `[lane = 4, warp = 8]`.
static ParseResult parseDims(OpAsmParser &parser, StringAttr &dims) {
  std::string text;
  auto parseDim = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    text += text.empty() ? "" : ", ";
    text += name;
    if (failed(parser.parseOptionalEqual()))
      return success();
    int64_t size;
    if (parser.parseInteger(size))
      return failure();
    text += " = " + std::to_string(size);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseDim))
    return failure();
  dims = parser.getBuilder().getStringAttr("[" + text + "]");
  return success();
}

/// Prints what `parseDims` reads.
static void printDims(OpAsmPrinter &printer, Operation *, StringAttr dims) {
  printer << dims.getValue();
}

//===----------------------------------------------------------------------===//
// Checks and folding, which are Rust's
//===----------------------------------------------------------------------===//

/// Folds an operation into one attribute a result.
static LogicalResult foldAll(Operation *op, ArrayRef<Attribute> operands,
                             SmallVectorImpl<Attribute> &results) {
  SmallVector<MlirAttribute> known, folded(op->getNumResults(), {nullptr});
  for (Attribute operand : operands)
    known.push_back(wrap(operand));
  if (!hooks().fold(wrap(op), known.data(), folded.data()))
    return failure();
  for (MlirAttribute result : folded)
    results.push_back(unwrap(result));
  return success();
}

/// Folds an operation with one result.
static OpFoldResult foldOne(Operation *op, ArrayRef<Attribute> operands) {
  SmallVector<Attribute> results;
  if (failed(foldAll(op, operands, results)))
    return {};
  return results.front();
}

/// Folds an operation with several results.
static LogicalResult foldSeveral(Operation *op, ArrayRef<Attribute> operands,
                                 SmallVectorImpl<OpFoldResult> &results) {
  SmallVector<Attribute> folded;
  if (failed(foldAll(op, operands, folded)))
    return failure();
  results.append(folded.begin(), folded.end());
  return success();
}

/// Checks what ODS does not say.
static LogicalResult verifyInRust(Operation *op) {
  return success(hooks().verify(wrap(op)));
}

Speculation::Speculatability ApplyOp::getSpeculatability() {
  return hooks().isSpeculatable(wrap(getOperation()))
             ? Speculation::Speculatable
             : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

bool CastOp::areCastCompatible(TypeRange sources, TypeRange results) {
  return sources.size() == 1 && results.size() == 1 &&
         isa<LayoutType>(sources.front()) && isa<LayoutType>(results.front());
}

/// The layout that the type of a value names, or null.
static Attribute getNamed(Value layout) {
  return cast<LayoutType>(layout.getType()).getLayout();
}

/// What a type names is a constant where the type no longer does.
OpFoldResult CastOp::fold(FoldAdaptor) {
  return getNamed(getResult()) ? Attribute() : getNamed(getSource());
}

void CastOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  Attribute claimed = getNamed(getResult());
  if (!claimed || claimed == getNamed(getSource()))
    return;
  auto constant = getSource().getDefiningOp<ConstantOp>();
  if (!constant || constant.getValue() != claimed)
    effects.emplace_back(MemoryEffects::Allocate::get(),
                         LayoutStatementResource::get());
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

#include "LayoutCanonicalization.cpp.inc"

void LayoutDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  populateWithGenerated(patterns);
}

#define GET_OP_CLASSES
#include "LayoutOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Properties in the generic form
//===----------------------------------------------------------------------===//

/// Reads `<{flavor = "paper"}>`, which is `<{flavour = "paper"}>`.
///
/// What ODS generates skips a name that it does not know: the operation would
/// be another one without a word. Here such a name is an error.
template <typename Op>
static LogicalResult
readProperties(OpaqueProperties properties, Attribute attribute,
               function_ref<InFlightDiagnostic()> emitError) {
  auto entries = dyn_cast<DictionaryAttr>(attribute);
  if (!entries)
    return emitError() << "expected DictionaryAttr to set properties";
  NamedAttrList known;
  for (NamedAttribute entry : entries) {
    StringRef name = storedName(entry.getName());
    if (!llvm::is_contained(Op::getAttributeNames(), name))
      return emitError() << "unknown property '" << entry.getName().getValue()
                         << "'";
    Attribute other = known.get(name);
    if (other && other != entry.getValue())
      return emitError() << "'" << spelledName(name) << "' is " << other
                         << " and '" << name << "' is " << entry.getValue();
    known.set(name, entry.getValue());
  }
  return Op::setPropertiesFromAttr(*properties.as<typename Op::Properties *>(),
                                   known.getDictionary(attribute.getContext()),
                                   emitError);
}

// MLIR reads properties through this function of the model that it makes of
// each operation, and ODS cannot say another one.
#define READS_BOTH_SPELLINGS(Op)                                               \
  template <>                                                                  \
  LogicalResult RegisteredOperationName::Model<Op>::setPropertiesFromAttr(     \
      OperationName, OpaqueProperties properties, Attribute attribute,         \
      function_ref<InFlightDiagnostic()> emitError) {                          \
    return readProperties<Op>(properties, attribute, emitError);               \
  }
READS_BOTH_SPELLINGS(ComplementOp)
READS_BOTH_SPELLINGS(LeftInverseOp)
READS_BOTH_SPELLINGS(RightInverseOp)
READS_BOTH_SPELLINGS(InverseOp)
#undef READS_BOTH_SPELLINGS

void LayoutDialect::registerOperations() {
  addOperations<
#define GET_OP_LIST
#include "LayoutOps.cpp.inc"
      >();
}
