//===- LayoutNewerDialects.h - Dialects of another version ------*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files whose dialects are of another version than the MLIR at hand.
///
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_NEWERDIALECTS_H
#define LAYOUT_NEWERDIALECTS_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace llvm {
class MemoryBuffer;
} // namespace llvm

namespace layout {

/// Fills `pruned` with the dialects and extensions of `registry`, without those
/// that `file` does not parse with. Each of these is named in a remark on the
/// standard error. Returns false, and leaves `pruned` alone, if none is in the
/// way or the file does not parse without them either: the file's errors are
/// then those of `registry`, which has to outlive `pruned`. The dialects of
/// `opaque` are there when the file is parsed, and are not left out.
///
/// Nothing is verified here: an operation that breaks the rules of its dialect
/// is an error whatever else the file has. A property that an operation does
/// not have is in the way, because the parser would drop it. The builtin and
/// layout dialects are never left out.
bool leaveOutDialects(const mlir::DialectRegistry &registry,
                      const mlir::DialectRegistry &opaque,
                      const llvm::MemoryBuffer &file,
                      llvm::StringRef splitMarker,
                      mlir::DialectRegistry &pruned);

/// The file without the locations `loc(unknown)` behind operations and
/// arguments, so that each of them gets its line and column in this file when
/// it is parsed. Nothing else moves.
std::unique_ptr<llvm::MemoryBuffer>
withoutUnknownLocations(std::unique_ptr<llvm::MemoryBuffer> file);

} // namespace layout

#endif // LAYOUT_NEWERDIALECTS_H
