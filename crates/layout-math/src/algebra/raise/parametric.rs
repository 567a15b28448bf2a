//! Relations with parameters back to CuTe layouts with symbols.

use super::not_raised::too_wide;
use crate::affine::{Fact, Interval};
use crate::algebra::relations::{Solver, View, inside_relation};
use crate::algebra::{AnyLayout, NotRaised};
use crate::cute::{CuteLayout, Layout, Mode, SymbolicLayout, SymbolicStride, Term, Tuple};
use crate::relation::digits::{Atom, Digits};
use crate::relation::facts::KnownAlone;
use crate::relation::{Facts, Relation};

/// The coalesced CuTe layout with symbols that equals a relation with parameters.
///
/// A layout with symbols says that for most values of them the modes are the same, but for the
/// extents that are symbols. So two values of the parameters show what the modes must be, and isl
/// proves that they are. The facts of the layout are what the relation says of one parameter alone.
///
/// # Errors
///
/// That the relation depends on a parameter, if no layout was found.
pub(super) fn raise_parametric(
    relation: &Relation,
    solver: &Solver,
) -> Result<AnyLayout, NotRaised> {
    let Some(name) = relation.parameters().next() else { return Err(too_wide()) };
    let name = name.to_owned();
    let merged = |(plain, _): (CuteLayout, _)| plain.merged();
    let layout = found(relation, solver).and_then(merged).map(AnyLayout::Cute);
    layout.ok_or(NotRaised::Parameter { name })
}

/// The same layout with a top-level mode for each input of the relation.
pub(super) fn raise_parametric_by_inputs(
    relation: &Relation,
    solver: &Solver,
) -> Option<CuteLayout> {
    let (plain, groups) = found(relation, solver)?;
    let CuteLayout::Symbolic(layout) = &plain else { return (groups.len() == 1).then_some(plain) };
    let shape = in_groups(layout.shape().leaves().cloned(), &groups);
    let stride = in_groups(layout.stride().leaves().cloned(), &groups);
    let layout = SymbolicLayout::new(shape, stride, layout.facts().iter().cloned());
    layout.ok().map(CuteLayout::Symbolic)
}

/// The leaves as a tuple with so many of them in each mode.
fn in_groups<L>(mut leaves: impl Iterator<Item = L>, groups: &[usize]) -> Tuple<L> {
    let group = |&n: &usize| Tuple::of_leaves(leaves.by_ref().take(n).collect());
    Tuple::Node(groups.iter().map(group).collect())
}

/// The layout before its modes are merged, and how many of them each input has.
fn found(relation: &Relation, solver: &Solver) -> Option<(CuteLayout, Vec<usize>)> {
    let parameters: Vec<&str> = relation.parameters().collect();
    let facts = facts(relation);
    let values: Vec<[i64; 2]> = parameters
        .iter()
        .enumerate()
        .map(|(position, name)| two_values(position, name, &facts, solver.budget.walk_first))
        .collect::<Option<_>>()?;
    let [first, second] = [0, 1].map(|which| {
        let values: Vec<i64> = values.iter().map(|pair| pair[which]).collect();
        relation.with_parameters(&values)?.digits()
    });
    let (first, second) = (first?, second?);
    let terms = |a: i64, b: i64| term(a, b, &parameters, &values);
    let modes = modes(&first, &second, terms)?;
    let groups = groups(&first, relation.n_inputs())?;
    let plain = layout(&modes, &facts)?;
    let view = if relation.n_inputs() == 1 { View::Integral } else { View::Groups(groups.clone()) };
    let claim = inside_relation(&AnyLayout::Cute(plain.clone()), &view).ok()?;
    // A symbol is a number of 64 bits.
    let all = |known: Facts, name: &&str| known.between(name, i64::MIN, i64::MAX);
    let known = parameters.iter().try_fold(Facts::new(), all).ok()?;
    let truth = relation.to_map(&solver.context).ok()?.given(&known).ok()?;
    let claim = claim.to_map(&solver.context).ok()?.given(&known).ok()?;
    let is_proved = truth.equal(&claim).is_ok_and(|answer| answer.is_proved());
    is_proved.then_some((plain, groups))
}

/// What the relation says of each parameter alone.
fn facts(relation: &Relation) -> Vec<Fact> {
    let known = relation.known_parameters();
    let mut facts = Vec::new();
    for name in relation.parameters() {
        let about = || known.iter().filter(|(parameter, _)| *parameter == name);
        let symbol = name.to_owned();
        let mut range = Interval::ANY;
        for (_, known) in about() {
            match *known {
                KnownAlone::Within(values) => range = range.intersection(values),
                KnownAlone::Remainder { divisor, remainder } => {
                    let (modulus, residue) = (divisor, remainder);
                    facts.push(Fact::Congruence { symbol: symbol.clone(), modulus, residue });
                }
            }
        }
        // An extent is at least 1 without a fact.
        let (least, greatest) = range.clamped();
        if 1 < least || range.high.is_some() {
            facts.push(Fact::Range { symbol, least: least.max(1), greatest });
        }
    }
    facts
}

/// Two values of a parameter that obey the facts about it, neither small nor those of another, among
/// the first `walk`.
fn two_values(position: usize, name: &str, facts: &[Fact], walk: i64) -> Option<[i64; 2]> {
    let about = || facts.iter().filter(|fact| fact.symbol() == name);
    let start = 1009 + 211 * i64::try_from(position).ok()?;
    let upwards = start..start + walk;
    let mut values =
        upwards.chain((1..start).rev()).filter(|&value| about().all(|fact| fact.holds(value)));
    let pair = [values.next()?, values.next()?];
    (pair[0] != pair[1]).then_some(pair)
}

/// The number that is `a` at the first and `b` at the second values: a constant, or a multiple of
/// a parameter.
fn term(a: i64, b: i64, parameters: &[&str], values: &[[i64; 2]]) -> Option<Term> {
    if a == b {
        return Some(Term::constant(a));
    }
    let is_multiple = |pair: &[i64; 2]| a % pair[0] == 0 && a / pair[0] * pair[1] == b;
    let position = values.iter().position(is_multiple)?;
    let factor = a / values[position][0];
    Term::constant(factor).times(&Term::symbol(parameters[position]))
}

type Modes = Vec<(Term, i64)>;

fn modes(
    first: &Digits,
    second: &Digits,
    term: impl Fn(i64, i64) -> Option<Term>,
) -> Option<Modes> {
    let ([f], [g]) = (&*first.outputs, &*second.outputs) else { return None };
    if f != g || f.constant() != 0 || first.extents.len() != second.extents.len() {
        return None;
    }
    if f.terms().iter().any(|(atom, _)| matches!(atom, Atom::Parity(_))) {
        return None;
    }
    let extents = first.extents.iter().zip(&second.extents);
    extents
        .enumerate()
        .map(|(digit, (&a, &b))| {
            let stride = f.multiple_of(&Atom::Digit(digit));
            Some((term(a, b)?, i64::try_from(stride).ok()?))
        })
        .collect()
}

/// How many digits each input has.
fn groups(digits: &Digits, n_inputs: usize) -> Option<Vec<usize>> {
    let mut rest = digits.extents.iter().peekable();
    let mut groups = Vec::new();
    for &size in &digits.sizes {
        let (mut product, mut count) = (1_i64, 0);
        while product < size || count == 0 {
            product = product.checked_mul(*rest.next()?)?;
            count += 1;
        }
        groups.push(count);
    }
    (groups.len() == n_inputs && rest.next().is_none()).then_some(groups)
}

fn layout(modes: &Modes, facts: &[Fact]) -> Option<CuteLayout> {
    let constants: Option<Vec<Mode>> = modes
        .iter()
        .map(|(extent, stride)| Some(Mode { extent: extent.as_constant()?, stride: *stride }))
        .collect();
    if let Some(constants) = constants {
        let layout = Layout::from_modes(&constants).ok()?;
        return facts.is_empty().then_some(CuteLayout::Static(layout));
    }
    let stride = |stride: i64| SymbolicStride::new(Term::constant(stride), Vec::new());
    let (shape, strides): (Vec<_>, Vec<_>) =
        modes.iter().map(|(extent, step)| (extent.clone(), stride(*step))).unzip();
    let (shape, stride) = (Tuple::of_leaves(shape), Tuple::of_leaves(strides));
    SymbolicLayout::new(shape, stride, facts.iter().cloned()).ok().map(CuteLayout::Symbolic)
}
