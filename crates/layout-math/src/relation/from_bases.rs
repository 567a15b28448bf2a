//! Relations of linear layouts over F2.
//!
//! *Modeling Layout Abstractions Using Integer Set Relations*, section 5. A bit of an output is the
//! XOR of input bits, that is the parity of their sum. In a parity a bit i of x may be replaced by
//! `floor(x/2^i)`. Neighboring output bits that copy neighboring input bits are written as one
//! field, `floor(x/2^i) mod 2^n`, which spares isl n divisions.

use super::from_modes::input_names;
use super::tree::{Dim, Expr, Formula, Name, Piece, Tree, Tuple, is_name};
use super::{Relation, RelationError, View};
use crate::affine::NumberError;

/// An in-dim of a linear layout: its name, and for each of its bits the basis vector, which has an
/// element for each out-dim.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InDim {
    pub name: String,
    pub bases: Vec<Vec<i64>>,
}

impl Relation {
    /// The relation of a linear layout, plus (by XOR) a constant.
    ///
    /// The domain has one dimension for each in-dim ([`View::Natural`]), or one integer, leftmost
    /// in-dim fastest ([`View::Integral`]). The range has one dimension for each out-dim, given as
    /// name and size; see [`Relation::with_flat_outputs`] for one integer. `constant` is empty for
    /// none, else it has an element for each out-dim.
    ///
    /// ```
    /// use layout_math::relation::{InDim, Relation, View};
    ///
    /// let bases = |list: &[[i64; 2]]| list.iter().map(|basis| basis.to_vec()).collect();
    /// let swizzled = [
    ///     InDim { name: "t".into(), bases: bases(&[[1, 1], [2, 2]]) },
    ///     InDim { name: "w".into(), bases: bases(&[[0, 1], [0, 2]]) },
    /// ];
    /// let out_dims = [("x", 4), ("y", 4)];
    /// let relation = Relation::from_bases(&swizzled, &out_dims, &[], &View::Natural)?;
    /// assert_eq!(
    ///     relation.to_string(),
    ///     "{ [t, w] -> [x = t, y = ((t + w) mod 2) + 2*((floor(t/2) + floor(w/2)) mod 2)] : \
    ///      0 <= t < 4 and 0 <= w < 4 }"
    /// );
    /// # Ok::<(), layout_math::relation::RelationError>(())
    /// ```
    pub fn from_bases(
        in_dims: &[InDim],
        out_dims: &[(&str, i64)],
        constant: &[i64],
        view: &View,
    ) -> Result<Relation, RelationError> {
        check(in_dims, out_dims, constant)?;
        let groups = view.groups(in_dims.len())?;
        let mut first = 0;
        let mut inputs: Vec<Vec<&[i64]>> = Vec::new();
        for &n in &groups {
            let group = &in_dims[first..first + n];
            let bases: Vec<&[i64]> =
                group.iter().flat_map(|d| &d.bases).map(Vec::as_slice).collect();
            if bases.len() > 62 {
                let right = bases.len() as i128;
                return Err(NumberError::Overflow { left: 2, operator: '^', right }.into());
            }
            inputs.push(bases);
            first += n;
        }
        let mut names: Vec<Name> = match view {
            View::Natural => in_dims.iter().map(|dim| Name::from(dim.name.as_str())).collect(),
            _ => Vec::new(),
        };
        let distinct = |names: &[Name]| {
            names.iter().enumerate().all(|(at, name)| is_name(name) && !names[..at].contains(name))
        };
        if names.is_empty() || !distinct(&names) {
            let fresh = input_names(groups.len(), *view == View::Integral, &[]);
            names = fresh.into_iter().map(Name::from).collect();
        }
        let domain = names.iter().map(|name| Dim::named(name)).collect();
        names.extend(out_dims.iter().map(|(name, _)| Name::from(*name)));
        let has_names = distinct(&names);
        let mut range = Vec::new();
        for (position, &(name, size)) in out_dims.iter().enumerate() {
            let constant = constant.get(position).copied().unwrap_or(0);
            let value = output(&inputs, position, size, constant)?;
            range.push(if has_names { Dim::named_value(name, value) } else { Dim::value(value) });
        }
        let bounds = inputs.iter().enumerate().map(|(position, bases)| {
            let size = Expr::Integer(1 << bases.len());
            Formula::between(Expr::Integer(0), Expr::input(position), size)
        });
        let piece = Piece {
            domain: Tuple { name: None, dims: domain },
            range: Tuple { name: None, dims: range },
            formula: Formula::and(bounds),
        };
        Ok(Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![piece] }))
    }
}

fn check(
    in_dims: &[InDim],
    out_dims: &[(&str, i64)],
    constant: &[i64],
) -> Result<(), RelationError> {
    for &(dim, size) in out_dims {
        if size < 1 || !size.cast_unsigned().is_power_of_two() {
            return Err(RelationError::NotAPowerOfTwo { dim: dim.to_owned(), size });
        }
    }
    let bases = in_dims.iter().flat_map(|dim| &dim.bases).map(Vec::as_slice);
    let constant = Some(constant).filter(|constant| !constant.is_empty());
    for basis in bases.chain(constant) {
        if basis.len() != out_dims.len() {
            let (expected, found) = (out_dims.len(), basis.len());
            return Err(RelationError::LengthsDiffer { what: "out-dims", expected, found });
        }
        for (&value, &(dim, size)) in basis.iter().zip(out_dims) {
            if !(0..size).contains(&value) {
                return Err(RelationError::BadBasis { dim: dim.to_owned(), value, size });
            }
        }
    }
    Ok(())
}

/// The value of the out-dim at `position`.
fn output(
    inputs: &[Vec<&[i64]>],
    position: usize,
    size: i64,
    constant: i64,
) -> Result<Expr, RelationError> {
    // For each bit of the output: the input bits whose XOR it is.
    let sources: Vec<Vec<(usize, usize)>> = (0..size.trailing_zeros())
        .map(|bit| {
            let mut found = Vec::new();
            for (input, bases) in inputs.iter().enumerate() {
                for (at, basis) in bases.iter().enumerate() {
                    if basis[position] >> bit & 1 == 1 {
                        found.push((input, at));
                    }
                }
            }
            found
        })
        .collect();
    let is_flipped = |bit: usize| constant >> bit & 1 == 1;
    let quotient = |(input, at): (usize, usize)| Expr::input(input).floor(1 << at);
    let mut terms = Vec::new();
    let mut bit = 0;
    while bit < sources.len() {
        let weight = 1i64 << bit;
        let mut n = 1;
        let term = match sources[bit][..] {
            [] => Expr::Integer(i64::from(is_flipped(bit))),
            [(input, at)] if !is_flipped(bit) => {
                while sources.get(bit + n).is_some_and(|next| *next == [(input, at + n)])
                    && !is_flipped(bit + n)
                {
                    n += 1;
                }
                let field = quotient((input, at));
                // A field that ends with the last bit of its input has nothing above it.
                if at + n == inputs[input].len() { field } else { field.modulo(1 << n) }
            }
            _ => {
                let flip = is_flipped(bit).then_some(Expr::Integer(1));
                Expr::sum(sources[bit].iter().copied().map(quotient).chain(flip)).modulo(2)
            }
        };
        terms.push(term.times(weight)?);
        bit += n;
    }
    Ok(Expr::sum_of_nonzero(terms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_small_linear_layout_is_its_exclusive_or() {
        // Two in-dims of two bits and one bit, one out-dim of three bits, all bases and constants.
        let mut count = 0;
        for code in 0..8i64.pow(4) {
            let digit = |at: u32| code / 8i64.pow(at) % 8;
            let (b0, b1, b2, constant) = (digit(0), digit(1), digit(2), digit(3));
            let in_dims = [
                InDim { name: "lane".into(), bases: vec![vec![b0], vec![b1]] },
                InDim { name: "warp".into(), bases: vec![vec![b2]] },
            ];
            let natural =
                Relation::from_bases(&in_dims, &[("x", 8)], &[constant], &View::Natural).unwrap();
            let integral =
                Relation::from_bases(&in_dims, &[("x", 8)], &[constant], &View::Integral).unwrap();
            for c in 0..8i64 {
                let image = [b0, b1, b2]
                    .into_iter()
                    .enumerate()
                    .filter(|(bit, _)| c >> bit & 1 == 1)
                    .fold(constant, |image, (_, basis)| image ^ basis);
                assert_eq!(integral.evaluate(&[], &[c]).unwrap(), [[image]], "{integral} at {c}");
                assert_eq!(natural.evaluate(&[], &[c % 4, c / 4]).unwrap(), [[image]], "{natural}");
                count += 1;
            }
            assert!(integral.evaluate(&[], &[8]).unwrap().is_empty());
        }
        assert_eq!(count, 8 * 4096);
    }

    #[test]
    fn copied_bits_are_one_field() {
        let bases = |values: &[i64]| values.iter().map(|&value| vec![value]).collect();
        let dims = [InDim { name: "i".into(), bases: bases(&[4, 8, 1, 2]) }];
        let relation = Relation::from_bases(&dims, &[("o", 16)], &[], &View::Integral).unwrap();
        assert_eq!(relation.to_string(), "{ [c] -> [o = floor(c/4) + 4*(c mod 4)] : 0 <= c < 16 }");
    }

    #[test]
    fn what_is_not_linear_is_refused() {
        let dim = |values: Vec<Vec<i64>>| [InDim { name: "i".into(), bases: values }];
        let message = |dims: &[InDim], outs: &[(&str, i64)], constant: &[i64]| {
            Relation::from_bases(dims, outs, constant, &View::Natural).unwrap_err().to_string()
        };
        assert_eq!(
            message(&dim(vec![vec![8]]), &[("x", 8)], &[]),
            "basis value 8 is outside out-dim x of size 8"
        );
        assert_eq!(
            message(&dim(vec![vec![-1]]), &[("x", 8)], &[]),
            "basis value -1 is outside out-dim x of size 8"
        );
        assert_eq!(
            message(&dim(vec![vec![1, 2]]), &[("x", 8)], &[]),
            "expected 1 out-dims but found 2"
        );
        assert_eq!(
            message(&dim(vec![vec![1]]), &[("x", 6)], &[]),
            "size 6 of x is not a power of two"
        );
        assert_eq!(
            message(&dim(vec![vec![0]; 63]), &[("x", 2)], &[]),
            "2 ^ 63 does not fit in 64 bits"
        );
    }
}
