// pycute refuses this composition, because the stride 3 does not divide the extent 4. The answer
// is exact all the same.
func.func @exact() {
  %g = layout.constant #layout.cute<(4,2,8):(3,12,97)>
  %f = layout.constant #layout.cute<3:3>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<3:9>
  layout.assert_equivalent %h, %claimed
  return
}
