//! The process of `mlir-lsp-server` behind this one.

use std::ffi::OsString;
use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::Message;

/// The other process, as long as it lives.
pub(super) struct Upstream {
    process: Child,
    input: Option<ChildStdin>,
    output: Option<BufReader<ChildStdout>>,
}

impl Upstream {
    /// Starts this program again as MLIR's own server.
    ///
    /// It is another process because MLIR's server owns its standard streams, and because what it
    /// stumbles over does not take the verdicts along.
    ///
    /// # Errors
    ///
    /// Why the process does not start.
    pub fn start(arguments: &[OsString]) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut process = Command::new(program)
            .arg("--upstream")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("mlir-lsp-server does not start: {error}"))?;
        let input = process.stdin.take();
        let output = process.stdout.take().map(BufReader::new);
        Ok(Upstream { process, input, output })
    }

    /// What the process says; whoever takes it reads it.
    pub fn take_output(&mut self) -> Option<BufReader<ChildStdout>> {
        self.output.take()
    }

    /// Hands a message on. False if nobody is there to read it.
    pub fn tell(&mut self, message: Message) -> bool {
        self.input.as_mut().is_some_and(|input| message.write(input).is_ok())
    }

    /// The exit status of the process, whose input ends here.
    pub fn finish(&mut self) -> u8 {
        self.input = None;
        let code = self.process.wait().ok().and_then(|status| status.code());
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        // The editor may be gone without a word; the process that has ended is not killed again.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
