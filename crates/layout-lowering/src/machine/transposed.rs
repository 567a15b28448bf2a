//! AMD's loads from shared memory that transpose: each lane loads a few neighboring elements, and the
//! lanes of a group of 16 exchange them.

/// Which lane of a group has loaded what a lane receives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Exchange {
    /// `ds_read_b64_tr_b16` and `ds_read_b64_tr_b8` of gfx950: a row of 16 elements is what as many
    /// lanes load as hold it, and lane `i` receives element `i` of each row.
    RowsOfSixteen,
    /// `ds_load_tr16_b128` of gfx1250: 8 neighboring lanes transpose 8 rows of 8 elements.
    Eight,
    /// `ds_load_tr8_b64` of gfx1250: the same by lanes 0 to 3 and 8 to 11, and by 4 to 7 and 12 to 15.
    InterleavedEight,
}

impl Exchange {
    /// By the name of the intrinsic behind `llvm.amdgcn.`, with the bits of an element.
    pub fn from_name(name: &str) -> Option<(Self, u32)> {
        let (exchange, rest) = match name.strip_prefix("ds.read.tr") {
            Some(rest) => (Exchange::RowsOfSixteen, rest),
            None => (Exchange::Eight, name.strip_prefix("ds.load.tr")?),
        };
        match (exchange, rest.split('.').next()?) {
            (Exchange::RowsOfSixteen, "16") => Some((exchange, 16)),
            (Exchange::RowsOfSixteen, "8") => Some((exchange, 8)),
            (Exchange::Eight, "16") => Some((exchange, 16)),
            (Exchange::Eight, "8") => Some((Exchange::InterleavedEight, 8)),
            _ => None,
        }
    }

    /// For an element that a lane of a group receives: the lane that has loaded it, and which of its
    /// elements it is.
    pub fn source(self, lane: usize, element: usize, per_lane: usize) -> (usize, usize) {
        let (half, at) = (lane / per_lane, lane % per_lane);
        let source = match self {
            Exchange::RowsOfSixteen => element * (16 / per_lane) + half,
            Exchange::Eight => 8 * half + element,
            Exchange::InterleavedEight => 4 * half + element / 4 * 8 + element % 4,
        };
        (source, at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes that have loaded the elements of a lane, and which element of theirs it is.
    fn sources(name: &str, lane: usize, per_lane: usize) -> (Vec<usize>, usize) {
        let (exchange, _) = Exchange::from_name(name).expect("an instruction");
        let all = (0..per_lane).map(|element| exchange.source(lane, element, per_lane));
        let (lanes, at): (Vec<_>, Vec<_>) = all.unzip();
        assert!(at.iter().all(|&own| own == at[0]), "{at:?}");
        (lanes, at[0])
    }

    #[test]
    fn lanes_that_exchange() {
        // Four lanes hold a row of 16 elements, four each.
        let of_gfx950 = |lane| sources("ds.read.tr16.b64.v4f16", lane, 4);
        assert_eq!(of_gfx950(0), (vec![0, 4, 8, 12], 0));
        assert_eq!(of_gfx950(7), (vec![1, 5, 9, 13], 3));
        assert_eq!(sources("ds.read.tr8.b64.v2i32", 9, 8), (vec![1, 3, 5, 7, 9, 11, 13, 15], 1));
        // What was seen on gfx1250: lane 1 has the second element of rows 0 to 7.
        let of_gfx1250 = |lane| sources("ds.load.tr16.b128.v8f16", lane, 8);
        assert_eq!(of_gfx1250(1), (vec![0, 1, 2, 3, 4, 5, 6, 7], 1));
        assert_eq!(of_gfx1250(15), (vec![8, 9, 10, 11, 12, 13, 14, 15], 7));
        let of_bytes = |lane| sources("ds.load.tr8.b64.v2i32", lane, 8);
        assert_eq!(of_bytes(2), (vec![0, 1, 2, 3, 8, 9, 10, 11], 2));
        assert_eq!(of_bytes(12), (vec![4, 5, 6, 7, 12, 13, 14, 15], 4));
        assert_eq!(Exchange::from_name("ds.read.tr4.b64.v2i32"), None);
        assert_eq!(Exchange::from_name("ds.read.b64"), None);
    }

    #[test]
    fn nothing_is_lost() {
        for (name, per_lane) in [
            ("ds.read.tr16.b64", 4),
            ("ds.read.tr8.b64", 8),
            ("ds.load.tr16.b128", 8),
            ("ds.load.tr8.b64", 8),
        ] {
            let (exchange, bits) = Exchange::from_name(name).expect("an instruction");
            assert_eq!(name.contains("tr16"), bits == 16);
            let mut all: Vec<_> = (0..16)
                .flat_map(|lane| (0..per_lane).map(move |at| exchange.source(lane, at, per_lane)))
                .collect();
            all.sort_unstable();
            let expected: Vec<_> =
                (0..16).flat_map(|lane| (0..per_lane).map(move |at| (lane, at))).collect();
            assert_eq!(all, expected, "{name}");
        }
    }
}
