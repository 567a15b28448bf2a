//! What the functions are, in the words of the dialect's reference.

use super::function::CalcFunction;

/// An entry for each operation of the dialect, `# size: the number of coordinates`, and its
/// description: what `build/operations.rs` makes of `dialect/*.td`, which a test compares.
const OPERATIONS: &str = include_str!("operations.txt");

/// What no operation of the dialect is called, with what it is.
const OWN: &[(&str, &str)] = &[
    ("explain", "the derivation of an expression, step by step"),
    ("draw", "a picture of a layout; a composition is drawn before and after"),
    ("draw_tv", "a picture of who holds which element of a tile"),
    ("draw_banks", "a picture of the banks that lanes meet in shared memory"),
];

/// What a function is, in one line.
pub(super) fn summary(name: &str) -> Option<&'static str> {
    if let Some(&(_, text)) = OWN.iter().find(|(own, _)| *own == name) {
        return Some(text);
    }
    entry(name).map(|(summary, _)| summary)
}

/// What there is; or what the function of that name does, `None` if there is none.
///
/// ```
/// use layout_tools::calc::help;
///
/// let text = help(Some("zipped_divide")).unwrap();
/// assert!(text.starts_with("zipped_divide: a division with the modes (tile, rest)\n"));
/// assert_eq!(help(Some("unzipped_divide")), None);
/// ```
pub fn help(name: Option<&str>) -> Option<String> {
    let Some(name) = name else {
        let names =
            CalcFunction::names().filter(|name| *name != "explain" && !name.starts_with("draw"));
        let names: Vec<&str> = names.collect();
        return Some(format!("{OVERVIEW}{}{COMMANDS}", wrapped(&names)));
    };
    let mut text = format!("{name}: {}\n", summary(name)?);
    if let Some((_, description)) = entry(name) {
        if let Some(CalcFunction::Obligation(_)) = CalcFunction::named(name) {
            let claim = name.strip_prefix("assert_").unwrap_or(name);
            text += &format!("What follows is of layout.assert_{claim}, as it stands in IR.\n");
        }
        text.push_str(description.trim_end());
        text.push('\n');
    }
    Some(text)
}

const OVERVIEW: &str = "\
A layout: (4,(2,2)):(2,(1,8))   S<3,4,3> o 0 o (8,64):(64,1)   {lane = [[1],[2]]}   [4:2;8:1]
          \"{ [c] -> [2c] : 0 <= c < 8 }\"   #layout.cute<(4,8)>   (M,8):(8,1) where M mod 16 = 0
Apply:    L(3)  L(1,2)  L((1,0),2)  Compose: L o M     Name: a = L
";
const COMMANDS: &str = "\
explain(...) shows how an answer is found, draw(...) draws it; `help compose` says what compose does.
";

/// The names in lines of at most 100 characters.
fn wrapped(names: &[&str]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for name in names {
        if 0 < width && 100 < width + 1 + name.len() {
            text.push('\n');
            width = 0;
        }
        if 0 < width {
            text.push(' ');
            width += 1;
        }
        text.push_str(name);
        width += name.len();
    }
    text + "\n"
}

/// The summary and the description of an operation, or of the assertion that a question is.
fn entry(name: &str) -> Option<(&'static str, &'static str)> {
    let claim = format!("assert_{name}");
    [name, &claim].into_iter().find_map(|mnemonic| {
        let of = |entry: &'static str| entry.strip_prefix(mnemonic)?.strip_prefix(": ");
        OPERATIONS.split("\n# ").find_map(of)?.split_once('\n')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_summary() {
        for name in CalcFunction::names() {
            assert!(summary(name).is_some_and(|text| !text.is_empty()), "{name}");
        }
        assert_eq!(summary("compose"), Some("the composition `left o right`"));
        assert_eq!(summary("in_bounds"), Some("an obligation: every offset is in [0, size)"));
        assert_eq!(summary("nothing"), None);
    }
}
