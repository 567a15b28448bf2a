//! How a picture looks: what the user may choose.

use std::fmt;
use std::str::FromStr;

/// How a picture looks. The writers draw what they can of it: a terminal has one size.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{Look, draw_offsets, to_text};
///
/// let mut look = Look::default();
/// look.set("fold", "2")?;
/// look.set("label", "bits")?;
/// let layout = AnyLayout::parse(Kind::Cute, "(2,4):(4,1)")?;
/// let picture = draw_offsets(&layout, None)?.with_look(&look)?;
/// assert_eq!(
///     to_text(&picture, false),
///     "\
/// (2,4):(4,1)
///     0   1
/// 0   0   1
/// 1 100 101
///
///     2   3
/// 0  10  11
/// 1 110 111
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The size of a drawing, in percent.
    pub(super) scale: u32,
    pub(super) has_colors: bool,
    pub(super) has_hatches: bool,
    /// Which fact about a cell stands in it.
    pub(super) label: Option<String>,
    /// After how many columns a table goes on below.
    pub(super) fold: Option<usize>,
}

impl Default for Look {
    fn default() -> Self {
        Look { scale: 100, has_colors: true, has_hatches: true, label: None, fold: None }
    }
}

/// Why there is no such look.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoLook {
    /// There is no such choice.
    Name { name: String },
    /// A choice has no such value.
    Value { name: String, value: String, wanted: &'static str },
    /// No cell of the picture has a fact of that name.
    Label { label: String, facts: Vec<String> },
}

impl Look {
    /// Makes a choice: `scale=150`, `colors=off`, `hatches=off`, `label=bits`, `fold=16`.
    ///
    /// # Errors
    ///
    /// There is no such choice, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), NoLook> {
        let refused =
            |wanted| NoLook::Value { name: name.to_owned(), value: value.to_owned(), wanted };
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(refused("on or off")),
        };
        let number = |wanted| {
            let number: Option<u32> = value.parse().ok();
            number.filter(|number| 0 < *number && *number <= 10_000).ok_or_else(|| refused(wanted))
        };
        match name {
            "scale" => self.scale = number("a percentage from 1 to 10000")?,
            "colors" => self.has_colors = switch()?,
            "hatches" => self.has_hatches = switch()?,
            "label" => self.label = Some(value.to_owned()),
            "fold" => self.fold = Some(number("a number of columns from 1 to 10000")? as usize),
            _ => return Err(NoLook::Name { name: name.to_owned() }),
        }
        Ok(())
    }

    /// True if tables stand below each other, as the parts of a folded one do.
    pub(super) fn is_stacked(&self) -> bool {
        self.fold.is_some()
    }

    /// The names of the choices.
    pub(crate) const NAMES: [&str; 5] = ["scale", "colors", "hatches", "label", "fold"];
}

impl FromStr for Look {
    type Err = NoLook;

    /// Reads choices with blanks between them: `scale=150 colors=off`.
    fn from_str(choices: &str) -> Result<Self, NoLook> {
        let mut look = Look::default();
        for choice in choices.split_whitespace() {
            let (name, value) = choice.split_once('=').unwrap_or((choice, ""));
            look.set(name, value)?;
        }
        Ok(look)
    }
}

impl fmt::Display for NoLook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoLook::Name { name } => {
                write!(f, "a picture has no {name}; the options are {}", Look::NAMES.join(", "))
            }
            NoLook::Value { name, value, wanted } => write!(f, "{name} is {wanted}, not {value}"),
            NoLook::Label { label, facts } => {
                write!(
                    f,
                    "no cell has the label {label}; the labels are {}, none",
                    facts.join(", ")
                )
            }
        }
    }
}

impl std::error::Error for NoLook {}
