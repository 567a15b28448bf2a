// The composition that CuTe C++, CuTe DSL, NVIDIA's `cute` dialect and FlyDSL give for these layouts.
func.func @wrong_composition() {
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %f = layout.constant #layout.cute<6:3>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<(2,3):(6,3)>
  layout.assert_equivalent %h, %claimed
  return
}
