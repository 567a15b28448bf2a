//! Quantities and comparisons in the notation of affine maps and integer sets.

use crate::affine::{AffineTerm, Comparison, Quantity};

/// The quantity as an affine expression. What `of_term` gives for a term stands for it; a quotient or
/// a remainder for which it gives nothing is written out.
///
/// # Errors
///
/// Those of `of_term`, and a variable for which it gives nothing.
pub fn expression(
    quantity: &Quantity,
    of_term: &mut impl FnMut(&AffineTerm) -> Result<Option<String>, String>,
) -> Result<String, String> {
    let mut texts = Vec::new();
    for (term, coefficient) in quantity.terms() {
        let text = match (of_term(term)?, term) {
            (Some(text), _) => text,
            (None, AffineTerm::Variable(_)) => return Err("a variable has no value".to_owned()),
            (None, AffineTerm::Floor(inner, divisor)) => {
                format!("(({}) floordiv {divisor})", expression(inner, of_term)?)
            }
            (None, AffineTerm::Modulo(inner, divisor)) => {
                format!("(({}) mod {divisor})", expression(inner, of_term)?)
            }
        };
        texts.push(multiple(&text, *coefficient));
    }
    if quantity.constant() != 0 || texts.is_empty() {
        texts.push(format!("({})", quantity.constant()));
    }
    Ok(texts.join(" + "))
}

/// The constraints of a set in which all comparisons hold, one at least.
///
/// # Errors
///
/// Those of [`expression`].
pub fn constraints(
    comparisons: impl IntoIterator<Item = Comparison>,
    of_term: &mut impl FnMut(&AffineTerm) -> Result<Option<String>, String>,
) -> Result<String, String> {
    let mut constraints = Vec::new();
    for Comparison { quantity, low, high } in comparisons {
        let text = expression(&quantity, of_term)?;
        match (low, high) {
            (Some(low), Some(high)) if low == high => constraints.push(format!("{text} == {low}")),
            (low, high) => {
                constraints.extend(low.map(|low| format!("{text} >= {low}")));
                constraints.extend(high.map(|high| format!("{text} <= {high}")));
            }
        }
    }
    if constraints.is_empty() {
        constraints.push("0 == 0".to_owned());
    }
    Ok(constraints.join(", "))
}

fn multiple(text: &str, coefficient: i64) -> String {
    if coefficient == 1 { text.to_owned() } else { format!("{text} * ({coefficient})") }
}
