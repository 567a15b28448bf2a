//! What the functions are, in the words of the dialect's reference: the ODS files are read for them.

use super::function::Function;

const FILES: &[&str] = &[
    include_str!("../../../../dialect/LayoutOps.td"),
    include_str!("../../../../dialect/LayoutTileOps.td"),
    include_str!("../../../../dialect/LayoutCuteOps.td"),
    include_str!("../../../../dialect/LayoutModeOps.td"),
    include_str!("../../../../dialect/LayoutLinearOps.td"),
    include_str!("../../../../dialect/LayoutConversionOps.td"),
    include_str!("../../../../dialect/LayoutObligationOps.td"),
];

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
    entry(name)?.split_once("let summary = \"")?.1.split_once('"').map(|(text, _)| text)
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
            Function::names().filter(|name| *name != "explain" && !name.starts_with("draw"));
        let names: Vec<&str> = names.collect();
        return Some(format!("{OVERVIEW}{}{COMMANDS}", wrapped(&names)));
    };
    let mut text = format!("{name}: {}\n", summary(name)?);
    let described = entry(name).and_then(|entry| entry.split_once("let description = [{\n"));
    if let Some((_, description)) = described {
        let description = description.split_once("}];").map_or(description, |(text, _)| text);
        text.push('\n');
        for line in description.trim_end().lines() {
            text.push_str(line.strip_prefix("    ").unwrap_or(line));
            text.push('\n');
        }
    }
    Some(text)
}

const OVERVIEW: &str = "\
A layout: (4,(2,2)):(2,(1,8))   S<3,4,3> o 0 o (8,64):(64,1)   {lane = [[1],[2]]}   [4:2;8:1]
          \"{ [c] -> [2c] : 0 <= c < 8 }\"   #layout.cute<(4,8)>   (M,8):(8,1) where M mod 16 = 0
Apply:    L(3)  L(1,2)          Compose: L o M         Name: a = L
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

/// The text of the definition of an operation, from its name on.
fn entry(name: &str) -> Option<&'static str> {
    let claim = format!("assert_{name}");
    [name, &claim].into_iter().find_map(|mnemonic| {
        let begin = format!("<\"{mnemonic}\"");
        FILES.iter().find_map(|file| {
            let definition = &file[file.find(&begin)?..];
            let end = definition[1..].find("\ndef ").map_or(definition.len(), |end| end + 1);
            Some(&definition[..end])
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_a_summary() {
        for name in Function::names() {
            assert!(summary(name).is_some_and(|text| !text.is_empty()), "{name}");
        }
        assert_eq!(summary("compose"), Some("the composition `left o right`"));
        assert_eq!(summary("in_bounds"), Some("an obligation: every offset is in [0, size)"));
        assert_eq!(summary("nothing"), None);
    }
}
