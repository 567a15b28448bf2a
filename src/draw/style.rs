//! What the colours and hatches are, the same for every writer.

/// The fill of each class: light, so that black text is read on it, and of different greys.
pub(super) const FILLS: [&str; 8] =
    ["#ffffff", "#cfe3f5", "#fde0b8", "#c9e8c4", "#f6c9c9", "#ddd0ee", "#f2eea8", "#d3d3d3"];

/// The backgrounds of a terminal with 256 colours, close to the fills.
pub(super) const BACKGROUNDS: [u8; 8] = [231, 153, 223, 151, 224, 183, 229, 252];

/// The lines of the hatch of each class, in a square of 8 by 8.
pub(super) const HATCHES: [&str; 8] = [
    "",
    "M0,8 L8,0",
    "M0,0 L8,8",
    "M0,4 L8,4",
    "M4,0 L4,8",
    "M0,8 L8,0 M0,0 L8,8",
    "M0,4 L8,4 M4,0 L4,8",
    "M2,2 l.01,0 M6,6 l.01,0",
];

/// The hatches by TikZ's names.
pub(super) const TIKZ_HATCHES: [&str; 8] = [
    "",
    "north east lines",
    "north west lines",
    "horizontal lines",
    "vertical lines",
    "crosshatch",
    "grid",
    "dots",
];
