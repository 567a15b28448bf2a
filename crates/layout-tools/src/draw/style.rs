//! What the colors and hatches are, the same for every writer.

/// The fill of each class: light, so that black text is read on it. Printed in gray they are at least
/// ten of 256 levels apart.
const FILLS: [&str; 8] =
    ["#ffffff", "#b5d6f2", "#ffe6b3", "#c2eebc", "#f5b0b0", "#c4aae0", "#fffbb8", "#acacac"];

/// The fill of a class as `#rrggbb`. From the ninth on the hue goes on by the golden angle, so that
/// neighbors are far apart.
pub(super) fn fill(class: u8) -> String {
    if let Some(fill) = FILLS.get(usize::from(class)) {
        return (*fill).to_owned();
    }
    let [red, green, blue] = generated(class);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A light color, by its hue, chroma and lightness.
fn generated(class: u8) -> [u8; 3] {
    let hue = f64::from(class) * 137.508 % 360.0;
    let lightness = [0.80, 0.87, 0.83][usize::from(class) % 3];
    let chroma = [0.28, 0.2, 0.34][usize::from(class) / 8 % 3];
    [0.0, 240.0, 120.0].map(|shift| {
        let angle: f64 = (hue + shift) % 360.0;
        // 1 at the hue itself, 0 opposite of it.
        let nearness = ((angle - 180.0).abs() - 60.0).clamp(0.0, 60.0) / 60.0;
        ((lightness + chroma * (nearness - 0.5)).clamp(0.0, 1.0) * 255.0).round() as u8
    })
}

/// The hatch of a class.
pub(super) fn hatch(class: u8) -> usize {
    usize::from(class) % HATCHES.len()
}

/// The background of a class in a terminal with 256 colors: close to its fill.
pub(super) fn background(class: u8) -> u8 {
    if let Some(background) = BACKGROUNDS.get(usize::from(class)) {
        return *background;
    }
    // The cube of 6 by 6 by 6 colors.
    let [red, green, blue] = generated(class).map(|part| (u16::from(part) * 5 + 127) / 255);
    (16 + 36 * red + 6 * green + blue) as u8
}

/// Five classes that get darker, for numbers that get worse.
pub(super) const DARKER: [u8; 5] = [6, 2, 4, 5, 7];

/// The backgrounds of a terminal with 256 colors, close to the fills.
const BACKGROUNDS: [u8; 8] = [231, 153, 223, 157, 217, 183, 229, 248];

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

    /// The gray that a color is printed in, of 256.
    fn gray(fill: &str) -> i64 {
        let part = |from: usize| i64::from_str_radix(&fill[from..from + 2], 16).unwrap();
        (299 * part(1) + 587 * part(3) + 114 * part(5)) / 1000
    }

    #[test]
    fn grays_are_apart_and_get_darker() {
        let mut grays: Vec<i64> = FILLS.iter().map(|fill| gray(fill)).collect();
        let darker: Vec<i64> = DARKER.iter().map(|class| grays[usize::from(*class)]).collect();
        assert!(darker.is_sorted_by(|one, next| next < one), "{darker:?}");
        grays.sort_unstable();
        assert!(grays.windows(2).all(|pair| 10 <= pair[1] - pair[0]), "{grays:?}");
        // Black is read on each of them.
        assert!(160 <= grays[0], "{grays:?}");
    }

    #[test]
    fn as_many_fills_as_lanes_are_different_and_light() {
        let fills: Vec<String> = (0..64).map(fill).collect();
        let parts =
            |fill: &str| [1, 3, 5].map(|at| i64::from_str_radix(&fill[at..at + 2], 16).unwrap());
        for (class, own) in fills.iter().enumerate() {
            assert!(160 <= gray(own), "{class}: {own}");
            assert!(!fills[..class].contains(own), "{class}: {own}");
            // Neighbors are told apart even without their hatches.
            let Some(before) = class.checked_sub(1).map(|before| parts(&fills[before])) else {
                continue;
            };
            let apart: i64 = before.iter().zip(parts(own)).map(|(a, b)| (a - b).abs()).sum();
            assert!(24 <= apart, "{class}: {own} is {apart} from the one before");
        }
    }
}
