//! Whether offsets fit in an integer type.

use std::fmt;

use super::bounds::offset_bounds;
use super::lower::{Symbol, domain, facts, range};
use crate::algebra::{AnyLayout, Method, Unknown, Verdict};
use crate::cute::Term;
use crate::point::{ForSymbols, Point};

/// How many coordinates are tried, and how many of one mode or of one symbol.
const MAX_TRIED: usize = 1 << 12;
const MAX_TRIED_OF_ONE: usize = 1 << 6;

/// A coordinate whose offset does not fit in an integer type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    pub symbols: Vec<(String, i64)>,
    pub coordinate: Point,
    pub offset: Point,
    /// How many bits the type has.
    pub bits: u32,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Misfit { symbols, coordinate, offset, bits } = self;
        let symbols = ForSymbols(symbols);
        write!(f, "offset {offset} at coordinate {coordinate}{symbols} does not fit in i{bits}")
    }
}

/// Do the offsets of a layout fit in an integer type with a sign, of 2 to 64 bits?
///
/// `coordinates` are numbers of this type with the bounds that are known of them, both included; an end
/// that is that of the type is not known, and the domain of the layout ends there. `symbols` are the names
/// of the layout that have a value, with its bounds. Nothing is claimed where the layout has no offset.
///
/// A refutation shows the least coordinate of a CuTe layout that is one number; otherwise one at which each
/// part is the least that follows from a search by halves, which is the least where offsets grow with it.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind, Method, Verdict};
/// use layout_math::code::fits;
///
/// let any = (i32::MIN.into(), i32::MAX.into());
/// let layout = AnyLayout::parse(Kind::Cute, "(65536,65536):(65536,1)")?;
/// assert_eq!(fits(&layout, &[(0, 32767), any], &[], 32), Verdict::Proved(Method::OffsetRange));
/// let Verdict::Refuted(misfit) = fits(&layout, &[any, any], &[], 32) else { panic!() };
/// let expected = "offset 2147483648 at coordinate (32768,0) does not fit in i32";
/// assert_eq!(misfit.to_string(), expected);
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn fits(
    layout: &AnyLayout,
    coordinates: &[(i64, i64)],
    symbols: &[Symbol<'_>],
    bits: u32,
) -> Verdict<Misfit> {
    let greatest = i64::MAX >> 64_u32.saturating_sub(bits);
    let least = -greatest - 1;
    let facts = facts(layout);
    let symbols: Vec<Symbol<'_>> = symbols
        .iter()
        .map(|&(name, (low, high))| (name, range(layout, &facts, name, low, high)))
        .map(|(name, known)| (name, (known.low(), known.high())))
        .collect();
    let inside = inside(layout, coordinates.len(), &symbols);
    let places: Vec<(i64, i64)> = coordinates
        .iter()
        .zip(inside)
        .map(|(&(low, high), (first, last))| {
            // Below 0 there is no offset, so that no bound there matters.
            let low = if low <= least { first } else { low.max(first) };
            let high = if greatest <= high { last.min(greatest) } else { high };
            (low, high.max(low))
        })
        .collect();
    let bounds = offset_bounds(layout, &places, &symbols);
    // A number at the end of 64 bits may stand for one that is not known.
    let is_within = |&(low, high): &(i64, i64)| {
        least <= low && high <= greatest && low != i64::MIN && high != i64::MAX
    };
    if bounds.as_ref().is_some_and(|bounds| bounds.iter().all(is_within)) {
        return Verdict::Proved(Method::OffsetRange);
    }
    let search = FitSearch { layout, symbols: &symbols, range: (least, greatest) };
    if let Some((symbols, coordinate, offset)) = search.misfit(&places) {
        let names = search.symbols.iter().map(|(name, _)| (*name).to_owned());
        let symbols = names.zip(symbols).collect();
        let (coordinate, offset) = (coordinate.into(), offset.into());
        return Verdict::Refuted(Misfit { symbols, coordinate, offset, bits });
    }
    let reason = match bounds.as_deref() {
        Some([(low, high)]) if i64::MIN < *low && *high < i64::MAX => {
            format!("no bounds of the offset are known but {low} and {high}")
        }
        _ => "no bounds of the offset are known".to_owned(),
    };
    Verdict::Unknown(Unknown::NotFound { reason })
}

/// The bounds of each coordinate in the domain, as far as they are known.
fn inside(layout: &AnyLayout, n: usize, symbols: &[Symbol<'_>]) -> Vec<(i64, i64)> {
    let outside = domain(layout, n);
    let (AnyLayout::Cute(_) | AnyLayout::Composed(_), Some(modes)) = (layout, layout.modes())
    else {
        return outside;
    };
    let extents = modes.extents();
    let sizes: Vec<usize> = match n {
        1 => vec![extents.len()],
        n if n == extents.len() => vec![1; n],
        _ => modes.flat_ranks(),
    };
    let mut rest = &extents[..];
    let mut bounds = Vec::new();
    for (size, whole) in sizes.into_iter().zip(outside) {
        let (extents, others) = rest.split_at(size.min(rest.len()));
        rest = others;
        let mut ends = extents.iter().map(|extent| greatest(extent, symbols));
        let size = ends.try_fold(1_i64, |size, extent| size.checked_mul(extent?));
        bounds.push(size.map_or(whole, |size| (0, size.max(1) - 1)));
    }
    bounds
}

/// The greatest number that a product of a coefficient and of symbols is.
fn greatest(term: &Term, symbols: &[Symbol<'_>]) -> Option<i64> {
    term.symbols().iter().try_fold(term.coefficient(), |product, name| {
        let (_, (_, high)) = symbols.iter().find(|(known, _)| known == name)?;
        product.checked_mul(*high)
    })
}

/// The symbols, the coordinate and the offset of a misfit.
type MisfitNumbers = (Vec<i64>, Vec<i64>, Vec<i64>);

/// The search for a coordinate.
struct FitSearch<'a> {
    layout: &'a AnyLayout,
    symbols: &'a [Symbol<'a>],
    range: (i64, i64),
}

impl FitSearch<'_> {
    /// A coordinate at which the offset does not fit, with the values of the symbols and the offset:
    /// offsets are greatest and least at the ends of modes.
    fn misfit(&self, places: &[(i64, i64)]) -> Option<MisfitNumbers> {
        if let Some(coordinate) = self.first(places)
            && let Some(offset) = self.offset(&[coordinate], &[])
        {
            return Some((Vec::new(), vec![coordinate], offset));
        }
        let of_symbols = self.symbols.iter().map(|&(_, (low, high))| {
            // A symbol of which only the type is known need not have such values.
            let (least, greatest) = self.range;
            [low, high].into_iter().filter(|&end| least < end && end < greatest).collect()
        });
        let symbols: Vec<Vec<i64>> = of_symbols.collect();
        let n = places.len();
        let ends: Vec<Vec<i64>> =
            places.iter().enumerate().map(|(at, &place)| self.ends(at, n, place)).collect();
        let all: Vec<Vec<i64>> = ends.into_iter().chain(symbols).collect();
        let mut found = None;
        for_each_choice(&all, &mut |choice| {
            let (coordinate, symbols) = choice.split_at(n);
            found = self.offset(coordinate, symbols).map(|_| choice.to_vec());
            found.is_some()
        });
        let mut coordinate = found?;
        let symbols = coordinate.split_off(n);
        // The least number of each part that still does not fit, if what is less fits.
        for at in (0..n).rev() {
            let (mut low, mut high) = (places[at].0, coordinate[at]);
            while low < high {
                let middle = low + (high - low) / 2;
                coordinate[at] = middle;
                match self.offset(&coordinate, &symbols) {
                    Some(_) => high = middle,
                    None => low = middle + 1,
                }
            }
            coordinate[at] = high;
        }
        let offset = self.offset(&coordinate, &symbols)?;
        Some((symbols, coordinate, offset))
    }

    /// The least integral coordinate in the domain of a CuTe layout, if it is between the bounds.
    fn first(&self, places: &[(i64, i64)]) -> Option<i64> {
        let (least, greatest) = self.range;
        let (&[(low, high)], Some(layout)) = (places, self.layout.as_static()) else { return None };
        let above = greatest.checked_add(1).and_then(|bound| layout.first_at_least(bound));
        let first = above.into_iter().chain(layout.first_below(least)).min();
        first.filter(|first| (low..=high).contains(first))
    }

    /// The offset at a coordinate, if there is one that does not fit.
    fn offset(&self, coordinate: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        let names = self.symbols.iter().map(|(name, _)| *name);
        let symbols: Vec<(&str, i64)> = names.zip(symbols.iter().copied()).collect();
        let offset = self.layout.apply(coordinate, &symbols)?;
        let (low, high) = self.range;
        (!offset.iter().all(|part| (low..=high).contains(part))).then_some(offset)
    }

    /// Coordinates between bounds with the digits of each mode at one of their ends.
    fn ends(&self, at: usize, n: usize, (low, high): (i64, i64)) -> Vec<i64> {
        let mut ends = vec![low, high];
        let extents = self.layout.extents().unwrap_or_default();
        let extents: Option<Vec<i64>> = extents.iter().map(Term::as_constant).collect();
        let extents = extents.unwrap_or_default();
        let ranks = match self.layout.modes() {
            Some(modes) if n != 1 && n != extents.len() => modes.flat_ranks(),
            _ if n == 1 => vec![extents.len()],
            _ => vec![1; extents.len()],
        };
        let first = ranks.iter().take(at).sum::<usize>().min(extents.len());
        let count = ranks.get(at).copied().unwrap_or(0).min(extents.len() - first);
        let mut sums = vec![0_i64];
        let mut size = 1_i64;
        for extent in &extents[first..first + count] {
            let last = size.checked_mul(extent - 1);
            let moved = sums.iter().filter_map(|sum| sum.checked_add(last?));
            let moved: Vec<i64> = moved.take(MAX_TRIED_OF_ONE).collect();
            sums.extend(moved);
            let Some(next) = size.checked_mul(*extent) else { break };
            size = next;
            // The last coordinate before a bound with all digits up to here at their ends.
            ends.push(high - (high % size));
            ends.push((high / size).saturating_mul(size) - 1);
        }
        ends.extend(sums);
        ends.retain(|end| (low..=high).contains(end));
        ends.sort_unstable_by_key(|end| std::cmp::Reverse(*end));
        ends.dedup();
        ends.truncate(MAX_TRIED_OF_ONE);
        ends
    }
}

/// Calls a function with each choice of one number of each list, until it says true; a bounded number of
/// times.
fn for_each_choice(lists: &[Vec<i64>], is_found: &mut impl FnMut(&[i64]) -> bool) {
    let count = lists.iter().try_fold(1_usize, |count, list| count.checked_mul(list.len()));
    let count = count.unwrap_or(usize::MAX).min(MAX_TRIED);
    for number in 0..count {
        let mut rest = number;
        let choice: Vec<i64> = lists
            .iter()
            .map(|list| {
                let chosen = list[rest % list.len()];
                rest /= list.len();
                chosen
            })
            .collect();
        if is_found(&choice) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    const ANY: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

    fn verdict(
        kind: Kind,
        text: &str,
        coordinates: &[(i64, i64)],
        symbols: &[Symbol<'_>],
    ) -> String {
        let layout = AnyLayout::parse(kind, text).unwrap();
        match fits(&layout, coordinates, symbols, 32) {
            Verdict::Proved(method) => format!("proved by {method}"),
            Verdict::Refuted(misfit) => misfit.to_string(),
            Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
        }
    }

    #[track_caller]
    fn refuted(kind: Kind, text: &str, coordinates: &[(i64, i64)], at: &str) {
        let found = verdict(kind, text, coordinates, &[]);
        assert_eq!(found, format!("offset {at} does not fit in i32"), "{text}");
    }

    #[track_caller]
    fn proved(kind: Kind, text: &str, coordinates: &[(i64, i64)]) {
        assert_eq!(verdict(kind, text, coordinates, &[]), "proved by offset range", "{text}");
    }

    #[test]
    fn ends_are_those_of_the_modes_of_a_coordinate() {
        let layout = AnyLayout::parse(Kind::Cute, "((2,4),8):((1,16),2)").unwrap();
        let search = FitSearch { layout: &layout, symbols: &[], range: (0, 1) };
        // Of two coordinates the second one is that of 8, of three the second one is that of 4.
        assert_eq!(search.ends(1, 2, (0, 7)), [7, 0]);
        assert_eq!(search.ends(1, 3, (0, 3)), [3, 0]);
        assert_eq!(search.ends(2, 3, (0, 7)), [7, 0]);
        assert_eq!(search.ends(0, 2, (0, 7)), [7, 6, 5, 1, 0]);
        assert_eq!(search.ends(0, 3, (0, 1)), [1, 0]);
    }

    #[test]
    fn the_last_offset_that_fits_is_the_greatest_number_of_the_type() {
        // 3 * 715827882 = 2147483646, and 2^31 = 2147483648.
        proved(Kind::Cute, "4:715827882", &[ANY]);
        proved(Kind::Cute, "(2,2):(2147483646,1)", &[ANY]);
        refuted(Kind::Cute, "(2,2):(2147483647,1)", &[ANY], "2147483648 at coordinate 3");
        refuted(Kind::Cute, "4:1073741824", &[ANY], "2147483648 at coordinate 2");
        proved(Kind::Cute, "(2,2):(-2147483647,-1)", &[ANY]);
        refuted(
            Kind::Cute,
            "(2,2):(-2147483647,-2)",
            &[ANY, ANY],
            "-2147483649 at coordinate (1,1)",
        );
    }

    #[test]
    fn what_is_known_of_a_coordinate_counts_inside_and_outside_the_domain() {
        proved(Kind::Cute, "4:1073741824", &[(0, 1)]);
        // A loop that leaves the domain.
        refuted(Kind::Cute, "4:536870912", &[(0, 9)], "2147483648 at coordinate 4");
        // Below 0 there is no offset.
        proved(Kind::Cute, "4:536870912", &[(-9, 3)]);
        // The greatest offset before 28 is at 27, not at the end.
        refuted(Kind::Cute, "(4,8):(1073741824,1)", &[(0, 28)], "2147483648 at coordinate 2");
        proved(Kind::Cute, "(4,8):(1073741824,1)", &[(0, 1)]);
    }

    #[test]
    fn every_kind_of_layout() {
        proved(Kind::Swizzle, "S<3,4,3>", &[ANY]);
        proved(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)", &[ANY, ANY]);
        refuted(
            Kind::Composed,
            "S<0,0,0> o 2147483640 o 16:1",
            &[ANY],
            "2147483648 at coordinate 8",
        );
        proved(Kind::Linear, "{lane = [[0,1],[0,2]], warp = [[1,0]]}", &[ANY, ANY]);
        refuted(Kind::Linear, "{lane = [[1],[2147483648]]}", &[ANY], "2147483648 at coordinate 2");
        proved(Kind::Relation, "{ [i] -> [3i] : 0 <= i < 5 }", &[ANY]);
        refuted(
            Kind::Relation,
            "{ [i] -> [1000000000i] : 0 <= i < 5 }",
            &[ANY],
            "3000000000 at coordinate 3",
        );
        refuted(Kind::Cute, "(2,2):(3000000000@0,1@1)", &[ANY], "(3000000000,0) at coordinate 1");
    }

    #[test]
    fn a_symbol_has_the_bounds_of_its_value_and_of_its_facts() {
        let text = "(M,8):(8,1) where M in [1,4096]";
        let any = [("M", ANY)];
        assert_eq!(verdict(Kind::Cute, text, &[ANY, ANY], &any), "proved by offset range");
        let text = "(M,8):(M,1) where M in [1,65536]";
        assert_eq!(
            verdict(Kind::Cute, text, &[ANY, ANY], &any),
            "offset 2147483648 at coordinate (32768,0) for M = 65536 does not fit in i32"
        );
        // Of a stride nothing is known but its type.
        let stride = verdict(Kind::Cute, "4:D", &[ANY], &[("D", ANY)]);
        assert_eq!(
            stride,
            "unknown: no bounds of the offset are known but -6442450944 and 6442450941"
        );
        let small = [("M", (1, 1024))];
        assert_eq!(verdict(Kind::Cute, text, &[ANY, ANY], &small), "proved by offset range");
    }

    #[test]
    fn sixty_four_bits_have_ends_too() {
        let any = (i64::MIN, i64::MAX);
        let layout = AnyLayout::parse(Kind::Cute, "(2,2):(4611686018427387904,1)").unwrap();
        assert_eq!(fits(&layout, &[any], &[], 64), Verdict::Proved(Method::OffsetRange));
    }

    #[test]
    fn a_coordinate_for_each_top_level_mode() {
        // The first number goes up to 7, and 4 has the digits 0 and 2.
        let text = "((2,4),8):((1,1073741824),8)";
        refuted(Kind::Cute, text, &[ANY, ANY], "2147483648 at coordinate (4,0)");
    }

    #[test]
    fn of_two_numbers_no_bounds_are_told() {
        let found = verdict(Kind::Cute, "(4,4):(D@0,1@1)", &[ANY, ANY], &[("D", ANY)]);
        assert_eq!(found, "unknown: no bounds of the offset are known");
    }
}
