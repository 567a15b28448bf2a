use std::fmt;

use num_integer::Integer;
use rustc_hash::FxHashSet;

use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::decide::{Claim, decide};
use super::evaluate::Evaluator;
use super::instances::Witness;
use super::relations::{NotAnswered, Solver, integral_map, known_facts};
use super::verdict::{Budget, Method, Verdict};
use crate::cute::{Basis, Composed, CuteLayout, Layout, Outer};
use crate::linear::f2::Affine;
use crate::point::{ForSymbols, Point};
use crate::relation::{Answer, Map, Relation};

/// An offset that no coordinate has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    pub symbols: Vec<(String, i64)>,
    pub offset: Point,
}

impl Missed {
    fn of(offset: i64) -> Verdict<Missed> {
        Verdict::Refuted(Missed { symbols: Vec::new(), offset: offset.into() })
    }
}

impl Witness for Missed {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (offset, symbols) = (&self.offset, ForSymbols(&self.symbols));
        write!(f, "layout is not surjective: no coordinate gives {offset}{symbols}")
    }
}

/// Is each number below `size` the offset of a coordinate?
///
/// Without a size it is asked of the numbers up to the greatest offset, of tuple offsets of all
/// combinations of the numbers up to the greatest of each part, and for a linear layout of the values
/// that its out-dims have room for. Offsets outside these numbers are no obstacle. The offset of a refutation is the least one, unless the
/// layout has symbols.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, surjective};
///
/// let gaps = AnyLayout::parse(Kind::Cute, "(2,2):(1,5)")?;
/// let Verdict::Refuted(missed) = surjective(&gaps, None, &Budget::default()) else { panic!() };
/// assert_eq!(missed.to_string(), "layout is not surjective: no coordinate gives 2");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn surjective(layout: &AnyLayout, size: Option<i64>, budget: &Budget) -> Verdict<Missed> {
    let room = || match layout {
        AnyLayout::Linear(linear) => Some(linear.out_size()),
        _ => None,
    };
    decide(&Surjective { size: size.or_else(room) }, [layout], budget)
}

/// Onto the numbers below `size`, or those that the layout says.
struct Surjective {
    size: Option<i64>,
}

impl Claim<1> for Surjective {
    type Witness = Missed;

    fn by_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<Missed>> {
        let by_modes = match layout {
            AnyLayout::Cute(CuteLayout::Static(layout)) => by_strides(layout, 0, self.size),
            AnyLayout::Cute(CuteLayout::Basis(layout)) if self.size.is_none() => by_parts(layout),
            AnyLayout::Cute(CuteLayout::Symbolic(layout)) => {
                layout.is_onto(self.size).then_some(Verdict::Proved(Method::OffsetRange))
            }
            AnyLayout::Composed(composed) => by_blocks(composed, self.size),
            _ => None,
        };
        by_modes.or_else(|| by_matrix(&as_binary(layout)?, self.size))
    }

    /// Evaluates everywhere.
    fn by_walk(
        &self,
        _: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Verdict<Missed>> {
        if !function.is_within(steps) {
            return None;
        }
        let mut reached = FxHashSet::default();
        for coordinate in function.coordinates() {
            // Where a layout has no value it reaches nothing.
            reached.extend(function.values(coordinate).ok()?);
        }
        let mut ends = vec![0; reached.iter().next().map_or(1, Vec::len)];
        for offset in &reached {
            for (end, part) in ends.iter_mut().zip(offset) {
                *end = (*end).max(part.checked_add(1)?);
            }
        }
        if let Some(size) = self.size {
            let [end] = &mut ends[..] else { return None };
            *end = size;
        }
        // The search ends after as many numbers as there are coordinates.
        let mut offset = vec![0; ends.len()];
        let coordinates = function.size();
        if ends.contains(&0) {
            return Some(Verdict::Proved(Method::Enumeration { coordinates }));
        }
        while reached.contains(&offset) {
            // The next one: the last part is the fastest.
            let Some(at) = (0..ends.len()).rev().find(|&at| offset[at] + 1 < ends[at]) else {
                return Some(Verdict::Proved(Method::Enumeration { coordinates }));
            };
            offset[at] += 1;
            offset[at + 1..].fill(0);
        }
        Some(Verdict::Refuted(Missed { symbols: Vec::new(), offset: offset.into() }))
    }

    fn by_recognized_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<Missed>> {
        let by_modes = Swizzled::plain(layout)
            .and_then(|function| by_strides(&function.layout, function.offset, self.size));
        by_modes.or_else(|| by_matrix(&binary(layout)?, self.size))
    }

    /// The numbers that are asked for, less those that are reached.
    fn by_isl(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Result<Answer<Missed>, NotAnswered> {
        let size = self.size;
        let (map, _) = integral_map(&Solver::new(budget), layout)?;
        let parts = map.n_outputs()?;
        if size.is_some() && parts != 1 {
            return Err(NotAnswered::Parts { expected: 1, found: parts });
        }
        let relation = |text: String| -> Result<Map, NotAnswered> {
            let relation: Relation = text.parse().expect("it is a relation");
            Ok(relation.to_map(map.context())?)
        };
        let tuple = |name: &str| {
            let names: Vec<String> = (0..parts).map(|part| format!("{name}{part}")).collect();
            format!("[{}]", names.join(", "))
        };
        let (y, z) = (tuple("y"), tuple("z"));
        let reached = map.reverse()?;
        let asked = match size {
            Some(size) => {
                let below = relation(format!("{{ {z} -> {y} : 0 <= z0 < {size} }}"))?;
                let obeys = below.given(&known_facts(&[layout])?)?;
                match layout {
                    // Where the formula leaves no pair for values of the parameters it says that they
                    // are not meant.
                    AnyLayout::Relation(_) => {
                        let inputs: Vec<String> =
                            (0..map.n_inputs()?).map(|input| format!("c{input}")).collect();
                        let all = relation(format!("{{ {z} -> [{}] }}", inputs.join(", ")))?;
                        let some_pair = all.then(&map)?;
                        obeys.with_domain_of(&some_pair)?
                    }
                    _ => obeys,
                }
            }
            None => {
                // Below an output in each part, each time another one.
                let mut asked = relation(format!("{{ {z} -> {z} }}"))?;
                for part in 0..parts {
                    let below = relation(format!("{{ {y} -> {z} : 0 <= z{part} <= y{part} }}"))?;
                    asked = asked.with_domain_of(&map.then(&below)?.reverse()?)?;
                }
                asked
            }
        };
        let missed = asked.difference(&asked.with_domain_of(&reached)?)?;
        let answer = missed.empty()?;
        Ok(answer
            .map_witness(|pair| Missed { symbols: pair.parameters, offset: pair.input.into() }))
    }
}

/// A swizzle of a layout with symbols, which permutes blocks of numbers: it reaches those that the layout
/// does if these are whole blocks.
fn by_blocks(composed: &Composed, size: Option<i64>) -> Option<Verdict<Missed>> {
    let (Outer::Swizzle(swizzle), CuteLayout::Symbolic(inner), Some(0)) =
        (composed.outer(), composed.inner(), composed.offset_term().as_constant())
    else {
        return None;
    };
    let block = swizzle.block()?;
    let is_onto = match size {
        Some(size) => {
            let after = (block - size.rem_euclid(block)) % block;
            inner.is_onto(Some(size.checked_add(after)?))
        }
        None => inner.is_onto_blocks(block),
    };
    is_onto.then_some(Verdict::Proved(Method::OffsetRange))
}

/// A layout of integers to which `offset` is added, mode by mode in the order of the strides.
///
/// The modes taken so far reach every number below `reach` and no other. If the next stride is not
/// more than `reach`, they reach every number below `reach + stride * (extent - 1)` with it; if it is
/// more, nothing gives `reach`. Negative strides move the offsets as a whole, to below 0; if there are
/// gaps between them, too, the least one that is not below 0 is searched for. `None` if that takes long,
/// and past 64 bits.
fn by_strides(layout: &Layout, offset: i64, size: Option<i64>) -> Option<Verdict<Missed>> {
    let modes = layout.flat_modes();
    let modes = modes.iter().map(|mode| Some((mode.stride.checked_abs()?, mode.extent)));
    let (least, greatest) = layout.offset_range();
    let (least, greatest) = (least.checked_add(offset)?, greatest.checked_add(offset)?);
    let size = size.or(greatest.checked_add(1))?;
    if 0 < least {
        return Some(if size <= 0 { Verdict::Proved(Method::OffsetRange) } else { Missed::of(0) });
    }
    let mut modes: Vec<(i64, i64)> = modes.collect::<Option<_>>()?;
    let reach = reach(&mut modes)?;
    let end = match least < 0 && reach <= greatest.checked_sub(least)? {
        true => least_missed(&modes, reach, least.checked_neg()?)? + least,
        // Where all offsets are below 0, none is among the numbers.
        false => (reach + least).max(0),
    };
    Some(if size <= end { Verdict::Proved(Method::OffsetRange) } else { Missed::of(end) })
}

/// The least number that modes of these strides and extents do not reach. Sorts them.
fn reach(modes: &mut [(i64, i64)]) -> Option<i64> {
    modes.sort_unstable();
    let mut reach = 1_i64;
    for &(stride, extent) in &*modes {
        if 1 < extent && reach < stride {
            break;
        }
        reach = reach.checked_add(stride.checked_mul(extent - 1)?)?;
    }
    Some(reach)
}

/// The least number from `from` on that sorted modes do not reach, the first ones of which reach what is
/// below `reach`: each sum of the others begins a run of so many numbers. `None` if it is not found in a
/// few thousand steps.
fn least_missed(modes: &[(i64, i64)], reach: i64, from: i64) -> Option<i64> {
    let is_of_others = |&(stride, extent): &(i64, i64)| 1 < extent && reach <= stride;
    let others: Vec<(i64, i64)> = modes.iter().copied().filter(is_of_others).rev().collect();
    let mut steps = 1 << 12;
    let mut missed = from;
    while let Some(sum) = sum_between(&others, missed - reach + 1, missed, &mut steps)? {
        missed = sum.checked_add(reach)?;
    }
    Some(missed)
}

/// A sum of modes, the ones with the greatest strides first, that is between these numbers, both
/// included; `None` if there are no steps left.
fn sum_between(modes: &[(i64, i64)], low: i64, high: i64, steps: &mut i64) -> Option<Option<i64>> {
    *steps -= 1;
    let greatest: i64 = modes.iter().map(|(stride, extent)| stride * (extent - 1)).sum();
    if *steps < 0 {
        return None;
    }
    // Every sum is a multiple of what divides all strides.
    let divisor = modes.iter().fold(0, |divisor: i64, (stride, _)| divisor.gcd(stride));
    let is_between = divisor == 0 || low <= high.div_euclid(divisor) * divisor;
    if high < 0 || greatest < low || !is_between {
        return Some(None);
    }
    let Some((&(stride, extent), others)) = modes.split_first() else {
        return Some((low <= 0).then_some(0));
    };
    for digit in (0..=(high / stride).min(extent - 1)).rev() {
        let own = stride * digit;
        if let Some(sum) = sum_between(others, low - own, high - own, steps)? {
            return Some(Some(own + sum));
        }
        // With less of this one even all of the others are too little.
        if greatest - stride * (extent - 1) < low - own {
            break;
        }
    }
    Some(None)
}

/// A layout with basis strides, part by part: each mode moves one part alone, so that the offsets are
/// all combinations of the parts. `None` for negative strides.
fn by_parts(layout: &Layout<Basis>) -> Option<Verdict<Missed>> {
    let modes = layout.flat_modes();
    let outputs = layout.positions();
    for (position, path) in outputs.iter().enumerate() {
        let own = modes.iter().filter(|mode| mode.stride.path() == path.as_slice());
        let mut own: Vec<(i64, i64)> = own.map(|mode| (mode.stride.scale(), mode.extent)).collect();
        if own.iter().any(|&(scale, _)| scale < 0) {
            return None;
        }
        let greatest = own.iter().try_fold(0_i64, |greatest, (scale, extent)| {
            greatest.checked_add(scale.checked_mul(extent - 1)?)
        })?;
        let reach = reach(&mut own)?;
        if reach <= greatest {
            let mut offset = vec![0; outputs.len()];
            offset[position] = reach;
            return Some(Verdict::Refuted(Missed { symbols: Vec::new(), offset: offset.into() }));
        }
    }
    Some(Verdict::Proved(Method::OffsetRange))
}

/// Without a size it is asked of the numbers up to the greatest offset.
fn by_matrix(map: &Affine, size: Option<i64>) -> Option<Verdict<Missed>> {
    let size = size.or_else(|| i64::try_from(map.greatest().1).ok()?.checked_add(1))?;
    // Above the rows there is nothing.
    let end = 1_u64.checked_shl(map.matrix().n_rows()).unwrap_or(u64::MAX);
    let missed = map.uncovered().unwrap_or(end);
    Some(match i64::try_from(missed) {
        Ok(missed) if missed < size => Missed::of(missed),
        _ => Verdict::Proved(Method::F2Matrices),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn decided(kind: Kind, text: &str, size: Option<i64>) -> String {
        match surjective(&AnyLayout::parse(kind, text).unwrap(), size, &Budget::default()) {
            Verdict::Proved(method) => method.to_string(),
            Verdict::Refuted(missed) => {
                format!("{}{}", missed.offset, ForSymbols(&missed.symbols))
            }
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    #[test]
    fn every_notation_is_decided() {
        assert_eq!(decided(Kind::Cute, "(4,(2,2)):(2,(1,8))", None), "offset range");
        assert_eq!(decided(Kind::Cute, "(4,8):(8,1)", Some(33)), "32");
        assert_eq!(decided(Kind::Cute, "(1,4):(9,2)", None), "1");
        assert_eq!(decided(Kind::Cute, "(2,2):(1,0)", Some(1)), "offset range");
        assert_eq!(decided(Kind::Cute, "4:-1", None), "offset range");
        assert_eq!(decided(Kind::Cute, "(4,2):(-1,2)", None), "offset range");
        assert_eq!(decided(Kind::Cute, "(2,2):(-1,3)", None), "1");
        assert_eq!(decided(Kind::Cute, "(1048576,1048576):(1048576,1)", None), "offset range");
        assert_eq!(decided(Kind::Cute, "(4,8):(1@1,1@0)", None), "offset range");
        assert_eq!(decided(Kind::Cute, "(4,2,2):(1@0,3@1,1@1)", None), "(0,2)");
        assert_eq!(decided(Kind::Swizzle, "S<2,1,3>", None), "F2 matrices");
        assert_eq!(decided(Kind::Composed, "S<1,0,1> o 0 o 3:1", None), "2");
        assert_eq!(decided(Kind::Composed, "S<2,0,2> o 0 o 15:1", None), "12");
        assert_eq!(decided(Kind::Linear, "{a = [[1],[4]]}", None), "2");
        assert_eq!(decided(Kind::Linear, "{a = [[1,0],[0,1]]}", None), "F2 matrices");
        assert_eq!(decided(Kind::Linear, "{a = [[1]]}", Some(4)), "2");
    }

    #[test]
    fn relations_are_decided() {
        let relation = |text, size| decided(Kind::Relation, text, size);
        assert_eq!(relation("{ [i] -> [2i] : 0 <= i < 5 }", None), "1");
        assert_eq!(
            relation("{ [i] -> [floor(i/2)] : 0 <= i < 10 }", None),
            "enumeration of 10 coordinates"
        );
        assert_eq!(
            relation("{ [i] -> [o] : 0 <= i < 9 and i <= o <= i + 1 }", None),
            "enumeration of 9 coordinates"
        );
        assert_eq!(relation("{ [i] -> [o] : 0 <= i < 9 and o = 3i + 3 }", Some(9)), "0");
        assert_eq!(relation("[N] -> { [i] -> [i] : 0 <= i < N }", None), "isl");
        assert_eq!(relation("[N] -> { [i] -> [2i] : 0 <= i < N }", None), "1 for N = 2");
        assert_eq!(relation("{ [i, j] -> [i, 2j] : 0 <= i, j < 3 }", None), "(0,1)");
    }

    #[test]
    fn facts_reach_every_question() {
        use Kind::{Composed, Cute, Relation};
        let values = |count| format!("enumeration of {count} values of symbols");
        assert_eq!(decided(Cute, "(8,M):(-1,8) where M in [2,3]", Some(2)), values(2));
        // Extents are at least 1.
        assert_eq!(decided(Cute, "(M):(1)", Some(1)), "offset range");
        assert_eq!(decided(Cute, "(M,8):(1,M)", Some(8)), "offset range");
        assert_eq!(decided(Cute, "(2,4):(N,1)", Some(4)), "offset range");
        assert_eq!(decided(Cute, "(M):(1)", Some(2)), "1 for M = 1");
        assert_eq!(decided(Cute, "(M):(1) where M in [4,1048576]", Some(4)), "offset range");
        assert_eq!(decided(Cute, "(M):(1) where M in [4,1048576]", Some(5)), "4 for M = 4");
        let parameter = "[M] -> { [c] -> [c] : 0 <= c < M and M >= 4 }";
        assert_eq!(decided(Relation, parameter, Some(4)), "isl");
        assert_eq!(decided(Relation, parameter, Some(5)), "4 for M = 4");
        // In each part up to its greatest offset, for each value of the symbol by itself.
        assert_eq!(decided(Cute, "(M,4):(1@0,1@1)", None), "offset range");
        assert_eq!(decided(Cute, "(M,4):(1@0,2@1)", None), "(0,1) for M = 1");
        // A swizzle permutes blocks of 128 numbers, and whole ones are reached.
        let rows = |facts| format!("S<3,4,3> o 0 o (M,64):(64,1) where {facts}");
        assert_eq!(decided(Composed, &rows("M mod 8 = 0"), None), "offset range");
        assert_eq!(decided(Composed, &rows("M mod 2 = 0"), None), "offset range");
        assert_eq!(decided(Composed, &rows("M in [3,9999999]"), Some(128)), "offset range");
        // No coordinate has an offset where the inner part is below 0.
        assert_eq!(
            decided(Composed, "S<1,0,1> o k o 2:1 where k in [-9,-9]", Some(1)),
            "0 for k = -9"
        );
    }

    #[test]
    fn gaps_beside_negative_strides_are_found_without_isl() {
        let found = |text| decided(Kind::Cute, text, None);
        assert_eq!(found("(2,3037000499,4):(-1,2147483648,1)"), "4");
        assert_eq!(found("(3037000500,3):(-8,16777215)"), "1");
        // A run of numbers with ends far apart, and runs that touch.
        assert_eq!(found("(1048576,9,1048576):(1,-1048576,1099511627776)"), "1048576");
        assert_eq!(found("(2,9,1048576):(-4,1,8)"), "offset range");
        assert_eq!(found("(2,3,2,1048576):(-1,2,7,40)"), "5");
        assert_eq!(found("(4194304,2):(-1,8388608)"), "1");
        assert_eq!(found("(1048576,1048576,1048576):(-2,4,4398046511104)"), "1");
    }

    #[test]
    fn strides_and_evaluation_agree() {
        let strides = [-2, -1, 0, 1, 2, 3, 4, 7];
        for index in 0..strides.len().pow(3) {
            let (a, b, c) = (strides[index % 8], strides[index / 8 % 8], strides[index / 64]);
            let layout: Layout = format!("(2,3,2):({a},{b},{c})").parse().unwrap();
            let offsets: FxHashSet<i64> = (0..12).map(|c| layout.offset(c).unwrap()).collect();
            let end = offsets.iter().max().unwrap() + 1;
            for size in [None, Some(0), Some(1), Some(5), Some(20)] {
                let missed = (0..size.unwrap_or(end)).find(|offset| !offsets.contains(offset));
                let any = AnyLayout::from(layout.clone());
                let found = match surjective(&any, size, &Budget::default()) {
                    Verdict::Refuted(missed) => Some(missed.offset[0]),
                    Verdict::Proved(_) => None,
                    Verdict::Unknown(unknown) => panic!("{layout}: {unknown}"),
                };
                assert_eq!(found, missed, "{layout} onto {size:?}");
            }
        }
    }
}
