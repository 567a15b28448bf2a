//! Any encoding of Triton's.

use super::amd_mfma::AmdMfma;
use super::amd_wmma::AmdWmma;
use super::attribute::Attribute;
use super::blocked::Blocked;
use super::dot_op::DotOp;
use super::error::{EncodingError, NotAnEncoding};
use super::linear::{Linear, SharedLinear};
use super::nvidia_mma::NvidiaMma;
use super::nvmma_shared::NvmmaShared;
use super::padded_shared::{PaddedShared, Padding};
use super::parameters::Parameters;
use super::slice::Slice;
use super::swizzled_shared::SwizzledShared;
use super::tensor_memory::{TensorMemory, TensorMemoryScales};
use layout_math::linear::{LinearError, LinearLayout, MAX_BITS, Side};

/// An encoding: how a tensor of any shape is distributed over registers, or laid out in a memory.
///
/// On a shape an encoding becomes a [`LinearLayout`] to the dims `dim0`, `dim1`, ... of the tensor,
/// from `register`, `lane`, `warp` and `block` for registers, `offset` and `block` for shared
/// memory, `row` and `col` for tensor memory. It is the layout that Triton's `toLinearLayout` gives,
/// bases in the same order.
///
/// # Example
///
/// ```
/// use layout_kernels::triton::Encoding;
///
/// let text = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>";
/// let encoding: Encoding = text.parse()?;
/// let layout = encoding.to_linear_layout(&[32, 8])?;
/// assert_eq!(
///     layout.to_string(),
///     "{register = [[0,1],[16,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]], warp = [[8,0]], block = []}"
/// );
///
/// let error = encoding.to_linear_layout(&[32, 12]).unwrap_err();
/// assert_eq!(error.to_string(), "out-dim dim1 has size 12, which is not a power of two");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding(Family);

/// The encoding by its family.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Family {
    Blocked(Blocked),
    Slice(Slice),
    Linear(Linear),
    NvidiaMma(NvidiaMma),
    DotOp(DotOp),
    AmdMfma(AmdMfma),
    AmdWmma(AmdWmma),
    SwizzledShared(SwizzledShared),
    /// `#triton_gpu.shared` with a leading offset, which needs the size of the elements.
    LeadingOffset(SwizzledShared),
    NvmmaShared(NvmmaShared),
    PaddedShared(PaddedShared),
    SharedLinear(SharedLinear),
    TensorMemory(TensorMemory),
    TensorMemoryScales(TensorMemoryScales),
}

/// The names of the encodings that are read.
const NAMES: [&str; 15] = [
    Blocked::NAME,
    Slice::NAME,
    Linear::NAME,
    NvidiaMma::NAME,
    DotOp::NAME,
    AmdMfma::NAME,
    AmdWmma::NAME,
    SwizzledShared::NAME,
    SwizzledShared::ROTATING,
    SwizzledShared::OLDER,
    NvmmaShared::NAME,
    PaddedShared::NAME,
    SharedLinear::NAME,
    TensorMemory::NAME,
    TensorMemoryScales::NAME,
];

impl Encoding {
    /// Reads an encoding from its attribute.
    ///
    /// The dialect in the name (`ttg`, `triton_gpu`, `ttng`, ...) is not looked at, so that all
    /// versions are read.
    ///
    /// # Errors
    ///
    /// A name that is not an encoding of Triton's; a parameter that is missing, malformed, out of range or
    /// not known.
    pub fn read(attribute: &Attribute) -> Result<Self, EncodingError> {
        let unknown = || EncodingError::Unknown { encoding: attribute.name().to_owned() };
        let name = NAMES.into_iter().find(|name| *name == attribute.name()).ok_or_else(unknown)?;
        let parameters = &Parameters::new(attribute, name);
        let family = match name {
            Blocked::NAME => Family::Blocked(Blocked::read(parameters)?),
            Slice::NAME => Family::Slice(Slice::read(parameters)?),
            Linear::NAME => Family::Linear(Linear::read(parameters)?),
            NvidiaMma::NAME => Family::NvidiaMma(NvidiaMma::read(parameters)?),
            DotOp::NAME => Family::DotOp(DotOp::read(parameters)?),
            AmdMfma::NAME => Family::AmdMfma(AmdMfma::read(parameters)?),
            AmdWmma::NAME => Family::AmdWmma(AmdWmma::read(parameters)?),
            SwizzledShared::NAME | SwizzledShared::ROTATING => {
                Family::SwizzledShared(SwizzledShared::read(parameters)?)
            }
            SwizzledShared::OLDER => {
                let shared = SwizzledShared::read(parameters)?;
                match parameters.flag("hasLeadingOffset")? {
                    true => Family::LeadingOffset(shared),
                    false => Family::SwizzledShared(shared),
                }
            }
            NvmmaShared::NAME => Family::NvmmaShared(NvmmaShared::read(parameters)?),
            PaddedShared::NAME => Family::PaddedShared(PaddedShared::read(parameters)?),
            SharedLinear::NAME => Family::SharedLinear(SharedLinear::read(parameters)?),
            TensorMemory::NAME => Family::TensorMemory(TensorMemory::read(parameters)?),
            TensorMemoryScales::NAME => {
                Family::TensorMemoryScales(TensorMemoryScales::read(parameters)?)
            }
            _ => return Err(unknown()),
        };
        parameters.check_all_asked()?;
        Ok(Encoding(family))
    }

    pub(super) fn family(self) -> Family {
        self.0
    }

    /// What is left of this encoding when a dim has been reduced.
    pub(crate) fn reduced(self, dim: usize) -> Self {
        Encoding(Family::Slice(Slice::of(dim, self)))
    }

    /// The encoding that the first or the second operand of a product in this encoding has, with this
    /// `kWidth`.
    ///
    /// # Errors
    ///
    /// An encoding that no product has; a width that none has, or none where there is one.
    pub(crate) fn of_operand(
        self,
        operand: usize,
        k_width: Option<i64>,
    ) -> Result<Self, EncodingError> {
        Ok(Encoding(Family::DotOp(DotOp::of(operand, k_width, self)?)))
    }

    /// The rank of the tensors that the encoding is for.
    pub fn rank(&self) -> usize {
        match &self.0 {
            Family::Blocked(encoding) => encoding.rank(),
            Family::Slice(encoding) => encoding.rank(),
            Family::Linear(encoding) => encoding.rank(),
            Family::NvidiaMma(encoding) => encoding.rank(),
            Family::DotOp(encoding) => encoding.rank(),
            Family::AmdMfma(encoding) => encoding.rank(),
            Family::AmdWmma(encoding) => encoding.rank(),
            Family::SwizzledShared(encoding) | Family::LeadingOffset(encoding) => encoding.rank(),
            Family::NvmmaShared(encoding) => encoding.rank(),
            Family::PaddedShared(encoding) => encoding.rank(),
            Family::SharedLinear(encoding) => encoding.rank(),
            Family::TensorMemory(_) | Family::TensorMemoryScales(_) => 2,
        }
    }

    /// The layout on a shape.
    ///
    /// # Errors
    ///
    /// A shape that is not of the encoding's rank, or too small for it; an extent that is not a power of
    /// two; a combination that Triton refuses; a padded encoding, which is not linear (see
    /// [`Encoding::without_gaps`]).
    pub fn to_linear_layout(&self, shape: &[i64]) -> Result<LinearLayout, EncodingError> {
        check_shape(shape)?;
        match &self.0 {
            Family::Blocked(encoding) => encoding.to_linear(shape),
            Family::Slice(encoding) => encoding.to_linear(shape),
            Family::Linear(encoding) => encoding.to_linear(shape),
            Family::NvidiaMma(encoding) => encoding.to_linear(shape),
            Family::DotOp(encoding) => encoding.to_linear(shape),
            Family::AmdMfma(encoding) => encoding.to_linear(shape),
            Family::AmdWmma(encoding) => encoding.to_linear(shape),
            Family::SwizzledShared(encoding) => encoding.to_linear(shape),
            Family::LeadingOffset(_) => {
                let reason = "with a leading offset the layout depends on the size of the elements";
                Err(EncodingError::Unsupported { encoding: "shared", reason })
            }
            Family::NvmmaShared(encoding) => encoding.to_linear(shape),
            Family::PaddedShared(_) => {
                Err(EncodingError::NotLinear { encoding: PaddedShared::NAME })
            }
            Family::SharedLinear(encoding) => encoding.to_linear(shape),
            Family::TensorMemory(encoding) => encoding.to_linear(shape),
            Family::TensorMemoryScales(encoding) => encoding.to_linear(shape),
        }
    }

    /// The layout on a shape of elements of this size; only `#triton_gpu.shared` with a leading
    /// offset and tensor memory look at the size.
    ///
    /// # Errors
    ///
    /// As [`Encoding::to_linear_layout`].
    pub fn to_linear_layout_of(
        &self,
        shape: &[i64],
        element_bits: u32,
    ) -> Result<LinearLayout, EncodingError> {
        match &self.0 {
            Family::LeadingOffset(shared) => {
                check_shape(shape)?;
                if ![8, 16, 32, 64].contains(&element_bits) {
                    return Err(EncodingError::OutOfRange {
                        encoding: "shared",
                        parameter: "the size of an element",
                        value: i64::from(element_bits),
                        expected: "8, 16, 32 or 64 bits",
                    });
                }
                shared.with_leading_offset(i64::from(element_bits))?.to_linear(shape)
            }
            Family::TensorMemory(encoding) => {
                encoding.check_columns(element_bits)?;
                self.to_linear_layout(shape)
            }
            _ => self.to_linear_layout(shape),
        }
    }

    /// The encoding whose rows follow each other in the same order without a swizzle or gaps, if a
    /// swizzle of one's own choice could take their place: not where the hardware fixes it.
    pub fn without_swizzle(&self) -> Option<Encoding> {
        match &self.0 {
            Family::SwizzledShared(shared) => {
                Some(Encoding(Family::SwizzledShared(shared.without_swizzle())))
            }
            Family::PaddedShared(_) => Some(self.clone()),
            _ => None,
        }
    }

    /// For tensor memory the bits from one column of the layout to the next, elements having so many;
    /// nothing for other encodings.
    pub fn column_bits(&self, element_bits: u32) -> Option<u32> {
        match &self.0 {
            Family::TensorMemory(encoding) => Some(encoding.column_bits(element_bits)),
            Family::TensorMemoryScales(_) => Some(element_bits),
            _ => None,
        }
    }

    /// The layout on a shape with the gaps of a padded encoding closed, and the gaps; for any other
    /// encoding its layout and no gaps.
    ///
    /// The element at offset o of the layout is at `o + sum of padding * (o / interval)`.
    ///
    /// # Errors
    ///
    /// As [`Encoding::to_linear_layout_of`], padded encodings excepted.
    pub fn without_gaps(
        &self,
        shape: &[i64],
        element_bits: u32,
    ) -> Result<(LinearLayout, &[Padding]), EncodingError> {
        match &self.0 {
            Family::PaddedShared(encoding) => {
                check_shape(shape)?;
                Ok((encoding.without_gaps(shape)?, encoding.padding()))
            }
            _ => Ok((self.to_linear_layout_of(shape, element_bits)?, &[])),
        }
    }
}

impl std::str::FromStr for Encoding {
    type Err = NotAnEncoding;

    /// Reads one attribute, as it stands in a file that has no alias for it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut reader = super::reader::Reader::new(text);
        let attribute = Attribute::read(&mut reader)?;
        if reader.peek() != super::lexer::Token::End {
            return Err(reader.expected("the end").into());
        }
        Ok(Encoding::read(&attribute)?)
    }
}

/// Triton has tensors with extents that are powers of two only; their product is the size of a side
/// of a layout.
fn check_shape(shape: &[i64]) -> Result<(), EncodingError> {
    for (dim, &size) in shape.iter().enumerate() {
        if size < 1 || size.count_ones() != 1 {
            let (side, name) = (Side::Out, super::dims::dim_name(dim));
            return Err(LinearError::SizeNotPowerOfTwo { side, name, size }.into());
        }
    }
    let bits = shape.iter().map(|size| u64::from(size.trailing_zeros())).sum();
    if u64::from(MAX_BITS) < bits {
        return Err(LinearError::TooManyBits { side: Side::Out, bits }.into());
    }
    Ok(())
}
