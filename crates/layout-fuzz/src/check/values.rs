//! What the library's layouts give, coordinate by coordinate, and what the judge expects of them.

use std::collections::BTreeMap;

use layout_math::algebra::{AnyLayout, Budget, Evaluator, Kind};
use layout_math::relation::{Context, QuestionError, Relation};

use crate::judge::meaning::flat;
use crate::judge::{Layout, Parts, Table, Values, whole};

/// The offsets at each integral coordinate that has one.
pub type Pairs = BTreeMap<i64, Vec<Vec<i64>>>;

/// The layout as the library reads it.
pub fn parsed(layout: &Layout) -> AnyLayout {
    let kind = match layout {
        Layout::Cute(_) => Kind::Cute,
        Layout::Swizzle(_) => Kind::Swizzle,
        Layout::Composed(_) => Kind::Composed,
        Layout::Linear(_) => Kind::Linear,
        Layout::Tile(_) => Kind::Tile,
        Layout::Relation(_) => Kind::Relation,
    };
    read(kind, &layout.to_string())
}

/// A layout that the library does not read.
pub const UNREADABLE: &str = "not read: ";

pub fn read(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{UNREADABLE}{text}: {error}"))
}

/// The most operations of isl that the pairs of a relation are listed with: some seconds.
const LISTED_WITHIN: u64 = 300_000;

/// What a layout gives for these values of its symbols; `None` for a relation that is not listed in time.
fn pairs(layout: &AnyLayout, values: &Values) -> Option<Pairs> {
    match (layout, evaluated(layout)) {
        (AnyLayout::Relation(relation), None) => match relation_pairs(relation, values) {
            Err(error) if error.is_out_of_budget() => None,
            found => Some(found.unwrap_or_else(|error| panic!("{relation}: {error}"))),
        },
        (_, found) => {
            Some(found.unwrap_or_else(|| panic!("{layout} is a function of coordinates")))
        }
    }
}

/// `None` for a relation with parameters, and for one that is not evaluated coordinate by coordinate.
fn evaluated(layout: &AnyLayout) -> Option<Pairs> {
    let function = Evaluator::new(layout, &Budget::DEFAULT)?;
    let values = |coordinate| Some((coordinate, function.values(coordinate).ok()?));
    let all: Option<Vec<_>> = function.coordinates().map(values).collect();
    Some(all?.into_iter().filter(|(_, own)| !own.is_empty()).collect())
}

/// The layout with these values for its symbols, but a relation as it is.
fn at_values(layout: &AnyLayout, values: &Values) -> AnyLayout {
    if values.is_empty() || layout.kind() == Kind::Relation {
        return layout.clone();
    }
    let text = layout.to_string();
    let without_facts = text.split(" where ").next().unwrap_or_default();
    read(layout.kind(), &numbers(without_facts, values))
}

/// The pairs of a relation for these values. Several inputs are counted in the least box from 0.
fn relation_pairs(relation: &Relation, values: &Values) -> Result<Pairs, QuestionError> {
    let context = Context::new(LISTED_WITHIN);
    // The parameters come before the inputs, each with its only value. To write the relation of these values down
    // may take isl long.
    let mut bounds: Vec<(i64, i64)> =
        relation.parameters().map(|name| (values[name], values[name] + 1)).collect();
    let (n_parameters, n_inputs) = (bounds.len(), relation.n_inputs());
    bounds.extend(vec![(-(1 << 40), 1 << 40); n_inputs]);
    let map = relation.with_parameters_as_inputs().to_map(&context)?;
    let all = map.with_inputs_in(&bounds)?.pairs(1 << 12)?;
    let end = |at: usize| all.iter().map(|(input, _)| input[n_parameters + at] + 1).max();
    let sizes: Vec<i64> = (0..n_inputs).map(|at| end(at).unwrap_or(0)).collect();
    let mut pairs = Pairs::new();
    for (input, output) in &all {
        let coordinate = match &input[n_parameters..] {
            [single] => *single,
            several => flat(several, &sizes),
        };
        pairs.entry(coordinate).or_default().push(output.clone());
    }
    Ok(pairs)
}

/// Checks that a layout gives what the judge says for these values of its symbols; false if what it gives is
/// not listed.
///
/// Where the library has one number for several parts these are counted, and where it has a tuple the
/// parts at positions that it does not have are 0.
pub fn check_values(name: &str, layout: &AnyLayout, table: &Table, values: &Values) -> bool {
    let layout = &at_values(layout, values);
    let Some(found) = pairs(layout, values) else { return false };
    let n_parts = found.values().flatten().map(Vec::len).next().unwrap_or(0);
    let positions = positions(layout);
    let mut expected = Pairs::new();
    for row in &table.rows {
        let mut own: Vec<Vec<i64>> = match (layout, &table.parts) {
            (AnyLayout::Cute(_), Parts::Positions(all)) => {
                let is_known = |path: &Vec<u32>| positions.contains(path);
                let tuple = |offset: &Vec<i64>| -> Vec<i64> {
                    let at = |path| all.iter().position(|own| own == path).map(|at| offset[at]);
                    let others = all.iter().zip(offset).filter(|(path, _)| !is_known(path));
                    assert!(others.into_iter().all(|(_, &part)| part == 0), "{name}: {layout}");
                    let parts = positions.iter().map(|path| at(path).unwrap_or(0)).collect();
                    if positions.is_empty() { vec![0; n_parts] } else { parts }
                };
                row.offsets.iter().map(tuple).collect()
            }
            _ if row.offsets.first().is_none_or(|offset| offset.len() == n_parts) => {
                row.offsets.clone()
            }
            (AnyLayout::Linear(linear), _) => {
                let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
                row.offsets.iter().map(|offset| vec![flat(offset, &sizes)]).collect()
            }
            _ => table.counted(row),
        };
        own.sort();
        if let (Some(coordinate), false) = (row.integral, own.is_empty()) {
            expected.insert(coordinate, own);
        }
    }
    assert_eq!(found, expected, "{name}: {layout}");
    true
}

/// The positions of the parts of the offsets of a CuTe layout, in order.
fn positions(layout: &AnyLayout) -> Vec<Vec<u32>> {
    let text = layout.to_string();
    let without_facts = text.split(" where ").next().unwrap_or_default();
    let leaves = without_facts.split(|c: char| "(),:".contains(c));
    let paths = leaves.filter_map(|leaf| leaf.split_once('@').map(|(_, path)| path));
    let path = |text: &str| text.rsplit('@').map(|position| position.parse().unwrap()).collect();
    whole(paths.map(path).collect())
}

/// The text with every product of symbols as its number.
fn numbers(text: &str, values: &Values) -> String {
    let is_in_product = |c: char| c.is_alphanumeric() || c == '*';
    let mut found = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| !is_in_product(c)).unwrap_or(rest.len());
        if end == 0 {
            found.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, after) = rest.split_at(end);
        let has_symbol = word.split('*').any(|part| values.contains_key(part));
        if has_symbol {
            let number = |part: &str| values.get(part).copied().or_else(|| part.parse().ok());
            let product: i64 = word.split('*').map(|part| number(part).unwrap()).product();
            // A number that is taken away from nothing: `-2*k`.
            let is_negated = found.ends_with('-') && product < 0;
            if is_negated {
                found.pop();
            }
            found.push_str(&if is_negated { -product } else { product }.to_string());
        } else {
            found.push_str(word);
        }
        rest = after;
    }
    found
}
