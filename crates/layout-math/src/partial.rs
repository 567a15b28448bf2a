//! Tuples of numbers of which some are not known, as the types of other compilers have them, and layouts of
//! which a part is not known.
//!
//! What follows of the numbers that are known is exact, whatever the others are; where that is nothing, the
//! result is not known either.

mod arithmetic;
mod coordinates;
mod leaf;
mod open_complement;

pub use arithmetic::{NoTuple, TupleOperation, product};
pub use coordinates::{
    Offset, coordinate_of, coshape_of, index_of, next_coordinate, offset_as, offset_at,
    offset_in_form, place_of,
};
pub use leaf::Leaf;
pub use open_complement::OpenComplement;

#[cfg(test)]
mod tests {
    use super::Leaf;
    use crate::cute::Tuple;

    pub fn tuple(text: &str) -> Tuple<Leaf> {
        Leaf::tuple(text).unwrap()
    }

    pub fn text(found: Option<Tuple<Leaf>>) -> String {
        found.map_or("none".to_owned(), |tuple| tuple.to_string())
    }
}
