// The files of a run have the obligations of all parts of its input.
// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --split-input-file --layout-verify="report-file=%t/report.json certificate=%t/certificate.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file %t/report.json
// RUN: %root/scripts/check-certificate %t/certificate.json | FileCheck %s --check-prefix=REPLAYED

// A name - is the standard output, where both follow the module.
// RUN: rm -rf %t.run && mkdir %t.run && cd %t.run && not layout-opt %s --split-input-file --layout-verify="report-file=- certificate=-" 2>/dev/null | FileCheck %s --check-prefix=OUTPUT
// RUN: cd %t.run && printf 'module {\n  \045a = layout.constant #layout.cute<4:2>\n  layout.assert_injective \045a\n}\n' | layout-opt - --layout-verify=report-file=- | FileCheck %s --check-prefix=AFTER
// RUN: not test -e %t.run/-
// One file would keep one of them.
// RUN: cd %t.run && not layout-opt %s --layout-verify="report-file=one certificate=./one" -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not test -e %t.run/one
// ONE: error: report-file and certificate are both one
// OUTPUT-COUNT-1: "counts": {
// OUTPUT:           "proved": 2,
// OUTPUT-NOT:     "counts": {
// OUTPUT-COUNT-3: "fingerprint":
// OUTPUT-NOT:     "fingerprint":
// AFTER:      layout.assert_injective
// AFTER:      "counts": {

// JSON:      "counts": {
// JSON-NEXT:   "promoted": 0,
// JSON-NEXT:   "proved": 2,
// JSON-NEXT:   "refuted": 1,
// JSON-NEXT:   "unknown": 0,
// JSON-NEXT:   "unsupported": 0
// JSON:      "leftAlone": {
// JSON-NEXT:   "layout.constant": 3
// REPLAYED:  3 obligations: 3 agree ({{.*}}), 0 disagree, 0 not replayed

func.func @first() {
  %a = layout.constant #layout.cute<(2,4):(4,1)>
  layout.assert_injective %a
  return
}

// -----

func.func @second() {
  %a = layout.constant #layout.cute<(2,4):(0,1)>
  // CHECK: error: layout is not injective: coordinates 0 and 1 both give 0
  layout.assert_injective %a
  return
}

// -----

func.func @third() {
  %a = layout.constant #layout.cute<4:2>
  layout.assert_injective %a
  return
}
