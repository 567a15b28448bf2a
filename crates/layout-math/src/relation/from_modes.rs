//! Relations of CuTe layouts: the paper's coordinate, index and layout mappings.
//!
//! *Modeling Layout Abstractions Using Integer Set Relations*, section 3. The integral coordinate c
//! of a layout with extents s0, s1, … and strides d0, d1, … has the natural coordinates
//! `floor(c/p) mod s`, p being the product of the extents before. With q0 = c and qi = floor(c/pi)
//! the offset, which is the sum of `di * (qi - si * q(i+1))`, telescopes to
//!
//! ```text
//! d0*c + (d1 - d0*s0) * floor(c/s0) + (d2 - d1*s1) * floor(c/(s0*s1)) + …
//! ```
//!
//! so a relation has one integer division for each mode but the first, and none for a mode that
//! continues the one before.

use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Tree, Tuple, is_name};
use super::{Facts, Relation, RelationError};
use crate::affine::{NumberError, Symbolic, multiply};

/// A flattened mode of a layout: its extent, and its stride in each output.
///
/// A layout with integer strides has one output. One with scaled basis strides, such as `2@1`, has
/// an output for each basis element: the stride is 2 in output 1 and 0 in the others.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Mode {
    pub extent: Symbolic,
    pub strides: Vec<Symbolic>,
}

impl Mode {
    /// The mode `extent:stride` with one output.
    pub fn new(extent: impl Into<Symbolic>, stride: impl Into<Symbolic>) -> Self {
        Mode { extent: extent.into(), strides: vec![stride.into()] }
    }
}

/// Which coordinates the inputs of a relation are.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum View {
    /// One integer, leftmost mode fastest: the paper's layout mapping.
    Integral,
    /// One dimension for each flattened mode: the paper's index mapping.
    Natural,
    /// One dimension for each group of neighboring flattened modes, leftmost fastest inside a
    /// group; the list has the number of modes of each group. The coordinates of a shape that is
    /// compatible with the layout's are of this kind.
    Groups(Vec<usize>),
}

impl View {
    /// The sizes of the groups of `n` things; an error if they do not add up.
    pub(super) fn groups(&self, n: usize) -> Result<Vec<usize>, RelationError> {
        let groups = match self {
            View::Integral => vec![n],
            View::Natural => vec![1; n],
            View::Groups(groups) => groups.clone(),
        };
        let found = groups.iter().fold(0usize, |sum, &group| sum.saturating_add(group));
        if found != n {
            return Err(RelationError::LengthsDiffer { what: "modes", expected: n, found });
        }
        Ok(groups)
    }
}

impl Relation {
    /// The relation of the layout with flattened modes `modes`, plus `offset`.
    ///
    /// The domain is the coordinates of the layout, the range its offsets, one for each element
    /// of `offset`: `coordinate -> offset + sum of stride * natural coordinate`. Parameters are
    /// restricted by `facts`.
    ///
    /// Fails where the relation is not Presburger: a symbolic extent in a group before the last
    /// mode (`c mod M`), a symbolic stride on a mode that is longer than 1. Fails where a
    /// coefficient or the size of the domain does not fit in 64 bits.
    ///
    /// ```
    /// use layout_math::affine::Symbolic;
    /// use layout_math::relation::{Facts, Mode, Relation, View};
    ///
    /// let modes = [Mode::new(4, 2), Mode::new(2, 1), Mode::new(2, 8)];
    /// let integral = Relation::from_modes(&modes, &[0.into()], &View::Integral, &Facts::new())?;
    /// assert_eq!(
    ///     integral.to_string(),
    ///     "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }"
    /// );
    /// let natural = Relation::from_modes(&modes, &[0.into()], &View::Natural, &Facts::new())?;
    /// assert_eq!(
    ///     natural.to_string(),
    ///     "{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 < 4 and 0 <= c1 < 2 and 0 <= c2 < 2 }"
    /// );
    ///
    /// let modes = [Mode::new(Symbolic::parameter("M"), 8), Mode::new(8, 1)];
    /// let error = Relation::from_modes(&modes, &[0.into()], &View::Integral, &Facts::new());
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "extent M of mode 0 is symbolic and not the last: an integral coordinate modulo M is \
    ///      not Presburger"
    /// );
    /// # Ok::<(), layout_math::relation::RelationError>(())
    /// ```
    pub fn from_modes(
        modes: &[Mode],
        offset: &[Symbolic],
        view: &View,
        facts: &Facts,
    ) -> Result<Relation, RelationError> {
        Ok(LayoutTerms::new(modes, offset, view)?.into_relation(facts))
    }
}

/// The parts of the relation of a layout, from which a composed layout is made as well.
pub(super) struct LayoutTerms {
    pub parameters: Vec<Name>,
    pub domain: Tuple,
    /// One for each output.
    pub values: Vec<Expr>,
    pub bounds: Formula,
}

impl LayoutTerms {
    /// The relation, with parameters restricted by `facts`.
    pub fn into_relation(self, facts: &Facts) -> Relation {
        let values = self.values.into_iter().map(Dim::value).collect();
        let piece = Piece {
            domain: self.domain,
            range: Tuple { name: None, dims: values },
            formula: self.bounds,
        };
        Relation::from_tree(Tree { parameters: self.parameters, pieces: vec![piece] }).given(facts)
    }

    pub fn new(modes: &[Mode], offset: &[Symbolic], view: &View) -> Result<Self, RelationError> {
        let mut parameters = Parameters::default();
        for (position, mode) in modes.iter().enumerate() {
            if mode.strides.len() != offset.len() {
                let (expected, found) = (offset.len(), mode.strides.len());
                return Err(RelationError::LengthsDiffer { what: "strides", expected, found });
            }
            if let Some(extent @ ..1) = mode.extent.as_constant() {
                return Err(RelationError::BadExtent { mode: position, extent });
            }
        }
        let groups = view.groups(modes.len())?;
        let mut values: Vec<Vec<Expr>> = vec![Vec::new(); offset.len()];
        let mut bounds = Vec::new();
        let mut first = 0;
        for (input, n) in groups.iter().enumerate() {
            let size = add_group(&modes[first..first + n], first, input, &mut values)?;
            let size = Expr::sum(parameters.terms(&size)?);
            bounds.push(Formula::between(Expr::Integer(0), Expr::input(input), size));
            first += n;
        }
        for (terms, offset) in values.iter_mut().zip(offset) {
            terms.extend(parameters.terms(offset)?);
        }
        let names = input_names(groups.len(), *view == View::Integral, &parameters.names);
        Ok(LayoutTerms {
            domain: Tuple { name: None, dims: names.iter().map(|name| Dim::named(name)).collect() },
            values: values.into_iter().map(Expr::sum).collect(),
            bounds: Formula::and(bounds),
            parameters: parameters.names,
        })
    }
}

/// Adds to `values` what the coordinate `input` of a group of modes contributes; the group's size.
fn add_group(
    modes: &[Mode],
    first: usize,
    input: usize,
    values: &mut [Vec<Expr>],
) -> Result<Symbolic, RelationError> {
    // A mode of extent 1 has the coordinate 0 only, whatever its stride.
    let longer =
        || modes.iter().enumerate().filter(|(_, mode)| mode.extent.as_constant() != Some(1));
    let mut size = Symbolic::from(1);
    let mut before: Option<(&Mode, i64)> = None;
    for (position, mode) in longer() {
        let Some(product) = size.as_constant() else {
            let (mode, extent) = before_symbolic(modes, first);
            return Err(RelationError::SymbolicExtent { mode, extent });
        };
        let quotient = Expr::input(input).floor(product);
        for (output, terms) in values.iter_mut().enumerate() {
            let stride = constant_stride(mode, first + position, output)?;
            let coefficient = match before {
                Some((mode, extent)) => {
                    let continued = multiply(constant_stride(mode, 0, output)?, extent)?;
                    let (left, right) = (stride.into(), continued.into());
                    let overflow = NumberError::Overflow { left, operator: '-', right };
                    stride.checked_sub(continued).ok_or(overflow)?
                }
                None => stride,
            };
            if coefficient != 0 {
                terms.push(quotient.clone().times(coefficient)?);
            }
        }
        size = mode.extent.times(product)?;
        before = mode.extent.as_constant().map(|extent| (mode, extent));
    }
    Ok(size)
}

/// The first mode with a symbolic extent, for the message.
fn before_symbolic(modes: &[Mode], first: usize) -> (usize, String) {
    let position = modes.iter().position(|mode| mode.extent.as_constant().is_none());
    let position = position.expect("a product of constants is a constant");
    (first + position, modes[position].extent.to_string())
}

fn constant_stride(mode: &Mode, position: usize, output: usize) -> Result<i64, RelationError> {
    let stride = &mode.strides[output];
    stride
        .as_constant()
        .ok_or_else(|| RelationError::SymbolicStride { mode: position, stride: stride.to_string() })
}

/// Parameters in the order of their first use.
#[derive(Default)]
struct Parameters {
    names: Vec<Name>,
}

impl Parameters {
    fn get(&mut self, name: &Name) -> Result<Expr, RelationError> {
        if !is_name(name) {
            return Err(RelationError::NotAName { text: name.to_string() });
        }
        let position = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.clone());
            self.names.len() - 1
        });
        Ok(Expr::parameter(position))
    }

    /// What is added up to a symbolic number.
    fn terms(&mut self, sum: &Symbolic) -> Result<Vec<Expr>, RelationError> {
        let mut terms = Vec::new();
        for (name, coefficient) in sum.terms() {
            terms.push(self.get(name)?.times(*coefficient)?);
        }
        if sum.constant() != 0 {
            terms.push(Expr::Integer(sum.constant()));
        }
        Ok(terms)
    }
}

/// `c`, or `c0`, `c1` and so on, which no parameter is called.
pub(super) fn input_names(n: usize, alone: bool, taken: &[Name]) -> Vec<String> {
    (0..n)
        .map(|position| {
            let name = if alone { "c".to_owned() } else { format!("c{position}") };
            fresh(&name, taken)
        })
        .collect()
}

/// `name` with as many underscores behind it as make it a new one.
pub(super) fn fresh(name: &str, taken: &[Name]) -> String {
    let mut name = name.to_owned();
    while taken.iter().any(|known| **known == *name) {
        name.push('_');
    }
    name
}

impl Relation {
    /// The relation with its outputs counted as one integer, leftmost fastest.
    ///
    /// An output (o0, o1, …) becomes `o0 + o1*sizes[0] + o2*sizes[0]*sizes[1] + …`. `sizes` has a
    /// size for each output; the last one does not matter.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let two: Relation = "{ [c] -> [c mod 4, floor(c/4)] : 0 <= c < 8 }".parse()?;
    /// assert_eq!(
    ///     two.with_flat_outputs(&[4, 2])?.to_string(),
    ///     "{ [c] -> [(c mod 4) + 4*floor(c/4)] : 0 <= c < 8 }"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_flat_outputs(&self, sizes: &[i64]) -> Result<Relation, RelationError> {
        let n = self.n_outputs();
        if sizes.len() != n {
            let (what, found) = ("sizes", sizes.len());
            return Err(RelationError::LengthsDiffer { what, expected: n, found });
        }
        let mut weights = Vec::new();
        let mut weight = 1;
        for (position, &size) in sizes.iter().enumerate() {
            weights.push(weight);
            if position + 1 < n {
                weight = multiply(weight, size)?;
            }
        }
        let mut tree = self.tree().clone();
        for piece in &mut tree.pieces {
            flatten_outputs(&tree.parameters, piece, &weights)?;
        }
        Ok(Relation::from_tree(tree))
    }
}

fn flatten_outputs(
    parameters: &[Name],
    piece: &mut Piece,
    weights: &[i64],
) -> Result<(), RelationError> {
    let refers_to_outputs = |variable| matches!(variable, super::tree::Variable::Output(_));
    let dims = std::mem::take(&mut piece.range.dims);
    let explicit = dims
        .iter()
        .all(|dim| dim.value.as_ref().is_some_and(|value| !value.any_variable(&refers_to_outputs)))
        && !piece.formula.any_variable(&refers_to_outputs);
    if explicit {
        let mut terms = Vec::new();
        for (dim, &weight) in dims.into_iter().zip(weights) {
            terms.push(dim.value.expect("checked above").times(weight)?);
        }
        piece.range = Tuple { name: None, dims: vec![Dim::value(Expr::sum_of_nonzero(terms))] };
        return Ok(());
    }
    // The outputs become bound variables, outside of those that are bound already.
    let n = dims.len();
    let mut taken: Vec<Name> = parameters.to_vec();
    taken.extend(piece.domain.dims.iter().filter_map(|dim| dim.name.clone()));
    piece.formula.collect_names(&mut taken);
    taken.extend(dims.iter().filter_map(|dim| dim.name.clone()));
    let bound: Vec<Dim> = dims
        .into_iter()
        .map(|dim| {
            let name = dim.name.unwrap_or_else(|| {
                let name = Name::from(fresh("o", &taken));
                taken.push(name.clone());
                name
            });
            Dim { name: Some(name), value: dim.value.map(|value| value.outputs_to_bound(n)) }
        })
        .collect();
    let mut terms = Vec::new();
    for (position, &weight) in weights.iter().enumerate() {
        terms.push(Expr::bound(position).times(weight)?);
    }
    let formula = std::mem::replace(&mut piece.formula, Formula::True).outputs_to_bound(n);
    let flat = Formula::compare(Expr::output(0), Comparator::Equal, Expr::sum(terms));
    let before = Some(formula).filter(|formula| *formula != Formula::True);
    let body = Formula::and(before.into_iter().chain([flat]));
    piece.formula = Formula::Exists(bound, Box::new(body));
    piece.range = Tuple { name: None, dims: vec![Dim::named(&fresh("o", &taken))] };
    Ok(())
}

#[cfg(test)]
mod tests;
