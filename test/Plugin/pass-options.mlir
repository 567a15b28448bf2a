// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-verify{promotion=allow report=true})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ALLOW
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(func.func(layout-verify{promotion=error}))' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-verify{promotion=maybe})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VALUE
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(layout-verify{colour=red})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

// ALLOW-NOT: composition leaves the domain
// ALLOW:     remark: proved by {{.*}}: layout is injective
// ERROR:     error: composition leaves the domain of (4,3):(3,1) at coordinate 12
// VALUE:     for the --promotion option: Cannot find option named 'maybe'!
// OPTION:    error: <Pass-Options-Parser>: no such option colour
func.func @f() {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  layout.assert_injective %g
  return
}
