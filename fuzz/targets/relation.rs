//! The text of a relation: it reads back, and isl takes it.
#![no_main]

use layout_math::relation::{Context, Relation};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(relation) = text.parse::<Relation>() else { return };
    let printed = relation.to_string();
    assert_eq!(printed.parse().ok().as_ref(), Some(&relation), "{printed}");
    // The operations of isl are bounded; what it finds is for other tests.
    let _ = relation.to_map(&Context::new(2_000));
});
