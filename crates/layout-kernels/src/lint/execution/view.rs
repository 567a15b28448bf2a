//! Parts of a memory.

use rustc_hash::FxHashMap;

/// A part of an allocation: a box of it, and which of its dims the dims of the part are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MemoryPart {
    pub allocation: usize,
    /// From and to, in each dim of the allocation.
    pub ends: Vec<(i64, i64)>,
    /// Dims of the allocation; nothing if they are no longer told apart, as after a reshape.
    pub dims: Option<Vec<usize>>,
    /// The box is the part; if not, it is not known which part of the allocation is meant.
    pub is_known: bool,
}

impl MemoryPart {
    pub fn whole(allocation: usize, shape: &[i64]) -> Self {
        let ends = shape.iter().map(|&extent| (0, extent)).collect();
        MemoryPart { allocation, ends, dims: Some((0..shape.len()).collect()), is_known: true }
    }

    /// A part that is somewhere in this one.
    pub fn somewhere(&self) -> Self {
        MemoryPart { is_known: false, ..self.clone() }
    }

    /// The same elements in other dims.
    pub fn reshaped(&self) -> Self {
        MemoryPart { dims: None, ..self.clone() }
    }

    /// How many there are of the first dim.
    pub fn count(&self) -> Option<i64> {
        let (from, to) = self.ends[*self.dims.as_ref()?.first()?];
        Some(to - from)
    }

    /// One of the first dim, without that dim.
    pub fn at(&self, index: i64) -> Option<Self> {
        let mut part = self.clone();
        let dim = part.dims.as_mut()?.drain(..1).next()?;
        let from = part.ends[dim].0.checked_add(index)?;
        part.ends[dim] = (from, from.checked_add(1)?);
        Some(part)
    }

    /// A box of this one; of fewer dims, the first of this one are dropped.
    pub fn part(&self, offsets: &[i64], shape: &[i64]) -> Option<Self> {
        let dims = self.dims.as_ref().filter(|dims| dims.len() == offsets.len())?;
        let n_dropped = offsets.len().checked_sub(shape.len())?;
        let mut part = self.clone();
        for (at, (&dim, offset)) in dims.iter().zip(offsets).enumerate() {
            let extent = at.checked_sub(n_dropped).map_or(1, |at| shape[at]);
            let from = part.ends[dim].0.checked_add(*offset)?;
            part.ends[dim] = (from, from.checked_add(extent)?);
        }
        part.dims = Some(dims[n_dropped..].to_vec());
        Some(part)
    }

    /// The index of the first dim of the allocation that all of this is at, if it is one.
    fn index(&self) -> Option<i64> {
        let &(from, to) = self.ends.first()?;
        (from.checked_add(1) == Some(to)).then_some(from)
    }

    /// The first element that is in both, if it is known that there is one.
    pub fn common(&self, other: &MemoryPart) -> Option<Vec<i64>> {
        let is_comparable = self.is_known
            && other.is_known
            && self.allocation == other.allocation
            && self.ends.len() == other.ends.len();
        if !is_comparable {
            return None;
        }
        let ends = self.ends.iter().zip(&other.ends);
        ends.map(|(own, other)| {
            let from = own.0.max(other.0);
            (from < own.1.min(other.1)).then_some(from)
        })
        .collect()
    }
}

/// How many parts of memories there are at each index of the first dim.
#[derive(Debug, Clone, Default)]
pub(super) struct PartCounts {
    of_allocation: FxHashMap<usize, Counts>,
}

/// How many parts of an allocation are at one index of its first dim, by the index, and how many are at more.
#[derive(Debug, Clone, Default)]
struct Counts {
    at: FxHashMap<i64, usize>,
    wide: usize,
}

impl PartCounts {
    /// A part more, or one less.
    pub fn count(&mut self, part: &MemoryPart, is_new: bool) {
        let own = self.of_allocation.entry(part.allocation).or_default();
        let count = match part.index() {
            Some(index) => own.at.entry(index).or_default(),
            None => &mut own.wide,
        };
        *count = if is_new { *count + 1 } else { *count - 1 };
        if let (0, Some(index)) = (*count, part.index()) {
            own.at.remove(&index);
        }
    }

    /// False if this part has nothing in common with any.
    pub fn may_touch(&self, part: &MemoryPart) -> bool {
        let is_touched = |own: &Counts| match part.index() {
            Some(index) => 0 < own.wide || own.at.contains_key(&index),
            None => 0 < own.wide || !own.at.is_empty(),
        };
        self.of_allocation.get(&part.allocation).is_some_and(is_touched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_common_elements_where_their_boxes_meet() {
        let ring = MemoryPart::whole(0, &[3, 64, 32]);
        assert_eq!(ring.count(), Some(3));
        let (first, last) = (ring.at(0).unwrap(), ring.at(2).unwrap());
        assert_eq!(first.common(&last), None);
        assert_eq!(last.common(&ring), Some(vec![2, 0, 0]));
        let right = last.part(&[0, 16], &[64, 16]).unwrap();
        assert_eq!(right.common(&last), Some(vec![2, 0, 16]));
        assert_eq!(right.common(&last.part(&[0, 0], &[64, 16]).unwrap()), None);
        assert_eq!(right.common(&last.somewhere()), None);
        assert_eq!(right.common(&MemoryPart { allocation: 1, ..ring.clone() }), None);
        // An old subview names the buffer and the box at once.
        assert_eq!(ring.part(&[2, 0, 0], &[64, 32]), Some(last.clone()));
        assert_eq!(last.reshaped().at(0), None);
    }
}
