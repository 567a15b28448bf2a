/// Two.
fn two() {
}
