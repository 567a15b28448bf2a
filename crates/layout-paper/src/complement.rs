use super::conditions::{by_stride, check_injective, check_non_negative};
use super::error::PaperError;
use super::mapping::{in_interval, index_mapping};
use layout_math::cute::{AlgebraError, Layout, Mode, Tuple, filter};
use layout_math::relation::{Context, Map};

/// The layout of the offsets that a layout leaves out below `size`: algorithm 5.
///
/// Law: with A the layout without its modes of stride 0, `(A, complement)` is injective and the
/// offsets of the complement increase. The range of the layout is a set; wherever a gap in it before
/// an offset `end` is long enough for a second copy of everything up to `begin`, the first number
/// that is missing, `end/begin` copies are laid there, and past the last offset as many as reach
/// `size`. Each is one mode, and a third one is concatenated to the pair of the first two:
/// `((2,2),2):((1,4),18)`.
///
/// Put right:
///
/// - Erratum 3: a gap's mode is concatenated to the complement if that is not trivial any more, and
///   replaces it if it is; the paper has the branches swapped.
/// - Erratum 4: past the last offset copies begin at the cosize of the layout with what was filled,
///   not at the cosize of the layout: 9 and not 7 in `(2,2):(1,5)` below 20.
/// - Copies that fill a gap may meet others, as in `(2,2,2,2):(1,5,20,100)`, which the paper does not
///   consider. That is an error here.
///
/// The paper goes from gap to gap, of which there may be 2^30. A gap that a second copy fits in ends
/// at a stride: its end is at least twice its begin, and if it were the sum of two offsets of the
/// layout, the greater of them would be in the gap. So each stride is looked at, once.
///
/// Where CuTe answers otherwise (erratum 5), it is because CuTe counts a mode as long as its stride
/// times its extent: `(2,2):(1,5)` below 20 has the complement `(2,3):(2,9)` here and `(2,2):(2,10)`
/// there.
///
/// Cost: for each mode the greatest offset below its stride, the least number that is missing past
/// it, and in the end whether the result is injective.
///
/// # Errors
///
/// [`AlgebraError::NotPositive`] for a size below 1, [`AlgebraError::BelowZero`], and
/// [`AlgebraError::NotInjective`] of A, or of A and the complement together.
///
/// ```
/// use layout_paper::complement;
/// use layout_math::relation::Context;
///
/// let context = Context::new(1_000_000);
/// let of = |text: &str, size| complement(&context, &text.parse().unwrap(), size);
/// assert_eq!(of("(2,2):(1,5)", 20)?.to_string(), "(2,3):(2,9)");
/// assert_eq!(of("(2,2):(2,10)", 20)?.to_string(), "((2,2),2):((1,4),18)");
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn complement(context: &Context, layout: &Layout, size: i64) -> Result<Layout, PaperError> {
    if size < 1 {
        return Err(AlgebraError::NotPositive { what: "size", value: size }.into());
    }
    let filtered = filter(layout);
    check_non_negative(&filtered)?;
    check_injective(context, &filtered)?;
    let range = index_mapping(context, &filtered)?;
    let current = filtered.flat_modes().to_vec();
    let mut filled = Filled { current, range: range.clone(), result: None };
    for mode in by_stride(filtered.flat_modes().iter().copied()) {
        let end = mode.stride;
        let last = greatest_below(&range, end)?;
        // The gap begins past `last`: no second copy fits.
        if end / 2 <= last {
            continue;
        }
        if let Some(begin) = least_missing(&filled.range, last, end)? {
            filled.repeat(context, end / begin, begin)?;
        }
    }
    let last = filtered.cosize() - 1;
    if least_missing(&filled.range, last, size)?.is_some() {
        let begin = Layout::from_modes(&filled.current)?.cosize();
        filled.repeat(context, (size - 1) / begin + 1, begin)?;
    }
    let result = match filled.result {
        Some(result) => result,
        None => Layout::new(Tuple::Leaf(1), Tuple::Leaf(0))?,
    };
    check_injective(context, &Layout::concat([filtered, result.clone()])?)?;
    Ok(result)
}

/// The layout with the modes that have filled gaps: the paper's `H_curr` and `H'`.
struct Filled {
    current: Vec<Mode>,
    /// The index mapping of the current modes.
    range: Map,
    result: Option<Layout>,
}

impl Filled {
    /// Repeats everything so far, unless there is no second copy.
    fn repeat(&mut self, context: &Context, copies: i64, stride: i64) -> Result<(), PaperError> {
        if copies <= 1 {
            return Ok(());
        }
        let mode = Mode { extent: copies, stride };
        self.current.push(mode);
        self.range = index_mapping(context, &Layout::from_modes(&self.current)?)?;
        let mode = Layout::from_modes(&[mode])?;
        self.result = Some(match self.result.take() {
            None => mode,
            Some(result) => Layout::concat([result, mode])?,
        });
        Ok(())
    }
}

/// The greatest value of a relation that is below `end`; 0 if there is none.
fn greatest_below(values: &Map, end: i64) -> Result<i64, PaperError> {
    let hull = values.with_outputs_in(&[(0, end)])?.range_hull()?;
    Ok(hull.map_or(0, |hull| hull[0].1 - 1))
}

/// The least number in `[begin, end)` that is not a value of a relation.
pub(super) fn least_missing(values: &Map, begin: i64, end: i64) -> Result<Option<i64>, PaperError> {
    let Some(interval) = in_interval(values.context(), begin, end)? else { return Ok(None) };
    let reached = interval.with_domain_of(&values.with_outputs_in(&[(begin, end)])?.reverse()?)?;
    let missing = interval.difference(&reached)?.range_hull()?;
    Ok(missing.map(|hull| hull[0].0))
}
