//! Writes the pages of the manual and the completions of shells for all programs into the folder that is
//! named, `share` of a prefix: `make install` runs it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use clap_complete::{Shell, generate_to};
use clap_mangen::Man;
use layout::{compare, driver, lsp};
use layout_tools::command::clap::{self, Command, Parser};
use layout_tools::command::{STATUS, Status, arguments, commands, failed};

/// Writes the pages of the manual and the completions of shells for all programs
#[derive(Debug, Parser)]
#[command(name = "layout-manuals", version, after_help = STATUS)]
struct Manuals {
    /// The folder that is written to, `share` of a prefix
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// Where each shell looks for completions.
const COMPLETIONS: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions"),
    (Shell::Zsh, "zsh/site-functions"),
    (Shell::Fish, "fish/vendor_completions.d"),
];

fn main() -> ExitCode {
    let Manuals { folder } = match arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    match write(&folder) {
        Ok(()) => Status::Fine.into(),
        Err(error) => failed("layout-manuals", &format!("{}: {error}", folder.display())),
    }
}

fn write(folder: &Path) -> io::Result<()> {
    let manual = folder.join("man/man1");
    fs::create_dir_all(&manual)?;
    for command in
        [driver::command(), compare::command(), lsp::command()].into_iter().chain(commands())
    {
        complete(&command, folder)?;
        let name = command.get_name().to_owned();
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        fs::write(manual.join(format!("{name}.1")), page)?;
    }
    Ok(())
}

fn complete(command: &Command, folder: &Path) -> io::Result<()> {
    for (shell, place) in COMPLETIONS {
        let place = folder.join(place);
        fs::create_dir_all(&place)?;
        let name = command.get_name().to_owned();
        let written = generate_to(shell, &mut command.clone(), name.clone(), &place)?;
        if shell == Shell::Bash {
            // bash-completion looks for the name of the program.
            fs::rename(written, place.join(name))?;
        }
    }
    Ok(())
}
