//===-- layout-math.hpp - Layouts and proofs about them, in C++17 -*- C++ -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// layout-math.h with values in the place of handles and an exception in the
// place of a status. A Layout is copied in constant time and may be used by
// several threads. What the wrapper lacks, get() gives to the functions in C.
//
//   using namespace layout;
//   Layout rows = Layout::parse("(4,8):(8,1)");
//   if (auto refuted = injective(rows).counterexample())
//     use(refuted->coordinates[0], refuted->coordinates[1]);
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MATH_HPP
#define LAYOUT_MATH_HPP

#include "layout-math.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace layout {

/// A function that failed: its status, and why in words.
class Error : public std::runtime_error {
public:
  Error(layout_status status, const char *message)
      : std::runtime_error(message), status_(status) {}
  layout_status status() const { return status_; }

private:
  layout_status status_;
};

inline void check(layout_status status) {
  if (status != LAYOUT_OK)
    throw Error(status, layout_error_message());
}

using Symbols = std::vector<std::pair<std::string, int64_t>>;

/// An extent, or the scale of a stride: a coefficient times symbols.
struct Term {
  int64_t coefficient;
  std::vector<std::string> symbols;
};

/// A flattened mode; a basis stride has a position, outermost first.
struct Leaf {
  Term extent, stride;
  std::vector<uint32_t> position;
};

struct Dim {
  std::string name;
  int64_t size;
};

struct Swizzle {
  int64_t bits, base, shift;
};

/// A layout of any kind.
class Layout {
public:
  /// Takes the handle over.
  explicit Layout(layout_t *handle) : handle_(handle, layout_free) {}

  static Layout parse(const std::string &notation, layout_kind kind = LAYOUT_CUTE) {
    return made(layout_parse, kind, notation.c_str());
  }
  /// extent:stride for each mode; compact and column-major without strides.
  static Layout make(const std::vector<int64_t> &extents) {
    return made(layout_make, extents.data(), nullptr, extents.size());
  }
  static Layout make(const std::vector<int64_t> &extents,
                     const std::vector<int64_t> &strides) {
    if (extents.size() != strides.size())
      throw Error(LAYOUT_INVALID_ARGUMENT, "there are not as many strides as extents");
    return made(layout_make, extents.data(), strides.data(), extents.size());
  }
  static Layout swizzle(int64_t bits, int64_t base, int64_t shift) {
    return made(layout_make_swizzle, bits, base, shift);
  }
  static Layout composed(const Layout &outer, int64_t offset, const Layout &inner) {
    return made(layout_make_composed, outer.get(), offset, inner.get());
  }
  /// The layouts as the modes of one.
  static Layout concat(std::initializer_list<Layout> modes) {
    std::vector<const layout_t *> handles;
    for (const Layout &mode : modes)
      handles.push_back(mode.get());
    return made(layout_concat, handles.data(), handles.size());
  }

  const layout_t *get() const { return handle_.get(); }
  layout_kind kind() const { return static_cast<layout_kind>(layout_get_kind(get())); }
  std::string text() const { return layout_get_text(get()); }
  int64_t size(const layout_budget *budget = nullptr) const {
    int64_t size;
    check(layout_get_size(get(), budget, &size));
    return size;
  }
  int64_t cosize() const {
    int64_t cosize;
    check(layout_get_cosize(get(), &cosize));
    return cosize;
  }
  /// The offset at a coordinate; see layout_apply.
  std::vector<int64_t> apply(const std::vector<int64_t> &coordinates,
                             const Symbols &symbols = {}) const {
    std::vector<int64_t> offset(layout_get_num_results(get()));
    std::vector<layout_symbol_value> values = toC(symbols);
    check(layout_apply(get(), coordinates.data(), coordinates.size(), values.data(),
                       values.size(), offset.data(), offset.size()));
    return offset;
  }
  /// The offset, a number, at coordinates that are all numbers.
  template <typename... Coordinates> int64_t operator()(Coordinates... coordinates) const {
    std::vector<int64_t> offset = apply({static_cast<int64_t>(coordinates)...});
    if (offset.size() != 1)
      throw Error(LAYOUT_UNSUPPORTED, "the offset is a tuple; use apply");
    return offset[0];
  }
  Layout withValues(const Symbols &symbols) const {
    std::vector<layout_symbol_value> values = toC(symbols);
    return made(layout_with_values, get(), values.data(), values.size());
  }

  std::vector<std::string> symbols() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < layout_get_num_symbols(get()); ++i)
      names.push_back(layout_get_symbol(get(), i));
    return names;
  }
  size_t rank() const { return layout_get_rank(get()); }
  size_t depth() const { return layout_get_depth(get()); }
  Layout mode(size_t position) const { return made(layout_get_mode, get(), position); }
  std::vector<Leaf> leaves() const {
    std::vector<Leaf> leaves;
    for (size_t i = 0; i < layout_get_num_leaves(get()); ++i) {
      layout_leaf leaf;
      check(layout_get_leaf(get(), i, &leaf));
      leaves.push_back({term(leaf.extent), term(leaf.stride),
                        {leaf.position, leaf.position + leaf.position_length}});
    }
    return leaves;
  }
  Swizzle swizzle() const {
    Swizzle found;
    check(layout_get_swizzle(get(), &found.bits, &found.base, &found.shift));
    return found;
  }
  Layout outer() const { return made(layout_get_outer, get()); }
  Layout inner() const { return made(layout_get_inner, get()); }
  Term offset() const {
    layout_term found;
    check(layout_get_offset(get(), &found));
    return term(found);
  }
  std::vector<Dim> inDims() const {
    return dims(layout_get_num_in_dims(get()), layout_get_in_dim);
  }
  std::vector<Dim> outDims() const {
    return dims(layout_get_num_out_dims(get()), layout_get_out_dim);
  }
  /// The basis of a bit of an in-dim: a coordinate for each out-dim.
  std::vector<int64_t> basis(size_t inDim, size_t bit) const {
    std::vector<int64_t> basis(layout_get_num_out_dims(get()));
    for (size_t i = 0; i < basis.size(); ++i)
      check(layout_get_basis(get(), inDim, bit, i, &basis[i]));
    return basis;
  }
  /// The look is such as "scale=150 colors=off"; see layout_draw_with_look.
  std::string draw(layout_picture_format format = LAYOUT_DRAW_TEXT, int64_t size = -1,
                   const std::string &look = "") const {
    char *text;
    check(layout_draw_with_look(get(), format, size, look.c_str(), &text));
    std::unique_ptr<char, void (*)(char *)> owned(text, layout_text_free);
    return text;
  }

  /// Are these written the same?
  friend bool operator==(const Layout &left, const Layout &right) {
    return layout_is_same(left.get(), right.get());
  }
  friend bool operator!=(const Layout &left, const Layout &right) { return !(left == right); }

  /// The layout that a function in C gives.
  template <typename Function, typename... Arguments>
  static Layout made(Function function, Arguments... arguments) {
    layout_t *handle;
    check(function(arguments..., &handle));
    return Layout(handle);
  }
  static std::vector<layout_symbol_value> toC(const Symbols &symbols) {
    std::vector<layout_symbol_value> values;
    for (const auto &symbol : symbols)
      values.push_back({symbol.first.c_str(), symbol.second});
    return values;
  }

private:
  Term term(const layout_term &found) const {
    Term term{found.coefficient, {}};
    for (size_t i = 0; i < found.num_symbols; ++i)
      term.symbols.push_back(layout_get_symbol(get(), found.symbols[i]));
    return term;
  }
  template <typename Function> std::vector<Dim> dims(size_t count, Function function) const {
    std::vector<Dim> dims;
    for (size_t i = 0; i < count; ++i) {
      layout_dim dim;
      check(function(get(), i, &dim));
      dims.push_back({dim.name, dim.size});
    }
    return dims;
  }

  std::shared_ptr<layout_t> handle_;
};

/// What refutes a claim; layout-math.h says which numbers each claim has.
struct Counterexample {
  std::vector<int64_t> coordinates;
  /// An offset that is missing has no value.
  std::vector<std::optional<std::vector<int64_t>>> offsets;
  std::vector<int64_t> sizes;
  Symbols symbols;
};

/// The answer to a question.
class Verdict {
public:
  explicit Verdict(layout_verdict_t *handle) : handle_(handle, layout_verdict_free) {}

  const layout_verdict_t *get() const { return handle_.get(); }
  bool isProved() const { return layout_verdict_get_kind(get()) == LAYOUT_PROVED; }
  bool isRefuted() const { return layout_verdict_get_kind(get()) == LAYOUT_REFUTED; }
  bool isUnknown() const { return !isProved() && !isRefuted(); }
  /// The method, the counterexample, or the reason in words.
  std::string text() const { return layout_verdict_get_text(get()); }
  std::optional<layout_method> method() const {
    int method = layout_verdict_get_method(get());
    return method < 0 ? std::nullopt : std::optional(static_cast<layout_method>(method));
  }
  std::optional<Counterexample> counterexample() const {
    if (!isRefuted())
      return std::nullopt;
    Counterexample found;
    size_t count;
    const int64_t *numbers = layout_verdict_get_coordinates(get(), &count);
    found.coordinates.assign(numbers, numbers + count);
    numbers = layout_verdict_get_sizes(get(), &count);
    found.sizes.assign(numbers, numbers + count);
    for (size_t i = 0; i < layout_verdict_get_num_offsets(get()); ++i) {
      std::vector<int64_t> offset(layout_verdict_get_offset_length(get(), i));
      for (size_t part = 0; part < offset.size(); ++part)
        check(layout_verdict_get_offset(get(), i, part, &offset[part]));
      bool isMissing = offset.empty();
      found.offsets.push_back(isMissing ? std::nullopt : std::optional(std::move(offset)));
    }
    for (size_t i = 0; i < layout_verdict_get_num_symbols(get()); ++i) {
      layout_symbol_value symbol;
      check(layout_verdict_get_symbol(get(), i, &symbol));
      found.symbols.emplace_back(symbol.name, symbol.value);
    }
    return found;
  }

private:
  std::shared_ptr<layout_verdict_t> handle_;
};

inline Layout compose(const Layout &left, const Layout &right, bool isPromoted = true,
                      const layout_budget *budget = nullptr) {
  return Layout::made(layout_compose, left.get(), right.get(), isPromoted, budget);
}
inline Layout convert(const Layout &layout, layout_kind kind,
                      const layout_budget *budget = nullptr) {
  return Layout::made(layout_convert, layout.get(), kind, budget);
}
inline Layout complement(const Layout &layout, int64_t size,
                         const layout_budget *budget = nullptr) {
  return Layout::made(layout_complement, layout.get(), size, budget);
}

/// A value of an operation; a truth is 0 or 1.
using Value = std::variant<Layout, int64_t>;
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Any operation by its name; see layout_evaluate.
inline std::vector<Value> evaluate(const std::string &name, std::initializer_list<Layout> operands,
                                   const Parameters &parameters = {},
                                   const layout_budget *budget = nullptr) {
  std::vector<const layout_t *> handles;
  for (const Layout &operand : operands)
    handles.push_back(operand.get());
  std::vector<layout_parameter> texts;
  for (const auto &parameter : parameters)
    texts.push_back({parameter.first.c_str(), parameter.second.c_str()});
  layout_values_t *handle;
  check(layout_evaluate(name.c_str(), handles.data(), handles.size(), texts.data(),
                        texts.size(), budget, &handle));
  std::unique_ptr<layout_values_t, void (*)(layout_values_t *)> owned(handle, layout_values_free);
  std::vector<Value> values;
  for (size_t i = 0; i < layout_values_get_count(handle); ++i) {
    int kind;
    check(layout_values_get_kind(handle, i, &kind));
    if (kind == LAYOUT_VALUE_LAYOUT) {
      values.emplace_back(Layout::made(layout_values_get_layout, handle, i));
    } else {
      int64_t number;
      check(layout_values_get_number(handle, i, &number));
      values.emplace_back(number);
    }
  }
  return values;
}

// Operations of one and of two layouts, and questions, with the names in C.
#define LAYOUT_UNARY(name)                                                                 \
  inline Layout name(const Layout &layout, const layout_budget *budget = nullptr) {        \
    return Layout::made(layout_##name, layout.get(), budget);                              \
  }
#define LAYOUT_BINARY(name)                                                                \
  inline Layout name(const Layout &left, const Layout &right,                              \
                     const layout_budget *budget = nullptr) {                              \
    return Layout::made(layout_##name, left.get(), right.get(), budget);                   \
  }
#define LAYOUT_ASK(name, parameters, ...)                                                  \
  inline Verdict name parameters {                                                         \
    layout_verdict_t *verdict;                                                             \
    check(layout_##name(__VA_ARGS__, budget, &verdict));                                   \
    return Verdict(verdict);                                                               \
  }
LAYOUT_UNARY(coalesce)
LAYOUT_UNARY(flatten)
LAYOUT_UNARY(filter)
LAYOUT_UNARY(filter_zeros)
LAYOUT_UNARY(inverse)
LAYOUT_UNARY(left_inverse)
LAYOUT_UNARY(right_inverse)
LAYOUT_UNARY(nullspace)
LAYOUT_UNARY(invert)
LAYOUT_UNARY(pseudoinvert)
LAYOUT_BINARY(invert_and_compose)
LAYOUT_BINARY(max_common_layout)
LAYOUT_BINARY(append)
LAYOUT_BINARY(prepend)
LAYOUT_BINARY(logical_divide)
LAYOUT_BINARY(zipped_divide)
LAYOUT_BINARY(tiled_divide)
LAYOUT_BINARY(flat_divide)
LAYOUT_BINARY(logical_product)
LAYOUT_BINARY(zipped_product)
LAYOUT_BINARY(tiled_product)
LAYOUT_BINARY(flat_product)
LAYOUT_BINARY(blocked_product)
LAYOUT_BINARY(raked_product)
LAYOUT_ASK(injective, (const Layout &layout, const layout_budget *budget = nullptr),
           layout.get())
LAYOUT_ASK(increasing, (const Layout &layout, const layout_budget *budget = nullptr),
           layout.get())
LAYOUT_ASK(surjective,
           (const Layout &layout, int64_t size = -1, const layout_budget *budget = nullptr),
           layout.get(), size)
LAYOUT_ASK(bijective,
           (const Layout &layout, int64_t size = -1, const layout_budget *budget = nullptr),
           layout.get(), size)
LAYOUT_ASK(in_bounds,
           (const Layout &layout, int64_t size, const layout_budget *budget = nullptr),
           layout.get(), size)
LAYOUT_ASK(has_size,
           (const Layout &layout, int64_t size, const layout_budget *budget = nullptr),
           layout.get(), size)
LAYOUT_ASK(has_cosize,
           (const Layout &layout, int64_t size, const layout_budget *budget = nullptr),
           layout.get(), size)
LAYOUT_ASK(equivalent,
           (const Layout &left, const Layout &right, const layout_budget *budget = nullptr),
           left.get(), right.get())
LAYOUT_ASK(disjoint,
           (const Layout &left, const Layout &right, const layout_budget *budget = nullptr),
           left.get(), right.get())
LAYOUT_ASK(compatible,
           (const Layout &left, const Layout &right, const layout_budget *budget = nullptr),
           left.get(), right.get())
LAYOUT_ASK(stays_inside,
           (const Layout &left, const Layout &right, const layout_budget *budget = nullptr),
           left.get(), right.get())
#undef LAYOUT_UNARY
#undef LAYOUT_BINARY
#undef LAYOUT_ASK

} // namespace layout

#endif // LAYOUT_MATH_HPP
