//! Which values the symbols of layouts have.

use std::collections::{BTreeMap, BTreeSet};

use super::meaning::table;
use super::model::{Cute, Fact, Layout, Outer, Term, Tile};

/// A value for each symbol.
pub type Values = BTreeMap<String, i64>;

/// Values of all symbols of some layouts, least first where there is a least one.
#[derive(Debug)]
pub struct Valuations {
    pub all: Vec<Values>,
    /// True if there are no others.
    pub is_complete: bool,
}

/// The symbols of a layout.
pub fn symbols(layout: &Layout) -> BTreeSet<String> {
    let mut terms: Vec<&Term> = Vec::new();
    let mut of_cute = |cute| terms.extend(terms_of(cute));
    match layout {
        Layout::Cute(cute) => of_cute(cute),
        Layout::Composed(composed) => {
            of_cute(&composed.inner);
            if let Outer::Layout(outer) = &composed.outer {
                of_cute(outer);
            }
            terms.push(&composed.offset);
        }
        Layout::Tile(modes) => modes.iter().for_each(|mode| {
            if let Tile::Layout(cute) = mode {
                of_cute(cute);
            }
        }),
        Layout::Relation(relation) => {
            return relation.parameters.iter().map(|(name, _)| name.clone()).collect();
        }
        Layout::Swizzle(_) | Layout::Linear(_) => {}
    }
    terms.into_iter().flat_map(|term| term.symbols.iter().cloned()).collect()
}

/// The facts that a layout states.
pub fn facts(layout: &Layout) -> Vec<Fact> {
    match layout {
        Layout::Cute(cute) => cute.facts.clone(),
        Layout::Composed(composed) => composed.facts.clone(),
        Layout::Tile(modes) => {
            let facts = modes.iter().flat_map(|mode| match mode {
                Tile::Layout(cute) => cute.facts.clone(),
                Tile::Extent(_) | Tile::All => Vec::new(),
            });
            facts.collect()
        }
        Layout::Swizzle(_) | Layout::Linear(_) | Layout::Relation(_) => Vec::new(),
    }
}

/// What the formulas of relations say of a parameter that no other layout knows. Next to these values
/// the relations have no pairs, which a claim about two layouts may be about.
fn parameter_facts(layouts: &[&Layout], name: &str) -> Option<Fact> {
    let knows = |layout: &&&Layout| symbols(layout).contains(name);
    let mut all: Vec<(i64, i64)> = Vec::new();
    for layout in layouts.iter().filter(knows) {
        let Layout::Relation(relation) = layout else { return None };
        all.push(relation.parameters.iter().find(|(own, _)| own == name)?.1?);
    }
    let (low, high) = (all.iter().map(|b| b.0).min()?, all.iter().map(|b| b.1).max()?);
    let margin = layouts.len() as i64 - 1;
    Some(Fact::In(name.to_owned(), low - margin, high + margin))
}

/// The extents of a layout, of which each is at least 1.
pub fn extents(layout: &Layout) -> Vec<Term> {
    let of_cute = |cute: &Cute| cute.shape.leaves().into_iter().cloned().collect::<Vec<_>>();
    match layout {
        Layout::Cute(cute) => of_cute(cute),
        Layout::Composed(composed) => match &composed.outer {
            Outer::Layout(outer) => [of_cute(&composed.inner), of_cute(outer)].concat(),
            Outer::Swizzle(_) => of_cute(&composed.inner),
        },
        Layout::Tile(modes) => {
            let extents = modes.iter().flat_map(|mode| match mode {
                Tile::Layout(cute) => of_cute(cute),
                Tile::Extent(_) | Tile::All => Vec::new(),
            });
            extents.collect()
        }
        Layout::Swizzle(_) | Layout::Linear(_) | Layout::Relation(_) => Vec::new(),
    }
}

/// True if these values obey what all these layouts say, and are meant by a claim about them.
pub fn are_allowed(layouts: &[&Layout], values: &Values) -> bool {
    let facts = layouts.iter().flat_map(|layout| facts(layout));
    let extents = layouts.iter().flat_map(|layout| extents(layout));
    let mut names = layouts.iter().flat_map(|layout| symbols(layout));
    names.all(|name| values.contains_key(&name))
        && facts.into_iter().all(|fact| match fact {
            Fact::In(symbol, least, greatest) => (least..=greatest).contains(&values[&symbol]),
            Fact::Mod(symbol, modulus, residue) => values[&symbol].rem_euclid(modulus) == residue,
        })
        && extents.into_iter().all(|extent| 1 <= extent.value(values))
        && are_meant(layouts, values)
}

/// Where there are parameters and no layout has a coordinate nothing is claimed.
fn are_meant(layouts: &[&Layout], values: &Values) -> bool {
    let has_parameters = |l: &&Layout| matches!(l, Layout::Relation(r) if !r.parameters.is_empty());
    let has_coordinates = |layout: &&Layout| {
        !matches!(layout, Layout::Tile(_)) && !table(layout, values).rows.is_empty()
    };
    !layouts.iter().any(has_parameters) || layouts.iter().any(has_coordinates)
}

fn terms_of(cute: &Cute) -> Vec<&Term> {
    let strides = cute.stride.leaves().into_iter().map(|stride| &stride.scale);
    cute.shape.leaves().into_iter().chain(strides).collect()
}

/// The values of all symbols of these layouts that obey what each of them says: a name is one value in
/// all of them, every fact holds, and every extent is at least 1.
///
/// At most `limit` values of each symbol are looked at: those from the least one on, or those next to
/// 0 where there is no least one.
///
/// What the formula of a relation says of its parameters alone is a fact of it: where there are
/// parameters and no layout has a coordinate, there is nothing that a claim is about.
pub fn valuations(layouts: &[&Layout], limit: usize) -> Valuations {
    let names: BTreeSet<String> = layouts.iter().flat_map(|layout| symbols(layout)).collect();
    let facts: Vec<Fact> = layouts.iter().flat_map(|layout| facts(layout)).collect();
    let extents: Vec<Term> = layouts.iter().flat_map(|layout| extents(layout)).collect();
    let mut found = Valuations { all: vec![Values::new()], is_complete: true };
    for name in &names {
        let is_extent = extents.iter().any(|extent| extent.symbols.contains(name));
        let own: Vec<Fact> = facts.iter().cloned().chain(parameter_facts(layouts, name)).collect();
        let (values, is_complete) = candidates(name, &own, is_extent, limit);
        found.is_complete &= is_complete;
        found.all = (found.all.iter())
            .flat_map(|before| {
                values.iter().map(move |&value| {
                    let mut values = before.clone();
                    values.insert(name.clone(), value);
                    values
                })
            })
            .collect();
    }
    found.all.retain(|values| extents.iter().all(|extent| 1 <= extent.value(values)));
    found.all.retain(|values| are_meant(layouts, values));
    found
}

/// The values of one symbol, and whether these are all.
fn candidates(name: &str, facts: &[Fact], is_extent: bool, limit: usize) -> (Vec<i64>, bool) {
    let obeys = |value: i64| {
        facts.iter().all(|fact| match fact {
            Fact::In(symbol, least, greatest) => {
                symbol != name || (*least..=*greatest).contains(&value)
            }
            Fact::Mod(symbol, modulus, residue) => {
                symbol != name || value.rem_euclid(*modulus) == *residue
            }
        })
    };
    let mut low: Option<i64> = is_extent.then_some(1);
    let mut high: Option<i64> = None;
    for fact in facts {
        if let Fact::In(symbol, least, greatest) = fact
            && symbol == name
        {
            low = Some(low.map_or(*least, |low| low.max(*least)));
            high = Some(high.map_or(*greatest, |high| high.min(*greatest)));
        }
    }
    if let (Some(low), Some(high)) = (low, high) {
        let mut all = (low..=high).filter(|&value| obeys(value));
        let values: Vec<i64> = all.by_ref().take(limit).collect();
        return (values, all.next().is_none());
    }
    let next_to_0 =
        (0..).flat_map(|value: i64| if value == 0 { vec![0] } else { vec![value, -value] });
    let values = next_to_0.filter(|&value| low.is_none_or(|low| low <= value) && obeys(value));
    (values.take(limit).collect(), false)
}

impl Term {
    pub fn value(&self, values: &Values) -> i64 {
        self.symbols.iter().fold(self.factor, |product, name| product * values[name])
    }
}
