//! The composition of layouts with symbols, mode by mode, for all values of the symbols at once.

use std::collections::BTreeMap;

use super::cute_layout::CuteLayout;
use super::polynomial::Polynomial;
use super::symbol_bounds::SymbolBounds;
use super::symbolic::{SymbolicStride, Term};
use super::tuple::Tuple;
use crate::affine::Fact;

/// The composition `g o f` where every step of CuTe's algorithm is right for all values of the symbols.
///
/// The last mode of `g` is extended. A mode of `f` passes over the modes of `g` whose extents divide its
/// stride, and fills one whose extent its stride divides; it ends in a mode that its last coordinate does
/// not leave. No two modes of `f` may add up past a mode of `g`. What divides is seen in the products,
/// what ends and adds up in polynomials: `None` if either is not seen, which proves nothing.
///
/// Where the offsets of `f` are tuples each part of one is a coordinate of the mode of `g` at its position,
/// which is extended by itself: `None` if there is no such mode, or one part is part of another.
pub(crate) fn compose_symbolic(g: &CuteLayout, f: &CuteLayout) -> Option<CuteLayout> {
    let facts: Vec<Fact> = g.facts().iter().chain(f.facts()).cloned().collect();
    let (outer, inner) = (g.extents(), f.extents());
    let bounds = SymbolBounds::of_several(&facts, &[outer.as_slice(), &inner].concat())?;
    let positions = f.positions();
    if positions.windows(2).any(|pair| pair[1].starts_with(&pair[0])) {
        return None;
    }
    let whole = [Vec::new()];
    let paths = if positions.is_empty() { &whole[..] } else { &positions };
    let place = |path: &Vec<u32>| Some((path.clone(), Place::new(&g.part(path)?)));
    let places = paths.iter().map(place).collect::<Option<_>>()?;
    let mut walk = SymbolicWalk { places, bounds };
    let composed = walk.compose(&f.shape(), &f.stride())?;
    if walk.may_carry() {
        return None;
    }
    let shape = composed.map(&mut |(extent, _)| extent.clone());
    let stride = composed.map(&mut |(_, stride)| stride.clone());
    CuteLayout::new(shape, stride, &facts).ok()
}

/// The walk of the modes of `f` over those of `g`.
struct SymbolicWalk {
    /// What the parts of the offsets of `f` are coordinates of, by their positions.
    places: BTreeMap<Vec<u32>, Place>,
    bounds: SymbolBounds,
}

/// The layout `g`, or a mode of it.
struct Place {
    /// The modes, of which the last one is unbounded.
    modes: Vec<(Term, SymbolicStride)>,
    /// For each the sum over the modes of `f` of the last coordinate reached in it.
    peaks: Vec<Polynomial>,
}

impl Place {
    fn new(layout: &CuteLayout) -> Self {
        let modes: Vec<(Term, SymbolicStride)> =
            layout.extents().into_iter().zip(layout.stride().leaves().cloned()).collect();
        Place { peaks: vec![Polynomial::default(); modes.len()], modes }
    }
}

type Modes = Tuple<(Term, SymbolicStride)>;

impl SymbolicWalk {
    fn compose(&mut self, shape: &Tuple<Term>, stride: &Tuple<SymbolicStride>) -> Option<Modes> {
        if let (Tuple::Leaf(extent), Tuple::Leaf(stride)) = (shape, stride) {
            return self.compose_mode(extent.clone(), stride).map(Tuple::of_leaves);
        }
        let pairs = shape.modes().iter().zip(stride.modes());
        pairs
            .map(|(shape, stride)| self.compose(shape, stride))
            .collect::<Option<_>>()
            .map(Tuple::Node)
    }

    /// What becomes of one mode of `f`.
    fn compose_mode(
        &mut self,
        extent: Term,
        stride: &SymbolicStride,
    ) -> Option<Vec<(Term, SymbolicStride)>> {
        if extent.as_constant() == Some(1) || stride.scale().coefficient() == 0 {
            let zero = SymbolicStride::new(Term::constant(0), Vec::new());
            return Some(vec![(extent, zero)]);
        }
        let mut step = stride.scale().clone();
        if !Polynomial::from(&step).is_natural(&self.bounds) {
            return None;
        }
        let mut rest = extent;
        let mut result = Vec::new();
        let Place { modes, peaks } = self.places.get_mut(stride.path())?;
        let (last, bounded) = modes.split_last()?;
        for (position, (size, stride)) in bounded.iter().enumerate() {
            if let Some(passed) = step.divided_by(size) {
                step = passed;
                continue;
            }
            let one = Polynomial::constant(1);
            let end = |steps: &Term| {
                Polynomial::from(steps).plus(&one, -1)?.times(&Polynomial::from(&step))
            };
            let room = Polynomial::from(size).plus(&one, -1)?.plus(&end(&rest)?, -1)?;
            if room.is_natural(&self.bounds) {
                peaks[position].add_multiple(&end(&rest)?, 1)?;
                result.push((rest, stride.scaled(&step)?));
                return Some(result);
            }
            // It goes round as often as its steps fill the mode.
            let taken = size.divided_by(&step)?;
            let rounds = rest.divided_by(&taken)?;
            peaks[position].add_multiple(&end(&taken)?, 1)?;
            result.push((taken, stride.scaled(&step)?));
            (rest, step) = (rounds, Term::constant(1));
        }
        result.push((rest, last.1.scaled(&step)?));
        Some(result)
    }

    /// True unless the modes of `f` are seen to add up to a coordinate of each mode of `g`.
    fn may_carry(&self) -> bool {
        let stays = |((size, _), peak): (&(Term, SymbolicStride), &Polynomial)| {
            let last = Polynomial::from(size).plus(&Polynomial::constant(1), -1);
            let room = last.and_then(|last| last.plus(peak, -1));
            room.is_some_and(|room| room.is_natural(&self.bounds))
        };
        let stays_in = |place: &Place| {
            let bounded = place.modes.len().saturating_sub(1);
            place.modes[..bounded].iter().zip(&place.peaks).all(stays)
        };
        !self.places.values().all(stays_in)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Layout;

    fn composed(g: &str, f: &str) -> Option<String> {
        let layout = |text: &str| text.parse::<CuteLayout>().unwrap();
        compose_symbolic(&layout(g), &layout(f)).map(|h| h.to_string())
    }

    #[test]
    fn modes_pass_fill_and_end() {
        for (g, f, expected) in [
            ("(M,8):(8,1)", "8:M", "8:1"),
            ("(M,8):(8,1)", "(M,8):(1,M)", "(M,8):(8,1)"),
            ("(M,N):(N,1)", "(N,M):(M,1)", "(N,M):(1,N)"),
            ("(M,8):(8,1)", "M:1", "M:8"),
            ("(M,8):(8,1)", "4:2*M", "4:2"),
            ("(M,N,8):(N*8,8,1)", "8:M*N", "8:1"),
            ("(M,N,K):(N*K,K,1)", "(M*N,K):(1,M*N)", "((M,N),K):((K*N,K),1)"),
            ("(2*M,8):(8,1)", "2:M", "2:8*M"),
            ("(2*M,8):(8,1)", "(2,4):(M,2*M)", "(2,4):(8*M,1)"),
            ("(16,M):(M,1)", "(4,2):(4,1)", "(4,2):(4*M,M)"),
            ("(M,N):(1@0,1@1)", "(M,N):(1,M)", "(M,N):(1@0,1@1)"),
            ("(M,8):(8,1) where M mod 4 = 0", "(2,2):(1,2)", "(2,2):(8,16)"),
            ("(M,8):(K,1)", "(M,2):(0,M)", "(M,2):(0,1)"),
            ("(4,8):(8,1)", "(2,N):(2,4)", "(2,N):(16,1)"),
            // Parts of tuples are coordinates of modes, each of which is extended by itself.
            ("(M,4):(1,M)", "(4,M):(1@1,1@0)", "(4,M):(M,1)"),
            ("(8,M):(1,8)", "(4,8):(1@1,1@0)", "(4,8):(8,1)"),
            ("(4,8):(1,4)", "(M,2):(1@0,3@1)", "(M,2):(1,12)"),
            ("(3,(M,2)):(1,(5,K))", "(M,2):(1@1,M@1)", "(M,2):(5,K)"),
            ("(3,(M,2)):(1,(5,K))", "(2,2):(1@0@1,1@1@1)", "(2,2):(5,K)"),
            ("(M,N):(1@0,1@1)", "(N,M):(1@1,1@0)", "(N,M):(1@1,1@0)"),
        ] {
            assert_eq!(composed(g, f).as_deref(), Some(expected), "{g} o {f}");
        }
    }

    #[test]
    fn a_composition_at_coordinates_is_that_of_each_value() {
        let mut compared = 0;
        for g in ["(M,4):(1,M)", "(8,M):(1,8)", "(3,(M,2)):(1,(5,N))", "((2,M),2*N):((7,1),M)"] {
            for f in
                ["(4,M):(1@1,1@0)", "(M,2):(1@0,N@1)", "(M,2):(1@1,M@1)", "(N,M,2):(1@0,2@1,1@1)"]
            {
                let Some(h) = composed(g, f) else { continue };
                for values in [[1, 1], [2, 1], [2, 3], [3, 2], [4, 5]] {
                    let value = |name: &str| Some(values[usize::from(name == "N")]);
                    let of = |text: &str| {
                        text.parse::<CuteLayout>().unwrap().with_values(&value).unwrap()
                    };
                    let (outer, CuteLayout::Basis(inner)) = (of(g), of(f)) else { panic!("{f}") };
                    let (outer, found) = (outer.as_static().unwrap().clone(), of(&h));
                    for coordinate in 0..inner.size() {
                        let part = |(path, part): (Vec<u32>, Layout)| {
                            outer.part(&path)?.offset(part.offset(coordinate)?)
                        };
                        let expected: Option<i64> =
                            inner.components().unwrap().into_iter().map(part).sum();
                        let offset = found.as_static().unwrap().offset(coordinate);
                        assert_eq!(offset, expected, "{g} o {f} = {h} at {values:?}, {coordinate}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(200 < compared, "{compared}");
    }

    #[test]
    fn what_may_carry_or_split_unevenly_is_left() {
        for (g, f) in [
            // Four steps of 1 and two of 2 reach 5; M may be 4.
            ("(M,8):(8,1) where M mod 4 = 0", "(4,2):(1,2)"),
            ("(M,8):(8,1)", "2:1"),
            ("(M,8):(8,1)", "8:3"),
            ("(M,N):(N,1)", "(M,2):(1,1)"),
            ("(4,8):(8,1)", "N:1"),
            // A stride of which nothing is known may be negative.
            ("(M,8):(8,1)", "8:K*M"),
            ("(M,8):(8,1)", "8:M*-1"),
            ("(M,8):(8,1)", "(M,8):(1@0,1@2)"),
            ("(M,8):(8,1)", "(M,8):(1@0,1@0@0)"),
            ("((M,2),8):((8,5),1)", "(M,8):(2@0,1@1)"),
            ("():()", "M:1"),
            ("(M,8):(8,1) where M in [1,4]", "8:M where M in [5,6]"),
            ("(M,8):(8,1) where M mod 2 = 0", "8:M where M mod 2 = 1"),
            ("(M,8):(8,1)", "8:M where M in [-4,0]"),
        ] {
            assert_eq!(composed(g, f), None, "{g} o {f}");
        }
    }

    /// Every layout of two modes with these extents and strides.
    fn pairs(extents: &[&str], strides: &[&str]) -> Vec<CuteLayout> {
        let mut layouts = Vec::new();
        for (first, second) in extents.iter().flat_map(|a| extents.iter().map(move |b| (a, b))) {
            for (d, e) in strides.iter().flat_map(|d| strides.iter().map(move |e| (d, e))) {
                layouts.push(format!("({first},{second}):({d},{e})").parse().unwrap());
            }
        }
        layouts
    }

    #[test]
    fn a_composition_is_the_composition_for_all_values() {
        let outer = pairs(&["M", "2*M", "M*N", "4", "1"], &["1", "M", "N*-1"]);
        let inner = pairs(&["M", "N", "2", "2*M"], &["0", "1", "2", "M", "M*N", "4*M"]);
        let (mut found, mut compared) = (0, 0);
        for (g, f) in outer.iter().flat_map(|g| inner.iter().map(move |f| (g, f))) {
            let Some(h) = compose_symbolic(g, f) else { continue };
            found += 1;
            for values in [[1, 1], [1, 2], [2, 1], [2, 3], [3, 2], [4, 5]] {
                let value = |name: &str| Some(values[usize::from(name == "N")]);
                let of = |layout: &CuteLayout| {
                    layout.with_values(&value).unwrap().as_static().unwrap().clone()
                };
                let (outer, inner, composed) = (of(g), of(f), of(&h));
                assert_eq!(inner.size(), composed.size(), "{g} o {f} = {h} at {values:?}");
                for coordinate in 0..inner.size() {
                    let expected = outer.offset(inner.offset(coordinate).unwrap());
                    let offset = composed.offset(coordinate);
                    assert_eq!(offset, expected, "{g} o {f} = {h} at {values:?}, {coordinate}");
                    compared += 1;
                }
            }
        }
        assert!(2_000 < found && 100_000 < compared, "{found} {compared}");
    }
}
