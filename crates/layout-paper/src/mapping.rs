use super::error::PaperError;
use layout_math::affine::Symbolic;
use layout_math::cute::{Layout, Tuple};
use layout_math::relation::{Context, Facts, Map, Mode, Relation, View};

/// The coordinate mapping of a shape: each integral coordinate to its natural one, leftmost mode
/// fastest. Section 3.2 and `get_coord_mapping` of algorithm 1.
///
/// Law: a bijection from `[0, size)` onto the box of the flattened shape, the inverse of counting
/// the box colexicographically.
///
/// # Errors
///
/// [`PaperError::Relation`] for an extent below 1 or a size beyond 64 bits.
///
/// ```
/// use layout_paper::coordinate_mapping;
/// use layout_math::relation::Context;
///
/// let mapping = coordinate_mapping(&Context::new(100_000), &"(4,(2,2))".parse()?)?;
/// assert_eq!(mapping.image(&[], &[7], 2)?, [[3, 1, 0]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn coordinate_mapping(context: &Context, shape: &Tuple<i64>) -> Result<Map, PaperError> {
    let extents: Vec<i64> = shape.leaves().copied().collect();
    // Mode i counts in output i alone.
    let unit = |mode: usize| {
        (0..extents.len()).map(move |output| Symbolic::from(i64::from(mode == output))).collect()
    };
    let modes: Vec<Mode> = extents
        .iter()
        .enumerate()
        .map(|(mode, &extent)| Mode { extent: extent.into(), strides: unit(mode) })
        .collect();
    let offset = vec![Symbolic::from(0); extents.len()];
    let relation = Relation::from_modes(&modes, &offset, &View::Integral, &Facts::new())?;
    Ok(relation.to_map(context)?)
}

/// The index mapping of a layout: each natural coordinate, one dimension a flattened mode, to its
/// offset. Section 3.3 and `get_idx_mapping` of algorithm 1.
///
/// Law: `[c0, c1, …] -> [c0*d0 + c1*d1 + …]` on the box of the flattened shape. Strides may be 0 or
/// negative.
///
/// # Errors
///
/// [`PaperError::Question`] when the budget runs out.
///
/// ```
/// use layout_paper::index_mapping;
/// use layout_math::relation::Context;
///
/// let mapping = index_mapping(&Context::new(100_000), &"(4,(2,2)):(2,(1,8))".parse()?)?;
/// assert_eq!(mapping.image(&[], &[3, 1, 0], 2)?, [[7]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn index_mapping(context: &Context, layout: &Layout) -> Result<Map, PaperError> {
    let modes: Vec<Mode> =
        layout.flat_modes().iter().map(|mode| Mode::new(mode.extent, mode.stride)).collect();
    let relation = Relation::from_modes(&modes, &[0.into()], &View::Natural, &Facts::new())?;
    Ok(relation.to_map(context)?)
}

/// The layout mapping: each integral coordinate to its offset. Section 3.4 and `get_layout_mapping`
/// of algorithm 1, which composes the other two in isl.
///
/// Law: `index_mapping after coordinate_mapping`, a function on `[0, size)`. It does not depend on
/// how the modes are nested (section 3.5).
///
/// # Errors
///
/// As for the other two.
///
/// ```
/// use layout_paper::layout_mapping;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let mapping = layout_mapping(&context, &"(4,2,2):(2,1,8)".parse()?)?;
/// let printed: Relation =
///     "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }".parse()?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layout_mapping(context: &Context, layout: &Layout) -> Result<Map, PaperError> {
    let coordinates = coordinate_mapping(context, layout.shape())?;
    Ok(coordinates.then(&index_mapping(context, layout)?)?)
}

/// The index mapping of a layout from the coordinates of another shape of its size, section 3.5.
///
/// Law: the layout mapping after the inverse of the shape's coordinate mapping. For the flattened
/// shape of the layout this is [`index_mapping`]. Any shape that is compatible with the layout's has
/// its size. The result need not be a sum of strides times coordinates.
///
/// # Errors
///
/// [`PaperError::Size`] if the shape has another size.
///
/// ```
/// use layout_paper::index_mapping_in;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let mapping = index_mapping_in(&context, &"(4,(2,2)):(2,(1,8))".parse()?, &"(4,4)".parse()?)?;
/// let printed: Relation =
///     "{ [c0, c1] -> [-3 + 2c0 + 4c1 + 3((1 + c1) mod 2)] : 0 <= c0,c1 <= 3 }".parse()?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn index_mapping_in(
    context: &Context,
    layout: &Layout,
    shape: &Tuple<i64>,
) -> Result<Map, PaperError> {
    check_size(shape, layout.size())?;
    in_shape(&layout_mapping(context, layout)?, shape)
}

/// The index mapping that a layout mapping has from the coordinates of a shape of its size.
pub(super) fn in_shape(layout_mapping: &Map, shape: &Tuple<i64>) -> Result<Map, PaperError> {
    Ok(linearization(layout_mapping.context(), shape)?.then(layout_mapping)?)
}

/// The coordinate mapping reversed: each natural coordinate to its integral one.
///
/// That is a sum, without the divisions of the coordinate mapping, which isl would have to undo.
pub(super) fn linearization(context: &Context, shape: &Tuple<i64>) -> Result<Map, PaperError> {
    index_mapping(context, &Layout::column_major(shape.clone())?)
}

/// The layout mapping reversed: each offset to its integral coordinates, without divisions.
pub(super) fn reversed_mapping(context: &Context, layout: &Layout) -> Result<Map, PaperError> {
    let offsets = index_mapping(context, layout)?.reverse()?;
    Ok(offsets.then(&linearization(context, layout.shape())?)?)
}

/// The error for a shape that has not `expected` coordinates.
pub(super) fn check_size(shape: &Tuple<i64>, expected: i64) -> Result<(), PaperError> {
    match shape.product() {
        Some(size) if size == expected => Ok(()),
        size => {
            let size = size.unwrap_or(i64::MAX);
            Err(PaperError::Size { shape: shape.to_string(), size, expected })
        }
    }
}

/// The identity on `[begin, end)`, where 0 is at most `begin`; none if that is empty.
pub(super) fn in_interval(
    context: &Context,
    begin: i64,
    end: i64,
) -> Result<Option<Map>, PaperError> {
    if end <= begin {
        return Ok(None);
    }
    let line = Layout::column_major(Tuple::Leaf(end))?;
    Ok(Some(index_mapping(context, &line)?.with_inputs_in(&[(begin, end)])?))
}

/// The natural coordinates of a layout with the slowest mode first, so that the lexicographically
/// least one, which isl finds, has the least integral coordinate.
pub(super) struct SlowestFirst {
    modes: Vec<SteppedMode>,
}

/// A mode, and the integral coordinate that a step along it is.
pub(super) struct SteppedMode {
    pub extent: i64,
    pub stride: i64,
    pub begin: i64,
}

impl SlowestFirst {
    pub fn new(layout: &Layout) -> Self {
        let mut begin = 1;
        let place = |mode: &layout_math::cute::Mode| {
            let place = SteppedMode { extent: mode.extent, stride: mode.stride, begin };
            begin *= mode.extent;
            place
        };
        let mut modes: Vec<SteppedMode> = layout.flat_modes().iter().map(place).collect();
        modes.reverse();
        SlowestFirst { modes }
    }

    /// The sum of the natural coordinates, each times what `stride` says of its mode.
    pub fn map(
        &self,
        context: &Context,
        stride: impl Fn(&SteppedMode) -> i64,
    ) -> Result<Map, PaperError> {
        let modes: Vec<Mode> =
            self.modes.iter().map(|place| Mode::new(place.extent, stride(place))).collect();
        let relation = Relation::from_modes(&modes, &[0.into()], &View::Natural, &Facts::new())?;
        Ok(relation.to_map(context)?)
    }

    /// The integral coordinate of a natural one.
    pub fn integral(&self, coordinate: &[i64]) -> i64 {
        self.modes.iter().zip(coordinate).map(|(place, c)| place.begin * c).sum()
    }
}
