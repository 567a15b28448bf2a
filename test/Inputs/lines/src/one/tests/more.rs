fn more() {}
