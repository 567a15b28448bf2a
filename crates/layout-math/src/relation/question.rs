//! Questions about relations, each with the budget of its context.
//!
//! A refutation carries a witness. Witnesses are least where that is cheap: the values of the
//! parameters first, then the input, each found by integer minimization of one dimension after the
//! other. Where a dimension has no least value, or the budget ends, the witness is some point.

use super::answer::{Answer, Collision, Difference, Fork, Missed, Pair, QuestionError};
use super::lower::lower;
use super::map::Map;
use super::tree::{Dim, Expr, Formula, Piece, Tree, Tuple};
use super::{Context, IslError};
use crate::ffi::isl::{self, Dims, Set};

/// The pairs of a relation, as inputs and outputs.
pub type Pairs = Vec<(Vec<i64>, Vec<i64>)>;

impl Map {
    /// Whether both relations have the same pairs, for all values of the parameters.
    ///
    /// Parameters are matched by their names.
    pub fn equal(&self, other: &Map) -> Result<Answer<Difference>, QuestionError> {
        self.same_tuples(other)?;
        Answer::within_budget(self.decide(|| {
            if self.map.is_equal(&other.map)? {
                return Ok(None);
            }
            self.begin();
            let left = self.map.clone().subtract(other.map.clone())?;
            let right = other.map.clone().subtract(self.map.clone())?;
            difference(&self.map, &other.map, left, Some(right))
        }))
    }

    /// Whether all pairs of this relation are in `other`.
    pub fn contained_in(&self, other: &Map) -> Result<Answer<Difference>, QuestionError> {
        self.same_tuples(other)?;
        Answer::within_budget(self.decide(|| {
            if self.map.is_subset(&other.map)? {
                return Ok(None);
            }
            self.begin();
            let left = self.map.clone().subtract(other.map.clone())?;
            difference(&self.map, &other.map, left, None)
        }))
    }

    /// Whether the relation has no pairs.
    pub fn empty(&self) -> Result<Answer<Pair>, QuestionError> {
        Answer::within_budget(self.decide(|| {
            if self.map.is_empty()? {
                return Ok(None);
            }
            some_pair(&self.map)
        }))
    }

    /// Whether each input has at most one output.
    pub(crate) fn single_valued(&self) -> Result<Answer<Fork>, QuestionError> {
        Answer::within_budget(self.decide(|| {
            if self.map.is_single_valued()? {
                return Ok(None);
            }
            self.begin();
            let twice = same_key(&self.map.clone().reverse()?)?;
            Ok(least_pair(&twice)?.map(|(parameters, first, second, input)| Fork {
                parameters,
                input,
                first,
                second,
            }))
        }))
    }

    /// Whether no two inputs have a common output.
    pub fn injective(&self) -> Result<Answer<Collision>, QuestionError> {
        Answer::within_budget(self.decide(|| {
            if self.map.is_injective()? {
                return Ok(None);
            }
            self.begin();
            let twice = same_key(&self.map)?;
            Ok(least_pair(&twice)?.map(|(parameters, first, second, output)| Collision {
                parameters,
                first,
                second,
                output,
            }))
        }))
    }

    /// Whether each point with `0 <= output < size`, in every dimension, is an output.
    pub fn onto(&self, sizes: &[i64]) -> Result<Answer<Missed>, QuestionError> {
        let bounds: Vec<(i64, i64)> = sizes.iter().map(|&size| (0, size)).collect();
        Answer::within_budget(self.decide(|| {
            let range = self.map.clone().range()?;
            let target = self.bounded(range.clone(), &bounds, "sizes")?;
            let missed = target.subtract(range)?;
            let Some((values, output)) = least_point(&missed)? else { return Ok(None) };
            let parameters = named(&missed, values)?;
            Ok(Some(Missed { parameters, output }))
        }))
    }

    /// Whether `0 <= output < size` in every dimension, for all pairs.
    pub fn in_bounds(&self, sizes: &[i64]) -> Result<Answer<Pair>, QuestionError> {
        let bounds: Vec<(i64, i64)> = sizes.iter().map(|&size| (0, size)).collect();
        Answer::within_budget(self.decide(|| {
            let target = self.bounded(self.map.clone().range()?, &bounds, "sizes")?;
            let outside = self.map.clone().without_range(target)?;
            if outside.is_empty()? {
                return Ok(None);
            }
            some_pair(&outside)
        }))
    }

    /// Whether the output is `stride` times the input on the whole domain of a relation between
    /// integers; else the least input where it is not, with an output.
    ///
    /// A pair that is right does not excuse another at the same input that is wrong. Unknown as well where there is
    /// such an input and the budget does not show which is the least.
    pub(crate) fn first_deviation(&self, stride: i64) -> Result<Answer<Pair>, QuestionError> {
        let line = Map { map: lower(self.context(), &multiples(stride))? };
        self.same_tuples(&line)?;
        Answer::within_budget(
            self.decide(|| first_pair(&self.map.clone().subtract(line.map.clone())?)),
        )
    }

    /// The domain as a box without parameters, `low <= input < high` for each dimension; none if
    /// it is none, or if it is empty.
    pub fn domain_box(&self) -> Result<Option<Vec<(i64, i64)>>, QuestionError> {
        self.begin();
        let domain = self.map.clone().domain()?;
        self.box_within(domain, None)
    }

    /// The same for the values of the parameters for which there is an input: for others it may be empty.
    pub(crate) fn domain_box_where_any(&self) -> Result<Option<Vec<(i64, i64)>>, QuestionError> {
        self.begin();
        let domain = self.map.clone().domain()?;
        let parameters = domain.clone().parameters()?;
        self.box_within(domain, Some(parameters))
    }

    /// The least box that holds the set, if the set fills it for these values of the parameters.
    fn box_within(
        &self,
        set: Set,
        parameters: Option<Set>,
    ) -> Result<Option<Vec<(i64, i64)>>, QuestionError> {
        let Some(bounds) = least_box(&set)? else { return Ok(None) };
        let mut hull = self.bounded(set.clone(), &bounds, "dimensions")?;
        if let Some(parameters) = parameters {
            hull = hull.with_parameters(parameters)?;
        }
        Ok(if hull.is_equal(&set)? { Some(bounds) } else { None })
    }

    /// The least box that holds every output, `low <= output < high` for each dimension and all
    /// values of the parameters; none if there is no output or no such box.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let relation: Relation = "{ [c] -> [c mod 3, 5 - c] : 0 <= c < 8 }".parse()?;
    /// let map = relation.to_map(&Context::new(100_000))?;
    /// assert_eq!(map.range_hull()?, Some(vec![(0, 3), (-2, 6)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn range_hull(&self) -> Result<Option<Vec<(i64, i64)>>, QuestionError> {
        self.begin();
        Ok(least_box(&self.map.clone().range()?)?)
    }

    /// The number of inputs, if they form a box without parameters.
    pub fn domain_size(&self) -> Result<Option<i64>, QuestionError> {
        let Some(bounds) = self.domain_box()? else { return Ok(None) };
        Ok(bounds
            .iter()
            .try_fold(1i64, |size, (low, high)| size.checked_mul(high.checked_sub(*low)?)))
    }

    /// The outputs at an input, at most `limit`, in increasing order. Every parameter has a value.
    pub fn image(
        &self,
        parameters: &[(&str, i64)],
        input: &[i64],
        limit: usize,
    ) -> Result<Vec<Vec<i64>>, QuestionError> {
        self.begin();
        let n = self.n_inputs()?;
        if n != input.len() {
            let (what, found) = ("coordinates", input.len());
            return Err(QuestionError::LengthsDiffer { what, expected: n, found });
        }
        let names = self.map.parameter_names()?;
        let mut map = self.map.clone();
        for (position, name) in names.iter().enumerate() {
            let Some((_, value)) = parameters.iter().find(|(given, _)| given == name) else {
                return Err(QuestionError::UnboundParameter { name: name.clone() });
            };
            map = map.fixed(Dims::Parameters, position, *value)?;
        }
        for (position, &value) in input.iter().enumerate() {
            map = map.fixed(Dims::Inputs, position, value)?;
        }
        let outputs = map.range()?.with_parameters_as_dims()?.project_out(0, names.len())?;
        list(&outputs, limit)
    }

    /// All pairs, in increasing order of the inputs and then of the outputs.
    ///
    /// Fails if there are more than `limit`, if there are infinitely many, or if the relation has
    /// parameters.
    pub fn pairs(&self, limit: usize) -> Result<Pairs, QuestionError> {
        self.begin();
        if let Some(name) = self.map.parameter_names()?.into_iter().next() {
            return Err(QuestionError::UnboundParameter { name });
        }
        let n = self.n_inputs()?;
        let set = self.map.clone().wrap()?.with_parameters_as_dims()?;
        let points = list(&set, limit)?;
        Ok(points
            .into_iter()
            .map(|mut point| {
                let output = point.split_off(n);
                (point, output)
            })
            .collect())
    }

    /// Begins a question; a witness refutes.
    fn decide<W>(
        &self,
        ask: impl FnOnce() -> Result<Option<W>, QuestionError>,
    ) -> Result<Answer<W>, QuestionError> {
        self.begin();
        Ok(match ask()? {
            Some(witness) => Answer::Refuted(witness),
            None => Answer::Proved,
        })
    }
}

/// `{ [c] -> [stride * c] }`.
fn multiples(stride: i64) -> Tree {
    let value = Expr::Multiply(stride, Box::new(Expr::input(0)));
    let domain = Tuple { name: None, dims: vec![Dim::named("c")] };
    let range = Tuple { name: None, dims: vec![Dim::value(value)] };
    Tree { parameters: Vec::new(), pieces: vec![Piece { domain, range, formula: Formula::True }] }
}

/// The least box that holds every point, `low <= x < high` for each dimension and all values of the
/// parameters; none if there is no point or no such box.
fn least_box(set: &Set) -> Result<Option<Vec<(i64, i64)>>, IslError> {
    let n_parameters = set.dim(Dims::Parameters)?;
    let flat = set.clone().with_parameters_as_dims()?;
    let mut bounds = Vec::new();
    for position in n_parameters..flat.dim(Dims::Outputs)? {
        let low = flat.minimum(position)?;
        let high = flat.maximum(position)?.and_then(|last| last.checked_add(1));
        let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
        bounds.push((low, high));
    }
    Ok(if flat.is_empty()? { None } else { Some(bounds) })
}

/// The points of a set without parameters, sorted.
fn list(set: &Set, limit: usize) -> Result<Vec<Vec<i64>>, QuestionError> {
    if !set.is_bounded()? {
        return Err(QuestionError::Unbounded);
    }
    let (mut points, more) = set.points(limit)?;
    if more {
        return Err(QuestionError::TooManyPairs { limit });
    }
    points.sort_unstable();
    Ok(points)
}

/// The values of the parameters, and of the dimensions.
type LeastPoint = (Vec<i64>, Vec<i64>);

/// The lexicographically least point of a set, parameters first, as parameters and dimensions.
///
/// Some point where a dimension has no minimum or the budget ends; none if the set is empty.
fn least_point(set: &Set) -> Result<Option<LeastPoint>, IslError> {
    let n_parameters = set.dim(Dims::Parameters)?;
    let flat = set.clone().with_parameters_as_dims()?;
    let Some(sample) = flat.sample()? else { return Ok(None) };
    let mut point = match minimize(set.context(), &flat) {
        Ok(Some(least)) => least,
        Ok(None) | Err(IslError::OutOfBudget { .. }) => sample,
        Err(error) => return Err(error),
    };
    let dims = point.split_off(n_parameters);
    Ok(Some((point, dims)))
}

/// The lexicographically least point, one dimension after the other.
fn minimize(context: &Context, flat: &Set) -> Result<Option<Vec<i64>>, IslError> {
    context.begin_question();
    let mut rest = flat.clone();
    let mut point = Vec::new();
    for position in 0..flat.dim(Dims::Outputs)? {
        let Some(least) = rest.minimum(position)? else { return Ok(None) };
        rest = rest.fixed(Dims::Outputs, position, least)?;
        point.push(least);
    }
    Ok(Some(point))
}

fn named(set: &Set, values: Vec<i64>) -> Result<Vec<(String, i64)>, IslError> {
    Ok(set.parameter_names()?.into_iter().zip(values).collect())
}

/// A pair of a map with the least input.
fn some_pair(map: &isl::Map) -> Result<Option<Pair>, QuestionError> {
    let domain = map.clone().domain()?;
    let Some((values, input)) = least_point(&domain)? else { return Ok(None) };
    let output = output_at(map, &values, &input)?.unwrap_or_default();
    Ok(Some(Pair { parameters: named(&domain, values)?, input, output }))
}

/// The pair of a map without parameters, whose domain is bounded, with the least input.
fn first_pair(map: &isl::Map) -> Result<Option<Pair>, QuestionError> {
    let domain = map.clone().domain()?;
    if domain.is_empty()? {
        return Ok(None);
    }
    let input = minimize(map.context(), &domain)?.ok_or(QuestionError::Unbounded)?;
    let output = output_at(map, &[], &input)?.unwrap_or_default();
    Ok(Some(Pair { parameters: Vec::new(), input, output }))
}

/// The least output of a map at an input.
fn output_at(
    map: &isl::Map,
    parameters: &[i64],
    input: &[i64],
) -> Result<Option<Vec<i64>>, IslError> {
    map.context().begin_question();
    let mut at = map.clone();
    for (position, &value) in parameters.iter().enumerate() {
        at = at.fixed(Dims::Parameters, position, value)?;
    }
    for (position, &value) in input.iter().enumerate() {
        at = at.fixed(Dims::Inputs, position, value)?;
    }
    Ok(least_point(&at.range()?)?.map(|(_, output)| output))
}

/// The least point where one map has a pair that the other lacks.
///
/// `left_only` holds the pairs that only the left map has; `right_only` likewise, unless those do
/// not count.
fn difference(
    left: &isl::Map,
    right: &isl::Map,
    left_only: isl::Map,
    right_only: Option<isl::Map>,
) -> Result<Option<Difference>, QuestionError> {
    let mut where_they_differ = left_only.clone().domain()?;
    if let Some(right_only) = &right_only {
        where_they_differ = where_they_differ.union(right_only.clone().domain()?)?;
    }
    let Some((values, input)) = least_point(&where_they_differ)? else { return Ok(None) };
    let parameters = named(&where_they_differ, values)?;
    let output = |maps: [Option<&isl::Map>; 2]| -> Result<Option<Vec<i64>>, IslError> {
        for map in maps.into_iter().flatten() {
            // This map may lack some of the parameters, or have them in another order.
            let values: Vec<i64> = (map.parameter_names()?.iter())
                .map(|name| parameters.iter().find(|(known, _)| known == name).map_or(0, |p| p.1))
                .collect();
            if let Some(output) = output_at(map, &values, &input)? {
                return Ok(Some(output));
            }
        }
        Ok(None)
    };
    let left = output([Some(&left_only), Some(left)])?;
    let right = output([right_only.as_ref(), Some(right)])?;
    Ok(Some(Difference { parameters, input, left, right }))
}

/// The map (x, y) -> z of the pairs x, y of inputs, x less than y, that share the output z.
struct Twice {
    /// (x, y), as a map.
    pairs: isl::Map,
    original: isl::Map,
}

fn same_key(map: &isl::Map) -> Result<Twice, IslError> {
    let both = map.clone().then(map.clone().reverse()?)?;
    let less = isl::Map::lexicographically_less(map.clone().domain()?.space()?)?;
    Ok(Twice { pairs: both.intersect(less)?, original: map.clone() })
}

type SharedOutput = (Vec<(String, i64)>, Vec<i64>, Vec<i64>, Vec<i64>);

/// The least such pair, with the output that it shares.
fn least_pair(twice: &Twice) -> Result<Option<SharedOutput>, IslError> {
    let set = twice.pairs.clone().wrap()?;
    let Some((values, mut point)) = least_point(&set)? else { return Ok(None) };
    let second = point.split_off(point.len() / 2);
    let parameters = named(&set, values)?;
    twice.original.context().begin_question();
    let mut common: Option<Set> = None;
    for input in [&point, &second] {
        let mut at = twice.original.clone();
        for (name, value) in &parameters {
            if let Some(position) = at.parameter(name)? {
                at = at.fixed(Dims::Parameters, position, *value)?;
            }
        }
        for (position, &value) in input.iter().enumerate() {
            at = at.fixed(Dims::Inputs, position, value)?;
        }
        let outputs = at.range()?;
        common = Some(match common {
            Some(before) => before.intersect(outputs)?,
            None => outputs,
        });
    }
    let common = common.expect("two inputs were looked at");
    let output = least_point(&common)?.map(|(_, output)| output).unwrap_or_default();
    Ok(Some((parameters, point, second, output)))
}

#[cfg(test)]
mod tests;
