use super::answer::{Answer, Reply};
use super::error::CalcError;
use super::evaluate::Evaluator;
use super::explain::explain;
use super::function::CalcFunction;
use super::parser::parse;
use super::syntax::{Expression, Node};

/// A calculator: the variables that lines have given values, and what an answer may cost.
///
/// A line is an expression, or `name = expression`, or `a, b = expression` for an operation with
/// several values. Text from `//` on is a comment.
///
/// ```
/// use layout_tools::calc::Session;
///
/// let mut session = Session::default();
/// session.run("tile = (4,3):(3,1)")?;
/// let reply = session.run("tile o 24:1")?;
/// assert_eq!(reply.answer().unwrap().to_string(), "(4,6):(3,1)");
/// assert_eq!(
///     reply.notes()[0].to_string(),
///     "warning: composition leaves the domain of (4,3):(3,1) at coordinate 12: 24:1 gives 12, and \
///      the left layout has size 12"
/// );
/// # Ok::<(), layout_tools::calc::CalcError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Session {
    evaluator: Evaluator,
}

impl Session {
    /// Evaluates a line.
    ///
    /// # Errors
    ///
    /// A line that is not in the language, and an operation whose operands have no answer, with the
    /// column of what is wrong.
    pub fn run(&mut self, line: &str) -> Result<Reply, CalcError> {
        let line = without_comment(line);
        if line.trim().is_empty() {
            return Ok(Reply { answer: None, notes: Vec::new(), stands: true });
        }
        let evaluator = &mut self.evaluator;
        let statement = parse(line, &|name| evaluator.variables.contains_key(name))?;
        let mut notes = Vec::new();
        let (answer, stands) = match explained(&statement.expression) {
            Some(operand) => explain(evaluator, operand, &mut notes)?,
            None => {
                let answer = evaluator.evaluate(&statement.expression, &mut notes)?;
                let stands = answer.stands();
                (answer, stands)
            }
        };
        match (&statement.names[..], &answer) {
            ([], _) => {}
            ([(_, name)], _) => drop(evaluator.variables.insert(name.clone(), answer.clone())),
            (names, Answer::Several(answers)) if names.len() == answers.len() => {
                for ((_, name), answer) in names.iter().zip(answers) {
                    evaluator.variables.insert(name.clone(), answer.clone());
                }
            }
            (names @ [(column, _), ..], _) => {
                let found = if let Answer::Several(answers) = &answer { answers.len() } else { 1 };
                let values = if found == 1 { "value" } else { "values" };
                let message = format!("{} names for {found} {values}", names.len());
                return Err(CalcError::new(*column, message));
            }
        }
        Ok(Reply { answer: Some(answer), notes, stands })
    }

    /// The names that have values, for completion.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.evaluator.variables.iter().map(|(name, answer)| (name.as_str(), answer))
    }
}

/// What a line asks the derivation of, if it is that.
fn explained(expression: &Expression) -> Option<&Expression> {
    let Node::Call(call) = &expression.node else { return None };
    match (call.function, &call.operands[..]) {
        (CalcFunction::Explain, [operand]) => Some(operand),
        _ => None,
    }
}

/// The line up to a `//` that is in no quotes, where it divides.
fn without_comment(line: &str) -> &str {
    let mut is_quoted = false;
    let begin = line.char_indices().find(|&(at, c)| {
        is_quoted ^= c == '"';
        !is_quoted && line[at..].starts_with("//")
    });
    begin.map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The column and the message of the error that a line is.
    #[track_caller]
    fn error(line: &str) -> (usize, String) {
        let error = Session::default().run(line).unwrap_err();
        (error.column(), error.to_string())
    }

    #[test]
    fn a_parameter_that_there_is_not_is_named() {
        for call in ["complement(4:1, sz = 20)", "complement(4:1 sz = 20)"] {
            let message = "complement has no parameter sz; it has size, flavor";
            assert_eq!(error(call), (call.find("sz").unwrap(), message.to_owned()));
        }
        assert_eq!(error("size(x = 4:1)"), (5, "size has no parameter x".to_owned()));
        // One that is given twice is no part of the call.
        assert_eq!(error("complement(4:1, size = 8, size = 8)").0, 31);
    }

    #[test]
    fn two_values_do_not_have_one_name() {
        let line = "a, b, a = get_layout_tv((4,2):(2,1))";
        assert_eq!(error(line), (6, "a is named twice".to_owned()));
    }

    #[test]
    fn a_coordinate_without_an_offset() {
        assert_eq!(error("4:1(-1)"), (0, "4:1 has no offset at (-1)".to_owned()));
        assert_eq!(
            error("\"{ [c] -> [d] : 0 <= c,d < 2 }\"(1)").1,
            "{ [c] -> [d] : 0 <= c, d < 2 } has no single offset at (1)"
        );
        assert_eq!(error("M:N(2)").1, "M:N has no known offset at (2): it has symbols");
    }

    /// What is explained is held to what the line without its derivation is.
    #[test]
    fn a_derivation_stands_if_its_answer_does() {
        for (line, stands) in [
            ("explain(inverse(4:1))", true),
            ("explain(inverse(2:3))", false),
            ("explain(injective(4:1))", true),
            ("explain(injective((2,2):(0,1)))", false),
        ] {
            assert_eq!(Session::default().run(line).unwrap().stands(), stands, "{line}");
        }
    }
}
