use std::fmt;

use super::algebra_error::AlgebraError;
use super::cute_layout::{CuteLayout, build};
use super::layout::Layout;
use super::stride::Stride;
use super::symbolic::{SymbolicError, Term};
use super::tuple::Tuple;
use crate::affine::Fact;

/// A layout of any leaves as what its top-level modes are: integers, basis elements or symbols.
///
/// What only rearranges modes, such as [`group`](super::group) and [`dice`](super::dice), asks for no
/// more, and is one function for all of them.
pub trait AnyModes: Clone + fmt::Display {
    /// The top-level modes; a leaf is its own only mode.
    fn list_modes(&self) -> Vec<Self>;

    /// The layout of these modes.
    ///
    /// # Errors
    ///
    /// If the size does not fit in 64 bits, or the strides mix integers and basis elements.
    fn of_modes(modes: Vec<Self>) -> Result<Self, AlgebraError>;

    /// True if the shape is one extent and no tuple.
    fn is_leaf(&self) -> bool;
}

impl<D: Stride> AnyModes for Layout<D> {
    fn list_modes(&self) -> Vec<Self> {
        self.modes().collect()
    }

    fn of_modes(modes: Vec<Self>) -> Result<Self, AlgebraError> {
        Ok(Layout::concat(modes)?)
    }

    fn is_leaf(&self) -> bool {
        matches!(self.shape(), Tuple::Leaf(_))
    }
}

impl AnyModes for CuteLayout {
    fn list_modes(&self) -> Vec<Self> {
        let (shape, stride) = (self.shape(), self.stride());
        let modes = shape.modes().iter().zip(stride.modes());
        modes.filter_map(|(shape, stride)| of_parts(shape, stride, self.facts()).ok()).collect()
    }

    fn of_modes(modes: Vec<Self>) -> Result<Self, AlgebraError> {
        let shape = Tuple::Node(modes.iter().map(CuteLayout::shape).collect());
        let stride = Tuple::Node(modes.iter().map(CuteLayout::stride).collect());
        let facts: Vec<Fact> = modes.iter().flat_map(CuteLayout::facts).cloned().collect();
        of_parts(&shape, &stride, &facts).map_err(|error| match error {
            SymbolicError::Layout(error) => error.into(),
            _ => AlgebraError::NotStatic { layout: format!("{shape}:{stride}") },
        })
    }

    fn is_leaf(&self) -> bool {
        matches!(self.shape(), Tuple::Leaf(_))
    }
}

/// The layout with those of the facts that are about its symbols.
fn of_parts(
    shape: &Tuple<Term>,
    stride: &Tuple<super::symbolic::SymbolicStride>,
    facts: &[Fact],
) -> Result<CuteLayout, SymbolicError> {
    let strides = stride.leaves().map(|stride| stride.scale());
    let symbols: Vec<&String> = shape.leaves().chain(strides).flat_map(Term::symbols).collect();
    let about = facts.iter().filter(|fact| symbols.iter().any(|name| *name == fact.symbol()));
    build(shape.clone(), stride.clone(), about.cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::super::{append, dice, group, prepend, select, slice_modes};
    use super::*;

    fn layout(text: &str) -> CuteLayout {
        text.parse().unwrap()
    }

    #[test]
    fn symbols_and_their_facts_stay_with_their_modes() {
        let of = layout("(M,(8,N)):(8*N,(1,8)) where M mod 4 = 0, N mod 2 = 0");
        assert_eq!(select(&of, &[0]).unwrap(), layout("(M):(8*N) where M mod 4 = 0, N mod 2 = 0"));
        assert_eq!(select(&of, &[1]).unwrap(), layout("((8,N)):((1,8)) where N mod 2 = 0"));
        assert_eq!(group(&of, 0, 2).unwrap().shape().to_string(), "((M,(8,N)))");
        let pick = |text: &str| text.parse().unwrap();
        assert_eq!(slice_modes(&pick("(3,(_,1))"), &of).unwrap(), layout("(8):(1)"));
        assert_eq!(
            dice(&pick("(3,(_,1))"), &of).unwrap(),
            layout("(M,N):(8*N,8) where M mod 4 = 0, N mod 2 = 0")
        );
    }

    #[test]
    fn modes_of_other_leaves_are_put_beside_symbols() {
        let of = layout("M:1");
        assert_eq!(append(&of, &layout("4:0")).unwrap(), layout("(M,4):(1,0)"));
        assert_eq!(prepend(&of, &layout("(2,2):(4,8)")).unwrap(), layout("((2,2),M):((4,8),1)"));
        assert!(append(&of, &layout("4:1@0")).unwrap_err().is_unsupported());
    }

    #[test]
    fn modes_past_64_bits_are_not_a_layout() {
        let modes = vec![layout("1099511627776:1"), layout("1099511627776:0")];
        assert_eq!(
            CuteLayout::of_modes(modes).unwrap_err().to_string(),
            "the size of shape (1099511627776,1099511627776) does not fit in 64 bits"
        );
    }
}
