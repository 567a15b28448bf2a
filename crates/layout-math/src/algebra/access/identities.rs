//! Accesses through identity layouts, whose offsets are the coordinates themselves: those of CuTe's coordinate
//! tensors.

use super::parts::{Access, Application, Leaving};
use super::verdict::AccessVerdict;
use crate::affine::{Comparison, Interval, Quantity};
use crate::algebra::verdict::Budget;

impl Access {
    /// What the access is without the layouts, if bounds keep every coordinate in its domain and each result
    /// is one of them: dimensions that have nothing to do with each other are then decided one by one.
    /// `None` if that is not so, if it takes more to find out, and if the access is never in bounds, so that
    /// what is said of it names the layouts.
    pub(super) fn by_identities(&self, leaving: Leaving, budget: &Budget) -> Option<AccessVerdict> {
        let plain = self.without_layouts()?;
        let verdict =
            plain.by_bounds(leaving).map(Ok).or_else(|| plain.by_parts(leaving, budget))?;
        verdict.ok().filter(|verdict| !matches!(verdict, AccessVerdict::Never(_)))
    }

    /// The access with each result of a layout as the coordinate, or the number, that it is.
    fn without_layouts(&self) -> Option<Access> {
        if self.applications.is_empty() {
            return None;
        }
        let bounds = self.bounds_beside_results()?;
        let of_variable = |variable: usize| bounds.get(variable).copied().unwrap_or_default();
        let mut values: Vec<_> = (0..self.n_variables).map(Quantity::variable).map(Some).collect();
        for result in self.results() {
            *values.get_mut(result)? = None;
        }
        let now = |values: &[Option<Quantity>], quantity: &Quantity| {
            quantity.substituted(&|variable| values.get(variable)?.clone())
        };
        for Application { layout, coordinates, symbols, results } in &self.applications {
            let coordinates: Vec<Quantity> =
                coordinates.iter().map(|known| now(&values, known)).collect::<Option<_>>()?;
            let sizes = layout.sizes(coordinates.len())?;
            let is_in = |(coordinate, size): (&Quantity, i64)| {
                coordinate.interval(&of_variable).is_within(Interval::new(0, i128::from(size) - 1))
            };
            if !symbols.is_empty() || !coordinates.iter().zip(sizes).all(is_in) {
                return None;
            }
            let offsets = layout.offsets(&coordinates, &[])?;
            let is_same =
                |offset: &Quantity| offset.as_constant().is_some() || coordinates.contains(offset);
            if offsets.len() != results.len() || !offsets.iter().all(is_same) {
                return None;
            }
            for (&result, offset) in results.iter().zip(offsets) {
                values[result] = Some(offset);
            }
        }
        let all = |quantities: &[Quantity]| -> Option<Vec<Quantity>> {
            quantities.iter().map(|quantity| now(&values, quantity)).collect()
        };
        let known = self.known.iter().map(|known| {
            Some(Comparison { quantity: now(&values, &known.quantity)?, ..known.clone() })
        });
        let sizes = self.sizes.iter().map(|size| match size {
            Some(size) => now(&values, size).map(Some),
            None => Some(None),
        });
        Some(Access {
            n_variables: self.n_variables,
            known: known.collect::<Option<_>>()?,
            applications: Vec::new(),
            indices: all(&self.indices)?,
            steps: all(&self.steps)?,
            sizes: sizes.collect::<Option<_>>()?,
            computed: all(&self.computed)?,
            gathered: self.gathered,
            // No coordinate is outside its domain.
            wrapping: Vec::new(),
        })
    }
}
