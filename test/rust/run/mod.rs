//! Modules of MLIR, lowered by `layout-opt` and run on the CPU by `mlir-runner`.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// What a command printed that succeeded.
pub struct Printed {
    pub text: String,
    /// Its errors, warnings and remarks.
    pub messages: String,
}

/// What the driver makes of a module with these passes, or what it said when it failed.
pub fn lower(module: &str, passes: &str) -> Result<Printed, String> {
    let pipeline = format!("--pass-pipeline=builtin.module({passes})");
    piped(Command::new(env!("CARGO_BIN_EXE_layout-opt")).arg(pipeline), module)
}

/// The integer of that type that `main` of a lowered module returns, or why it does not run.
pub fn execute(lowered: &str, integer: &str) -> Result<i64, String> {
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or("/usr/lib/llvm-22".to_owned());
    let prefix = PathBuf::from(prefix);
    let mut runner = Command::new(prefix.join("bin/mlir-runner"));
    runner.args(["-e", "main", &format!("-entry-point-result={integer}")]);
    // Copies of memrefs call it.
    let library = prefix.join("lib/libmlir_c_runner_utils.so");
    runner.arg(format!("-shared-libs={}", library.display()));
    let found = piped(&mut runner, lowered)?.text;
    found.trim().parse().map_err(|error| format!("{error}: {found}"))
}

/// What a command prints when it reads the text, or its messages if it fails.
fn piped(command: &mut Command, input: &str) -> Result<Printed, String> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A command that fails may not read all.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (printed, messages) = (text(output.stdout), text(output.stderr));
    match output.status.success() {
        true => Ok(Printed { text: printed, messages }),
        false => Err(messages),
    }
}
