//! The command line of `layout-calc`.

use std::ffi::OsStr;
use std::path::Path;

use clap::{Parser, ValueEnum};

use super::status::STATUS;
use crate::draw::{Look, NoLook, Picture, to_html, to_svg, to_text, to_tikz};

/// Evaluates layouts: each LINE is an expression, or `name = expression`
///
/// Without a line, or with -, lines are read from standard input, with a prompt and a history if that is
/// a terminal.
#[derive(Debug, Parser)]
#[command(
    name = "layout-calc",
    version,
    after_help = format!(
        "The line `help` says what there is, and `help compose` what an operation does.\n\n\
         The status is 1 if a line has an error, or claims what is refuted or not decided. {STATUS}"
    )
)]
pub struct Calc {
    /// What is evaluated
    #[arg(value_name = "LINE", allow_negative_numbers = true)]
    pub lines: Vec<String>,
    /// How draw(...) draws; what the ending of the file says if it is not given, and on a terminal color
    #[arg(long)]
    pub format: Option<Format>,
    /// Write pictures to this file, the last one stays; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// The size of pictures; 100 if it is not said
    #[arg(long, value_name = "PERCENT")]
    pub scale: Option<String>,
    /// What stands in a cell: a fact about it, such as coordinate, offset or bits, or none
    #[arg(long, value_name = "FACT")]
    pub label: Option<String>,
    /// A table of more columns goes on below
    #[arg(long, value_name = "COLUMNS")]
    pub fold: Option<String>,
    /// Whether pictures have colors
    #[arg(long, value_parser = ["on", "off"])]
    pub colors: Option<String>,
    /// Whether pictures have hatches
    #[arg(long, value_parser = ["on", "off"])]
    pub hatches: Option<String>,
}

impl Calc {
    /// How pictures look.
    ///
    /// # Errors
    ///
    /// A choice has no such value.
    pub fn look(&self) -> Result<Look, NoLook> {
        let mut look = Look::default();
        let choices = [
            ("scale", &self.scale),
            ("label", &self.label),
            ("fold", &self.fold),
            ("colors", &self.colors),
            ("hatches", &self.hatches),
        ];
        for (name, value) in choices {
            if let Some(value) = value {
                look.set(name, value)?;
            }
        }
        Ok(look)
    }
}

/// How pictures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    #[value(alias = "txt")]
    Text,
    #[value(alias = "colour")]
    Color,
    Svg,
    #[value(alias = "tex")]
    Tikz,
    Html,
}

impl Format {
    /// The format that the ending of a file says, if it has one.
    ///
    /// # Errors
    ///
    /// An ending that says no format, with those that do.
    pub fn of_file(file: &str) -> Result<Option<Self>, String> {
        let Some(ending) = Path::new(file).extension().and_then(OsStr::to_str) else {
            return Ok(None);
        };
        Format::from_str(ending, true).map(Some).map_err(|_| {
            let formats = Format::value_variants().iter().filter_map(Format::to_possible_value);
            let known: Vec<String> = formats
                .flat_map(|format| {
                    format.get_name_and_aliases().map(str::to_owned).collect::<Vec<_>>()
                })
                .collect();
            let known = known.join(", ");
            format!("{file}: no format has the ending {ending}; the endings are {known}, or --format says it")
        })
    }

    pub fn write(self, picture: &Picture) -> String {
        match self {
            Format::Text => to_text(picture, false),
            Format::Color => to_text(picture, true),
            Format::Svg => to_svg(picture),
            Format::Tikz => to_tikz(picture),
            Format::Html => to_html(picture),
        }
    }
}
