use super::error::PaperError;
use super::mapping::{SlowestFirst, coordinate_mapping, layout_mapping};
use super::strictly_affine::{layout_from_shape, out_of_budget};
use layout_math::cute::{AlgebraError, Layout, Tuple};
use layout_math::relation::{Answer, Context, Map};

/// The composition `G o F`: algorithm 4.
///
/// Law: `layout_mapping(result)` is the layout mapping of G' after that of F, which isl proves. G' is
/// G with its last flattened mode extended to the cosize of F, as CuTe does (promotion). The shape of
/// the result refines that of F: a mode of F stays whole where the composition is strictly affine
/// along it, and becomes the box of coordinates that it reaches in G otherwise.
///
/// Put right:
///
/// - Erratum 10: without promotion the composition has no value where F leaves G, and the paper's
///   algorithm 2 reads strides of 0 off the holes: `(2,1):(1,80) o (2,2):(2,1)` became `(2,2):(0,1)`
///   without a word. It is `(2,2):(80,1)`.
/// - Erratum 13: evenly spaced coordinates `0, t, …, last` are `floor(last/t) + 1`; with the
///   `ceil((last + 1)/t)` of the example, (3 - 0 + 1)/1 = 4 coordinates would be counted where there
///   are 2.
/// - The paper composes mode by mode and takes it for granted that sums of modes of F do not carry
///   from one mode of G into the next. In `(2,3):(3,1) o (4,2):(1,1)` they do. Here the result is
///   compared with the composition as a whole.
///
/// Cost: for each mode of F two compositions and two inclusions of relations, and one inclusion in the
/// end.
///
/// # Errors
///
/// - [`AlgebraError::BelowZero`] if F goes below 0, where G has no value.
/// - [`PaperError::NotABox`] and [`PaperError::NotStrictlyAffine`] if a mode of F has no shape in G.
/// - [`AlgebraError::NotALayout`] if modes of F carry, with the least coordinate where the result
///   would be wrong.
///
/// ```
/// use layout_paper::composition;
/// use layout_math::relation::Context;
///
/// let context = Context::new(1_000_000);
/// let of = |g: &str, f: &str| composition(&context, &g.parse().unwrap(), &f.parse().unwrap());
/// assert_eq!(of("(4,6,8,10):(2,3,5,7)", "6:12")?.to_string(), "(2,3):(9,5)");
/// assert_eq!(of("(2,1):(1,80)", "(2,2):(2,1)")?.to_string(), "(2,2):(80,1)");
/// assert_eq!(
///     of("(4,6,8):(2,3,5)", "6:3").unwrap_err().to_string(),
///     "6:3 reaches no box of coordinates in (4,6,8):(2,3,5): evenly spaced ones would have shape \
///      (4,4,1)"
/// );
/// # Ok::<(), layout_paper::PaperError>(())
/// ```
pub fn composition(context: &Context, g: &Layout, f: &Layout) -> Result<Layout, PaperError> {
    if let Some(coordinate) = f.first_below(0) {
        let offset = f.offset(coordinate).expect("the coordinate is in the domain");
        let layout = f.to_string();
        return Err(AlgebraError::BelowZero { layout, coordinate, offset }.into());
    }
    let promoted = promoted(g, f.cosize())?;
    let outer = Outer {
        layout: g,
        coordinates: coordinate_mapping(context, promoted.shape())?,
        mapping: layout_mapping(context, &promoted)?,
    };
    let (shape, stride) = outer.compose(f.shape(), f.stride())?;
    let result = Layout::new(shape, stride)?;
    outer.check(f, &result)?;
    Ok(result)
}

/// G with its last flattened mode as long as coordinates below `cosize` need.
fn promoted(g: &Layout, cosize: i64) -> Result<Layout, PaperError> {
    let mut modes = g.flat_modes().to_vec();
    // `():()` has the offset 0 only, however far it is extended.
    let Some((last, before)) = modes.split_last_mut() else {
        return Ok(Layout::new(Tuple::Leaf(cosize), Tuple::Leaf(0))?);
    };
    let begin: i64 = before.iter().map(|mode| mode.extent).product();
    last.extent = last.extent.max((cosize - 1) / begin + 1);
    Ok(Layout::from_modes(&modes)?)
}

/// The left side of a composition.
struct Outer<'a> {
    layout: &'a Layout,
    /// The coordinate mapping and the layout mapping of the promoted layout.
    coordinates: Map,
    mapping: Map,
}

impl Outer<'_> {
    fn compose(
        &self,
        shape: &Tuple<i64>,
        stride: &Tuple<i64>,
    ) -> Result<(Tuple<i64>, Tuple<i64>), PaperError> {
        if let (Tuple::Leaf(_), Tuple::Leaf(_)) = (shape, stride) {
            let composed = self.compose_mode(&Layout::new(shape.clone(), stride.clone())?)?;
            return Ok((composed.shape().clone(), composed.stride().clone()));
        }
        let modes = shape.modes().iter().zip(stride.modes());
        let composed: Vec<_> =
            modes.map(|(shape, stride)| self.compose(shape, stride)).collect::<Result<_, _>>()?;
        let (shapes, strides) = composed.into_iter().unzip();
        Ok((Tuple::Node(shapes), Tuple::Node(strides)))
    }

    /// `G o F` for one mode F.
    fn compose_mode(&self, mode: &Layout) -> Result<Layout, PaperError> {
        let inner = layout_mapping(self.mapping.context(), mode)?;
        let composed = inner.then(&self.mapping)?;
        match layout_from_shape(&composed, mode.shape()) {
            Err(PaperError::NotStrictlyAffine { .. }) => {}
            result => return result,
        }
        let mut extents = self.extents(&inner.then(&self.coordinates)?)?;
        let not_a_box = PaperError::NotABox {
            outer: self.layout.to_string(),
            mode: mode.to_string(),
            extents: tuple(&extents).to_string(),
        };
        extents.retain(|&extent| extent != 1);
        let shape = tuple(&extents);
        if shape.product() != Some(mode.size()) {
            return Err(not_a_box);
        }
        layout_from_shape(&composed, &shape)
    }

    /// The error if the result is not G' after F: then modes of F carry.
    fn check(&self, f: &Layout, result: &Layout) -> Result<(), PaperError> {
        let context = self.mapping.context();
        let natural = SlowestFirst::new(result);
        // Modes of F are those of the result or products of them.
        let offsets = natural.map(context, |place| f.offset(place.begin).unwrap_or(0))?;
        let offsets = offsets.then(&self.mapping)?;
        match offsets.contained_in(&natural.map(context, |place| place.stride)?)? {
            Answer::Proved => Ok(()),
            Answer::Refuted(difference) => Err(AlgebraError::NotALayout {
                outer: self.layout.to_string(),
                inner: f.to_string(),
                coordinate: natural.integral(&difference.input),
            }
            .into()),
            Answer::Unknown { operations } => Err(out_of_budget(operations)),
        }
    }

    /// How many coordinates are reached in each mode of G, if they are evenly spaced: the paper's
    /// `extract_shape`. A coordinate of 0 is reached in every mode.
    fn extents(&self, reached: &Map) -> Result<Vec<i64>, PaperError> {
        let hull = reached.range_hull()?.unwrap_or_default();
        let mut extents = Vec::with_capacity(hull.len());
        for (mode, &(_, end)) in hull.iter().enumerate() {
            let mut moved = hull.clone();
            moved[mode].0 = 1;
            let step = reached.with_outputs_in(&moved)?.range_hull()?.map(|hull| hull[mode].0);
            extents.push(step.map_or(1, |step| (end - 1) / step + 1));
        }
        Ok(extents)
    }
}

/// One extent is a leaf, several are a tuple.
fn tuple(extents: &[i64]) -> Tuple<i64> {
    match extents {
        [extent] => Tuple::Leaf(*extent),
        _ => Tuple::Node(extents.iter().map(|&extent| Tuple::Leaf(extent)).collect()),
    }
}
