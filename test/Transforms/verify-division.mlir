// RUN: %driver %s --layout-verify --verify-diagnostics --split-input-file
// RUN: not %driver %s --layout-verify=promotion=error --split-input-file -o /dev/null 2>&1 | FileCheck %s
// RUN: %driver %s --layout-verify=promotion=allow --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALLOW --allow-empty
// ALLOW-NOT: {{warning|error}}: division

// A tile that does not divide the layout is rounded up past its end.
%a = layout.constant #layout.cute<10:1>
%b = layout.constant #layout.cute<3:1>
// CHECK: :[[#@LINE+3]]:6: error: division leaves the domain of 10:1 at coordinate 10
// expected-warning @below {{division leaves the domain of 10:1 at coordinate 10}}
// expected-note @below {{(3,4):(1,3) gives 10, and the left layout has size 10}}
%d = layout.logical_divide %a, %b

// -----

%a = layout.constant #layout.cute<(4,3):(3,1)>
%b = layout.constant #layout.cute<24:1>
// expected-warning @below {{division leaves the domain of (4,3):(3,1) at coordinate 12}}
// expected-note @below {{(24,1):(1,0) gives 12, and the left layout has size 12}}
%d = layout.zipped_divide %a, %b

// -----

// Mode by mode, in the inner layout of a composed one.
%a = layout.constant #layout.composed<S<3,4,3> o 0 o (8,10):(10,1)>
%b = layout.constant #layout.tile<[4;4]>
// expected-warning @below {{division leaves the domain of S<3,4,3> o 0 o (8,10):(10,1) at coordinate 10 of mode 1}}
// expected-note @below {{[(4,2):(1,4);(4,3):(1,4)] gives 10, and mode 1 of the left layout has size 10}}
%d = layout.flat_divide %a, %b

// -----

// What divides is not warned of.
%a = layout.constant #layout.cute<(8,64):(64,1)>
%b = layout.constant #layout.tile<[4;8]>
%d = layout.tiled_divide %a, %b
