//! The methods that settle a claim, cheapest first.

use super::bits::BitForms;
use super::claim::{Claim, Mismatch};
use super::code::Node;
use super::exact::{Exact, ExactTable};
use super::points::{self, AtPoint, Look};
use super::premises;
use super::presburger::Definitions;
use super::specification::{Symbols, assume_domain, offsets};
use super::translate::{Condition, Translation};
use crate::affine::Interval;
use crate::algebra::{AnyLayout, Budget, Method, Unknown, Verdict};
use crate::point::Point;
use crate::relation::tree::Formula;
use crate::relation::{Answer, Context, Map, Relation};

/// Does the code give the offset of the layout at all inputs within the bounds at which the premises are
/// true, for all values of the symbols that obey the layout's facts?
///
/// Nothing is claimed where the layout has no offset: at negative coordinates, outside the domain of
/// a linear layout or a relation, past 64 bits. A refutation shows the least coordinate where that is
/// cheap.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict};
/// use layout_math::validate::{Claim, Code, Flags, Operation, Operator, validate};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(1,4)")?;
/// let mut code = Code::default();
/// let c = code.input(64);
/// let flags = Flags::default();
/// let double = Operation::Binary { operator: Operator::Add, left: c, right: c, flags };
/// let double = code.push(64, double);
/// let claim = |offset| Claim {
///     layout: &layout,
///     code: &code,
///     coordinates: vec![c],
///     symbols: vec![],
///     offsets: vec![offset],
///     offset_bits: 64,
///     premises: vec![],
///     bounds: vec![(0, i64::MAX)],
/// };
/// assert!(matches!(validate(&claim(c), &Budget::default()), Verdict::Proved(_)));
///
/// let verdict = validate(&claim(double), &Budget::default());
/// let Verdict::Refuted(mismatch) = verdict else { panic!() };
/// assert_eq!(mismatch.to_string(), "lowering differs at coordinate 1: 1 and 2");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn validate(claim: &Claim<'_>, budget: &Budget) -> Verdict<Mismatch> {
    match decided(&Equation::new(claim, Reading::AnySign), budget) {
        Verdict::Unknown(unknown) => {
            // A mismatch is one however it was found: both sides are evaluated there. A proof that takes
            // the operands of coordinates not to be negative is none.
            let natural = Equation::new(claim, Reading::Natural);
            let found = natural.is_conditional.then(|| decided(&natural, budget));
            match found {
                Some(Verdict::Refuted(mismatch)) => Verdict::Refuted(mismatch),
                _ => Verdict::Unknown(unknown),
            }
        }
        verdict => verdict,
    }
}

fn decided(equation: &Equation<'_, '_>, budget: &Budget) -> Verdict<Mismatch> {
    let claim = equation.claim;
    if let Some(verdict) = equation.by_normal_form().or_else(|| equation.by_bits()) {
        return verdict;
    }
    let (ranges, points) = (equation.ranges.clone(), |look| match look {
        Look::Everywhere(coordinates) => Some(Verdict::Proved(Method::Enumeration { coordinates })),
        Look::Mismatch(mismatch) => Some(Verdict::Refuted(mismatch)),
        Look::Undecided => None,
    });
    if let Some(verdict) = points(points::everywhere(claim, &ranges, budget.glance()))
        .or_else(|| points(points::here_and_there(claim, &ranges)))
    {
        return verdict;
    }
    match equation.by_isl(budget) {
        Ok(verdict) => verdict,
        Err(unknown) => {
            let last = points(points::everywhere(claim, &ranges, budget.walk_first));
            last.unwrap_or(Verdict::Unknown(unknown))
        }
    }
}

/// How coordinates and the values of names are read where an operation takes its operands without signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// For all operands.
    AnySign,
    /// For those that are not negative, with shorter functions.
    Natural,
}

/// Both sides of a claim as functions of the inputs.
struct Equation<'c, 'a> {
    claim: &'c Claim<'a>,
    table: ExactTable,
    ranges: Vec<Interval>,
    /// The coordinates and the offsets that the code computes, and what that is true under.
    code: Option<(Vec<Exact>, Vec<Exact>, Vec<Condition>)>,
    /// The offsets of the layout.
    layout: Option<Vec<Exact>>,
    /// The coordinates are what they are read as only under conditions, from which the domain must not be
    /// taken for a proof.
    is_conditional: bool,
}

impl<'c, 'a> Equation<'c, 'a> {
    fn new(claim: &'c Claim<'a>, reading: Reading) -> Self {
        let bounds = claim.code.ends_of_inputs(&claim.bounds);
        let (mut table, inputs) = premises::table(claim.code, &claim.premises, &bounds);
        let (code, layout, is_conditional) = functions(claim, reading, &mut table, inputs.clone());
        let ranges = inputs.iter().map(|&input| table.range(input)).collect();
        let ranges = claim.without_others(ranges);
        Equation { claim, table, ranges, code, layout, is_conditional }
    }

    /// The offsets on both sides and the conditions.
    fn sides(&self) -> Option<(&[Exact], &[Exact], &[Condition])> {
        let (_, found, conditions) = self.code.as_ref()?;
        let expected = self.layout.as_ref()?;
        (found.len() == expected.len()).then_some((expected, found, conditions))
    }

    fn by_normal_form(&self) -> Option<Verdict<Mismatch>> {
        let (expected, found, conditions) = self.sides()?;
        let mut pairs = expected.iter().zip(found);
        let is_same = pairs.all(|(&a, &b)| self.table.are_same(a, b)) && conditions.is_empty();
        is_same.then_some(Verdict::Proved(Method::CanonicalForm))
    }

    fn by_bits(&self) -> Option<Verdict<Mismatch>> {
        let (expected, found, conditions) = self.sides()?;
        let mut forms = BitForms::new(&self.table, &self.ranges)?;
        let mut is_proved = conditions.iter().all(|c| forms.is_within(c.value, c.range));
        for (&a, &b) in expected.iter().zip(found) {
            if self.table.are_same(a, b) {
                continue;
            }
            match forms.difference(a, b) {
                Some(None) => {}
                // The bits may make a larger number than the bounds allow.
                Some(Some(point)) if self.is_in_ranges(&point) => {
                    if let AtPoint::Fails(mismatch) = points::at(self.claim, &point) {
                        return Some(Verdict::Refuted(mismatch));
                    }
                    is_proved = false;
                }
                _ => is_proved = false,
            }
        }
        is_proved.then_some(Verdict::Proved(Method::F2Matrices))
    }

    fn is_in_ranges(&self, point: &[i64]) -> bool {
        point.iter().zip(&self.ranges).all(|(&value, range)| range.contains(value.into()))
    }

    /// Counterexamples are a set; isl says whether it is empty.
    fn by_isl(&self, budget: &Budget) -> Result<Verdict<Mismatch>, Unknown> {
        let not_presburger = |reason: String| Unknown::NotPresburger { reason };
        let (coordinates, found, conditions) = self.code.as_ref().ok_or_else(|| {
            not_presburger("the code is not a function that relations can say".to_owned())
        })?;
        let context = Context::new(budget.isl_operations);
        let to_map = |relation: Result<Relation, String>| -> Result<Map, Unknown> {
            relation.map_err(not_presburger)?.to_map(&context).map_err(Unknown::from)
        };
        let mut definitions = Definitions::new(&self.table);
        let mut fails = definitions.broken(conditions).map_err(not_presburger)?;
        let answer = match (&self.layout, self.claim.layout) {
            (Some(expected), _) => {
                fails.extend(definitions.different(expected, found).map_err(not_presburger)?);
                let fits = self.claim.offset_range();
                let known = self.table.assumptions().iter().copied();
                let known = known.chain(expected.iter().map(|&value| (value, fits)));
                let formula = [Formula::or(fails)].into_iter().chain(definitions.known(known));
                let formula = Formula::and(formula);
                to_map(definitions.region(&self.ranges, formula))?.empty()?
            }
            (None, AnyLayout::Relation(relation)) if relation.parameters().len() == 0 => {
                let places =
                    to_map(Definitions::new(&self.table).graph(&self.ranges, coordinates))?;
                let expected = places.then(&relation.to_map(&context)?);
                let expected = expected?;
                let graph = to_map(Definitions::new(&self.table).graph(&self.ranges, found))?;
                let broken = to_map(definitions.region(&self.ranges, Formula::or(fails)))?;
                let broken = broken.with_domain_of(&expected)?;
                let difference = expected.difference(&graph)?;
                match difference.empty()? {
                    Answer::Proved => broken.empty()?,
                    answer => answer,
                }
            }
            _ => {
                let layout = self.claim.layout;
                return Err(not_presburger(format!("the offset of {layout} is not an expression")));
            }
        };
        match answer {
            Answer::Proved => Ok(Verdict::Proved(Method::Isl)),
            Answer::Unknown { operations } => Err(Unknown::OutOfBudget { operations }),
            Answer::Refuted(pair) => match points::at(self.claim, &pair.input) {
                AtPoint::Fails(mismatch) => Ok(Verdict::Refuted(mismatch)),
                AtPoint::Holds => Err(Unknown::NotFound {
                    reason:
                        "a number on the way may pass its width, and no coordinate is found at \
                             which it matters"
                            .to_owned(),
                }),
                AtPoint::NoOffset => {
                    let inputs = Point::from(pair.input);
                    let reason = format!("no single offset is found where the inputs are {inputs}");
                    Err(Unknown::NotFound { reason })
                }
            },
        }
    }
}

type OfCode = (Vec<Exact>, Vec<Exact>, Vec<Condition>);

/// Both sides as functions, as far as they are that.
fn functions(
    claim: &Claim<'_>,
    reading: Reading,
    table: &mut ExactTable,
    inputs: Vec<Exact>,
) -> (Option<OfCode>, Option<Vec<Exact>>, bool) {
    let symbols = claim.symbols.iter().map(|&(_, node)| node);
    let places: Vec<Node> = claim.coordinates.iter().copied().chain(symbols).collect();
    let mut translation = Translation::new(claim.code, inputs, &places, &claim.offsets);
    let exact = |translation: &mut Translation<'_>, table: &mut ExactTable, node: Node| {
        let read = translation.value(table, node)?;
        Some(translation.exact(table, read))
    };
    // Where a coordinate is in the domain is known of what it is, not of what it would be if it did not
    // wrap.
    translation.is_total = reading == Reading::AnySign;
    let coordinates: Option<Vec<Exact>> =
        claim.coordinates.iter().map(|&node| exact(&mut translation, table, node)).collect();
    let symbols: Option<Vec<(&str, Exact)>> = claim
        .symbols
        .iter()
        .map(|&(name, node)| Some((name, exact(&mut translation, table, node)?)))
        .collect();
    let (Some(coordinates), Some(symbols)) = (coordinates, symbols) else {
        return (None, None, false);
    };
    let is_conditional = !translation.conditions.is_empty();
    if is_conditional && reading == Reading::AnySign {
        return (None, None, true);
    }
    translation.is_total = false;
    let symbols: &Symbols<'_> = &symbols;
    assume_domain(table, claim.layout, &coordinates, symbols);
    let layout = offsets(table, claim.layout, &coordinates, symbols);
    if claim.offset_bits < 64 {
        for &offset in layout.iter().flatten() {
            table.assume(offset, claim.offset_range());
        }
    }
    let found: Option<Vec<Exact>> = claim
        .offsets
        .iter()
        .map(|&node| {
            let read = translation.value(table, node)?;
            // An offset that fits in what it is computed in has these bits.
            let is_whole = claim.offset_bits <= claim.code.bits(node);
            Some(if is_whole { read.value } else { translation.exact(table, read) })
        })
        .collect();
    let code = found.map(|found| (coordinates, found, translation.conditions));
    (code, layout, is_conditional)
}

#[cfg(test)]
mod tests {
    use super::super::code::{Code, Flags, Operation, Operator};
    use super::*;
    use crate::algebra::Kind;

    #[test]
    fn bits_refute_at_the_least_point() {
        let layout = AnyLayout::parse(Kind::Swizzle, "S<1,0,1>").unwrap();
        let mut code = Code::default();
        let c = code.input(64);
        let claim = |bounds| Claim::of_one(&layout, &code, c, c, bounds);
        let decided = |bounds| match Equation::new(&claim(bounds), Reading::AnySign).by_bits() {
            Some(Verdict::Refuted(mismatch)) => mismatch.to_string(),
            verdict => format!("{verdict:?}"),
        };
        assert_eq!(decided((0, 7)), "lowering differs at coordinate 2: 3 and 2");
        assert_eq!(decided((0, 1)), "Some(Proved(F2Matrices))");
    }

    /// The layout and code of one coordinate as an equation.
    fn by_isl(kind: Kind, text: &str, write: fn(&mut Code, Node) -> Node) -> String {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let mut code = Code::default();
        let c = code.input(64);
        let offset = write(&mut code, c);
        let claim = Claim::of_one(&layout, &code, c, offset, (0, 7));
        match Equation::new(&claim, Reading::AnySign).by_isl(&Budget::default()) {
            Ok(Verdict::Refuted(mismatch)) => mismatch.to_string(),
            Ok(verdict) => format!("{verdict:?}"),
            Err(unknown) => unknown.to_string(),
        }
    }

    fn binary(code: &mut Code, operator: Operator, left: Node, right: Node) -> Node {
        let flags = Flags::default();
        code.push(64, Operation::Binary { operator, left, right, flags })
    }

    #[test]
    fn isl_says_what_it_is_not_asked() {
        let shifted = |code: &mut Code, c| binary(code, Operator::ShiftLeft, c, c);
        let found = by_isl(Kind::Cute, "8:2", shifted);
        assert_eq!(found, "the code is not a function that relations can say");
        let found = by_isl(Kind::Tile, "[4;8]", |_, c| c);
        assert_eq!(found, "the offset of [4;8] is not an expression");
    }

    /// A relation that says its output by a condition.
    #[test]
    fn isl_compares_code_with_a_relation() {
        let shuffle = "{ [i] -> [o] : 0 <= i < 8 and 0 <= o < 8 and (i + o) mod 8 = 0 }";
        let right = |code: &mut Code, c| {
            let [zero, eight] = [0, 8].map(|number| code.push(64, Operation::Constant(number)));
            let negated = binary(code, Operator::Subtract, zero, c);
            binary(code, Operator::Modulo, negated, eight)
        };
        assert_eq!(by_isl(Kind::Relation, shuffle, right), "Proved(Isl)");
        let found = by_isl(Kind::Relation, shuffle, |_, c| c);
        assert_eq!(found, "lowering differs at coordinate 1: 7 and 1");
    }
}
