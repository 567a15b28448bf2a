fn outside() {}
