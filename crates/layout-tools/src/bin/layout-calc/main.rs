//! The calculator for layouts: `layout-calc 'compose((4,6,8):(2,3,5), 6:3)'`.

mod prompt;

use std::io::{self, BufRead, IsTerminal};
use std::process::ExitCode;

use layout_tools::calc::{Answer, Session, help};
use layout_tools::command::{self, Calc, Format, Status, failed, tell};
use layout_tools::draw::{Look, Picture};

/// A session and where its answers go.
struct Calculator {
    session: Session,
    format: Format,
    output: Option<String>,
    look: Look,
    /// Whether a line was a picture.
    has_drawn: bool,
    /// Whether a picture has not what the command line asks for, which was said.
    is_refused: bool,
    /// Why something could not be written.
    trouble: Option<String>,
}

const NAME: &str = "layout-calc";

fn main() -> ExitCode {
    let own: Calc = match command::arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    let look = match own.look() {
        Ok(look) => look,
        Err(error) => return failed(NAME, &error.to_string()),
    };
    let output = own.output.filter(|file| file != "-");
    let of_file = match (&own.format, &output) {
        (None, Some(file)) => Format::of_file(file),
        _ => Ok(own.format),
    };
    let of_file = match of_file {
        Ok(format) => format,
        Err(error) => return failed(NAME, &error),
    };
    let is_colored = output.is_none() && command::is_colored(&io::stdout());
    let format = of_file.unwrap_or(if is_colored { Format::Color } else { Format::Text });
    let session = Session::default();
    let mut calculator = Calculator {
        session,
        format,
        output,
        look,
        has_drawn: false,
        is_refused: false,
        trouble: None,
    };
    let mut all_stand = true;
    let is_given = !own.lines.is_empty() && own.lines != ["-"];
    let is_prompt = !is_given && io::stdin().is_terminal();
    let result = if is_given {
        own.lines.iter().for_each(|line| all_stand &= calculator.run(line));
        Ok(())
    } else if is_prompt {
        prompt::read(&mut calculator).map_err(io::Error::other)
    } else {
        io::stdin().lock().split(b'\n').zip(1..).try_for_each(|(line, number)| {
            all_stand &= calculator.run_bytes(number, &line?);
            Ok(())
        })
    };
    if let (Some(file), true, false) =
        (&calculator.output, all_stand, calculator.has_drawn || is_prompt)
    {
        return failed(
            NAME,
            &format!("{file} is not written: no line is a picture, such as draw(4:1)"),
        );
    }
    match result.map_err(|error| error.to_string()).and(calculator.trouble.map_or(Ok(()), Err)) {
        Ok(()) if calculator.is_refused => Status::Failed.into(),
        Ok(()) if all_stand => Status::Fine.into(),
        Ok(()) => Status::Wrong.into(),
        Err(error) => failed(NAME, &error),
    }
}

impl Calculator {
    /// [`Calculator::run`] on a line of a file by its number, which may not be text.
    fn run_bytes(&mut self, number: usize, line: &[u8]) -> bool {
        match str::from_utf8(line) {
            Ok(text) => self.run(text.strip_suffix('\r').unwrap_or(text)),
            Err(error) => {
                let column = error.valid_up_to();
                let byte = line[column];
                tell(&format!(
                    "<stdin>:{number}:{}: error: byte {byte:#04x} is not UTF-8 text\n",
                    column + 1
                ));
                false
            }
        }
    }

    /// Evaluates a line and writes what it gives; false if it has an error or does not stand.
    fn run(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quit" | "exit"] => return true,
            ["help"] => return self.print(&help(None).unwrap_or_default()),
            ["help", name] => match help(Some(name)) {
                Some(text) => return self.print(&text),
                None => {
                    tell(&format!("error: there is no operation {name}\n"));
                    return false;
                }
            },
            _ => {}
        }
        let reply = match self.session.run(line) {
            Ok(reply) => reply,
            Err(error) => {
                tell(&error.shown_in(line));
                return false;
            }
        };
        let is_written = match reply.answer() {
            None => true,
            Some(Answer::Picture(picture)) => self.draw(picture),
            Some(answer) => self.print(&format!("{answer}\n")),
        };
        for note in reply.notes() {
            tell(&format!("{note}\n"));
        }
        is_written && reply.stands()
    }
}

impl Calculator {
    /// Draws a picture where it is to go; false after an error.
    fn draw(&mut self, picture: &Picture) -> bool {
        self.has_drawn = true;
        let picture = match picture.clone().with_look(&self.look) {
            Ok(picture) => self.format.write(&picture),
            Err(error) => {
                tell(&format!("error: {error}\n"));
                self.is_refused = true;
                return false;
            }
        };
        self.note(command::write(self.output.as_deref().unwrap_or("-"), &picture))
    }

    fn print(&mut self, text: &str) -> bool {
        self.note(command::print(text).map_err(|error| error.to_string()))
    }

    /// Remembers why something could not be written.
    fn note(&mut self, written: Result<(), String>) -> bool {
        let is_written = written.is_ok();
        self.trouble = written.err().or(self.trouble.take());
        is_written
    }
}
