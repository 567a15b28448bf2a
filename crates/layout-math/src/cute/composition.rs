use super::composition_by_mode::{ByMode, Refined};
use super::composition_groups::is_composition;
use super::coordinate::offset_of;
use super::from_values::from_first_values;
use super::layout::Layout;
use super::stride::Stride;
use crate::budget::Budget;

/// What `G o F` is, as a CuTe layout.
///
/// The function meant is `c -> G'(F(c))` on the domain of F, where `G'` is G with its last
/// flattened mode extended as far as needed (CuTe's promotion).
#[derive(Debug, Clone, PartialEq)]
pub enum Composition<D: Stride = i64> {
    /// The layout that equals the function on the whole domain of F. Its shape refines the shape
    /// of F where CuTe's algorithm answers, and is flat otherwise.
    Layout(Layout<D>),
    /// No CuTe layout of F's size equals the function: none agrees with it on `0..=witness`, and
    /// `witness` is the least such coordinate.
    NotALayout { witness: i64 },
    /// F goes below 0 at this coordinate (the least one), where G has no value.
    Undefined { coordinate: i64 },
    /// The domain is too large to evaluate, and the function carries between modes. `candidate` is
    /// CuTe's answer, unproved.
    Undecided { candidate: Option<Layout<D>> },
}

/// The composition `G o F`: first F, then G with its last flattened mode extended as needed.
///
/// CuTe's algorithm gives the form of the answer; here it is also *proved* to be the composition,
/// and where CuTe's answer is wrong or missing, any other CuTe layout that equals the function is
/// found. `(4,6,8):(2,3,5) o 6:3` is `(2,3):(6,3)` in CuTe, which is wrong at
/// coordinate 2; no layout agrees with the composition up to 3:
///
/// ```
/// use layout_math::cute::{Composition, Layout, composition};
///
/// let g: Layout = "(4,6,8):(2,3,5)".parse()?;
/// assert_eq!(composition(&g, &"6:3".parse()?), Composition::NotALayout { witness: 3 });
///
/// // CuTe's Python refuses this one, although it is exact.
/// let g: Layout = "(4,2,8):(3,12,97)".parse()?;
/// let Composition::Layout(h) = composition(&g, &"3:3".parse()?) else { panic!() };
/// assert_eq!(h.to_string(), "3:9");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
///
/// Law: for `Composition::Layout(R)`, `size(R) == size(F)` and `R(c) == G'(F(c))` for every `c` of
/// the domain of F. Whether `F(c)` stays inside G proper is another question:
/// [`Layout::first_at_least`] of F at `size(G)` answers it.
///
/// Exact in every answer but `Undecided`, which needs a domain of more than 2^20 coordinates.
pub fn composition<D: Stride>(g: &Layout<D>, f: &Layout) -> Composition<D> {
    composition_within(g, f, &Budget::DEFAULT)
}

/// The composition, where a function that carries between modes is evaluated everywhere if the
/// domain is within the last walk of the budget; see [`composition`].
pub(crate) fn composition_within<D: Stride>(
    g: &Layout<D>,
    f: &Layout,
    budget: &Budget,
) -> Composition<D> {
    if let Some(coordinate) = f.first_below(0) {
        return Composition::Undefined { coordinate };
    }
    let mut work = ByMode::new();
    work.read(g);
    let candidate = work.compose(f);
    let candidate = match candidate {
        Some(candidate) if work.is_exact() && !work.carries() => {
            return Composition::Layout(candidate);
        }
        Some(candidate) => match is_composition(&candidate, &work, f, budget.walk_last) {
            Some(true) => return Composition::Layout(candidate),
            Some(false) => None,
            None => Some(candidate),
        },
        None => None,
    };
    let value = |coordinate: i64| offset_of(&work.outer, f.offset(coordinate)?);
    // Most functions that are not a layout differ from all of them at the first coordinates.
    let is_whole = f.size() <= budget.walk_last;
    let looked = if is_whole { f.size() } else { budget.prefix() };
    match from_first_values(f.size(), looked, value) {
        Ok(Some(layout)) => Composition::Layout(layout),
        Ok(None) => {
            let is_right =
                |candidate: &Layout<D>| (0..looked).all(|c| candidate.offset(c) == value(c));
            Composition::Undecided { candidate: candidate.filter(is_right) }
        }
        Err(witness) => Composition::NotALayout { witness },
    }
}

/// The composition with two layouts side by side, where CuTe's answer is seen to be right.
///
/// The answer is that of [`composition_within`] with the concatenation of the two, which is not made. Its
/// shape refines theirs.
pub(super) fn composition_with_pair<D: Stride>(
    g: &Layout<D>,
    pair: [&Layout; 2],
) -> Option<Layout<D>> {
    // Together they have to be a layout, and none of its offsets is negative.
    let [(least, greatest), (other_least, other_greatest)] = pair.map(Layout::offset_range);
    let is_layout = pair[0].size().checked_mul(pair[1].size()).is_some()
        && greatest.checked_add(other_greatest).is_some_and(|reach| reach < i64::MAX);
    if !is_layout || least < 0 || other_least < 0 {
        return None;
    }
    let mut work = ByMode::new();
    work.read(g);
    let [modes, more] = pair.map(|f| f.flat_modes().len());
    let mut result = Refined::new(modes + more);
    pair.iter().try_for_each(|f| work.compose_modes(f, &mut result))?;
    if !work.is_exact() || work.carries() {
        return None;
    }
    result.into_layout_of_pair(pair.map(Layout::nesting))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Strides 3 and 12 continue each other over extent 4, so 3 steps of 3 stay in one mode. The
    /// nesting stays; the layout with the fewest modes would be `3:9`.
    #[test]
    fn modes_that_continue_each_other_are_one() {
        let outer: Layout = "(4,2,8):(3,12,97)".parse().unwrap();
        let inner: Layout = "((3),1):((3),5)".parse().unwrap();
        let Composition::Layout(found) = composition(&outer, &inner) else { panic!() };
        assert_eq!(found.to_string(), "((3),1):((9),97)");
    }

    #[test]
    fn a_pair_below_0_is_not_composed() {
        let [outer, first, second, below] =
            ["8:3", "2:1", "2:2", "2:-1"].map(|text| text.parse::<Layout>().unwrap());
        let of = |pair| composition_with_pair(&outer, pair).map(|found| found.to_string());
        assert_eq!(of([&first, &second]).unwrap(), "(2,2):(3,6)");
        assert_eq!(of([&first, &below]), None);
        assert_eq!(of([&below, &first]), None);
    }
}
