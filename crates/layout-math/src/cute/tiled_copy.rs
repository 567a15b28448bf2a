//! Tiled copies: which part of a layout each thread copies.

use super::algebra_error::AlgebraError;
use super::coalesce_by_mode::coalesce_by_mode;
use super::copy_atom::{CopyAtom, CopySide, two_modes};
use super::divide::zipped_divide;
use super::invariants::LayoutError;
use super::layout::Layout;
use super::product::logical_product;
use super::proved_composition::compose_refining;
use super::recast::upcast;
use super::right_inverse::right_inverse;
use super::stride::Stride;
use super::tile::{TileMode, Tiler};
use super::tuple::Tuple;
use crate::budget::Budget;

/// A tile that threads copy together by one instruction or several, CuTe's `TiledCopy`.
///
/// The thread-value layout goes from (thread, value) in the numbering of the atom's reference to the
/// integral coordinate in the tile.
///
/// # Invariants
///
/// The thread-value layout has two modes, whose sizes are multiples of those of the reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledCopy {
    atom: CopyAtom,
    thread_value: Layout,
    tiler: Tiler,
}

impl TiledCopy {
    /// The tiled copy of an atom, CuTe's `make_tiled_copy_impl`.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Mismatch`] for a thread-value layout that has not two modes, and
    /// [`AlgebraError::TargetNotDivisible`] if the atom does not fit it.
    pub fn new(atom: CopyAtom, thread_value: Layout, tiler: Tiler) -> Result<Self, AlgebraError> {
        let modes = two_modes(&thread_value)?;
        for (mode, (target, block)) in modes.iter().zip(atom.extents()).enumerate() {
            let target = target.size();
            if target % block != 0 {
                return Err(AlgebraError::TargetNotDivisible { mode, target, block });
            }
        }
        Ok(TiledCopy { atom, thread_value, tiler })
    }

    /// From (thread, value) to the integral coordinate in the tile.
    pub fn thread_value(&self) -> &Layout {
        &self.thread_value
    }

    /// A layout by threads, values and tiles: `(thread, (value, atom), (tile0, tile1, …))`, CuTe's
    /// `tidfrg_S` and `tidfrg_D`.
    ///
    /// Law: let (t, v) be of the atom's side and (t', v') the thread and value that have the same
    /// element in its reference. The offset at thread t + a*threads, value (v, b) and tile r is that
    /// of [`zipped_divide`] of `layout` by the tiler at the place in the tile that the thread-value
    /// layout has for thread t' + a*threads and value v' + b*values, in tile r. Every composition on
    /// the way is proved.
    ///
    /// # Errors
    ///
    /// Those of [`zipped_divide`]; [`AlgebraError::NotALayout`] and the like if the parts of the
    /// threads are not one layout moved about.
    pub(crate) fn thread_fragments<D: Stride>(
        &self,
        side: CopySide,
        layout: &Layout<D>,
    ) -> Result<Layout<D>, AlgebraError> {
        let [threads, values] = self.atom.extents();
        let atom = Layout::column_major(Tuple::Leaf(threads))?;
        let [thread, value] = two_modes(&self.thread_value)?;
        let [thread, other_threads] = two_modes(&zipped_divide(&thread, &atom, &Budget::DEFAULT)?)?;
        let atom = Layout::column_major(Tuple::Leaf(values))?;
        let [value, other_values] = two_modes(&zipped_divide(&value, &atom, &Budget::DEFAULT)?)?;
        let in_atom = compose_refining(
            &Layout::concat([thread, value])?,
            &self.atom.to_reference(side)?,
            &Budget::DEFAULT,
        )?;
        let [thread, value] = two_modes(&in_atom)?;
        let places = Layout::concat([
            Layout::concat([thread, other_threads])?,
            Layout::concat([value, other_values])?,
        ])?;
        let leaf = || Tuple::Leaf(1);
        let profile = Tuple::Node(vec![leaf(), Tuple::Node(vec![leaf(), leaf()])]);
        let places = coalesce_by_mode(&places, &profile)?;
        let [tile, tiles] = two_modes(&zipped_divide(layout, &self.tiler, &Budget::DEFAULT)?)?;
        let [thread, value] = two_modes(&compose_refining(&tile, &places, &Budget::DEFAULT)?)?;
        Ok(Layout::concat([thread, value, tiles])?)
    }

    /// The part of a layout that one thread copies, `((value, atom), tile0, tile1, …)`, CuTe's
    /// `partition_S` and `partition_D`.
    ///
    /// Law: the offset of `thread_fragments` at thread t is the offset of its mode 0 at
    /// t plus that of the part. So the part is the same for each thread, and where it begins is not.
    ///
    /// # Errors
    ///
    /// Those of `thread_fragments`.
    ///
    /// ```
    /// use layout_math::cute::{CopyAtom, CopySide, TiledCopy};
    ///
    /// // 32 threads copy 4 elements each.
    /// let atom = CopyAtom::of_one_thread(4).unwrap();
    /// let tv = "((2,16),4):((64,1),16)".parse()?;
    /// let copy = TiledCopy::new(atom, tv, "[16:1;8:1]".parse()?).unwrap();
    /// let part = copy.partition::<i64>(CopySide::Source, &"(32,64):(64,1)".parse()?).unwrap();
    /// assert_eq!(part.to_string(), "((4,1),2,8):((1,0),1024,8)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn partition<D: Stride>(
        &self,
        side: CopySide,
        layout: &Layout<D>,
    ) -> Result<Layout<D>, AlgebraError> {
        let fragments = self.thread_fragments(side, layout)?;
        // The thread is in the pointer that comes with the part.
        Ok(of_one_thread(&fragments)?)
    }

    /// A fragment `(value, rest0, rest1, …)` that another partition of the same tile gave one thread,
    /// arranged for this copy as `((value, atom), rest0, rest1, …)`: CuTe's `retile`.
    ///
    /// Law: the result has the fragment's elements. If the first values of a thread in the
    /// thread-value layout are those of mode 0 of the fragment, value number i of the result is value
    /// number i of the thread.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Mismatch`] if the thread-value layout does not reach the tile, the tiler is not a
    /// tiler of extents, or the fragment has not one mode more than it; and those of [`upcast()`] and
    /// of [`zipped_divide`].
    ///
    /// ```
    /// use layout_math::cute::{CopyAtom, Matrices, TiledCopy};
    ///
    /// // A thread has two atoms of a product of matrices next to each other, and loads them at once.
    /// let tv = "((4,8),((2,2),2)):((32,1),((16,128),8))".parse()?;
    /// let four = CopyAtom::load_matrices(Matrices::rows(4), 16).unwrap();
    /// let copy = TiledCopy::new(four, tv, "[16:1;16:1]".parse()?);
    /// let fragment = "((2,2),4,3):((1,2),4,16)".parse()?;
    /// assert_eq!(
    ///     copy.unwrap().retile(&fragment).unwrap().to_string(),
    ///     "((8,1),2,3):((1,0),8,16)"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn retile(&self, fragment: &Layout) -> Result<Layout, AlgebraError> {
        let extents = self.extents_of_tile()?;
        let tile = Tuple::Node(extents.into_iter().map(Tuple::Leaf).collect());
        let mismatch =
            |what, value: String| AlgebraError::Mismatch { what, value, shape: tile.to_string() };
        if fragment.rank() != tile.rank() + 1 {
            return Err(mismatch("fragment", fragment.to_string()));
        }
        let given = fragment.modes().next().map_or(1, |mode| mode.size());
        let [threads, _] = two_modes(&self.thread_value)?.map(|mode| mode.size());
        let [_, atom_values] = self.atom.extents();
        let too_large = || {
            AlgebraError::Layout(LayoutError::SizeTooLarge { shape: fragment.shape().to_string() })
        };
        let in_one = threads.checked_mul(given).ok_or_else(too_large)?;
        // From the place in the tile to the number of the fragment's mode 0 that has it.
        let places = right_inverse(&self.thread_value);
        if Some(places.size()) != tile.product() {
            return Err(mismatch("thread-value layout", self.thread_value.to_string()));
        }
        let places =
            compose_refining(&places, &Layout::column_major(tile.clone())?, &Budget::DEFAULT)?;
        let numbers = upcast(&places, in_one)?;
        let extents: Vec<i64> =
            [given].into_iter().chain(numbers.modes().map(|mode| mode.size())).collect();
        let values = Layout::column_major(Tuple::Leaf(given))?;
        let values = logical_product(&values, &right_inverse(&numbers), &Budget::DEFAULT)?;
        let atom = Layout::column_major(Tuple::Leaf(atom_values))?;
        let values = zipped_divide(&values, &atom, &Budget::DEFAULT)?;
        let by = Tiler::of_extents(extents).ok_or_else(too_large)?;
        let [tile, rest] = two_modes(&zipped_divide(fragment, &by, &Budget::DEFAULT)?)?;
        let value = compose_refining(&tile, &values, &Budget::DEFAULT)?;
        // The first mode of the rest is what is left of the values, which is nothing.
        Ok(Layout::concat([value].into_iter().chain(rest.modes().skip(1)))?)
    }

    /// The size of the tile in each mode.
    fn extents_of_tile(&self) -> Result<Vec<i64>, AlgebraError> {
        let extent = |mode: &TileMode| match mode {
            TileMode::Extent(extent) => Some(*extent),
            TileMode::Layout(layout) => Some(layout.as_static()?.size()),
            TileMode::All => None,
        };
        self.tiler
            .modes()
            .iter()
            .map(extent)
            .collect::<Option<_>>()
            .ok_or_else(|| AlgebraError::NotStatic { layout: self.tiler.to_string() })
    }
}

/// Of `(thread, value, (rest0, …))` the part of one thread, `(value, rest0, …)`.
pub(super) fn of_one_thread<D: Stride>(fragments: &Layout<D>) -> Result<Layout<D>, LayoutError> {
    let mut modes = fragments.modes().skip(1);
    let value = modes.next();
    let rest: Vec<Layout<D>> = modes.flat_map(|rest| rest.modes().collect::<Vec<_>>()).collect();
    Layout::concat(value.into_iter().chain(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Matrices;

    fn layout(text: &str) -> Layout {
        text.parse().unwrap()
    }

    fn copy(atom: CopyAtom, thread_value: &str, tiler: &str) -> TiledCopy {
        TiledCopy::new(atom, layout(thread_value), tiler.parse().unwrap()).unwrap()
    }

    /// The law of `thread_fragments`, with `ldmatrix` by two warps whose sides differ.
    #[test]
    fn fragments_follow_the_element_from_the_side_to_the_reference() {
        let thread_value = layout("((4,8,2),(2,2,2)):((64,1,16),(32,8,256))");
        let atom = CopyAtom::load_matrices(Matrices::rows(4), 16).unwrap();
        let copy = TiledCopy::new(atom, thread_value.clone(), "[32:1;16:1]".parse().unwrap());
        let copy = copy.unwrap();
        let whole = layout("(64,48):(50,1)");
        for side in [CopySide::Source, CopySide::Destination] {
            let fragments = copy.thread_fragments(side, &whole).unwrap();
            let part = copy.partition(side, &whole).unwrap();
            assert_eq!(part.size() * 64, whole.size());
            for thread in 0..64 {
                for value in 0..8 {
                    let (row, column) = match side {
                        // Row `thread` of the four 8x8 matrices: they go down first, then right.
                        CopySide::Source => (thread % 16, thread % 32 / 16 * 8 + value),
                        CopySide::Destination => (
                            thread % 32 / 4 + value / 2 % 2 * 8,
                            thread % 4 * 2 + value % 2 + value / 4 * 8,
                        ),
                    };
                    let row = row + thread / 32 * 16;
                    let found = fragments.offset(thread + 64 * value).unwrap();
                    assert_eq!(found, row * 50 + column, "{side:?} {thread} {value}");
                }
            }
            assert_eq!(fragments.size(), whole.size());
        }
    }

    #[test]
    fn a_copy_that_does_not_fit_is_refused() {
        let refused = |thread_value: &str| {
            TiledCopy::new(
                CopyAtom::of_one_thread(4).unwrap(),
                layout(thread_value),
                "[8:1;8:1]".parse().unwrap(),
            )
            .unwrap_err()
            .to_string()
        };
        assert_eq!(
            refused("(32,2):(1,32)"),
            "mode 1 of the target has extent 2, which is not a multiple of the block's 4"
        );
        assert_eq!(refused("64:1"), "coordinate (_,_) does not fit 64");
    }

    #[test]
    fn a_fragment_that_is_none_of_the_tile_is_refused() {
        let whole = copy(CopyAtom::of_one_thread(4).unwrap(), "(16,4):(4,1)", "[8:1;8:1]");
        assert_eq!(
            whole.retile(&layout("(4,2):(1,4)")).unwrap_err().to_string(),
            "fragment (4,2):(1,4) does not fit (8,8)"
        );
        let half = copy(CopyAtom::of_one_thread(4).unwrap(), "(8,4):(4,1)", "[8:1;8:1]");
        assert_eq!(
            half.retile(&layout("(4,2,2):(1,4,8)")).unwrap_err().to_string(),
            "thread-value layout (8,4):(4,1) does not fit (8,8)"
        );
    }

    #[test]
    fn a_copy_keeps_who_holds_what() {
        let of = copy(CopyAtom::of_one_thread(4).unwrap(), "(16,4):(4,1)", "[8:1;8:1]");
        assert_eq!(of.thread_value().to_string(), "(16,4):(4,1)");
    }

    /// The four threads of the atom are 0, 3, 6 and 9 of (2,2,3), which no layout of threads reaches.
    #[test]
    fn a_side_whose_elements_are_not_a_layout_in_the_tile_is_refused() {
        let whole = layout("(4,3):(1,4)");
        let atom = CopyAtom::new(layout("(4,3):(3,1)"), whole.clone(), whole).unwrap();
        let of = copy(atom, "((2,2),3):((1,10),50)", "[200:1]");
        let error = of.thread_fragments(CopySide::Source, &layout("200:1")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no layout equals ((2,2),3):((1,10),50) o (4,3):(3,1): none agrees with it up to \
             coordinate 3"
        );
        // 2^32 threads of the source hold what one thread of the reference has, of 2^40 values.
        let atom = CopyAtom::new(
            layout("(4294967296,1):(0,0)"),
            layout("(4,1):(1,0)"),
            layout("(4,1):(1,0)"),
        );
        let of = copy(atom.unwrap(), "(4,1099511627776):(1,4)", "[4398046511104:1]");
        let error = of.thread_fragments(CopySide::Source, &layout("16:1")).unwrap_err();
        assert!(matches!(error, AlgebraError::Layout(LayoutError::SizeTooLarge { .. })), "{error}");
    }

    #[test]
    fn the_tile_of_a_fragment_has_extents() {
        let atom = || CopyAtom::of_one_thread(4).unwrap();
        let whole = copy(atom(), "(16,4):(4,1)", "[8;8]");
        let layouts = copy(atom(), "(16,4):(4,1)", "[8:1;8:1]");
        let fragment = layout("(4,1,1):(1,0,0)");
        let retiled = whole.retile(&fragment).unwrap();
        assert_eq!(retiled, layouts.retile(&fragment).unwrap());
        let open = copy(atom(), "(16,4):(4,1)", "[_;_]");
        let error = open.retile(&fragment).unwrap_err();
        assert_eq!(error.to_string(), "[_;_] is not a layout of integers");
        // 2^40 threads of 2^40 values each.
        let many = copy(atom(), "(1099511627776,4):(4,1)", "[4398046511104:1]");
        let error = many.retile(&layout("(1099511627776,1):(1,0)")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the size of shape (1099511627776,1) does not fit in 64 bits"
        );
    }
}
