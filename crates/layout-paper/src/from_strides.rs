use std::collections::HashSet;

use super::error::PaperError;
use super::mapping::{in_shape, index_mapping};
use super::strictly_affine::out_of_budget;
use layout_math::cute::{Layout, Mode, Tuple};
use layout_math::relation::{Answer, Map};

/// The layouts with given strides whose layout mapping is a given relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FromStrides {
    layout: Layout,
    another: Option<Layout>,
}

impl FromStrides {
    /// The layout with the lexicographically least shape.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The layout with the next shape, if the shape is not unique.
    pub fn another(&self) -> Option<&Layout> {
        self.another.as_ref()
    }
}

/// The layouts with these strides whose layout mapping is the relation: algorithm 3.
///
/// Law: `layout_mapping(result) = mapping`, which isl proves, and the result has the strides, nested
/// as they are. The first two in the order of their shapes are given.
///
/// Put right (erratum 9):
///
/// - The paper looks at all solutions of `d0*p0 + d1*p1 + … = max_index`. For a stride of 0 there are
///   infinitely many. Here an extent is a factor of the size of the domain, so that `(3,0)` and
///   `{ [c] -> [3*(c mod 2)] : 0 <= c < 8 }` give `(2,4):(3,0)`.
/// - With negative strides the greatest offset is not that of the last coordinate: in `(4,2):(-1,8)`
///   it is 8, at (0,1), and not the 5 at (3,1). Here no equation on the greatest offset is needed,
///   for each mode is compared with the relation as it is added.
/// - The answer is not unique: `{ [c] -> [c] : 0 <= c < 8 }` and `(1,2)` give `(2,4):(1,2)`, and
///   `(8,1):(1,2)` too.
///
/// Cost: the factors of the size, and one comparison of relations for each mode and each factor that
/// the size has from there on.
///
/// # Errors
///
/// [`PaperError::NoShape`] if there is none, [`PaperError::Domain`] if the domain is not `[0, n)`.
///
/// ```
/// use layout_paper::{layout_from_strides, layout_mapping};
/// use layout_math::relation::Context;
///
/// let mapping = layout_mapping(&Context::new(100_000), &"8:1".parse()?)?;
/// let found = layout_from_strides(&mapping, &"(1,2)".parse()?)?;
/// assert_eq!(found.layout().to_string(), "(2,4):(1,2)");
/// assert_eq!(found.another().unwrap().to_string(), "(8,1):(1,2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layout_from_strides(mapping: &Map, strides: &Tuple<i64>) -> Result<FromStrides, PaperError> {
    let bounds = mapping.domain_box()?;
    let Some(&[(0, size)]) = bounds.as_deref() else {
        return Err(PaperError::Domain { shape: "(n)".to_owned() });
    };
    let outputs = mapping.n_outputs()?;
    if outputs != 1 {
        return Err(PaperError::Arity { shape: strides.to_string(), inputs: 1, outputs });
    }
    let mut search = Search {
        mapping,
        profile: strides,
        strides: strides.leaves().copied().collect(),
        dead: HashSet::new(),
        found: Vec::new(),
    };
    search.extend(&mut Vec::new(), size)?;
    let mut found = search.found.into_iter();
    let layout =
        found.next().ok_or_else(|| PaperError::NoShape { strides: strides.to_string() })?;
    Ok(FromStrides { layout, another: found.next() })
}

struct Search<'a> {
    mapping: &'a Map,
    profile: &'a Tuple<i64>,
    strides: Vec<i64>,
    /// Modes and sizes of what is left after them, of which no shape came. What comes after a mode
    /// depends on these alone, for what came before agrees with the relation.
    dead: HashSet<(usize, i64)>,
    found: Vec<Layout>,
}

impl Search<'_> {
    /// Adds modes that take up `rest` coordinates behind those of `shape`, which equal the relation;
    /// true if a layout was found.
    fn extend(&mut self, shape: &mut Vec<i64>, rest: i64) -> Result<bool, PaperError> {
        let mode = shape.len();
        if self.dead.contains(&(mode, rest)) {
            return Ok(false);
        }
        if mode == self.strides.len() {
            if rest == 1 {
                let shape = self.profile.with_leaves(shape.iter().copied());
                let shape = shape.expect("there is an extent for each stride");
                self.found.push(Layout::new(shape, self.profile.clone())?);
            }
            return Ok(rest == 1);
        }
        let mut any = false;
        for extent in factors(rest) {
            shape.push(extent);
            let is_equal = self.is_equal(shape)?;
            if is_equal {
                any |= self.extend(shape, rest / extent)?;
            }
            shape.pop();
            // Where a mode has left the relation, a longer one has too.
            if !is_equal || 1 < self.found.len() {
                break;
            }
        }
        if !any {
            self.dead.insert((mode, rest));
        }
        Ok(any)
    }

    /// Whether the modes of these extents equal the relation as far as they go.
    fn is_equal(&self, shape: &[i64]) -> Result<bool, PaperError> {
        let modes: Vec<Mode> = shape
            .iter()
            .zip(&self.strides)
            .map(|(&extent, &stride)| Mode { extent, stride })
            .collect();
        let Ok(layout) = Layout::from_modes(&modes) else { return Ok(false) };
        let begun = self.mapping.with_inputs_in(&[(0, layout.size())])?;
        // Both have the same domain, and the layout is a function.
        let begun = in_shape(&begun, layout.shape())?;
        match begun.contained_in(&index_mapping(begun.context(), &layout)?)? {
            Answer::Proved => Ok(true),
            Answer::Refuted(_) => Ok(false),
            Answer::Unknown { operations } => Err(out_of_budget(operations)),
        }
    }
}

/// The factors of a positive number, in ascending order.
fn factors(number: i64) -> Vec<i64> {
    let mut factors = vec![1];
    let mut rest = number;
    let mut prime = 2;
    while 1 < rest {
        if rest / prime < prime {
            prime = rest;
        }
        let mut power = 1;
        let known = factors.len();
        while rest % prime == 0 {
            rest /= prime;
            power *= prime;
            for at in 0..known {
                factors.push(factors[at] * power);
            }
        }
        prime += 1;
    }
    factors.sort_unstable();
    factors
}
