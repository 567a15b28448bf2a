//! Validates every kernel of a folder: `NAME.ttgir` with `NAME.raw.ll` and `NAME.llir` beside it.
//!
//! Prints what is not proved, then the counts and the times.

use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: validate_folder FOLDER [--all]")?;
    let prints_all = std::env::args().any(|own| own == "--all");
    let mut kernels: Vec<_> = std::fs::read_dir(&folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|own| own == "ttgir"))
        .collect();
    kernels.sort();
    for kind in ["raw.ll", "llir"] {
        let mut counts = [0; 4];
        let mut times = Vec::new();
        for kernel in &kernels {
            let code = kernel.with_extension(kind);
            if !code.exists() {
                continue;
            }
            let (before, after) =
                (std::fs::read_to_string(kernel)?, std::fs::read_to_string(&code)?);
            let begin = Instant::now();
            let result = layout_lowering::validate(&before, &after);
            times.push((begin.elapsed(), code.clone()));
            let name = code.file_name().map(Path::new).unwrap_or(&code).display();
            let lines = match result {
                Ok(report) => report.to_string(),
                Err(error) => format!("{name}: {error}"),
            };
            for line in lines.lines().filter(|line| line.starts_with('@') || line.contains(".ll")) {
                let words = ["proved", "refuted", "unknown", "unsupported"];
                let said = line.split(": ").nth(1).unwrap_or("");
                let at = words.iter().position(|word| said.starts_with(word));
                if let Some(at) = at {
                    counts[at] += 1;
                }
                if at != Some(0) && (at != Some(3) || prints_all) {
                    println!("{name}: {line}");
                }
            }
        }
        let [proved, refuted, unknown, unsupported] = counts;
        let total: Duration = times.iter().map(|(time, _)| *time).sum();
        let longest = times.iter().max();
        println!(
            "{kind}: {} files, {proved} proved, {refuted} refuted, {unknown} unknown, {unsupported} unsupported; mean {:.1} ms, longest {:?}",
            times.len(),
            total.as_secs_f64() * 1e3 / times.len().max(1) as f64,
            longest.map(|(time, code)| (time, code.file_name()))
        );
    }
    Ok(())
}
