/* A program in C on MLIR's interface in C: layouts as attributes, and verdicts with their numbers. */

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Verdict.h"

#include <inttypes.h>
#include <stdio.h>

static void print(MlirStringRef text, void *stream) {
  fwrite(text.data, 1, text.length, stream);
}

static void show(const char *question, MlirLayoutVerdict verdict) {
  static const char *const words[] = {"proved", "refuted", "unknown", "unsupported"};
  MlirStringRef text = mlirLayoutVerdictGetText(verdict);
  printf("%s: %s: %.*s\n", question, words[mlirLayoutVerdictGetKind(verdict)], (int)text.length,
         text.data);
  for (intptr_t i = 0; i < mlirLayoutVerdictGetNumCoordinates(verdict); ++i)
    printf("  coordinate %" PRId64 "\n", mlirLayoutVerdictGetCoordinate(verdict, i));
  for (intptr_t i = 0; i < mlirLayoutVerdictGetNumOffsets(verdict); ++i) {
    intptr_t parts;
    const int64_t *offset = mlirLayoutVerdictGetOffset(verdict, i, &parts);
    printf("  offset %" PRId64 " of %d part\n", offset ? *offset : -1, (int)parts);
  }
  for (intptr_t i = 0; i < mlirLayoutVerdictGetNumSizes(verdict); ++i)
    printf("  size %" PRId64 "\n", mlirLayoutVerdictGetSize(verdict, i));
  for (intptr_t i = 0; i < mlirLayoutVerdictGetNumSymbols(verdict); ++i) {
    int64_t value;
    MlirStringRef name = mlirLayoutVerdictGetSymbol(verdict, i, &value);
    printf("  %.*s = %" PRId64 "\n", (int)name.length, name.data, value);
  }
  if (0 <= mlirLayoutVerdictGetMethod(verdict) || 0 <= mlirLayoutVerdictGetReason(verdict))
    printf("  method %d, reason %d, count %d\n", mlirLayoutVerdictGetMethod(verdict),
           mlirLayoutVerdictGetReason(verdict), (int)mlirLayoutVerdictGetCount(verdict));
  mlirLayoutVerdictDestroy(verdict);
}

int main(void) {
  MlirContext context = mlirContextCreate();
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__layout__(), context);
#define GET(kind, text)                                                                           \
  mlirLayoutAttrGet(context, MlirLayoutKind##kind, mlirStringRefCreateFromCString(text), print,  \
                    stdout)
  MlirAttribute g = GET(Cute, "(4,6,8):(2,3,5)"), f = GET(Cute, "6:3");
  MlirAttribute claimed = GET(Cute, "(2,3):(6,3)"), two = GET(Cute, "4:2");
  MlirAttribute swizzle = GET(Swizzle, "S<3,4,3>"), tile = GET(Tile, "[4;8]");
  MlirAttribute symbolic = GET(Cute, "(K,2):(2,1) where K in [3,4]");
  MlirAttribute carry = GET(Relation, "{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }");
  MlirAttribute composed = mlirLayoutAttrCompose(g, f, true, NULL, print, stdout);

  show("equivalent", mlirLayoutAttrEquivalent(composed, claimed, NULL));
  show("injective", mlirLayoutAttrInjective(claimed, NULL));
  show("surjective", mlirLayoutAttrSurjective(two, -1, NULL));
  show("bijective", mlirLayoutAttrBijective(two, 7, NULL));
  show("disjoint", mlirLayoutAttrDisjoint(two, f, NULL));
  show("in bounds", mlirLayoutAttrInBounds(two, 7, NULL));
  show("increasing", mlirLayoutAttrIncreasing(claimed, NULL));
  show("compatible", mlirLayoutAttrCompatible(two, claimed, NULL));
  show("size", mlirLayoutAttrHasSize(symbolic, 6, NULL));
  show("cosize", mlirLayoutAttrHasCosize(two, 8, NULL));
  show("stays inside", mlirLayoutAttrStaysInside(two, f, NULL));
  MlirLayoutBudget budget = mlirLayoutBudgetGetDefault();
  budget.islOperations = 0;
  budget.walkFirst = budget.walkLast = 0;
  show("without a budget", mlirLayoutAttrInjective(carry, &budget));
  show("a tiler", mlirLayoutAttrInjective(tile, NULL));
  MlirAttribute none = {NULL};
  show("null", mlirLayoutAttrInjective(none, NULL));

  printf("%d %d %d %d\n", mlirAttributeIsALayoutCute(g), mlirAttributeIsALayoutSwizzle(g),
         mlirAttributeIsALayoutSwizzle(swizzle), mlirAttributeIsALayoutTile(none));
  printf("%d %d\n", mlirTypeIDEqual(mlirLayoutCuteAttrGetTypeID(), mlirAttributeGetTypeID(g)),
         mlirTypeIDEqual(mlirLayoutTileAttrGetTypeID(), mlirAttributeGetTypeID(g)));
  mlirContextDestroy(context);
  return 0;
}
