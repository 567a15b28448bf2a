//! Layouts of the same memory in larger or smaller elements.

use super::plain::{at, digits, integer, modes, number, sum_at};
use super::{Answer, CalledOperation, Form, Judged, check, refusal};
use crate::given::Given;
use crate::judge::Values;
use crate::judge::meaning::outer_value;
use crate::judge::model::{Composed, Cute, Layout, Outer, Term};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("upcast", Form::Layout(upcast)),
    ("downcast", Form::Layout(downcast)),
    ("recast", Form::Layout(recast)),
];

/// The layout behind a swizzle, if there is one, and the offset there.
fn parts(layout: &Layout) -> Option<(&Cute, Option<&Composed>)> {
    match layout {
        Layout::Cute(cute) => Some((cute, None)),
        Layout::Composed(composed) => Some((&composed.inner, Some(composed))),
        _ => None,
    }
}

fn value(layout: &Layout, natural: &[i64]) -> Option<i64> {
    let (cute, composed) = parts(layout)?;
    let inner = number(&sum_at(&modes(cute), natural))?;
    match composed {
        Some(composed) => outer_value(composed, &Values::new(), inner),
        None => Some(inner),
    }
}

fn extents(cute: &Cute) -> Vec<i64> {
    modes(cute).iter().map(|mode| mode.extent).collect()
}

/// How many steps of each mode become one, where its stride allows that.
fn steps(cute: &Cute, factor: i64) -> Option<Vec<i64>> {
    let step = |mode: &super::plain::Mode| {
        let stride = mode.scale.abs();
        match stride {
            0 => Some(1),
            _ if stride % factor == 0 => Some(1),
            _ if mode.extent == 1 => Some(1),
            _ if factor % stride == 0 => Some(factor / stride),
            _ => None,
        }
    };
    modes(cute).iter().map(step).collect()
}

/// With digits divided by the steps in an element, the offset is divided, both rounded down.
fn upcast(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let (source, factor) = (&asked.operands[0], asked.given.integers["factor"]);
    let (cute, composed) = parts(source).ok_or("it has no modes")?;
    let steps = if factor < 1 { None } else { steps(cute, factor) };
    let Some(found) = found else {
        let candidate = steps.as_ref().and_then(|steps| joined_by(source, steps, factor));
        let holds = candidate.is_some_and(|candidate| {
            steps.is_some_and(|steps| is_joined(source, &candidate, &steps, factor).is_ok())
        });
        let is_swizzled = composed.is_some_and(|c| moves(c) && factor.count_ones() != 1);
        // Below 0 a swizzle has no value, and the inner layout may have no answer.
        let has_negative = composed.is_some() && super::plain::numbers(cute).is_some_and(is_below);
        return refusal(holds && !is_swizzled && !has_negative);
    };
    let steps = steps.ok_or("a stride is in the way")?;
    is_joined(source, found, &steps, factor)
}

fn is_below(all: Vec<i64>) -> bool {
    all.iter().any(|offset| *offset < 0)
}

fn moves(composed: &Composed) -> bool {
    matches!(&composed.outer, Outer::Swizzle(swizzle) if swizzle.bits != 0)
}

/// The layout that could be the answer.
fn joined_by(source: &Layout, steps: &[i64], factor: i64) -> Option<Layout> {
    let (cute, composed) = parts(source)?;
    let own = modes(cute);
    let (mut at_extent, mut at_stride) = (0..own.len(), 0..own.len());
    let inner = Cute {
        shape: cute.shape.map(&mut |extent| {
            let step = at_extent.next().map_or(1, |at| steps[at]);
            Term::number((extent.factor - 1) / step + 1)
        }),
        stride: cute.stride.map(&mut |stride| {
            let at = at_stride.next().unwrap_or(0);
            integer((stride.scale.factor * steps[at]).div_euclid(factor))
        }),
        facts: Vec::new(),
    };
    let Some(composed) = composed else { return Some(Layout::Cute(inner)) };
    let Outer::Swizzle(mut swizzle) = composed.outer.clone() else { return None };
    if swizzle.bits != 0 {
        swizzle.base = swizzle.base.checked_sub(factor.trailing_zeros())?;
    }
    let offset = composed.offset.factor;
    (offset % factor == 0).then(|| {
        Layout::Composed(Composed {
            outer: Outer::Swizzle(swizzle),
            offset: Term::number(offset / factor),
            inner,
            facts: Vec::new(),
        })
    })
}

fn is_joined(source: &Layout, found: &Layout, steps: &[i64], factor: i64) -> Judged {
    let (Some((cute, _)), Some((own, _))) = (parts(source), parts(found)) else {
        return Err("it has no modes".to_owned());
    };
    check(cute.shape.map(&mut |_| ()) == own.shape.map(&mut |_| ()), || "other modes".to_owned())?;
    let expected: Vec<i64> =
        extents(cute).iter().zip(steps).map(|(extent, step)| (extent - 1) / step + 1).collect();
    check(extents(own) == expected, || format!("its extents should be {expected:?}"))?;
    for coordinate in 0..super::plain::size(cute) {
        let natural = digits(&extents(cute), coordinate);
        let coarse: Vec<i64> =
            natural.iter().zip(steps).map(|(digit, step)| digit / step).collect();
        // Where a swizzle has no value there is nothing to join.
        let Some(offset) = value(source, &natural) else { continue };
        let joined = value(found, &coarse);
        let expected = offset.div_euclid(factor);
        check(joined == Some(expected), || format!("{natural:?} has {joined:?}, not {expected}"))?;
    }
    Ok(())
}

/// The offset, divided and rounded down, is that at the coordinate whose digit in the mode of stride 1 is
/// divided likewise.
fn downcast(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let (source, factor) = (&asked.operands[0], asked.given.integers["factor"]);
    let (cute, composed) = parts(source).ok_or("it has no modes")?;
    let own = modes(cute);
    let units = own.iter().filter(|mode| mode.scale == 1).count();
    let stepping = own.iter().filter(|mode| mode.extent != 1);
    let longs = stepping.clone().filter(|mode| mode.scale == 1).count();
    let steps_back = stepping.clone().any(|mode| mode.scale == -1);
    let is_defined = factor == 1 || 1 <= units && longs <= 1 && !steps_back;
    let Some(found) = found else {
        let is_swizzled = composed.is_some_and(|c| moves(c) && factor.count_ones() != 1);
        return refusal(1 <= factor && is_defined && !is_swizzled);
    };
    check(1 <= factor && is_defined, || "a condition is violated".to_owned())?;
    let (cut, _) = parts(found).ok_or("it has no modes")?;
    check(cute.shape.map(&mut |_| ()) == cut.shape.map(&mut |_| ()), || "other modes".to_owned())?;
    let is_split = |at: usize| factor != 1 && own[at].scale == 1;
    for coordinate in 0..super::plain::size(cut) {
        let natural = digits(&extents(cut), coordinate);
        if (0..own.len()).any(|at| own[at].extent == 1 && 1 < longs + units && natural[at] != 0) {
            continue;
        }
        let coarse: Vec<i64> = (natural.iter().enumerate())
            .map(|(at, digit)| if is_split(at) { digit / factor } else { *digit })
            .collect();
        let Some(expected) = value(source, &coarse) else { continue };
        let part = value(found, &natural).map(|offset| offset.div_euclid(factor));
        check(part == Some(expected), || format!("{natural:?} is in {part:?}, not {expected}"))?;
    }
    let split: i64 = (0..own.len()).filter(|&at| is_split(at)).map(|_| factor).product();
    let all = super::plain::size(cute) * split;
    check(super::plain::size(cut) == all, || format!("it should have {all} coordinates"))?;
    check(at(cute, 0) == at(cut, 0), || "it begins elsewhere".to_owned())
}

/// The ratio in lowest terms: joined, and then split.
fn recast(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let (old, new) = (asked.given.integers["old_bits"], asked.given.integers["new_bits"]);
    if old < 1 || new < 1 {
        return check(found.is_none(), || "a number of bits is less than 1".to_owned());
    }
    let common = (1..=old.min(new)).rev().find(|d| old % d == 0 && new % d == 0).unwrap_or(1);
    let source = &asked.operands[0];
    let joined = (asked.again)(
        "upcast",
        std::slice::from_ref(source),
        &Given::integer("factor", new / common),
    );
    let split = match joined {
        Answer::Layouts(joined) => {
            (asked.again)("downcast", &joined, &Given::integer("factor", old / common))
        }
        answer => answer,
    };
    let answer = found.map_or(Answer::Refused, |found| Answer::Layouts(vec![found.clone()]));
    check(split == answer, || format!("upcast and downcast give {split:?}"))
}
