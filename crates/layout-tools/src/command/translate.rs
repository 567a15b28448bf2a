//! The command line of `layout-translate`.

use clap::{ArgGroup, Parser};

use super::status::STATUS;

/// Translates files of other systems to `layout` IR, and layouts to pictures for LaTeX
#[derive(Debug, Parser)]
#[command(
    name = "layout-translate",
    version,
    group = ArgGroup::new("translation").required(true),
    after_help = format!("The status is 1 if some of the input is malformed. {STATUS}")
)]
pub struct Translate {
    /// Read pretty-printed TTGIR of any version, write layout IR
    #[arg(long, group = "translation")]
    pub import_triton: bool,
    /// Write a picture of the layout, an expression of layout-calc, as TikZ
    #[arg(long, group = "translation", requires = "input")]
    pub to_tikz: bool,
    /// Write to this file; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: String,
    /// The file to read, - or none for standard input; or the layout
    #[arg(value_name = "INPUT")]
    pub input: Option<String>,
}
