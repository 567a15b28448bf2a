//! Layouts as relations in text, as a claim about them is stated.

use super::facts::known_facts;
use super::inside_relation;
use super::integral::{integral_relation, joint_relations, natural_relation, same_positions};
use super::modes::flat_outputs;
use super::solver::{NotAnswered, Solver, Space};
use crate::algebra::AnyLayout;
use crate::relation::{Relation, View};

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

/// Two layouts as relations, each from coordinates of its own, for the values of their symbols that obey the facts
/// of both. Their outputs count the same numbers: those of a linear layout are its out-dims if the other one has as
/// many outputs.
pub(in crate::algebra) fn stated_apart(
    solver: &Solver,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<[(Relation, Space); 2], NotAnswered> {
    same_positions(a, b)?;
    let mut sides = [stated(solver, a)?, stated(solver, b)?];
    let [of_a, of_b] = [0, 1].map(|side| sides[side].0.n_outputs());
    for (side, layout, own, other) in [(0, a, of_a, of_b), (1, b, of_b, of_a)] {
        if own != other && matches!(layout, AnyLayout::Linear(_)) {
            sides[side].0 = inside_relation(layout, &View::Integral)?;
        }
    }
    let [expected, found] = [0, 1].map(|side| sides[side].0.n_outputs());
    if expected != found {
        return Err(NotAnswered::Parts { expected, found });
    }
    // What one says of a symbol holds for the other, also where its own relation does not have it.
    let known = known_facts(&[a, b])?;
    Ok(sides.map(|(relation, space)| (relation.given_all(&known), space)))
}
