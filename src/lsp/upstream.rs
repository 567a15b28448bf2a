//! The process of `mlir-lsp-server` behind this one.

use std::ffi::OsString;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use lsp_server::Message;

/// The other process, as long as it lives.
pub(super) struct Upstream {
    process: Child,
    /// What a thread writes to the process, which reads a message when it is done with the one before it.
    input: Option<Sender<Message>>,
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
        Upstream::of(Command::new(program).arg("--upstream").args(arguments))
    }

    /// Starts a process that reads messages and answers.
    fn of(command: &mut Command) -> Result<Self, String> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("mlir-lsp-server does not start: {error}"))?;
        let (input, messages) = channel();
        if let Some(pipe) = process.stdin.take() {
            thread::spawn(move || write(&messages, pipe));
        }
        let output = process.stdout.take().map(BufReader::new);
        Ok(Upstream { process, input: Some(input), output })
    }

    /// What the process says; whoever takes it reads it.
    pub fn take_output(&mut self) -> Option<BufReader<ChildStdout>> {
        self.output.take()
    }

    /// Hands a message on without waiting for anyone to read it. False if nobody will; that a process has
    /// just ended is seen where its output is read.
    pub fn tell(&self, message: Message) -> bool {
        self.input.as_ref().is_some_and(|input| input.send(message).is_ok())
    }

    /// The exit status of the process, whose input ends here.
    pub fn finish(&mut self) -> u8 {
        self.input = None;
        let code = self.process.wait().ok().and_then(|status| status.code());
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
    }
}

/// Writes messages as long as there are any and somebody reads them.
fn write(messages: &Receiver<Message>, mut to: impl Write) {
    for message in messages {
        if message.write(&mut to).is_err() {
            return;
        }
    }
}

impl Drop for Upstream {
    fn drop(&mut self) {
        // The editor may be gone without a word; the process that has ended is not killed again.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[cfg(test)]
mod tests {
    use lsp_server::Notification;

    use super::*;

    /// A message that no pipe has room for.
    fn long() -> Message {
        Notification::new("textDocument/didChange".to_owned(), "x".repeat(1 << 20)).into()
    }

    #[test]
    fn nobody_waits_for_a_process_that_does_not_read() {
        let mut upstream = Upstream::of(Command::new("sleep").arg("60")).unwrap();
        assert!(upstream.tell(long()));
        assert!(upstream.tell(long()));
        assert_eq!(upstream.process.try_wait().unwrap(), None);
    }

    #[test]
    fn everything_is_read_before_the_end() {
        let count = "test $(wc -c) -gt 2097152 && exit 7";
        let mut upstream = Upstream::of(Command::new("sh").args(["-c", count])).unwrap();
        assert!(upstream.tell(long()));
        assert!(upstream.tell(long()));
        assert_eq!(upstream.finish(), 7);
        assert!(!upstream.tell(long()));
    }

    #[test]
    fn a_process_that_does_not_start() {
        let error = Upstream::of(&mut Command::new("/")).err().unwrap();
        assert_eq!(error, "mlir-lsp-server does not start: Permission denied (os error 13)");
    }
}
