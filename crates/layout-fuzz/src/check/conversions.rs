//! Conversions: right, or refused for a reason that is true.

use layout_math::algebra::{AnyLayout, Budget, Kind, NotConverted, Verdict, convert, equivalent};

use super::reasons::{check_reason, has_parts_of_a_relation};
use super::values::check_values;
use crate::subject::Subject;

/// What came out; `None` for a layout that has the notation.
///
/// # Panics
///
/// If a result is not the layout, or a reason is not true.
pub fn check(subject: &Subject, to: Kind) -> Option<&'static str> {
    let any = &subject.any[0];
    if any.kind() == to {
        return None;
    }
    let has_symbols = subject.has_symbols();
    let name = format!("{any} to {to:?}");
    let result = match convert(any, to, &Budget::DEFAULT) {
        Ok(result) => result,
        Err(NotConverted::Size { .. }) => return Some("refused"),
        Err(reason) if reason.is_undecided() => {
            assert!(has_symbols, "{name}: {reason}");
            return Some("undecided");
        }
        Err(reason) => {
            if !has_symbols {
                check_reason(&name, &subject.tables[0][0], &reason);
            }
            return Some("refused");
        }
    };
    assert_eq!(result.kind(), to, "{name}");
    let mut tables_of_values = subject.tables.iter().zip(&subject.values.all);
    let is_listed =
        tables_of_values.all(|(tables, values)| check_values(&name, &result, &tables[0], values));
    if !has_symbols && has_parts_of_a_relation(&subject.tables[0][0]) {
        is_equivalent(&name, any, &result);
    }
    Some(if is_listed { "converted" } else { "not_listed" })
}

fn is_equivalent(name: &str, any: &AnyLayout, result: &AnyLayout) {
    let verdict = equivalent(any, result, &Budget::DEFAULT);
    assert!(matches!(verdict, Verdict::Proved(_)), "{name}: {result} {verdict:?}");
}
