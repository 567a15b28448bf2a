//! Which threads execute.

use std::rc::Rc;

/// A set of threads.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mask {
    is_in: Rc<[bool]>,
    count: usize,
}

impl Mask {
    pub fn all(threads: usize) -> Self {
        Mask { is_in: vec![true; threads].into(), count: threads }
    }

    pub fn new(is_in: Vec<bool>) -> Self {
        let count = is_in.iter().filter(|&&own| own).count();
        Mask { is_in: is_in.into(), count }
    }

    pub fn is_all(&self) -> bool {
        self.count == self.is_in.len()
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn has(&self, thread: usize) -> bool {
        self.is_in[thread]
    }

    /// The threads in order.
    pub fn threads(&self) -> impl Iterator<Item = usize> {
        self.is_in.iter().enumerate().filter(|(_, own)| **own).map(|(thread, _)| thread)
    }

    pub fn union(&self, other: &Mask) -> Mask {
        Mask::new(self.is_in.iter().zip(&*other.is_in).map(|(a, b)| *a || *b).collect())
    }

    /// Those threads of this for which it holds, and the others.
    pub fn split(&self, holds: impl Fn(usize) -> bool) -> (Mask, Mask) {
        let mut parts = [vec![false; self.is_in.len()], vec![false; self.is_in.len()]];
        for thread in self.threads() {
            parts[usize::from(!holds(thread))][thread] = true;
        }
        let [yes, no] = parts;
        (Mask::new(yes), Mask::new(no))
    }
}
