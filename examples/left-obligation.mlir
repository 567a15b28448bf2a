func.func @remainder(%i: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %r = arith.remsi %i, %c8 : i32
  layout.assert_computes "%0: i32; %1 = 8: i32; %2 = mod %0, %1: i32; give %2"(%i) = %r : (i32) -> i32
  return %r : i32
}
