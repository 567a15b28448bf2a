//! Questions about relations, each with the budget of its context.
//!
//! A refutation carries a witness. Witnesses are least where that is cheap: the values of the
//! parameters first, then the input, each found by integer minimisation of one dimension after the
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
    pub fn single_valued(&self) -> Result<Answer<Fork>, QuestionError> {
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
    ///
    /// A relation that is a function, [`injective`](Map::injective), onto a box and
    /// [`in bounds`](Map::in_bounds) of it is a bijection onto the box.
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
    /// A pair that is right does not excuse another at the same input that is wrong.
    pub fn first_deviation(&self, stride: i64) -> Result<Answer<Pair>, QuestionError> {
        let line = Map { map: lower(self.context(), &multiples(stride))? };
        self.same_tuples(&line)?;
        Answer::within_budget(
            self.decide(|| some_pair(&self.map.clone().subtract(line.map.clone())?)),
        )
    }

    /// The domain as a box without parameters, `low <= input < high` for each dimension; none if
    /// it is none, or if it is empty.
    pub fn domain_box(&self) -> Result<Option<Vec<(i64, i64)>>, QuestionError> {
        self.begin();
        let domain = self.map.clone().domain()?;
        let flat = domain.clone().with_parameters_as_dims()?;
        let n_parameters = domain.dim(Dims::Parameters)?;
        let mut bounds = Vec::new();
        for position in 0..domain.dim(Dims::Outputs)? {
            let low = flat.minimum(n_parameters + position)?;
            let high = flat.maximum(n_parameters + position)?.and_then(|last| last.checked_add(1));
            let (Some(low), Some(high)) = (low, high) else { return Ok(None) };
            bounds.push((low, high));
        }
        if domain.is_empty()? {
            return Ok(None);
        }
        let hull = self.bounded(domain.clone(), &bounds, "dimensions")?;
        Ok(if hull.is_equal(&domain)? { Some(bounds) } else { None })
    }

    /// The number of inputs, if they form a box without parameters.
    pub fn domain_size(&self) -> Result<Option<i64>, QuestionError> {
        let Some(bounds) = self.domain_box()? else { return Ok(None) };
        Ok(bounds.iter().try_fold(1i64, |size, (low, high)| size.checked_mul(high - low)))
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
type Place = (Vec<i64>, Vec<i64>);

/// The lexicographically least point of a set, parameters first, as parameters and dimensions.
///
/// Some point where a dimension has no minimum or the budget ends; none if the set is empty.
fn least_point(set: &Set) -> Result<Option<Place>, IslError> {
    let n_parameters = set.dim(Dims::Parameters)?;
    let flat = set.clone().with_parameters_as_dims()?;
    let Some(sample) = flat.sample()? else { return Ok(None) };
    let mut point = match minimise(set.context(), &flat) {
        Ok(Some(least)) => least,
        Ok(None) | Err(IslError::OutOfBudget { .. }) => sample,
        Err(error) => return Err(error),
    };
    let dims = point.split_off(n_parameters);
    Ok(Some((point, dims)))
}

/// The lexicographically least point, one dimension after the other.
fn minimise(context: &Context, flat: &Set) -> Result<Option<Vec<i64>>, IslError> {
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

type Shared = (Vec<(String, i64)>, Vec<i64>, Vec<i64>, Vec<i64>);

/// The least such pair, with the output that it shares.
fn least_pair(twice: &Twice) -> Result<Option<Shared>, IslError> {
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
mod tests {
    use super::*;
    use crate::relation::{Facts, Relation};

    fn map(context: &Context, text: &str) -> Map {
        text.parse::<Relation>().unwrap().to_map(context).unwrap()
    }

    fn values(values: &[(&str, i64)]) -> Vec<(String, i64)> {
        values.iter().map(|&(name, value)| (name.to_owned(), value)).collect()
    }

    #[test]
    fn equality_is_refuted_at_the_least_input() {
        let context = Context::new(1_000_000);
        // (4,6,8):(2,3,5) o 6:3 is 0,6,7,8,9,15 in truth and 0,6,3,9,6,12 in CuTe.
        let truth = map(
            &context,
            "{ [c] -> [o] : 0 <= c < 6 and exists (x = 3c: o = 2*(x mod 4) + 3*floor(x/4)) }",
        );
        assert_eq!(truth.pairs(10).unwrap().len(), 6);
        let claim = map(&context, "{ [c] -> [6*(c mod 2) + 3*floor(c/2)] : 0 <= c <= 5 }");
        let answer = truth.equal(&claim).unwrap();
        assert_eq!(
            answer,
            Answer::Refuted(Difference {
                parameters: vec![],
                input: vec![2],
                left: Some(vec![7]),
                right: Some(vec![3])
            })
        );
        assert!(truth.equal(&truth).unwrap().is_proved());
    }

    #[test]
    fn a_difference_may_be_in_the_domain() {
        let context = Context::new(1_000_000);
        let short = map(&context, "{ [c] -> [c] : 0 <= c < 5 }");
        let long = map(&context, "{ [c] -> [c] : 0 <= c < 7 }");
        let witness = |left, right| Difference { parameters: vec![], input: vec![5], left, right };
        assert_eq!(short.equal(&long).unwrap(), Answer::Refuted(witness(None, Some(vec![5]))));
        assert_eq!(long.equal(&short).unwrap(), Answer::Refuted(witness(Some(vec![5]), None)));
        assert_eq!(short.contained_in(&long).unwrap(), Answer::Proved);
        assert_eq!(
            long.contained_in(&short).unwrap(),
            Answer::Refuted(witness(Some(vec![5]), None))
        );
    }

    #[test]
    fn a_symbolic_layout_is_decided_for_all_values() {
        let context = Context::new(1_000_000);
        let identity = map(&context, "[M] -> { [c] -> [c] : 0 <= c < 8M }");
        let layout = map(&context, "[M] -> { [c] -> [(c mod 8) + 8*floor(c/8)] : 0 <= c < 8M }");
        assert!(layout.equal(&identity).unwrap().is_proved());
        let padded = map(&context, "[M] -> { [c] -> [(c mod 8) + 9*floor(c/8)] : 0 <= c < 8M }");
        // One tile is still right; the second one, for M = 2, begins at 9.
        assert_eq!(
            padded.equal(&identity).unwrap(),
            Answer::Refuted(Difference {
                parameters: values(&[("M", 2)]),
                input: vec![8],
                left: Some(vec![9]),
                right: Some(vec![8])
            })
        );
        let one = Facts::new().between("M", 1, 1).unwrap();
        let (padded, identity) = (padded.given(&one).unwrap(), identity.given(&one).unwrap());
        assert!(padded.equal(&identity).unwrap().is_proved());
    }

    #[test]
    fn parameters_are_matched_by_name() {
        let context = Context::new(1_000_000);
        let left = map(&context, "[M, N] -> { [c] -> [c + N] : 0 <= c < M }");
        let right = map(&context, "[N, M] -> { [c] -> [c + N] : 0 <= c < M }");
        assert!(left.equal(&right).unwrap().is_proved());
        let other = map(&context, "[N] -> { [c] -> [c + N] : 0 <= c < 2 }");
        let answer = left.equal(&other).unwrap();
        let witness = answer.witness().unwrap();
        let value = |name| witness.parameters.iter().find(|(n, _)| n == name).unwrap().1;
        assert_ne!(value("M"), 2);
        assert_ne!(witness.left.is_some(), witness.right.is_some());
    }

    #[test]
    fn injectivity_is_refuted_by_the_least_collision() {
        let context = Context::new(1_000_000);
        let layout = map(&context, "{ [c] -> [2*(c mod 4) + 3*floor(c/4)] : 0 <= c < 12 }");
        assert_eq!(
            layout.injective().unwrap(),
            // Offsets 0 2 4 6, 3 5 7 9, 6 8 10 12.
            Answer::Refuted(Collision {
                parameters: vec![],
                first: vec![3],
                second: vec![8],
                output: vec![6]
            })
        );
        let fine = map(&context, "{ [c] -> [(c mod 4) + 4*floor(c/4)] : 0 <= c < 12 }");
        assert!(fine.injective().unwrap().is_proved());
        let broadcast = map(&context, "[M] -> { [i, j] -> [i] : 0 <= i < 4 and 0 <= j < M }");
        assert_eq!(
            broadcast.injective().unwrap(),
            Answer::Refuted(Collision {
                parameters: values(&[("M", 2)]),
                first: vec![0, 0],
                second: vec![0, 1],
                output: vec![0]
            })
        );
    }

    #[test]
    fn a_function_has_one_output() {
        let context = Context::new(1_000_000);
        let fork = map(&context, "{ [c] -> [o] : 0 <= c < 4 and c <= o <= 2 }");
        assert_eq!(
            fork.single_valued().unwrap(),
            Answer::Refuted(Fork {
                parameters: vec![],
                input: vec![0],
                first: vec![0],
                second: vec![1]
            })
        );
        assert!(map(&context, "{ [c] -> [2c] }").single_valued().unwrap().is_proved());
    }

    #[test]
    fn bounds_are_refuted_at_the_least_input() {
        let context = Context::new(1_000_000);
        // (4,6):(3,1): the offsets of (4,3):(3,1) o 24:1, which leave a buffer of 12.
        let layout = map(&context, "{ [c] -> [3*(c mod 4) + floor(c/4)] : 0 <= c < 24 }");
        assert_eq!(
            layout.in_bounds(&[12]).unwrap(),
            Answer::Refuted(Pair { parameters: vec![], input: vec![15], output: vec![12] })
        );
        assert!(layout.in_bounds(&[15]).unwrap().is_proved());
        let negative = map(&context, "{ [c] -> [3 - c] : 0 <= c < 5 }");
        assert_eq!(negative.in_bounds(&[9]).unwrap().witness().unwrap().output, [-1]);
        assert!(layout.in_bounds(&[12, 12]).is_err());
    }

    #[test]
    fn a_box_is_covered_or_a_point_is_missed() {
        let context = Context::new(1_000_000);
        let layout = map(&context, "{ [c] -> [3*(c mod 4) + floor(c/4)] : 0 <= c < 12 }");
        assert!(layout.onto(&[12]).unwrap().is_proved());
        assert_eq!(
            layout.onto(&[15]).unwrap(),
            Answer::Refuted(Missed { parameters: vec![], output: vec![12] })
        );
    }

    #[test]
    fn the_first_deviation_from_a_stride_is_found() {
        let context = Context::new(1_000_000);
        let layout = map(&context, "{ [c] -> [2c - 7*floor(c/4)] : 0 <= c < 8 }");
        assert_eq!(
            layout.first_deviation(2).unwrap(),
            Answer::Refuted(Pair { parameters: vec![], input: vec![4], output: vec![1] })
        );
        assert!(
            map(&context, "{ [c] -> [5c] : 0 <= c < 8 }").first_deviation(5).unwrap().is_proved()
        );
        assert!(
            map(&context, "{ [c] -> [0] : 0 <= c < 8 }").first_deviation(0).unwrap().is_proved()
        );
        assert!(
            map(&context, "{ [c] -> [c] : 0 <= c < 8 }").first_deviation(1).unwrap().is_proved()
        );
        // The extents multiply to 2^40: nothing is enumerated.
        let large =
            map(&context, "{ [c] -> [3c - 2097145*floor(c/1048576)] : 0 <= c < 1099511627776 }");
        assert_eq!(large.first_deviation(3).unwrap().witness().unwrap().input, [1_048_576]);
    }

    #[test]
    fn domains_that_are_boxes_have_a_size() {
        let context = Context::new(1_000_000);
        let size = |text: &str| map(&context, text).domain_size().unwrap();
        assert_eq!(size("{ [c] -> [c] : 0 <= c < 8 }"), Some(8));
        assert_eq!(size("{ [i, j] -> [i + j] : 0 <= i < 8 and -1 <= j <= 2 }"), Some(32));
        assert_eq!(
            size("{ [i, j] -> [i] : 0 <= i < 1048576 and 0 <= j < 1048576 }"),
            Some(1 << 40)
        );
        assert_eq!(size("{ [] -> [3] }"), Some(1));
        assert_eq!(size("{ [c] -> [c] : 0 <= c < 8 and c mod 2 = 0 }"), None);
        assert_eq!(size("{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j <= i }"), None);
        assert_eq!(size("[M] -> { [c] -> [c] : 0 <= c < M }"), None);
        assert_eq!(size("{ [c] -> [c] : 0 <= c }"), None);
        assert_eq!(size("{ [c] -> [c] : false }"), None);
    }

    #[test]
    fn pairs_and_images_are_listed() {
        let context = Context::new(1_000_000);
        let relation = map(&context, "{ [i] -> [j] : 0 <= i < 3 and i <= j < 3 }");
        let pairs = relation.pairs(6).unwrap();
        let expected = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
        assert_eq!(pairs, expected.map(|(i, j)| (vec![i], vec![j])));
        let message = |error: QuestionError| error.to_string();
        assert_eq!(message(relation.pairs(5).unwrap_err()), "the relation has more than 5 pairs");
        assert_eq!(relation.image(&[], &[1], 10).unwrap(), [[1], [2]]);
        assert_eq!(
            message(relation.image(&[], &[1, 2], 10).unwrap_err()),
            "expected 1 coordinates but found 2"
        );
        let infinite = map(&context, "[N] -> { [i] -> [j] : i <= j and N >= 0 }");
        assert_eq!(message(infinite.pairs(5).unwrap_err()), "parameter N has no value");
        assert_eq!(
            message(infinite.image(&[("N", 1)], &[0], 9).unwrap_err()),
            "the relation has infinitely many pairs"
        );
        assert_eq!(infinite.image(&[("N", -1)], &[0], 9).unwrap(), Vec::<Vec<i64>>::new());
        assert_eq!(message(infinite.image(&[], &[0], 9).unwrap_err()), "parameter N has no value");
    }

    #[test]
    fn relations_go_through_isl_and_back() {
        let context = Context::new(1_000_000);
        for text in [
            "[N] -> { [i] -> [2i] : 0 <= i < N }",
            "{ A[i] -> B[j] : exists (e: 3e <= i + j < 3e + 2 and 0 <= i, j < 9) }",
            "{ [i] -> [j] : j != i and 0 <= i,j < 4 }",
            "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }",
            "{ [c] -> [c] : false }",
        ] {
            let before = map(&context, text);
            let relation = before.to_relation().unwrap();
            assert!(
                relation.to_map(&context).unwrap().equal(&before).unwrap().is_proved(),
                "{text} became {relation}"
            );
            assert_eq!(relation.to_string().parse::<Relation>().unwrap(), relation);
        }
    }

    #[test]
    fn maps_are_composed_reversed_and_restricted() {
        let context = Context::new(1_000_000);
        let double = map(&context, "[N] -> { [c] -> [2c] : 0 <= c < N }");
        let four = double.with_parameter("N", 4).unwrap();
        let listed = |map: &Map| -> Vec<(i64, i64)> {
            // N is fixed by a constraint and remains a parameter.
            (-20..20)
                .flat_map(|c| {
                    let image = map.image(&[("N", 4)], &[c], 10).unwrap();
                    image.into_iter().map(move |output| (c, output[0]))
                })
                .collect()
        };
        assert_eq!(listed(&four), [(0, 0), (1, 2), (2, 4), (3, 6)]);
        assert_eq!(listed(&four.reverse().unwrap()), [(0, 0), (2, 1), (4, 2), (6, 3)]);
        assert_eq!(listed(&four.then(&four).unwrap()), [(0, 0), (1, 4)]);
        assert_eq!(listed(&four.with_inputs_in(&[(1, 3)]).unwrap()), [(1, 2), (2, 4)]);
        assert_eq!(listed(&four.with_outputs_in(&[(3, 7)]).unwrap()), [(2, 4), (3, 6)]);
        assert_eq!(
            listed(&four.with_domain_of(&four.reverse().unwrap()).unwrap()),
            [(0, 0), (2, 4)]
        );
        let odd = map(&context, "{ [c] -> [2c] : c mod 2 = 1 }");
        assert_eq!(listed(&four.intersection(&odd).unwrap()), [(1, 2), (3, 6)]);
        assert_eq!(listed(&four.difference(&odd).unwrap()), [(0, 0), (2, 4)]);
        let ten = map(&context, "{ [c] -> [10] : c = 10 }");
        assert_eq!(listed(&ten.union(&four).unwrap()).len(), 5);
        assert!(four.then(&map(&context, "{ [i, j] -> [i] }")).is_err());
    }

    #[test]
    fn spaces_and_contexts_are_kept_apart() {
        let context = Context::new(1_000_000);
        let one = map(&context, "{ [c] -> [c] }");
        let two = map(&context, "{ [i, j] -> [i] }");
        assert_eq!(
            one.equal(&two).unwrap_err().to_string(),
            "relations with 1 inputs and 1 outputs, and with 2 inputs and 1 outputs, have different spaces"
        );
        let elsewhere = map(&Context::new(1_000_000), "{ [c] -> [c] }");
        assert_eq!(
            one.equal(&elsewhere).unwrap_err().to_string(),
            "relations of two isl contexts used together"
        );
    }

    #[test]
    fn a_question_beyond_the_budget_is_unknown_and_the_next_one_is_answered() {
        // Long division by 7 and by 9 on a line, in two forms: easy to state, costly to compare.
        let hard = "[N] -> { [c] -> [o] : exists (a, b: 7a <= 5c + N < 7a + 5 and 9b <= 4c + a < 9b + 7 and o = a + 3b and 0 <= c < N) }";
        let other = "[N] -> { [c] -> [o] : exists (a, b: 7a <= 5c + N < 7a + 5 and 9b < 4c + a + 1 < 9b + 8 and o = 3b + a and 0 <= c < N and c != 17) }";
        let context = Context::new(2_000);
        let (left, right) = (map(&context, hard), map(&context, other));
        assert_eq!(left.equal(&right).unwrap(), Answer::Unknown { operations: 2_000 });
        assert_eq!(
            left.reverse().unwrap().then(&right).unwrap().single_valued().unwrap(),
            Answer::Unknown { operations: 2_000 }
        );
        let easy = map(&context, "{ [c] -> [c] : 0 <= c < 4 }");
        assert!(easy.equal(&easy).unwrap().is_proved());
        assert_eq!(easy.pairs(4).unwrap().len(), 4);
        let tiny = Context::new(3);
        let error = hard.parse::<Relation>().unwrap().to_map(&tiny).unwrap_err();
        assert!(error.is_out_of_budget());
        assert_eq!(error.to_string(), "isl did not finish within 3 operations");
    }
}
