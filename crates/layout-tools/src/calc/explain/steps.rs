//! The steps of CuTe's algorithms on one layout: coalesce, complement, inverses, offsets.

use super::page::Page;
use layout_math::cute::{Layout, Mode, coalesce, filter};

fn written(mode: &Mode) -> String {
    format!("{}:{}", mode.extent, mode.stride)
}

fn listed(modes: &[Mode]) -> String {
    let modes: Vec<String> = modes.iter().map(written).collect();
    if modes.is_empty() { "none".to_owned() } else { modes.join(", ") }
}

/// How modes become fewer.
pub fn explain_coalesce(page: &mut Page, layout: &Layout) {
    let modes = layout.flat_modes();
    page.say(format!("the flattened modes: {}", listed(modes)));
    let mut last: Option<Mode> = None;
    for mode in modes {
        let name = written(mode);
        let joined = last.filter(|last| last.stride.checked_mul(last.extent) == Some(mode.stride));
        last = match (mode.extent, last, joined) {
            (1, ..) => {
                page.say(format!("{name}: its extent is 1, so it goes"));
                last
            }
            (_, _, Some(before)) => {
                let merged = Mode { extent: before.extent * mode.extent, stride: before.stride };
                page.say(format!(
                    "{name}: it begins at {}*{} = {}, where {} ends: together {}",
                    before.extent,
                    before.stride,
                    mode.stride,
                    written(&before),
                    written(&merged)
                ));
                Some(merged)
            }
            (_, Some(before), None) => {
                page.say(format!(
                    "{name}: {} ends at {}*{} = {}, not at {}: it stays a mode of its own",
                    written(&before),
                    before.extent,
                    before.stride,
                    i128::from(before.extent) * i128::from(before.stride),
                    mode.stride
                ));
                Some(*mode)
            }
            (_, None, None) => {
                page.say(format!("{name}: the first mode"));
                Some(*mode)
            }
        };
    }
    page.say(format!("coalesced: {}", coalesce(layout)));
}

/// How the gaps of a layout are found.
pub fn explain_complement(page: &mut Page, layout: &Layout, size: i64) {
    let filtered = filter(layout);
    let mut modes = filtered.flat_modes().to_vec();
    modes.retain(|mode| mode.extent != 1);
    modes.sort_by_key(|mode| mode.stride);
    page.say(format!("without broadcast modes, coalesced: {filtered}"));
    page.say(format!("its modes by ascending stride: {}", listed(&modes)));
    let mut end = 1_i64;
    let mut gaps = Vec::new();
    for mode in &modes {
        let copies = mode.stride / end;
        let name = written(mode);
        if copies < 1 {
            page.say(format!(
                "{name}: it begins at {}, before the faster modes end at {end}: there is no \
                 complement",
                mode.stride
            ));
            return;
        }
        gaps.push(Mode { extent: copies, stride: end });
        let rounded = match mode.stride % end {
            0 => String::new(),
            rest => format!(", and the last {rest} of each gap stay out"),
        };
        let next = mode.stride.saturating_mul(mode.extent);
        page.say(format!(
            "{name}: from {end} to {} fit {} of {end}{rounded}: {copies}:{end}; it ends at {}*{} = \
             {next}",
            mode.stride,
            if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") },
            mode.extent,
            mode.stride
        ));
        end = next;
    }
    if end < 1 || size < 1 {
        return;
    }
    let copies = (size - 1) / end + 1;
    gaps.push(Mode { extent: copies, stride: end });
    page.say(format!("up to {size}: {size}/{end} rounded up is {copies}: {copies}:{end}"));
    if let Ok(gaps) = Layout::from_modes(&gaps) {
        page.say(format!("the gaps: {gaps}, coalesced {}", coalesce(&gaps)));
    }
}

/// A mode that steps by `stride`, and the coordinate at which it begins.
struct Placed {
    stride: i64,
    extent: i64,
    begin: i64,
}

fn by_stride(layout: &Layout) -> Vec<Placed> {
    let mut begin = 1_i64;
    let coalesced = coalesce(layout);
    let coalesced = coalesced.flat_modes().iter().filter(|mode| mode.extent != 1);
    let mut placed: Vec<Placed> = coalesced
        .map(|mode| {
            let placed = Placed { stride: mode.stride, extent: mode.extent, begin };
            begin *= mode.extent;
            placed
        })
        .collect();
    placed.sort_by_key(|mode| mode.stride);
    placed
}

fn say_sorted(page: &mut Page, modes: &[Placed]) {
    let mut rows = vec![vec!["mode".to_owned(), "begins at coordinate".to_owned()]];
    for Placed { stride, extent, begin } in modes {
        rows.push(vec![format!("{extent}:{stride}"), begin.to_string()]);
    }
    page.say("the modes, coalesced, by ascending stride:");
    page.inside(|page| page.table(&rows));
}

/// How a right inverse collects modes that join.
pub fn explain_right_inverse(page: &mut Page, layout: &Layout) {
    let sorted = by_stride(layout);
    say_sorted(page, &sorted);
    let mut end = 1_i64;
    let mut modes = Vec::new();
    for Placed { stride, extent, begin } in sorted {
        if stride == end {
            page.say(format!(
                "{extent}:{stride} begins at offset {end}, where the modes before it end: the \
                 inverse goes on with {extent}:{begin}"
            ));
            modes.push(Mode { extent, stride: begin });
            end = end.saturating_mul(extent);
        } else {
            page.say(format!(
                "{extent}:{stride} does not begin at offset {end}, where the modes before it end: \
                 it is left out"
            ));
        }
    }
    if let Ok(found) = Layout::from_modes(&modes) {
        page.say(format!("together {found}, coalesced {}", coalesce(&found)));
    }
}

/// How a left inverse reads the digits off an offset.
pub fn explain_left_inverse(page: &mut Page, layout: &Layout) {
    if let layout_math::cute::Injectivity::Collision { first, second } = layout.injectivity() {
        let offset = layout.offset(first).unwrap_or(0);
        page.say(format!(
            "coordinates {first} and {second} both have offset {offset}: nothing leads back to both"
        ));
        return;
    }
    let sorted = by_stride(layout);
    say_sorted(page, &sorted);
    if let Some(first) = sorted.first()
        && first.stride != 1
    {
        page.say(format!("the numbers below {} go to 0: {}:0", first.stride, first.stride));
    }
    for (position, Placed { stride, extent, begin }) in sorted.iter().enumerate() {
        match sorted.get(position + 1) {
            Some(next) if *stride != 0 => {
                let rounded = match next.stride % stride {
                    0 => "",
                    _ => ", rounded down, which need not be right",
                };
                page.say(format!(
                    "the digit of {extent}:{stride} is read up to {}, in {}/{stride} steps{rounded}: \
                     {}:{begin}",
                    next.stride,
                    next.stride,
                    next.stride / stride
                ));
            }
            _ => page.say(format!("the digit of {extent}:{stride} is the last: {extent}:{begin}")),
        }
    }
    page.say("that it leads back is proved by composing it with the layout");
}

/// How a coordinate becomes an offset: digits times strides.
pub fn explain_offset(page: &mut Page, layout: &Layout, coordinate: &[i64]) {
    let modes = layout.flat_modes();
    let digits: Vec<i64> = match *coordinate {
        [number] if modes.len() != 1 => {
            let mut rest = number;
            let last = modes.len().saturating_sub(1);
            let digit = |(position, mode): (usize, &Mode)| {
                let digit = if position == last { rest } else { rest % mode.extent };
                rest /= mode.extent;
                digit
            };
            let digits: Vec<i64> = modes.iter().enumerate().map(digit).collect();
            let shown: Vec<String> = digits.iter().map(i64::to_string).collect();
            page.say(format!(
                "{number} unfolds, the leftmost mode fastest, to ({})",
                shown.join(",")
            ));
            digits
        }
        _ if coordinate.len() == modes.len() => coordinate.to_vec(),
        _ => return,
    };
    let products: Vec<String> =
        digits.iter().zip(modes).map(|(digit, mode)| format!("{digit}*{}", mode.stride)).collect();
    let sum: i128 =
        digits.iter().zip(modes).map(|(d, mode)| i128::from(*d) * i128::from(mode.stride)).sum();
    page.say(format!("the offset is {} = {sum}", products.join(" + ")));
    if let [number] = *coordinate
        && layout.size() <= number
    {
        page.say(format!(
            "{number} is past the size {}: the last mode goes on without an end",
            layout.size()
        ));
    }
}
