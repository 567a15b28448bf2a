//! What C reads of a layout by address: names, terms, facts.

use std::ffi::{CString, c_int};

use layout_math::affine::Fact;
use layout_math::algebra::AnyLayout;
use layout_math::cute::Term;
use layout_math::linear::Dim;

use super::status::c_text;

/// What C reads of a layout by address.
pub struct LayoutParts {
    pub symbols: Vec<CString>,
    pub leaves: Vec<Leaf>,
    pub offset: Option<Number>,
    pub facts: Vec<CFact>,
    pub in_dims: Vec<(CString, i64)>,
    pub out_dims: Vec<(CString, i64)>,
}

/// A flattened mode.
pub struct Leaf {
    pub extent: Number,
    pub stride: Number,
    pub position: Vec<u32>,
}

/// A coefficient times symbols, by their numbers among those of the layout.
pub struct Number {
    coefficient: i64,
    symbols: Vec<usize>,
}

/// `layout_term`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CTerm {
    coefficient: i64,
    symbols: *const usize,
    num_symbols: usize,
}

/// `layout_leaf`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLeaf {
    pub extent: CTerm,
    pub stride: CTerm,
    pub position: *const u32,
    pub position_length: usize,
}

/// `layout_fact`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CFact {
    symbol: usize,
    kind: c_int,
    first: i64,
    second: i64,
}

/// `layout_fact_kind`.
const RANGE: c_int = 0;
const CONGRUENCE: c_int = 1;

impl LayoutParts {
    pub fn of(layout: &AnyLayout) -> Self {
        let names: Vec<&str> = layout.symbols().into_iter().collect();
        let number = |term: &Term| Number {
            coefficient: term.coefficient(),
            symbols: term
                .symbols()
                .iter()
                .filter_map(|symbol| names.iter().position(|name| name == symbol))
                .collect(),
        };
        let leaves = layout.modes().map_or_else(Vec::new, |modes| {
            let (shape, stride) = (modes.shape(), modes.stride());
            let pairs = shape.leaves().zip(stride.leaves());
            pairs
                .map(|(extent, stride)| Leaf {
                    extent: number(extent),
                    stride: number(stride.scale()),
                    position: stride.path().to_vec(),
                })
                .collect()
        });
        let fact = |fact: &Fact| {
            let symbol = names.iter().position(|name| *name == fact.symbol())?;
            Some(match *fact {
                Fact::Range { least, greatest, .. } => {
                    CFact { symbol, kind: RANGE, first: least, second: greatest }
                }
                Fact::Congruence { modulus, residue, .. } => {
                    CFact { symbol, kind: CONGRUENCE, first: modulus, second: residue }
                }
            })
        };
        let dims = |dims: &[Dim]| dims.iter().map(|d| (c_text(d.name()), d.size())).collect();
        let (in_dims, out_dims) = match layout {
            AnyLayout::Linear(linear) => (dims(linear.in_dims()), dims(linear.out_dims())),
            _ => (Vec::new(), Vec::new()),
        };
        LayoutParts {
            symbols: names.iter().map(|name| c_text(name)).collect(),
            leaves,
            offset: match layout {
                AnyLayout::Composed(composed) => Some(number(composed.offset_term())),
                _ => None,
            },
            facts: layout.facts().iter().filter_map(fact).collect(),
            in_dims,
            out_dims,
        }
    }
}

impl Number {
    /// The term, whose symbols live as long as the number.
    pub fn to_c(&self) -> CTerm {
        let (symbols, num_symbols) = (self.symbols.as_ptr(), self.symbols.len());
        CTerm { coefficient: self.coefficient, symbols, num_symbols }
    }
}
