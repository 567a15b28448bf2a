//! The value of a layout at a coordinate.

use super::error::{LinearError, Side};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The value at a coordinate, which has one number for each in-dim in order; those of trailing
    /// in-dims of size 1 may be left out. The result has one number for each out-dim.
    ///
    /// `apply(x ^ y) = apply(x) ^ apply(y) ^ apply(0)`.
    ///
    /// # Errors
    ///
    /// A number that is not in [0, size) of its in-dim; too many numbers, or too few.
    pub fn apply(&self, coordinate: &[i64]) -> Result<Vec<i64>, LinearError> {
        let optional = self.in_dims().iter().rev().take_while(|dim| dim.size() == 1).count();
        let n_dims = self.in_dims().len();
        if !(n_dims - optional..=n_dims).contains(&coordinate.len()) {
            let found = coordinate.len();
            return Err(LinearError::CoordinateCount { expected: n_dims, found });
        }
        let mut flat = 0;
        for ((dim, shift), &value) in self.ins().fields().zip(coordinate) {
            flat |= inside(dim.name(), dim.size(), value)? << shift;
        }
        Ok(self.outs().unflatten(self.map().apply(flat)))
    }

    /// The value at a coordinate that names its in-dims, in any order. The result has the name and
    /// the number of each out-dim.
    ///
    /// # Errors
    ///
    /// A number that is not in [0, size) of its in-dim; an in-dim that is unknown, missing or
    /// named twice.
    pub fn apply_named(&self, coordinate: &[(&str, i64)]) -> Result<Vec<(&str, i64)>, LinearError> {
        let side = Side::In;
        let mut flat = 0;
        for (place, &(name, value)) in coordinate.iter().enumerate() {
            let (dim, shift) = self
                .ins()
                .field(name)
                .ok_or_else(|| LinearError::UnknownDim { side, name: name.to_owned() })?;
            if coordinate[..place].iter().any(|(earlier, _)| *earlier == name) {
                return Err(LinearError::DuplicateDim { side, name: name.to_owned() });
            }
            flat |= inside(name, dim.size(), value)? << shift;
        }
        let is_named = |name| coordinate.iter().any(|(n, _)| *n == name);
        if let Some(dim) = self.in_dims().iter().find(|dim| !is_named(dim.name())) {
            return Err(LinearError::MissingDim { side, name: dim.name().to_owned() });
        }
        let values = self.outs().unflatten(self.map().apply(flat));
        Ok(self.out_dims().iter().map(|dim| dim.name()).zip(values).collect())
    }

    /// The offset at an integral coordinate: both flattened, the leftmost dim fastest.
    ///
    /// # Errors
    ///
    /// A coordinate that is not in [0, size).
    pub fn offset(&self, coordinate: i64) -> Result<i64, LinearError> {
        if (0..self.size()).contains(&coordinate) {
            Ok(self.map().apply(coordinate as u64) as i64)
        } else {
            Err(LinearError::IntegralOutside { value: coordinate, size: self.size() })
        }
    }

    /// The values in the out-dims at an integral coordinate.
    ///
    /// # Errors
    ///
    /// A coordinate outside `[0, size)`.
    pub(crate) fn values(&self, coordinate: i64) -> Result<Vec<i64>, LinearError> {
        Ok(self.outs().unflatten(self.offset(coordinate)? as u64))
    }
}

fn inside(name: &str, size: i64, value: i64) -> Result<u64, LinearError> {
    if (0..size).contains(&value) {
        Ok(value as u64)
    } else {
        Err(LinearError::CoordinateOutside { in_dim: name.to_owned(), value, size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> LinearLayout {
        "{register = [[0,1],[1,0]], lane = [[0,2],[2,1]], warp = [], block = []} xor [0, 2]"
            .parse()
            .unwrap()
    }

    #[test]
    fn every_way_to_ask_gives_the_same_value() {
        // register 3 is (0,1) ^ (1,0), lane 2 is (2,1); with the constant (0,2): (3,2).
        assert_eq!(layout().apply(&[3, 2, 0, 0]), Ok(vec![3, 2]));
        assert_eq!(layout().apply(&[3, 2]), Ok(vec![3, 2]));
        let named = [("lane", 2), ("block", 0), ("warp", 0), ("register", 3)];
        assert_eq!(layout().apply_named(&named), Ok(vec![("dim0", 3), ("dim1", 2)]));
        assert_eq!(layout().offset(2 << 2 | 3), Ok(2 << 2 | 3));
    }

    #[test]
    fn only_trailing_in_dims_of_size_one_can_be_left_out() {
        let layout: LinearLayout = "{a = [], b = [[1]], c = []}".parse().unwrap();
        assert_eq!(layout.apply(&[0, 1]), Ok(vec![1]));
        let refused = |found| Err(LinearError::CoordinateCount { expected: 3, found });
        assert_eq!(layout.apply(&[1]), refused(1));
        assert_eq!(layout.apply(&[]), refused(0));
        assert_eq!(LinearLayout::empty().apply(&[]), Ok(vec![]));
    }

    #[test]
    fn coordinates_outside_are_refused() {
        let message = |error: LinearError| error.to_string();
        assert_eq!(
            layout().apply(&[4, 0]).map_err(message),
            Err("coordinate 4 is outside in-dim register of size 4".to_owned())
        );
        assert_eq!(
            layout().apply(&[0, 0, 1]).map_err(message),
            Err("coordinate 1 is outside in-dim warp of size 1".to_owned())
        );
        assert_eq!(
            layout().apply(&[0]).map_err(message),
            Err("1 coordinates given but the layout has 4 in-dims".to_owned())
        );
        assert_eq!(
            layout().apply(&[0; 5]).map_err(message),
            Err("5 coordinates given but the layout has 4 in-dims".to_owned())
        );
        assert_eq!(
            layout().apply_named(&[("lane", -1)]).map_err(message),
            Err("coordinate -1 is outside in-dim lane of size 4".to_owned())
        );
        assert_eq!(
            layout().apply_named(&[("lane", 1)]).map_err(message),
            Err("in-dim register is missing".to_owned())
        );
        assert_eq!(
            layout().apply_named(&[("lane", 1), ("lane", 1)]).map_err(message),
            Err("in-dim lane is named twice".to_owned())
        );
        assert_eq!(
            layout().apply_named(&[("thread", 1)]).map_err(message),
            Err("there is no in-dim thread".to_owned())
        );
        for coordinate in [-1, 16, i64::MAX] {
            let error = LinearError::IntegralOutside { value: coordinate, size: 16 };
            assert_eq!(layout().offset(coordinate), Err(error));
        }
    }
}
