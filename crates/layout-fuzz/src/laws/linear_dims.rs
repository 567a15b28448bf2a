//! The dims of linear layouts.

use std::collections::BTreeSet;

use super::linear::{Point, all, ins, points, size_in, value};
use super::{CalledOperation, Form, Judged, check, refusal};
use crate::given::Given;
use crate::judge::meaning::flat;
use crate::judge::model::Linear;

pub(super) const LAWS: &[(&str, Form)] = &[
    ("sublayout", Form::Linear(sublayout)),
    ("reshape", Form::Linear(reshape)),
    ("transpose", Form::Linear(transpose)),
    ("unsqueeze", Form::Linear(unsqueeze)),
    ("remove_zero_bases", Form::Linear(remove_zero_bases)),
    ("flatten_ins", Form::Linear(flatten_ins)),
    ("flatten_outs", Form::Linear(flatten_outs)),
    ("concat_ins", Form::Linear(concat_ins)),
    ("concat_outs", Form::Linear(concat_outs)),
];

type Dims = Vec<(String, i64)>;

/// The names in a list; `None` if there is no list.
fn listed(given: &Given, side: &str) -> Option<Vec<String>> {
    let text = given.packed(side)?;
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.to_owned();
    Some(inside.split(',').filter(|name| !name.is_empty()).map(ToOwned::to_owned).collect())
}

fn sizes(given: &Given, side: &str) -> Option<Dims> {
    let sized = |text: String| {
        let (name, size) = text.split_once('=')?;
        Some((name.to_owned(), size.parse().ok()?))
    };
    listed(given, side)?.into_iter().map(sized).collect()
}

fn has_all(dims: &Dims, names: &[String]) -> bool {
    names.iter().all(|name| size_in(dims, name).is_some())
}

/// The values are those of the source where its other in-dims are 0, in some of its out-dims.
fn agrees(source: &Linear, found: &Linear, expected_ins: &Dims, expected_outs: &Dims) -> Judged {
    check(ins(found) == *expected_ins, || format!("its in-dims should be {expected_ins:?}"))?;
    check(found.out_dims == *expected_outs, || {
        format!("its out-dims should be {expected_outs:?}")
    })?;
    for (point, own) in all(found) {
        let full = value(source, &point);
        let is_right = own.iter().all(|(name, part)| full.get(name) == Some(part));
        check(is_right, || format!("{point:?} has {own:?}, not {full:?}"))?;
    }
    Ok(())
}

fn kept(dims: Dims, names: &Option<Vec<String>>) -> Dims {
    let is_kept = |(name, _): &(String, i64)| names.as_ref().is_none_or(|n| n.contains(name));
    dims.into_iter().filter(is_kept).collect()
}

fn sublayout(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let (inside, outside) = (listed(asked.given, "ins"), listed(asked.given, "outs"));
    let is_there = has_all(&ins(source), inside.as_deref().unwrap_or_default())
        && has_all(&source.out_dims, outside.as_deref().unwrap_or_default());
    let Some(found) = found else { return refusal(is_there) };
    check(is_there, || "a dim is not there".to_owned())?;
    agrees(source, found, &kept(ins(source), &inside), &kept(source.out_dims.clone(), &outside))
}

/// The dims of a side in the order of the names, which are all of them.
fn ordered(dims: Dims, names: Option<Vec<String>>) -> Option<Dims> {
    let Some(names) = names else { return Some(dims) };
    let distinct: BTreeSet<&String> = names.iter().collect();
    let is_all = distinct.len() == names.len() && names.len() == dims.len();
    let dim = |name: &String| Some((name.clone(), size_in(&dims, name)?));
    is_all.then(|| names.iter().map(dim).collect())?
}

fn transpose(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let inside = ordered(ins(source), listed(asked.given, "ins"));
    let outside = ordered(source.out_dims.clone(), listed(asked.given, "outs"));
    match (found, inside, outside) {
        (Some(found), Some(inside), Some(outside)) => agrees(source, found, &inside, &outside),
        (Some(_), ..) => Err("the names are not the dims".to_owned()),
        (None, inside, outside) => refusal(inside.is_some() && outside.is_some()),
    }
}

/// The dims without some of size 1.
fn without(dims: Dims, names: Option<Vec<String>>) -> Option<Dims> {
    let names = names.unwrap_or_default();
    let distinct: BTreeSet<&String> = names.iter().collect();
    let is_one = names.iter().all(|name| size_in(&dims, name) == Some(1));
    let rest = dims.into_iter().filter(|(name, _)| !names.contains(name));
    (is_one && distinct.len() == names.len()).then(|| rest.collect())
}

fn unsqueeze(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let inside = without(ins(source), listed(asked.given, "ins"));
    let outside = without(source.out_dims.clone(), listed(asked.given, "outs"));
    match (found, inside, outside) {
        (Some(found), Some(inside), Some(outside)) => agrees(source, found, &inside, &outside),
        (Some(_), ..) => Err("a dim is not of size 1".to_owned()),
        (None, inside, outside) => refusal(inside.is_some() && outside.is_some()),
    }
}

/// The bases of the dims that are named are those that are not 0, in their order.
fn remove_zero_bases(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let names = listed(asked.given, "ins").unwrap_or_default();
    let Some(found) = found else { return refusal(has_all(&ins(source), &names)) };
    let in_dim = |(name, bases): &(String, Vec<Vec<i64>>)| {
        let moves =
            |basis: &&Vec<i64>| !names.contains(name) || basis.iter().any(|part| *part != 0);
        (name.clone(), bases.iter().filter(moves).cloned().collect())
    };
    let expected =
        Linear { in_dims: source.in_dims.iter().map(in_dim).collect(), ..source.clone() };
    let is_there = has_all(&ins(source), &names);
    check(is_there && *found == expected, || format!("it should be {expected}"))
}

/// The number of a point among those of its box, the first dim fastest.
fn count(dims: &Dims, point: &Point) -> i64 {
    let digits: Vec<i64> = dims.iter().map(|(name, _)| point[name]).collect();
    let sizes: Vec<i64> = dims.iter().map(|(_, size)| *size).collect();
    flat(&digits, &sizes)
}

/// The same numbers of coordinates have the same numbers of values.
fn is_recut(source: &Linear, found: &Linear, inside: &Dims, outside: &Dims) -> Judged {
    check(ins(found) == *inside, || format!("its in-dims should be {inside:?}"))?;
    check(found.out_dims == *outside, || format!("its out-dims should be {outside:?}"))?;
    let counted = |linear: &Linear| -> Vec<i64> {
        let points = points(&ins(linear));
        points.iter().map(|point| count(&linear.out_dims, &value(linear, point))).collect()
    };
    check(counted(source) == counted(found), || "it is another function".to_owned())
}

/// The new dims of a side, if they have the size of the old ones.
fn recut(dims: Dims, sizes: Option<Dims>) -> Option<Dims> {
    let Some(sizes) = sizes else { return Some(dims) };
    let names: BTreeSet<&String> = sizes.iter().map(|(name, _)| name).collect();
    let size = |dims: &Dims| dims.iter().map(|(_, size)| *size).product::<i64>();
    let is_binary = sizes.iter().all(|(_, size)| 0 < *size && size.count_ones() == 1);
    (is_binary && names.len() == sizes.len() && size(&dims) == size(&sizes)).then_some(sizes)
}

fn reshape(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let inside = recut(ins(source), sizes(asked.given, "ins"));
    let outside = recut(source.out_dims.clone(), sizes(asked.given, "outs"));
    match (found, inside, outside) {
        (Some(found), Some(inside), Some(outside)) => is_recut(source, found, &inside, &outside),
        (Some(_), ..) => Err("the sizes do not fit".to_owned()),
        (None, inside, outside) => refusal(inside.is_some() && outside.is_some()),
    }
}

/// One dim with the name of the first.
fn flattened(dims: Dims) -> Dims {
    let size = dims.iter().map(|(_, size)| size).product();
    dims.first().map(|(name, _)| (name.clone(), size)).into_iter().collect()
}

fn flatten_ins(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let Some(found) = found else { return refusal(true) };
    is_recut(source, found, &flattened(ins(source)), &source.out_dims)
}

fn flatten_outs(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let source = asked.linear(0)?;
    let Some(found) = found else { return refusal(true) };
    is_recut(source, found, &ins(source), &flattened(source.out_dims.clone()))
}

fn are_apart(a: &Dims, b: &Dims) -> bool {
    a.iter().all(|(name, _)| size_in(b, name).is_none())
}

/// The left operand where the in-dims of the right one are 0, and the other way round.
fn concat_ins(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let (left, right) = (asked.linear(0)?, asked.linear(1)?);
    let fits = left.out_dims == right.out_dims
        && left.constant == right.constant
        && are_apart(&ins(left), &ins(right));
    let Some(found) = found else { return refusal(fits) };
    check(fits, || "the operands do not fit".to_owned())?;
    let expected =
        Linear { in_dims: [left.in_dims.clone(), right.in_dims.clone()].concat(), ..left.clone() };
    check(*found == expected, || format!("it should be {expected}"))
}

/// The values of both.
fn concat_outs(asked: &CalledOperation<'_>, found: Option<&Linear>) -> Judged {
    let (left, right) = (asked.linear(0)?, asked.linear(1)?);
    let fits = ins(left) == ins(right) && are_apart(&left.out_dims, &right.out_dims);
    let Some(found) = found else { return refusal(fits) };
    check(fits, || "the operands do not fit".to_owned())?;
    let outs = [left.out_dims.clone(), right.out_dims.clone()].concat();
    check(ins(found) == ins(left) && found.out_dims == outs, || "it has other dims".to_owned())?;
    for (point, own) in all(found) {
        let mut both = value(left, &point);
        both.extend(value(right, &point));
        check(own == both, || format!("{point:?} has {own:?}, not {both:?}"))?;
    }
    Ok(())
}
