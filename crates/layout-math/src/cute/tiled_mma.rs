//! Tiled products of matrices: which part of each operand a thread holds.

use super::algebra_error::AlgebraError;
use super::copy_atom::two_modes;
use super::divide::logical_divide;
use super::filter::filter_zeros;
use super::invariants::LayoutError;
use super::layout::Layout;
use super::mma_atom::{MmaAtom, MmaOperand};
use super::ordered::make_ordered_layout;
use super::product::tiled_product;
use super::proved_composition::compose_refining;
use super::right_inverse::inverse;
use super::stride::Stride;
use super::tile::{TileMode, Tiler};
use super::tiled_copy::of_one_thread;
use super::tuple::Tuple;
use crate::budget::Budget;

/// Atoms side by side in M, N and K, each with threads of its own, CuTe's `TiledMMA`.
///
/// # Invariants
///
/// The layout of the atoms and the permutation have three modes, M, N and K, and a mode of the
/// permutation that is not taken whole is a layout of integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiledMma {
    atom: MmaAtom,
    atoms: Layout,
    permutation: Tiler,
}

impl TiledMma {
    /// Atoms as `atoms` says, whose offsets number their groups of threads. A mode of `permutation`
    /// says where in the operands the rows, columns or steps of the tile are, and how many there are;
    /// `_` takes them as they are.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::Mismatch`] if one of the two has not three modes, and
    /// [`AlgebraError::NotStatic`].
    pub fn new(atom: MmaAtom, atoms: Layout, permutation: Tiler) -> Result<Self, AlgebraError> {
        let mismatch =
            |what, value| AlgebraError::Mismatch { what, value, shape: "(M,N,K)".into() };
        if atoms.rank() != 3 {
            return Err(mismatch("layout of atoms", atoms.to_string()));
        }
        if permutation.modes().len() != 3 {
            return Err(mismatch("permutation", permutation.to_string()));
        }
        for mode in permutation.modes() {
            if let TileMode::Layout(layout) = mode
                && layout.as_static().is_none()
            {
                return Err(AlgebraError::NotStatic { layout: layout.to_string() });
            }
        }
        Ok(TiledMma { atom, atoms, permutation })
    }

    pub fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// The layout of the atoms in (M, N, K), whose offsets number their groups of threads.
    pub fn atoms(&self) -> &Layout {
        &self.atoms
    }

    /// Where the rows, columns and steps of the tile are.
    pub fn permutation(&self) -> &Tiler {
        &self.permutation
    }

    /// An operand by threads, values and tiles: `((thread, (x, y)), value, (rest0, rest1, …))` for the
    /// operand's two modes, with x and y the places of the atom among those that have threads of
    /// their own. CuTe's `thrfrg_A`, `thrfrg_B` and `thrfrg_C`, with the last two modes apart.
    ///
    /// Law: each of the two modes of `layout` is divided by the permutation, then by the extent of the
    /// atom, and what is left by the number of atoms; the tile of the atom is composed with the
    /// atom's layout of the operand. Modes after the first two are part of the rest. Every composition
    /// on the way is proved.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::TooManyModes`] for a layout of less than two modes, and those of
    /// [`logical_divide`] and of a composition that is not a layout.
    pub(crate) fn thread_fragments<D: Stride>(
        &self,
        operand: MmaOperand,
        layout: &Layout<D>,
    ) -> Result<Layout<D>, AlgebraError> {
        let [thread, atoms, value, rest] = self.parts(operand, layout)?;
        Ok(Layout::concat([Layout::concat([thread, atoms])?, value, rest])?)
    }

    /// The threads of the atom, the atoms, the values and the rest.
    fn parts<D: Stride>(
        &self,
        operand: MmaOperand,
        layout: &Layout<D>,
    ) -> Result<[Layout<D>; 4], AlgebraError> {
        let (chosen, _) = operand.modes();
        let mut modes: Vec<Layout<D>> = layout.modes().collect();
        if modes.len() < chosen.len() {
            return Err(AlgebraError::TooManyModes {
                layout: layout.to_string(),
                rank: modes.len(),
                modes: chosen.len(),
            });
        }
        let further = modes.split_off(chosen.len());
        let (mut tile, mut threads, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for (position, (mode, chosen)) in modes.into_iter().zip(chosen).enumerate() {
            let [of_atom, of_threads, of_rest] =
                self.divide(&mode, chosen).map_err(|error| error.in_mode(position))?;
            tile.push(of_atom);
            threads.push(of_threads);
            rest.push(of_rest);
        }
        let held =
            compose_refining(&Layout::concat(tile)?, self.atom.operand(operand), &Budget::DEFAULT)?;
        let [thread, value] = two_modes(&held)?;
        let rest = Layout::concat(rest.into_iter().chain(further))?;
        Ok([thread, Layout::concat(threads)?, value, rest])
    }

    /// A mode of an operand as (atom, atoms with threads of their own, rest).
    fn divide<D: Stride>(
        &self,
        mode: &Layout<D>,
        number: usize,
    ) -> Result<[Layout<D>; 3], AlgebraError> {
        let by = |layout: &Layout<D>, extent| -> Result<[Layout<D>; 2], AlgebraError> {
            two_modes(&logical_divide(
                layout,
                &Layout::column_major(Tuple::Leaf(extent))?,
                &Budget::DEFAULT,
            )?)
        };
        let permuted = match self.permutation.modes().get(number) {
            Some(TileMode::Layout(permutation)) => match permutation.as_static() {
                Some(permutation) => logical_divide(mode, permutation, &Budget::DEFAULT)?,
                None => mode.clone(),
            },
            Some(TileMode::Extent(extent)) => Layout::concat(by(mode, *extent)?)?,
            _ => mode.clone(),
        };
        let [atom, rest] = by(&permuted, self.atom.shape()[number])?;
        let [threads, rest] = by(&rest, self.atoms_in(number))?;
        Ok([atom, threads, rest])
    }

    /// The number of atoms in M, N or K.
    fn atoms_in(&self, number: usize) -> i64 {
        self.atoms.modes().nth(number).map_or(1, |mode| mode.size())
    }

    /// The part of an operand that one thread holds, `(value, rest0, rest1, …)`, CuTe's
    /// `partition_A`, `partition_B` and `partition_C`.
    ///
    /// Law: the offset of `thread_fragments` at thread t is the offset of its mode 0 at t
    /// plus that of the part.
    ///
    /// # Errors
    ///
    /// Those of `thread_fragments`.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand, TiledMma};
    ///
    /// // Two warps beside each other in N, on a row-major A of 32x32.
    /// let atom = MmaAtom::warp([16, 8, 16], 16).unwrap();
    /// let mma = TiledMma::new(atom, "(1,2,1):(0,1,0)".parse()?, "[_;_;_]".parse()?).unwrap();
    /// let part = mma.partition::<i64>(MmaOperand::A, &"(32,32):(32,1)".parse()?).unwrap();
    /// assert_eq!(part.to_string(), "((2,2,2),2,2):((1,256,8),512,16)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn partition<D: Stride>(
        &self,
        operand: MmaOperand,
        layout: &Layout<D>,
    ) -> Result<Layout<D>, AlgebraError> {
        Ok(of_one_thread(&self.thread_fragments(operand, layout)?)?)
    }

    /// The extents of the tile in the two modes of an operand, CuTe's `tile_size_mnk`.
    ///
    /// # Errors
    ///
    /// An extent of more than 64 bits.
    pub fn tile(&self, operand: MmaOperand) -> Result<Tuple<i64>, AlgebraError> {
        let (chosen, _) = operand.modes();
        let extent = |number: usize| match self.permutation.modes().get(number) {
            Some(TileMode::Layout(layout)) => layout.as_static().map(Layout::size),
            Some(TileMode::Extent(extent)) => Some(*extent),
            _ => self.atom.shape()[number].checked_mul(self.atoms_in(number)),
        };
        let extents: Option<Vec<i64>> = chosen.into_iter().map(extent).collect();
        let extents = extents.ok_or_else(|| LayoutError::SizeTooLarge {
            shape: format!("({:?},{})", self.atom.shape(), self.atoms.shape()),
        })?;
        Ok(Tuple::Node(extents.into_iter().map(Tuple::Leaf).collect()))
    }

    /// Who holds what of the tile of an operand: from (thread, value) to the integral coordinate in
    /// the tile, CuTe's `get_layoutA_TV` and its like.
    ///
    /// Law: the thread with the number `t + group*threads`, where `group` is the offset of `atoms` at
    /// (m, n, k), holds what `thread_fragments` of the identity on the tile gives thread t
    /// of the atom at the operand's two of m, n and k.
    ///
    /// # Errors
    ///
    /// Those of `thread_fragments`, and of the [`inverse()`] of the threads' numbers.
    ///
    /// ```
    /// use layout_math::cute::{MmaAtom, MmaOperand, TiledMma};
    ///
    /// let atom = MmaAtom::warp([16, 8, 16], 16).unwrap();
    /// let mma = TiledMma::new(atom, "(2,2,1):(1,2,0)".parse()?, "[32:1;32:1;16:1]".parse()?);
    /// assert_eq!(
    ///     mma.unwrap().thread_value(MmaOperand::B).unwrap().to_string(),
    ///     "((4,8,2,2),((2,2),(2,1))):((64,1,0,8),((32,256),(16,0)))"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn thread_value(&self, operand: MmaOperand) -> Result<Layout, AlgebraError> {
        let identity = Layout::column_major(self.tile(operand)?)?;
        let [thread, atoms, value, rest] = self.parts(operand, &identity)?;
        let (_, missing) = operand.modes();
        let mut modes: Vec<Layout> = [thread].into_iter().chain(atoms.modes()).collect();
        // The threads of the atoms along the mode that the operand lacks hold the same.
        let extent = Tuple::Leaf(self.atoms_in(missing));
        modes.insert(1 + missing, Layout::new(extent, Tuple::Leaf(0))?);
        let numbers = inverse(&tiled_product(self.atom.threads(), &self.atoms, &Budget::DEFAULT)?)?;
        let thread = compose_refining(&Layout::concat(modes)?, &numbers, &Budget::DEFAULT)?;
        Ok(Layout::concat([thread, Layout::concat([value, rest])?])?)
    }

    /// The layout of registers for the part of an operand that a thread holds, CuTe's
    /// `make_fragment_A`, `make_fragment_B` and `make_fragment_C`.
    ///
    /// Law: congruent to `part`, and a bijection onto the registers except for modes of stride 0 of A
    /// and B. For A and B the values of an atom come first, and then the other modes in the order of
    /// their strides; for C the modes are compact from left to right, whatever `part` is.
    ///
    /// # Errors
    ///
    /// A size of more than 64 bits.
    ///
    /// ```
    /// use layout_math::cute::{MmaOperand, TiledMma};
    ///
    /// let part = "((2,2),2,4):((1,64),256,16)".parse()?;
    /// let registers = |operand| TiledMma::fragment(operand, &part).unwrap().to_string();
    /// assert_eq!(registers(MmaOperand::A), "((2,2),2,4):((1,2),16,4)");
    /// assert_eq!(registers(MmaOperand::C), "((2,2),2,4):((1,2),4,8)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn fragment(operand: MmaOperand, part: &Layout) -> Result<Layout, AlgebraError> {
        let modes: Vec<Layout> = part.modes().collect();
        let [value, rest @ ..] = &modes[..] else { return Ok(part.clone()) };
        if operand == MmaOperand::C || rest.is_empty() {
            return Ok(Layout::column_major(part.shape().clone())?);
        }
        let rest = Layout::concat(rest.iter().cloned())?;
        let rest = make_ordered_layout(rest.shape(), rest.stride())?;
        tiled_product(&compact_without_broadcasts(value)?, &rest, &Budget::DEFAULT)
    }
}

/// The compact layout of the same shape, leftmost mode fastest, with the modes of stride 0 as they are.
fn compact_without_broadcasts(layout: &Layout) -> Result<Layout, AlgebraError> {
    let compact = Layout::column_major(filter_zeros(layout).shape().clone())?;
    Ok(Layout::new(layout.shape().clone(), compact.stride().clone())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::{CopyAtom, CopySide, Matrices, TiledCopy};

    fn layout(text: &str) -> Layout {
        text.parse().unwrap()
    }

    fn mma(k: i64, atoms: &str, permutation: &str) -> TiledMma {
        let atom = MmaAtom::warp([16, 8, k], 16).unwrap();
        TiledMma::new(atom, layout(atoms), permutation.parse().unwrap()).unwrap()
    }

    const OPERANDS: [MmaOperand; 3] = [MmaOperand::A, MmaOperand::B, MmaOperand::C];

    #[test]
    fn a_part_at_its_beginning_is_the_threads_row_of_the_fragments() {
        let mma = mma(8, "(2,1,1):(1,0,0)", "[32:1;(8,2):(1,8);8:1]");
        for operand in OPERANDS {
            let whole = layout("(64,32,3):(32,1,2048)");
            let fragments = mma.thread_fragments(operand, &whole).unwrap();
            let part = mma.partition(operand, &whole).unwrap();
            let threads: Vec<Layout> = fragments.modes().take(1).collect();
            let n_threads = threads[0].size();
            assert_eq!(part.size() * n_threads, whole.size());
            for c in 0..part.size() {
                for thread in 0..n_threads {
                    let place = fragments.offset(thread + n_threads * c).unwrap();
                    let beginning = threads[0].offset(thread).unwrap();
                    assert_eq!(place, beginning + part.offset(c).unwrap());
                }
            }
        }
    }

    #[test]
    fn every_place_of_a_tile_has_a_thread() {
        for atoms in ["(1,1,1):(0,0,0)", "(2,2,1):(2,1,0)", "(1,4,2):(0,2,1)"] {
            let mma = mma(16, atoms, "[_;_;_]");
            for operand in OPERANDS {
                let held = mma.thread_value(operand).unwrap();
                let tile = mma.tile(operand).unwrap().product().unwrap();
                let mut places: Vec<i64> =
                    (0..held.size()).map(|c| held.offset(c).unwrap()).collect();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places, (0..tile).collect::<Vec<i64>>());
            }
        }
    }

    /// What `ldmatrix` writes is what the product reads: the fragment that is retiled for the copy
    /// is the part of the copy's destination.
    #[test]
    fn a_fragment_retiled_for_a_copy_is_the_part_of_the_copy() {
        for (operand, permutation, tiler, whole) in [
            (MmaOperand::A, "[_;_;_]", "[32:1;16:1]", "(64,48):(48,1)"),
            (MmaOperand::B, "[_;32:1;_]", "[32:1;16:1]", "(96,32):(1,96)"),
            (MmaOperand::B, "[_;(8,2,2):(1,16,8);_]", "[32:1;16:1]", "(64,64):(1,64)"),
        ] {
            let mma = mma(16, "(2,2,1):(1,2,0)", permutation);
            let held = mma.thread_value(operand).unwrap();
            let atom = CopyAtom::load_matrices(Matrices::rows(4), 16).unwrap();
            let copy = TiledCopy::new(atom, held, tiler.parse().unwrap()).unwrap();
            let part = mma.partition(operand, &layout(whole)).unwrap();
            let retiled = copy.retile(&part).unwrap();
            let of_copy = copy.partition(CopySide::Destination, &layout(whole)).unwrap();
            assert_eq!(retiled.size(), of_copy.size());
            for c in 0..retiled.size() {
                assert_eq!(retiled.offset(c), of_copy.offset(c), "{retiled} and {of_copy} at {c}");
            }
            // The registers follow the part wherever they are.
            let registers = TiledMma::fragment(operand, &part).unwrap();
            assert_eq!(registers.cosize(), part.size());
            assert_eq!(copy.retile(&registers).unwrap().size(), part.size());
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let atom = || MmaAtom::warp([16, 8, 16], 16).unwrap();
        let refused = |atoms: &str, permutation: &str| {
            let mma = TiledMma::new(atom(), layout(atoms), permutation.parse().unwrap());
            mma.unwrap_err().to_string()
        };
        assert_eq!(
            refused("(2,2):(1,2)", "[_;_;_]"),
            "layout of atoms (2,2):(1,2) does not fit (M,N,K)"
        );
        assert_eq!(refused("(1,1,1):(0,0,0)", "[_;_]"), "permutation [_;_] does not fit (M,N,K)");
        assert_eq!(refused("(1,1,1):(0,0,0)", "[_;M;_]"), "M:1 is not a layout of integers");
        assert_eq!(
            mma(8, "(1,1,1):(0,0,0)", "[_;_;_]")
                .partition(MmaOperand::A, &layout("64:1"))
                .unwrap_err()
                .to_string(),
            "2 modes are given for 64:1, which has 1"
        );
        // Two groups of threads have the same number.
        assert_eq!(
            mma(8, "(2,1,1):(0,0,0)", "[_;_;_]")
                .thread_value(MmaOperand::A)
                .unwrap_err()
                .to_string(),
            "(32,2,1,1):(1,0,0,0) is not injective: coordinates 0 and 32 both have offset 0"
        );
    }

    #[test]
    fn an_extent_is_a_tile_of_so_many_places() {
        let [extents, layouts] =
            ["[32;_;_]", "[32:1;_;_]"].map(|permutation| mma(8, "(2,1,1):(1,0,0)", permutation));
        assert_eq!(extents.tile(MmaOperand::A).unwrap().to_string(), "(32,8)");
        let whole = layout("(64,8):(8,1)");
        let part = |mma: &TiledMma| mma.partition(MmaOperand::A, &whole).unwrap();
        let [part, other] = [part(&extents), part(&layouts)];
        assert_eq!(part.size(), other.size());
        for c in 0..part.size() {
            assert_eq!(part.offset(c), other.offset(c));
        }
    }

    #[test]
    fn a_tile_past_64_bits_is_refused() {
        let mma = mma(8, "(4611686018427387904,1,1):(1,0,0)", "[_;_;_]");
        assert_eq!(
            mma.tile(MmaOperand::A).unwrap_err().to_string(),
            "the size of shape ([16, 8, 8],(4611686018427387904,1,1)) does not fit in 64 bits"
        );
        assert_eq!(mma.tile(MmaOperand::B).unwrap().to_string(), "(8,8)");
    }
}
