//! Functions in pairs, and what is known of each.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use super::blocks::body;
use super::divisions::may_be_undefined;
use super::identical::{Identical, SymbolPair};
use super::memory::{self, has_accesses};
use super::overflow::report_overflow;
use super::pair::read_pair;
use super::settled::settled;
use super::signatures::{other_global, other_promise};
use crate::algebra::Budget;
use crate::dialect::ir;
use crate::passes::defined::Numbers;
use crate::validate::{FunctionVerdict, Report};

/// What the user chose.
pub(super) struct Options {
    pub reports_overflow: bool,
    pub max_operations: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { reports_overflow: false, max_operations: 2_000_000 }
    }
}

/// Compares the functions of two modules that have the same name, and the globals.
pub(super) fn compare(
    modules: [OperationRef<'_, '_>; 2],
    files: &[String; 2],
    options: &Options,
) -> Report {
    let [before, after] = modules.map(Symbols::of);
    let mut report = Report::default();
    let functions = paired(&before.functions, &after.functions);
    let globals = paired(&before.globals, &after.globals);
    let others = paired(&before.others, &after.others);
    let identical = identical([&before, &after], [&functions, &globals, &others]);
    for (function, pair) in before.functions.iter().zip(&functions) {
        let name = function.shown(&before.functions);
        let Some(other) = pair.map(|at| &after.functions[at]) else {
            report.add_unpaired(name, &files[0]);
            continue;
        };
        let mut verdict = verdict_of(name, function.operation, other.operation, options);
        let is_open = matches!(verdict.kind(), "unknown" | "unsupported");
        if is_open && identical.contains(function.operation) {
            verdict = FunctionVerdict::Proved { method: "identical code".to_owned() };
        }
        report.add(name, verdict);
    }
    for (at, function) in after.functions.iter().enumerate() {
        if !functions.contains(&Some(at)) {
            report.add_unpaired(function.shown(&after.functions), &files[1]);
        }
    }
    // What a function without a body promises its callers.
    for (function, pair) in before.others.iter().zip(&others) {
        let other = pair.map(|at| after.others[at].operation);
        let other = other.filter(|_| function.operation.has_attribute("function_type"));
        if let Some(reason) = other.and_then(|other| other_promise(function.operation, other)) {
            let verdict = FunctionVerdict::Unknown { reason };
            report.add(function.shown(&before.others), verdict);
        }
    }
    for (global, pair) in before.globals.iter().zip(globals) {
        let other = pair.map(|at| after.globals[at].operation);
        if let Some(reason) = other.and_then(|other| other_global(global.operation, other)) {
            report.add_global(global.shown(&before.globals), reason);
        }
    }
    report
}

/// Which functions are the same code, with whatever else they may name.
fn identical<'c>(
    [before, after]: [&Symbols<'c>; 2],
    [functions, globals, others]: [&[Option<usize>]; 3],
) -> Identical<'c> {
    let (mut all, mut alone) = (Vec::new(), FxHashSet::default());
    let lists = [
        (&before.functions, &after.functions, functions),
        (&before.globals, &after.globals, globals),
        (&before.others, &after.others, others),
    ];
    for (before, after, pairs) in lists {
        for (symbol, pair) in before.iter().zip(pairs) {
            let (before, name) = (symbol.operation, symbol.name().to_owned());
            match pair.map(|at| &after[at]) {
                Some(after) => {
                    let stays = symbol.path == after.path;
                    all.push(SymbolPair { before, after: after.operation, name, stays });
                }
                None => _ = alone.insert(name),
            }
        }
        let left = after.iter().enumerate().filter(|(at, _)| !pairs.contains(&Some(*at)));
        alone.extend(left.map(|(_, symbol)| symbol.name().to_owned()));
    }
    Identical::new(all, alone)
}

/// An operation with a name.
struct Symbol<'c> {
    /// The names of what it is in, but for that of the file, and its own.
    path: String,
    operation: OperationRef<'c, 'c>,
}

impl Symbol<'_> {
    fn name(&self) -> &str {
        self.path.rsplit("::@").next().unwrap_or(&self.path)
    }

    /// Its own name, or all of them if others have the same one.
    fn shown(&self, all: &[Symbol<'_>]) -> &str {
        let is_alone = all.iter().filter(|other| other.name() == self.name()).count() == 1;
        if is_alone { self.name() } else { &self.path }
    }
}

/// What a file has that is compared.
#[derive(Default)]
struct Symbols<'c> {
    /// The functions with a body.
    functions: Vec<Symbol<'c>>,
    globals: Vec<Symbol<'c>>,
    /// Whatever else has a name and is no module, such as a function without a body.
    others: Vec<Symbol<'c>>,
}

impl<'c> Symbols<'c> {
    fn of(module: OperationRef<'c, 'c>) -> Self {
        let mut found = Symbols::default();
        for operation in ir::walk(module) {
            let name = |operation| ir::string_attribute(operation, "sym_name");
            let Some(own) = name(operation) else { continue };
            let is_function = ir::name(operation).contains("func") && body(operation).is_some();
            let list = match ir::name(operation) {
                "memref.global" | "llvm.mlir.global" => &mut found.globals,
                _ if is_function => &mut found.functions,
                name if name.ends_with("module") => continue,
                _ => &mut found.others,
            };
            let around =
                std::iter::successors(operation.parent_operation(), |it| it.parent_operation());
            let mut path: Vec<&str> = around.filter(|it| *it != module).filter_map(name).collect();
            path.reverse();
            path.push(own);
            list.push(Symbol { path: path.join("::@"), operation });
        }
        found
    }
}

/// For each symbol the place of the one that it is compared with: the one in the same modules, or else the only
/// one of its name that is left on both sides.
fn paired(before: &[Symbol<'_>], after: &[Symbol<'_>]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = (0..after.len()).collect();
    let mut pairs: Vec<Option<usize>> = vec![None; before.len()];
    let count = |all: &[Symbol<'_>], path: &str| all.iter().filter(|it| it.path == path).count();
    for (symbol, pair) in before.iter().zip(&mut pairs) {
        // Modules without names are told apart by their order, if none of them is gone.
        if count(before, &symbol.path) != count(after, &symbol.path) {
            continue;
        }
        if let Some(at) = open.iter().position(|&at| after[at].path == symbol.path) {
            *pair = Some(open.remove(at));
        }
    }
    for (place, symbol) in before.iter().enumerate() {
        let left = before
            .iter()
            .zip(&pairs)
            .filter(|(other, pair)| pair.is_none() && other.name() == symbol.name());
        let mut others = open.iter().filter(|&&at| after[at].name() == symbol.name());
        if pairs[place].is_none()
            && left.count() == 1
            && let (Some(&at), None) = (others.next(), others.next())
        {
            pairs[place] = Some(at);
            open.retain(|&other| other != at);
        }
    }
    pairs
}

/// What is said of several claims: the first one that is refuted, or else one that is not proved.
fn first_open(verdicts: impl IntoIterator<Item = FunctionVerdict>) -> FunctionVerdict {
    let mut all = FunctionVerdict::Proved { method: "canonical form".to_owned() };
    for verdict in verdicts {
        match (&verdict, &all) {
            (FunctionVerdict::Refuted { .. }, _) => return verdict,
            (_, FunctionVerdict::Proved { .. }) => all = verdict,
            _ => {}
        }
    }
    all
}

fn has_cute(function: OperationRef<'_, '_>) -> bool {
    ir::walk(function).into_iter().any(|operation| ir::name(operation).starts_with("cute."))
}

fn verdict_of<'c>(
    name: &str,
    before: OperationRef<'c, 'c>,
    after: OperationRef<'c, 'c>,
    options: &Options,
) -> FunctionVerdict {
    if let Some(reason) = other_promise(before, after) {
        return FunctionVerdict::Unknown { reason };
    }
    // Without operations of `cute` nothing is promised of divisors.
    let may_be_undefined = !has_cute(before) && !has_cute(after) && may_be_undefined(after);
    if may_be_undefined || has_accesses(before) || has_accesses(after) {
        return memory::verdict_of(before, after, options.max_operations);
    }
    let pair = match read_pair(before, after, Numbers::Fit) {
        Ok(pair) => pair,
        Err(reason) if has_cute(before) || has_cute(after) => {
            return FunctionVerdict::Unknown { reason };
        }
        Err(_) => return memory::verdict_of(before, after, options.max_operations),
    };
    if options.reports_overflow {
        report_overflow(name, before, after);
    }
    let budget = Budget::with_isl_operations(options.max_operations);
    let verdicts = pair.claims().into_iter().map(|claim| settled(&pair.reader, &claim, &budget));
    let verdict = first_open(verdicts);
    match (&verdict, pair.defined()) {
        (FunctionVerdict::Proved { .. }, Some(claim)) => {
            match settled(&pair.reader, &claim, &budget) {
                FunctionVerdict::Proved { .. } => verdict,
                FunctionVerdict::Refuted { at, .. } => {
                    let before = "defined behavior".to_owned();
                    let after = "undefined behavior (a division by 0)".to_owned();
                    FunctionVerdict::Refuted { at, before, after }
                }
                _ => FunctionVerdict::Unknown {
                    reason: "a divisor is not seen to differ from 0".to_owned(),
                },
            }
        }
        _ => verdict,
    }
}
