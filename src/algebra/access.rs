//! Whether an access to a buffer at indices that come from layouts is in bounds.

mod failure;

use super::applied::Applied;
use super::relations::NotAnswered;
use super::verdict::{Budget, Unknown};
use super::views::Shape;
use crate::relation::{
    Comparison, Context, Map, Predicate, PredicateError, Quantity, QuestionError, Relation,
    predicate,
};

pub use failure::Failure;

/// An access: variables, what is known of them, and how they become the indices into a buffer.
///
/// Variables 0 to n - 1 are integers. Each result of each application is a further variable, in
/// their order, which quantities and the predicate may name.
#[derive(Debug, Clone, Default)]
pub struct Access {
    pub n_variables: usize,
    /// What holds whenever the access executes.
    pub known: Vec<Comparison>,
    /// Applications of layouts. An application's coordinates use results of earlier ones only.
    pub applications: Vec<Application>,
    /// One index for each dimension of the buffer.
    pub indices: Vec<Index>,
    /// The sizes of the buffer's dimensions.
    pub sizes: Vec<i64>,
}

/// A layout at a coordinate.
#[derive(Debug, Clone)]
pub struct Application {
    pub layout: Applied,
    pub coordinates: Vec<Index>,
    pub n_results: usize,
}

/// A number that an access computes.
#[derive(Debug, Clone)]
pub enum Index {
    /// A quantity of the variables.
    Value(Quantity),
    /// A result of an application, by position.
    Result { application: usize, output: usize },
}

/// What leaving the left layout of a composition, or the domain of a layout, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    OutOfBounds,
    Allowed,
}

/// What an access is.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// In bounds whenever it executes.
    Proved,
    /// What is known contradicts itself: it does not execute.
    Unreachable,
    /// Out of bounds whenever it executes, for example like this.
    Never(Failure),
    /// In bounds exactly where the predicate holds.
    Sometimes(Predicate),
}

impl Access {
    /// Decides when the access is in bounds, which is when all of this holds:
    ///
    /// - each index is at least 0 and less than the size of its dimension;
    /// - no coordinate of an application is negative, or otherwise without an offset;
    /// - if leaving is out of bounds, each coordinate is in the domain of the layout that is
    ///   applied, and the offset of each right layout of a composition in the domain of the left.
    ///
    /// # Errors
    ///
    /// Why it is not decided.
    ///
    /// ```
    /// use layout::algebra::{
    ///     Access, AnyLayout, Applied, Application, Budget, Finding, Index, Kind, Leaving,
    /// };
    /// use layout::relation::{Comparison, Quantity};
    ///
    /// // Ten elements in tiles of four: buffer[(4,3):(1,4)(c)] for c in [0, 12).
    /// let layout = Applied::new(AnyLayout::parse(Kind::Cute, "(4,3):(1,4)")?)?;
    /// let c = Quantity::variable(0);
    /// let access = Access {
    ///     n_variables: 1,
    ///     known: vec![Comparison { quantity: c.clone(), low: Some(0), high: Some(11) }],
    ///     applications: vec![Application {
    ///         layout,
    ///         coordinates: vec![Index::Value(c)],
    ///         n_results: 1,
    ///     }],
    ///     indices: vec![Index::Result { application: 0, output: 0 }],
    ///     sizes: vec![10],
    /// };
    /// let finding = access.decide(Leaving::OutOfBounds, &Budget::default())?;
    /// let Finding::Sometimes(predicate) = finding else { panic!() };
    /// assert_eq!(predicate.named(&["c"]).to_string(), "c < 10");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, leaving: Leaving, budget: &Budget) -> Result<Finding, Unknown> {
        let context = Context::new(budget.isl_operations);
        let question = Question { access: self, context, leaving };
        question.decide().map_err(NotAnswered::into)
    }

    /// The variable that a result is called by in quantities.
    pub fn result_variable(&self, application: usize, output: usize) -> usize {
        let before = self.applications.iter().take(application);
        self.n_variables + before.map(|known| known.n_results).sum::<usize>() + output
    }

    fn quantity(&self, index: &Index) -> Quantity {
        match index {
            Index::Value(quantity) => quantity.clone(),
            Index::Result { application, output } => {
                Quantity::variable(self.result_variable(*application, *output))
            }
        }
    }
}

struct Question<'a> {
    access: &'a Access,
    context: Context,
    leaving: Leaving,
}

/// The results of applications as functions of the variables, in the order of the variables that
/// they are called by.
struct Results {
    maps: Vec<Map>,
}

impl Question<'_> {
    fn decide(&self) -> Result<Finding, NotAnswered> {
        let known = Relation::region(self.access.n_variables, &self.access.known);
        let known = known.to_map(&self.context)?;
        if known.is_empty()? {
            return Ok(Finding::Unreachable);
        }
        let anywhere = self.results(&known, Applied::anywhere)?;
        let inside = match self.leaving {
            Leaving::Allowed => self.region(&known, &anywhere)?,
            Leaving::OutOfBounds => {
                let results = self.results(&known, Applied::inside)?;
                self.region(&known, &results)?
            }
        };
        let quantities = self.quantities();
        match predicate(&known, &inside, &quantities, &anywhere.maps) {
            Ok(Predicate::Always) => Ok(Finding::Proved),
            Ok(Predicate::Never) => self.failure(&known).map(Finding::Never),
            Ok(predicate) => Ok(Finding::Sometimes(predicate)),
            Err(PredicateError::Question(error)) => Err(error.into()),
            Err(error) => Err(NotAnswered::NoPredicate { reason: error.to_string() }),
        }
    }

    /// Quantities worth comparing: variables, coordinates with their digits, offsets on the way,
    /// results.
    fn quantities(&self) -> Vec<Quantity> {
        let mut found: Vec<Quantity> =
            (0..self.access.n_variables).map(Quantity::variable).collect();
        for application in &self.access.applications {
            let coordinates: Vec<Quantity> =
                application.coordinates.iter().map(|index| self.access.quantity(index)).collect();
            found.extend_from_slice(&coordinates);
            let shape = Shape::Written(coordinates.len());
            found.append(&mut application.layout.quantities(&coordinates, &shape).0);
        }
        let results = self.access.applications.iter().map(|known| known.n_results).sum::<usize>();
        found.extend((0..results).map(|at| Quantity::variable(self.access.n_variables + at)));
        found
    }

    /// All results, where `evaluate` says how a layout acts.
    fn results(
        &self,
        known: &Map,
        evaluate: impl Fn(&Applied, &Map, &Shape) -> Result<Map, NotAnswered>,
    ) -> Result<Results, NotAnswered> {
        let mut results = Results { maps: Vec::new() };
        for application in &self.access.applications {
            let coordinates = self.coordinates(known, application, &results)?;
            let shape = Shape::Written(application.coordinates.len());
            let offsets = evaluate(&application.layout, &coordinates, &shape)?;
            let offsets = if application.n_results == 1 {
                application.layout.flat(offsets)?
            } else {
                offsets
            };
            let found = offsets.n_outputs()?;
            if found != application.n_results {
                return Err(NotAnswered::Parts { expected: application.n_results, found });
            }
            results.maps.append(&mut self.separate(&offsets)?);
        }
        Ok(results)
    }

    /// The outputs of a map one by one.
    fn separate(&self, offsets: &Map) -> Result<Vec<Map>, NotAnswered> {
        let n = offsets.n_outputs()?;
        (0..n)
            .map(|output| {
                let selected = Relation::of_quantities(n, &[Quantity::variable(output)]);
                Ok(offsets.then(&selected.to_map(&self.context)?)?)
            })
            .collect()
    }

    /// The coordinates of an application as a function of the variables.
    fn coordinates(
        &self,
        known: &Map,
        application: &Application,
        results: &Results,
    ) -> Result<Map, NotAnswered> {
        let none = Relation::of_quantities(self.access.n_variables, &[]).to_map(&self.context)?;
        let none = none.with_domain_of(known)?;
        application
            .coordinates
            .iter()
            .try_fold(none, |before, index| Ok(before.beside(&self.values(index, results)?)?))
    }

    /// An index as a function of the variables, where it has a value.
    fn values(&self, index: &Index, results: &Results) -> Result<Map, QuestionError> {
        match index {
            Index::Value(quantity) => {
                let relation = Relation::of_quantities(
                    self.access.n_variables,
                    std::slice::from_ref(quantity),
                );
                relation.to_map(&self.context)
            }
            Index::Result { application, output } => {
                let variable = self.access.result_variable(*application, *output);
                Ok(results.maps[variable - self.access.n_variables].clone())
            }
        }
    }

    /// Where all indices are in bounds and all results have values.
    fn region(&self, known: &Map, results: &Results) -> Result<Map, NotAnswered> {
        let mut region = known.clone();
        for result in &results.maps {
            region = region.intersection(&result.without_outputs()?)?;
        }
        for (index, &size) in self.access.indices.iter().zip(&self.access.sizes) {
            let values = self.values(index, results)?.with_outputs_in(&[(0, size)])?;
            region = region.intersection(&values.without_outputs()?)?;
        }
        Ok(region)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{AnyLayout, Kind, Promotion};

    fn layout(kind: Kind, text: &str) -> Applied {
        Applied::new(AnyLayout::parse(kind, text).unwrap()).unwrap()
    }

    /// A composition of CuTe layouts, leftmost outermost, associated as `a o (b o c)`.
    fn composed(texts: &[&str]) -> Applied {
        let (last, others) = texts.split_last().unwrap();
        others.iter().rev().fold(layout(Kind::Cute, last), |right, text| {
            let left = layout(Kind::Cute, text);
            Applied::compose(left, right, Promotion::Extend, &Budget::default()).unwrap()
        })
    }

    fn between(variable: usize, low: i64, high: i64) -> Comparison {
        Comparison { quantity: Quantity::variable(variable), low: Some(low), high: Some(high) }
    }

    /// buffer[layout(v0, v1, …)].
    fn access(layout: Applied, known: &[Comparison], n: usize, size: i64) -> Access {
        Access {
            n_variables: n,
            known: known.to_vec(),
            applications: vec![Application {
                layout,
                coordinates: (0..n).map(|v| Index::Value(Quantity::variable(v))).collect(),
                n_results: 1,
            }],
            indices: vec![Index::Result { application: 0, output: 0 }],
            sizes: vec![size],
        }
    }

    #[track_caller]
    fn check(access: &Access, leaving: Leaving, expected: &str) {
        let names = ["i", "j", "k", "l"];
        let text = match access.decide(leaving, &Budget::default()) {
            Ok(Finding::Proved) => "proved".to_owned(),
            Ok(Finding::Unreachable) => "unreachable".to_owned(),
            Ok(Finding::Never(failure)) => failure.to_string(),
            Ok(Finding::Sometimes(predicate)) => predicate.named(&names).to_string(),
            Err(unknown) => format!("unknown: {unknown}"),
        };
        assert_eq!(text, expected);
    }

    use Leaving::{Allowed, OutOfBounds};

    #[test]
    fn a_tile_that_runs_over() {
        let tiles = || layout(Kind::Cute, "(4,3):(1,4)");
        let in_domain = [between(0, 0, 11)];
        check(&access(tiles(), &in_domain, 1, 12), OutOfBounds, "proved");
        check(&access(tiles(), &in_domain, 1, 10), OutOfBounds, "i < 10");
        check(&access(tiles(), &[], 1, 10), OutOfBounds, "0 <= i < 10");
        // The layout has 12 coordinates; a buffer of 100 does not make more of them.
        check(&access(tiles(), &[], 1, 100), OutOfBounds, "0 <= i < 12");
        check(&access(tiles(), &[], 1, 100), Allowed, "0 <= i < 100");
        check(&access(tiles(), &[between(0, 3, 2)], 1, 10), OutOfBounds, "unreachable");
        check(
            &access(tiles(), &[between(0, 20, 29)], 1, 100),
            OutOfBounds,
            "coordinate 20 is outside the domain of (4,3):(1,4)",
        );
        check(&access(tiles(), &[between(0, 20, 29)], 1, 100), Allowed, "proved");
        check(
            &access(tiles(), &[between(0, 20, 29)], 1, 8),
            Allowed,
            "offset 20 at coordinate 20 is outside [0, 8)",
        );
    }

    #[test]
    fn the_guard_of_a_promoted_composition_is_one_comparison() {
        // 2i + j is a coordinate of (2,1):(1,80) proper only where i = 0.
        let h = || composed(&["(2,1):(1,80)", "(2,2):(2,1)"]);
        assert_eq!(h().layout().to_string(), "(2,2):(80,1)");
        let square = [between(0, 0, 1), between(1, 0, 1)];
        check(&access(h(), &square, 2, 1000), OutOfBounds, "i < 1");
        check(&access(h(), &square, 2, 1000), Allowed, "proved");
        check(&access(h(), &square, 2, 81), Allowed, "k < 81");
        check(&access(h(), &square, 2, 80), Allowed, "i < 1");
        check(&access(h(), &[], 2, 1000), OutOfBounds, "i = 0 and 0 <= j < 2");
        // The integral coordinates 0, 1, 2, 3 have the offsets 0, 80, 1, 81, of which the even ones
        // stay in (2,1):(1,80). To compare the offset, variable 1, is cheaper than i mod 2 = 0.
        check(&access(h(), &[between(0, 0, 3)], 1, 1000), OutOfBounds, "j < 80");
    }

    #[test]
    fn every_left_layout_on_the_way_is_looked_at() {
        // 24:1 leaves (4,3):(3,1) from 12 on.
        let tile = || composed(&["(4,3):(3,1)", "24:1"]);
        let all = [between(0, 0, 23)];
        check(&access(tile(), &all, 1, 1000), OutOfBounds, "i < 12");
        check(&access(tile(), &all, 1, 1000), Allowed, "proved");
        check(
            &access(tile(), &[between(0, 13, 23)], 1, 1000),
            OutOfBounds,
            "coordinate 13 leaves the left layout (4,3):(3,1)",
        );
        // 2*(4,6):(1,4) leaves 16:1 from coordinate 8 on, 16:1 o that leaves 10:3 from 5 on.
        let twice = || composed(&["10:3", "16:1", "24:2"]);
        check(&access(twice(), &all, 1, 1000), OutOfBounds, "i < 5");
        check(&access(twice(), &all, 1, 1000), Allowed, "proved");
        // A composed layout whose outer part is a layout is a composition: 2 + 8 leaves 10:1.
        let composed = || layout(Kind::Composed, "10:1 o 2 o 16:1");
        check(&access(composed(), &[between(0, 0, 15)], 1, 1000), OutOfBounds, "i < 8");
        check(&access(composed(), &[between(0, 0, 15)], 1, 1000), Allowed, "proved");
    }

    #[test]
    fn swizzles_and_linear_layouts() {
        // S<1,0,1> o (4,2):(1,4) on [0, 8) is a permutation of [0, 8): 6 and 7 are at 7 and 6.
        let swizzled = || layout(Kind::Composed, "S<1,0,1> o 0 o (4,2):(1,4)");
        let all = [between(0, 0, 7)];
        check(&access(swizzled(), &all, 1, 8), OutOfBounds, "proved");
        check(&access(swizzled(), &all, 1, 6), OutOfBounds, "i < 6");
        // Offset 6 is at coordinate 7 alone, and 7 at 6: in a buffer of 7 only 6 is left out, which
        // the offset, variable 1, says as well.
        check(&access(swizzled(), &all, 1, 7), OutOfBounds, "j < 7");
        check(&access(layout(Kind::Swizzle, "S<1,0,1>"), &[], 1, 64), OutOfBounds, "0 <= i < 64");
        let linear = || layout(Kind::Linear, "{lane = [[1],[2]], warp = [[8],[4]], block = []}");
        let lanes = [between(0, 0, 3), between(1, 0, 3)];
        check(&access(linear(), &lanes, 2, 16), OutOfBounds, "proved");
        check(&access(linear(), &lanes, 2, 8), OutOfBounds, "k < 8");
        check(&access(linear(), &[], 2, 16), OutOfBounds, "0 <= i < 4 and 0 <= j < 4");
    }

    #[test]
    fn several_results_dimensions_and_applications() {
        let basis = layout(Kind::Cute, "(4,8):(1@0,1@1)");
        let index = |output| Index::Result { application: 0, output };
        let mut access = access(basis, &[between(0, 0, 31)], 1, 0);
        access.applications[0].n_results = 2;
        access.indices = vec![index(1), index(0), Index::Value(Quantity::from(3))];
        access.sizes = vec![6, 4, 4];
        check(&access, OutOfBounds, "i < 24");
        access.sizes = vec![8, 3, 4];
        // The first result, variable 1, is i mod 4: to compare it costs nothing.
        check(&access, OutOfBounds, "j < 3");
        access.sizes = vec![8, 4, 3];
        check(&access, OutOfBounds, "index 3 of dimension 2 is outside [0, 3)");
        // A result as a coordinate: c -> 2c -> (2,2):(1,8).
        let coordinate = Index::Value(Quantity::variable(0));
        let nested = Access {
            n_variables: 1,
            known: vec![between(0, 0, 3)],
            applications: vec![
                Application {
                    layout: layout(Kind::Cute, "4:2"),
                    coordinates: vec![coordinate],
                    n_results: 1,
                },
                Application {
                    layout: layout(Kind::Cute, "(2,2):(1,8)"),
                    coordinates: vec![Index::Result { application: 0, output: 0 }],
                    n_results: 1,
                },
            ],
            indices: vec![Index::Result { application: 1, output: 0 }],
            sizes: vec![100],
        };
        check(&nested, OutOfBounds, "i < 2");
        check(&nested, Allowed, "proved");
    }

    #[test]
    fn what_is_not_read_is_said() {
        let budget = Budget::default();
        let symbolic = AnyLayout::parse(Kind::Cute, "(8,M):(1,8)").unwrap();
        assert_eq!(
            Applied::new(symbolic).unwrap_err().to_string(),
            "the symbols of (8,M):(1,8) have no value here"
        );
        let tile = |text| layout(Kind::Tile, text);
        let buffer = || layout(Kind::Cute, "(8,8):(8,1)");
        let compose = |right| Applied::compose(buffer(), right, Promotion::Extend, &budget);
        assert!(compose(tile("[4;8]")).is_ok());
        assert_eq!(
            compose(tile("[4;16]")).unwrap_err().to_string(),
            "the tiler [4;16] may leave (8,8):(8,1)"
        );
        let poor = Budget { isl_operations: 50 };
        let unknown = access(buffer(), &[], 2, 60).decide(OutOfBounds, &poor).unwrap_err();
        assert_eq!(unknown.to_string(), "isl did not decide it within 50 operations");
    }
}
