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
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"

#include <algorithm>
#include <cstdint>

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

/// The first place from `from` on of one of some characters; where the text
/// ends if there is none. Eight characters are looked at in one step.
template <char... any> size_t placeOf(llvm::StringRef text, size_t from) {
  constexpr uint64_t ones = 0x0101010101010101;
  // The lowest bit of these that is set is in the first byte that is zero.
  auto zeros = [](uint64_t word) { return (word - ones) & ~word; };
  size_t at = std::min(from, text.size());
  for (; text.size() - at >= 8; at += 8) {
    uint64_t word = llvm::support::endian::read64le(text.data() + at);
    if (uint64_t found = (zeros(word ^ ones * any) | ...) & ones << 7)
      return at + llvm::countr_zero(found) / 8;
  }
  while (at < text.size() && ((text[at] != any) && ...))
    ++at;
  return at;
}

} // namespace layout

#endif // LAYOUT_OPAQUEDIALECTS_H
