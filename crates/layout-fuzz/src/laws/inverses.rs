//! Complements and inverses.

use super::modes::without_broadcasts;
use super::plain::{
    Mode, are_different, at, is_layout, joined, modes, number, of_number, size, sums,
};
use super::{CalledOperation, Form, Judged, check, refusal};
use crate::given::Given;
use crate::judge::model::{Composed, Cute, Layout, Linear};
use crate::judge::{Values, table};

pub(super) const LAWS: &[(&str, Form)] = &[
    ("complement", Form::Layout(complement)),
    ("left_inverse", Form::Layout(left_inverse)),
    ("right_inverse", Form::Layout(right_inverse)),
    ("inverse", Form::Layout(inverse)),
    ("max_common_layout", Form::Layout(max_common_layout)),
    ("max_common_vector", Form::Numbers(max_common_vector)),
];

fn is_paper(given: &Given) -> bool {
    given.texts.get("flavor").is_some_and(|flavor| flavor == "paper")
}

/// The offsets that whole copies of the faster modes fill below each mode, and then up to a size: CuTe's
/// complement. `None` if a mode begins below 0, or before the faster ones end.
///
/// The places are the sums of one number of each list.
pub(super) fn gaps(modes: &[Mode], size: i64) -> Option<Vec<(i64, i64)>> {
    let mut own: Vec<(i64, i64)> = (modes.iter())
        .filter(|mode| mode.scale != 0 && mode.extent != 1)
        .map(|mode| (mode.scale, mode.extent))
        .collect();
    own.sort_unstable();
    let (mut gaps, mut end) = (Vec::new(), 1);
    for (stride, extent) in own {
        if stride < end || size < 1 {
            return None;
        }
        gaps.push((stride / end, end));
        end = stride * extent;
    }
    if size < 1 {
        return None;
    }
    gaps.push(((size - 1) / end + 1, end));
    Some(gaps)
}

/// The sums, in ascending order of their places.
pub(super) fn filled(gaps: &[(i64, i64)]) -> Vec<i64> {
    gaps.iter().fold(vec![0], |before, (extent, stride)| {
        (0..*extent).flat_map(|digit| before.iter().map(move |low| low + digit * stride)).collect()
    })
}

/// The layout without broadcasts and the result are together injective, and the result increases. CuTe's
/// fills the gaps with whole copies.
fn complement(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let (source, below) = (asked.cute(0)?, asked.given.integers["size"]);
    let filtered = without_broadcasts(source);
    let expected = gaps(&modes(source), below).map(|gaps| filled(&gaps));
    let Some(Layout::Cute(found)) = found else {
        if is_paper(asked.given) {
            let all = sums(&filtered);
            let has_negative = all.iter().any(|sum| number(sum).is_none_or(|offset| offset < 0));
            // No copy may meet an offset: that is for the algorithm to say, but not of CuTe's layouts.
            return refusal(are_different(&all) && !has_negative && expected.is_some());
        }
        return refusal(expected.is_some());
    };
    let all = super::plain::numbers(found).ok_or("its offsets are tuples")?;
    check(all.windows(2).all(|pair| pair[0] < pair[1]), || "it does not increase".to_owned())?;
    check(all[0] == 0, || "it does not begin at 0".to_owned())?;
    let both = sums(&joined(&[filtered, found.clone()]));
    check(are_different(&both), || "it meets an offset of the layout".to_owned())?;
    if is_paper(asked.given) {
        return Ok(());
    }
    match expected {
        Some(expected) => check(all == expected, || format!("it should reach {expected:?}")),
        None => Err("it should be refused".to_owned()),
    }
}

/// The number that a CuTe or composed layout gives, past its end as well.
fn value(layout: &Layout, coordinate: i64) -> Option<i64> {
    match layout {
        Layout::Cute(cute) => at(cute, coordinate),
        Layout::Composed(composed) => {
            let inner = at(&composed.inner, coordinate)?;
            crate::judge::meaning::outer_value(composed, &Values::new(), inner)
        }
        Layout::Linear(_) => {
            let table = table(layout, &Values::new());
            Some(table.counted(table.row(coordinate)?)[0][0])
        }
        _ => None,
    }
}

fn size_of(layout: &Layout) -> i64 {
    match layout {
        Layout::Cute(cute) => size(cute),
        Layout::Composed(Composed { inner, .. }) => size(inner),
        _ => 0,
    }
}

/// The offsets at all coordinates; `None` where there is none somewhere, or a tuple.
fn values(layout: &Layout) -> Option<Vec<i64>> {
    (0..size_of(layout)).map(|coordinate| value(layout, coordinate)).collect()
}

/// True if no offset is below 0 and no two are equal, of a composed layout and of its inner one.
fn is_injective(layout: &Layout) -> bool {
    let inner = match layout {
        Layout::Composed(composed) => values(&Layout::Cute(composed.inner.clone())),
        _ => values(layout),
    };
    let is_one_to_one = |all: &Option<Vec<i64>>| {
        all.as_ref().is_some_and(|all| are_different(all) && all.iter().all(|v| 0 <= *v))
    };
    is_one_to_one(&inner) && is_one_to_one(&values(layout))
}

/// True if the strides by magnitude each divide the next, and each mode ends before the next begins.
fn is_chain(cute: &Cute) -> bool {
    let mut own: Vec<(i64, i64)> = super::plain::coalesced(cute)
        .iter()
        .filter(|mode| mode.scale != 0)
        .map(|mode| (mode.scale, mode.extent))
        .collect();
    own.sort_unstable();
    own.windows(2).all(|pair| pair[1].0 % pair[0].0 == 0)
}

/// True if a mode begins within a copy of the faster ones: the complement of the paper's flavor leaves a
/// gap there, at which its left inverse ends.
fn has_part_of_a_copy(cute: &Cute) -> bool {
    let mut own: Vec<(i64, i64)> = modes(cute)
        .iter()
        .filter(|mode| mode.scale != 0 && mode.extent != 1)
        .map(|mode| (mode.scale, mode.extent))
        .collect();
    own.sort_unstable();
    own.windows(2).any(|pair| pair[1].0 % (pair[0].0 * pair[0].1) != 0)
}

fn inner(layout: &Layout) -> Option<&Cute> {
    match layout {
        Layout::Cute(cute) => Some(cute),
        Layout::Composed(composed) => Some(&composed.inner),
        _ => None,
    }
}

/// `result(source(c)) = c`.
fn left_inverse(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let source = &asked.operands[0];
    let Some(found) = found else {
        let has_gaps = is_paper(asked.given) && inner(source).is_some_and(has_part_of_a_copy);
        let chain = inner(source).is_some_and(is_chain) && !has_gaps;
        // That a swizzle has such an inverse takes theory.
        let has_form = matches!(source, Layout::Cute(_));
        return refusal(has_form && is_injective(source) && chain);
    };
    leads_back(source, found)
}

fn leads_back(source: &Layout, found: &Layout) -> Judged {
    for coordinate in 0..size_of(source) {
        let back = value(source, coordinate).and_then(|offset| value(found, offset));
        check(back == Some(coordinate), || format!("{coordinate} comes back as {back:?}"))?;
    }
    Ok(())
}

/// `source(result(c)) = c`; of an injective source that is nowhere below 0 no longer layout has this
/// property.
fn right_inverse(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let source = &asked.operands[0];
    let Some(found) = found else {
        let is_cute = matches!(source, Layout::Cute(_));
        return refusal(is_cute && !is_paper(asked.given));
    };
    for (place, coordinate) in (0..).zip(values(found).ok_or("it has no offset somewhere")?) {
        check((0..size_of(source)).contains(&coordinate), || format!("{place} has no coordinate"))?;
        let back = value(source, coordinate);
        check(back == Some(place), || format!("{place} comes back as {back:?}"))?;
    }
    let all =
        values(source).filter(|_| !is_paper(asked.given) && matches!(source, Layout::Cute(_)));
    match all.filter(|all| are_different(all) && all.iter().all(|offset| 0 <= *offset)) {
        Some(all) => {
            let run = run(|offset| all.iter().position(|own| *own == offset));
            longest(&run, size_of(found))
        }
        None => Ok(()),
    }
}

/// The coordinates of 0, 1, and so on, as long as there are any.
fn run(coordinate: impl Fn(i64) -> Option<usize>) -> Vec<i64> {
    (0..).map_while(|offset| coordinate(offset).map(|c| c as i64)).collect()
}

/// No longer beginning of the run is a layout.
fn longest(run: &[i64], size: i64) -> Judged {
    let sums: Vec<_> = run.iter().map(|&coordinate| of_number(coordinate)).collect();
    let longer = (size as usize + 1..=sums.len()).find(|&end| is_layout(&sums[..end]));
    check(longer.is_none(), || format!("a layout of size {} has the property", longer.unwrap_or(0)))
}

/// Both ways, at every coordinate.
fn inverse(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let source = &asked.operands[0];
    if let (Layout::Linear(linear), Some(Layout::Linear(found))) = (source, found) {
        return super::linear::inverts(linear, found);
    }
    let is_onto = |all: &Vec<i64>| {
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.into_iter().eq(0..all.len() as i64)
    };
    let Some(found) = found else {
        return match source {
            Layout::Linear(Linear { .. }) => refusal(super::linear::is_bijective(asked.linear(0)?)),
            Layout::Cute(_) => refusal(values(source).is_some_and(|all| is_onto(&all))),
            // That there is no swizzle after a layout takes theory.
            _ => Ok(()),
        };
    };
    check(size_of(source) == size_of(found), || "it has another size".to_owned())?;
    for layout in [source, found] {
        let is_inside = values(layout).is_some_and(|all| is_onto(&all));
        check(is_inside, || format!("{layout} is not onto the numbers below its size"))?;
    }
    leads_back(source, found)?;
    leads_back(found, source)
}

/// `left(result(i)) = right(result(i)) = i`, at coordinates of both, and as long as it goes if the right
/// one is injective and not below 0.
fn max_common_layout(asked: &CalledOperation<'_>, found: Option<&Layout>) -> Judged {
    let (left, right) = (&asked.operands[0], &asked.operands[1]);
    let Some(Layout::Cute(found)) = found else { return refusal(true) };
    let (a, b) = (values(left).ok_or("no numbers")?, values(right).ok_or("no numbers")?);
    for place in 0..size(found) {
        let own = at(found, place).and_then(|c| usize::try_from(c).ok());
        let is_right = own.is_some_and(|c| a.get(c) == Some(&place) && b.get(c) == Some(&place));
        check(is_right, || format!("{place} is not common"))?;
    }
    if !are_different(&b) || b.iter().any(|offset| *offset < 0) {
        return Ok(());
    }
    let common = |offset: i64| {
        let coordinate = b.iter().position(|own| *own == offset)?;
        (a.get(coordinate) == Some(&offset)).then_some(coordinate)
    };
    longest(&run(common), size(found))
}

/// The size of what is common.
fn max_common_vector(asked: &CalledOperation<'_>, found: Option<&Vec<i64>>) -> Judged {
    let common = asked.other("max_common_layout", &asked.operands, asked.given)?;
    match (found, common) {
        (Some(found), Some(common)) => {
            check(*found == [size(&common)], || format!("{common} is common"))
        }
        (found, common) => {
            check(found.is_none() && common.is_none(), || "one is refused".to_owned())
        }
    }
}
