//! Generates from `dialect/LayoutOps.td` what the calculator says of each operation.
//!
//! The calculator is built without LLVM, so that it has a copy of the text, which a test compares.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tblgen::TableGenParser;

type Failure = Box<dyn Error>;

pub fn generate(llvm: &Path, out: &Path) -> Result<(), Failure> {
    let include = llvm.join("include");
    let keeper = TableGenParser::new()
        .add_source_file("dialect/LayoutOps.td")
        .add_include_directory("dialect")
        .add_include_directory(include.to_str().ok_or("the path of LLVM is not UTF-8")?)
        .parse()?;
    // To ask for the definitions of a class that there is not ends the process.
    keeper.class("Op")?;
    let operations = keeper.all_derived_definitions("Op").map(|record| {
        let text = |field: &str| record.str_value(field).map(str::to_owned);
        let (mnemonic, summary) = (text("opName")?, text("summary")?);
        Ok(OperationHelp { mnemonic, summary, description: text("description")? })
    });
    let mut operations = operations.collect::<Result<Vec<_>, Failure>>()?;
    operations.sort_by(|a, b| a.mnemonic.cmp(&b.mnemonic));
    fs::write(out.join("operations.txt"), help(&operations)?)?;
    Ok(())
}

struct OperationHelp {
    /// `invert_and_compose`.
    mnemonic: String,
    summary: String,
    description: String,
}

/// The operations as entries, `# size: the number of coordinates`, each with its description.
fn help(operations: &[OperationHelp]) -> Result<String, Failure> {
    let mut text = String::from("Written by scripts/docs from dialect/*.td.\n\n");
    for OperationHelp { mnemonic, summary, description } in operations {
        writeln!(text, "# {mnemonic}: {summary}\n")?;
        for line in description.trim_matches('\n').trim_end().lines() {
            writeln!(text, "{}", line.strip_prefix("    ").unwrap_or(line))?;
        }
        writeln!(text)?;
    }
    Ok(text)
}
