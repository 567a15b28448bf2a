fn one() {}

#[cfg(test)]
mod tests;
