//! Relations of CuTe swizzles, and of layouts behind a swizzle.
//!
//! *Modeling Layout Abstractions Using Integer Set Relations*, section 4. `S<b,m,s>` is the function
//! `x -> x xor ((x & y) >> s)` with the mask y of b bits that begins at bit m + max(s, 0). So the b
//! bits from t = m + max(-s, 0) on, the target, are XORed with the b bits from u = m + max(s, 0)
//! on, the source. A bit of an XOR is the sum of two bits modulo 2, and a bit may be replaced by
//! `floor(x/2^i)` there, since only its parity counts:
//!
//! ```text
//! x - 2^t * (floor(x/2^t) mod 2^b) + sum of 2^(t+k) * ((floor(x/2^(t+k)) + floor(x/2^(u+k))) mod 2)
//! ```

use super::from_modes::{LayoutTerms, fresh};
use super::tree::{Chain, Comparator, Dim, Expr, Formula, Piece, Tree, Tuple};
use super::{Facts, Mode, Relation, RelationError, View};
use crate::affine::Symbolic;
use crate::cute::Sign;

impl Relation {
    /// The relation of the swizzle `S<bits,base,shift>` on [0, 2^(bits + base + |shift|)).
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let swizzle = Relation::from_swizzle(1, 2, 1)?;
    /// assert_eq!(
    ///     swizzle.to_string(),
    ///     "{ [c] -> [c - 4*(floor(c/4) mod 2) + 4*((floor(c/4) + floor(c/8)) mod 2)] : \
    ///      0 <= c < 16 }"
    /// );
    /// assert_eq!(swizzle.evaluate(&[], &[12])?, [[8]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_swizzle(bits: i64, base: i64, shift: i64) -> Result<Relation, RelationError> {
        let value = swizzled(Expr::input(0), bits, base, shift)?;
        // The width is at most 63, see `swizzled`; 2^63 itself does not fit.
        let last = (1u64 << (bits + base + shift.abs())) - 1;
        let last = i64::try_from(last).expect("2^63 - 1 at most");
        let bounds = match last.checked_add(1) {
            Some(size) => Formula::between(Expr::Integer(0), Expr::input(0), Expr::Integer(size)),
            None => Formula::Compare(Chain {
                lists: vec![
                    vec![Expr::Integer(0)],
                    vec![Expr::input(0)],
                    vec![Expr::Integer(last)],
                ],
                operators: vec![Comparator::LessOrEqual, Comparator::LessOrEqual],
            }),
        };
        let piece = Piece {
            domain: Tuple { name: None, dims: vec![Dim::named("c")] },
            range: Tuple { name: None, dims: vec![Dim::value(value)] },
            formula: bounds,
        };
        Ok(Relation::from_tree(Tree { parameters: Vec::new(), pieces: vec![piece] }))
    }

    /// The relation of the composed layout `S<bits,base,shift> o offset o modes`.
    ///
    /// The swizzle, given as (bits, base, shift), has a value at numbers that are not negative:
    /// where `offset + modes` is negative there is no pair, unless the swizzle has no bits.
    /// `argument` is the sign of that sum; [`Sign::Any`] is always right. Fails as
    /// [`Relation::from_modes`] does.
    ///
    /// ```
    /// use layout_math::cute::Sign;
    /// use layout_math::relation::{Facts, Mode, Relation, View};
    ///
    /// let modes = [Mode::new(4, 4), Mode::new(4, 1)];
    /// let (swizzle, view, facts) = ((2, 0, 2), View::Natural, Facts::new());
    /// let composed =
    ///     Relation::from_composed(swizzle, &0.into(), &modes, &view, &facts, Sign::Natural)?;
    /// assert_eq!(composed.evaluate(&[], &[3, 1])?, [[(12 + 1) ^ 3]]);
    ///
    /// let composed =
    ///     Relation::from_composed(swizzle, &(-1).into(), &modes, &view, &facts, Sign::Any)?;
    /// assert!(composed.evaluate(&[], &[0, 0])?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_composed(
        (bits, base, shift): (i64, i64, i64),
        offset: &Symbolic,
        modes: &[Mode],
        view: &View,
        facts: &Facts,
        argument: Sign,
    ) -> Result<Relation, RelationError> {
        let terms = LayoutTerms::new(modes, std::slice::from_ref(offset), view)?;
        Relation::swizzled_terms((bits, base, shift), terms, facts, argument)
    }

    /// The relation of a composed layout, given the parts of its inner layout's.
    pub(super) fn swizzled_terms(
        (bits, base, shift): (i64, i64, i64),
        LayoutTerms { parameters, domain, values, bounds }: LayoutTerms,
        facts: &Facts,
        argument: Sign,
    ) -> Result<Relation, RelationError> {
        let inner = values.into_iter().next().expect("one offset, one output");
        // A swizzle of no bits is the identity, also below 0.
        let bounds = if bits == 0 || argument.is_natural() {
            bounds
        } else {
            let zero = Expr::Integer(0);
            let is_natural = Formula::compare(zero, Comparator::LessOrEqual, inner.clone());
            Formula::and([bounds, is_natural])
        };
        let (range, formula) = if bits == 0 || matches!(inner, Expr::Variable(_)) {
            (Dim::value(swizzled(inner, bits, base, shift)?), bounds)
        } else {
            // The inner offset occurs many times in the outer expression, so it gets a name.
            let mut taken = parameters.clone();
            taken.extend(domain.dims.iter().filter_map(|dim| dim.name.clone()));
            let offset = Dim::named_value(&fresh("x", &taken), inner);
            let value = swizzled(Expr::bound(0), bits, base, shift)?;
            let equation = Formula::compare(Expr::output(0), Comparator::Equal, value);
            let swizzle = Formula::Exists(vec![offset], Box::new(equation));
            (Dim::named(&fresh("o", &taken)), Formula::and([bounds, swizzle]))
        };
        let range = Tuple { name: None, dims: vec![range] };
        let tree = Tree { parameters, pieces: vec![Piece { domain, range, formula }] };
        Ok(Relation::from_tree(tree).given(facts))
    }
}

/// `S<bits,base,shift>` of `x`.
pub(super) fn swizzled(x: Expr, bits: i64, base: i64, shift: i64) -> Result<Expr, RelationError> {
    let bad = RelationError::BadSwizzle { bits, base, shift };
    let width = bits.checked_add(base).and_then(|sum| sum.checked_add(shift.checked_abs()?));
    if bits < 0 || base < 0 || width.is_none_or(|width| width > 63) {
        return Err(bad);
    }
    if bits == 0 {
        return Ok(x);
    }
    let target = base + (-shift).max(0);
    let source = base + shift.max(0);
    // The greatest exponent here is 62: it leaves room for a bit above it, within 63 bits.
    let power = |exponent: i64| 1i64 << exponent;
    let quotient = |exponent: i64| x.clone().floor(power(exponent));
    let field = match bits {
        63 => quotient(target),
        bits => quotient(target).modulo(power(bits)),
    };
    let mut terms = vec![x.clone(), field.times(-power(target))?];
    for bit in 0..bits {
        let parity = Expr::sum([quotient(target + bit), quotient(source + bit)]).modulo(2);
        terms.push(parity.times(power(target + bit))?);
    }
    Ok(Expr::sum(terms))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swizzle_is_the_exclusive_or() {
        let mut count = 0;
        for (bits, base, shift) in [
            (0, 4, 3),
            (1, 2, 1),
            (1, 2, -1),
            (2, 0, 2),
            (2, 1, -3),
            (3, 0, 3),
            (2, 0, 1),
            (1, 1, 0),
        ] {
            let relation = Relation::from_swizzle(bits, base, shift).unwrap();
            let mask = ((1 << bits) - 1) << (base + shift.max(0));
            for c in 0..1i64 << (bits + base + shift.abs()) {
                let moved = if shift >= 0 { (c & mask) >> shift } else { (c & mask) << -shift };
                assert_eq!(
                    relation.evaluate(&[], &[c]).unwrap(),
                    [[c ^ moved]],
                    "{relation} at {c}"
                );
                count += 1;
            }
            assert!(relation.evaluate(&[], &[-1]).unwrap().is_empty());
        }
        assert_eq!(count, 128 + 16 + 16 + 16 + 64 + 64 + 8 + 4);
    }

    #[test]
    fn the_widest_swizzle_fits() {
        let relation = Relation::from_swizzle(31, 1, 31).unwrap();
        let last = i64::MAX;
        let image = relation.evaluate(&[], &[last]).unwrap();
        let mask = ((1i64 << 31) - 1) << 32;
        assert_eq!(image, [[last ^ ((last & mask) >> 31)]]);
        assert_eq!(
            Relation::from_swizzle(31, 2, 31).unwrap_err().to_string(),
            "swizzle S<31,2,31> does not fit in 63 bits"
        );
        assert!(Relation::from_swizzle(-1, 0, 3).is_err());
        assert!(Relation::from_swizzle(1, i64::MAX, 3).is_err());
        assert!(Relation::from_swizzle(1, 0, i64::MIN).is_err());
    }

    /// The exclusive or of a number with itself.
    #[test]
    fn a_swizzle_of_all_bits_by_0_is_0() {
        let relation = Relation::from_swizzle(63, 0, 0).unwrap();
        for c in [0, 5, 1 << 62, i64::MAX] {
            assert_eq!(relation.evaluate(&[], &[c]).unwrap(), [[0]]);
        }
    }
}
