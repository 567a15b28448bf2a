use std::fmt;

use super::any_layout::AnyLayout;
use super::relations::{NoRelation, View, to_relation};
use super::verdict::Budget;
use crate::relation::{Conjunction, Context, QuestionError, Relation};

/// The relation of a layout as linear constraints, for systems that have sets of their own: MLIR's
/// Presburger library, isl, a solver.
///
/// The relation is the union of the conjunctions. A row has a coefficient for each input, output,
/// symbol and local variable, in this order, and a constant at the end.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Rows, View};
///
/// let layout = AnyLayout::parse(Kind::Cute, "8:2")?;
/// let rows = Rows::of(&layout, &View::Integral, &Budget::default())?;
/// // 2c - o = 0
/// assert_eq!(rows.conjunctions()[0].equalities, [[-2, 1, 0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    relation: Relation,
    n_outputs: usize,
    symbols: Vec<String>,
    conjunctions: Vec<Conjunction>,
}

/// Why a layout has no rows.
#[derive(Debug)]
pub enum NoRows {
    NoRelation(NoRelation),
    /// isl did not finish, or a coefficient does not fit in 64 bits.
    Question(QuestionError),
}

impl Rows {
    /// The rows of the relation of a layout.
    ///
    /// # Errors
    ///
    /// The layout has no relation, isl passes the budget, or a coefficient does not fit in 64 bits.
    pub fn of(layout: &AnyLayout, view: &View, budget: &Budget) -> Result<Self, NoRows> {
        let relation = to_relation(layout, view).map_err(NoRows::NoRelation)?;
        let context = Context::new(budget.isl_operations);
        let map = relation.to_map(&context)?;
        let (n_outputs, symbols) = (map.n_outputs()?, map.parameters()?);
        let conjunctions = map.conjunctions()?;
        Ok(Rows { relation, n_outputs, symbols, conjunctions })
    }

    pub fn relation(&self) -> &Relation {
        &self.relation
    }

    pub fn n_outputs(&self) -> usize {
        self.n_outputs
    }

    /// The names of the symbols, in the order of their columns.
    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }

    pub fn conjunctions(&self) -> &[Conjunction] {
        &self.conjunctions
    }
}

impl From<QuestionError> for NoRows {
    fn from(error: QuestionError) -> Self {
        NoRows::Question(error)
    }
}

impl fmt::Display for NoRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRows::NoRelation(error) => error.fmt(f),
            NoRows::Question(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoRows {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    /// Rows say only how many outputs there are, not where the parts of offsets stand.
    #[test]
    fn offsets_at_places_that_outputs_do_not_say_have_no_rows() {
        let view = View::Integral;
        let of = |text| AnyLayout::parse(Kind::Cute, text).unwrap();
        for text in ["2:1@64", "(2,2):(1@0,1@1@1)"] {
            let error = Rows::of(&of(text), &view, &Budget::default()).unwrap_err().to_string();
            let relation = to_relation(&of(text), &view).unwrap_err();
            assert_eq!(error, relation.to_string());
            assert!(error.contains(text), "{error}");
        }
        let parts = ["2:1@0", "2:1@1"].map(|text| Rows::of(&of(text), &view, &Budget::default()));
        assert_eq!(parts.map(|rows| rows.unwrap().n_outputs()), [1, 2]);
    }

    #[test]
    fn why_there_are_no_rows_is_said() {
        let error = |kind, text: &str, budget: &Budget| {
            let layout = AnyLayout::parse(kind, text).unwrap();
            Rows::of(&layout, &View::Integral, budget).unwrap_err().to_string()
        };
        assert_eq!(
            error(Kind::Tile, "[4:1]", &Budget::default()),
            "[4:1] is a tiler, which is not a function to compose"
        );
        let poor = Budget::with_isl_operations(1);
        assert_eq!(error(Kind::Cute, "8:2", &poor), "isl did not finish within 1 operations");
    }
}
