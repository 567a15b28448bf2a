//! The way from one layout to another that holds the same values.

use super::error::LinearError;
use super::f2::{Echelon, Matrix};
use super::layout::LinearLayout;

impl LinearLayout {
    /// The layout C with `outer(C(x)) = self(x)` for every coordinate x of `self`: Triton's
    /// `invertAndCompose`.
    ///
    /// If a value of `self` is in register x, it is in place C(x) of `outer`. Out-dims are matched by
    /// name; the in-dims of C are those of `self` and its out-dims the in-dims of `outer`.
    ///
    /// `outer` need not be injective. The choice is Triton's: an in-dim that both layouts have, with
    /// the same bases, is mapped to itself. For what is left C uses only bases of `outer` that are not a
    /// sum of earlier ones, those of the in-dims mapped to themselves last.
    ///
    /// # Errors
    ///
    /// Out-dims that do not have the same names; one of `self` that is larger than its namesake; a
    /// value of `self` that `outer` does not have, with its coordinate.
    ///
    /// ```
    /// use layout_math::linear::LinearLayout;
    ///
    /// let registers: LinearLayout = "{register = [[1],[2]], warp = [[0]]}".parse()?;
    /// let shared: LinearLayout = "{offset = [[2],[1]], warp = [[0]]}".parse()?;
    /// let moves = registers.invert_and_compose(&shared)?;
    /// assert_eq!(
    ///     moves.to_string(),
    ///     "{register = [[2,0],[1,0]], warp = [[0,1]]} -> [offset = 4, warp = 2]"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn invert_and_compose(&self, outer: &LinearLayout) -> Result<LinearLayout, LinearError> {
        self.outs().check_fits(outer.outs())?;
        let moves = self.outs().moves_to(outer.outs());
        let targets: Vec<u64> =
            self.map().matrix().columns().iter().map(|&column| moves.apply(column)).collect();
        let has_same_bases = |name: &str, bases: &[u64]| {
            outer.ins().field(name).is_some() && outer.columns_of(name) == bases
        };

        let mut kept = 0;
        for (dim, bases) in self.ins().split(&targets) {
            if has_same_bases(dim.name(), bases) {
                kept |= outer.ins().mask(&[dim.name()]);
            }
        }
        let elimination = Elimination::new(outer.map().matrix(), kept);
        let constant = moves.apply(self.map().constant()) ^ outer.map().constant();
        let constant = elimination.solve(constant).ok_or_else(|| self.not_covered(0))?;

        let mut columns = Vec::with_capacity(targets.len());
        for (dim, bases) in self.ins().split(&targets) {
            let own = outer.ins().field(dim.name());
            let own = own.filter(|_| has_same_bases(dim.name(), bases));
            for (position, &target) in bases.iter().enumerate() {
                columns.push(match own {
                    Some((_, shift)) => 1 << (shift as usize + position),
                    None => {
                        let coordinate = 1 << columns.len();
                        elimination.solve(target).ok_or_else(|| self.not_covered(coordinate))?
                    }
                });
            }
        }
        let matrix = Matrix::new(outer.ins().bits(), columns).expect("one row for each basis");
        Ok(LinearLayout::of(self.ins().clone(), outer.ins().clone(), matrix, constant))
    }

    fn not_covered(&self, coordinate: u64) -> LinearError {
        LinearError::NotCovered {
            coordinates: self.ins().unflatten(coordinate),
            values: self.outs().unflatten(self.map().apply(coordinate)),
        }
    }
}

/// Solves `matrix * x = target`, with as few as possible of the columns `last` in x.
struct Elimination {
    span: Echelon,
    /// The number of the column at each place of `span`.
    order: Vec<u32>,
}

impl Elimination {
    fn new(matrix: &Matrix, last: u64) -> Self {
        let (back, front): (Vec<u32>, Vec<u32>) =
            (0..matrix.n_columns()).partition(|column| last >> column & 1 == 1);
        let order = [front, back].concat();
        let columns: Vec<u64> = order.iter().map(|&c| matrix.columns()[c as usize]).collect();
        Elimination { span: Echelon::new(&columns), order }
    }

    fn solve(&self, target: u64) -> Option<u64> {
        let places = self.span.solve(target)?;
        let chosen = self.order.iter().enumerate().filter(|(place, _)| places >> place & 1 == 1);
        Some(chosen.fold(0, |x, (_, column)| x | 1 << column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(text: &str) -> LinearLayout {
        text.parse().unwrap()
    }

    #[track_caller]
    fn check_law(a: &LinearLayout, b: &LinearLayout) -> LinearLayout {
        let c = a.invert_and_compose(b).unwrap();
        // Through the names, because b may have its out-dims in another order.
        for x in 0..a.size() {
            let inner = a.ins().unflatten(x as u64);
            let mut expected = a.apply_named(
                &a.in_dims().iter().map(|d| d.name()).zip(inner.clone()).collect::<Vec<_>>(),
            );
            let mut found = b.apply_named(
                &b.in_dims()
                    .iter()
                    .map(|d| d.name())
                    .zip(c.apply(&inner).unwrap())
                    .collect::<Vec<_>>(),
            );
            for values in [&mut expected, &mut found] {
                values.as_mut().unwrap().sort();
            }
            assert_eq!(found, expected, "{c} at {x}");
        }
        c
    }

    #[test]
    fn constants_on_both_sides() {
        let a = layout("{x = [[1,0],[0,1]]} -> [p = 2, q = 4] xor [0, 3]");
        let b = layout("{y = [[2,1],[0,1],[1,0]]} -> [q = 4, p = 2] xor [1, 1]");
        check_law(&a, &b);
    }

    #[test]
    fn a_shared_dim_gives_way_where_only_it_has_the_value() {
        // Dim a is the same in both, but the value of b in the first is only in a of the second.
        let first = layout("{a = [[1]], b = [[1]]}");
        let second = layout("{a = [[1]], c = [[0]]}");
        let c = check_law(&first, &second);
        assert_eq!(c.to_string(), "{a = [[1,0]], b = [[1,0]]} -> [a = 2, c = 2]");
    }

    #[test]
    fn a_shared_dim_is_left_to_itself_where_another_has_the_value() {
        // The value of b is both in a and in c of the second layout.
        let first = layout("{a = [[1]], b = [[1]]}");
        let second = layout("{a = [[1]], c = [[1]]}");
        let c = check_law(&first, &second);
        assert_eq!(c.to_string(), "{a = [[1,0]], b = [[0,1]]} -> [a = 2, c = 2]");
    }

    #[test]
    fn a_value_that_is_nowhere_is_shown() {
        let first = layout("{a = [[1,0],[1,2]]}");
        let message =
            |second: &str| first.invert_and_compose(&layout(second)).unwrap_err().to_string();
        assert_eq!(
            message("{b = [[1,0],[0,1]]} -> [dim0 = 2, dim1 = 4]"),
            "the first layout sends [2] to [1, 2], where the second sends nothing"
        );
        assert_eq!(
            message("{b = [[1,0],[0,2]]} -> [dim0 = 2, dim1 = 4] xor [0, 1]"),
            "the first layout sends [0] to [0, 0], where the second sends nothing"
        );
        assert_eq!(message("{b = [[1,1]]}"), "dim dim1 has size 4, which does not fit in size 2");
        assert_eq!(message("{b = [[1]]}"), "out-dims [dim0, dim1] and [dim0] are not the same");
    }
}
