/*===-- layout-math.h - Layouts and proofs about them, in C ------*- C -*-===*\
|*                                                                            *|
|* Licensed under the Apache License v2.0 with LLVM Exceptions.               *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

/* GPU tensor layouts as exact functions: CuTe layouts, swizzles, Triton's linear
   layouts, integer set relations. This library needs no LLVM, and may be linked
   into a program that has one of any version.

   Handles. A layout_t and every other handle is immutable, may be used by
   several threads at once, and is freed once by its function; null is allowed
   there. What a function returns by address (a text, an array) belongs to the
   handle that it was asked of and lives as long.

   Errors. A function that can fail returns a layout_status. If that is not
   LAYOUT_OK, the result is not written, except that a handle becomes null, and
   layout_error_message says what is wrong. A null handle, text, array or place
   for a result is LAYOUT_INVALID_ARGUMENT. Other functions answer null with 0,
   the empty text or null, and change nothing. No function ends the process. */

#ifndef LAYOUT_MATH_H
#define LAYOUT_MATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header: 0.1.0 is 100, 1.2.3 is 10203. While the first
   number is 0, libraries with the same second number are compatible. */
#define LAYOUT_VERSION 100

/* The version of the library, such as "0.1.0". */
const char *layout_version(void);

/*===-- Errors -------------------------------------------------------------===*/

typedef enum {
  LAYOUT_OK = 0,
  /* A mistake of the caller: null, a position or a name that is not there. */
  LAYOUT_INVALID_ARGUMENT = 1,
  /* A text that is not in its notation; the message begins with the column. */
  LAYOUT_PARSE_ERROR = 2,
  /* The operands violate a condition; the message has a coordinate. */
  LAYOUT_NO_RESULT = 3,
  /* Not decided, within the budget or at all. */
  LAYOUT_UNKNOWN = 4,
  /* Not defined for layouts of this kind. */
  LAYOUT_UNSUPPORTED = 5,
  /* A defect of the library. */
  LAYOUT_INTERNAL_ERROR = 6
} layout_status;

/* What was wrong in the last call of this thread that failed. It lives until
   another one fails. */
const char *layout_error_message(void);

/*===-- Layouts ------------------------------------------------------------===*/

typedef struct layout_object layout_t;

typedef enum {
  LAYOUT_CUTE = 0,     /* (4,8):(8,1), (M,8):(8,1) where M mod 4 = 0, 4:1@0 */
  LAYOUT_SWIZZLE = 1,  /* S<3,4,3> */
  LAYOUT_COMPOSED = 2, /* S<3,4,3> o 0 o (8,64):(64,1) */
  LAYOUT_LINEAR = 3,   /* {lane = [[1],[2]], warp = []} */
  LAYOUT_TILE = 4,     /* [4;8:2;_] */
  LAYOUT_RELATION = 5  /* { [i] -> [2i] : 0 <= i < 4 } */
} layout_kind;

/* What one question may cost. 0 means that a method is not used. */
typedef struct {
  uint64_t isl_operations; /* about 100,000 a second */
  int64_t walk_first;      /* steps of a walk over coordinates, before isl */
  int64_t walk_last;       /* steps of a walk where isl gives up */
  uint64_t search_steps;   /* steps of a search over modes */
} layout_budget;

/* The default budget, which null stands for everywhere. */
layout_budget layout_default_budget(void);

/* A symbol, such as M, and its value. */
typedef struct {
  const char *name;
  int64_t value;
} layout_symbol_value;

layout_status layout_parse(layout_kind kind, const char *notation,
                           layout_t **result);
layout_status layout_copy(const layout_t *layout, layout_t **result);
void layout_free(layout_t *layout);

/* The kind, or -1 for null. */
int layout_get_kind(const layout_t *layout);

/* The canonical notation, which layout_parse reads back. */
const char *layout_get_text(const layout_t *layout);

/* Are these written the same? Whether they are the same function is
   layout_equivalent. */
bool layout_is_same(const layout_t *left, const layout_t *right);

/* The number of coordinates. LAYOUT_UNKNOWN if it depends on a symbol. */
layout_status layout_get_size(const layout_t *layout,
                              const layout_budget *budget, int64_t *size);

/* CuTe's cosize: the size of the smallest buffer that holds the offsets.
   LAYOUT_UNSUPPORTED if these are tuples. */
layout_status layout_get_cosize(const layout_t *layout, int64_t *cosize);

/* How many numbers an offset has; 0 for a tiler. */
size_t layout_get_num_results(const layout_t *layout);

/* The offset at a coordinate: one integral coordinate, one for each mode, or one
   for each flattened mode; one for each in-dim of a linear layout. There must be
   room for layout_get_num_results numbers. Outside its domain a CuTe layout
   follows CuTe. A symbol is given one value. */
layout_status layout_apply(const layout_t *layout, const int64_t *coordinates,
                           size_t num_coordinates,
                           const layout_symbol_value *symbols,
                           size_t num_symbols, int64_t *results,
                           size_t num_results);

/* The layout for these values of all its symbols, one for each. */
layout_status layout_with_values(const layout_t *layout,
                                 const layout_symbol_value *symbols,
                                 size_t num_symbols, layout_t **result);

/*===-- Made from numbers --------------------------------------------------===*/

/* A CuTe layout of flat modes: extent[i]:stride[i]. Without strides, null, it is
   compact and column-major. Nested layouts are made by layout_concat. */
layout_status layout_make(const int64_t *extents, const int64_t *strides,
                          size_t count, layout_t **result);

/* extent:scale@position, such as 4:1@0 for the position {0}, outermost first. */
layout_status layout_make_basis(int64_t extent, int64_t scale,
                                const uint32_t *position,
                                size_t position_length, layout_t **result);

/* CuTe's Swizzle<bits, base, shift>. */
layout_status layout_make_swizzle(int64_t bits, int64_t base, int64_t shift,
                                  layout_t **result);

/* c -> outer(offset + inner(c)); the outer layout is a swizzle or CuTe's. */
layout_status layout_make_composed(const layout_t *outer, int64_t offset,
                                   const layout_t *inner, layout_t **result);

/* An in-dim of size 2^bits. Its bases are rows of a coordinate for each out-dim,
   a row for each bit. */
typedef struct {
  const char *name;
  size_t bits;
  const int64_t *bases;
} layout_in_dim;

/* A dim and its size, a power of two. */
typedef struct {
  const char *name;
  int64_t size;
} layout_dim;

/* A linear layout. The constant, a coordinate for each out-dim, is 0 if null. */
layout_status layout_make_linear(const layout_in_dim *in_dims,
                                 size_t num_in_dims, const layout_dim *out_dims,
                                 size_t num_out_dims, const int64_t *constant,
                                 layout_t **result);

/* A tiler. A mode is a layout if there is one, else its extent; 0 is the whole
   mode, CuTe's underscore. The array of layouts may be null. */
layout_status layout_make_tile(const int64_t *extents,
                               const layout_t *const *layouts, size_t count,
                               layout_t **result);

/*===-- Parts --------------------------------------------------------------===*/

/* The symbols, sorted. Null where there is none. */
size_t layout_get_num_symbols(const layout_t *layout);
const char *layout_get_symbol(const layout_t *layout, size_t position);

typedef enum {
  LAYOUT_RANGE = 0,     /* first <= symbol <= second */
  LAYOUT_CONGRUENCE = 1 /* symbol mod first = second */
} layout_fact_kind;

/* What a layout says of a symbol, by the number of the symbol. */
typedef struct {
  size_t symbol;
  int kind;
  int64_t first;
  int64_t second;
} layout_fact;

size_t layout_get_num_facts(const layout_t *layout);
layout_status layout_get_fact(const layout_t *layout, size_t position,
                              layout_fact *fact);

/* A coefficient times symbols, by their numbers; a plain number has none. */
typedef struct {
  int64_t coefficient;
  const size_t *symbols;
  size_t num_symbols;
} layout_term;

/* A flattened mode. A basis stride has a position, outermost first. */
typedef struct {
  layout_term extent;
  layout_term stride;
  const uint32_t *position;
  size_t position_length;
} layout_leaf;

/* The top-level modes of a CuTe layout, of the inner layout of a composed one, or
   of a tiler; and how deep they nest. A mode of depth 0 is one extent and one
   stride, the only leaf of it. */
size_t layout_get_rank(const layout_t *layout);
size_t layout_get_depth(const layout_t *layout);
layout_status layout_get_mode(const layout_t *layout, size_t position,
                              layout_t **mode);
size_t layout_get_num_leaves(const layout_t *layout);
layout_status layout_get_leaf(const layout_t *layout, size_t position,
                              layout_leaf *leaf);

/* B, M and S of a swizzle, or of the outer layout of a composed one. */
layout_status layout_get_swizzle(const layout_t *layout, int64_t *bits,
                                 int64_t *base, int64_t *shift);

/* The parts of a composed layout. */
layout_status layout_get_outer(const layout_t *layout, layout_t **outer);
layout_status layout_get_offset(const layout_t *layout, layout_term *offset);
layout_status layout_get_inner(const layout_t *layout, layout_t **inner);

typedef enum {
  LAYOUT_TILE_WHOLE = 0,
  LAYOUT_TILE_EXTENT = 1,
  LAYOUT_TILE_LAYOUT = 2
} layout_tile_kind;

/* A mode of a tiler: its extent, 0 for the whole mode and where it has symbols,
   and its layout, null for the other kinds. */
layout_status layout_get_tile_mode(const layout_t *layout, size_t position,
                                   int *kind, int64_t *extent,
                                   layout_t **mode);

/* The dims of a linear layout, a coordinate of a basis, and of the constant. */
size_t layout_get_num_in_dims(const layout_t *layout);
size_t layout_get_num_out_dims(const layout_t *layout);
layout_status layout_get_in_dim(const layout_t *layout, size_t position,
                                layout_dim *dim);
layout_status layout_get_out_dim(const layout_t *layout, size_t position,
                                 layout_dim *dim);
layout_status layout_get_basis(const layout_t *layout, size_t in_dim,
                               size_t bit, size_t out_dim, int64_t *coordinate);
layout_status layout_get_constant(const layout_t *layout, size_t out_dim,
                                  int64_t *coordinate);

/*===-- Operations ---------------------------------------------------------===*/

/* left o right, which at c is left at right at c. Where right reaches past left,
   the last mode of left is extended if `is_promoted`, as CuTe has it. */
layout_status layout_compose(const layout_t *left, const layout_t *right,
                             bool is_promoted, const layout_budget *budget,
                             layout_t **result);

/* The same function in another notation. */
layout_status layout_convert(const layout_t *layout, layout_kind kind,
                             const layout_budget *budget, layout_t **result);

/* The layouts as the modes of one, CuTe's make_layout. */
layout_status layout_concat(const layout_t *const *layouts, size_t count,
                            layout_t **result);

/* CuTe's operations, documented in the reference of the dialect by these names. */
#define LAYOUT_UNARY(name)                                                     \
  layout_status name(const layout_t *layout, const layout_budget *budget,      \
                     layout_t **result)
#define LAYOUT_BINARY(name)                                                    \
  layout_status name(const layout_t *left, const layout_t *right,              \
                     const layout_budget *budget, layout_t **result)

LAYOUT_UNARY(layout_coalesce);
LAYOUT_UNARY(layout_flatten);
LAYOUT_UNARY(layout_filter);
LAYOUT_UNARY(layout_filter_zeros);
LAYOUT_UNARY(layout_inverse);
LAYOUT_UNARY(layout_left_inverse);
LAYOUT_UNARY(layout_right_inverse);
LAYOUT_UNARY(layout_nullspace);
LAYOUT_BINARY(layout_max_common_layout);
LAYOUT_BINARY(layout_append);
LAYOUT_BINARY(layout_prepend);

/* What the layout leaves out of [0, size). */
layout_status layout_complement(const layout_t *layout, int64_t size,
                                const layout_budget *budget, layout_t **result);

/* The same bits as elements of another size. */
layout_status layout_recast(const layout_t *layout, int64_t old_bits,
                            int64_t new_bits, const layout_budget *budget,
                            layout_t **result);

/* Divisions of the left layout by the right one or by a tiler, and products. */
LAYOUT_BINARY(layout_logical_divide);
LAYOUT_BINARY(layout_zipped_divide);
LAYOUT_BINARY(layout_tiled_divide);
LAYOUT_BINARY(layout_flat_divide);
LAYOUT_BINARY(layout_logical_product);
LAYOUT_BINARY(layout_zipped_product);
LAYOUT_BINARY(layout_tiled_product);
LAYOUT_BINARY(layout_flat_product);
LAYOUT_BINARY(layout_blocked_product);
LAYOUT_BINARY(layout_raked_product);

/* Triton's operations on linear layouts. */
LAYOUT_UNARY(layout_invert);
LAYOUT_UNARY(layout_pseudoinvert);
LAYOUT_BINARY(layout_invert_and_compose);

#undef LAYOUT_UNARY
#undef LAYOUT_BINARY

/* Any operation by its name. Its parameters are texts, written as in the
   calculator: 64, [0, 2], (64,(2,2)), (_,3), [lane, warp], [lane = 4]. */
typedef struct {
  const char *name;
  const char *text;
} layout_parameter;

typedef enum {
  LAYOUT_VALUE_LAYOUT = 0,
  LAYOUT_VALUE_NUMBER = 1,
  LAYOUT_VALUE_TRUTH = 2 /* the numbers 0 and 1 */
} layout_value_kind;

/* What an operation gave: one value for most operations. */
typedef struct layout_values layout_values_t;

layout_status layout_evaluate(const char *name, const layout_t *const *operands,
                              size_t num_operands,
                              const layout_parameter *parameters,
                              size_t num_parameters,
                              const layout_budget *budget,
                              layout_values_t **result);
void layout_values_free(layout_values_t *values);
size_t layout_values_get_count(const layout_values_t *values);
layout_status layout_values_get_kind(const layout_values_t *values,
                                     size_t position, int *kind);
layout_status layout_values_get_layout(const layout_values_t *values,
                                       size_t position, layout_t **layout);
layout_status layout_values_get_number(const layout_values_t *values,
                                       size_t position, int64_t *number);

/* The operations there are: a name, with how many layouts it takes (SIZE_MAX for
   any number; either place may be null), and the names of its parameters. Null
   past the end. */
size_t layout_get_num_operations(void);
const char *layout_get_operation(size_t position, size_t *min_operands,
                                 size_t *max_operands);
const char *layout_get_operation_parameter(size_t operation, size_t position);

/*===-- Questions ----------------------------------------------------------===*/

/* An answer. What refutes a claim is in numbers:

     claim        coordinates        offsets                     sizes
     equivalent   one of both        on the left, on the right   or the sizes
     injective    the two            the one of both
     surjective                      the least that is missed
     disjoint     of left, of right  the one of both
     in_bounds    the one            its offset                  that is passed
     increasing   the one            its offset, the one before
     has_size                                                    found, claimed

   Coordinates are integral. layout_bijective is refuted as one of injective,
   in_bounds and surjective. */
typedef struct layout_verdict layout_verdict_t;

typedef enum {
  LAYOUT_PROVED = 0,
  LAYOUT_REFUTED = 1,
  LAYOUT_UNDECIDED = 2 /* never to be taken for proved */
} layout_verdict_kind;

/* How a claim was proved. Each method is exact. */
typedef enum {
  LAYOUT_BY_CANONICAL_FORM = 0,
  LAYOUT_BY_OFFSET_RANGE = 1,
  LAYOUT_BY_RANGES = 2,
  LAYOUT_BY_F2_MATRICES = 3,
  LAYOUT_BY_ENUMERATION = 4, /* of so many coordinates */
  LAYOUT_BY_INSTANCES = 5,   /* of so many values of symbols */
  LAYOUT_BY_EVALUATION = 6,
  LAYOUT_BY_SHAPES = 7,
  LAYOUT_BY_ISL = 8,
  LAYOUT_BY_CASES = 9 /* so many */
} layout_method;

/* Why a claim was not decided. */
typedef enum {
  LAYOUT_OUT_OF_BUDGET = 0, /* isl, after so many operations */
  LAYOUT_OUT_OF_STEPS = 1,  /* a search, after so many steps */
  LAYOUT_NOT_PRESBURGER = 2, /* a product of symbols, for example */
  LAYOUT_NOT_STATIC = 3,
  LAYOUT_TOO_LARGE = 4, /* a number or a count passes a limit */
  LAYOUT_NOT_READ = 5,  /* something in the question is not modeled */
  LAYOUT_NOT_FOUND = 6  /* neither a proof nor a counterexample */
} layout_reason;

/* Are these the same function of the integral coordinate? */
layout_status layout_equivalent(const layout_t *left, const layout_t *right,
                                const layout_budget *budget,
                                layout_verdict_t **verdict);
/* Do no two coordinates have the same offset? */
layout_status layout_injective(const layout_t *layout,
                               const layout_budget *budget,
                               layout_verdict_t **verdict);
/* Is each number below `size` an offset? Below 0 stands for the layout's own
   size: up to its greatest offset, or what its out-dims have room for. */
layout_status layout_surjective(const layout_t *layout, int64_t size,
                                const layout_budget *budget,
                                layout_verdict_t **verdict);
/* Is each number below `size` the offset of one coordinate? */
layout_status layout_bijective(const layout_t *layout, int64_t size,
                               const layout_budget *budget,
                               layout_verdict_t **verdict);
/* Is no offset of one an offset of the other? */
layout_status layout_disjoint(const layout_t *left, const layout_t *right,
                              const layout_budget *budget,
                              layout_verdict_t **verdict);
/* Are all offsets in [0, size)? */
layout_status layout_in_bounds(const layout_t *layout, int64_t size,
                               const layout_budget *budget,
                               layout_verdict_t **verdict);
/* Is each offset greater than the one before? */
layout_status layout_increasing(const layout_t *layout,
                                const layout_budget *budget,
                                layout_verdict_t **verdict);
/* Is the left shape compatible with the right one, as CuTe defines it? */
layout_status layout_compatible(const layout_t *left, const layout_t *right,
                                const layout_budget *budget,
                                layout_verdict_t **verdict);
/* Is the size, or the cosize, this number, for all values of the symbols? */
layout_status layout_has_size(const layout_t *layout, int64_t size,
                              const layout_budget *budget,
                              layout_verdict_t **verdict);
layout_status layout_has_cosize(const layout_t *layout, int64_t cosize,
                                const layout_budget *budget,
                                layout_verdict_t **verdict);
/* Does left o right ask left inside its domain alone? */
layout_status layout_stays_inside(const layout_t *left, const layout_t *right,
                                  const layout_budget *budget,
                                  layout_verdict_t **verdict);

void layout_verdict_free(layout_verdict_t *verdict);

/* The kind; LAYOUT_UNDECIDED for null. */
int layout_verdict_get_kind(const layout_verdict_t *verdict);
/* The method, the counterexample, or the reason in words. */
const char *layout_verdict_get_text(const layout_verdict_t *verdict);
/* The layout_method of a proof and the layout_reason of no decision, or -1; and
   the number that comes with either, or 0. */
int layout_verdict_get_method(const layout_verdict_t *verdict);
int layout_verdict_get_reason(const layout_verdict_t *verdict);
uint64_t layout_verdict_get_count(const layout_verdict_t *verdict);
/* Numbers of a counterexample, null if there are none. The place of the count may
   be null. */
const int64_t *layout_verdict_get_coordinates(const layout_verdict_t *verdict,
                                              size_t *num_coordinates);
const int64_t *layout_verdict_get_sizes(const layout_verdict_t *verdict,
                                        size_t *num_sizes);
/* Offsets of a counterexample, each of some parts; of none if the layout has no
   offset there. */
size_t layout_verdict_get_num_offsets(const layout_verdict_t *verdict);
size_t layout_verdict_get_offset_length(const layout_verdict_t *verdict,
                                        size_t position);
layout_status layout_verdict_get_offset(const layout_verdict_t *verdict,
                                        size_t position, size_t part,
                                        int64_t *number);
/* The values of symbols for which it refutes the claim. */
size_t layout_verdict_get_num_symbols(const layout_verdict_t *verdict);
layout_status layout_verdict_get_symbol(const layout_verdict_t *verdict,
                                        size_t position,
                                        layout_symbol_value *symbol);
/* For a tiler, the mode that the numbers are of; else -1. */
int64_t layout_verdict_get_mode(const layout_verdict_t *verdict);

/*===-- Relations as rows --------------------------------------------------===*/

/* The relation from coordinates to offsets: a union of conjunctions. A row has a
   coefficient for each input, output, symbol and local variable, in this order,
   and a constant at the end: the columns of mlir::presburger::IntegerRelation and
   of isl. The sum of an equality is 0, that of an inequality at least 0, for some
   integers in the place of the local variables. */
typedef struct layout_relation layout_relation_t;

/* Of the one integral coordinate or, if `is_natural`, of one input for each
   flattened mode. */
layout_status layout_get_relation(const layout_t *layout, bool is_natural,
                                  const layout_budget *budget,
                                  layout_relation_t **result);
void layout_relation_free(layout_relation_t *relation);
/* In isl's notation. */
const char *layout_relation_get_text(const layout_relation_t *relation);
size_t layout_relation_get_num_inputs(const layout_relation_t *relation);
size_t layout_relation_get_num_outputs(const layout_relation_t *relation);
size_t layout_relation_get_num_symbols(const layout_relation_t *relation);
const char *layout_relation_get_symbol(const layout_relation_t *relation,
                                       size_t position);
size_t layout_relation_get_num_conjunctions(const layout_relation_t *relation);
size_t layout_relation_get_num_locals(const layout_relation_t *relation,
                                      size_t conjunction);
size_t layout_relation_get_num_equalities(const layout_relation_t *relation,
                                          size_t conjunction);
size_t layout_relation_get_num_inequalities(const layout_relation_t *relation,
                                            size_t conjunction);
/* The coefficients of a row, null if there is none, and how many there are; the
   place of the length may be null. */
const int64_t *layout_relation_get_equality(const layout_relation_t *relation,
                                            size_t conjunction, size_t position,
                                            size_t *length);
const int64_t *
layout_relation_get_inequality(const layout_relation_t *relation,
                               size_t conjunction, size_t position,
                               size_t *length);

/*===-- Pictures -----------------------------------------------------------===*/

typedef enum {
  LAYOUT_DRAW_TEXT = 0,
  LAYOUT_DRAW_SVG = 1,
  LAYOUT_DRAW_TIKZ = 2,
  LAYOUT_DRAW_HTML = 3
} layout_picture_format;

/* The picture that shows a layout best. Offsets outside [0, size) are marked,
   unless size is below 0. The caller frees the text with layout_text_free. */
layout_status layout_draw(const layout_t *layout, layout_picture_format format,
                          int64_t size, char **result);

/* The same with another look: "scale=150 colors=off hatches=off label=bits
   fold=16", of which each may be left out. The scale is in percent, the label
   is the fact about a cell that stands in it, and a table of more columns than
   `fold` goes on below. */
layout_status layout_draw_with_look(const layout_t *layout,
                                    layout_picture_format format, int64_t size,
                                    const char *look, char **result);
void layout_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif /* LAYOUT_MATH_H */
