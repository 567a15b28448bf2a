/* Calls every function of layout-math.h: what is right, and what is not. */

#include "layout-math.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks = 0;

static void fail(int line, const char *what) {
  printf("line %d: %s (%s)\n", line, what, layout_error_message());
  exit(1);
}

#define CHECK(truth) (++checks, (truth) ? (void)0 : fail(__LINE__, #truth))
#define OK(call) CHECK((call) == LAYOUT_OK)
/* A call that fails, with its message. */
#define FAILS(expected, text, call)                                            \
  (CHECK((call) == (expected)),                                                \
   CHECK(strcmp(layout_error_message(), (text)) == 0))

static layout_t *parsed(layout_kind kind, const char *text) {
  layout_t *layout;
  OK(layout_parse(kind, text, &layout));
  return layout;
}

static layout_t *cute(const char *text) { return parsed(LAYOUT_CUTE, text); }

/* The layout is written so; it is freed. */
static void is(layout_t *layout, const char *text) {
  if (strcmp(layout_get_text(layout), text) != 0)
    printf("%s is not %s\n", layout_get_text(layout), text);
  CHECK(strcmp(layout_get_text(layout), text) == 0);
  layout_free(layout);
}

static void layouts(void) {
  layout_t *rows = cute("(4,8):(8,1)"), *copy, *bound;
  CHECK(layout_get_kind(rows) == LAYOUT_CUTE && layout_get_kind(NULL) == -1);
  int64_t number = 0, offset[2];
  OK(layout_get_size(rows, NULL, &number));
  CHECK(number == 32);
  OK(layout_get_cosize(rows, &number));
  CHECK(number == 32);
  CHECK(layout_get_num_results(rows) == 1);
  int64_t coordinate[] = {1, 2}, nine[] = {9};
  OK(layout_apply(rows, coordinate, 2, NULL, 0, offset, 1));
  CHECK(offset[0] == 10);
  OK(layout_copy(rows, &copy));
  CHECK(layout_is_same(rows, copy) && !layout_is_same(rows, NULL));
  layout_free(copy);

  layout_t *symbolic = cute("(M,8):(8,1) where M in [1,64], M mod 4 = 0");
  layout_symbol_value m[] = {{"M", 8}};
  OK(layout_apply(symbolic, coordinate, 2, m, 1, offset, 1));
  OK(layout_with_values(symbolic, m, 1, &bound));
  is(bound, "(8,8):(8,1)");
  FAILS(LAYOUT_UNKNOWN,
        "the size of (M,8):(8,1) where M in [1,64], M mod 4 = 0 is not a number",
        layout_get_size(symbolic, NULL, &number));
  m[0].value = 6;
  FAILS(LAYOUT_NO_RESULT,
        "(M,8):(8,1) where M in [1,64], M mod 4 = 0 is not a layout for these values",
        layout_with_values(symbolic, m, 1, &bound));
  CHECK(bound == NULL);
  FAILS(LAYOUT_NO_RESULT,
        "(M,8):(8,1) where M in [1,64], M mod 4 = 0 is not a layout for these "
        "values: M has no value",
        layout_with_values(symbolic, NULL, 0, &bound));
  FAILS(LAYOUT_NO_RESULT,
        "(M,8):(8,1) where M in [1,64], M mod 4 = 0 has no offset at (9): M has "
        "no value",
        layout_apply(symbolic, nine, 1, NULL, 0, offset, 1));
  int64_t three[] = {1, 2, 3};
  FAILS(LAYOUT_NO_RESULT,
        "(M,8):(8,1) where M in [1,64], M mod 4 = 0 has no offset at (1,2,3): it "
        "takes 1 or 2 numbers, not 3",
        layout_apply(symbolic, three, 3, NULL, 0, offset, 1));
  layout_symbol_value twice[] = {{"M", 8}, {"M", 4}};
  FAILS(LAYOUT_INVALID_ARGUMENT, "M has two values",
        layout_with_values(symbolic, twice, 2, &bound));
  FAILS(LAYOUT_INVALID_ARGUMENT, "M has two values",
        layout_apply(symbolic, coordinate, 2, twice, 2, offset, 1));
  layout_t *basis = cute("(4,8):(1@0,2@1@0)");
  FAILS(LAYOUT_UNSUPPORTED,
        "the offsets of (4,8):(1@0,2@1@0) are tuples, without a cosize",
        layout_get_cosize(basis, &number));
  layout_free(basis);

  CHECK(layout_get_num_symbols(symbolic) == 1);
  CHECK(strcmp(layout_get_symbol(symbolic, 0), "M") == 0);
  CHECK(layout_get_symbol(symbolic, 1) == NULL);
  layout_fact fact;
  CHECK(layout_get_num_facts(symbolic) == 2);
  OK(layout_get_fact(symbolic, 0, &fact));
  CHECK(fact.kind == LAYOUT_RANGE && fact.first == 1 && fact.second == 64);
  OK(layout_get_fact(symbolic, 1, &fact));
  CHECK(fact.kind == LAYOUT_CONGRUENCE && fact.first == 4 && fact.second == 0);
  CHECK(fact.symbol == 0);
  layout_leaf leaf;
  OK(layout_get_leaf(symbolic, 0, &leaf));
  CHECK(leaf.extent.coefficient == 1 && leaf.extent.num_symbols == 1);
  CHECK(leaf.extent.symbols[0] == 0 && leaf.stride.coefficient == 8);
  layout_free(symbolic);

  FAILS(LAYOUT_PARSE_ERROR, "column 5: expected ',' or ')' but found ':'",
        layout_parse(LAYOUT_CUTE, "(4,6:2", &copy));
  CHECK(copy == NULL);
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no kind of layout 77",
        layout_parse((layout_kind)77, "4:1", &copy));
  FAILS(LAYOUT_INVALID_ARGUMENT, "a text is null",
        layout_parse(LAYOUT_CUTE, NULL, &copy));
  FAILS(LAYOUT_INVALID_ARGUMENT, "a text is not UTF-8",
        layout_parse(LAYOUT_CUTE, "\xff", &copy));
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a layout is null",
        layout_parse(LAYOUT_CUTE, "4:1", NULL));
  FAILS(LAYOUT_INVALID_ARGUMENT, "a layout is null", layout_copy(NULL, &copy));
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a result is null",
        layout_get_size(rows, NULL, NULL));
  FAILS(LAYOUT_INVALID_ARGUMENT, "an array of 2 elements is null",
        layout_apply(rows, NULL, 2, NULL, 0, offset, 1));
  FAILS(LAYOUT_INVALID_ARGUMENT,
        "an array cannot have 18446744073709551615 elements",
        layout_apply(rows, coordinate, SIZE_MAX, NULL, 0, offset, 1));
  FAILS(LAYOUT_INVALID_ARGUMENT,
        "an offset has 1 parts, and there is room for 2",
        layout_apply(rows, coordinate, 2, NULL, 0, offset, 2));
  int64_t five[] = {0, 0, 0, 0, 0};
  FAILS(LAYOUT_NO_RESULT,
        "(4,8):(8,1) has no offset at (0,0,0,0,0): it takes 1 or 2 numbers, not 5",
        layout_apply(rows, five, 5, NULL, 0, offset, 1));
  layout_free(rows);
  layout_free(NULL);
  CHECK(strcmp(layout_get_text(NULL), "") == 0);
  CHECK(layout_get_num_results(NULL) == 0);
}

static void numbers(void) {
  layout_t *made, *inner, *outer;
  int64_t extents[] = {4, 8}, strides[] = {8, 1};
  OK(layout_make(extents, strides, 2, &made));
  is(made, "(4,8):(8,1)");
  OK(layout_make(extents, NULL, 2, &made));
  is(made, "(4,8):(1,4)");
  OK(layout_make(extents, NULL, 1, &made));
  is(made, "4:1");
  int64_t huge[] = {INT64_MAX, INT64_MAX}, zero[] = {0};
  FAILS(LAYOUT_NO_RESULT,
        "the size of shape (9223372036854775807,9223372036854775807) does not "
        "fit in 64 bits",
        layout_make(huge, NULL, 2, &made));
  FAILS(LAYOUT_NO_RESULT, "extent 0 is less than 1",
        layout_make(zero, strides, 1, &made));
  FAILS(LAYOUT_INVALID_ARGUMENT, "an array of 2 elements is null",
        layout_make(NULL, strides, 2, &made));
  uint32_t position[] = {1, 0};
  OK(layout_make_basis(4, 2, position, 2, &made));
  layout_leaf leaf;
  OK(layout_get_leaf(made, 0, &leaf));
  CHECK(leaf.position_length == 2 && leaf.position[0] == 1);
  is(made, "4:2@0@1");
  FAILS(LAYOUT_INVALID_ARGUMENT, "a basis stride that is not 0 has a position",
        layout_make_basis(4, 2, NULL, 0, &made));

  OK(layout_make_swizzle(3, 4, 3, &outer));
  inner = cute("(8,64):(64,1)");
  OK(layout_make_composed(outer, -2, inner, &made));
  int64_t bits, base, shift;
  OK(layout_get_swizzle(made, &bits, &base, &shift));
  CHECK(bits == 3 && base == 4 && shift == 3);
  layout_term offset;
  OK(layout_get_offset(made, &offset));
  CHECK(offset.coefficient == -2 && offset.num_symbols == 0);
  layout_t *part;
  OK(layout_get_outer(made, &part));
  is(part, "S<3,4,3>");
  OK(layout_get_inner(made, &part));
  is(part, "(8,64):(64,1)");
  FAILS(LAYOUT_UNSUPPORTED, "(8,64):(64,1) is not a swizzle",
        layout_get_swizzle(inner, &bits, &base, &shift));
  bits = 7;
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a result is null",
        layout_get_swizzle(made, &bits, NULL, &shift));
  CHECK(bits == 7);
  FAILS(LAYOUT_UNSUPPORTED, "(8,64):(64,1) is not a composed layout",
        layout_get_offset(inner, &offset));
  FAILS(LAYOUT_UNSUPPORTED, "S<3,4,3> is not a CuTe layout",
        layout_make_composed(outer, 0, outer, &part));
  is(made, "S<3,4,3> o -2 o (8,64):(64,1)");
  CHECK(layout_make_swizzle(-1, 4, 3, &part) == LAYOUT_NO_RESULT);
  layout_free(outer);

  int64_t lane[] = {0, 1, 1, 0}, constant[] = {1, 0};
  layout_in_dim ins[] = {{"lane", 2, lane}, {"warp", 0, NULL}};
  layout_dim outs[] = {{"row", 2}, {"column", 2}}, dim;
  OK(layout_make_linear(ins, 2, outs, 2, constant, &made));
  CHECK(layout_get_num_in_dims(made) == 2 && layout_get_num_out_dims(made) == 2);
  OK(layout_get_in_dim(made, 0, &dim));
  CHECK(strcmp(dim.name, "lane") == 0 && dim.size == 4);
  OK(layout_get_out_dim(made, 1, &dim));
  CHECK(strcmp(dim.name, "column") == 0 && dim.size == 2);
  int64_t coordinate;
  OK(layout_get_basis(made, 0, 1, 0, &coordinate));
  CHECK(coordinate == 1);
  OK(layout_get_constant(made, 0, &coordinate));
  CHECK(coordinate == 1);
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no bit 2: there are 2",
        layout_get_basis(made, 0, 2, 0, &coordinate));
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no in-dim 2: there are 2",
        layout_get_in_dim(made, 2, &dim));
  FAILS(LAYOUT_UNSUPPORTED, "(8,64):(64,1) is not a linear layout",
        layout_get_constant(inner, 0, &coordinate));
  layout_free(made);
  outs[0].size = 3;
  CHECK(layout_make_linear(ins, 2, outs, 2, NULL, &made) == LAYOUT_NO_RESULT);
  ins[0].bits = SIZE_MAX;
  CHECK(layout_make_linear(ins, 1, outs, 0, NULL, &made) == LAYOUT_NO_RESULT);
  CHECK(made == NULL);

  int64_t tile[] = {4, 0, 0};
  const layout_t *tiles[] = {NULL, inner, NULL};
  OK(layout_make_tile(tile, tiles, 3, &made));
  int kind;
  OK(layout_get_tile_mode(made, 0, &kind, &coordinate, &part));
  CHECK(kind == LAYOUT_TILE_EXTENT && coordinate == 4 && part == NULL);
  OK(layout_get_tile_mode(made, 1, &kind, &coordinate, &part));
  CHECK(kind == LAYOUT_TILE_LAYOUT && coordinate == 512);
  layout_free(part);
  OK(layout_get_tile_mode(made, 2, &kind, &coordinate, &part));
  CHECK(kind == LAYOUT_TILE_WHOLE && part == NULL);
  /* On failure the handle is null, and nothing else is written. */
  part = made;
  kind = 7;
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no mode 3: there are 3",
        layout_get_tile_mode(made, 3, &kind, &coordinate, &part));
  CHECK(part == NULL && kind == 7);
  part = made;
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a result is null",
        layout_get_tile_mode(made, 1, &kind, NULL, &part));
  CHECK(part == NULL && kind == 7);
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a result is null",
        layout_get_tile_mode(made, 1, &kind, &coordinate, NULL));
  CHECK(kind == 7);
  part = made;
  CHECK(layout_get_tile_mode(NULL, 0, &kind, &coordinate, &part) ==
        LAYOUT_INVALID_ARGUMENT);
  CHECK(part == NULL);
  CHECK(layout_get_rank(made) == 3);
  is(made, "[4;(8,64):(64,1);_]");
  OK(layout_make_tile(tile, NULL, 1, &made));
  is(made, "[4]");
  tile[0] = -4;
  FAILS(LAYOUT_NO_RESULT, "extent -4 is less than 1",
        layout_make_tile(tile, NULL, 1, &made));
  FAILS(LAYOUT_INVALID_ARGUMENT, "a tiler has a mode",
        layout_make_tile(NULL, NULL, 0, &made));
  layout_free(inner);
}

static void parts(void) {
  layout_t *nested = cute("(4,(2,8)):(2,(1,8))"), *mode;
  CHECK(layout_get_rank(nested) == 2 && layout_get_depth(nested) == 2);
  CHECK(layout_get_num_leaves(nested) == 3);
  OK(layout_get_mode(nested, 1, &mode));
  CHECK(layout_get_depth(mode) == 1);
  is(mode, "(2,8):(1,8)");
  OK(layout_get_mode(nested, 0, &mode));
  CHECK(layout_get_depth(mode) == 0);
  is(mode, "4:2");
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no mode 2: there are 2",
        layout_get_mode(nested, 2, &mode));
  layout_leaf leaf;
  OK(layout_get_leaf(nested, 2, &leaf));
  CHECK(leaf.extent.coefficient == 8 && leaf.stride.coefficient == 8);
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no flattened mode 3: there are 3",
        layout_get_leaf(nested, 3, &leaf));
  layout_free(nested);
}

typedef layout_status unary(const layout_t *, const layout_budget *, layout_t **);
typedef layout_status binary(const layout_t *, const layout_t *,
                             const layout_budget *, layout_t **);

static void operations(void) {
  layout_t *result, *g = cute("(4,2,8):(3,12,97)"), *f = cute("3:3");
  OK(layout_compose(g, f, true, NULL, &result));
  is(result, "3:9");
  layout_free(g);
  layout_free(f);
  static const struct {
    unary *function;
    const char *of, *gives;
  } one[] = {
      {layout_coalesce, "(4,8):(1,4)", "32:1"},
      {layout_flatten, "(4,(2,8)):(2,(1,8))", "(4,2,8):(2,1,8)"},
      {layout_filter, "(4,8):(0,2)", "8:2"},
      {layout_filter_zeros, "(4,8):(0,2)", "(1,8):(0,2)"},
      {layout_inverse, "(4,8):(8,1)", "(8,4):(4,1)"},
      {layout_left_inverse, "(4,8):(8,1)", "(8,4):(4,1)"},
      {layout_right_inverse, "(4,8):(8,1)", "(8,4):(4,1)"},
      {layout_nullspace, "(4,8):(0,1)", "4:1"},
  };
  for (size_t i = 0; i < sizeof one / sizeof *one; ++i) {
    layout_t *of = cute(one[i].of);
    OK(one[i].function(of, NULL, &result));
    is(result, one[i].gives);
    CHECK(one[i].function(NULL, NULL, &result) == LAYOUT_INVALID_ARGUMENT);
    layout_free(of);
  }
  static binary *const two[] = {
      layout_logical_divide,  layout_zipped_divide,   layout_tiled_divide,
      layout_flat_divide,     layout_logical_product, layout_zipped_product,
      layout_tiled_product,   layout_flat_product,    layout_blocked_product,
      layout_raked_product,   layout_append,          layout_prepend,
      layout_max_common_layout};
  layout_t *left = cute("(4,8):(8,1)"), *right = cute("(2,2):(1,2)");
  for (size_t i = 0; i < sizeof two / sizeof *two; ++i) {
    OK(two[i](left, right, NULL, &result));
    printf("%s\n", layout_get_text(result));
    layout_free(result);
    CHECK(two[i](left, NULL, NULL, &result) == LAYOUT_INVALID_ARGUMENT);
  }
  OK(layout_complement(right, 16, NULL, &result));
  is(result, "4:4");
  OK(layout_recast(left, 16, 8, NULL, &result));
  is(result, "(4,16):(16,1)");
  OK(layout_convert(left, LAYOUT_LINEAR, NULL, &result));
  layout_t *inverse;
  OK(layout_invert(result, NULL, &inverse));
  layout_free(inverse);
  OK(layout_pseudoinvert(result, NULL, &inverse));
  layout_free(inverse);
  OK(layout_invert_and_compose(result, result, NULL, &inverse));
  layout_free(inverse);
  layout_free(result);
  const layout_t *both[] = {left, right};
  OK(layout_concat(both, 2, &result));
  is(result, "((4,8),(2,2)):((8,1),(1,2))");
  layout_t *overlapping = cute("(4,2):(1,2)");
  FAILS(LAYOUT_NO_RESULT,
        "(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2",
        layout_left_inverse(overlapping, NULL, &result));
  layout_free(overlapping);
  layout_t *swizzle = parsed(LAYOUT_SWIZZLE, "S<3,4,3>");
  FAILS(LAYOUT_UNSUPPORTED, "S<3,4,3> is not a CuTe layout",
        layout_complement(swizzle, 8, NULL, &result));
  CHECK(layout_convert(left, LAYOUT_TILE, NULL, &result) == LAYOUT_UNSUPPORTED);
  layout_free(swizzle);

  layout_values_t *values;
  layout_parameter modes[] = {{"modes", "[1, 0]"}, {"modes", "[0]"}};
  int kind;
  int64_t number;
  OK(layout_evaluate("select", both, 1, modes, 1, NULL, &values));
  CHECK(layout_values_get_count(values) == 1);
  OK(layout_values_get_kind(values, 0, &kind));
  CHECK(kind == LAYOUT_VALUE_LAYOUT);
  OK(layout_values_get_layout(values, 0, &result));
  is(result, "(8,4):(1,8)");
  CHECK(layout_values_get_number(values, 0, &number) == LAYOUT_INVALID_ARGUMENT);
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no value 1: there are 1",
        layout_values_get_kind(values, 1, &kind));
  layout_values_free(values);
  OK(layout_evaluate("is_injective", both, 1, NULL, 0, NULL, &values));
  OK(layout_values_get_kind(values, 0, &kind));
  OK(layout_values_get_number(values, 0, &number));
  CHECK(kind == LAYOUT_VALUE_TRUTH && number == 1);
  layout_values_free(values);
  FAILS(LAYOUT_INVALID_ARGUMENT, "select has modes twice",
        layout_evaluate("select", both, 1, modes, 2, NULL, &values));
  modes[0].name = "mode";
  FAILS(LAYOUT_INVALID_ARGUMENT, "select has no parameter mode",
        layout_evaluate("select", both, 1, modes, 1, NULL, &values));
  layout_parameter size[] = {{"size", "x"}}, flat[] = {{"modes", "0"}};
  FAILS(LAYOUT_INVALID_ARGUMENT,
        "size 'x' is not read: expected an integer but found 'x'",
        layout_evaluate("complement", both, 1, size, 1, NULL, &values));
  size[0].text = "9223372036854775808";
  FAILS(LAYOUT_INVALID_ARGUMENT,
        "size '9223372036854775808' is not read: number 9223372036854775808 "
        "does not fit in 64 bits",
        layout_evaluate("complement", both, 1, size, 1, NULL, &values));
  FAILS(LAYOUT_INVALID_ARGUMENT,
        "modes '0' is not read: expected '[' but found '0'",
        layout_evaluate("select", both, 1, flat, 1, NULL, &values));
  FAILS(LAYOUT_INVALID_ARGUMENT, "modes is missing",
        layout_evaluate("select", both, 1, NULL, 0, NULL, &values));
  FAILS(LAYOUT_INVALID_ARGUMENT, "it takes 1 layout, not 2",
        layout_evaluate("flatten", both, 2, NULL, 0, NULL, &values));
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no operation cosine",
        layout_evaluate("cosine", both, 1, NULL, 0, NULL, &values));
  CHECK(values == NULL && layout_values_get_count(NULL) == 0);
  layout_values_free(NULL);
  layout_free(left);
  layout_free(right);

  size_t least, most, operations = layout_get_num_operations(), parameters = 0;
  for (size_t i = 0; i < operations; ++i) {
    CHECK(layout_get_operation(i, &least, &most) != NULL && least <= most);
    for (size_t j = 0; layout_get_operation_parameter(i, j); ++j)
      ++parameters;
  }
  CHECK(layout_get_operation(operations, NULL, NULL) == NULL);
  CHECK(50 < operations && 20 < parameters);
}

/* The kind of a verdict, with its text; it is freed. */
static void says(layout_verdict_t *verdict, int kind, const char *text) {
  if (strcmp(layout_verdict_get_text(verdict), text) != 0)
    printf("%s\n", layout_verdict_get_text(verdict));
  CHECK(layout_verdict_get_kind(verdict) == kind);
  CHECK(strcmp(layout_verdict_get_text(verdict), text) == 0);
  layout_verdict_free(verdict);
}

static void questions(void) {
  layout_verdict_t *verdict;
  layout_t *g = cute("(2,3):(6,3)"), *f = cute("(2,3):(6,4)"), *two = cute("4:2");
  size_t count;
  int64_t number;
  OK(layout_equivalent(g, f, NULL, &verdict));
  const int64_t *coordinates = layout_verdict_get_coordinates(verdict, &count);
  CHECK(count == 1 && coordinates[0] == 2);
  CHECK(layout_verdict_get_num_offsets(verdict) == 2);
  CHECK(layout_verdict_get_offset_length(verdict, 1) == 1);
  OK(layout_verdict_get_offset(verdict, 0, 0, &number));
  CHECK(number == 3);
  OK(layout_verdict_get_offset(verdict, 1, 0, &number));
  CHECK(number == 4);
  FAILS(LAYOUT_INVALID_ARGUMENT, "the verdict has no such offset",
        layout_verdict_get_offset(verdict, 2, 0, &number));
  CHECK(layout_verdict_get_method(verdict) == -1);
  CHECK(layout_verdict_get_reason(verdict) == -1);
  CHECK(layout_verdict_get_mode(verdict) == -1);
  says(verdict, LAYOUT_REFUTED, "layouts differ at coordinate 2: 3 and 4");

  OK(layout_injective(g, NULL, &verdict));
  CHECK(layout_verdict_get_coordinates(verdict, NULL) != NULL);
  says(verdict, LAYOUT_REFUTED,
       "layout is not injective: coordinates 1 and 4 both give 6");
  OK(layout_surjective(two, -1, NULL, &verdict));
  says(verdict, LAYOUT_REFUTED, "layout is not surjective: no coordinate gives 1");
  OK(layout_bijective(two, -1, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_REFUTED);
  layout_verdict_free(verdict);
  OK(layout_disjoint(g, f, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_REFUTED);
  layout_verdict_free(verdict);
  OK(layout_in_bounds(two, 5, NULL, &verdict));
  CHECK(*layout_verdict_get_sizes(verdict, &count) == 5 && count == 1);
  says(verdict, LAYOUT_REFUTED, "offset 6 at coordinate 3 is outside [0, 5)");
  OK(layout_in_bounds(two, 7, NULL, &verdict));
  CHECK(layout_verdict_get_method(verdict) == LAYOUT_BY_OFFSET_RANGE);
  CHECK(layout_verdict_get_coordinates(verdict, &count) == NULL && count == 0);
  says(verdict, LAYOUT_PROVED, "offset range");
  OK(layout_increasing(two, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_PROVED);
  layout_verdict_free(verdict);
  OK(layout_compatible(g, f, NULL, &verdict));
  CHECK(layout_verdict_get_method(verdict) == LAYOUT_BY_SHAPES);
  layout_verdict_free(verdict);
  OK(layout_stays_inside(two, g, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_REFUTED);
  layout_verdict_free(verdict);
  OK(layout_has_cosize(two, 7, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_PROVED);
  layout_verdict_free(verdict);
  layout_t *symbolic = cute("(K,2):(2,1) where K in [3,4]");
  OK(layout_has_size(symbolic, 6, NULL, &verdict));
  layout_symbol_value value;
  CHECK(layout_verdict_get_num_symbols(verdict) == 1);
  OK(layout_verdict_get_symbol(verdict, 0, &value));
  CHECK(strcmp(value.name, "K") == 0 && value.value == 4);
  CHECK(layout_verdict_get_symbol(verdict, 1, &value) == LAYOUT_INVALID_ARGUMENT);
  says(verdict, LAYOUT_REFUTED, "layout has size 8, not 6 for K = 4");
  layout_free(symbolic);

  layout_t *carry =
      parsed(LAYOUT_RELATION, "{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }");
  OK(layout_injective(carry, NULL, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_PROVED);
  CHECK(layout_verdict_get_method(verdict) == LAYOUT_BY_ENUMERATION);
  CHECK(layout_verdict_get_count(verdict) == 4);
  layout_verdict_free(verdict);
  layout_budget none = layout_default_budget();
  CHECK(none.isl_operations == 50000);
  none.isl_operations = 0;
  none.walk_first = none.walk_last = -1;
  OK(layout_injective(carry, &none, &verdict));
  CHECK(layout_verdict_get_kind(verdict) == LAYOUT_UNDECIDED);
  CHECK(layout_verdict_get_reason(verdict) == LAYOUT_OUT_OF_BUDGET);
  layout_verdict_free(verdict);
  layout_free(carry);

  layout_t *tiler = parsed(LAYOUT_TILE, "[4;8]");
  FAILS(LAYOUT_UNSUPPORTED, "[4;8] is a tiler, which is not a function",
        layout_injective(tiler, NULL, &verdict));
  CHECK(verdict == NULL);
  FAILS(LAYOUT_INVALID_ARGUMENT, "the place for a verdict is null",
        layout_injective(two, NULL, NULL));
  CHECK(layout_verdict_get_kind(NULL) == LAYOUT_UNDECIDED);
  CHECK(strcmp(layout_verdict_get_text(NULL), "") == 0);
  CHECK(layout_verdict_get_num_offsets(NULL) == 0);
  layout_verdict_free(NULL);
  layout_free(tiler);
  layout_free(two);
  layout_free(g);
  layout_free(f);
}

static void relations(void) {
  layout_t *layout = cute("8:2"), *symbolic = cute("(M,8):(8,1)");
  layout_relation_t *relation;
  OK(layout_get_relation(layout, false, NULL, &relation));
  printf("%s\n", layout_relation_get_text(relation));
  CHECK(layout_relation_get_num_inputs(relation) == 1);
  CHECK(layout_relation_get_num_outputs(relation) == 1);
  CHECK(layout_relation_get_num_conjunctions(relation) == 1);
  CHECK(layout_relation_get_num_locals(relation, 0) == 0);
  CHECK(layout_relation_get_num_equalities(relation, 0) == 1);
  CHECK(layout_relation_get_num_inequalities(relation, 0) == 2);
  size_t length;
  const int64_t *row = layout_relation_get_equality(relation, 0, 0, &length);
  CHECK(length == 3 && row[0] == -2 * row[1] && row[2] == 0);
  CHECK(layout_relation_get_inequality(relation, 0, 0, NULL) != NULL);
  CHECK(layout_relation_get_inequality(relation, 0, 2, &length) == NULL);
  CHECK(layout_relation_get_equality(relation, 1, 0, &length) == NULL);
  CHECK(length == 0);
  layout_relation_free(relation);
  OK(layout_get_relation(symbolic, true, NULL, &relation));
  CHECK(layout_relation_get_num_inputs(relation) == 2);
  CHECK(layout_relation_get_num_symbols(relation) == 1);
  CHECK(strcmp(layout_relation_get_symbol(relation, 0), "M") == 0);
  CHECK(layout_relation_get_symbol(relation, 1) == NULL);
  layout_relation_free(relation);
  layout_relation_free(NULL);
  CHECK(layout_get_relation(NULL, true, NULL, &relation) == LAYOUT_INVALID_ARGUMENT);
  CHECK(relation == NULL && layout_relation_get_num_inputs(NULL) == 0);
  layout_free(layout);
  layout_free(symbolic);
}

static void pictures(void) {
  layout_t *layout = cute("(2,(2,2)):(4,(1,2))"), *huge = cute("1000000:1");
  char *text;
  OK(layout_draw(layout, LAYOUT_DRAW_TEXT, -1, &text));
  printf("%s", text);
  layout_text_free(text);
  static const char *const begins[] = {"", "<svg", "", "<!"};
  for (int format = LAYOUT_DRAW_SVG; format <= LAYOUT_DRAW_HTML; ++format) {
    OK(layout_draw(layout, (layout_picture_format)format, 8, &text));
    CHECK(strncmp(text, begins[format], strlen(begins[format])) == 0);
    layout_text_free(text);
  }
  FAILS(LAYOUT_INVALID_ARGUMENT, "there is no format of pictures 9",
        layout_draw(layout, (layout_picture_format)9, -1, &text));
  OK(layout_draw_with_look(layout, LAYOUT_DRAW_SVG, -1, "colors=off fold=1", &text));
  CHECK(strstr(text, "<svg") && !strstr(text, "#b5d6f2"));
  layout_text_free(text);
  FAILS(LAYOUT_INVALID_ARGUMENT, "fold is a number of columns from 1 to 10000, not 0",
        layout_draw_with_look(layout, LAYOUT_DRAW_SVG, -1, "fold=0", &text));
  CHECK(text == NULL);
  text = (char *)"";
  FAILS(LAYOUT_INVALID_ARGUMENT, "a picture has no size; the options are scale, colors, hatches, label, fold",
        layout_draw_with_look(layout, LAYOUT_DRAW_SVG, -1, "size=3", &text));
  CHECK(text == NULL);
  text = (char *)"";
  FAILS(LAYOUT_INVALID_ARGUMENT, "a text is null",
        layout_draw_with_look(layout, LAYOUT_DRAW_SVG, -1, NULL, &text));
  CHECK(text == NULL);
  CHECK(layout_draw(huge, LAYOUT_DRAW_TEXT, -1, &text) == LAYOUT_NO_RESULT);
  CHECK(text == NULL);
  layout_text_free(NULL);
  layout_free(layout);
  layout_free(huge);
}

int main(void) {
  printf("version %s, header %d\n", layout_version(), LAYOUT_VERSION);
  layouts();
  numbers();
  parts();
  operations();
  questions();
  relations();
  pictures();
  printf("%s\n", checks < 300 ? "few checks" : "all checks passed");
  return 0;
}
