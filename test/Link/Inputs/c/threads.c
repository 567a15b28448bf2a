/* Two contexts on two threads: each makes layouts, asks about them, and runs a pipeline on a module, again and
   again; what one of them says does not depend on the other. */

#include "layout-c/Attributes.h"
#include "layout-c/Dialect.h"
#include "layout-c/Verdict.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/Pass.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 20, LENGTH = 1 << 16 };

/* What a thread has said. */
typedef struct {
  char text[LENGTH];
  size_t length;
} Said;

static void say(MlirStringRef text, void *data) {
  Said *said = data;
  if (LENGTH - said->length < text.length)
    abort();
  memcpy(said->text + said->length, text.data, text.length);
  said->length += text.length;
}

static void saySeparately(MlirStringRef text, void *data) {
  say(text, data);
  say(mlirStringRefCreateFromCString("\n"), data);
}

static MlirLogicalResult sayDiagnostic(MlirDiagnostic diagnostic, void *data) {
  mlirDiagnosticPrint(diagnostic, say, data);
  saySeparately(mlirStringRefCreateFromCString(""), data);
  return mlirLogicalResultSuccess();
}

static const char *const source =
    "%0 = layout.constant #layout.cute<(4,6,8):(2,3,5)>\n"
    "%1 = layout.constant #layout.cute<6:3>\n"
    "%2 = layout.compose %0, %1\n"
    "layout.assert_injective %2\n"
    "%3 = layout.constant #layout.relation<\"{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }\">\n"
    "layout.assert_injective %3\n";

static void question(MlirContext context, MlirLayoutKind kind, const char *text, Said *said) {
  MlirAttribute layout =
      mlirLayoutAttrGet(context, kind, mlirStringRefCreateFromCString(text), saySeparately, said);
  MlirLayoutVerdict verdict = mlirLayoutAttrInjective(layout, NULL);
  saySeparately(mlirLayoutVerdictGetText(verdict), said);
  mlirLayoutVerdictDestroy(verdict);
}

static void *work(void *data) {
  for (int round = 0; round < ROUNDS; ++round) {
    Said *said = data;
    said->length = 0;
    MlirContext context = mlirContextCreate();
    mlirContextSetAllowUnregisteredDialects(context, true);
    mlirContextAttachDiagnosticHandler(context, sayDiagnostic, said, NULL);
    mlirDialectHandleLoadDialect(mlirGetDialectHandle__layout__(), context);
    question(context, MlirLayoutKindCute, "(2,3):(6,3)", said);
    question(context, MlirLayoutKindComposed, "S<2,0,2> o 0 o (4,4):(4,1)", said);
    question(context, MlirLayoutKindRelation, "{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }", said);
    question(context, MlirLayoutKindCute, "(2,", said);

    MlirModule module =
        mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
    if (mlirModuleIsNull(module))
      abort();
    MlirPassManager manager = mlirPassManagerCreate(context);
    MlirStringRef pipeline =
        mlirStringRefCreateFromCString("builtin.module(layout-fold,layout-verify{report=true})");
    if (mlirLogicalResultIsFailure(
            mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(manager), pipeline, say, said)))
      abort();
    mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
    mlirOperationPrint(mlirModuleGetOperation(module), say, said);
    mlirPassManagerDestroy(manager);
    mlirModuleDestroy(module);
    mlirContextDestroy(context);
  }
  return NULL;
}

int main(void) {
  static Said said[3];
  pthread_t threads[2];
  mlirRegisterLayoutPasses();
  /* Alone, then two at once. */
  work(&said[2]);
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, work, &said[i]))
      return 1;
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; ++i)
    if (said[i].length != said[2].length || memcmp(said[i].text, said[2].text, said[i].length)) {
      fprintf(stderr, "thread %d said something else\n", i);
      return 1;
    }
  fwrite(said[2].text, 1, said[2].length, stdout);
  return 0;
}
