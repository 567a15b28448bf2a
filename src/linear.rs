//! Linear layouts over F2, as Triton defines them.

pub mod f2;
