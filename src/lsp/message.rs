//! Messages of the base protocol: a header with the length of what follows it, and JSON.

use std::io::{self, BufRead, ErrorKind, Read};

use lsp_server::Message;

/// The longest header line, in bytes.
const MAX_LINE: u64 = 4096;

/// The longest message, in bytes: as long as the longest text that MLIR reads.
const MAX_LENGTH: u64 = u32::MAX as u64;

/// The next message; `None` at the end. What is not JSON, or no message, is told to `skip` and left out.
///
/// `lsp_server` takes as much memory as a header says there will be before it reads anything, and stops at
/// what is not JSON.
///
/// # Errors
///
/// It cannot be read, or it is not known where the message after it begins: a header is malformed, or the text
/// ends in the middle of a message.
pub(super) fn next(
    from: &mut impl BufRead,
    skip: impl Fn(&dyn std::error::Error),
) -> io::Result<Option<Message>> {
    loop {
        let Some(length) = header(from)? else { return Ok(None) };
        let mut body = Vec::new();
        if from.by_ref().take(length).read_to_end(&mut body)? as u64 != length {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        match serde_json::from_slice(&body) {
            Ok(message) => return Ok(Some(message)),
            Err(error) => skip(&error),
        }
    }
}

/// The length of the message that follows a header; `None` if there is no header.
fn header(from: &mut impl BufRead) -> io::Result<Option<u64>> {
    let malformed = |what: &str| io::Error::new(ErrorKind::InvalidData, what.to_owned());
    let (mut length, mut is_first) = (None, true);
    let mut line = Vec::new();
    loop {
        line.clear();
        from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        is_first = false;
        let text = line.strip_suffix(b"\r\n");
        let text = text.ok_or_else(|| malformed("a header line does not end with CRLF"))?;
        let text = str::from_utf8(text).map_err(|_| malformed("a header line is not UTF-8"))?;
        if text.is_empty() {
            return length.map(Some).ok_or_else(|| malformed("a header has no Content-Length"));
        }
        let field = text.split_once(':');
        let (name, value) = field.ok_or_else(|| malformed("a header line has no colon"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            let value = value.trim();
            let number = value.parse().ok().filter(|&number| number <= MAX_LENGTH);
            let message =
                || format!("Content-Length {value} is not a number from 0 to {MAX_LENGTH}");
            length = Some(number.ok_or_else(|| malformed(&message()))?);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// The methods of the messages of a text, what was left out, and why it ends.
    fn read(mut text: &[u8]) -> (Vec<String>, Vec<String>, Option<String>) {
        let (mut methods, skipped) = (Vec::new(), RefCell::new(Vec::new()));
        loop {
            match next(&mut text, |error| skipped.borrow_mut().push(error.to_string())) {
                Ok(Some(Message::Notification(read))) => methods.push(read.method),
                Ok(Some(other)) => panic!("{other:?}"),
                Ok(None) => return (methods, skipped.into_inner(), None),
                Err(error) => return (methods, skipped.into_inner(), Some(error.to_string())),
            }
        }
    }

    fn with_header(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

    #[test]
    fn messages_follow_each_other() {
        assert_eq!(read(b""), (vec![], vec![], None));
        let other = "content-length:33\r\nContent-Type: text\r\n\r\n".to_owned() + EXIT;
        let text = with_header(EXIT) + &other;
        assert_eq!(read(text.as_bytes()), (vec!["exit".to_owned(); 2], vec![], None));
    }

    #[test]
    fn what_is_not_a_message_is_left_out() {
        for body in ["", "{", "[]", "{\"jsonrpc\":\"2.0\"}", "\"\u{e9}\"", "1"] {
            let (methods, skipped, end) = read((with_header(body) + &with_header(EXIT)).as_bytes());
            assert_eq!((methods, skipped.len(), end), (vec!["exit".to_owned()], 1, None), "{body}");
        }
        let not_text = [b"Content-Length: 1\r\n\r\n\xff", with_header(EXIT).as_bytes()].concat();
        assert_eq!(read(&not_text).0, ["exit"]);
    }

    #[test]
    fn a_header_that_says_no_length_is_an_error() {
        let end = |text: &str| read(text.as_bytes()).2.unwrap();
        let of_length = |length: &str| end(&format!("Content-Length: {length}\r\n\r\n{{}}"));
        for length in ["99999999999999", "-3", "", "2.0", "4294967296", "99999999999999999999999"] {
            let message = format!("Content-Length {length} is not a number from 0 to 4294967295");
            assert_eq!(of_length(length), message);
        }
        assert_eq!(of_length("4294967295"), "unexpected end of file");
        assert_eq!(end("\r\n{}"), "a header has no Content-Length");
        assert_eq!(end("{}"), "a header line does not end with CRLF");
        assert_eq!(end("Content-Length: 2\n\n{}"), "a header line does not end with CRLF");
        assert_eq!(end("Content-Length: 2\r\n"), "a header line does not end with CRLF");
        assert_eq!(end("Content-Type: text\r\n"), "a header line does not end with CRLF");
        assert_eq!(read(b"\xff: 2\r\n\r\n").2.unwrap(), "a header line is not UTF-8");
        assert_eq!(end(&"x".repeat(10_000)), "a header line does not end with CRLF");
        assert_eq!(end("Content-Length\r\n\r\n"), "a header line has no colon");
    }
}
