//===- LayoutTypeIds.cpp - One name a trait, whatever the compiler --------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR tells traits apart by the name that the compiler gives to a type that is
// local to a function template, and compilers differ:
//
//   Clang  mlir::OpTrait::ConstantLike<Empty>
//   GCC    mlir::OpTrait::ConstantLike<mlir::TypeID::get<...>()::Empty>
//
// Debian's libMLIR is built with Clang. A dialect built with GCC would have
// traits that MLIR does not know: its constants would not be constants, and the
// greedy rewriter would fold one of them for ever.
//
// So build.rs renames MLIR's `registerImplicitTypeID` in our objects (and only
// there) to the function below, which spells the names as libMLIR does and asks
// MLIR's own function. If libMLIR is not built with Clang, build.rs does not
// rename, and this file is empty.
//
//===----------------------------------------------------------------------===//

#ifdef registerImplicitTypeID

#include "mlir/Support/TypeID.h"

#include <mutex>
#include <set>
#include <string>

using namespace mlir;

/// MLIR's own `FallbackTypeIDResolver::registerImplicitTypeID`.
extern TypeID registerWithMLIR(StringRef name) __asm__(
    "_ZN4mlir6detail22FallbackTypeIDResolver22registerImplicitTypeIDEN4llvm9"
    "StringRefE");

TypeID
mlir::detail::FallbackTypeIDResolver::registerImplicitTypeID(StringRef name) {
  size_t argument = name.find("<mlir::TypeID::get<");
  if (argument == StringRef::npos || !name.ends_with("()::Empty>"))
    return registerWithMLIR(name);
  // MLIR keeps the reference, so the string lives as long as the process. There
  // is one for each trait.
  static std::mutex mutex;
  static std::set<std::string> names;
  std::lock_guard<std::mutex> lock(mutex);
  std::string spelled = name.substr(0, argument).str() + "<Empty>";
  return registerWithMLIR(*names.insert(std::move(spelled)).first);
}

#endif // registerImplicitTypeID
