// The work of a verdict has a bound, whatever the layouts are: each function here took more than 20 seconds,
// or more than a GiB of memory.
// RUN: ulimit -v 4194304
// RUN: timeout 120 layout-opt %s --layout-verify=report=true --verify-diagnostics

// 3^24 differences of coordinates, of which the root is looked at.
func.func @strides_of_one_size() {
  %a = layout.constant #layout.cute<(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1126185712130890,1126941882745085,1126934295895977,1126321820081459,1126773831125168,1126407359876165,1126233346030207,1126756852380720,1125933155266201,1126248074206545,1125992639909226,1126492034773344,1126754084839480,1126840165801822,1126195982933128,1126706840430557,1125977634817052,1126987117550331,1126467774477532,1126824617708943,1126795772914356,1126409222325908,1126642524734576,1125964026175753)>
  // expected-remark @+1 {{proved by canonical form: layout is injective}}
  layout.assert_injective %a
  %b = layout.constant #layout.composed<S<3,4,3> o 5 o (2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1126185712130890,1126941882745085,1126934295895977,1126321820081459,1126773831125168,1126407359876165,1126233346030207,1126756852380720,1125933155266201,1126248074206545,1125992639909226,1126492034773344,1126754084839480,1126840165801822,1126195982933128,1126706840430557,1125977634817052,1126987117550331,1126467774477532,1126824617708943,1126795772914356,1126409222325908,1126642524734576,1125964026175753)>
  // expected-remark @+1 {{proved by canonical form: layout is injective}}
  layout.assert_injective %b
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %b, %b
  return
}

// The last stride is the first one, and the sixth, less the third: d0 + d5 = d2 + d23.
func.func @a_late_collision() {
  // expected-note @+1 {{(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1126185712130890,1126941882745085,1126934295895977,1126321820081459,1126773831125168,1126407359876165,1126233346030207,1126756852380720,1125933155266201,1126248074206545,1125992639909226,1126492034773344,1126754084839480,1126840165801822,1126195982933128,1126706840430557,1125977634817052,1126987117550331,1126467774477532,1126824617708943,1126795772914356,1126409222325908,1126642524734576,1125658776111078)}}
  %a = layout.constant #layout.cute<(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1126185712130890,1126941882745085,1126934295895977,1126321820081459,1126773831125168,1126407359876165,1126233346030207,1126756852380720,1125933155266201,1126248074206545,1125992639909226,1126492034773344,1126754084839480,1126840165801822,1126195982933128,1126706840430557,1125977634817052,1126987117550331,1126467774477532,1126824617708943,1126795772914356,1126409222325908,1126642524734576,1125658776111078)>
  // expected-error @+1 {{layout is not injective: coordinates 33 and 8388612 both give 2252593072007055}}
  layout.assert_injective %a
  return
}

func.func @more_than_can_be_searched() {
  %a = layout.constant #layout.cute<(3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3,3):(4523282845733200,4526568513912266,4510924990908302,4522392572593210,4512353994602733,4537517256668098,4537624314506587,4527810738200377,4508288875221171,4505013319143247,4533657070761207,4532817296853910,4511969972168929,4530181372982329,4523240429646307,4520201846733519,4506137946638400,4504107763534199,4511206345038393,4524118438215849,4522135033189082,4527513437389915,4528945577276012,4513336140674126,4530109788113841,4530776119148740,4510817574435747,4522688639697509,4534382951139165,4521771538640087,4524922083252533,4527447641288807,4525755559614884,4530091071778738,4512978256172396,4526992713674066)>
  // expected-remark @+1 {{unknown whether layout is injective: a search did not decide it within 16777216 steps}}
  layout.assert_injective %a
  return
}

// Parities of 20 bits: a matrix, though the text is that of a relation.
func.func @matrices_as_text() {
  %a = layout.constant #layout.relation<"{ [c] -> [((c + floor(c/2) + floor(c/8)) mod 2) + 2*((floor(c/2) + floor(c/4) + floor(c/16)) mod 2) + 4*((floor(c/4) + floor(c/8) + floor(c/32)) mod 2) + 8*((floor(c/8) + floor(c/16) + floor(c/64)) mod 2) + 16*((floor(c/16) + floor(c/32) + floor(c/128)) mod 2) + 32*((floor(c/32) + floor(c/64) + floor(c/256)) mod 2) + 64*((floor(c/64) + floor(c/128) + floor(c/512)) mod 2) + 128*((floor(c/128) + floor(c/256) + floor(c/1024)) mod 2) + 256*((floor(c/256) + floor(c/512) + floor(c/2048)) mod 2) + 512*((floor(c/512) + floor(c/1024) + floor(c/4096)) mod 2) + 1024*((floor(c/1024) + floor(c/2048) + floor(c/8192)) mod 2) + 2048*((floor(c/2048) + floor(c/4096) + floor(c/16384)) mod 2) + 4096*((floor(c/4096) + floor(c/8192) + floor(c/32768)) mod 2) + 8192*((floor(c/8192) + floor(c/16384) + floor(c/65536)) mod 2) + 16384*((floor(c/16384) + floor(c/32768) + floor(c/131072)) mod 2) + 32768*((floor(c/32768) + floor(c/65536) + floor(c/262144)) mod 2) + 65536*((floor(c/65536) + floor(c/131072) + floor(c/524288)) mod 2) + 131072*((floor(c/131072) + floor(c/262144)) mod 2) + 262144*((floor(c/262144) + floor(c/524288)) mod 2) + 524288*((floor(c/524288)) mod 2)] : 0 <= c < 1048576 }">
  // expected-remark @+1 {{proved by F2 matrices: layout is injective}}
  layout.assert_injective %a
  // expected-remark @+1 {{proved by F2 matrices: layout is bijective onto [0, 1048576)}}
  layout.assert_bijective %a, 1048576
  %same = layout.constant #layout.relation<"{ [c] -> [524288*((floor(c/524288)) mod 2) + 262144*((floor(c/262144) + floor(c/524288)) mod 2) + 131072*((floor(c/131072) + floor(c/262144)) mod 2) + 65536*((floor(c/65536) + floor(c/131072) + floor(c/524288)) mod 2) + 32768*((floor(c/32768) + floor(c/65536) + floor(c/262144)) mod 2) + 16384*((floor(c/16384) + floor(c/32768) + floor(c/131072)) mod 2) + 8192*((floor(c/8192) + floor(c/16384) + floor(c/65536)) mod 2) + 4096*((floor(c/4096) + floor(c/8192) + floor(c/32768)) mod 2) + 2048*((floor(c/2048) + floor(c/4096) + floor(c/16384)) mod 2) + 1024*((floor(c/1024) + floor(c/2048) + floor(c/8192)) mod 2) + 512*((floor(c/512) + floor(c/1024) + floor(c/4096)) mod 2) + 256*((floor(c/256) + floor(c/512) + floor(c/2048)) mod 2) + 128*((floor(c/128) + floor(c/256) + floor(c/1024)) mod 2) + 64*((floor(c/64) + floor(c/128) + floor(c/512)) mod 2) + 32*((floor(c/32) + floor(c/64) + floor(c/256)) mod 2) + 16*((floor(c/16) + floor(c/32) + floor(c/128)) mod 2) + 8*((floor(c/8) + floor(c/16) + floor(c/64)) mod 2) + 4*((floor(c/4) + floor(c/8) + floor(c/32)) mod 2) + 2*((floor(c/2) + floor(c/4) + floor(c/16)) mod 2) + ((c + floor(c/2) + floor(c/8)) mod 2)] : 0 <= c < 1048576 }">
  // expected-remark @+1 {{proved by F2 matrices: layouts are equal}}
  layout.assert_equivalent %a, %same
  return
}

// 2^39 modes.
func.func @doubling() {
  %a0 = layout.constant #layout.cute<1:0>
  %a1 = layout.concat %a0, %a0
  %a2 = layout.concat %a1, %a1
  %a3 = layout.concat %a2, %a2
  %a4 = layout.concat %a3, %a3
  %a5 = layout.concat %a4, %a4
  %a6 = layout.concat %a5, %a5
  %a7 = layout.concat %a6, %a6
  %a8 = layout.concat %a7, %a7
  %a9 = layout.concat %a8, %a8
  %a10 = layout.concat %a9, %a9
  %a11 = layout.concat %a10, %a10
  %a12 = layout.concat %a11, %a11
  // expected-error @+1 {{the layout has more modes than the limit of 4096}}
  %a13 = layout.concat %a12, %a12
  %a14 = layout.concat %a13, %a13
  %a15 = layout.concat %a14, %a14
  %a16 = layout.concat %a15, %a15
  %a17 = layout.concat %a16, %a16
  %a18 = layout.concat %a17, %a17
  %a19 = layout.concat %a18, %a18
  %a20 = layout.concat %a19, %a19
  %a21 = layout.concat %a20, %a20
  %a22 = layout.concat %a21, %a21
  %a23 = layout.concat %a22, %a22
  %a24 = layout.concat %a23, %a23
  %a25 = layout.concat %a24, %a24
  %a26 = layout.concat %a25, %a25
  %a27 = layout.concat %a26, %a26
  %a28 = layout.concat %a27, %a27
  %a29 = layout.concat %a28, %a28
  %a30 = layout.concat %a29, %a29
  %a31 = layout.concat %a30, %a30
  %a32 = layout.concat %a31, %a31
  %a33 = layout.concat %a32, %a32
  %a34 = layout.concat %a33, %a33
  %a35 = layout.concat %a34, %a34
  %a36 = layout.concat %a35, %a35
  %a37 = layout.concat %a36, %a36
  %a38 = layout.concat %a37, %a37
  %a39 = layout.concat %a38, %a38
  layout.assert_injective %a39
  return
}

// As many modes as a layout can have: their number counts once.
func.func @unit_modes() {
  %a0 = layout.constant #layout.cute<1:0>
  %a1 = layout.concat %a0, %a0
  %a2 = layout.concat %a1, %a1
  %a3 = layout.concat %a2, %a2
  %a4 = layout.concat %a3, %a3
  %a5 = layout.concat %a4, %a4
  %a6 = layout.concat %a5, %a5
  %a7 = layout.concat %a6, %a6
  %a8 = layout.concat %a7, %a7
  %a9 = layout.concat %a8, %a8
  %a10 = layout.concat %a9, %a9
  %a11 = layout.concat %a10, %a10
  %a12 = layout.concat %a11, %a11
  // expected-remark @+1 {{proved by canonical form: layout is injective}}
  layout.assert_injective %a12
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %a12, %a0
  return
}

// Each composition is as long as both of its parts: the last ones are not written down.
func.func @compositions() {
  %a0 = layout.constant #layout.relation<"{ [c] -> [floor(c/2) + (c mod 3)] : 0 <= c < 100000 }">
  %a1 = layout.compose %a0, %a0
  %a2 = layout.compose %a1, %a1
  %a3 = layout.compose %a2, %a2
  %a4 = layout.compose %a3, %a3
  %a5 = layout.compose %a4, %a4
  %a6 = layout.compose %a5, %a5
  %a7 = layout.compose %a6, %a6
  %a8 = layout.compose %a7, %a7
  %a9 = layout.compose %a8, %a8
  // expected-remark @+1 {{unknown whether layouts have a composition: relation has more than 16384 terms}}
  %a10 = layout.compose %a9, %a9
  // expected-remark @+1 {{unknown whether composition stays inside its left layout: a layout is not known statically}}
  %a11 = layout.compose %a10, %a10
  // expected-remark @+1 {{unknown whether composition stays inside its left layout: a layout is not known statically}}
  %a12 = layout.compose %a11, %a11
  // expected-remark @+1 {{unknown whether composition stays inside its left layout: a layout is not known statically}}
  %a13 = layout.compose %a12, %a12
  // expected-remark @+1 {{unknown whether composition stays inside its left layout: a layout is not known statically}}
  %a14 = layout.compose %a13, %a13
  // expected-remark @+1 {{unknown whether composition stays inside its left layout: a layout is not known statically}}
  %a15 = layout.compose %a14, %a14
  return
}

// Divisions of a large domain by numbers without a pattern: one operation of isl on them may take minutes.
func.func @long_numbers() {
  %a = layout.constant #layout.relation<"{ [c] -> [c + 811152910*(floor(c/777822) mod 370) + 568015035*(floor(c/881170) mod 479) + 804289165*(floor(c/680501) mod 56) + 705288739*(floor(c/118707) mod 383) + 1040529960*(floor(c/910633) mod 255) + 945706611*(floor(c/570176) mod 107) + 804587734*(floor(c/13753) mod 751) + 769582760*(floor(c/427979) mod 289) + 732373164*(floor(c/960859) mod 891) + 955026044*(floor(c/167359) mod 783) + 614107026*(floor(c/145510) mod 635) + 1014509599*(floor(c/132855) mod 138) + 538776652*(floor(c/1019571) mod 895) + 542575852*(floor(c/219632) mod 795) + 768242054*(floor(c/1006768) mod 172) + 715632259*(floor(c/303360) mod 324) + 750426698*(floor(c/565418) mod 900) + 756751242*(floor(c/190495) mod 966) + 748268174*(floor(c/1013518) mod 991) + 948354005*(floor(c/313304) mod 25)] : 0 <= c < 1000000000000 }">
  // expected-remark @+1 {{unknown whether layout is injective: isl did not decide it within 50000 operations}}
  layout.assert_injective %a
  return
}
