//! The command line of `layout-lint`.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

use super::status::STATUS;

/// Says what is wrong, or slow, in Triton kernels
#[derive(Debug, Parser)]
#[command(
    name = "layout-lint",
    version,
    after_help = format!(
        "A finding is at the line of the kernel's source where the file says which; a comment in that \
         line, `# layout-lint: disable=RULE`, silences it.\n\n\
         The status is 1 if a finding that is not accepted has the level of --fail-on or a worse one. \
         {STATUS} All other files are linted all the same."
    )
)]
pub struct Lint {
    /// Files, and folders, such as Triton's cache, that are searched for files that end in .ttgir and have
    /// one; - is standard input
    #[arg(value_name = "KERNEL")]
    pub inputs: Vec<PathBuf>,
    /// Write all findings as SARIF 2.1.0; - is standard output, and the text then goes to standard error
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<String>,
    /// Findings in this file are accepted; - is standard input, and output with --update-baseline
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<String>,
    /// Write all findings to the file of --baseline
    #[arg(long, requires = "baseline")]
    pub update_baseline: bool,
    /// The level from which on findings fail
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    pub fail_on: FailOn,
    /// Report what costs no more than it must, too
    #[arg(long)]
    pub notes: bool,
    /// Rank the kernels by what they move in an iteration of their innermost loop
    #[arg(long)]
    pub summary: bool,
    /// Whether findings are colored
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// The machine, for example sm_90 or gfx950, instead of that which a file is compiled for; help
    /// prints all, with what is known of them
    #[arg(long, value_name = "NAME")]
    pub target: Option<String>,
    /// Banks of shared memory, instead of the machine's
    #[arg(long, value_name = "N", value_parser = power_of_two)]
    pub banks: Option<u32>,
    /// Bytes of a bank
    #[arg(long, value_name = "N", value_parser = power_of_two)]
    pub bank_bytes: Option<u32>,
    /// Bytes of a sector of global memory
    #[arg(long, value_name = "N", value_parser = power_of_two)]
    pub sector_bytes: Option<u32>,
    /// Print the rules with what to do about them
    #[arg(long)]
    pub list_rules: bool,
}

/// From which level on findings fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

/// When something is colored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set to something
    Auto,
    Always,
    Never,
}

fn power_of_two(text: &str) -> Result<u32, String> {
    let number: u32 = text.parse().map_err(|error| format!("{error}"))?;
    if number.is_power_of_two() && number <= 1 << 17 {
        return Ok(number);
    }
    Err("it is not a power of two up to 2^17".to_owned())
}
