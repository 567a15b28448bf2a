// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-verify="summary=true report-file=%t/report.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file %t/report.json
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-verify="promotion=allow report-file=%t/report.sarif" -o /dev/null 2>%t/err
// RUN: FileCheck %s --check-prefix=SARIF --input-file %t/report.sarif
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-verify="report-file=%t/none/report.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLDER

// FOLDER: error: {{.*}}none/report.json: No such file or directory

// Two functions, whose verdicts are counted together, and what stands outside of them.
// CHECK:      {{.*}}verify-summary.mlir:1:1: remark: 8 obligations: 3 proved, 2 refuted, 1 unknown, 1 unsupported, 1 promoted
// CHECK:      note: layout.assert_cosize: 1 refuted
// CHECK:      note: layout.assert_equivalent: 1 proved by canonical form, 1 refuted
// CHECK:      note: layout.assert_injective: 1 proved by canonical form, 1 unknown (not static)
// CHECK:      note: layout.compose: 1 proved by offset range, 1 promoted
// CHECK:      note: layout.left_inverse: 1 unsupported
// CHECK:      note: nothing to prove of layout.constant (7)

// JSON:      "byOperation": {
// JSON:        "layout.assert_equivalent": [
// JSON-NEXT:     {
// JSON-NEXT:       "count": 1,
// JSON-NEXT:       "method": "canonical form",
// JSON-NEXT:       "reason": null,
// JSON-NEXT:       "verdict": "proved"
// JSON:            "reason": "not static",
// JSON-NEXT:       "verdict": "unknown"
// JSON:      "counts": {
// JSON-NEXT:   "promoted": 1,
// JSON-NEXT:   "proved": 3,
// JSON-NEXT:   "refuted": 2,
// JSON-NEXT:   "unknown": 1,
// JSON-NEXT:   "unsupported": 1
// JSON:      "leftAlone": {
// JSON-NEXT:   "layout.constant": 7
// JSON:      "message": "layouts differ at coordinate 2: 7 and 3",
// JSON-NEXT: "method": null,
// JSON-NEXT: "notes": [
// JSON:        "message": "(4,6,8):(2,3,5) o 6:3 gives 7",
// JSON:        "column": 8,
// JSON:        "line": 68
// JSON:      "operation": "layout.assert_equivalent",
// JSON:        "column": 3,
// JSON:        "line": 70
// JSON:      "verdict": "refuted"
// JSON:      "tool": "layout-verify"

// SARIF:      "results": [
// SARIF:      "kind": "pass",
// SARIF-NEXT: "level": "none",
// SARIF:        "startLine":
// SARIF:      "text": "proved by offset range: composition stays inside its left layout"
// SARIF:      "kind": "fail",
// SARIF-NEXT: "level": "error",
// SARIF:      "text": "layouts differ at coordinate 2: 7 and 3"
// SARIF:        "text": "(4,6,8):(2,3,5) o 6:3 gives 7"
// SARIF:      "ruleId": "refuted"
// What is allowed is in the report all the same.
// SARIF:      "text": "composition leaves the domain of (4,3):(3,1) at coordinate 12"
// SARIF:      "ruleId": "promoted"
// SARIF:      "kind": "notApplicable",
// SARIF:      "kind": "open",
// SARIF:      "name": "layout-verify",

func.func @wrong_composition() {
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %f = layout.constant #layout.cute<6:3>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<(2,3):(6,3)>
  layout.assert_equivalent %h, %claimed
  layout.assert_equivalent %claimed, %claimed
  layout.assert_cosize %f, 17
  return
}

func.func @promotion(%layout: !layout.layout) {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  %b = layout.constant #layout.cute<4:1@0>
  %i = layout.left_inverse %b
  layout.assert_injective %layout
  return
}

%l = layout.constant #layout.cute<4:1>
layout.assert_injective %l
