// 24 coordinates into a layout of 12: the composition is the one that every system gives, and it
// extends the left layout past its end.
func.func @promotion() {
  %g = layout.constant #layout.cute<(4,3):(3,1)>
  %f = layout.constant #layout.cute<24:1>
  %h = layout.compose %g, %f
  %claimed = layout.constant #layout.cute<(4,6):(3,1)>
  layout.assert_equivalent %h, %claimed
  return
}
