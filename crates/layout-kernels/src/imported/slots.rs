//! The layouts of HEIR's `tensor_ext` dialect: which slots of which ciphertexts hold an entry of a tensor, as
//! relations in attributes `#tensor_ext.layout<"{ [i0] -> [ct, slot] : ... }">`.

use layout_math::algebra::{AnyLayout, Kind};

use super::not_imported::NotImported;

/// The relation of an attribute `#tensor_ext.layout<"...">`.
pub fn relation_text(attribute: &str) -> Option<&str> {
    attribute.strip_prefix("#tensor_ext.layout<\"")?.strip_suffix("\">")
}

/// The layout that a relation is.
///
/// # Errors
///
/// The text is not a relation.
pub fn parsed(text: &str) -> Result<AnyLayout, NotImported> {
    AnyLayout::parse(Kind::Relation, text).map_err(|error| error.to_string().into())
}

/// The extents of a tensor of this type; a scalar has none.
pub fn extents_of(text: &str) -> Result<Vec<i64>, NotImported> {
    let Some(inner) = text.strip_prefix("tensor<").and_then(|text| text.strip_suffix('>')) else {
        return Ok(Vec::new());
    };
    let (shape, _) = inner.split_once(',').unwrap_or((inner, ""));
    let mut extents: Vec<&str> = shape.split('x').collect();
    // The element comes last.
    extents.pop();
    let extents: Option<Vec<i64>> = extents.into_iter().map(|n| n.parse().ok()).collect();
    extents.ok_or_else(|| format!("the shape of {text} is not static").into())
}

/// A layout on the indices of a tensor, and there on the places of so many slots alone.
///
/// # Errors
///
/// The layout does not name each index and place, or has another number of indices.
pub fn within(
    text: &str,
    extents: &[i64],
    slots: Option<i64>,
) -> Result<[AnyLayout; 2], NotImported> {
    let (indices, places, rest) = parts(text)?;
    if indices.len() != extents.len() {
        let (rank, indices) = (extents.len(), indices.len());
        return Err(format!("its tensor has {rank} dimensions, and its layout {indices}").into());
    }
    let [.., slot] = places[..] else { return Err("it has no slot".into()) };
    let of_index = |(name, extent)| format!("0 <= {name} < {extent}");
    let of_tensor: Vec<String> = indices.iter().zip(extents).map(of_index).collect();
    let mut of_slots: Vec<String> = places.iter().map(|place| format!("0 <= {place}")).collect();
    if let Some(slots) = slots {
        of_slots.push(format!("{slot} < {slots}"));
    }
    let within = |bounds: Vec<String>| {
        let own = rest.map(|rest| format!("({rest})"));
        let all: Vec<String> = own.into_iter().chain(bounds).collect();
        let condition = if all.is_empty() { "true".to_owned() } else { all.join(" and ") };
        let (indices, places) = (indices.join(", "), places.join(", "));
        parsed(&format!("{{ [{indices}] -> [{places}] : {condition} }}"))
    };
    let inside = within([of_tensor.clone(), of_slots].concat())?;
    Ok([within(of_tensor)?, inside])
}

/// The names of the indices and of the places of `{ [i0, i1] -> [ct, slot] : … }`, and its constraints.
type SlotTexts<'t> = (Vec<&'t str>, Vec<&'t str>, Option<&'t str>);

fn parts(text: &str) -> Result<SlotTexts<'_>, NotImported> {
    let read = || {
        let body = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
        let (indices, body) = body.strip_prefix('[')?.split_once(']')?;
        let body = body.trim_start().strip_prefix("->")?.trim_start();
        let (places, rest) = body.strip_prefix('[')?.split_once(']')?;
        let rest = rest.trim().strip_prefix(':').map(str::trim);
        Some((names(indices)?, names(places)?, rest))
    };
    read().ok_or_else(|| format!("{text} does not name each index and place").into())
}

/// The names of a list; `None` if one is an expression.
fn names(list: &str) -> Option<Vec<&str>> {
    if list.trim().is_empty() {
        return Some(Vec::new());
    }
    list.split(',').map(str::trim).map(|name| is_name(name).then_some(name)).collect()
}

fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && text.chars().all(is_part)
}
