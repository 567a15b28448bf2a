// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @nothing(%i: index) {
  // expected-error @+2 {{custom op 'layout.assume' expected 'in' or 'mod'}}
  layout.assume %i
  return
}

// -----

func.func @nothing_after_the_range(%i: index) {
  // expected-error @+2 {{custom op 'layout.assume' expected 'mod'}}
  layout.assume %i in [0, 3],
  return
}

// -----

func.func @assume_c1(%i: index) {
  // expected-error @+1 {{'layout.assume' op promises neither a range nor a remainder}}
  "layout.assume"(%i) : (index) -> ()
  return
}

// -----

func.func @assume_c2(%i: index) {
  // expected-error @+1 {{'layout.assume' op has one number of two: a range has two ends, a remainder a modulus}}
  "layout.assume"(%i) <{least = 3 : i64}> : (index) -> ()
  return
}

// -----

func.func @assume_c3(%i: index) {
  // expected-error @+1 {{'layout.assume' op promises a value in [4, 3], where there is none}}
  layout.assume %i in [4, 3]
  return
}

// -----

func.func @assume_c4(%i: index) {
  // expected-error @+1 {{'layout.assume' op has the modulus 0, which is less than 1}}
  layout.assume %i mod 0 = 0
  return
}

// -----

func.func @assume_c5(%i: index) {
  // expected-error @+1 {{'layout.assume' op has the remainder 8, which is not in [0, 8)}}
  layout.assume %i mod 8 = 8
  return
}

// -----

func.func @type(%i: i32) {
  // expected-error @+1 {{'layout.assume' op operand #0 must be index, but got 'i32'}}
  "layout.assume"(%i) <{least = 0 : i64, greatest = 1 : i64}> : (i32) -> ()
  return
}

// -----

func.func @assume_c6() {
  %c = arith.constant 5 : index
  // expected-error @+1 {{broken promise: 5 is not in [0,4]}}
  layout.assume %c in [0, 4]
  return
}
