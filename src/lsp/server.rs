//! The loop over messages between the editor, MLIR's server and the passes.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use layout_tools::command::tell;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::document::Document;
use super::protocol::{Change, Diagnostic, DiagnosticSeverity, NAME, Position, Range};
use super::upstream::Upstream;
use super::verdicts::{Findings, Passes, find};
use super::{attributes, hover, message};
use crate::algebra::AnyLayout;
use crate::dialect;
use crate::ffi::mlir::with_deep_stack;

/// The kind of the edits that mend errors.
const QUICKFIX: &str = "quickfix";

/// What happens.
enum Event {
    Editor(Message),
    EditorGone,
    Upstream(Message),
    UpstreamGone,
    Found { uri: String, generation: u64, findings: Findings },
}

/// A file for the passes to look at.
struct CheckRequest {
    uri: String,
    generation: u64,
    document: Document,
}

/// A layout that the editor asks about.
struct HoverRequest {
    id: RequestId,
    layout: AnyLayout,
    range: Range,
}

/// An open file with what is known of it.
#[derive(Default)]
struct Open {
    document: Document,
    /// The editor's number of the text, null if it gives none.
    version: Value,
    /// Counts the texts of all files.
    generation: u64,
    /// The diagnostics of MLIR's server.
    upstream: Vec<Value>,
    /// What the passes found in this text; nothing until they did.
    findings: Findings,
}

/// What is done with the answer to a request of the editor's.
enum Followup {
    /// It is handed on.
    Other,
    Initialize,
    /// It is fine if nobody is there to answer it.
    Shutdown,
    CodeAction {
        uri: String,
        range: Range,
        /// Whether edits like ours are asked for.
        wants_fixes: bool,
    },
}

/// Serves the editor until it is gone; gives the exit status.
pub(super) fn serve(mut upstream: Upstream, passes: Passes) -> u8 {
    dialect::install();
    let (events, happened) = channel();
    let (questions, asked) = channel();
    let from_editor = events.clone();
    thread::spawn(move || {
        read("the editor", io::stdin().lock(), &from_editor, Event::Editor, Event::EditorGone);
    });
    if let Some(output) = upstream.take_output() {
        let from_upstream = events.clone();
        thread::spawn(move || {
            let (who, end) = ("mlir-lsp-server", Event::UpstreamGone);
            read(who, output, &from_upstream, Event::Upstream, end);
        });
    }
    thread::spawn(move || with_deep_stack(|| answer(asked, events, &passes)));
    let (hovers, hovered) = channel();
    thread::spawn(move || describe(hovered));
    let mut server = Server {
        upstream: Some(upstream),
        questions,
        hovers,
        open: HashMap::new(),
        asked: HashMap::new(),
        generation: 0,
        is_shut_down: false,
        is_told_to_exit: false,
    };
    for event in happened {
        if let Some(status) = server.handle(event) {
            return status;
        }
    }
    1
}

/// Turns messages into events until there are none. The standard error stream, which editors keep, has why
/// one is not read.
fn read(
    who: &str,
    mut from: impl BufRead,
    to: &Sender<Event>,
    event: fn(Message) -> Event,
    end: Event,
) {
    let skip = |error: &dyn Error| {
        tell(&format!("{NAME}: a message of {who} is left out: {error}\n"));
    };
    loop {
        match message::next(&mut from, skip) {
            Ok(Some(message)) => {
                if to.send(event(message)).is_err() {
                    return;
                }
            }
            Ok(None) => break,
            Err(error) => {
                tell(&format!("{NAME}: a message of {who} is not read: {error}\n"));
                break;
            }
        }
    }
    // Nobody listens any more if this fails.
    let _ = to.send(end);
}

/// Looks at files, the newest text of each.
fn answer(questions: Receiver<CheckRequest>, to: Sender<Event>, passes: &Passes) {
    let mut pending: Vec<CheckRequest> = Vec::new();
    while let Ok(first) = if pending.is_empty() { questions.recv() } else { Ok(pending.remove(0)) }
    {
        pending.extend(questions.try_iter());
        // The text has changed since.
        if pending.iter().any(|later| later.uri == first.uri) {
            continue;
        }
        let CheckRequest { uri, generation, document } = first;
        let findings = find(&document, &uri, passes);
        if to.send(Event::Found { uri, generation, findings }).is_err() {
            return;
        }
    }
}

/// Says what is known of layouts. It may take long, and other messages do not wait for it.
fn describe(hovers: Receiver<HoverRequest>) {
    for HoverRequest { id, layout, range } in hovers {
        let contents = json!({"kind": "markdown", "value": hover::describe(&layout)});
        say(Response::new_ok(id, json!({"contents": contents, "range": range})));
    }
}

struct Server {
    /// `None` if it ended before it was told to.
    upstream: Option<Upstream>,
    questions: Sender<CheckRequest>,
    hovers: Sender<HoverRequest>,
    open: HashMap<String, Open>,
    /// The requests of the editor that MLIR's server has not answered.
    asked: HashMap<RequestId, Followup>,
    generation: u64,
    is_shut_down: bool,
    is_told_to_exit: bool,
}

impl Server {
    /// The exit status, if this was the last event.
    fn handle(&mut self, event: Event) -> Option<u8> {
        match event {
            Event::Editor(Message::Request(request)) => self.request(request),
            Event::Editor(Message::Notification(notification)) => {
                return self.notification(notification);
            }
            Event::Editor(response @ Message::Response(_)) => {
                self.hand_on(response);
            }
            Event::EditorGone => {
                // An editor that says goodbye has said so before it is gone.
                return (!self.is_told_to_exit || self.upstream.is_none()).then_some(1);
            }
            Event::Upstream(Message::Response(response)) => self.answered(response),
            Event::Upstream(Message::Notification(notification)) => self.told(notification),
            Event::Upstream(request @ Message::Request(_)) => say(request),
            Event::UpstreamGone => return self.upstream_gone(),
            Event::Found { uri, generation, findings } => {
                if let Some(open) = self.open.get_mut(&uri).filter(|o| o.generation == generation) {
                    open.findings = findings;
                    self.publish(&uri);
                }
            }
        }
        None
    }

    fn request(&mut self, request: Request) {
        if self.is_shut_down {
            let message = format!("{} is asked after shutdown", request.method);
            let code = ErrorCode::InvalidRequest as i32;
            return say(Response::new_err(request.id, code, message));
        }
        let asked = match request.method.as_str() {
            "textDocument/hover" => {
                if let Some((layout, range)) = self.layout_at(&request.params) {
                    // The thread that describes it ends when this one does.
                    let _ = self.hovers.send(HoverRequest { id: request.id, layout, range });
                    return;
                }
                Followup::Other
            }
            "textDocument/codeAction" => {
                let wants_fixes = wants(&request.params["context"]["only"], QUICKFIX);
                let range = part(&request.params["range"]);
                let asked = file(&request.params).zip(range);
                asked.map_or(Followup::Other, |(uri, range)| Followup::CodeAction {
                    uri: uri.to_owned(),
                    range,
                    wants_fixes,
                })
            }
            "initialize" => Followup::Initialize,
            "shutdown" => {
                self.is_shut_down = true;
                Followup::Shutdown
            }
            _ => Followup::Other,
        };
        let id = request.id.clone();
        self.asked.insert(id.clone(), asked);
        if !self.hand_on(request) {
            self.unanswered(id);
        }
    }

    fn notification(&mut self, mut notification: Notification) -> Option<u8> {
        match notification.method.as_str() {
            "exit" => {
                self.is_told_to_exit = true;
                if self.upstream.is_none() {
                    return Some(1);
                }
            }
            "textDocument/didOpen" => {
                without_carriage_returns(notification.params.pointer_mut("/textDocument/text"));
                let text = notification.params["textDocument"]["text"].as_str();
                if let Some((uri, text)) = file(&notification.params).zip(text) {
                    let version = &notification.params["textDocument"]["version"];
                    self.look(uri, version, Document::new(text.to_owned()));
                }
            }
            "textDocument/didChange" => {
                let changes = notification.params.get_mut("contentChanges");
                for change in changes.and_then(Value::as_array_mut).into_iter().flatten() {
                    without_carriage_returns(change.get_mut("text"));
                }
                let changes = part::<Vec<Change>>(&notification.params["contentChanges"]);
                if let Some((uri, changes)) = file(&notification.params).zip(changes) {
                    let old = self.open.remove(uri).map(|open| open.document).unwrap_or_default();
                    let version = &notification.params["textDocument"]["version"];
                    self.look(uri, version, changes.into_iter().fold(old, Document::changed));
                }
            }
            "textDocument/didClose" => {
                if let Some(uri) = file(&notification.params) {
                    self.open.remove(uri);
                }
            }
            _ => {}
        }
        self.hand_on(notification);
        None
    }

    /// A text that is new: the passes look at it.
    fn look(&mut self, uri: &str, version: &Value, document: Document) {
        self.generation += 1;
        let generation = self.generation;
        let question = CheckRequest { uri: uri.to_owned(), generation, document: document.clone() };
        let version = version.clone();
        self.open.insert(uri.to_owned(), Open { document, version, generation, ..Open::default() });
        // The thread that answers ends when this one does.
        let _ = self.questions.send(question);
    }

    /// What MLIR's server answers, with ours.
    fn answered(&mut self, mut response: Response) {
        match self.asked.remove(&response.id) {
            Some(Followup::Initialize) => {
                if let Ok(result) = response.response_result.as_mut() {
                    let abilities = &mut result["capabilities"];
                    abilities["hoverProvider"] = true.into();
                    if !matches!(abilities["codeActionProvider"], Value::Object(_)) {
                        abilities["codeActionProvider"] = true.into();
                    }
                    let version = env!("CARGO_PKG_VERSION");
                    result["serverInfo"] = json!({"name": NAME, "version": version});
                }
            }
            Some(Followup::CodeAction { uri, range, wants_fixes: true }) => {
                let own = self.actions(&uri, range);
                if !own.is_empty() {
                    let theirs = match response.response_result {
                        Ok(Value::Array(theirs)) => theirs,
                        _ => Vec::new(),
                    };
                    let all = own.into_iter().chain(theirs).collect();
                    response = Response::new_ok(response.id, Value::Array(all));
                }
            }
            Some(Followup::CodeAction { .. } | Followup::Shutdown | Followup::Other) | None => {}
        }
        say(response);
    }

    /// What nobody is there to answer, with ours.
    fn unanswered(&mut self, id: RequestId) {
        self.answered(match self.asked.get(&id) {
            Some(Followup::Shutdown) => Response::new_ok(id, Value::Null),
            _ => gone(id),
        });
    }

    /// What MLIR's server says by itself; its diagnostics are shown with ours.
    fn told(&mut self, notification: Notification) {
        if notification.method == "textDocument/publishDiagnostics" {
            let uri = notification.params["uri"].as_str().unwrap_or_default().to_owned();
            if let Some(open) = self.open.get_mut(&uri) {
                let version = &notification.params["version"];
                // Those of the text that the editor has now follow.
                if version.is_number() && open.version.is_number() && *version != open.version {
                    return;
                }
                let told = notification.params["diagnostics"].as_array();
                open.upstream = told.cloned().unwrap_or_default();
                return self.publish(&uri);
            }
        }
        say(notification);
    }

    fn publish(&self, uri: &str) {
        let Some(open) = self.open.get(uri) else { return };
        let own = open.findings.diagnostics.iter().map(|diagnostic| json!(diagnostic));
        let all: Vec<Value> = open.upstream.iter().cloned().chain(own).collect();
        let mut params = json!({"uri": uri, "diagnostics": all});
        if open.version.is_number() {
            params["version"] = open.version.clone();
        }
        say(Notification::new("textDocument/publishDiagnostics".to_owned(), params));
    }

    /// The layout that a hover is over, and where it stands.
    fn layout_at(&self, params: &Value) -> Option<(AnyLayout, Range)> {
        let document = &self.open.get(file(params)?)?.document;
        let offset = document.offset(part::<Position>(&params["position"])?);
        let part = document.part_at(offset);
        let found = attributes::at(&document.text()[part.clone()], offset - part.start)?;
        let (start, end) = (part.start + found.place.start, part.start + found.place.end);
        Some((found.layout, document.range(start, end)))
    }

    /// The edits that make claims in a range true.
    fn actions(&self, uri: &str, range: Range) -> Vec<Value> {
        let Some(open) = self.open.get(uri) else { return Vec::new() };
        let fixes = open.findings.fixes.iter().filter(|fix| fix.claim.meets(range));
        let mut preferred = HashSet::new();
        fixes
            .map(|fix| {
                let is_error = |diagnostic: &&Diagnostic| {
                    diagnostic.range == fix.claim
                        && diagnostic.severity == DiagnosticSeverity::Error
                };
                let mended: Vec<_> = open.findings.diagnostics.iter().filter(is_error).collect();
                json!({
                    "title": fix.title,
                    "kind": QUICKFIX,
                    "diagnostics": mended,
                    "isPreferred": preferred.insert(fix.claim.start),
                    "edit": {"changes": {uri: [{"range": fix.place, "newText": fix.with}]}},
                })
            })
            .collect()
    }

    /// Hands a message on to MLIR's server. False if it has ended.
    fn hand_on(&self, message: impl Into<Message>) -> bool {
        self.upstream.as_ref().is_some_and(|upstream| upstream.tell(message.into()))
    }

    /// The exit status, if it was told to end; else what it was asked is not answered, and the
    /// verdicts go on without it.
    fn upstream_gone(&mut self) -> Option<u8> {
        let status = self.upstream.take().map(|mut upstream| upstream.finish());
        if self.is_told_to_exit {
            return Some(status.unwrap_or(1));
        }
        let asked: Vec<RequestId> = self.asked.keys().cloned().collect();
        for id in asked {
            self.unanswered(id);
        }
        let message =
            "mlir-lsp-server ended; verdicts and descriptions of layouts go on without it";
        let params = json!({"type": 2, "message": message});
        say(Notification::new("window/showMessage".to_owned(), params));
        None
    }
}

/// The file that the parameters of a message name.
fn file(params: &Value) -> Option<&str> {
    params["textDocument"]["uri"].as_str()
}

/// A part of a message as what the protocol has it be; `None` if it is not.
fn part<'a, T: Deserialize<'a>>(value: &'a Value) -> Option<T> {
    T::deserialize(value).ok()
}

/// Whether actions of a kind are asked for by a list of kinds, each of which stands for those below it,
/// `refactor` for `refactor.inline`, and the empty one for all. No list and an empty one ask for all, as in
/// MLIR's server.
fn wants(only: &Value, kind: &str) -> bool {
    let is_of = |base: &str| {
        let below = kind.strip_prefix(base);
        base.is_empty() || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let kinds = part::<Vec<String>>(only).unwrap_or_default();
    kinds.is_empty() || kinds.iter().any(|base| is_of(base))
}

/// Ends the lines of a text as MLIR's server can read them: a string that is not closed in front of a
/// carriage return crashes it. Lines and characters stay where they are.
fn without_carriage_returns(text: Option<&mut Value>) {
    if let Some(Value::String(text)) = text
        && text.contains('\r')
    {
        *text = text.replace("\r\n", "\n").replace('\r', "\n");
    }
}

/// The answer of a server that is not there.
fn gone(id: RequestId) -> Response {
    let message = "mlir-lsp-server has ended".to_owned();
    Response::new_err(id, ErrorCode::InternalError as i32, message)
}

/// Says something to the editor; an editor that is gone is noticed where it is read.
fn say(message: impl Into<Message>) {
    let _ = message.into().write(&mut io::stdout().lock());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_actions() {
        let wants = |only: Value, kind: &str| wants(&only, kind);
        for all in [Value::Null, json!([]), json!([""]), json!(["refactor", "quickfix"])] {
            assert!(wants(all, QUICKFIX));
        }
        for other in [json!(["refactor"]), json!(["quickfix.layout"]), json!(["quick", "source"])] {
            assert!(!wants(other.clone(), QUICKFIX), "{other}");
        }
        assert!(wants(json!(["refactor"]), "refactor.inline"));
    }
}
