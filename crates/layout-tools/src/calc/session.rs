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
            return Ok(Reply { answer: None, notes: Vec::new() });
        }
        let evaluator = &mut self.evaluator;
        let statement = parse(line, &|name| evaluator.variables.contains_key(name))?;
        let mut notes = Vec::new();
        let answer = match explained(&statement.expression) {
            Some(operand) => explain(evaluator, operand, &mut notes)?,
            None => evaluator.evaluate(&statement.expression, &mut notes)?,
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
        Ok(Reply { answer: Some(answer), notes })
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
