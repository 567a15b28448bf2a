// The offset of coordinate %c in a swizzled tile of 8 x 64 elements.
func.func @offset(%c: index) -> index {
  %tile = layout.constant #layout.composed<S<3,3,3> o 0 o (8,64):(64,1)>
  %offset = layout.apply %tile(%c) : index
  return %offset : index
}
