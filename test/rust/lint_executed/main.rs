//! What the linter says of kernels, beside an execution of them that shares nothing with it: programs,
//! elements and turns one by one, with numbers for the arguments.

mod addresses;
mod arithmetic;
mod masks;
mod memories;
mod names;
mod operations;
mod run;
mod value;
mod waits;

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use layout_kernels::lint::Finding;

use self::memories::Schedule;
use self::run::Settings;

impl Default for Settings {
    fn default() -> Self {
        Settings {
            argument: |_, first| first,
            first: 1,
            programs: [0; 3],
            schedule: Schedule::default(),
            has_tensors: false,
            wraps: true,
            takes_else: false,
            asked: HashMap::new(),
        }
    }
}

/// The kernels of a folder of test/data, with their names.
fn files(folder: &str) -> Vec<(String, String)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(folder);
    let mut files: Vec<(String, String)> = fs::read_dir(data)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

/// The kernels that the compiler printed.
fn kernels() -> Vec<(String, String)> {
    let more = files("triton_more").into_iter();
    files("triton").into_iter().chain(more).collect()
}

fn of_rule<'f>(found: &'f [Finding], rule: &str) -> Vec<&'f Finding> {
    found.iter().filter(|own| own.rule().id() == rule).collect()
}
