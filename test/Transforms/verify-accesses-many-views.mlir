// RUN: layout-opt %s --layout-verify='accesses=true report=true' --verify-diagnostics -o /dev/null

// A base may be behind as many views as are gone through, and it may have no element.

func.func @base(%m: memref<0xf32>) {
  %a0, %o, %z, %t = memref.extract_strided_metadata %m : memref<0xf32> -> memref<f32>, index, index, index
  %a1 = memref.assume_alignment %a0, 4 : memref<f32>
  %a2 = memref.assume_alignment %a1, 4 : memref<f32>
  %a3 = memref.assume_alignment %a2, 4 : memref<f32>
  %a4 = memref.assume_alignment %a3, 4 : memref<f32>
  %a5 = memref.assume_alignment %a4, 4 : memref<f32>
  %a6 = memref.assume_alignment %a5, 4 : memref<f32>
  %a7 = memref.assume_alignment %a6, 4 : memref<f32>
  %a8 = memref.assume_alignment %a7, 4 : memref<f32>
  %a9 = memref.assume_alignment %a8, 4 : memref<f32>
  %a10 = memref.assume_alignment %a9, 4 : memref<f32>
  %a11 = memref.assume_alignment %a10, 4 : memref<f32>
  %a12 = memref.assume_alignment %a11, 4 : memref<f32>
  %a13 = memref.assume_alignment %a12, 4 : memref<f32>
  %a14 = memref.assume_alignment %a13, 4 : memref<f32>
  %a15 = memref.assume_alignment %a14, 4 : memref<f32>
  %a16 = memref.assume_alignment %a15, 4 : memref<f32>
  %a17 = memref.assume_alignment %a16, 4 : memref<f32>
  %a18 = memref.assume_alignment %a17, 4 : memref<f32>
  %a19 = memref.assume_alignment %a18, 4 : memref<f32>
  %a20 = memref.assume_alignment %a19, 4 : memref<f32>
  %a21 = memref.assume_alignment %a20, 4 : memref<f32>
  %a22 = memref.assume_alignment %a21, 4 : memref<f32>
  %a23 = memref.assume_alignment %a22, 4 : memref<f32>
  %a24 = memref.assume_alignment %a23, 4 : memref<f32>
  %a25 = memref.assume_alignment %a24, 4 : memref<f32>
  %a26 = memref.assume_alignment %a25, 4 : memref<f32>
  %a27 = memref.assume_alignment %a26, 4 : memref<f32>
  %a28 = memref.assume_alignment %a27, 4 : memref<f32>
  %a29 = memref.assume_alignment %a28, 4 : memref<f32>
  %a30 = memref.assume_alignment %a29, 4 : memref<f32>
  %a31 = memref.assume_alignment %a30, 4 : memref<f32>
  %a32 = memref.assume_alignment %a31, 4 : memref<f32>
  %a33 = memref.assume_alignment %a32, 4 : memref<f32>
  %a34 = memref.assume_alignment %a33, 4 : memref<f32>
  %a35 = memref.assume_alignment %a34, 4 : memref<f32>
  %a36 = memref.assume_alignment %a35, 4 : memref<f32>
  %a37 = memref.assume_alignment %a36, 4 : memref<f32>
  %a38 = memref.assume_alignment %a37, 4 : memref<f32>
  %a39 = memref.assume_alignment %a38, 4 : memref<f32>
  %a40 = memref.assume_alignment %a39, 4 : memref<f32>
  %a41 = memref.assume_alignment %a40, 4 : memref<f32>
  %a42 = memref.assume_alignment %a41, 4 : memref<f32>
  %a43 = memref.assume_alignment %a42, 4 : memref<f32>
  %a44 = memref.assume_alignment %a43, 4 : memref<f32>
  %a45 = memref.assume_alignment %a44, 4 : memref<f32>
  %a46 = memref.assume_alignment %a45, 4 : memref<f32>
  %a47 = memref.assume_alignment %a46, 4 : memref<f32>
  %a48 = memref.assume_alignment %a47, 4 : memref<f32>
  %a49 = memref.assume_alignment %a48, 4 : memref<f32>
  %a50 = memref.assume_alignment %a49, 4 : memref<f32>
  %a51 = memref.assume_alignment %a50, 4 : memref<f32>
  %a52 = memref.assume_alignment %a51, 4 : memref<f32>
  %a53 = memref.assume_alignment %a52, 4 : memref<f32>
  %a54 = memref.assume_alignment %a53, 4 : memref<f32>
  %a55 = memref.assume_alignment %a54, 4 : memref<f32>
  %a56 = memref.assume_alignment %a55, 4 : memref<f32>
  %a57 = memref.assume_alignment %a56, 4 : memref<f32>
  %a58 = memref.assume_alignment %a57, 4 : memref<f32>
  %a59 = memref.assume_alignment %a58, 4 : memref<f32>
  %a60 = memref.assume_alignment %a59, 4 : memref<f32>
  %a61 = memref.assume_alignment %a60, 4 : memref<f32>
  %a62 = memref.assume_alignment %a61, 4 : memref<f32>
  %a63 = memref.assume_alignment %a62, 4 : memref<f32>
  %a64 = memref.assume_alignment %a63, 4 : memref<f32>
  // expected-error @below {{access is never in bounds: index 0 of dimension 0 is outside [0, 0)}}
  %x = memref.load %a62[] : memref<f32>
  // expected-remark @below {{unknown whether the access is in bounds: there are 64 views of each other or more}}
  %y = memref.load %a63[] : memref<f32>
  // expected-remark @below {{unknown whether the access is in bounds: there are 64 views of each other or more}}
  %w = memref.load %a64[] : memref<f32>
  return
}
