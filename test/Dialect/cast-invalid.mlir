// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a layout attribute, not 4 : i64}}
func.func private @type_c1(!layout.layout<4>)

// -----

// expected-error @+1 {{the type does not say which layout #layout.cute<(_0,8):(8,1)> is: an anonymous name has another value at each use}}
func.func private @type_c2(!layout.layout<#layout.cute<(?,8):(8,1)>>)

// -----

func.func @cast_c1(%a: !layout.layout<#layout.cute<6:3>>) {
  // expected-error @+1 {{'layout.cast' op casts 6:3 to (2,3):(3,7), but layouts differ at coordinate 2: 6 and 7}}
  %b = layout.cast %a : !layout.layout<#layout.cute<6:3>> to !layout.layout<#layout.cute<(2,3):(3,7)>>
  return
}

// -----

func.func @cast_c2() {
  // expected-note @+1 {{(2,3):(6,3) gives 3}}
  %a = layout.constant #layout.cute<(2,3):(6,3)>
  // expected-error @+2 {{layouts differ at coordinate 2: 3 and 7}}
  // expected-note @+1 {{(2,3):(6,7) gives 7}}
  %b = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<(2,3):(6,7)>>
  return
}

// -----

func.func @size() {
  // expected-note @+1 {{8:1 has size 8}}
  %a = layout.constant #layout.cute<8:1>
  // expected-error @+2 {{layouts have different sizes: 8 and 4}}
  // expected-note @+1 {{4:1 has size 4}}
  %b = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<4:1>>
  return
}

// -----

// A loop that carries another layout than it says.
func.func @loop(%l: !layout.layout<#layout.cute<(4,2):(2,1)>>, %i: index, %j: index, %s: index) {
  scf.for %n = %i to %j step %s iter_args(%c = %l) -> (!layout.layout<#layout.cute<(4,2):(2,1)>>) {
    %a = layout.cast %c : !layout.layout<#layout.cute<(4,2):(2,1)>> to !layout.layout
    // expected-note @+1 {{select((4,2):(2,1), [1, 0]) gives 1}}
    %f = layout.select %a, [1, 0]
    // expected-error @+2 {{layouts differ at coordinate 1: 1 and 2}}
    // expected-note @+1 {{(4,2):(2,1) gives 2}}
    %k = layout.cast %f : !layout.layout to !layout.layout<#layout.cute<(4,2):(2,1)>>
    scf.yield %k : !layout.layout<#layout.cute<(4,2):(2,1)>>
  }
  return
}

// -----

// What the layout is when the symbol is 8 is not what it always is.
func.func @symbol() {
  // expected-note @+1 {{(M,2):(1,M) where M in [4,8] gives 4}}
  %a = layout.constant #layout.cute<(M,2):(1,M) where M in [4,8]>
  // expected-error @+2 {{layouts differ at coordinate 4 for M = 4: 4 and 8}}
  // expected-note @+1 {{(M,2):(1,8) where M in [4,8] gives 8}}
  %b = layout.cast %a : !layout.layout to !layout.layout<#layout.cute<(M,2):(1,8) where M in [4,8]>>
  return
}

// -----

func.func @operand(%a: !layout.layout<#layout.cute<4:1>>) {
  // expected-error @+1 {{'layout.size' op operand #0 must be !layout.layout, but got '!layout.layout<#layout.cute<4:1>>'}}
  %n = "layout.size"(%a) : (!layout.layout<#layout.cute<4:1>>) -> index
  return
}
