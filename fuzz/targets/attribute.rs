//! The body of each attribute: what is read is printed, and reads back as the same layout.
#![no_main]

use layout_math::algebra::{AnyLayout, Kind};
use libfuzzer_sys::fuzz_target;

const KINDS: [Kind; 6] =
    [Kind::Cute, Kind::Swizzle, Kind::Composed, Kind::Linear, Kind::Tile, Kind::Relation];

fuzz_target!(|text: &str| {
    for kind in KINDS {
        let Ok(layout) = AnyLayout::parse(kind, text) else { continue };
        let printed = layout.to_string();
        let again = AnyLayout::parse(kind, &printed).ok();
        assert_eq!(again.as_ref(), Some(&layout), "{printed}");
    }
});
