use std::fmt;

/// The hash FNV-1a with 64 bits of some texts, which is the same on every machine and in every version.
/// It tells texts apart that differ by chance, not those of somebody who wants them to be alike.
///
/// ```
/// use layout_math::text::Fingerprint;
///
/// let mut fingerprint = Fingerprint::default();
/// fingerprint.add("8:1");
/// assert_eq!(fingerprint.to_string(), "20d6423df4ded1c6");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    /// Adds a text, and a zero byte behind it.
    pub fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published test vectors of FNV-1a, which a zero byte follows here.
    #[test]
    fn the_hash_is_fnv_1a() {
        let mut fingerprint = Fingerprint::default();
        assert_eq!(fingerprint.0, 0xcbf2_9ce4_8422_2325);
        fingerprint.add("");
        // The hash of one byte 0.
        assert_eq!(fingerprint.0, 0xaf63_bd4c_8601_b7df);
    }
}
