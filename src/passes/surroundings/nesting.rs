//! How much is read for the sake of what else.

/// What variables are for that are read for the sake of others.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Nesting {
    /// How many loops and branches, one for the sake of another one.
    pub depth: usize,
    /// How often a value outside of all of the branches may be read: once in each region, and again for the
    /// regions of the next one. 0 is once, too.
    pub n_readings: usize,
}

impl Nesting {
    /// The same in a loop.
    pub fn inside(self) -> Self {
        Nesting { depth: self.depth + 1, ..self }
    }

    /// The same in one of the regions of a branch.
    pub fn inside_one_of(self, n_regions: usize) -> Self {
        let n_readings = self.n_readings.max(1).saturating_mul(n_regions);
        Nesting { n_readings, ..self.inside() }
    }
}
