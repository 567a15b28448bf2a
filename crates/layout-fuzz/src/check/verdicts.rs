//! Claims put to the library, and its witnesses put to the judge.

use layout_math::algebra::{
    AnyLayout, Budget, Difference, Measure, Method, NotBijective, Verdict, bijective, compatible,
    disjoint, equivalent, has_measure, in_bounds, increasing, injective, leaves_domain, surjective,
};
use layout_math::cute::Term;
use layout_math::point::Point;

use crate::judge::claims::{comparable_offsets, cosize};
use crate::judge::meaning::{flat, is_large};
use crate::judge::model::Tile;
use crate::judge::symbols::are_allowed;
use crate::judge::{Claim, Layout, Parts, Promotion, Table, TableRow, Values, compose, table};
use crate::subject::Subject;

/// What the library says of a claim.
pub enum Decided {
    Proved(Method),
    Refuted,
    Unknown(String),
}

/// Decides a claim. `Err` says what is wrong with the witness of a refutation.
pub fn decide(claim: Claim, subject: &Subject, budget: &Budget) -> Result<Decided, String> {
    let [left, .., right] = &subject.any[..] else {
        return decide_between(claim, subject, &subject.any[0], &subject.any[0], budget);
    };
    decide_between(claim, subject, left, right, budget)
}

fn decide_between(
    claim: Claim,
    subject: &Subject,
    left: &AnyLayout,
    right: &AnyLayout,
    budget: &Budget,
) -> Result<Decided, String> {
    let judged = Judged { claim, subject };
    match claim {
        Claim::Equivalent => {
            checked(equivalent(left, right, budget), |difference| judged.differs(difference))
        }
        Claim::Disjoint => checked(disjoint(left, right, budget), |meeting| {
            judged.at(&meeting.symbols, |tables| {
                let (a, b) = comparable_offsets(&tables[0], &tables[1])?;
                let left = position(&tables[0], meeting.left)?;
                let right = position(&tables[1], meeting.right)?;
                Some(
                    a[left].contains(&meeting.offset.to_vec())
                        && b[right].contains(&meeting.offset.to_vec()),
                )
            })
        }),
        Claim::Compatible => checked(compatible(left, right, budget), |shapes| {
            judged.at(&shapes.symbols, |_| Some(true))
        }),
        Claim::Inside => match leaves_domain(left, right, budget) {
            None => Ok(Decided::Unknown("nothing is ever left".to_owned())),
            Some(verdict) => checked(verdict, |departure| {
                judged.at(&departure.symbols, |tables| match &subject.layouts[..] {
                    [outer, Layout::Tile(tiles)] => leaves_tile(outer, tiles, departure),
                    _ => Some(tables[1].row(departure.coordinate).is_some()),
                })
            }),
        },
        Claim::Injective => checked(injective(left, budget), |collision| {
            judged.at(&collision.symbols, |tables| collides(&tables[0], collision))
        }),
        Claim::Surjective(size) => checked(surjective(left, size, budget), |missed| {
            judged.at(&missed.symbols, |tables| misses(&tables[0], size, &missed.offset.to_vec()))
        }),
        Claim::Bijective(size) => checked(bijective(left, size, budget), |why| match &why {
            NotBijective::Collision(collision) => {
                judged.at(&collision.symbols, |tables| collides(&tables[0], collision))
            }
            NotBijective::Departure(departure) => judged.at(&departure.symbols, |tables| {
                let end = tables[0].asked(size)?.count();
                let is_end = i128::from(departure.size) == end || departure.outer.is_some();
                Some(departs(&tables[0], departure)? && is_end)
            }),
            NotBijective::Missed(missed) => judged
                .at(&missed.symbols, |tables| misses(&tables[0], size, &missed.offset.to_vec())),
            NotBijective::Negative { symbols, coordinate, offset } => {
                judged.at(symbols, |tables| {
                    let own = offsets_at(&tables[0], *coordinate)?;
                    Some(own.contains(&offset.to_vec()) && offset.iter().any(|&part| part < 0))
                })
            }
        }),
        Claim::InBounds(size) => {
            checked(in_bounds(left, &Term::constant(size), budget), |departure| {
                judged.at(&departure.symbols, |tables| {
                    Some(
                        departs(&tables[0], departure)?
                            && (departure.size == size || departure.outer.is_some()),
                    )
                })
            })
        }
        Claim::Increasing => checked(increasing(left, budget), |descent| {
            judged.at(&descent.symbols, |tables| {
                let at = position(&tables[0], descent.coordinate)?;
                let rows = tables[0].offsets();
                let before = rows[..at].iter().rev().find(|own| !own.is_empty())?;
                let is_right = before[0] == [descent.before] && rows[at] == [[descent.offset]];
                Some(is_right && descent.offset <= descent.before)
            })
        }),
        Claim::Size(size) => checked(has_measure(left, Measure::Size, size, budget), |wrong| {
            judged.at(&wrong.symbols, |tables| Some(tables[0].rows.len() as i64 == wrong.found))
        }),
        Claim::Cosize(size) => checked(has_measure(left, Measure::Cosize, size, budget), |wrong| {
            judged.at(&wrong.symbols, |tables| {
                Some(cosize(&subject.layouts[0], &tables[0])? == wrong.found)
            })
        }),
    }
}

fn checked<W: std::fmt::Display>(
    verdict: Verdict<W>,
    check: impl Fn(&W) -> Result<(), String>,
) -> Result<Decided, String> {
    match verdict {
        Verdict::Proved(method) => Ok(Decided::Proved(method)),
        Verdict::Unknown(unknown) => Ok(Decided::Unknown(unknown.to_string())),
        Verdict::Refuted(witness) => match check(&witness) {
            Ok(()) => Ok(Decided::Refuted),
            Err(why) => Err(format!("{witness}: {why}")),
        },
    }
}

struct Judged<'a> {
    claim: Claim,
    subject: &'a Subject,
}

impl Judged<'_> {
    /// The values of a witness are allowed, the claim fails for them, and the rest of the witness is
    /// right.
    fn at(
        &self,
        symbols: &[(String, i64)],
        is_right: impl Fn(&[Table]) -> Option<bool>,
    ) -> Result<(), String> {
        let Judged { claim, subject } = self;
        let layouts: Vec<&Layout> = subject.layouts.iter().collect();
        // A symbol that is not named may have any value.
        let mut values = subject.values.all[0].clone();
        values.extend(symbols.iter().cloned());
        let made: Vec<Table>;
        let tables = match subject.values.all.iter().position(|known| *known == values) {
            Some(at) => &subject.tables[at],
            None if layouts.iter().any(|layout| is_large(layout, &values)) => {
                // What fails for values that large has to fail for some that are looked at.
                let mut all = subject.values.all.iter().zip(&subject.tables);
                let fails = |(own, tables): (&Values, &Vec<Table>)| {
                    claim.holds(&layouts, tables, own) == Some(false)
                };
                return match all.any(fails) {
                    true => Ok(()),
                    false => Err("it has too many coordinates to be looked at".to_owned()),
                };
            }
            None if are_allowed(&layouts, &values) => {
                made = layouts.iter().map(|layout| table(layout, &values)).collect();
                &made
            }
            None => return Err("the symbols cannot have these values".to_owned()),
        };
        if claim.holds(&layouts, tables, &values) != Some(false) {
            return Err("the claim holds for these values".to_owned());
        }
        match is_right(tables) {
            Some(true) => Ok(()),
            Some(false) => Err("it is not so".to_owned()),
            None => Err("there is no such thing".to_owned()),
        }
    }

    fn differs(&self, difference: &Difference) -> Result<(), String> {
        match difference {
            Difference::Sizes { symbols, left, right } => self.at(symbols, |tables| {
                let size = |table: &Table| table.rows.len().to_string();
                Some(size(&tables[0]) == *left && size(&tables[1]) == *right && left != right)
            }),
            Difference::At { symbols, coordinate, left, right } => self.at(symbols, |tables| {
                let (a, b) = comparable_offsets(&tables[0], &tables[1])?;
                let ways = counted_alike(&tables[0], &tables[1]);
                let fits = |offset: &Option<Point>, own: Option<&Vec<Vec<i64>>>| match offset {
                    Some(offset) => own.is_some_and(|own| own.contains(&offset.to_vec())),
                    None => own.is_none_or(|own| own.is_empty()),
                };
                Some(ways.into_iter().any(|way| {
                    let find =
                        |table: &Table| table.rows.iter().position(|r| way.of(r) == *coordinate);
                    let (x, y) =
                        (find(&tables[0]).map(|at| &a[at]), find(&tables[1]).map(|at| &b[at]));
                    let set = |own: Option<&Vec<Vec<i64>>>| own.cloned().unwrap_or_default();
                    fits(left, x) && fits(right, y) && set(x) != set(y)
                }))
            }),
        }
    }
}

/// How coordinates of two layouts are counted: as integral ones, or by extents that both fit.
enum Way {
    Integral,
    Extents(Vec<i64>),
}

impl Way {
    fn of(&self, row: &TableRow) -> i64 {
        match self {
            Way::Integral => row.integral.unwrap_or(-1),
            // A digit past its end would be counted as another coordinate.
            Way::Extents(extents) => {
                let is_inside = row.natural.iter().zip(extents).all(|(digit, end)| digit < end);
                if is_inside { flat(&row.natural, extents) } else { -1 }
            }
        }
    }
}

fn counted_alike(a: &Table, b: &Table) -> Vec<Way> {
    if a.is_counted() && b.is_counted() {
        return vec![Way::Integral];
    }
    let rows = || a.rows.iter().chain(&b.rows);
    let n = rows().map(|row| row.natural.len()).max().unwrap_or(0);
    let hull = (0..n).map(|at| rows().map(|row| row.natural[at] + 1).max().unwrap_or(0)).collect();
    let own = [&a.extents, &b.extents].into_iter().flatten().cloned();
    own.chain([hull]).map(Way::Extents).collect()
}

fn position(table: &Table, coordinate: i64) -> Option<usize> {
    table.rows.iter().position(|row| row.integral == Some(coordinate))
}

fn offsets_at(table: &Table, coordinate: i64) -> Option<Vec<Vec<i64>>> {
    Some(table.counted(table.row(coordinate)?))
}

fn collides(table: &Table, collision: &layout_math::algebra::Collision) -> Option<bool> {
    let (first, second) = (collision.first, collision.second);
    let has = |c| Some(offsets_at(table, c)?.contains(&collision.offset.to_vec()));
    Some(first != second && has(first)? && has(second)?)
}

/// An offset that is outside, or none, where the inner part is below 0.
fn departs(table: &Table, departure: &layout_math::algebra::Departure) -> Option<bool> {
    let own = offsets_at(table, departure.coordinate)?;
    Some(match departure.outer {
        // A number that the outer function of a composed layout has no value at.
        Some(_) => own.is_empty() && departure.offset < 0,
        None => {
            let is_outside = !(0..departure.size).contains(&departure.offset);
            is_outside && own.contains(&vec![departure.offset])
        }
    })
}

/// A tile has an offset that is outside of its mode, or what the tiler takes has none.
fn leaves_tile(
    outer: &Layout,
    tiles: &[Tile],
    departure: &layout_math::algebra::Departure,
) -> Option<bool> {
    let (values, coordinate) = (Values::new(), departure.coordinate);
    let Some(mode) = departure.mode else {
        let tiler = Layout::Tile(tiles.to_vec());
        let composed = compose(outer, &tiler, Promotion::Extend, &values)?;
        return Some(composed.row(coordinate)?.offsets.is_empty());
    };
    let offset = match tiles.get(mode)? {
        Tile::Layout(tile) => {
            table(&Layout::Cute(tile.clone()), &values).row(coordinate)?.offsets[0][0]
        }
        Tile::Extent(extent) => (coordinate < *extent).then_some(coordinate)?,
        Tile::All => return Some(false),
    };
    Some(offset == departure.offset && !(0..departure.size).contains(&offset))
}

fn misses(table: &Table, size: Option<i64>, offset: &Vec<i64>) -> Option<bool> {
    let is_asked = match (size, &table.parts) {
        (Some(_), _) | (None, Parts::Number | Parts::Dims(_)) => offset.len() == 1,
        _ => true,
    };
    let reached = table.offsets().into_iter().flatten().any(|own| own == *offset);
    Some(is_asked && table.asked(size)?.contains(offset) && !reached)
}
