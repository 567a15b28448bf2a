//! How CuTe composes two layouts, where that is right, and where not.

use super::page::{Page, count};
use layout_math::cute::{CompositionSteps, Layout, Mode, Walk, composition_steps, idx2crd};

/// So many coordinates are written out.
const SHOWN: i64 = 32;

/// The composition `g o f`, mode by mode of `f`.
pub fn explain(page: &mut Page, g: &Layout, f: &Layout) {
    if let Some(coordinate) = f.first_below(0) {
        let offset = f.offset(coordinate).unwrap_or(0);
        page.say(format!(
            "F goes below 0: it gives {offset} at coordinate {coordinate}, where G has no value"
        ));
        return;
    }
    let steps = composition_steps(g, f);
    let Some((last, bounded)) = steps.outer().split_last() else {
        page.say("G has no modes: it is 0 everywhere");
        return;
    };
    let modes: Vec<String> = bounded.iter().map(written).collect();
    let comma = if modes.is_empty() { "" } else { ", then " };
    page.say(format!(
        "the modes of G, coalesced: {}{comma}{} without an end",
        modes.join(", "),
        written(last)
    ));
    for walk in steps.walks() {
        page.gap();
        one_mode(page, &steps, walk);
    }
    page.gap();
    conclude(page, &steps, g, f);
}

fn written(mode: &Mode) -> String {
    format!("{}:{}", mode.extent, mode.stride)
}

fn one_mode(page: &mut Page, steps: &CompositionSteps, walk: &Walk) {
    let Mode { extent, stride } = walk.inner();
    page.say(format!("mode {extent}:{stride} of F is {} of {stride}", count(extent, "step")));
    page.inside(|page| {
        if stride == 0 {
            page.say(format!("steps of 0 stay where they are: {extent}:0"));
            return;
        }
        let mut rest = (extent, stride);
        for step in walk.steps() {
            let mode = steps.outer()[step.mode];
            let (n, by) = (step.rest_extent, step.rest_stride);
            let name = format!("in {}", written(&mode));
            if n == 1 {
                page.say(format!("{name}: no steps are left"));
            } else if by % mode.extent == 0 {
                page.say(format!(
                    "{name}: {by} is a multiple of {}, so every step comes back to the same place",
                    mode.extent
                ));
            } else {
                moving_step(page, &name, &mode, n, by, step.taken);
            }
            if n % step.taken != 0 {
                page.say(format!("{} does not divide {n}: CuTe's algorithm ends here", step.taken));
                return;
            }
            let next = by.saturating_abs() / mode.extent + i64::from(by % mode.extent != 0);
            rest = (n / step.taken, next * by.signum());
        }
        let (n, by) = rest;
        if (n != 1 || walk.steps().iter().all(|step| step.taken == 1))
            && let Some(last) = steps.outer().last()
        {
            page.say(format!(
                "in {} without an end: {} of {by}, so {n}:{}",
                written(last),
                count(n, "step"),
                last.stride.saturating_mul(by)
            ));
        }
        if let Some(result) = walk.result() {
            let modes: Vec<String> = result.iter().map(written).collect();
            page.say(format!("together {}", modes.join(", ")));
        }
    });
}

/// A mode of G along which the steps move.
fn moving_step(page: &mut Page, name: &str, mode: &Mode, n: i64, by: i64, taken: i64) {
    let divides = mode.extent % by == 0;
    let around = if divides {
        format!("{by} divides {}, so the steps go around evenly", mode.extent)
    } else if n == taken {
        format!("{} of {by} end inside it", count(n, "step"))
    } else {
        format!("{by} neither divides {} nor is a multiple of it", mode.extent)
    };
    page.say(format!("{name}: {around}"));
    page.inside(|page| {
        page.say(format!(
            "{taken} of {} are taken here: {taken}:{} (stride {by}*{})",
            count(n, "step"),
            by.saturating_mul(mode.stride),
            mode.stride
        ));
        if n % taken == 0 && n != taken {
            let next = by.saturating_abs() / mode.extent + i64::from(by % mode.extent != 0);
            let rounded = if divides { "" } else { ", rounded up, which need not be right" };
            let left = count(n / taken, "step");
            page.say(format!(
                "left are {left} of {} ({by}/{}{rounded})",
                next * by.signum(),
                mode.extent
            ));
        }
    });
}

/// Whether the candidate is the composition.
fn conclude(page: &mut Page, steps: &CompositionSteps, g: &Layout, f: &Layout) {
    let Some(candidate) = steps.candidate() else {
        page.say("CuTe's algorithm has no candidate; the values decide");
        return compare(page, None, g, f);
    };
    page.say(format!("CuTe's candidate is {candidate}"));
    if steps.carries() {
        let peaks = steps.peaks().iter().zip(steps.outer());
        let bounded = peaks.take(steps.outer().len() - 1);
        for (peak, mode) in bounded.filter(|(peak, mode)| i128::from(mode.extent) <= **peak) {
            page.say(format!(
                "together the modes of F reach {peak} in {}, which has the extent {}: they carry \
                 into the next mode, which no candidate shows",
                written(mode),
                mode.extent
            ));
        }
    }
    if steps.is_exact() && !steps.carries() {
        page.say("every step went around evenly and nothing carries: it is the composition");
        return;
    }
    if !steps.is_exact() {
        page.say("not every step went around evenly: the values decide");
    }
    compare(page, Some(candidate), g, f);
}

/// The values of the composition and of the candidate.
fn compare(page: &mut Page, candidate: Option<&Layout>, g: &Layout, f: &Layout) {
    let size = f.size();
    let mut heading: Vec<String> = ["c", "F(c)", "in G", "G(F(c))"].map(str::to_owned).to_vec();
    heading.extend(candidate.map(|_| "candidate".to_owned()));
    let mut rows = vec![heading];
    let mut first_wrong = None;
    let value = |coordinate: i64| {
        let inner = f.offset(coordinate)?;
        Some((inner, g.offset(inner)?))
    };
    for coordinate in 0..size {
        let Some((inner, offset)) = value(coordinate) else { break };
        let claimed = candidate.and_then(|candidate| candidate.offset(coordinate));
        let is_wrong = claimed.is_some_and(|claimed| claimed != offset);
        if is_wrong && first_wrong.is_none() {
            first_wrong = Some(coordinate);
        }
        if coordinate < SHOWN || (is_wrong && first_wrong == Some(coordinate)) {
            let place = idx2crd(inner, g.shape());
            let place = match (place, inner < g.size()) {
                (Some(place), true) => place.to_string(),
                _ => format!("past its size {}", g.size()),
            };
            let mut row =
                vec![coordinate.to_string(), inner.to_string(), place, offset.to_string()];
            row.extend(claimed.map(|claimed| match is_wrong {
                true => format!("{claimed}  wrong"),
                false => claimed.to_string(),
            }));
            rows.push(row);
        }
        if SHOWN <= coordinate && (first_wrong.is_some() || 1 << 16 <= coordinate) {
            break;
        }
    }
    page.inside(|page| {
        page.table(&rows);
        if SHOWN < size {
            page.say(format!("... of {}", count(size, "coordinate")));
        }
    });
    match (candidate, first_wrong) {
        (Some(_), Some(coordinate)) => {
            page.say(format!("the candidate is wrong at coordinate {coordinate}"));
        }
        (Some(_), None) if size <= 1 << 16 => {
            page.say(format!("the candidate is right at all {}", count(size, "coordinate")));
        }
        _ => {}
    }
}
