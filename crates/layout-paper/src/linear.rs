use super::error::PaperError;
use super::mapping::coordinate_mapping;
use layout_math::cute::Tuple;
use layout_math::linear::{Dim, LinearLayout};
use layout_math::relation::{Context, InDim, Map, Relation, View};

/// A linear layout as a map between binary spaces: section 5.2, the paper's `M_bv`.
///
/// Law: from the bits of the integral coordinate to those of the offset, lowest bit first, each
/// output bit the parity of the coordinate bits whose basis vectors have it, and of the constant.
///
/// Put right: erratum 2, the range of `zeros` has all output bits, `[0,0,0]`.
///
/// Cost: a parity for each output bit, and for isl as many divisions.
///
/// # Errors
///
/// [`PaperError::Question`] when the budget runs out.
///
/// ```
/// use layout_paper::binary_mapping;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let zeros = "{i = [[0], [0], [0]]} -> [o = 8]".parse()?;
/// let printed: Relation = "{ [c0, c1, c2] -> [0, 0, 0] : 0 <= c0,c1,c2 <= 1 }".parse()?;
/// let mapping = binary_mapping(&context, &zeros)?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn binary_mapping(context: &Context, layout: &LinearLayout) -> Result<Map, PaperError> {
    Ok(binary_relation(layout)?.to_map(context)?)
}

/// The relation of [`binary_mapping`], as it is written down.
pub(super) fn binary_relation(layout: &LinearLayout) -> Result<Relation, PaperError> {
    let bits_of = |value: &[i64]| -> Vec<i64> {
        let parts = value.iter().zip(layout.out_dims());
        parts.flat_map(|(&part, dim)| (0..dim.bits()).map(move |bit| part >> bit & 1)).collect()
    };
    let in_dims: Vec<InDim> = layout
        .bases()
        .flat_map(|(_, bases)| bases)
        .enumerate()
        .map(|(at, basis)| InDim { name: format!("c{at}"), bases: vec![bits_of(&basis)] })
        .collect();
    let constant = bits_of(&layout.constant());
    let names: Vec<String> = (0..constant.len()).map(|at| format!("i{at}")).collect();
    let out_dims: Vec<(&str, i64)> = names.iter().map(|name| (name.as_str(), 2)).collect();
    Ok(Relation::from_bases(&in_dims, &out_dims, &constant, &View::Natural)?)
}

/// The layout mapping of a linear layout: section 5.3, from the coordinates in its in-dims to those
/// in its out-dims.
///
/// Law: `M_ni after M_li after M_bv after M_bc after M_ic`: coordinates are counted, leftmost dim
/// fastest, the number is cut into bits, and back again.
///
/// Put right: erratum 1, the mapping of `2d_transpose` is `[c0, c1] -> [c1, c0]`.
///
/// Cost: four compositions, with a division for each bit. Sparse maps of 24 bits take milliseconds.
///
/// # Errors
///
/// [`PaperError::Question`] when the budget runs out.
///
/// ```
/// use layout_paper::linear_mapping;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(1_000_000);
/// let transpose = "{i = [[0,1],[0,2]], j = [[1,0],[2,0]]} -> [dim0 = 4, dim1 = 4]".parse()?;
/// let printed: Relation = "{ [c0, c1] -> [c1, c0] : 0 <= c0,c1 <= 3 }".parse()?;
/// let mapping = linear_mapping(&context, &transpose)?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn linear_mapping(context: &Context, layout: &LinearLayout) -> Result<Map, PaperError> {
    let natural = |dims: &[Dim]| {
        let sizes = dims.iter().map(|dim| Tuple::Leaf(dim.size())).collect();
        coordinate_mapping(context, &Tuple::Node(sizes))
    };
    let binary = |dims: &[Dim]| {
        let bits: u32 = dims.iter().map(Dim::bits).sum();
        coordinate_mapping(context, &Tuple::Node((0..bits).map(|_| Tuple::Leaf(2)).collect()))
    };
    let coordinate_bits = natural(layout.in_dims())?.reverse()?.then(&binary(layout.in_dims())?)?;
    let index = binary(layout.out_dims())?.reverse()?.then(&natural(layout.out_dims())?)?;
    Ok(coordinate_bits.then(&binary_mapping(context, layout)?)?.then(&index)?)
}
