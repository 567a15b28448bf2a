fn law() {}
