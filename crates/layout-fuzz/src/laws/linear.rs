//! Linear layouts as maps, by the values at all coordinates.

use std::collections::{BTreeMap, BTreeSet};

use super::{Answer, CalledOperation, Form, Judged, check, refusal};
use crate::given::Given;
use crate::judge::model::{Layout, Linear};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("invert", Form::Linear(invert)),
    ("pseudoinvert", Form::Linear(pseudoinvert)),
    ("invert_and_compose", Form::Linear(invert_and_compose)),
    ("direct_sum", Form::Linear(direct_sum)),
    ("divide_left", Form::Linear(divide_left)),
    ("divide_right", Form::Linear(divide_right)),
    ("free_variable_masks", Form::Numbers(free_variable_masks)),
    ("num_consecutive", Form::Numbers(num_consecutive)),
];

/// A value for each dim.
pub(super) type Point = BTreeMap<String, i64>;

/// The in-dims with their sizes.
pub(super) fn ins(linear: &Linear) -> Vec<(String, i64)> {
    linear.in_dims.iter().map(|(name, bases)| (name.clone(), 1 << bases.len())).collect()
}

pub(super) fn size_in(dims: &[(String, i64)], name: &str) -> Option<i64> {
    dims.iter().find(|(own, _)| own == name).map(|(_, size)| *size)
}

/// Every point of a box, the first dim fastest.
pub(super) fn points(dims: &[(String, i64)]) -> Vec<Point> {
    dims.iter().fold(vec![Point::new()], |before, (name, size)| {
        let with = |value: i64| {
            before.iter().map(move |point| {
                let mut point = point.clone();
                point.insert(name.clone(), value);
                point
            })
        };
        (0..*size).flat_map(with).collect()
    })
}

/// The value at a point; dims that it does not have are at 0.
pub(super) fn value(linear: &Linear, point: &Point) -> Point {
    let mut value = linear.constant.clone();
    for (name, bases) in &linear.in_dims {
        let own = point.get(name).copied().unwrap_or(0);
        for (bit, basis) in bases.iter().enumerate() {
            if own / 2_i64.pow(bit as u32) % 2 == 1 {
                value = value.iter().zip(basis).map(|(a, b)| a ^ b).collect();
            }
        }
    }
    linear.out_dims.iter().map(|(name, _)| name.clone()).zip(value).collect()
}

/// The value at every coordinate, the first in-dim fastest.
pub(super) fn all(linear: &Linear) -> Vec<(Point, Point)> {
    points(&ins(linear)).into_iter().map(|point| (point.clone(), value(linear, &point))).collect()
}

fn reached(linear: &Linear) -> BTreeSet<Point> {
    all(linear).into_iter().map(|(_, value)| value).collect()
}

fn is_surjective(linear: &Linear) -> bool {
    reached(linear).len() == points(&linear.out_dims).len()
}

pub(super) fn is_bijective(linear: &Linear) -> bool {
    is_surjective(linear) && points(&ins(linear)).len() == points(&linear.out_dims).len()
}

/// The dims of the one are those of the other, and each undoes the other.
pub(super) fn inverts(linear: &Linear, found: &Linear) -> Judged {
    check(ins(found) == linear.out_dims && found.out_dims == ins(linear), || {
        "other dims".to_owned()
    })?;
    let is_undone = |(point, own): &(Point, Point)| value(found, own) == *point;
    check(all(linear).iter().all(is_undone), || "it leads elsewhere".to_owned())
}

fn invert(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let linear = asked.linear(0)?;
    match found {
        None => refusal(is_bijective(linear)),
        Some(found) => {
            inverts(linear, found)?;
            inverts(found, linear)
        }
    }
}

/// `source(result(v)) = v`.
fn pseudoinvert(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let linear = asked.linear(0)?;
    let Some(found) = found else { return refusal(is_surjective(linear)) };
    check(ins(found) == linear.out_dims && found.out_dims == ins(linear), || {
        "other dims".to_owned()
    })?;
    let is_led = |(own, place): &(Point, Point)| value(linear, place) == *own;
    check(all(found).iter().all(is_led), || "it leads elsewhere".to_owned())?;
    let identity = Layout::Linear(identity(&linear.out_dims));
    let composed = (asked.again)(
        "invert_and_compose",
        &[identity, asked.operands[0].clone()],
        &Given::default(),
    );
    let own = Answer::Layouts(vec![Layout::Linear(found.clone())]);
    check(composed == own, || format!("invert_and_compose gives {composed:?}"))
}

fn identity(dims: &[(String, i64)]) -> Linear {
    let in_dims = dims.iter().enumerate().map(|(at, (name, size))| {
        let basis = |bit: u32| {
            (0..dims.len()).map(|other| if other == at { 1 << bit } else { 0 }).collect()
        };
        (name.clone(), (0..size.trailing_zeros()).map(basis).collect())
    });
    Linear { in_dims: in_dims.collect(), out_dims: dims.to_vec(), constant: vec![0; dims.len()] }
}

/// `right(result(x)) = left(x)`; an in-dim of both with the same bases is sent to itself.
fn invert_and_compose(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let (left, right) = (asked.linear(0)?, asked.linear(1)?);
    let names = |linear: &Linear| -> BTreeSet<String> {
        linear.out_dims.iter().map(|(name, _)| name.clone()).collect()
    };
    let fits = names(left) == names(right)
        && (left.out_dims.iter()).all(|(name, size)| size_in(&right.out_dims, name) >= Some(*size));
    let Some(found) = found else {
        let reached = reached(right);
        return refusal(fits && all(left).iter().all(|(_, own)| reached.contains(own)));
    };
    check(fits, || "the out-dims do not fit".to_owned())?;
    check(ins(found) == ins(left) && found.out_dims == ins(right), || "other dims".to_owned())?;
    let is_led = |(point, own): &(Point, Point)| value(right, &value(found, point)) == *own;
    check(all(left).iter().all(is_led), || "it leads elsewhere".to_owned())?;
    for (name, bases) in &left.in_dims {
        let is_basis_of = |linear: &Linear, bases: &[Vec<i64>]| -> Vec<Point> {
            let names = linear.out_dims.iter().map(|(name, _)| name.clone());
            let names: Vec<String> = names.collect();
            bases
                .iter()
                .map(|basis| names.iter().cloned().zip(basis.iter().copied()).collect())
                .collect()
        };
        let other = right.in_dims.iter().find(|(own, _)| own == name);
        let Some((_, others)) = other else { continue };
        if is_basis_of(left, bases) != is_basis_of(right, others) {
            continue;
        }
        let zero = value(found, &Point::new());
        for bit in 0..bases.len() {
            let at = value(found, &Point::from([(name.clone(), 1 << bit)]));
            let is_itself = at.iter().all(|(dim, own)| {
                let moved = if dim == name { 1 << bit } else { 0 };
                own ^ zero[dim] == moved
            });
            check(is_itself, || format!("{name} is not sent to itself"))?;
        }
    }
    Ok(())
}

/// `result(x + size * y) = left(x) + out_size * right(y)`, dim by dim.
fn direct_sum(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    match found {
        None => refusal(true),
        Some(found) => is_sum(asked.linear(0)?, asked.linear(1)?, found),
    }
}

fn is_sum(left: &Linear, right: &Linear, found: &Linear) -> Judged {
    let is_product = |own: &[(String, i64)], a: &[(String, i64)], b: &[(String, i64)]| {
        let names: BTreeSet<&String> = a.iter().chain(b).map(|(name, _)| name).collect();
        own.len() == names.len()
            && own.iter().all(|(name, size)| {
                let of = |dims| size_in(dims, name);
                names.contains(name) && *size == of(a).unwrap_or(1) * of(b).unwrap_or(1)
            })
    };
    let (own, a, b) = (ins(found), ins(left), ins(right));
    check(is_product(&own, &a, &b), || "other in-dims".to_owned())?;
    let outs = is_product(&found.out_dims, &left.out_dims, &right.out_dims);
    check(outs, || "other out-dims".to_owned())?;
    for (point, value_there) in all(found) {
        let size = |name: &String| size_in(&a, name).unwrap_or(1);
        let low = point.iter().map(|(name, own)| (name.clone(), own % size(name))).collect();
        let high = point.iter().map(|(name, own)| (name.clone(), own / size(name))).collect();
        let (low, high) = (value(left, &low), value(right, &high));
        let is_right = value_there.iter().all(|(name, own)| {
            let part = |point: &Point| point.get(name).copied().unwrap_or(0);
            *own == part(&low) + size_in(&left.out_dims, name).unwrap_or(1) * part(&high)
        });
        check(is_right, || format!("{point:?} has {value_there:?}"))?;
    }
    Ok(())
}

/// The sum of the right operand and the result is the left one.
fn divide_left(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    divided(asked.linear(0)?, asked.linear(1)?, found, |divisor, rest| [divisor, rest])
}

/// The sum of the result and the right operand is the left one.
fn divide_right(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    divided(asked.linear(0)?, asked.linear(1)?, found, |divisor, rest| [rest, divisor])
}

fn divided<'a>(
    whole: &'a Linear,
    divisor: &'a Linear,
    found: Option<&'a Linear>,
    order: fn(&'a Linear, &'a Linear) -> [&'a Linear; 2],
) -> Judged {
    if let Some(found) = found {
        let names = |dims: Vec<(String, i64)>| -> Vec<String> {
            dims.into_iter().map(|(name, _)| name).collect()
        };
        let has_dims = names(ins(found)) == names(ins(whole))
            && names(found.out_dims.clone()) == names(whole.out_dims.clone());
        check(has_dims, || "it has other dims".to_owned())?;
        let [low, high] = order(divisor, found);
        return is_sum(low, high, whole);
    }
    // The only one that could be it has the values of the whole, cut to its own bits.
    let rest = |own: &[(String, i64)], cut: &[(String, i64)]| -> Option<Vec<(String, i64)>> {
        let is_there =
            cut.iter().all(|(name, size)| size_in(own, name).is_some_and(|s| *size <= s));
        let left =
            own.iter().map(|(name, size)| (name.clone(), size / size_in(cut, name).unwrap_or(1)));
        is_there.then(|| left.collect())
    };
    let (Some(own_ins), Some(own_outs)) =
        (rest(&ins(whole), &ins(divisor)), rest(&whole.out_dims, &divisor.out_dims))
    else {
        return Ok(());
    };
    let candidate =
        Linear { in_dims: Vec::new(), out_dims: own_outs.clone(), constant: Vec::new() };
    let is_low = std::ptr::eq(order(divisor, whole)[0], divisor);
    let cut = |value: &Point| -> Vec<i64> {
        let part = |(name, size): &(String, i64)| match is_low {
            true => value[name] / size_in(&divisor.out_dims, name).unwrap_or(1),
            false => value[name] % size,
        };
        own_outs.iter().map(part).collect()
    };
    let base = cut(&value(whole, &Point::new()));
    let basis = |name: &String, bit: i64| -> Vec<i64> {
        let skipped = if is_low { size_in(&ins(divisor), name).unwrap_or(1) } else { 1 };
        let at = value(whole, &Point::from([(name.clone(), skipped << bit)]));
        cut(&at).iter().zip(&base).map(|(a, b)| a ^ b).collect()
    };
    let in_dims = own_ins.iter().map(|(name, size)| {
        let bits = i64::from(size.trailing_zeros());
        (name.clone(), (0..bits).map(|bit| basis(name, bit)).collect())
    });
    let candidate = Linear { in_dims: in_dims.collect(), constant: base.clone(), ..candidate };
    let holds = match is_low {
        true => is_sum(divisor, &candidate, whole),
        false => is_sum(&candidate, divisor, whole),
    };
    refusal(holds.is_ok())
}

/// The bits of which the basis is a sum of earlier ones.
fn free_variable_masks(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let linear = asked.linear(0)?;
    let mut sums = BTreeSet::from([vec![0; linear.out_dims.len()]]);
    let mut masks = Vec::new();
    for (_, bases) in &linear.in_dims {
        let mut mask = 0;
        for (bit, basis) in bases.iter().enumerate() {
            if sums.contains(basis) {
                mask |= 1 << bit;
                continue;
            }
            let moved = |sum: &Vec<i64>| sum.iter().zip(basis).map(|(a, b)| a ^ b).collect();
            let more: Vec<Vec<i64>> = sums.iter().map(moved).collect();
            sums.extend(more);
        }
        masks.push(mask);
    }
    match found {
        None => refusal(true),
        Some(found) => check(*found == masks, || format!("it should be {masks:?}")),
    }
}

/// The largest V such that an aligned run of V coordinates of the first in-dim has an aligned run of V
/// values in the first out-dim, wherever it begins.
fn num_consecutive(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let linear = asked.linear(0)?;
    let expected = match (ins(linear).first(), linear.out_dims.first()) {
        (Some((first, size)), Some((out, _))) => {
            let all = all(linear);
            let is_run = |v: i64| {
                all.iter().all(|(point, own)| {
                    let mut start = point.clone();
                    let place = start.insert(first.clone(), point[first] / v * v).unwrap_or(0);
                    let begin = value(linear, &start);
                    let mut expected = begin.clone();
                    *expected.entry(out.clone()).or_default() += place % v;
                    begin[out] % v == 0 && *own == expected
                })
            };
            let runs = (0..=size.trailing_zeros()).map(|log2| 1_i64 << log2);
            runs.filter(|v| is_run(*v)).max().unwrap_or(1)
        }
        _ => 1,
    };
    match found {
        None => refusal(true),
        Some(found) => check(*found == [expected], || format!("it should be {expected}")),
    }
}
