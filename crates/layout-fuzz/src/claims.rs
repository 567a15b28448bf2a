//! Claims that may be true, about random layouts.

use crate::judge::claims::cosize;
use crate::judge::random::{self, Random, Symbols};
use crate::judge::{Claim, Layout, Table};
use crate::large;
use crate::notations::in_another;
use crate::pairs::tiler;
use crate::subject::Subject;

/// One layout.
pub fn one(random: &mut Random) -> Vec<Layout> {
    let symbols = some_symbols(random);
    if random.chance(20) {
        return vec![Layout::Cute(random::compact(random, &symbols))];
    }
    vec![large::any(random, &symbols)]
}

/// Two layouts, of which the second is often the same function, or nearly so.
pub fn two(random: &mut Random) -> Vec<Layout> {
    let symbols = some_symbols(random);
    let first = large::any(random, &symbols);
    if random.chance(5)
        && let Some(tiler) = tiler(random, &first)
    {
        return vec![first, tiler];
    }
    let mut second = large::any(random, &symbols);
    for _ in 0..random.number(0, 3) {
        let before = if random.chance(80) { &first } else { &second };
        second = random::rewritten(random, before);
    }
    if random.chance(20) {
        let before = if random.chance(80) { &first } else { &second };
        second = in_another(random, before).unwrap_or(second);
    }
    if random.chance(50) { vec![first, second] } else { vec![second, first] }
}

fn some_symbols(random: &mut Random) -> Symbols {
    if random.chance(88) { Symbols::default() } else { Symbols::random(random, 8) }
}

/// Every claim about these layouts, with numbers that may be right.
pub fn all(random: &mut Random, subject: &Subject) -> Vec<Claim> {
    if let [_, Layout::Tile(_)] = subject.layouts[..] {
        return vec![Claim::Inside];
    }
    if let [_, _] = subject.layouts[..] {
        return vec![Claim::Equivalent, Claim::Disjoint, Claim::Compatible, Claim::Inside];
    }
    let size = |table: &Table| Some(table.rows.len() as i64);
    let mut claims =
        vec![Claim::Injective, Claim::Increasing, Claim::Surjective(None), Claim::Bijective(None)];
    let mut add = |claim: fn(i64) -> Claim, of: &dyn Fn(&Table) -> Option<i64>| {
        claims.extend(number(random, subject, of).map(claim));
    };
    add(Claim::InBounds, &end);
    add(Claim::Size, &size);
    add(Claim::Cosize, &|table| cosize(&subject.layouts[0], table));
    add(|size| Claim::Surjective(Some(size)), &reach);
    add(|size| Claim::Bijective(Some(size)), &size);
    claims
}

/// A number that is right for some values of the symbols at least, or next to one.
fn number(
    random: &mut Random,
    subject: &Subject,
    of: &dyn Fn(&Table) -> Option<i64>,
) -> Option<i64> {
    let of_all: Option<Vec<i64>> = subject.tables.iter().map(|tables| of(&tables[0])).collect();
    let of_all = of_all?;
    let extreme = [*of_all.iter().max()?, *of_all.iter().min()?, *random.pick(&of_all)];
    let number = random.pick(&extreme) + random.pick(&[0, 0, 0, 0, 1, -1, 5]);
    Some(number.max(0))
}

fn end(table: &Table) -> Option<i64> {
    let offsets = table.offsets().into_iter().flatten();
    offsets.map(|offset| offset[0] + 1).max().or(Some(0))
}

fn reach(table: &Table) -> Option<i64> {
    let mut all: Vec<i64> = table.offsets().into_iter().flatten().map(|o| o[0]).collect();
    all.sort_unstable();
    (0..).find(|number| all.binary_search(number).is_err())
}
