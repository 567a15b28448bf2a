//! Both sides of a refinement as functions of inputs in a box.

use super::bits::BitForms;
use super::code::{CmpPredicate, Node, Operation};
use super::exact::{Exact, ExactTable};
use super::premises;
use super::presburger::Definitions;
use super::refinement::{AtInputs, Difference, Refinement};
use super::translate::{Condition, Read, Translation};
use crate::affine::Interval;
use crate::algebra::{Budget, Method, Unknown, Verdict};
use crate::relation::tree::Formula;
use crate::relation::{Answer, Context, Relation};

/// Both sides as functions of inputs in a box.
pub(super) struct Sides<'c, 'a> {
    claim: &'c Refinement<'a>,
    table: ExactTable,
    ranges: Vec<Interval>,
    /// The values, and what it is true under that they are these functions.
    values: Option<(Vec<Exact>, Vec<Exact>, Vec<Condition>)>,
    /// True if a premise contradicts the box.
    pub is_empty: bool,
}

impl<'c, 'a> Sides<'c, 'a> {
    /// In the bounds of the claim.
    pub fn new(claim: &'c Refinement<'a>) -> Self {
        Sides::within(claim, &claim.code.ends_of_inputs(&claim.bounds))
    }

    /// In some of these bounds.
    pub fn within(claim: &'c Refinement<'a>, bounds: &[(i64, i64)]) -> Self {
        let (mut table, inputs) = premises::table(claim.code, &claim.premises, bounds);
        let is_empty = is_contradicted(claim, &mut table, &inputs);
        let ranges = inputs.iter().map(|&input| table.range(input)).collect();
        let values = functions(claim, &mut table, &inputs);
        Sides { claim, table, ranges, values, is_empty }
    }

    pub fn ranges(&self) -> &[Interval] {
        &self.ranges
    }

    pub fn by_normal_form(&self) -> bool {
        self.values.as_ref().is_some_and(|(before, after, conditions)| {
            conditions.is_empty()
                && before.iter().zip(after).all(|(&a, &b)| self.table.are_same(a, b))
        })
    }

    pub fn by_bits(&self) -> Option<Verdict<Difference>> {
        let (before, after, conditions) = self.values.as_ref()?;
        let mut forms = BitForms::new(&self.table, &self.ranges)?;
        if !conditions.iter().all(|c| forms.is_within(c.value, c.range)) {
            return None;
        }
        for (&a, &b) in before.iter().zip(after) {
            if self.table.are_same(a, b) {
                continue;
            }
            if let Some(point) = forms.difference(a, b)? {
                return match self.claim.at(&point) {
                    AtInputs::Fails(difference) => Some(Verdict::Refuted(difference)),
                    _ => None,
                };
            }
        }
        Some(Verdict::Proved(Method::F2Matrices))
    }

    pub fn by_isl(&self, budget: &Budget) -> Result<Verdict<Difference>, Unknown> {
        let not_presburger = |reason: String| Unknown::NotPresburger { reason };
        let (before, after, conditions) = self.values.as_ref().ok_or_else(|| {
            not_presburger("an operation is not a function of integers".to_owned())
        })?;
        let mut definitions = Definitions::new(&self.table);
        let mut fails = definitions.broken(conditions).map_err(not_presburger)?;
        fails.extend(definitions.different(before, after).map_err(not_presburger)?);
        let known = definitions.known(self.table.assumptions().iter().copied());
        let formula = Formula::and([Formula::or(fails)].into_iter().chain(known));
        let context = Context::new(budget.isl_operations);
        let region: Relation = definitions.region(&self.ranges, formula).map_err(not_presburger)?;
        match region.to_map(&context).map_err(Unknown::from)?.empty()? {
            Answer::Proved => Ok(Verdict::Proved(Method::Isl)),
            Answer::Unknown { operations } => Err(Unknown::OutOfBudget { operations }),
            Answer::Refuted(pair) => match self.claim.at(&pair.input) {
                AtInputs::Fails(difference) => Ok(Verdict::Refuted(difference)),
                _ => Err(Unknown::NotFound {
                    reason: "no inputs are found at which it matters".to_owned(),
                }),
            },
        }
    }
}

type Functions = (Vec<Exact>, Vec<Exact>, Vec<Condition>);

fn functions(
    claim: &Refinement<'_>,
    table: &mut ExactTable,
    inputs: &[Exact],
) -> Option<Functions> {
    let side = |table: &mut ExactTable, nodes: &[Node], is_promised| {
        let code = claim.code;
        let mut translation = Translation::total_of(code, inputs.to_vec(), nodes, is_promised);
        let found: Option<Vec<Read>> =
            nodes.iter().map(|&node| translation.value(table, node)).collect();
        for Condition { value, range } in std::mem::take(&mut translation.promises) {
            if table.as_constant(value).is_none() {
                table.assume(value, range);
            }
        }
        Some((translation, found?))
    };
    let (mut first, before) = side(table, &claim.before, true)?;
    let (mut second, after) = side(table, &claim.after, claim.fits)?;
    let values = before.into_iter().zip(after).map(|(before, after)| {
        // Values of one width whose lowest bits are those of one function are the same, whether or not
        // they wrap.
        if before.bits == after.bits && table.are_same(before.value, after.value) {
            return (before.value, after.value);
        }
        (first.exact(table, before), second.exact(table, after))
    });
    let (before, after) = values.collect();
    let mut conditions = first.conditions;
    conditions.extend(second.conditions);
    // What is assumed makes other conditions true; that a value fits its width is one of these.
    let is_open = |condition: &Condition| {
        let Condition { value, range } = *condition;
        let is_signed = !range.is_natural() || table.is_natural(value);
        !(table.range(value).is_within(range) || claim.fits && is_signed)
    };
    conditions.retain(is_open);
    Some((before, after, conditions))
}

/// True if a premise holds nowhere in the box.
fn is_contradicted(claim: &Refinement<'_>, table: &mut ExactTable, inputs: &[Exact]) -> bool {
    claim.premises.iter().any(|&premise| {
        let Operation::Compare { relation, left, right } =
            claim.code.operations()[premise.position()].1
        else {
            return false;
        };
        let mut translation =
            Translation::total_of(claim.code, inputs.to_vec(), &[left, right], true);
        let mut exact = |node| {
            let read = translation.value(table, node)?;
            Some(translation.exact(table, read))
        };
        let (Some(left), Some(right)) = (exact(left), exact(right)) else { return false };
        let difference = table.subtract(right, left);
        let range = table.plain_range(difference);
        match relation {
            CmpPredicate::Less => range.is_within(Interval::at_most(0)),
            CmpPredicate::LessOrEqual => range.is_within(Interval::at_most(-1)),
            CmpPredicate::Equal => !range.contains(0),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate::{Code, Definition};

    /// What is said of the claim that the second half of the values of a definition are the first half,
    /// for inputs in these bounds.
    fn sides<T>(text: &str, ends: (i64, i64), look: impl Fn(&Sides<'_, '_>) -> T) -> T {
        let definition: Definition = text.parse().unwrap();
        let mut code = Code::default();
        let inputs: Vec<Node> =
            definition.input_bits().into_iter().map(|bits| code.input(bits)).collect();
        let [premises, values] = definition.write(&mut code, &inputs);
        let (before, after) = values.split_at(values.len() / 2);
        let (before, after) = (before.to_vec(), after.to_vec());
        let bounds = vec![ends; inputs.len()];
        let (code, fits, is_part) = (&code, false, false);
        let claim = Refinement { code, before, after, premises, bounds, fits, is_part };
        look(&Sides::new(&claim))
    }

    #[test]
    fn bits_decide_every_pair_of_values() {
        let start = "%0: i32; %1 = 6: i32; %2 = and %0, %1: i32; ";
        let by_bits = |text: &str| {
            sides(&(start.to_owned() + text), (0, 15), |sides| match sides.by_bits() {
                Some(Verdict::Refuted(found)) => {
                    format!("{:?} {:?} {:?}", found.inputs, found.before, found.after)
                }
                Some(Verdict::Proved(method)) => format!("proved by {method}"),
                found => format!("{found:?}"),
            })
        };
        // The bits 1 and 2 are what is left of the lowest three.
        let right = "%3 = 7: i32; %4 = and %0, %3: i32; %5 = 1: i32; %6 = and %0, %5: i32; \
                     %7 = sub %4, %6: i32; give %0, %2, %0, %7";
        assert_eq!(by_bits(right), "proved by F2 matrices");
        // The first pair is the same, and the second one differs at 0.
        let wrong = "%3 = 2: i32; %4 = xor %0, %3: i32; give %0, %2, %0, %4";
        assert_eq!(by_bits(wrong), "[0] [0, 0] [Offset(Point([0])), Offset(Point([2]))]");
    }

    /// 3 and 16 are compared; that they differ and comparisons without signs are not looked at.
    #[test]
    fn a_premise_that_holds_nowhere_is_seen() {
        for (premise, is_empty) in [
            ("lt %0, %1", false),
            ("lt %1, %0", true),
            ("le %0, %1", false),
            ("le %1, %0", true),
            ("eq %0, %1", true),
            ("ne %0, %1", false),
            ("ltu %1, %0", false),
        ] {
            let text = format!("%0: i32; %1 = 16: i32; %2 = {premise}: i1; where %2; give %0, %0");
            assert_eq!(sides(&text, (3, 3), |sides| sides.is_empty), is_empty, "{premise}");
        }
    }
}
