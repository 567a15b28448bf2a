//! `padded_shared`: shared memory with gaps.

use super::attribute::AttributeValue;
use super::cga::Cga;
use super::error::EncodingError;
use super::fit::{fit, identity_in_order};
use super::linear::read_bases;
use super::parameters::{Parameters, check_rank};
use layout_math::linear::LinearLayout;

/// `#ttg.padded_shared<[128:+8] {order, shape}>`, or with `offset` and `block` bases.
///
/// After every `interval` elements there is a gap of `padding` elements. A gap makes the map from
/// elements to offsets not linear; without the gaps it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PaddedShared {
    padding: Vec<Padding>,
    component: Component,
}

/// Triton's intervals are different powers of two: more of them than this would say nothing new.
const MAX_GAPS: usize = 32;

/// A gap of `padding` elements after every `interval` elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Padding {
    pub interval: i64,
    pub padding: i64,
}

#[derive(Debug, Clone, PartialEq)]
enum Component {
    Order { order: Vec<usize>, shape: Vec<i64>, cga: Cga },
    Bases(LinearLayout),
}

impl PaddedShared {
    pub const NAME: &str = "padded_shared";

    pub fn read(parameters: &Parameters<'_>) -> Result<Self, EncodingError> {
        let encoding = Self::NAME;
        let parameter = "intervals";
        let intervals = match parameters.values() {
            [] => return Err(EncodingError::Missing { encoding, parameter }),
            [AttributeValue::List(intervals)] => intervals,
            _ => return Err(parameters.malformed(parameter, "one list of interval:+padding")),
        };
        if intervals.is_empty() || MAX_GAPS < intervals.len() {
            let expected = "a list of 1 to 32 interval:+padding";
            return Err(EncodingError::Malformed { encoding, parameter, expected });
        }
        let mut padding = Vec::new();
        for value in intervals {
            let &AttributeValue::Padding { interval, padding: gap } = value else {
                let expected = "a list of interval:+padding";
                return Err(EncodingError::Malformed { encoding, parameter, expected });
            };
            for number in [interval, gap] {
                if !(1..=1 << 30).contains(&number) || number.count_ones() != 1 {
                    let expected = "a power of two up to 2^30";
                    return Err(parameters.out_of_range(parameter, number, expected));
                }
            }
            if padding.iter().any(|other: &Padding| other.interval == interval) {
                let expected = "an interval that is there once";
                return Err(parameters.out_of_range(parameter, interval, expected));
            }
            padding.push(Padding { interval, padding: gap });
        }
        let component = match parameters.value("order") {
            None => {
                let layout = read_bases(parameters, &["offset", "block"])?;
                let moves =
                    |basis: &Vec<i64>| basis.iter().map(|own| own.count_ones()).sum::<u32>();
                if layout.bases().any(|(_, bases)| bases.iter().any(|basis| 1 < moves(basis))) {
                    let reason = "a basis moves by a power of two in one dim";
                    return Err(EncodingError::Unsupported { encoding, reason });
                }
                Component::Bases(layout)
            }
            Some(_) => {
                let order = parameters.order("order")?;
                let shape = parameters.counts("shape")?;
                parameters.check_rank("shape", shape.len(), order.len())?;
                let cga = Cga::read(parameters, order.len())?;
                Component::Order { order, shape, cga }
            }
        };
        Ok(PaddedShared { padding, component })
    }

    pub fn rank(&self) -> usize {
        match &self.component {
            Component::Order { order, .. } => order.len(),
            Component::Bases(layout) => layout.out_dims().len(),
        }
    }

    pub fn padding(&self) -> &[Padding] {
        &self.padding
    }

    /// The map from offsets to elements if there were no gaps.
    pub fn without_gaps(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        match &self.component {
            Component::Bases(layout) => {
                let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
                check_rank(Self::NAME, "the shape", shape.len(), sizes.len())?;
                if sizes != shape {
                    return Err(differs(sizes, shape));
                }
                Ok(layout.clone())
            }
            Component::Order { order, shape: own, cga } => {
                check_rank(Self::NAME, "the shape", shape.len(), own.len())?;
                // The shape that is printed is that of one block.
                let block = cga.block_shape(shape)?;
                if &block != own && shape != own {
                    return Err(differs(own.clone(), shape));
                }
                fit(&identity_in_order("offset", &block, order)?, cga, shape)
            }
        }
    }
}

fn differs(expected: Vec<i64>, shape: &[i64]) -> EncodingError {
    let found = shape.to_vec();
    EncodingError::ShapeDiffers { encoding: PaddedShared::NAME, expected, found }
}
