//! The accesses of random programs.

use fastrand::Rng;

/// What an access is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Load,
    Store,
    /// With the program's map of the last index.
    AffineLoad,
    AffineStore,
    VectorLoad,
    VectorStore,
    /// With the lanes of the program's mask.
    MaskedLoad,
    MaskedStore,
    /// With whether the program says that the transfer is in bounds.
    TransferRead(bool),
    TransferWrite(bool),
    /// From and to a view whose elements are the program's stride apart, all of them or none.
    CopyFrom,
    CopyTo,
}

impl Kind {
    const ALL: [Kind; 14] = [
        Kind::Load,
        Kind::Load,
        Kind::Store,
        Kind::Store,
        Kind::VectorLoad,
        Kind::VectorStore,
        Kind::MaskedLoad,
        Kind::MaskedStore,
        Kind::TransferRead(true),
        Kind::TransferRead(false),
        Kind::TransferWrite(true),
        Kind::TransferWrite(false),
        Kind::CopyFrom,
        Kind::CopyTo,
    ];

    /// An access; one of `affine` only where its index is a dimension or a symbol.
    pub fn random(random: &mut Rng, may_be_affine: bool) -> Self {
        match may_be_affine && random.u8(..3) == 0 {
            true => random.choice([Kind::AffineLoad, Kind::AffineStore]).unwrap(),
            false => *random.choice(&Kind::ALL).unwrap(),
        }
    }

    pub fn is_load(self) -> bool {
        matches!(
            self,
            Kind::Load
                | Kind::AffineLoad
                | Kind::VectorLoad
                | Kind::MaskedLoad
                | Kind::TransferRead(_)
                | Kind::CopyFrom
        )
    }

    pub fn is_affine(self) -> bool {
        matches!(self, Kind::AffineLoad | Kind::AffineStore)
    }

    /// True for a transfer that says that all of its lanes are in bounds.
    pub fn is_promise(self) -> bool {
        matches!(self, Kind::TransferRead(true) | Kind::TransferWrite(true))
    }

    pub fn is_copy(self) -> bool {
        matches!(self, Kind::CopyFrom | Kind::CopyTo)
    }

    pub fn is_masked(self) -> bool {
        matches!(self, Kind::MaskedLoad | Kind::MaskedStore)
    }

    /// True for accesses of more elements than one.
    pub fn is_wide(self) -> bool {
        !self.is_affine() && !matches!(self, Kind::Load | Kind::Store)
    }

    /// What a load gives for an element that it does not access.
    pub fn fill(self) -> i64 {
        match self {
            Kind::MaskedLoad => THROUGH,
            Kind::TransferRead(_) => PADDING,
            _ => 0,
        }
    }
}

/// What masked loads and transfers give for elements that they leave out.
pub const THROUGH: i64 = 5;
pub const PADDING: i64 = 7;

/// `floor((scale*x + shift) / divisor) mod modulus`, without a modulus if that is 0.
#[derive(Debug, Clone, Copy)]
pub struct Map {
    scale: i64,
    shift: i64,
    divisor: i64,
    modulus: i64,
}

impl Map {
    pub fn random(random: &mut Rng) -> Self {
        Map {
            scale: random.choice([1, 1, 2, 3, -1]).unwrap(),
            shift: random.i64(-2..=3),
            divisor: random.choice([1, 1, 2, 3]).unwrap(),
            modulus: random.choice([0, 0, 4, 6]).unwrap(),
        }
    }

    pub fn of(&self, index: i64) -> i64 {
        let quotient = (self.scale * index + self.shift).div_euclid(self.divisor);
        if self.modulus == 0 { quotient } else { quotient.rem_euclid(self.modulus) }
    }

    /// As an affine expression.
    pub fn text(&self, index: &str) -> String {
        let Map { scale, shift, divisor, modulus } = self;
        let quotient = format!("({index} * {scale} + {shift}) floordiv {divisor}");
        if *modulus == 0 { quotient } else { format!("({quotient}) mod {modulus}") }
    }
}
