//! Attributes of every family of encodings: right ones, and wrong ones that differ from them in a
//! parameter or two.

/// A family of encodings by name, with parameters that are right on the shape.
pub struct Family {
    pub name: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    pub shape: &'static [i64],
}

pub const BLOCKED: &str = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>";
const MMA_2: &str = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>";
const MFMA: &str = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, 8], isTransposed = true}>";
const WMMA: &str =
    "#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warp = [[0, 1], [1, 0]]}}>";

pub const FAMILIES: &[Family] = &[
    Family {
        name: "ttg.blocked",
        parameters: &[
            ("sizePerThread", "[1, 4]"),
            ("threadsPerWarp", "[8, 4]"),
            ("warpsPerCTA", "[4, 1]"),
            ("order", "[1, 0]"),
            ("CTAsPerCGA", "[2, 1]"),
            ("CTASplitNum", "[2, 1]"),
            ("CTAOrder", "[1, 0]"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.blocked",
        parameters: &[
            ("sizePerThread", "[4]"),
            ("threadsPerWarp", "[32]"),
            ("warpsPerCTA", "[4]"),
            ("order", "[0]"),
            ("CGALayout", "[[1], [0]]"),
        ],
        shape: &[512],
    },
    // Of rank 0.
    Family {
        name: "ttg.blocked",
        parameters: &[
            ("sizePerThread", "[]"),
            ("threadsPerWarp", "[]"),
            ("warpsPerCTA", "[]"),
            ("order", "[]"),
        ],
        shape: &[],
    },
    Family { name: "ttg.slice", parameters: &[("dim", "1"), ("parent", BLOCKED)], shape: &[64] },
    Family {
        name: "ttg.slice",
        parameters: &[
            ("dim", "0"),
            (
                "parent",
                "#ttg.slice<{dim = 0, parent = #ttg.linear<{register = [[1, 0]], lane = [[0, 1]]}>}>",
            ),
        ],
        shape: &[],
    },
    Family {
        name: "ttg.slice",
        parameters: &[
            ("dim", "0"),
            (
                "parent",
                "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, elementBitWidth = 16}>",
            ),
        ],
        shape: &[8],
    },
    Family {
        name: "ttg.linear",
        parameters: &[
            ("register", "[[0, 1], [8, 0]]"),
            ("lane", "[[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]"),
            ("warp", "[[0, 0]]"),
            ("block", "[]"),
        ],
        shape: &[16, 8],
    },
    Family {
        name: "ttg.nvidia_mma",
        parameters: &[
            ("versionMajor", "2"),
            ("versionMinor", "0"),
            ("warpsPerCTA", "[2, 2]"),
            ("instrShape", "[16, 8]"),
            ("CGALayout", "[[0, 1]]"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.nvidia_mma",
        parameters: &[
            ("versionMajor", "3"),
            ("versionMinor", "0"),
            ("warpsPerCTA", "[4, 1]"),
            ("instrShape", "[16, 64, 16]"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.dot_op",
        parameters: &[("opIdx", "0"), ("parent", MMA_2), ("kWidth", "2")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.dot_op",
        parameters: &[("opIdx", "1"), ("parent", BLOCKED), ("kWidth", "2")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.dot_op",
        parameters: &[("opIdx", "1"), ("parent", MFMA), ("kWidth", "4")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.dot_op",
        parameters: &[("opIdx", "0"), ("parent", WMMA), ("kWidth", "8")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.amd_mfma",
        parameters: &[
            ("version", "3"),
            ("warpsPerCTA", "[2, 2]"),
            ("instrShape", "[32, 32, 8]"),
            ("isTransposed", "true"),
            ("tilesPerWarp", "[1, 1]"),
            ("elementBitWidth", "32"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.amd_wmma",
        parameters: &[
            ("version", "1"),
            ("isTranspose", "false"),
            ("warpsPerCTA", "[2, 2]"),
            ("instrShape", "[16, 16, 16]"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.amd_wmma",
        parameters: &[
            ("version", "3"),
            ("isTranspose", "true"),
            ("ctaLayout", "{register = [[1, 0]], warp = [[0, 1], [2, 0]]}"),
            ("instrShape", "[32, 16, 64]"),
        ],
        shape: &[128, 64],
    },
    Family {
        name: "ttg.swizzled_shared",
        parameters: &[("vec", "8"), ("perPhase", "1"), ("maxPhase", "8"), ("order", "[1, 0]")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.amd_rotating_shared",
        parameters: &[("vec", "4"), ("perPhase", "2"), ("maxPhase", "4"), ("order", "[0, 1]")],
        shape: &[64, 64],
    },
    Family {
        name: "triton_gpu.shared",
        parameters: &[
            ("vec", "8"),
            ("perPhase", "1"),
            ("maxPhase", "8"),
            ("order", "[1, 0]"),
            ("hasLeadingOffset", "true"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.nvmma_shared",
        parameters: &[
            ("swizzlingByteWidth", "128"),
            ("transposed", "false"),
            ("elementBitWidth", "16"),
            ("fp4Padded", "false"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.nvmma_shared",
        parameters: &[
            ("swizzlingByteWidth", "32"),
            ("transposed", "true"),
            ("elementBitWidth", "8"),
            ("fp4Padded", "true"),
            ("rank", "3"),
        ],
        shape: &[64, 4, 64],
    },
    Family {
        name: "ttg.padded_shared",
        parameters: &[("", "[128:+8]"), ("order", "[1, 0]"), ("shape", "[64, 64]")],
        shape: &[64, 64],
    },
    Family {
        name: "ttg.padded_shared",
        parameters: &[
            ("", "[4:+1, 8:+2]"),
            ("offset", "[[0, 1], [0, 2], [1, 0]]"),
            ("block", "[]"),
        ],
        shape: &[2, 4],
    },
    Family {
        name: "ttg.shared_linear",
        parameters: &[("offset", "[[0, 1], [0, 2], [1, 0], [2, 2]]"), ("block", "[]")],
        shape: &[4, 4],
    },
    Family {
        name: "ttng.tensor_memory_encoding",
        parameters: &[
            ("blockM", "128"),
            ("blockN", "64"),
            ("colStride", "1"),
            ("CTASplitM", "1"),
            ("twoCTAs", "false"),
        ],
        shape: &[128, 64],
    },
    Family {
        name: "ttng.tensor_memory_encoding",
        parameters: &[
            ("blockM", "64"),
            ("blockN", "32"),
            ("colStride", "2"),
            ("CTASplitN", "2"),
            ("twoCTAs", "true"),
        ],
        shape: &[64, 64],
    },
    Family {
        name: "ttng.tensor_memory_scales_encoding",
        parameters: &[("CTASplitM", "1"), ("CTASplitN", "1"), ("blockRepOrder", "kThenMn")],
        shape: &[128, 4],
    },
    Family { name: "ttg.partitioned_shared", parameters: &[("dim", "0")], shape: &[64] },
];

/// What a parameter may be in place of what it should be.
const WRONG: &[&str] = &[
    "-1",
    "0",
    "1",
    "2",
    "3",
    "4",
    "64",
    "256",
    "1073741824",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775808",
    "true",
    "false",
    "[]",
    "[0]",
    "[1]",
    "[-1, 0]",
    "[0, 0]",
    "[0, 1]",
    "[1, 1]",
    "[3, 5]",
    "[2, 2]",
    "[16, 16]",
    "[1073741824, 1073741824]",
    "[0, 1, 2]",
    "[2, 1, 0]",
    "[4, 4, 4]",
    "[64, 64, 64]",
    "[0, 1, 2, 3, 4, 5]",
    "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
    "[[]]",
    "[[0]]",
    "[[1], [1, 2]]",
    "[[-1, 0]]",
    "[[3, 5], [7, 1]]",
    "[[4611686018427387904, 0], [0, 2]]",
    "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]",
    "[1:+1]",
    "[0:+0]",
    "[1073741824:+1073741824]",
    "{warp = [[]]}",
    "{warp = [[1, 0, 0]], register = [[0, 1]]}",
    "\"text\"",
    "#ttg.blocked<{sizePerThread = [], threadsPerWarp = [], warpsPerCTA = [], order = []}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 16}>",
    "#ttng.tensor_memory_scales_encoding<>",
    "#ttg.slice<{dim = 15, parent = #ttg.linear<{lane = [[1]]}>}>",
];

impl Family {
    /// The attribute with some parameters replaced, by number; nothing in place of one leaves it out.
    pub fn attribute(&self, replaced: &[(usize, Option<&str>)]) -> String {
        let value = |at: usize| match replaced.iter().find(|(own, _)| *own == at) {
            Some((_, value)) => *value,
            None => Some(self.parameters[at].1),
        };
        let (mut head, mut body) = (String::new(), Vec::new());
        for (at, (name, _)) in self.parameters.iter().enumerate() {
            match (*name, value(at)) {
                (_, None) => {}
                ("", Some(value)) => head = value.to_owned(),
                (name, Some(value)) => body.push(format!("{name} = {value}")),
            }
        }
        format!("#{}<{head} {{{}}}>", self.name, body.join(", "))
    }

    /// The right attribute, and those that differ from it in one parameter or in two.
    pub fn attributes(&self) -> Vec<String> {
        let mut all = vec![self.attribute(&[])];
        for at in 0..self.parameters.len() {
            all.push(self.attribute(&[(at, None)]));
            for (number, wrong) in WRONG.iter().enumerate() {
                all.push(self.attribute(&[(at, Some(wrong))]));
                // A second one, another for each.
                let other = (at + 1 + number % 3) % self.parameters.len();
                let second = WRONG[(7 * number + at) % WRONG.len()];
                if other != at {
                    all.push(self.attribute(&[(at, Some(wrong)), (other, Some(second))]));
                }
            }
        }
        all
    }
}
