//! The operations of CuTe's algebra on numbers in an array, without allocation and without proofs: what
//! the work itself costs. Each writes its answer to modes that are there already.

/// The most modes.
const MAX: usize = 32;

/// Modes from left to right.
#[derive(Debug, Clone)]
pub struct Modes {
    len: usize,
    extents: [i64; MAX],
    strides: [i64; MAX],
}

impl Modes {
    pub const NONE: Modes = Modes { len: 0, extents: [0; MAX], strides: [0; MAX] };

    pub fn of(modes: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let mut result = Modes::NONE;
        modes.into_iter().for_each(|(extent, stride)| result.push(extent, stride));
        result
    }

    pub fn iter(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let extents = self.extents[..self.len].iter().copied();
        extents.zip(self.strides[..self.len].iter().copied())
    }

    fn push(&mut self, extent: i64, stride: i64) {
        self.extents[self.len] = extent;
        self.strides[self.len] = stride;
        self.len += 1;
    }

    /// With one mode more at the end, which goes on where the last one ends or is another one.
    fn join(&mut self, extent: i64, stride: i64) {
        if extent == 1 {
            return;
        }
        match self.len.checked_sub(1) {
            Some(last) if self.strides[last] * self.extents[last] == stride => {
                self.extents[last] *= extent;
            }
            _ => self.push(extent, stride),
        }
    }

    /// What is left of no mode is one of extent 1.
    fn finish(&mut self) {
        if self.len == 0 {
            self.push(1, 0);
        }
    }
}

pub fn offset(modes: &Modes, coordinate: i64) -> i64 {
    let mut rest = coordinate as u64;
    let mut offset = 0;
    let last = modes.len - 1;
    for mode in 0..last {
        let extent = modes.extents[mode] as u64;
        offset += (rest % extent) as i64 * modes.strides[mode];
        rest /= extent;
    }
    offset + rest as i64 * modes.strides[last]
}

pub fn coalesce(modes: &Modes, result: &mut Modes) {
    result.len = 0;
    modes.iter().for_each(|(extent, stride)| result.join(extent, stride));
    result.finish();
}

/// The coalesced modes by ascending stride: stride, extent, and the size of those before.
fn by_stride(modes: &Modes, sorted: &mut [(i64, i64, i64); MAX]) -> usize {
    let mut coalesced = Modes::NONE;
    coalesce(modes, &mut coalesced);
    let mut begin = 1;
    for (mode, (extent, stride)) in coalesced.iter().enumerate() {
        sorted[mode] = (stride, extent, begin);
        begin *= extent;
    }
    sorted[..coalesced.len].sort_unstable();
    coalesced.len
}

pub fn right_inverse(modes: &Modes, result: &mut Modes) {
    let mut sorted = [(0, 0, 0); MAX];
    let len = by_stride(modes, &mut sorted);
    result.len = 0;
    let mut end = 1;
    for &(stride, extent, begin) in &sorted[..len] {
        if stride == end {
            result.join(extent, begin);
            end *= extent;
        }
    }
    result.finish();
}

/// False if the strides do not divide each other.
pub fn left_inverse(modes: &Modes, result: &mut Modes) -> bool {
    let mut sorted = [(0, 0, 0); MAX];
    let len = by_stride(modes, &mut sorted);
    result.len = 0;
    result.join(sorted[0].0, 0);
    for mode in 0..len {
        let (stride, extent, begin) = sorted[mode];
        if mode + 1 == len {
            result.join(extent, begin);
            break;
        }
        let next = sorted[mode + 1].0;
        if next % stride != 0 || next / stride < extent {
            return false;
        }
        result.join(next / stride, begin);
    }
    result.finish();
    true
}

/// False if the modes interleave.
pub fn complement(modes: &Modes, size: i64, result: &mut Modes) -> bool {
    let mut sorted = [(0, 0, 0); MAX];
    let len = by_stride(modes, &mut sorted);
    result.len = 0;
    let mut end = 1;
    for &(stride, extent, _) in &sorted[..len] {
        if stride < end {
            return false;
        }
        result.join(stride / end, end);
        end = stride * extent;
    }
    result.join((size - 1) / end + 1, end);
    result.finish();
    true
}

/// CuTe's composition, flat; false if it is not seen to be right.
pub fn compose(outer: &Modes, inner: &Modes, result: &mut Modes) -> bool {
    let mut g = Modes::NONE;
    coalesce(outer, &mut g);
    let mut peaks = [0; MAX];
    result.len = 0;
    for (extent, stride) in inner.iter() {
        if !compose_mode(&g, (extent, stride), &mut peaks, result) {
            return false;
        }
    }
    (0..g.len - 1).all(|mode| peaks[mode] < g.extents[mode])
}

fn compose_mode(
    g: &Modes,
    (extent, stride): (i64, i64),
    peaks: &mut [i64; MAX],
    result: &mut Modes,
) -> bool {
    if stride == 0 || extent == 1 {
        result.push(extent, 0);
        return true;
    }
    let (mut left, mut step) = (extent as u64, stride as u64);
    let bounded = g.iter().take(g.len - 1);
    for ((size, along), peak) in bounded.zip(peaks) {
        let size = size as u64;
        let (quotient, remainder) = (step / size, step % size);
        if remainder == 0 {
            step = quotient;
            continue;
        }
        let taken = size.div_ceil(step).min(left);
        if left % taken != 0 {
            return false;
        }
        left /= taken;
        if 1 < taken {
            result.push(taken as i64, along * step as i64);
        }
        *peak += ((taken - 1) * step) as i64;
        if left == 1 {
            return true;
        }
        if !size.is_multiple_of(step) {
            return false;
        }
        step = quotient + 1;
    }
    result.push(left as i64, g.strides[g.len - 1] * step as i64);
    true
}

/// The two parts of the division, flat.
pub fn divide(layout: &Modes, tile: &Modes, parts: &mut [Modes; 2]) -> bool {
    let mut rest = Modes::NONE;
    let size = layout.extents[..layout.len].iter().product();
    let [first, second] = parts;
    complement(tile, size, &mut rest)
        && compose(layout, tile, first)
        && compose(layout, &rest, second)
}

/// True if every stride is greater than the sum of what the smaller ones reach.
pub fn injective(modes: &Modes) -> bool {
    let mut sorted = [(0, 0, 0); MAX];
    let len = by_stride(modes, &mut sorted);
    let mut reach = 0;
    sorted[..len].iter().all(|&(stride, extent, _)| {
        let is_apart = reach < stride;
        reach += (extent - 1) * stride;
        is_apart
    })
}

pub fn equal(left: &Modes, right: &Modes) -> bool {
    let (mut a, mut b) = (Modes::NONE, Modes::NONE);
    coalesce(left, &mut a);
    coalesce(right, &mut b);
    a.extents[..a.len] == b.extents[..b.len] && a.strides[..a.len] == b.strides[..b.len]
}
