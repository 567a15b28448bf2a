//! The buffer that holds an array.

use super::array::{ArrayLayout, NotAnArray};
use crate::affine::Fact;
use crate::algebra::{AnyLayout, Budget, Departure, Verdict, no_negative_offset, raise};
use crate::cute::{CuteLayout, Domain, Outer, Swizzle, Term, Tuple};
use crate::point::digits;

impl ArrayLayout {
    /// The size of the buffer that holds an array of this shape: one more than the greatest offset.
    /// `None` if it depends on a symbol or a dynamic dimension; then every offset is known to be at
    /// most the one at the last coordinate, of the inner layout if the outer is a swizzle.
    ///
    /// A swizzled layout of more than 2^20 coordinates that is not linear over F2 may get a larger
    /// buffer, which ends where the fields of the swizzle do.
    ///
    /// # Errors
    ///
    /// A layout with a negative offset, with one that may be negative, or without an offset that is
    /// one number.
    pub fn buffer_size(&self, shape: &[Option<i64>]) -> Result<Option<i64>, NotAnArray> {
        let layout = || self.layout().to_string();
        if let Some(parts) = self.parts() {
            let size = parts.iter().try_fold(1_i64, |size, &part| size.checked_mul(part));
            return size.map(Some).ok_or_else(|| NotAnArray::Unbounded { layout: layout() });
        }
        if self.layout().output_count() != Some(1) {
            return Err(NotAnArray::TupleOffset { layout: layout() });
        }
        if let AnyLayout::Swizzle(swizzle) = self.layout() {
            return match shape {
                &[Some(size)] => of_swizzle(*swizzle, size).map(Some),
                _ => Ok(None),
            };
        }
        if self.layout().has_symbols() {
            return self.check_signs().map(|()| None);
        }
        let budget = Budget::default();
        let raised = match self.layout() {
            AnyLayout::Relation(relation) => match raise(relation, &budget) {
                Ok(AnyLayout::Relation(_)) | Err(_) => return self.walked(shape).map(Some),
                Ok(raised) => raised,
            },
            layout => layout.clone(),
        };
        if !raised.sign(Domain::Inside).is_natural() {
            match no_negative_offset(&raised, &budget) {
                Verdict::Proved(_) => {}
                Verdict::Refuted(departure) if departure.offset < 0 => {
                    return Err(NotAnArray::Negative { layout: layout(), departure });
                }
                _ => return Err(NotAnArray::Unbounded { layout: layout() }),
            }
        }
        let size = raised.cosize().or_else(|| end_of_fields(&raised));
        size.map(Some).ok_or_else(|| NotAnArray::Unbounded { layout: layout() })
    }

    /// For each dimension the product of its extents but the last one. Up to a multiple of it the offset at
    /// the last index is the greatest one, if no stride is negative. There are none for layouts without
    /// modes.
    pub fn inner_extents(&self) -> Vec<Term> {
        let one = || Term::constant(1);
        let of = |mode: &Tuple<Term>| {
            let extents: Vec<&Term> = mode.leaves().collect();
            let inner = extents.split_last().map_or(&[][..], |(_, inner)| inner);
            // What passes 64 bits is the size of no memref.
            inner
                .iter()
                .try_fold(one(), |product, extent| product.times(extent))
                .unwrap_or_else(one)
        };
        match self.layout().modes().map(CuteLayout::shape) {
            Some(Tuple::Node(modes)) => modes.iter().map(of).collect(),
            Some(leaf) => vec![of(&leaf)],
            None => Vec::new(),
        }
    }

    /// The size, found by looking at every element.
    fn walked(&self, shape: &[Option<i64>]) -> Result<i64, NotAnArray> {
        let unbounded = || NotAnArray::Unbounded { layout: self.layout().to_string() };
        let shape: Option<Vec<i64>> = shape.iter().copied().collect();
        let shape = shape.ok_or_else(unbounded)?;
        let size = shape.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let size = size.filter(|&size| size <= Budget::DEFAULT.walk_last).ok_or_else(unbounded)?;
        let mut greatest = -1;
        for coordinate in 0..size {
            let digits: Vec<i64> = digits(coordinate, shape.iter().copied()).collect();
            let offset = self.index().evaluate(&digits);
            let offset = *offset.first().ok_or_else(unbounded)?;
            if offset < 0 {
                let symbols = Vec::new();
                let (outer, size) = (None, i64::MAX);
                let departure = Departure { symbols, coordinate, offset, outer, size, mode: None };
                return Err(NotAnArray::Negative { layout: self.layout().to_string(), departure });
            }
            greatest = greatest.max(offset);
        }
        greatest.checked_add(1).ok_or_else(unbounded)
    }

    /// Checks that no stride and no offset is negative.
    fn check_signs(&self) -> Result<(), NotAnArray> {
        let facts = self.layout().facts();
        let is_extent = |name: &str| {
            let mut extents = self.leaf_extents().into_iter();
            extents.any(|extent| extent.symbols().iter().any(|symbol| symbol == name))
        };
        let is_natural = |name: &String| {
            is_extent(name)
                || facts.iter().any(|fact| {
                    matches!(fact, Fact::Range { symbol, least, .. }
                        if symbol == name && 0 <= *least)
                })
        };
        let refused = |term: &Term| NotAnArray::Sign {
            layout: self.layout().to_string(),
            term: term.to_string(),
        };
        let check = |term: &Term| {
            let is_known = 0 <= term.coefficient() && term.symbols().iter().all(is_natural);
            if is_known { Ok(()) } else { Err(refused(term)) }
        };
        let cute = match self.layout() {
            AnyLayout::Cute(cute) => cute,
            AnyLayout::Composed(composed) if matches!(composed.outer(), Outer::Swizzle(_)) => {
                check(composed.offset_term())?;
                composed.inner()
            }
            _ => return Err(NotAnArray::Unbounded { layout: self.layout().to_string() }),
        };
        match cute {
            CuteLayout::Symbolic(layout) => {
                layout.stride().leaves().try_for_each(|stride| check(stride.scale()))
            }
            CuteLayout::Static(layout) => {
                layout.stride().leaves().try_for_each(|&stride| check(&Term::constant(stride)))
            }
            CuteLayout::Basis(_) => {
                Err(NotAnArray::TupleOffset { layout: self.layout().to_string() })
            }
        }
    }

    /// The extents of the flattened modes.
    fn leaf_extents(&self) -> Vec<Term> {
        let modes = self.layout().modes();
        modes.filter(|modes| modes.static_shape().is_none()).map_or(Vec::new(), CuteLayout::extents)
    }
}

/// The first offset past the fields of the outer swizzle that hold the inner layout.
fn end_of_fields(layout: &AnyLayout) -> Option<i64> {
    let AnyLayout::Composed(composed) = layout else { return None };
    let Outer::Swizzle(swizzle) = composed.outer() else { return None };
    let (_, greatest) = composed.inner().as_static()?.offset_range();
    let greatest = greatest.checked_add(composed.offset_term().as_constant()?)?;
    let block = 1_i64.checked_shl(field_bits(*swizzle)).filter(|&block| 0 < block)?;
    rounded(greatest, block)
}

/// The number of low bits that a swizzle moves among themselves.
fn field_bits(swizzle: Swizzle) -> u32 {
    (swizzle.base() + swizzle.bits() + swizzle.shift().abs()) as u32
}

/// The least multiple of `block` that is greater than `greatest`.
fn rounded(greatest: i64, block: i64) -> Option<i64> {
    greatest.checked_div(block)?.checked_add(1)?.checked_mul(block)
}

/// One more than the greatest offset of a swizzle on `[0, size)`: its blocks before the last one are
/// full, and in the last one the offsets are looked at.
fn of_swizzle(swizzle: Swizzle, size: i64) -> Result<i64, NotAnArray> {
    let unbounded = || NotAnArray::Unbounded { layout: swizzle.to_string() };
    let block = 1_i64.checked_shl(field_bits(swizzle)).filter(|&block| 0 < block);
    let begin = block.map_or(0, |block| (size - 1) / block * block);
    if size - begin <= Budget::DEFAULT.walk_last {
        let greatest = (begin..size).map(|offset| swizzle.apply(offset)).max();
        return greatest.map_or(Ok(0), |greatest| greatest.checked_add(1).ok_or_else(unbounded));
    }
    block.and_then(|block| rounded(size - 1, block)).ok_or_else(unbounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn check_size(kind: Kind, text: &str, shape: &[i64], expected: Result<Option<i64>, &str>) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let shape: Vec<Option<i64>> =
            shape.iter().map(|&size| (0 <= size).then_some(size)).collect();
        let found = ArrayLayout::new(&layout).unwrap().buffer_size(&shape);
        let found = found.map_err(|error| error.to_string());
        assert_eq!(found, expected.map_err(str::to_owned));
    }

    #[test]
    fn a_walk_takes_the_first_coordinate_fastest() {
        let text = "{ [i, j] -> [10i + j] : 0 <= i < 2 and 0 <= j < 3 }";
        let relation = AnyLayout::parse(Kind::Relation, text).unwrap();
        let array = ArrayLayout::new(&relation).unwrap();
        assert_eq!(array.walked(&[Some(2), Some(3)]).unwrap(), 13);
        let text = "{ [i, j] -> [i - 2j] : 0 <= i < 2 and 0 <= j < 3 }";
        let relation = AnyLayout::parse(Kind::Relation, text).unwrap();
        let error = ArrayLayout::new(&relation).unwrap().walked(&[Some(2), Some(3)]).unwrap_err();
        let NotAnArray::Negative { departure, .. } = error else { panic!("{error}") };
        assert_eq!((departure.coordinate, departure.offset), (2, -2));
    }

    #[test]
    fn sizes_of_buffers() {
        check_size(Kind::Cute, "(4,8):(8,1)", &[4, 8], Ok(Some(32)));
        check_size(Kind::Cute, "(4,8):(10,1)", &[4, 8], Ok(Some(38)));
        check_size(Kind::Composed, "S<0,4,3> o 5 o (4,8):(8,1)", &[4, 8], Ok(Some(37)));
        check_size(Kind::Composed, "S<3,4,3> o 0 o (128,64):(64,1)", &[128, 64], Ok(Some(8192)));
        // 2^22 coordinates, linear over F2.
        check_size(
            Kind::Composed,
            "S<3,4,3> o 0 o (65536,64):(64,1)",
            &[65536, 64],
            Ok(Some(4_194_304)),
        );
        check_size(
            Kind::Composed,
            "S<3,4,3> o 0 o (65536,16):(64,1)",
            &[65536, 16],
            Ok(Some(4_194_304)),
        );
        // The greatest offset of the last row is 4194240 ^ 96 + 15.
        check_size(
            Kind::Composed,
            "S<2,5,3> o 0 o (65536,16):(64,1)",
            &[65536, 16],
            Ok(Some(4_194_288)),
        );
        // Not linear, and too many to walk over: the last 128 offsets have the same upper bits, and the
        // swizzle moves them among themselves.
        check_size(
            Kind::Composed,
            "S<3,4,3> o 0 o (2000,1000):(1000,1)",
            &[2000, 1000],
            Ok(Some(2_000_000)),
        );
        // 24 is 0b11000, which goes to 0b11011.
        check_size(Kind::Swizzle, "S<2,0,3>", &[25], Ok(Some(28)));
        check_size(Kind::Linear, "{a = [[0,1],[1,0]]}", &[4], Ok(Some(4)));
        check_size(Kind::Swizzle, "S<2,0,3>", &[-1], Ok(None));
        let relation = "{ [i,j] -> [4i + (j + 1) mod 4] : 0 <= i < 3 and 0 <= j < 4 }";
        check_size(Kind::Relation, relation, &[3, 4], Ok(Some(12)));
        let below = "{ [i,j] -> [4i + (j + 1) mod 4 - 2] : 0 <= i < 3 and 0 <= j < 4 }";
        check_size(
            Kind::Relation,
            below,
            &[3, 4],
            Err("{ [i, j] -> [4i + ((j + 1) mod 4) - 2] : 0 <= i < 3 and 0 <= j < 4 } has the \
                 negative offset -1 at coordinate 0"),
        );
        check_size(Kind::Cute, "(M,8):(8,1)", &[-1, 8], Ok(None));
        check_size(
            Kind::Cute,
            "(4,8):(-8,1)",
            &[4, 8],
            Err("(4,8):(-8,1) has the negative offset -8 at coordinate 1"),
        );
        check_size(
            Kind::Composed,
            "S<1,0,3> o -1 o 8:1",
            &[8],
            Err(
                "in S<1,0,3> o -1 o 8:1 there is no offset at coordinate 0: S<1,0,3> has no value \
                 at -1",
            ),
        );
        check_size(
            Kind::Cute,
            "(M,8):(K,1)",
            &[-1, 8],
            Err("K in (M,8):(K,1) may be negative: no fact says that it is not"),
        );
        check_size(Kind::Cute, "(M,8):(K,1) where K in [0,9]", &[-1, 8], Ok(None));
        check_size(
            Kind::Cute,
            "(4,8):(1@0,1@1)",
            &[4, 8],
            Err("the offsets of (4,8):(1@0,1@1) are tuples, not places in a buffer"),
        );
    }

    #[test]
    fn full_blocks_of_a_swizzle_are_a_buffer() {
        // The only block has 2^30 offsets, more than are walked.
        check_size(Kind::Swizzle, "S<1,28,1>", &[1 << 30], Ok(Some(1 << 30)));
        check_size(Kind::Swizzle, "S<1,28,1>", &[(1 << 30) + 1], Ok(Some((1 << 30) + 1)));
    }

    #[test]
    fn the_ends_of_what_is_not_walked_over() {
        // An outer layout that takes off 1 where it has added 2.
        check_size(Kind::Composed, "(2,2):(-1,2) o 0 o 2:3", &[2], Ok(Some(2)));
        // The swizzle moves the bit 21 to 20, and the greatest offset before it is 1999999.
        let swizzled = "S<1,20,1> o 0 o (2000,1000):(1000,1)";
        check_size(Kind::Composed, swizzled, &[2000, 1000], Ok(Some(1 << 22)));
        let shifted = "S<1,20,1> o 4194304 o (2000,1000):(1000,1)";
        check_size(Kind::Composed, shifted, &[2000, 1000], Ok(Some(1 << 23)));
    }

    #[test]
    fn signs_of_what_has_symbols() {
        let bounded = "S<1,0,2> o K o 8:1 where K in [0,9]";
        check_size(Kind::Composed, bounded, &[8], Ok(None));
        check_size(
            Kind::Composed,
            "S<1,0,2> o K o 8:1",
            &[8],
            Err("K in S<1,0,2> o K o 8:1 may be negative: no fact says that it is not"),
        );
        check_size(
            Kind::Composed,
            "S<1,0,2> o K o 8:-1 where K in [0,9]",
            &[8],
            Err(
                "-1 in S<1,0,2> o K o 8:-1 where K in [0,9] may be negative: no fact says that it is \
                 not",
            ),
        );
        check_size(
            Kind::Composed,
            "(4,M):(M,1) o 0 o (2,2):(1,2)",
            &[2, 2],
            Err("the greatest offset of (4,M):(M,1) o 0 o (2,2):(1,2) is not found"),
        );
        check_size(
            Kind::Composed,
            "S<1,0,2> o K o 8:1@0 where K in [0,9]",
            &[8],
            Err(
                "the offsets of S<1,0,2> o K o 8:1@0 where K in [0,9] are tuples, not places in a \
                 buffer",
            ),
        );
    }
}
