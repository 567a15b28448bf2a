//! Operations that keep the function, and numbers and truths about it.

use super::modes::without_broadcasts;
use super::plain::{extended, is_coalesced, is_leaf, modes, number, parts, sums};
use super::{CalledOperation, Form, Judged, check, exactly, refusal};
use crate::judge::claims::cosize as greatest;
use crate::judge::model::{Cute, Layout, Tree};
use crate::judge::read::tree;
use crate::judge::{Claim, Parts, Table, table};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("coalesce", Form::Modes(coalesce)),
    ("filter", Form::Modes(filter)),
    ("nullspace", Form::Layout(nullspace)),
    ("size", Form::Numbers(size)),
    ("cosize", Form::Numbers(cosize)),
    ("is_injective", Form::Truth(is_injective)),
    ("is_surjective", Form::Truth(is_surjective)),
];

/// The same offsets, in the fewest modes; by a profile this of each mode that a leaf of it stands for.
fn coalesce(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let source = asked.cute(0)?;
    let Some(profile) = asked.given.packed("profile") else {
        return found.map_or_else(|| refusal(true), |found| is_coalesce_of(source, found));
    };
    let profile = tree(&profile, &|leaf: &str| leaf.parse::<i64>().ok());
    let profile = profile.ok_or("the profile is not a tuple")?;
    match found {
        None => refusal(fits(&profile, source)),
        Some(found) => by_profile(&profile, source, found),
    }
}

fn fits(profile: &Tree<i64>, source: &Cute) -> bool {
    let Tree::Node(profiles) = profile else { return true };
    let modes = parts(source);
    !is_leaf(source)
        && profiles.len() <= modes.len()
        && profiles.iter().zip(&modes).all(|(profile, mode)| fits(profile, mode))
}

fn by_profile(profile: &Tree<i64>, source: &Cute, found: &Cute) -> Judged {
    let Tree::Node(profiles) = profile else { return is_coalesce_of(source, found) };
    let (sources, all) = (parts(source), parts(found));
    check(!is_leaf(found) && sources.len() == all.len(), || "it has other modes".to_owned())?;
    for (at, (source, found)) in sources.iter().zip(&all).enumerate() {
        match profiles.get(at) {
            Some(profile) => by_profile(profile, source, found)?,
            None => exactly(Some(source.clone()), Some(found))?,
        }
    }
    Ok(())
}

fn is_coalesce_of(source: &Cute, found: &Cute) -> Judged {
    check(sums(source) == sums(found), || "it is another function".to_owned())?;
    check(is_coalesced(found), || "it is not coalesced".to_owned())
}

/// The coalesced layout without broadcasts.
fn filter(asked: &CalledOperation<'_>, found: Option<&Cute>) -> Judged {
    let Some(found) = found else { return refusal(true) };
    is_coalesce_of(&without_broadcasts(asked.cute(0)?), found)
}

/// An injective layout of the coordinates that broadcasts send to the first offset.
fn nullspace(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let Some(Layout::Cute(found)) = found else { return refusal(true) };
    let source = modes(asked.cute(0)?);
    let size: i64 = source.iter().filter(|mode| mode.scale == 0).map(|mode| mode.extent).product();
    let all = sums(found);
    let is_zero = |sum| {
        let place = number(sum).and_then(|place| extended(&source, place));
        place.is_some_and(|sum| sum.is_empty())
    };
    check(all.len() as i64 == size, || format!("it has {} coordinates, not {size}", all.len()))?;
    check(all.iter().all(is_zero), || "a coordinate has another offset".to_owned())?;
    check(super::plain::are_different(&all), || "it is not injective".to_owned())
}

fn own_table(asked: &CalledOperation<'_>) -> Option<Table> {
    match asked.operands.first()? {
        Layout::Tile(_) => None,
        layout => Some(table(layout, asked.values)),
    }
}

/// The number of coordinates.
fn size(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let Some(table) = own_table(asked) else { return refusal(found.is_some()) };
    let size = table.rows.len() as i64;
    match found {
        Some(found) => check(*found == [size], || format!("it should be {size}")),
        None => refusal(true),
    }
}

/// One more than the greatest offset, or for a CuTe layout the extent of the range.
fn cosize(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let Some(table) = own_table(asked) else { return refusal(found.is_some()) };
    let expected = match (&asked.operands[0], &table.parts) {
        // A tuple of one part is a number.
        (layout, Parts::Positions(positions)) if positions.len() == 1 => {
            greatest(layout, &Table { parts: Parts::Number, ..table })
        }
        (layout, _) => greatest(layout, &table),
    };
    match (found, expected) {
        (Some(found), Some(cosize)) => {
            check(*found == [cosize], || format!("it should be {cosize}"))
        }
        (Some(_), None) => Err("there is no cosize".to_owned()),
        (None, expected) => refusal(expected.is_some()),
    }
}

fn is_injective(asked: &CalledOperation<'_>, found: Option<&bool>) -> Judged {
    truth(asked, Claim::Injective, found)
}

fn is_surjective(asked: &CalledOperation<'_>, found: Option<&bool>) -> Judged {
    truth(asked, Claim::Surjective(None), found)
}

fn truth(asked: &CalledOperation<'_>, claim: Claim, found: Option<&bool>) -> Judged {
    let table = own_table(asked);
    let layouts: Vec<&Layout> = asked.operands.iter().collect();
    let expected = table.and_then(|table| claim.holds(&layouts, &[table], asked.values));
    match (found, expected) {
        (Some(found), Some(expected)) => check(*found == expected, || format!("it is {expected}")),
        (None, Some(_)) => refusal(true),
        (_, None) => Ok(()),
    }
}
