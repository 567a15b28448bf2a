//! Findings and kernels as people read them.

use std::io;

use layout_kernels::lint::{Level, Report, Sources, Summary};
use layout_kernels::triton::Frame;
use layout_tools::command;

/// Where people read: at the standard error where a file that is written is the standard output.
#[derive(Clone, Copy)]
pub enum Listener {
    Output,
    Error,
}

impl Listener {
    /// Says something.
    ///
    /// # Errors
    ///
    /// It cannot be printed.
    pub fn hear(self, text: &str) -> Result<(), String> {
        match self {
            Listener::Output => command::print(text).map_err(|error| error.to_string()),
            Listener::Error => {
                command::tell(text);
                Ok(())
            }
        }
    }

    pub fn is_colored(self) -> bool {
        match self {
            Listener::Output => command::is_colored(&io::stdout()),
            Listener::Error => command::is_colored(&io::stderr()),
        }
    }
}

/// What findings are shown with.
pub struct Shown<'s> {
    pub sources: &'s Sources,
    pub colors: bool,
    pub listener: Listener,
}

impl Shown<'_> {
    /// Prints what is neither accepted nor silenced of a file, and counts it by level.
    ///
    /// # Errors
    ///
    /// It cannot be printed.
    pub fn findings(&self, report: &Report) -> Result<[usize; 3], String> {
        let mut counts = [0; 3];
        let file = report.file();
        for found in new(report) {
            counts[found.level() as usize] += 1;
            let author = found.place().map(|place| place.of_author());
            let place =
                author.map_or_else(|| format!("{file}:{}", found.position()), Frame::to_string);
            let color = match found.level() {
                Level::Error => "31",
                Level::Warning => "35",
                Level::Note => "36",
            };
            let level = self.colored(&found.level().to_string(), color);
            let place = self.colored(&place, "1");
            let rule = found.rule().id();
            self.listener.hear(&format!("{place}: {level}: {} [{rule}]\n", found.message()))?;
            self.excerpt(author, file)?;
            for (frame, position, message) in found.notes() {
                let place = frame.map_or_else(|| format!("{file}:{position}"), Frame::to_string);
                self.listener
                    .hear(&format!("{place}: {}: {message}\n", self.colored("note", "36")))?;
                self.excerpt(frame, file)?;
            }
        }
        Ok(counts)
    }

    /// The line of the source, and a mark below its column.
    fn excerpt(&self, frame: Option<&Frame>, file: &str) -> Result<(), String> {
        let found = frame.and_then(|frame| Some((frame, self.sources.line(frame, file)?)));
        let Some((frame, line)) = found else { return Ok(()) };
        // Columns count bytes; a tab stays one, so that the mark is below whatever its width is.
        let before = line.get(..frame.column - 1).unwrap_or(line);
        let blanks = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' });
        let blanks: String = blanks.collect();
        let number = frame.line.to_string();
        let margin = " ".repeat(number.len());
        let mark = self.colored("^", "32");
        self.listener.hear(&format!("{number} | {}\n{margin} | {blanks}{mark}\n", line.trim_end()))
    }

    fn colored(&self, text: &str, code: &str) -> String {
        if self.colors { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// The findings that are neither accepted nor silenced.
fn new(report: &Report) -> impl Iterator<Item = &layout_kernels::lint::Finding> {
    let is_new = |(found, is_accepted): &(&layout_kernels::lint::Finding, bool)| {
        !is_accepted && !found.is_silenced()
    };
    report.findings().filter(is_new).map(|(found, _)| found)
}

/// A kernel with what is found in it.
pub struct Ranked {
    summary: Summary,
    findings: usize,
    file: String,
}

impl Ranked {
    pub fn new(summary: Summary, report: &Report) -> Self {
        let own = new(report).filter(|found| found.function() == Some(summary.kernel()));
        let findings = own.filter(|found| Level::Note < found.level()).count();
        Ranked { summary, findings, file: report.file().to_owned() }
    }
}

/// The kernels, those first that keep shared memory busy longest.
pub fn table(mut kernels: Vec<Ranked>) -> String {
    let key = |own: &Ranked| (own.summary.cycles(), own.summary.bytes(), own.findings);
    kernels.sort_by(|a, b| key(b).cmp(&key(a)).then_with(|| a.file.cmp(&b.file)));
    let names = kernels.iter().map(|own| own.summary.kernel().chars().count());
    let width = names.max().unwrap_or(0).max("kernel".len());
    let mut text = format!("{:<width$}  findings  cycles  bytes     of       compiled\n", "kernel");
    for Ranked { summary, findings, file } in &kernels {
        let of = if summary.is_loop() { "a turn" } else { "all" };
        text += &format!(
            "{:<width$}  {findings:<8}  {:<6}  {:<8}  {of:<7}  {file} ({})\n",
            summary.kernel(),
            summary.cycles(),
            summary.bytes(),
            summary.compiled(),
        );
    }
    text
}
