//===- LayoutOpaqueDialects.h - Dialects that are not there -----*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dialects that a file names and nobody registers, where that is allowed.
///
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_OPAQUEDIALECTS_H
#define LAYOUT_OPAQUEDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

#include <algorithm>

namespace layout {

/// Adds a dialect for each one that types of `text` name and `registry` does
/// not have: its types and attributes are the opaque ones that the parser makes
/// of a dialect that is not registered, and its operations are not known
/// either.
///
/// Nothing else is different, but the time that it takes: for each type that it
/// meets of a dialect that is not registered the parser compiles a regular
/// expression, to see whether the name of the dialect is one. What does change
/// is whether an unknown operation with a region may be a table of symbols; a
/// dialect that has such operations in `text` is not added.
void addOpaqueDialects(const mlir::DialectRegistry &registry,
                       llvm::StringRef text, mlir::DialectRegistry &added);

/// The first place from `from` on whose character is one of those; where the
/// text ends if there is none.
template <typename IsOne>
size_t placeOf(llvm::StringRef text, size_t from, IsOne isOne) {
  const char *begin = text.begin() + std::min(from, text.size());
  return std::find_if(begin, text.end(), isOne) - text.begin();
}

} // namespace layout

#endif // LAYOUT_OPAQUEDIALECTS_H
