// RUN: layout-opt %s --allow-unregistered-dialect --layout-verify --verify-diagnostics

// What an importer states to be wrong is an error, wherever the attribute stands.

func.func @stated() {
  // expected-error @+1 {{its shape is not that of its operand}}
  "other.op"() {layout.wrong = ["its shape is not that of its operand"]} : () -> ()
  // expected-error @+2 {{it has no value}}
  // expected-error @+1 {{and no place}}
  "other.op"() <{"layout.wrong" = ["it has no value", "and no place"]}> : () -> ()
  "other.op"() {layout.wrong = []} : () -> ()
  "other.op"() {layout.wrong = "a text and no list"} : () -> ()
  return
}
