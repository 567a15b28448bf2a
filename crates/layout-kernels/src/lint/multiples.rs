//! What the arguments of a function are multiples of.

use rustc_hash::FxHashMap;

use crate::triton::{Program, Type};

/// The integers among the arguments, as `%n`, each with what `tt.divisibility` says, or 1.
pub(super) type Multiples = FxHashMap<String, i64>;

pub(super) fn multiples(program: &Program) -> Multiples {
    let is_integer =
        |kind: &Type| matches!(kind, Type::Other { name, .. } if name.starts_with('i'));
    let integers = program.arguments.iter().filter(|own| is_integer(&own.kind));
    integers
        .map(|own| {
            let said = own.attribute("tt.divisibility").and_then(|own| own.as_integer());
            (format!("%{}", own.name), said.filter(|own| 0 < *own).unwrap_or(1))
        })
        .collect()
}
