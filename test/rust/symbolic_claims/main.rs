//! Every obligation about random layouts, most of them with symbols, against the judge: no verdict is
//! wrong, every witness is right, and what can be looked at everywhere is decided.

#[path = "../judge/mod.rs"]
mod judge;

mod decided;

use std::collections::BTreeMap;

use decided::{Decided, decide};
use judge::claims::cosize;
use judge::random::{self, Random, Symbols};
use judge::{Claim, Layout, Table, Valuations, table, valuations};

/// So many evaluations are few.
const FEW: usize = 10_000;

/// How often what came out.
#[derive(Default, Debug)]
struct Counts {
    proved: usize,
    refuted: usize,
    unknown: usize,
    with_symbols: usize,
    notations: BTreeMap<&'static str, usize>,
    claims: BTreeMap<String, usize>,
}

/// Layouts with the tables of all values that are looked at.
struct Subject {
    layouts: Vec<Layout>,
    values: Valuations,
    /// For each of the values a table for each layout.
    tables: Vec<Vec<Table>>,
}

impl Subject {
    /// `None` if there is too much to look at, or nothing.
    fn new(layouts: Vec<Layout>) -> Option<Self> {
        let all: Vec<&Layout> = layouts.iter().collect();
        let values = valuations(&all, 12);
        if values.all.is_empty() || 200 < values.all.len() {
            return None;
        }
        let mut evaluations = 0;
        let mut tables = Vec::new();
        for values in &values.all {
            let own: Vec<Table> = layouts.iter().map(|layout| table(layout, values)).collect();
            evaluations += own.iter().map(|table| table.rows.len()).sum::<usize>();
            if FEW < evaluations {
                return None;
            }
            tables.push(own);
        }
        Some(Subject { layouts, values, tables })
    }

    /// Whether a claim fails for some values, and `None` where it means nothing.
    fn fails(&self, claim: Claim) -> Option<bool> {
        let layouts: Vec<&Layout> = self.layouts.iter().collect();
        let holds: Option<Vec<bool>> = (self.tables.iter().zip(&self.values.all))
            .map(|(tables, values)| claim.holds(&layouts, tables, values))
            .collect();
        Some(holds?.contains(&false))
    }

    /// A number that the claim could be about, right for some values at least.
    fn number(&self, random: &mut Random, of: impl Fn(&Table) -> Option<i64>) -> Option<i64> {
        let of_all: Option<Vec<i64>> = self.tables.iter().map(|tables| of(&tables[0])).collect();
        let of_all = of_all?;
        let extreme = [*of_all.iter().max()?, *of_all.iter().min()?, *random.pick(&of_all)];
        let number = random.pick(&extreme) + random.pick(&[0, 0, 0, 0, 1, -1, 5]);
        Some(number.max(0))
    }
}

fn end(table: &Table) -> Option<i64> {
    let offsets = table.offsets().into_iter().flatten();
    offsets.map(|offset| offset[0] + 1).max().or(Some(0))
}

fn reach(table: &Table) -> Option<i64> {
    let all: Vec<i64> = table.offsets().into_iter().flatten().map(|offset| offset[0]).collect();
    (0..).find(|number| !all.contains(number))
}

/// One of the obligations, with a number that may be right.
fn claim(random: &mut Random, which: usize, subject: &Subject) -> Option<Claim> {
    let size = |table: &Table| Some(table.rows.len() as i64);
    Some(match which {
        0 => Claim::Equivalent,
        1 => Claim::Disjoint,
        2 => Claim::Compatible,
        3 => Claim::Injective,
        4 if random.chance(40) => Claim::Surjective(None),
        4 => Claim::Surjective(Some(subject.number(random, reach)?)),
        5 if random.chance(50) => Claim::Bijective(None),
        5 => Claim::Bijective(Some(subject.number(random, size)?)),
        6 => Claim::InBounds(subject.number(random, end)?),
        7 => Claim::Increasing,
        8 => Claim::Size(subject.number(random, size)?),
        _ => Claim::Cosize(subject.number(random, |table| cosize(&subject.layouts[0], table))?),
    })
}

/// Layouts for a claim: the second one is often the same function.
fn layouts(random: &mut Random, which: usize) -> Vec<Layout> {
    let symbols = Symbols::random(random, 8);
    let first = if which == 5 && random.chance(60) {
        Layout::Cute(random::compact(random, &symbols))
    } else {
        random::layout(random, &symbols)
    };
    if 2 < which {
        return vec![first];
    }
    let mut second = random::layout(random, &symbols);
    for _ in 0..random.number(0, 3) {
        let before = if random.chance(80) { &first } else { &second };
        second = random::rewritten(random, before);
    }
    if random.chance(50) { vec![first, second] } else { vec![second, first] }
}

fn check(seed: u64, n_claims: usize) -> Counts {
    let mut random = Random::new(seed);
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    while counts.proved + counts.refuted + counts.unknown < n_claims {
        let which = random.number(0, 9) as usize;
        let Some(subject) = Subject::new(layouts(&mut random, which)) else { continue };
        let Some(claim) = claim(&mut random, which, &subject) else { continue };
        let Some(fails) = subject.fails(claim) else { continue };
        let all: Vec<&Layout> = subject.layouts.iter().collect();
        let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
        let name = format!("{claim:?} of {}", texts.join("  and  "));
        let is_complete = subject.values.is_complete;
        match decide(claim, &all) {
            Ok(Decided::Proved) if fails => wrong.push(format!("proved: {name}")),
            Ok(Decided::Proved) => counts.proved += 1,
            Ok(Decided::Refuted) if is_complete && !fails => wrong.push(format!("refuted: {name}")),
            Ok(Decided::Refuted) => counts.refuted += 1,
            Ok(Decided::Unknown(why)) if fails || is_complete => {
                wrong.push(format!("unknown ({why}): {name}"));
            }
            Ok(Decided::Unknown(_)) => counts.unknown += 1,
            Err(why) => wrong.push(format!("witness of {name}: {why}")),
        }
        let has_symbols = subject.values.all.iter().any(|values| !values.is_empty());
        counts.with_symbols += usize::from(has_symbols);
        for layout in all {
            *counts.notations.entry(layout.notation()).or_default() += 1;
        }
        let key: String = format!("{claim:?}").chars().take_while(|c| c.is_alphabetic()).collect();
        let outcome = if fails { "false" } else { "true" };
        *counts.claims.entry(format!("{key} {outcome}")).or_default() += 1;
        if 30 < wrong.len() {
            break;
        }
    }
    let n = wrong.len();
    assert!(wrong.is_empty(), "{n} wrong of {counts:?}:\n{}", wrong.join("\n"));
    counts
}

#[test]
fn no_claim_is_decided_wrongly() {
    let counts = check(11, 50_000);
    let n = counts.proved + counts.refuted + counts.unknown;
    assert!(50_000 <= n && counts.unknown * 100 <= 3 * n, "{counts:?}");
    assert!(20_000 < counts.with_symbols, "{counts:?}");
    // Every obligation is claimed of layouts of which it is true and of others.
    assert_eq!(counts.claims.len(), 20, "{counts:?}");
    assert!(counts.claims.values().all(|&n| 250 < n), "{counts:?}");
    assert_eq!(counts.notations.len(), 5, "{counts:?}");
    println!("{counts:?}");
}
