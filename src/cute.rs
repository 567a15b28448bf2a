//! CuTe layouts.
