//! The sources of kernels, where they are at hand.

use std::fs;
use std::path::Path;

use rustc_hash::FxHashMap;

use super::finding::Finding;
use super::silence::Silences;
use crate::triton::Frame;

/// The sources that the findings of a run come from, each read once.
///
/// A source is the file of Python that a location names, or one of its name beside the file that is
/// linted. One that is not at hand has no lines and silences nothing.
#[derive(Default)]
pub struct Sources {
    /// By the path that a location names and the file that names it.
    known: FxHashMap<(String, String), Option<SourceText>>,
}

struct SourceText {
    lines: Vec<String>,
    silences: Silences,
}

impl Sources {
    /// The finding, silenced if the source says so.
    pub fn silence(&mut self, finding: Finding, linted: &str) -> Finding {
        let frames = finding.place().map_or(&[][..], |place| place.frames());
        let related = finding.related().iter().filter_map(|own| own.place());
        let files: Vec<String> = frames
            .iter()
            .chain(related.map(|place| place.of_author()))
            .map(|frame| frame.file.to_string())
            .collect();
        for file in files {
            let key = (file, linted.to_owned());
            self.known.entry(key).or_insert_with_key(|(path, linted)| read(path, linted));
        }
        finding.silenced_by(|frame| Some(&self.of(frame, linted)?.silences))
    }

    /// The line of a frame, if the source is at hand and has it.
    pub fn line(&self, frame: &Frame, linted: &str) -> Option<&str> {
        let source = self.of(frame, linted)?;
        source.lines.get(frame.line.checked_sub(1)?).map(String::as_str)
    }

    fn of(&self, frame: &Frame, linted: &str) -> Option<&SourceText> {
        self.known.get(&(frame.file.to_string(), linted.to_owned()))?.as_ref()
    }
}

/// The source at a path, or of this name beside the file that was linted. A path that a kernel names may
/// be anything: only files of Python are read.
fn read(path: &str, linted: &str) -> Option<SourceText> {
    let path = Path::new(path);
    let beside = Path::new(linted).parent()?.join(path.file_name()?);
    let is_python = |path: &Path| path.extension().is_some_and(|own| own == "py") && path.is_file();
    let found = [path, &beside].into_iter().find(|path| is_python(path))?;
    let text = fs::read_to_string(found).ok()?;
    let silences = Silences::read(&text);
    Some(SourceText { lines: text.lines().map(str::to_owned).collect(), silences })
}
