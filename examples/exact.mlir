// pycute refuses this composition. It exists, and it is exact.
func.func @exact() {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<3:9>
  layout.assert_equivalent %h, %claimed
  return
}
