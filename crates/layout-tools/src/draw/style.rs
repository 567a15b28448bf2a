//! What the colours and hatches are, the same for every writer.

/// The fill of each class: light, so that black text is read on it. Printed in grey they are at least
/// ten of 256 levels apart.
pub(super) const FILLS: [&str; 8] =
    ["#ffffff", "#b5d6f2", "#ffe6b3", "#c2eebc", "#f5b0b0", "#c4aae0", "#fffbb8", "#acacac"];

/// Five classes that get darker, for numbers that get worse.
pub(super) const DARKER: [u8; 5] = [6, 2, 4, 5, 7];

/// The backgrounds of a terminal with 256 colours, close to the fills.
pub(super) const BACKGROUNDS: [u8; 8] = [231, 153, 223, 157, 217, 183, 229, 248];

/// The lines of the hatch of each class, in a square of 8 by 8, of which three are the height of a cell.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The grey that a colour is printed in, of 256.
    fn grey(fill: &str) -> i64 {
        let part = |from: usize| i64::from_str_radix(&fill[from..from + 2], 16).unwrap();
        (299 * part(1) + 587 * part(3) + 114 * part(5)) / 1000
    }

    #[test]
    fn greys_are_apart_and_get_darker() {
        let mut greys: Vec<i64> = FILLS.iter().map(|fill| grey(fill)).collect();
        let darker: Vec<i64> = DARKER.iter().map(|class| greys[usize::from(*class)]).collect();
        assert!(darker.is_sorted_by(|one, next| next < one), "{darker:?}");
        greys.sort_unstable();
        assert!(greys.windows(2).all(|pair| 10 <= pair[1] - pair[0]), "{greys:?}");
        // Black is read on each of them.
        assert!(160 <= greys[0], "{greys:?}");
    }
}
