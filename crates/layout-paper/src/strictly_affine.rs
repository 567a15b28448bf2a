use super::error::PaperError;
use super::mapping::{check_size, in_shape, index_mapping};
use layout_math::cute::{Layout, Tuple};
use layout_math::relation::{Answer, IslError, Map, QuestionError};

/// The layout of a shape whose index mapping is the relation: algorithm 2.
///
/// Law: `index_mapping(result) = mapping`, which isl proves, and the result has the shape. The
/// layout is unique but for the strides of modes of extent 1, which are 0.
///
/// Put right (erratum 8): the paper asserts that the relation has exactly one equality and reads the
/// strides off its coefficients. That fails where an extent is 1, whose dimension has an equality of
/// its own and whose stride is lost, and where all strides are 0, for then no equality involves an
/// input: `(2,1):(0,5)` has two equalities and no coefficient. Here the stride of a mode is the value
/// at its unit coordinate, and the sum of strides is compared with the relation.
///
/// Cost: one evaluation for each mode, and one inclusion in a relation without divisions.
///
/// # Errors
///
/// - [`PaperError::Arity`] and [`PaperError::Domain`] if the domain is not the box of the shape.
/// - [`PaperError::Origin`] if the value at the origin is not 0.
/// - [`PaperError::NotStrictlyAffine`] with a coordinate where no strides give the relation.
///
/// ```
/// use layout_paper::{index_mapping_in, layout_from_index_mapping};
/// use layout_math::relation::Context;
///
/// let context = Context::new(100_000);
/// let layout = "(4,2,2):(2,1,8)".parse()?;
/// let shape = "(4,(2,2))".parse()?;
/// let mapping = index_mapping_in(&context, &layout, &shape)?;
/// let nested = layout_from_index_mapping(&mapping, &shape)?;
/// assert_eq!(nested.to_string(), "(4,(2,2)):(2,(1,8))");
///
/// let shape = "(4,4)".parse()?;
/// let mapping = index_mapping_in(&context, &layout, &shape)?;
/// assert_eq!(
///     layout_from_index_mapping(&mapping, &shape).unwrap_err().to_string(),
///     "the index mapping of shape (4,4) is not strictly affine: at (0,2) strides give 2 and the \
///      relation 8"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layout_from_index_mapping(mapping: &Map, shape: &Tuple<i64>) -> Result<Layout, PaperError> {
    let extents: Vec<i64> = shape.leaves().copied().collect();
    let (inputs, outputs) = (mapping.n_inputs()?, mapping.n_outputs()?);
    if (inputs, outputs) != (extents.len(), 1) {
        return Err(PaperError::Arity { shape: shape.to_string(), inputs, outputs });
    }
    // A relation without inputs has no box, and one coordinate.
    let bounds: Vec<(i64, i64)> = extents.iter().map(|&extent| (0, extent)).collect();
    if inputs != 0 && mapping.domain_box()? != Some(bounds) {
        return Err(PaperError::Domain { shape: shape.to_string() });
    }
    layout_on_box(mapping, shape)
}

/// The layout of a shape whose index mapping is the relation, whose domain is the box of the shape.
pub(super) fn layout_on_box(mapping: &Map, shape: &Tuple<i64>) -> Result<Layout, PaperError> {
    let extents: Vec<i64> = shape.leaves().copied().collect();
    let mut coordinate = vec![0; extents.len()];
    match value(mapping, &coordinate)? {
        Some(0) => {}
        found => return Err(PaperError::Origin { found }),
    }
    let mut strides = Vec::with_capacity(extents.len());
    for (mode, &extent) in extents.iter().enumerate() {
        if extent == 1 {
            strides.push(0);
            continue;
        }
        coordinate[mode] = 1;
        let stride = value(mapping, &coordinate)?;
        strides.push(stride.ok_or_else(|| PaperError::Domain { shape: shape.to_string() })?);
        coordinate[mode] = 0;
    }
    let strides = shape.with_leaves(strides).expect("there is a stride for each extent");
    let layout = Layout::new(shape.clone(), strides)?;
    // Both have the same domain, and the layout is a function: one inclusion is enough. In this
    // direction isl need not find the divisions that the relation hides.
    match mapping.contained_in(&index_mapping(mapping.context(), &layout)?)? {
        Answer::Proved => Ok(layout),
        Answer::Refuted(difference) => Err(PaperError::NotStrictlyAffine {
            shape: shape.to_string(),
            expected: layout.natural_offset(&difference.input).unwrap_or(0),
            found: value(mapping, &difference.input)?,
            coordinate: difference.input,
        }),
        Answer::Unknown { operations } => Err(out_of_budget(operations)),
    }
}

/// The layout of a shape whose layout mapping is the relation: section 3.6.
///
/// Law: `layout_mapping(result) = mapping`, and the result has the shape, nested as it is. It is
/// algorithm 2 on the layout mapping after the inverse of the shape's coordinate mapping.
///
/// # Errors
///
/// [`PaperError::Domain`] if the domain is not `[0, n)`, [`PaperError::Size`] if n is not the size of
/// the shape, and those of [`layout_from_index_mapping`].
///
/// ```
/// use layout_paper::{layout_from_shape, layout_mapping};
/// use layout_math::relation::Context;
///
/// let context = Context::new(100_000);
/// let mapping = layout_mapping(&context, &"16:3".parse()?)?;
/// let layout = layout_from_shape(&mapping, &"((2,2),4)".parse()?)?;
/// assert_eq!(layout.to_string(), "((2,2),4):((3,6),12)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn layout_from_shape(mapping: &Map, shape: &Tuple<i64>) -> Result<Layout, PaperError> {
    let (inputs, outputs) = (mapping.n_inputs()?, mapping.n_outputs()?);
    if (inputs, outputs) != (1, 1) {
        return Err(PaperError::Arity { shape: shape.to_string(), inputs, outputs });
    }
    let bounds = mapping.domain_box()?;
    let Some(&[(0, size)]) = bounds.as_deref() else {
        return Err(PaperError::Domain { shape: shape.to_string() });
    };
    check_size(shape, size)?;
    layout_on_box(&in_shape(mapping, shape)?, shape)
}

/// The value of a relation with one output at an input; none if it has none or several there.
pub(super) fn value(mapping: &Map, coordinate: &[i64]) -> Result<Option<i64>, PaperError> {
    match mapping.image(&[], coordinate, 1) {
        Ok(outputs) => Ok(outputs.first().and_then(|output| output.first()).copied()),
        Err(QuestionError::TooManyPairs { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub(super) fn out_of_budget(operations: u64) -> PaperError {
    PaperError::Question(QuestionError::Isl(IslError::OutOfBudget { operations }))
}
