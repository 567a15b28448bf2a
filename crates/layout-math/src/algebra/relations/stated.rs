//! Layouts as relations in text, as a claim about them is stated.

use super::facts::known_facts;
use super::integral::{integral_relation, joint_relations, natural_relation};
use super::modes::flat_outputs;
use super::solver::{NotAnswered, Solver, Space};
use crate::algebra::AnyLayout;
use crate::relation::Relation;

/// A layout as a relation, for the values of its symbols that obey its facts: from the integral
/// coordinate, or from the natural one where the integral one is not Presburger.
pub(in crate::algebra) fn stated(
    solver: &Solver,
    layout: &AnyLayout,
) -> Result<(Relation, Space), NotAnswered> {
    let (relation, space) = match integral_relation(solver, layout) {
        Ok(relation) => (relation, Space::Integral),
        Err(_) => natural_relation(solver, layout)?,
    };
    let relation = flat_outputs(layout, relation)?;
    Ok((relation.given(&known_facts(&[layout])?), space))
}

/// Two layouts as relations from the same coordinates, for the values of their symbols that obey the
/// facts of both.
pub(in crate::algebra) fn stated_pair(
    solver: &Solver,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Relation, Relation, Space), NotAnswered> {
    let (left, right, space) = joint_relations(solver, a, b)?;
    let known = known_facts(&[a, b])?;
    Ok((left.given_all(&known), right.given_all(&known), space))
}
