fn test() {}
