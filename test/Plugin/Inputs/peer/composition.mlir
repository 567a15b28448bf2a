func.func @composed() {
  %a = "cute.static"() : () -> !cute.layout<"(4,6,8):(2,3,5)">
  %b = "cute.static"() : () -> !cute.layout<"6:3">
  %c = "cute.composition"(%a, %b) : (!cute.layout<"(4,6,8):(2,3,5)">, !cute.layout<"6:3">) -> !cute.layout<"(2,3):(6,3)">
  return
}
