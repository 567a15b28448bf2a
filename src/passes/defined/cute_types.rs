//! What types and attributes of the `cute` dialect say, as nodes.

use melior::ir::{OperationRef, Type, Value, ValueLike};

use crate::affine::Fact;
use crate::cute::{Layout, Swizzle, Term, Tuple};
use crate::passes::import::mode_path;
use crate::validate::{CuteCode, Node, Numbers};

/// The types that are tuples of numbers.
const TUPLES: &[&str] = &["shape", "stride", "coord", "int_tuple", "tile"];

/// The tuple of a type `!cute.shape<"(?,8)">` and the like, with a symbol for each `?`.
pub(super) fn tuple_of(value: Value<'_, '_>) -> Result<(Tuple<Term>, Vec<Fact>), String> {
    let unread = || format!("{} is not read", value.r#type());
    let text = text_of(value.r#type(), TUPLES).ok_or_else(unread)?;
    Tuple::<Term>::parse(&text).map_err(|_| unread())
}

/// The layout of a type `!cute.layout<"...">` without unknown numbers.
pub(super) fn layout_of(value: Value<'_, '_>) -> Option<Layout> {
    text_of(value.r#type(), &["layout"])?.parse().ok()
}

/// The swizzle of a type `!cute.swizzle<"...">`.
pub(super) fn swizzle_of(value: Value<'_, '_>) -> Option<Swizzle> {
    text_of(value.r#type(), &["swizzle"])?.parse().ok()
}

/// The numbers of a tuple: constants as they are, and the nodes in their order for the others.
pub(super) fn filled(
    cute: &mut CuteCode<'_>,
    (tuple, facts): (Tuple<Term>, Vec<Fact>),
    nodes: &[Node],
) -> Option<Numbers> {
    let symbols: Vec<&Term> = tuple.leaves().filter(|leaf| !leaf.symbols().is_empty()).collect();
    if symbols.len() != nodes.len() {
        return None;
    }
    for fact in &facts {
        let Fact::Congruence { symbol, modulus, residue: 0 } = fact else { continue };
        let own = symbols.iter().position(|leaf| leaf.symbols() == std::slice::from_ref(symbol));
        cute.require_multiple(nodes[own?], *modulus);
    }
    let mut nodes = nodes.iter();
    Some(tuple.map(&mut |leaf| match leaf.as_constant() {
        Some(number) => cute.number(number),
        // There are as many nodes as leaves that are not constants.
        None => *nodes.next().unwrap_or_else(|| unreachable!("the leaves were counted")),
    }))
}

/// The leaves that the type of a value leaves open, of numbers that it has.
pub(super) fn open_leaves(value: Value<'_, '_>, numbers: &Numbers) -> Result<Vec<Node>, String> {
    let (tuple, _) = tuple_of(value)?;
    let leaves: Vec<&Term> = tuple.leaves().collect();
    if leaves.len() != numbers.leaves().count() {
        return Err(format!("{} has another form than its value", value.r#type()));
    }
    let open = leaves.iter().zip(numbers.leaves()).filter(|(leaf, _)| leaf.as_constant().is_none());
    Ok(open.map(|(_, &node)| node).collect())
}

/// The part of a tuple that the attribute `mode` of an operation names.
pub(super) fn part<'t, T>(
    tuple: &'t Tuple<T>,
    operation: OperationRef<'_, '_>,
) -> Result<&'t Tuple<T>, String> {
    let path = mode_path(operation)?;
    path.iter().try_fold(tuple, |tuple, &mode| {
        let modes = tuple.modes();
        let found = usize::try_from(mode).ok().and_then(|mode| modes.get(mode));
        found.ok_or_else(|| format!("there is no mode {mode} in {} modes", modes.len()))
    })
}

/// The text of a type `!cute.<name><"...">`, such as a shape or a coordinate.
fn text_of(r#type: Type<'_>, names: &[&str]) -> Option<String> {
    let text = r#type.to_string();
    let (name, body) = text.strip_prefix("!cute.")?.split_once("<\"")?;
    names.contains(&name).then(|| body.strip_suffix("\">").map(str::to_owned))?
}
