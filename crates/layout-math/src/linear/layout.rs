//! The type of linear layouts.

use super::dims::{Dim, Dims};
use super::error::{LinearError, Side};
use super::f2::{Affine, Matrix};

/// One in-dim of a layout as it is written: its name and its bases, each with one coordinate for
/// each out-dim.
pub type InDim<'a> = (&'a str, Vec<Vec<i64>>);

/// A linear layout: a map from in-dims to out-dims that is linear over F2.
///
/// The in-dims are places in the hardware (`register`, `lane`, `warp`, `block`), the out-dims the
/// dims of a tensor. The map is given by its values at the powers of two, the *bases*; the value
/// anywhere else is their exclusive or. For example `{lane = [[0,1],[1,1]]}` has
///
/// ```text
///     lane      0      1      2      3
///     value   (0,0)  (0,1)  (1,1)  (1,0)        L(3) = L(1) ^ L(2)
/// ```
///
/// An optional constant is xored to every value, which makes the map affine.
///
/// In-dims and out-dims have an order. It matters where a layout is used as a function of one
/// number: the *integral coordinate* has the leftmost in-dim in its lowest bits (so it is the
/// fastest one), and the *offset* the leftmost out-dim.
///
/// The first notation below is what Triton prints inside `#ttg.linear<...>`. The out-dims are then
/// named `dim0`, `dim1`, ... and have the least sizes that hold every value. An arrow says
/// otherwise, and `xor` gives the constant:
///
/// ```text
///     {register = [[0,1],[8,0]], lane = [[0,2]], warp = []}
///     {register = [[0,1],[8,0]], lane = [[0,2]], warp = []} -> [row = 64, column = 8] xor [0, 4]
/// ```
///
/// # Invariants
///
/// 1. The names on one side are identifiers and differ from each other.
/// 2. Every size is a power of two. (An in-dim has as many bases as its size has bits.)
/// 3. Every basis, and the constant, has one coordinate for each out-dim, in [0, size).
/// 4. Each side has at most 256 dims and at most 62 bits, so that every size fits in an `i64`.
///
/// A layout need be neither injective nor surjective. `==` asks for the same dims in the same
/// order, as Triton does; for equality as functions see [`LinearLayout::difference`].
///
/// # Example
///
/// ```
/// use layout_math::linear::LinearLayout;
///
/// let layout: LinearLayout = "{register = [[0,1]], lane = [[1,0],[2,2]]}".parse()?;
/// assert_eq!(layout.apply(&[1, 2])?, [2, 3]);      // (0,1) ^ (2,2)
/// assert_eq!(layout.offset(0b10_1)?, 0b11_10);     // the same, flattened
///
/// let error = layout.apply(&[1, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "coordinate 4 is outside in-dim lane of size 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinearLayout {
    ins: Dims,
    outs: Dims,
    /// From integral coordinates to offsets: one column for each bit of the in-dims.
    map: Affine,
}

impl LinearLayout {
    /// The layout with these bases and out-dims of these names and sizes.
    ///
    /// Triton's constructor with out-dim sizes and `requireSurjective` false.
    ///
    /// # Errors
    ///
    /// The first of the invariants that is broken.
    pub fn new(ins: &[InDim<'_>], outs: &[(&str, i64)]) -> Result<Self, LinearError> {
        LinearLayout::with_outs(ins, Dims::of_sizes(Side::Out, outs.iter().copied())?)
    }

    /// The layout with these bases and out-dims of these names, each of the least size that is a
    /// power of two above all its coordinates.
    ///
    /// Triton's constructor with out-dim names, which also requires the result to be surjective;
    /// see [`LinearLayout::require_surjective`].
    ///
    /// # Errors
    ///
    /// The first of the invariants that is broken.
    pub fn infer(ins: &[InDim<'_>], out_names: &[&str]) -> Result<Self, LinearError> {
        let bases = || ins.iter().flat_map(|(_, bases)| bases);
        let bits = inferred_bits(out_names.len(), bases().map(Vec::as_slice));
        LinearLayout::with_outs(ins, Dims::new(Side::Out, out_names.iter().copied().zip(bits))?)
    }

    /// The layout with these bases and out-dims.
    pub(crate) fn with_outs(ins: &[InDim<'_>], outs: Dims) -> Result<Self, LinearError> {
        let in_bits = |bases: &Vec<_>| u32::try_from(bases.len()).unwrap_or(u32::MAX);
        let in_dims = Dims::new(Side::In, ins.iter().map(|(name, bases)| (*name, in_bits(bases))))?;
        let mut columns = Vec::new();
        for (in_dim, bases) in ins {
            for (position, basis) in bases.iter().enumerate() {
                columns.push(flatten_basis(&outs, in_dim, position, basis)?);
            }
        }
        Ok(LinearLayout::linear(in_dims, outs, columns))
    }

    /// The same layout with `constant` xored to every value, in place of the constant it has.
    ///
    /// # Errors
    ///
    /// Invariant 3 is broken.
    pub fn with_constant(self, constant: &[i64]) -> Result<Self, LinearError> {
        let constant = flatten_constant(&self.outs, constant)?;
        Ok(LinearLayout::of(self.ins, self.outs, self.map.matrix().clone(), constant))
    }

    /// The layout without in-dims and out-dims. Its only coordinate is 0.
    pub fn empty() -> Self {
        let dims = |side| Dims::new(side, []).expect("no dims break no rule");
        LinearLayout::linear(dims(Side::In), dims(Side::Out), Vec::new())
    }

    /// The layout whose value at an integral coordinate has the bits of `f` there.
    ///
    /// `f` is asked at 0 and at the powers of two only, and must be affine over F2; to learn
    /// whether it is, see [`fit_f2`](super::f2::fit_f2).
    ///
    /// # Errors
    ///
    /// Invariants 1, 2 and 4; and a value that does not fit in the out-dims.
    pub fn from_values(
        ins: &[(&str, i64)],
        outs: &[(&str, i64)],
        f: impl Fn(i64) -> i64,
    ) -> Result<Self, LinearError> {
        let ins = Dims::of_sizes(Side::In, ins.iter().copied())?;
        let outs = Dims::of_sizes(Side::Out, outs.iter().copied())?;
        let value = |coordinate: i64| match f(coordinate) {
            value if (0..outs.size()).contains(&value) => Ok(value as u64),
            value => Err(LinearError::IntegralOutside { value, size: outs.size() }),
        };
        let constant = value(0)?;
        let columns = (0..ins.bits()).map(|bit| Ok(value(1 << bit)? ^ constant));
        let columns = columns.collect::<Result<Vec<_>, LinearError>>()?;
        let matrix = Matrix::new(outs.bits(), columns).expect("values fit in the out-dims");
        Ok(LinearLayout::of(ins, outs, matrix, constant))
    }

    /// The layout of these parts, which must fit together.
    pub(crate) fn of(ins: Dims, outs: Dims, matrix: Matrix, constant: u64) -> Self {
        debug_assert_eq!((ins.bits(), outs.bits()), (matrix.n_columns(), matrix.n_rows()));
        let map = Affine::new(matrix, constant).expect("a constant fits in its out-dims");
        LinearLayout { ins, outs, map }
    }

    /// The layout of these parts, which must fit together, with constant 0.
    pub(crate) fn linear(ins: Dims, outs: Dims, columns: Vec<u64>) -> Self {
        let matrix = Matrix::new(outs.bits(), columns).expect("bases fit in their out-dims");
        LinearLayout::of(ins, outs, matrix, 0)
    }

    pub(crate) fn ins(&self) -> &Dims {
        &self.ins
    }

    pub(crate) fn outs(&self) -> &Dims {
        &self.outs
    }

    pub fn in_dims(&self) -> &[Dim] {
        self.ins.as_slice()
    }

    pub fn out_dims(&self) -> &[Dim] {
        self.outs.as_slice()
    }

    /// The number of coordinates.
    pub fn size(&self) -> i64 {
        self.ins.size()
    }

    /// The number of values that the out-dims have room for.
    pub fn out_size(&self) -> i64 {
        self.outs.size()
    }

    /// The map from integral coordinates to offsets.
    pub fn map(&self) -> &Affine {
        &self.map
    }

    /// The bases of each in-dim, each with one coordinate for each out-dim.
    pub fn bases(&self) -> impl Iterator<Item = (&Dim, Vec<Vec<i64>>)> {
        self.ins.split(self.map.matrix().columns()).map(|(dim, columns)| {
            (dim, columns.iter().map(|&column| self.outs.unflatten(column)).collect())
        })
    }

    /// What is xored to every value, one coordinate for each out-dim.
    pub fn constant(&self) -> Vec<i64> {
        self.outs.unflatten(self.map.constant())
    }
}

/// For each of `n_outs` coordinates the bits of the largest one. Negative ones count as 0.
pub(crate) fn inferred_bits<'a>(
    n_outs: usize,
    vectors: impl Iterator<Item = &'a [i64]>,
) -> Vec<u32> {
    let mut bits = vec![0; n_outs];
    for vector in vectors {
        for (bits, &coordinate) in bits.iter_mut().zip(vector) {
            *bits = (*bits).max(i64::BITS - coordinate.max(0).leading_zeros());
        }
    }
    bits
}

fn flatten_basis(
    outs: &Dims,
    in_dim: &str,
    position: usize,
    basis: &[i64],
) -> Result<u64, LinearError> {
    let in_dim = || in_dim.to_owned();
    if basis.len() != outs.len() {
        let (expected, found) = (outs.len(), basis.len());
        return Err(LinearError::BasisLength { in_dim: in_dim(), position, expected, found });
    }
    let mut flat = 0;
    for (coordinate, ((dim, shift), &value)) in outs.fields().zip(basis).enumerate() {
        if value < 0 {
            let in_dim = in_dim();
            return Err(LinearError::NegativeBasis { in_dim, position, coordinate, value });
        }
        if value >= dim.size() {
            return Err(LinearError::BasisOutside {
                in_dim: in_dim(),
                position,
                coordinate,
                value,
                out_dim: dim.name().to_owned(),
                size: dim.size(),
            });
        }
        flat |= (value as u64) << shift;
    }
    Ok(flat)
}

fn flatten_constant(outs: &Dims, constant: &[i64]) -> Result<u64, LinearError> {
    if constant.len() != outs.len() {
        let (expected, found) = (outs.len(), constant.len());
        return Err(LinearError::ConstantLength { expected, found });
    }
    let mut flat = 0;
    for (coordinate, ((dim, shift), &value)) in outs.fields().zip(constant).enumerate() {
        if !(0..dim.size()).contains(&value) {
            let (out_dim, size) = (dim.name().to_owned(), dim.size());
            return Err(LinearError::ConstantOutside { coordinate, value, out_dim, size });
        }
        flat |= (value as u64) << shift;
    }
    Ok(flat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(ins: &[InDim<'_>], outs: &[(&str, i64)]) -> String {
        LinearLayout::new(ins, outs).unwrap_err().to_string()
    }

    #[test]
    fn invariant_1_names() {
        let twice = refusal(&[("lane", vec![]), ("lane", vec![])], &[]);
        assert_eq!(twice, "in-dim lane is named twice");
        let twice = refusal(&[], &[("a", 1), ("b", 2), ("a", 1)]);
        assert_eq!(twice, "out-dim a is named twice");
        assert_eq!(refusal(&[("0", vec![])], &[]), "in-dim name '0' is not an identifier");
        // One name on both sides is not a clash.
        assert!(LinearLayout::new(&[("a", vec![])], &[("a", 1)]).is_ok());
    }

    #[test]
    fn invariant_2_sizes() {
        for (size, message) in [
            (6, "out-dim row has size 6, which is not a power of two"),
            (0, "out-dim row has size 0, which is not a power of two"),
            (-8, "out-dim row has size -8, which is not a power of two"),
        ] {
            assert_eq!(refusal(&[], &[("row", size)]), message);
        }
    }

    #[test]
    fn invariant_3_coordinates() {
        let outs = [("row", 4), ("column", 8)];
        assert_eq!(
            refusal(&[("lane", vec![vec![0, 1], vec![1]])], &outs),
            "basis 1 of in-dim lane has 1 coordinates but the layout has 2 out-dims"
        );
        assert_eq!(
            refusal(&[("lane", vec![vec![0, -1]])], &outs),
            "basis 0 of in-dim lane has the negative coordinate -1"
        );
        assert_eq!(
            refusal(&[("lane", vec![vec![0, 8]])], &outs),
            "basis 0 of in-dim lane has coordinate 8 but out-dim column has size 8"
        );
        let layout = LinearLayout::new(&[("lane", vec![vec![3, 7]])], &outs).unwrap();
        assert_eq!(
            layout.clone().with_constant(&[4, 0]).unwrap_err().to_string(),
            "the constant has coordinate 4 but out-dim row has size 4"
        );
        assert_eq!(
            layout.clone().with_constant(&[]).unwrap_err().to_string(),
            "the constant has 0 coordinates but the layout has 2 out-dims"
        );
        assert_eq!(layout.with_constant(&[3, 7]).unwrap().constant(), [3, 7]);
    }

    #[test]
    fn invariant_4_bits() {
        let bases = vec![vec![0]; 63];
        let message = "the in-dims have 63 bits together, more than the 62 of a 64-bit size";
        assert_eq!(refusal(&[("lane", bases)], &[("a", 1)]), message);
        let error = LinearLayout::infer(&[("lane", vec![vec![i64::MAX]])], &["a"]).unwrap_err();
        assert_eq!(error, LinearError::TooManyBits { side: Side::Out, bits: 63 });
        let full = LinearLayout::new(&[("lane", vec![vec![0]; 62])], &[("a", 1 << 62)]).unwrap();
        assert_eq!((full.size(), full.out_size()), (1 << 62, 1 << 62));
    }

    #[test]
    fn sizes_are_inferred_from_the_largest_coordinate() {
        let layout = LinearLayout::infer(&[("lane", vec![vec![0, 4], vec![0, 3]])], &["a", "b"]);
        let sizes: Vec<i64> = layout.unwrap().out_dims().iter().map(Dim::size).collect();
        assert_eq!(sizes, [1, 8]);
    }

    #[test]
    fn a_layout_is_found_from_its_values_at_powers_of_two() {
        let gray =
            LinearLayout::from_values(&[("i", 8)], &[("o", 16)], |x| 8 ^ x ^ x >> 1).unwrap();
        assert_eq!(gray.to_string(), "{i = [[1],[3],[6]]} -> [o = 16] xor [8]");
        let error = LinearLayout::from_values(&[("i", 8)], &[("o", 8)], |x| 2 * x).unwrap_err();
        assert_eq!(error, LinearError::IntegralOutside { value: 8, size: 8 });
    }
}
