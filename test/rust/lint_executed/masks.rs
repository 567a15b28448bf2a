//! The rules about masks: each finding has an element, in a program that a grid of the size has, which is
//! let through although the limit leaves it out.

use std::collections::BTreeMap;

use layout_kernels::lint::{Finding, Settings as LintSettings, lint};
use layout_kernels::triton::{Position, Program, read_programs};

use super::run::{ExecutedAccess, Settings, run};
use super::value::coordinates;
use super::{files, kernels};

/// What a message says: the sums in it, and how they are to be shown.
enum MaskFinding {
    /// A row passes its limit here, and nowhere in the other access.
    Unmasked { row: Span, limit: String },
    /// An element of the row is the limit itself.
    Inclusive { row: Span, limit: String },
    /// The access goes so much further than the row, whose last element is let through.
    Further { row: Span, limit: String, more: i64 },
    /// Two rows are let through below limits, which are those of each other in the other access.
    Swapped { rows: [Span; 2], limits: [String; 2] },
    /// The row is the same in each turn, and the addresses are not.
    Still { row: Span, limit: String },
}

/// A sum and the extent of a row that begins there.
#[derive(Clone, Debug)]
struct Span {
    base: String,
    extent: usize,
}

impl Span {
    /// `%k + [0, 64)`, or `[3, 64)`.
    fn read(text: &str) -> Span {
        let (before, ends) = text.trim().rsplit_once('[').unwrap();
        let (from, to) = ends.strip_suffix(')').unwrap().split_once(", ").unwrap();
        let [from, to]: [i64; 2] = [from, to].map(|own| own.parse().unwrap());
        let base = match before.strip_suffix(" + ") {
            Some(base) => base.to_owned(),
            None => from.to_string(),
        };
        Span { base, extent: (to - from) as usize }
    }

    /// The coordinates along a dim that may be the row's.
    fn dims(&self, access: &ExecutedAccess) -> Vec<usize> {
        let shape = &access.offsets.shape;
        (0..shape.len()).filter(|&dim| shape[dim] == self.extent).collect()
    }
}

fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

impl MaskFinding {
    fn of(found: &Finding) -> Option<MaskFinding> {
        let text = found.message();
        let own = |text: Option<&str>| text.map(str::to_owned);
        match found.rule().id() {
            "unmasked-access" => Some(MaskFinding::Unmasked {
                row: Span::read(text.split_once(" may be past the end")?.0),
                limit: own(between(text, "masks it below ", ", this one"))?,
            }),
            "loose-mask" if text.contains("itself") => Some(MaskFinding::Inclusive {
                row: Span::read(between(text, "lets ", " through")?),
                limit: own(between(text, "up to ", " itself"))?,
            }),
            "loose-mask" if text.contains("further") => Some(MaskFinding::Further {
                row: Span::read(between(text, "lets ", " through")?),
                limit: own(between(text, "below ", ", and the access"))?,
                more: between(text, "goes ", " further")?.parse().ok()?,
            }),
            "swapped-mask" => {
                let (first, second) = text.split_once(" and ")?;
                let rows = [between(first, "lets ", " through")?, second.split_once(" below")?.0];
                let limits =
                    [first.split_once(" below ")?.1, between(second, " below ", "; another")?];
                Some(MaskFinding::Swapped {
                    rows: rows.map(Span::read),
                    limits: limits.map(str::to_owned),
                })
            }
            "still-mask" => Some(MaskFinding::Still {
                row: Span::read(between(text, "lets ", " through")?),
                limit: own(between(text, "below ", " in every turn"))?,
            }),
            _ => None,
        }
    }

    /// The sums that have to be known.
    fn asked(&self) -> Vec<String> {
        match self {
            MaskFinding::Unmasked { row, limit }
            | MaskFinding::Inclusive { row, limit }
            | MaskFinding::Further { row, limit, .. }
            | MaskFinding::Still { row, limit } => vec![row.base.clone(), limit.clone()],
            MaskFinding::Swapped { rows, limits } => {
                rows.iter().map(|own| own.base.clone()).chain(limits.iter().cloned()).collect()
            }
        }
    }

    /// True if these accesses of one program, here and at the other place, show it.
    fn is_shown(&self, here: &[&ExecutedAccess], there: &[&ExecutedAccess]) -> bool {
        match self {
            MaskFinding::Unmasked { row, .. } => {
                let passes = |own: &&&ExecutedAccess| {
                    let Some((base, limit)) = known(own) else { return false };
                    base < limit && let_through(own, row, |at| limit <= base + at)
                };
                let stops = |own: &&&ExecutedAccess| {
                    let Some((base, limit)) = known(own) else { return false };
                    row.dims(own).iter().any(|&dim| {
                        let is_past = |place: &[usize]| limit <= base + place[dim] as i64;
                        let all = elements(own).collect::<Vec<_>>();
                        all.iter().any(|(place, _)| is_past(place))
                            && all.iter().any(|(_, is_let)| *is_let)
                            && all.iter().all(|(place, is_let)| !is_past(place) || !is_let)
                    })
                };
                here.iter().any(|own| passes(&own)) && there.iter().any(|own| stops(&own))
            }
            MaskFinding::Inclusive { row, .. } => here.iter().any(|own| {
                known(own)
                    .is_some_and(|(base, limit)| let_through(own, row, |at| base + at == limit))
            }),
            MaskFinding::Further { row, more, .. } => here.iter().any(|own| {
                let Some((base, limit)) = known(own) else { return false };
                let shape = &own.offsets.shape;
                (0..own.offsets.values.len()).any(|at| {
                    let place = coordinates(at, shape);
                    own.mask.values[at] != 0
                        && row.dims(own).iter().any(|&dim| {
                            base + place[dim] as i64 == limit - 1
                                && own.offsets.values[at] == limit - 1 + more
                        })
                })
            }),
            MaskFinding::Swapped { rows, .. } => {
                // Exactly the elements below both limits are let through.
                let is_mask = |own: &ExecutedAccess, limits: [i64; 2]| {
                    let bases = [own.answers[0], own.answers[1]].map(|own| own.unwrap_or(0));
                    let dims = rows.each_ref().map(|row| row.dims(own));
                    let of_dims = |dims: [usize; 2]| {
                        elements(own).all(|(place, is_let)| {
                            let is_below = |which: usize| {
                                bases[which] + (place[dims[which]] as i64) < limits[which]
                            };
                            is_let == (is_below(0) && is_below(1))
                        })
                    };
                    let pairs = dims[0].iter().flat_map(|&a| dims[1].iter().map(move |&b| [a, b]));
                    pairs.into_iter().any(of_dims)
                };
                here.iter().flat_map(|own| there.iter().map(move |other| (own, other))).any(
                    |(own, other)| {
                        let [_, _, Some(first), Some(second)] = own.answers[..] else {
                            return false;
                        };
                        is_mask(own, [first, second])
                            && is_mask(other, [second, first])
                            && own.mask != other.mask
                    },
                )
            }
            MaskFinding::Still { row, .. } => (1..here.len()).any(|turn| {
                let (before, after) = (here[turn - 1], here[turn]);
                let Some((base, limit)) = known(after) else { return false };
                // The addresses are those of the elements a whole row further on.
                let moves = row.dims(after).into_iter().any(|dim| {
                    let shape = &after.offsets.shape;
                    let step: usize = shape[dim + 1..].iter().product();
                    let along = before.offsets.values[step] - before.offsets.values[0];
                    let moved = after.offsets.values[0] - before.offsets.values[0];
                    moved == along * row.extent as i64 && moved != 0
                });
                let is_past = |at| base < limit && limit <= base + at + (turn * row.extent) as i64;
                moves && before.mask == after.mask && let_through(after, row, is_past)
            }),
        }
    }
}

/// The beginning of the row, and its limit.
fn known(access: &ExecutedAccess) -> Option<(i64, i64)> {
    Some((access.answers[0]?, access.answers[1]?))
}

fn elements(access: &ExecutedAccess) -> impl Iterator<Item = (Vec<usize>, bool)> {
    let places = (0..access.mask.values.len()).map(|at| coordinates(at, &access.mask.shape));
    places.zip(&access.mask.values).map(|(place, own)| (place, *own != 0))
}

/// True if an element is let through whose place in the row is so.
fn let_through(access: &ExecutedAccess, row: &Span, is_so: impl Fn(i64) -> bool) -> bool {
    row.dims(access)
        .iter()
        .any(|&dim| elements(access).any(|(place, is_let)| is_let && is_so(place[dim] as i64)))
}

/// Sizes that are not multiples of a tile, different for neighbors among the arguments.
const SIZES: [i64; 3] = [70, 200, 900];

fn is_true(program: &Program, found: &Finding, claim: &MaskFinding) -> bool {
    let places: Vec<Position> = [found.position()]
        .into_iter()
        .chain(found.related().iter().map(|own| own.position()))
        .collect();
    let programs = (0..24).map(|at| [at % 8, at / 8 % 3, 0]);
    let mut runs = programs.flat_map(|own| SIZES.map(|first| (own, first)));
    runs.any(|(programs, first)| {
        let settings = Settings {
            argument: |at, first| first + 37 * (at as i64 % 5),
            first,
            programs,
            has_tensors: true,
            asked: places.iter().map(|&place| (place, claim.asked())).collect(),
            ..Settings::default()
        };
        let (accesses, _) = run(program, &settings);
        let at = |place: Position| -> Vec<&ExecutedAccess> {
            accesses.iter().filter(|own| own.position == place).collect()
        };
        let there = places.get(1).map_or(Vec::new(), |&place| at(place));
        claim.is_shown(&at(places[0]), &there)
    })
}

#[test]
fn every_finding_about_a_mask_has_an_element() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, text) in kernels().into_iter().chain(files("planted")) {
        let programs = read_programs(&text);
        for found in lint(text.as_bytes(), LintSettings::default()) {
            let Some(claim) = MaskFinding::of(&found) else { continue };
            let program = programs.iter().find(|own| Some(&*own.name) == found.function()).unwrap();
            let what = format!("{name} {}: {}", found.position(), found.message());
            assert!(is_true(program, &found, &claim), "{what}");
            *counts.entry(found.rule().id().to_owned()).or_default() += 1;
        }
    }
    let counts: Vec<(&str, usize)> = counts.iter().map(|(rule, n)| (rule.as_str(), *n)).collect();
    assert_eq!(
        counts,
        [("loose-mask", 4), ("still-mask", 2), ("swapped-mask", 1), ("unmasked-access", 21)]
    );
}
