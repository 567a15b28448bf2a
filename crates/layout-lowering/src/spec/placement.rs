//! Where elements are: in registers of threads, and in bytes of memories.

use layout_kernels::triton::{self, Encoding, Padding};
use layout_math::linear::LinearLayout;

use crate::machine::{COLUMN_BYTES, cell_name};

/// How a tensor is distributed over registers.
#[derive(Debug)]
pub(crate) struct Distribution {
    registers: Vec<u32>,
    lanes: Vec<u32>,
    warps: Vec<u32>,
}

/// The elements that the bits of an in-dim stand for, as numbers of elements, the last dim fastest.
fn bases(layout: &LinearLayout, name: &str, shape: &[i64]) -> Vec<u32> {
    let own = layout.bases().find(|(dim, _)| dim.name() == name);
    let coordinates = own.map(|(_, bases)| bases).unwrap_or_default();
    coordinates.iter().map(|coordinate| flatten(coordinate, shape)).collect()
}

fn flatten(coordinate: &[i64], shape: &[i64]) -> u32 {
    coordinate.iter().zip(shape).fold(0, |flat, (&own, &size)| flat * size as u32 + own as u32)
}

fn xored(bases: &[u32], number: usize) -> u32 {
    let own = bases.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
    own.fold(0, |sum, (_, base)| sum ^ base)
}

/// The layout on the shape, and that its size is no more than what can be numbered.
fn layout_of(
    encoding: &Encoding,
    shape: &[i64],
    bits: u32,
) -> Result<(LinearLayout, Vec<Padding>), String> {
    let (layout, padding) =
        encoding.without_gaps(shape, bits).map_err(|error| error.to_string())?;
    if layout.bases().any(|(dim, own)| dim.name() == "block" && !own.is_empty()) {
        return Err("a layout over several blocks".to_owned());
    }
    match super::n_elements(shape) <= 1 << 24 {
        true => Ok((layout, padding.to_vec())),
        false => Err("a tensor of more than 2^24 elements".to_owned()),
    }
}

fn encoding_of(attribute: Option<&triton::Attribute>) -> Result<Encoding, String> {
    let attribute = attribute.ok_or("a tensor without an encoding")?;
    Encoding::read(attribute).map_err(|error| error.to_string())
}

impl Distribution {
    /// The distribution of a tensor over so many warps of so many lanes.
    pub fn new(tensor: &triton::Tensor, warps: usize, lanes: usize) -> Result<Self, String> {
        let own = Distribution::read(tensor)?;
        for (bases, expected, what) in [(&own.lanes, lanes, "lanes"), (&own.warps, warps, "warps")]
        {
            if 1 << bases.len() != expected {
                return Err(format!("a layout of {} {what} of {expected}", 1 << bases.len()));
            }
        }
        Ok(own)
    }

    /// The lanes and the warps of the layout of a tensor, if it is known.
    pub fn threads(tensor: &triton::Tensor) -> Option<(usize, usize)> {
        let own = Distribution::read(tensor).ok()?;
        Some((1 << own.lanes.len(), 1 << own.warps.len()))
    }

    fn read(tensor: &triton::Tensor) -> Result<Self, String> {
        let encoding = encoding_of(tensor.encoding())?;
        let bits = tensor.element().bits().ok_or("elements of a size that is not known")?;
        let shape = tensor.shape();
        let (layout, _) = layout_of(&encoding, shape, bits)?;
        Ok(Distribution {
            registers: bases(&layout, "register", shape),
            lanes: bases(&layout, "lane", shape),
            warps: bases(&layout, "warp", shape),
        })
    }

    /// One element, which all threads have.
    pub fn same() -> Self {
        Distribution { registers: Vec::new(), lanes: Vec::new(), warps: Vec::new() }
    }

    /// So that register i of a function is register i of this: those that repeat are dropped, unless the
    /// function has all of them.
    pub fn fit(mut self, n_registers: usize) -> Option<Self> {
        if 1 << self.registers.len() != n_registers {
            self.registers.retain(|&base| base != 0);
        }
        (1 << self.registers.len() == n_registers).then_some(self)
    }

    /// How many registers there are, those that repeat dropped.
    pub fn n_registers(&self) -> usize {
        1 << self.registers.iter().filter(|&&base| base != 0).count()
    }

    /// How many registers there are.
    pub fn n_all_registers(&self) -> usize {
        1 << self.registers.len()
    }

    /// The number of the element in a register of a thread.
    pub fn element(&self, register: usize, lane: usize, warp: usize) -> usize {
        let sum =
            xored(&self.registers, register) ^ xored(&self.lanes, lane) ^ xored(&self.warps, warp);
        sum as usize
    }
}

/// Where the elements of a memory are.
#[derive(Debug)]
pub(crate) struct Placed {
    /// The byte that each element of each buffer begins at, with the number of the element. In tensor
    /// memory a warp may have an element of its own that others have, too.
    pub places: Vec<(u64, u32)>,
    /// The bytes of all of it.
    pub length: u64,
    /// The shape of all of it, the buffers first.
    pub shape: Vec<i64>,
    pub is_tensor_memory: bool,
}

impl Placed {
    pub fn new(memory: &triton::MemDesc) -> Result<Self, String> {
        let encoding = encoding_of(memory.tensor().encoding())?;
        let bits = memory.element().bits().ok_or("elements of a size that is not known")?;
        let whole = memory.laid_out_shape();
        let rank = encoding.rank();
        let n_leading = whole.len().checked_sub(rank).ok_or("a memory of a lower rank")?;
        let (leading, shape) = whole.split_at(n_leading);
        let (layout, padding) = layout_of(&encoding, shape, bits)?;
        let [n_buffers, size] = [leading, shape].map(super::n_elements);
        if n_buffers < 1 || n_buffers.saturating_mul(size) > 1 << 24 {
            return Err(TOO_LARGE.to_owned());
        }
        let buffers = Buffers { layout: &layout, shape, n_buffers: n_buffers as u64 };
        let column_bits = encoding.column_bits(bits);
        let (places, length) = match column_bits {
            Some(column_bits) => buffers.in_tensor_memory(bits, column_bits)?,
            None => buffers.in_shared_memory(u64::from(bits.div_ceil(8)), &padding)?,
        };
        let is_tensor_memory = column_bits.is_some();
        Ok(Placed { places, length, shape: whole.to_vec(), is_tensor_memory })
    }

    /// How many elements there are.
    pub fn n_elements(&self) -> usize {
        super::n_elements(&self.shape)
    }

    /// The place at an offset, in words.
    pub fn name(&self, offset: u64) -> String {
        match self.is_tensor_memory {
            true => cell_name(offset),
            false => format!("byte {offset}"),
        }
    }
}

const TOO_LARGE: &str = "a memory of more than 2^24 elements";

/// Some memories of one layout, one behind the other.
struct Buffers<'b> {
    layout: &'b LinearLayout,
    shape: &'b [i64],
    n_buffers: u64,
}

impl Buffers<'_> {
    fn n_elements(&self) -> usize {
        super::n_elements(self.shape)
    }

    fn in_shared_memory(
        &self,
        bytes: u64,
        padding: &[Padding],
    ) -> Result<(Vec<(u64, u32)>, u64), String> {
        let bases = bases(self.layout, "offset", self.shape);
        if bases.len() > 24 {
            return Err(TOO_LARGE.to_owned());
        }
        let padded = |offset: u64| {
            let gaps = padding
                .iter()
                .map(|own| offset / own.interval.max(1) as u64 * own.padding.max(0) as u64);
            offset + gaps.sum::<u64>()
        };
        let size = self.n_elements();
        let mut offsets = vec![None; self.n_buffers as usize * size];
        let mut length = 0;
        for buffer in 0..self.n_buffers as usize {
            for offset in 0..1_usize << bases.len() {
                let at = buffer << bases.len() | offset;
                let byte = padded(at as u64) * bytes;
                let element = &mut offsets[buffer * size + xored(&bases, offset) as usize];
                if element.replace(byte).is_some() {
                    return Err("a memory that has an element twice".to_owned());
                }
                length = length.max(byte + bytes);
            }
        }
        let offsets: Option<Vec<u64>> = offsets.into_iter().collect();
        let offsets = offsets.ok_or("a memory that lacks an element")?;
        Ok((offsets.into_iter().zip(0..).collect(), length))
    }

    /// A row is a lane, and a column of the layout so many bits of it. A base of 0 is a gap, but if all
    /// lanes of a warp are on one side of it: then another warp has the same elements.
    fn in_tensor_memory(
        &self,
        bits: u32,
        column_bits: u32,
    ) -> Result<(Vec<(u64, u32)>, u64), String> {
        /// Lanes of a warp, as a number of bits.
        const OF_A_WARP: usize = 5;
        if ![8, 16, 32].contains(&bits) {
            return Err(format!("elements of {bits} bits in tensor memory"));
        }
        let [rows, columns] = ["row", "col"].map(|name| bases(self.layout, name, self.shape));
        let is_gap = |bases: &[u32], number: usize| {
            bases.iter().enumerate().any(|(bit, &base)| base == 0 && number >> bit & 1 == 1)
        };
        if rows.len() > 7 || columns.len() > 24 {
            return Err(TOO_LARGE.to_owned());
        }
        let width = (u64::from(column_bits) << columns.len()).div_ceil(32);
        let size = self.n_elements();
        let mut places = Vec::with_capacity(self.n_buffers as usize * size);
        for buffer in 0..self.n_buffers {
            for column in (0..1_usize << columns.len()).filter(|&own| !is_gap(&columns, own)) {
                let bit = column as u64 * u64::from(column_bits);
                let begin = (buffer * width + bit / 32) * COLUMN_BYTES + bit % 32 / 8;
                let of_a_warp = &rows[..rows.len().min(OF_A_WARP)];
                for row in (0..1_usize << rows.len()).filter(|&own| !is_gap(of_a_warp, own)) {
                    let element = xored(&rows, row) ^ xored(&columns, column);
                    places.push((begin + 4 * row as u64, buffer as u32 * size as u32 + element));
                }
            }
        }
        let mut is_there = vec![false; self.n_buffers as usize * size];
        places.iter().for_each(|&(_, element)| is_there[element as usize] = true);
        match is_there.contains(&false) {
            true => Err("a memory that lacks an element".to_owned()),
            false => Ok((places, self.n_buffers * width * COLUMN_BYTES)),
        }
    }
}
