//===- LayoutPassBase.td - Options that are one of a few words -*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build.rs generates the enumeration of each EnumOption, in C++ and in Rust.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PASS_BASE_TD
#define LAYOUT_PASS_BASE_TD

include "mlir/Pass/PassBase.td"

/// One of the words that an option may be.
class Choice<string word, string meaning> {
  string text = word;
  string summary = meaning;
}

/// An option whose value is one of a few words.
class EnumOption<string varName, string arg, string enumeration,
                 list<Choice> words, string defaultWord, string desc>
    : Option<varName, arg, "::layout::passes::" # enumeration,
             "::layout::passes::" # enumeration # "::" # defaultWord, desc,
             "::llvm::cl::values(" #
                 !interleave(!foreach(word, words,
                     "clEnumValN(::layout::passes::" # enumeration # "::" #
                     word.text # ", \"" # word.text # "\", \"" # word.summary #
                     "\")"), ", ") # ")"> {
  string enumName = enumeration;
  list<Choice> choices = words;
  string defaultChoice = defaultWord;
}

/// What becomes of something that is not decided.
class UnknownOption<string name, string desc>
    : EnumOption<name, name, "OnUnknown",
                 [Choice<"remark", "a remark">, Choice<"error", "an error">],
                 "remark", desc>;

#endif // LAYOUT_PASS_BASE_TD
