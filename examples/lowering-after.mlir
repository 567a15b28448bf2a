// The same as a compiler might lower them. One is wrong.
func.func @evaluate(%m: i32, %s: i32, %c: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %d = arith.divsi %c, %m : i32
  %r = arith.remsi %c, %m : i32
  %a = arith.muli %r, %s overflow<nsw> : i32
  %b = arith.muli %d, %c3 overflow<nsw> : i32
  %0 = arith.addi %a, %b overflow<nsw> : i32
  return %0 : i32
}
func.func @composition(%c: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %r = arith.remsi %c, %c2 : i32
  %d = arith.divsi %c, %c2 : i32
  %e = arith.remsi %d, %c2 : i32
  %f = arith.divsi %d, %c2 : i32
  %x = arith.muli %r, %c3 : i32
  %y = arith.muli %f, %c3 : i32
  %s = arith.addi %x, %e : i32
  %0 = arith.addi %s, %y : i32
  return %0 : i32
}
func.func @cosize(%m: i32, %n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %size = arith.muli %m, %n : i32
  %i = arith.subi %size, %c1 : i32
  %d = arith.divsi %i, %m : i32
  %r = arith.remsi %i, %m : i32
  %s = arith.addi %d, %r : i32
  %0 = arith.addi %s, %c1 : i32
  return %0 : i32
}
