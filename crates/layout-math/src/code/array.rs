//! Layouts as the layouts of arrays: one number for each dimension goes to the place of an element.

use std::error::Error;
use std::fmt;

use super::elimination::is_bounded_cheaply;
use super::error::NotLowered;
use super::lower::lower;
use super::program::{Program, Style};
use super::strides::{Strides, strides};
use crate::algebra::{AnyLayout, Budget, Departure};
use crate::cute::{CuteLayout, Term, Tuple};
use crate::relation::Relation;

/// A layout that says where the elements of an array are.
///
/// The array has a dimension for each top-level mode, in-dim or input of the layout, with as many
/// elements as that has coordinates; a swizzle takes an array of one dimension of any size. A
/// dimension whose mode has a symbol in its extent is dynamic.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_math::code::ArrayLayout;
///
/// let layout = AnyLayout::parse(Kind::Cute, "((2,4),8):((1,16),2)")?;
/// let array = ArrayLayout::new(&layout).unwrap();
/// assert!(array.check_shape(&[Some(8), Some(8)]).is_ok());
/// assert_eq!(array.index().to_string(), "x0 / 2\nv0 * 14\nx0 + v1\nx1 * 2\nv2 + v3");
/// assert_eq!(array.buffer_size(&[Some(8), Some(8)]), Ok(Some(64)));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArrayLayout {
    layout: AnyLayout,
    /// The size of each dimension, `None` where any will do.
    extents: Vec<Option<Term>>,
    symbols: Vec<String>,
    index: Program,
    strides: Option<Strides>,
}

/// Why a layout is not the layout of an array, or not of this array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnArray {
    /// No program computes the place of an element.
    NotLowered(NotLowered),
    /// The domain of a relation is something else than all coordinates of an array.
    NotABox { relation: String },
    /// The array has another number of dimensions.
    Rank { layout: String, expected: usize, found: usize },
    /// A dimension has another size; `None` is a dynamic one.
    Extent { layout: String, dimension: usize, expected: String, found: Option<i64> },
    /// An element is before the beginning of the array, or has no offset.
    Negative { layout: String, departure: Departure },
    /// The sign of a stride or of an offset is not known.
    Sign { layout: String, term: String },
    /// An offset is a tuple of numbers, which have no sizes.
    TupleOffset { layout: String },
    /// It is not found where the last element is.
    Unbounded { layout: String },
}

impl fmt::Display for NotAnArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAnArray::NotLowered(error) => error.fmt(f),
            NotAnArray::NotABox { relation } => {
                write!(f, "the domain of {relation} is not the coordinates of an array")
            }
            NotAnArray::Rank { layout, expected, found } => {
                write!(f, "{layout} has {expected} dimensions, and the array has {found}")
            }
            NotAnArray::Extent { layout, dimension, expected, found } => {
                write!(f, "dimension {dimension} of {layout} has size {expected}, and that of ")?;
                match found {
                    Some(found) => write!(f, "the array has size {found}"),
                    None => f.write_str("the array is dynamic"),
                }
            }
            NotAnArray::Negative { layout, departure } => {
                let (place, offset) = (departure.place(), departure.offset);
                match &departure.outer {
                    None => write!(f, "{layout} has the negative offset {offset} {place}"),
                    Some(_) => write!(f, "in {layout} {departure}"),
                }
            }
            NotAnArray::Sign { layout, term } => {
                write!(f, "{term} in {layout} may be negative: no fact says that it is not")
            }
            NotAnArray::TupleOffset { layout } => {
                write!(f, "the offsets of {layout} are tuples, not places in a buffer")
            }
            NotAnArray::Unbounded { layout } => {
                write!(f, "the greatest offset of {layout} is not found")
            }
        }
    }
}

impl Error for NotAnArray {}

impl ArrayLayout {
    /// The layout as that of an array.
    ///
    /// # Errors
    ///
    /// A tiler; a relation whose domain is not a box that begins at 0, that has parameters or whose
    /// outputs are not expressions; and what else [`lower`] refuses.
    pub fn new(layout: &AnyLayout) -> Result<Self, NotAnArray> {
        let extents = extents(layout)?;
        let symbols = symbols(layout);
        let bounds: Vec<(i64, i64)> = extents
            .iter()
            .map(|extent| extent.as_ref().and_then(Term::as_constant).unwrap_or(i64::MAX))
            .map(|extent| (0, extent - 1))
            .collect();
        let any = (i64::MIN, i64::MAX);
        let names: Vec<_> = symbols.iter().map(|name| (name.as_str(), any)).collect();
        let index =
            lower(layout, &bounds, &names, Style::SemiAffine).map_err(NotAnArray::NotLowered)?;
        let strides = strides(layout, &extents);
        Ok(ArrayLayout { layout: layout.clone(), extents, symbols, index, strides })
    }

    pub fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.extents.len()
    }

    /// The size of each dimension; `None` where any will do.
    pub fn extents(&self) -> &[Option<Term>] {
        &self.extents
    }

    /// The symbols of the layout, sorted.
    pub fn symbols(&self) -> &[String] {
        &self.symbols
    }

    /// The offset as sums, multiples, quotients and remainders of the index, one number for each
    /// dimension, and then of the symbols. It holds inside the array only.
    pub fn index(&self) -> &Program {
        &self.index
    }

    /// True if Fourier-Motzkin elimination, by which MLIR bounds an affine map, bounds [`index`] with
    /// little work. It is so without quotients; of several bits that each come from two dimensions it
    /// may not be so at all.
    ///
    /// [`index`]: Self::index
    pub fn is_bounded_cheaply(&self) -> bool {
        let constants: Vec<Option<i64>> =
            self.extents.iter().map(|extent| extent.as_ref().and_then(Term::as_constant)).collect();
        is_bounded_cheaply(&self.index, &constants)
    }

    /// Is it the layout of an array of this shape? `None` is a dynamic dimension.
    ///
    /// # Errors
    ///
    /// What differs.
    pub fn check_shape(&self, shape: &[Option<i64>]) -> Result<(), NotAnArray> {
        let layout = || self.layout.to_string();
        if shape.len() != self.rank() {
            let (expected, found) = (self.rank(), shape.len());
            return Err(NotAnArray::Rank { layout: layout(), expected, found });
        }
        for (dimension, (extent, &found)) in self.extents.iter().zip(shape).enumerate() {
            let Some(extent) = extent else { continue };
            if extent.as_constant() != found {
                let expected = extent.to_string();
                return Err(NotAnArray::Extent { layout: layout(), dimension, expected, found });
            }
        }
        Ok(())
    }

    /// The strides and the offset of an array of this shape, if it has them: then the element at
    /// `(i, j, ...)` is at `offset + i*s + j*t + ...`.
    pub fn strides(&self, shape: &[Option<i64>]) -> Option<Strides> {
        if let (AnyLayout::Swizzle(swizzle), [size]) = (&self.layout, shape) {
            // Below the first bit that is read nothing moves.
            let is_still = swizzle.is_identity()
                || size.is_some_and(|size| size <= 1 << (swizzle.base() + swizzle.shift().max(0)));
            return is_still.then(|| Strides::new(vec![Some(1)], Some(0)));
        }
        self.strides.clone()
    }

    /// The sizes of the parts of an offset that has several, leftmost fastest; `None` if it has one.
    pub fn parts(&self) -> Option<Vec<i64>> {
        match &self.layout {
            AnyLayout::Linear(linear) if linear.out_dims().len() != 1 => {
                Some(linear.out_dims().iter().map(|dim| dim.size()).collect())
            }
            _ => None,
        }
    }
}

/// The size of each dimension.
fn extents(layout: &AnyLayout) -> Result<Vec<Option<Term>>, NotAnArray> {
    match layout {
        AnyLayout::Cute(cute) => products(&cute.shape()),
        AnyLayout::Composed(composed) => products(&composed.inner().shape()),
        AnyLayout::Swizzle(_) => Ok(vec![None]),
        AnyLayout::Linear(linear) => {
            Ok(linear.in_dims().iter().map(|dim| Some(Term::constant(dim.size()))).collect())
        }
        AnyLayout::Tile(_) => {
            Err(NotAnArray::NotLowered(NotLowered::Tiler { layout: layout.to_string() }))
        }
        AnyLayout::Relation(relation) => {
            let extents = relation_box(relation);
            extents.ok_or_else(|| NotAnArray::NotABox { relation: relation.to_string() })
        }
    }
}

/// The sizes of the top-level modes.
fn products(shape: &Tuple<Term>) -> Result<Vec<Option<Term>>, NotAnArray> {
    let product = |mode: &Tuple<Term>| {
        let size =
            mode.leaves().try_fold(Term::constant(1), |product, extent| product.times(extent));
        size.map(Some).ok_or(NotAnArray::NotLowered(NotLowered::Overflow))
    };
    shape.modes().iter().map(product).collect()
}

/// The domain of a relation, if it is all of a box that begins at 0.
fn relation_box(relation: &Relation) -> Option<Vec<Option<Term>>> {
    if relation.parameters().next().is_some() {
        return None;
    }
    let bounds = relation.input_box()?;
    let size = AnyLayout::Relation(relation.clone()).static_size(&Budget::default())?;
    let volume = bounds.iter().try_fold(1_i64, |volume, (_, end)| volume.checked_mul(*end))?;
    let is_whole = bounds.iter().all(|&(low, end)| low == 0 && 0 < end) && volume == size;
    is_whole.then(|| bounds.iter().map(|&(_, end)| Some(Term::constant(end))).collect())
}

fn symbols(layout: &AnyLayout) -> Vec<String> {
    let owned = |names: std::collections::BTreeSet<&str>| {
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    match layout {
        AnyLayout::Cute(CuteLayout::Symbolic(layout)) => owned(layout.symbols()),
        AnyLayout::Composed(composed) => owned(composed.symbols()),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    fn array(kind: Kind, text: &str) -> Result<ArrayLayout, String> {
        let layout = AnyLayout::parse(kind, text).unwrap();
        ArrayLayout::new(&layout).map_err(|error| error.to_string())
    }

    #[test]
    fn shapes_that_fit() {
        let fits = |kind, text: &str, shape: &[Option<i64>]| {
            array(kind, text)
                .and_then(|array| array.check_shape(shape).map_err(|error| error.to_string()))
        };
        let d = Some;
        assert_eq!(fits(Kind::Cute, "(4,(2,2)):(2,(1,8))", &[d(4), d(4)]), Ok(()));
        assert_eq!(fits(Kind::Cute, "((4,2)):((1,8))", &[d(8)]), Ok(()));
        assert_eq!(fits(Kind::Cute, "():()", &[]), Ok(()));
        assert_eq!(fits(Kind::Cute, "(M,(2,N)):(N,(1,2))", &[None, None]), Ok(()));
        assert_eq!(fits(Kind::Swizzle, "S<3,3,3>", &[d(100)]), Ok(()));
        assert_eq!(fits(Kind::Linear, "{a = [[1]], b = [[2], [4]]}", &[d(2), d(4)]), Ok(()));
        assert_eq!(
            fits(
                Kind::Relation,
                "{ [i,j] -> [4i + j] : 0 <= i < 3 and 0 <= j < 4 }",
                &[d(3), d(4)]
            ),
            Ok(())
        );
        let refused = |kind, text: &str, shape: &[Option<i64>], message: &str| {
            assert_eq!(fits(kind, text, shape), Err(message.to_owned()));
        };
        refused(
            Kind::Cute,
            "(4,8):(8,1)",
            &[d(32)],
            "(4,8):(8,1) has 2 dimensions, and the array has 1",
        );
        refused(
            Kind::Cute,
            "(4,8):(8,1)",
            &[d(4), d(7)],
            "dimension 1 of (4,8):(8,1) has size 8, and that of the array has size 7",
        );
        refused(
            Kind::Cute,
            "(4,8):(8,1)",
            &[None, d(8)],
            "dimension 0 of (4,8):(8,1) has size 4, and that of the array is dynamic",
        );
        refused(
            Kind::Cute,
            "(M,8):(8,1)",
            &[d(4), d(8)],
            "dimension 0 of (M,8):(8,1) has size M, and that of the array has size 4",
        );
        refused(Kind::Tile, "[4;8]", &[d(4), d(8)], "[4;8] is a tiler, which is not a function");
        refused(
            Kind::Relation,
            "{ [i] -> [i] : 0 <= i < 8 and i mod 2 = 0 }",
            &[d(8)],
            "the domain of { [i] -> [i] : 0 <= i < 8 and i mod 2 = 0 } is not the coordinates of an \
             array",
        );
    }

    #[test]
    fn a_domain_with_parameters_is_not_that_of_an_array() {
        let text = "[N] -> { [i] -> [i] : 0 <= i < N }";
        let refused = format!("the domain of {text} is not the coordinates of an array");
        assert_eq!(array(Kind::Relation, text).err(), Some(refused));
    }

    #[test]
    fn a_dimension_past_64_bits_is_refused() {
        let text = "((4294967296*M,4294967296*N)):((1,M))";
        let refused = "a number does not fit in 64 bits".to_owned();
        assert_eq!(array(Kind::Cute, text).err(), Some(refused));
    }
}
