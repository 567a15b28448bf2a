//! Families of a function on a large domain, through isl.

use std::cell::{Cell, OnceCell};

use smallvec::SmallVec;

use super::at_divisors::{AtDivisors, divisors, spread};
use super::families::{affine, behind, linear_of_affine, swizzles, with_offset};
use super::not_raised::{NotLinear, NotRaised, too_wide, unanswered};
use crate::affine::Quantity;
use crate::algebra::relations::inside_relation;
use crate::algebra::verdict::Unknown;
use crate::algebra::{AnyLayout, View};
use crate::cute::{Composed, CuteLayout, Layout, Mode, Outer, coalesce};
use crate::linear::f2::{Affine, NotAffine};
use crate::point::digits;
use crate::relation::{Answer, Context, Map, Prepared, QuestionError, Relation};
use crate::samples::Samples;

/// About so many swizzles isl is asked at most.
const ASKED: usize = 32;

/// A function of the integral coordinate, with one output unless there is an error.
pub(super) struct Symbolic<'a> {
    relation: Prepared<'a>,
    /// From the integral coordinate.
    map: Map,
    size: i64,
    /// The sizes of the inputs of the relation.
    sizes: Vec<i64>,
    n_outputs: usize,
    /// Some coordinates with their values, those that are found without isl.
    known: Vec<(i64, i64)>,
    /// So many coordinates are looked at before isl is asked.
    walk: i64,
    /// Up to where no CuTe layout agrees, once that is known.
    cute_witness: Cell<Option<i64>>,
}

type Asking<T> = Result<T, QuestionError>;

/// The layout, or the coordinate from which on the function is not a CuTe layout.
type Family = Result<AnyLayout, i64>;

impl<'a> Symbolic<'a> {
    /// The function of `size` coordinates that `map`, whose inputs have these sizes, is. So many steps are walked
    /// before isl is asked.
    pub fn new(
        relation: &'a Relation,
        map: Map,
        sizes: &[i64],
        size: i64,
        steps: i64,
    ) -> Asking<Self> {
        let is_flat = sizes.len() == 1;
        let map = if is_flat { map } else { flat(sizes, map.context())?.then(&map)? };
        let n_outputs = relation.n_outputs();
        let relation = Prepared::new(relation);
        let mut function = Symbolic {
            map,
            size,
            sizes: sizes.to_vec(),
            n_outputs,
            known: Vec::new(),
            walk: steps / relation.evaluation_cost(),
            cute_witness: Cell::new(None),
            relation,
        };
        let with_value = |c: i64| Some((c, function.evaluated(c)?));
        function.known = spread(size).filter_map(with_value).collect();
        Ok(function)
    }

    /// The CuTe layout, with an offset if need be, or the coordinate up to which none agrees.
    pub fn cute_family(&self) -> Result<Family, NotRaised> {
        self.check_outputs()?;
        let found = self.cute_or_offset().unwrap_or_else(|error| Err(unanswered(error)))?;
        self.cute_witness.set(found.as_ref().err().copied());
        Ok(found)
    }

    /// The composed layout behind a swizzle, or how many were tried.
    pub fn swizzled(&self) -> Result<Result<AnyLayout, usize>, NotRaised> {
        let witness = self.cute_witness.get().unwrap_or(0);
        self.behind_swizzle(witness).unwrap_or_else(|error| Err(unanswered(error)))
    }

    /// The map over F2.
    pub fn affine(&self) -> Result<Result<Affine, NotLinear>, NotRaised> {
        self.check_outputs()?;
        self.linear().unwrap_or_else(|error| Err(unanswered(error)))
    }

    fn check_outputs(&self) -> Result<(), NotRaised> {
        if self.n_outputs == 1 {
            return Ok(());
        }
        let size = self.size;
        let reason =
            format!("a relation with several outputs on {size} coordinates was not raised");
        Err(NotRaised::Unknown(Unknown::TooLarge { reason }))
    }

    fn cute_or_offset(&self) -> Asking<Result<Family, NotRaised>> {
        let first = self.value(0)?;
        let change = |value: i64| value.checked_sub(first);
        let moved = || if first == 0 { Ok(self.map.clone()) } else { self.minus(first) };
        let found = self.cute(change, moved, |layout| with_offset(layout, first))?;
        let coordinate = |at| if first == 0 { at } else { 0 };
        Ok(found.map(|family| family.map_err(coordinate)))
    }

    fn value(&self, coordinate: i64) -> Asking<i64> {
        match self.evaluated(coordinate) {
            Some(value) => Ok(value),
            None => value_of(&self.map, coordinate),
        }
    }

    /// The value at an integral coordinate as the formula says it, if it is an expression.
    fn evaluated(&self, coordinate: i64) -> Option<i64> {
        let input: SmallVec<[[i64; 1]; 4]> =
            digits(coordinate, self.sizes.iter().copied()).map(|digit| [digit]).collect();
        if let Some([value]) = self.relation.numbers(&input) {
            return Some(value);
        }
        match &*self.relation.values(&input.concat()).ok()? {
            [image] => image.first().copied(),
            _ => None,
        }
    }

    fn minus(&self, first: i64) -> Asking<Map> {
        self.map.then(&shifted(first, self.map.context())?)
    }

    /// The coalesced layout that a function is, mode by mode: the stride is the value at the step,
    /// the extent the least multiple of the step where the value is not that multiple of the
    /// stride. That the layout is the function is then asked once.
    ///
    /// The function is `map`, whose values are those of this function changed by `change`. As soon
    /// as a known value is not what the modes say, there is no layout, and no more modes are found. isl is asked
    /// where a look at coordinates does not answer.
    fn cute(
        &self,
        change: impl Fn(i64) -> Option<i64>,
        map: impl Fn() -> Asking<Map>,
        finish: impl Fn(Layout) -> Option<AnyLayout>,
    ) -> Asking<Result<Family, NotRaised>> {
        let value = |coordinate: i64| change(self.evaluated(coordinate)?);
        let of_isl = OnceCell::new();
        let map = || -> Asking<&Map> {
            if of_isl.get().is_none() {
                let _ = of_isl.set(map()?);
            }
            Ok(of_isl.get().expect("it was set"))
        };
        let mut modes: Vec<Mode> = Vec::new();
        let mut step = 1_i64;
        // Up to here the function is compared with the layout: past it no layout goes on.
        let mut end = self.size;
        while step < self.size {
            let count = self.size / step;
            let stride = match value(step) {
                Some(stride) => stride,
                None => value_of(map()?, step)?,
            };
            let is_multiple = |k: i64| Some(value(k * step)? == stride.checked_mul(k)?);
            let extent = match self.first_without(count, is_multiple) {
                Some(found) => found.unwrap_or(count),
                None => {
                    let map = map()?;
                    let multiples = multiples(step, count, map.context())?.then(map)?;
                    match multiples.first_deviation(stride)? {
                        Answer::Proved => count,
                        Answer::Refuted(pair) => pair.input.first().copied().unwrap_or(1),
                        Answer::Unknown { operations } => {
                            return Ok(Err(out_of_budget(operations)));
                        }
                    }
                }
            };
            modes.push(Mode { extent, stride });
            step *= extent;
            if self.size % step != 0 || !self.known_agree(&modes, step, &change) {
                end = step;
                break;
            }
        }
        let Ok(layout) = Layout::from_modes(&modes) else { return Ok(Ok(Err(0))) };
        let layout = coalesce(&layout);
        let is_alike = |coordinate: i64| Some(value(coordinate)? == layout.offset(coordinate)?);
        let answer = match self.first_without(end, is_alike) {
            Some(found) => found.map_or(Answer::Proved, Answer::Refuted),
            None => match self.sample_without(end, layout.weights(), is_alike) {
                Some(coordinate) => Answer::Refuted(coordinate),
                None => {
                    let map = map()?;
                    let claim = layout_map(&AnyLayout::from(layout.clone()), map)?;
                    let claim = claim.with_inputs_in(&[(0, end)])?;
                    let answer = map.with_inputs_in(&[(0, end)])?.equal(&claim)?;
                    answer.map_witness(|difference| difference.input.first().copied().unwrap_or(0))
                }
            },
        };
        Ok(match answer {
            Answer::Proved if end == self.size => Ok(finish(layout).ok_or(0)),
            Answer::Proved => Ok(Err(end)),
            Answer::Refuted(coordinate) => Ok(Err(coordinate)),
            Answer::Unknown { operations } => Err(out_of_budget(operations)),
        })
    }

    /// The least number below `end` without a property, if there is one; `None` if a walk does not say.
    fn first_without(&self, end: i64, has: impl Fn(i64) -> Option<bool>) -> Option<Option<i64>> {
        for number in 0..end.min(self.walk) {
            if !has(number)? {
                return Some(Some(number));
            }
        }
        (end <= self.walk).then_some(None)
    }

    /// Some coordinate below `end` without a property, where one is seen among samples.
    fn sample_without(
        &self,
        end: i64,
        weights: impl Iterator<Item = i64>,
        has: impl Fn(i64) -> Option<bool>,
    ) -> Option<i64> {
        if self.walk == 0 {
            return None;
        }
        let own = if self.sizes.len() == 1 { self.relation.breakpoints() } else { Vec::new() };
        let samples = Samples::new(end, weights.chain(own));
        let lacks = |coordinate: i64| has(coordinate) == Some(false);
        Some(samples.lowered(samples.find(lacks)?, lacks))
    }

    /// False if a known value below `end`, the size of the modes, is not what they say.
    fn known_agree(&self, modes: &[Mode], end: i64, change: impl Fn(i64) -> Option<i64>) -> bool {
        self.known.iter().filter(|(coordinate, _)| *coordinate < end).all(|&(coordinate, value)| {
            let mut rest = coordinate;
            let mut offset = 0_i128;
            for mode in modes {
                offset += i128::from(rest % mode.extent) * i128::from(mode.stride);
                rest /= mode.extent;
            }
            change(value).is_none_or(|value| offset == i128::from(value))
        })
    }

    fn behind_swizzle(
        &self,
        cute_witness: i64,
    ) -> Asking<Result<Result<AnyLayout, usize>, NotRaised>> {
        if !self.map.in_bounds(&[i64::MAX])?.is_proved() {
            return Ok(Ok(Err(0)));
        }
        let samples = self.samples(cute_witness)?;
        let (mut tried, mut asked) = (0, 0);
        let identity = Layout::from_modes(&[Mode { extent: 1 << 62, stride: 1 }]);
        let identity = identity.expect("2^62 fits");
        for swizzle in swizzles(63) {
            tried += 1;
            let first = swizzle.apply(samples.first);
            if !samples.allow(self.size, |value| swizzle.apply(value).checked_sub(first)) {
                continue;
            }
            asked += 1;
            if ASKED < asked {
                let reason = format!("more than {ASKED} swizzles would have to be put to isl");
                return Ok(Err(NotRaised::Unknown(Unknown::TooLarge { reason })));
            }
            let map = || {
                let inner = CuteLayout::Static(identity.clone());
                let outer = Composed::new(Outer::Swizzle(swizzle), 0, inner);
                let map = self.map.then(&layout_map(&AnyLayout::Composed(outer), &self.map)?)?;
                map.then(&shifted(first, map.context())?)
            };
            let change = |value: i64| swizzle.apply(value).checked_sub(first);
            match self.cute(change, map, |layout| behind(swizzle, first, layout))? {
                Ok(Ok(layout)) => return Ok(Ok(Ok(layout))),
                Ok(Err(_)) => {}
                Err(unknown) => return Ok(Err(unknown)),
            }
        }
        Ok(Ok(Err(tried)))
    }

    fn samples(&self, cute_witness: i64) -> Asking<AtDivisors> {
        let steps = divisors(self.size).unwrap_or_default();
        let coordinates = spread(self.size).chain([cute_witness]);
        let with_value = |c: i64| Ok((c, self.value(c)?));
        let below = |&c: &i64| c < self.size;
        Ok(AtDivisors {
            first: self.value(0)?,
            steps: steps.into_iter().filter(below).map(with_value).collect::<Asking<_>>()?,
            others: coordinates.filter(below).map(with_value).collect::<Asking<_>>()?,
        })
    }

    fn linear(&self) -> Asking<Result<Result<Affine, NotLinear>, NotRaised>> {
        let size = self.size;
        if !size.cast_unsigned().is_power_of_two() {
            return Ok(Ok(Err(NotLinear::Size { size })));
        }
        let outside = match self.map.in_bounds(&[1 << 62])? {
            Answer::Proved => None,
            Answer::Refuted(pair) => pair.input.first().copied().zip(pair.output.first().copied()),
            Answer::Unknown { operations } => return Ok(Err(out_of_budget(operations))),
        };
        if let Some((coordinate, output)) = outside {
            return Ok(Ok(Err(NotLinear::Offset { coordinate, output })));
        }
        let constant = self.value(0)?.cast_unsigned();
        let columns = (0..size.trailing_zeros())
            .map(|bit| Ok(self.value(1 << bit)?.cast_unsigned() ^ constant))
            .collect::<Asking<Vec<u64>>>()?;
        let candidate = affine(columns, constant).and_then(|map| {
            linear_of_affine(&[("dim0", size)], std::slice::from_ref(&map)).map(|l| (l, map))
        });
        let Some((layout, affine)) = candidate else {
            return Ok(Err(too_wide()));
        };
        let layout = AnyLayout::Linear(layout);
        let is_alike = |coordinate: i64| {
            Some(
                self.evaluated(coordinate)?
                    == affine.apply(coordinate.cast_unsigned()).cast_signed(),
            )
        };
        let bits = (0..size.trailing_zeros()).map(|bit| 1 << bit);
        let answer = match self.sample_without(size, bits, is_alike) {
            Some(wrong) => Answer::Refuted(wrong),
            None => {
                let answer = self.map.equal(&layout_map(&layout, &self.map)?)?;
                answer.map_witness(|difference| difference.input.first().copied().unwrap_or(0))
            }
        };
        match answer {
            Answer::Proved => Ok(Ok(Ok(affine))),
            Answer::Unknown { operations } => Ok(Err(out_of_budget(operations))),
            Answer::Refuted(wrong) => {
                // Bit by bit up to where they differ: the first sum that is wrong is a witness.
                let mut sum = 0_i64;
                for bit in (0..62).filter(|bit| wrong >> bit & 1 == 1) {
                    let (a, b) = (1 << bit, sum);
                    sum |= a;
                    let expected = affine.apply(sum.cast_unsigned());
                    let excess = self.value(sum)?.cast_unsigned() ^ expected;
                    if excess != 0 {
                        let (a, b) = (1_u64 << bit, b.cast_unsigned());
                        return Ok(Ok(Err(NotLinear::NotAffine(NotAffine { a, b, excess }))));
                    }
                }
                let reason = format!("isl says that the map is not affine at {wrong}, where it is");
                Ok(Err(NotRaised::Unknown(Unknown::NotFound { reason })))
            }
        }
    }
}

fn out_of_budget(operations: u64) -> NotRaised {
    NotRaised::Unknown(Unknown::OutOfBudget { operations })
}

/// The value of a function at a coordinate of its domain.
fn value_of(map: &Map, coordinate: i64) -> Asking<i64> {
    let images = map.image(&[], &[coordinate], 1)?;
    Ok(images.first().and_then(|image| image.first().copied()).unwrap_or_default())
}

/// The relation of a layout, in the spaces of `map`.
fn layout_map(layout: &AnyLayout, map: &Map) -> Asking<Map> {
    let relation = inside_relation(layout, &View::Integral);
    let relation = relation.expect("a layout whose offsets fit in 64 bits is Presburger");
    let relation = match layout {
        AnyLayout::Linear(_) => relation.with_flat_outputs(&[1]).expect("one output"),
        _ => relation,
    };
    relation.to_map(map.context())
}

/// `k -> k*step` on [0, count).
fn multiples(step: i64, count: i64, context: &Context) -> Asking<Map> {
    let multiple = Quantity::variable(0).times(step)?;
    Relation::of_quantities(1, &[multiple]).to_map(context)?.with_inputs_in(&[(0, count)])
}

/// `o -> o - first`.
fn shifted(first: i64, context: &Context) -> Asking<Map> {
    let shifted = Quantity::variable(0).minus(&first.into())?;
    Relation::of_quantities(1, &[shifted]).to_map(context)
}

/// The coordinates of a box from their integral coordinate, leftmost fastest.
fn flat(sizes: &[i64], context: &Context) -> Asking<Map> {
    let coordinate = Quantity::variable(0);
    let mut weight = 1_i64;
    let mut coordinates = Vec::new();
    for &size in sizes {
        coordinates.push(coordinate.floor(weight)?.modulo(size)?);
        weight = weight.saturating_mul(size);
    }
    Relation::of_quantities(1, &coordinates).to_map(context)?.with_inputs_in(&[(0, weight)])
}
