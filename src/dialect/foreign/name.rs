//! The names of the operations that are built, and of constants.

pub const AFFINE_APPLY: &str = "affine.apply";
pub const AFFINE_IF: &str = "affine.if";
pub const AFFINE_PREFETCH: &str = "affine.prefetch";
pub const AFFINE_YIELD: &str = "affine.yield";
pub const BROADCAST: &str = "vector.broadcast";
pub const CONSTANT: &str = "arith.constant";
pub const COMPARE: &str = "arith.cmpi";
pub const DIM: &str = "memref.dim";
pub const EXTEND: &str = "arith.extui";
pub const EXTEND_SIGN: &str = "arith.extsi";
pub const FOR: &str = "scf.for";
pub const IF: &str = "scf.if";
pub const INDEX_CAST: &str = "arith.index_cast";
pub const INDEX_CONSTANT: &str = "index.constant";
pub const LOAD: &str = "memref.load";
pub const MASKED_LOAD: &str = "vector.maskedload";
pub const MASKED_STORE: &str = "vector.maskedstore";
pub const POISON: &str = "ub.poison";
pub const PREFETCH: &str = "memref.prefetch";
pub const REDUCTION: &str = "vector.reduction";
pub const REINTERPRET_CAST: &str = "memref.reinterpret_cast";
pub const SELECT: &str = "arith.select";
pub const STEP: &str = "vector.step";
pub const STORE: &str = "memref.store";
pub const TRUNCATE: &str = "arith.trunci";
pub const YIELD: &str = "scf.yield";
