//! `layout-verify`: every obligation and every composition is proved, refuted or reported as unknown.

mod accesses;
mod algebra;
mod allowed_values;
mod certificate;
mod compatible;
mod convert;
mod corrections;
mod coverage;
mod describe;
mod expressions;
pub(crate) mod files;
mod fits;
mod ledger;
mod memrefs;
mod offsets;
mod opinions;
mod outcomes;
mod presburger;
mod report;
mod stated;
mod symbolic_operations;
mod verdicts;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef, Value};
use rustc_hash::FxHashSet;

pub(crate) use self::corrections::{Corrected, Correction, corrections};
use self::describe::{describe, place_of};
use self::files::Content;
use self::ledger::Ledger;
use self::stated::Stated;
use self::verdicts::Verdicts;
use super::accesses::{Accesses, Findings, Scope, UnreadAccesses};
use super::declared::verify::{Options, Statistics};
use super::declared::{OnPromotion, OnUnknown};
use super::fold::Evaluator;
use super::function_facts::{FunctionFacts, Named};
use super::pass::{Failed, Ir, Merge, Part, Pass};
use super::wrong::stated_wrong;
use crate::algebra::{
    AnyLayout, Assertion, Budget, Counterexample, Difference, Leaving, Measure, Method, Unknown,
    Verdict, Witness, apart, equivalent, has_measure, in_bounds, increasing, injective,
};
use crate::cute::Term;
use crate::dialect::attribute::content;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir;
use crate::dialect::operation::algebra_operation;
use crate::dialect::promises::Promises;

impl OnUnknown {
    pub(super) fn severity(self) -> Severity {
        match self {
            OnUnknown::Remark => Severity::Remark,
            OnUnknown::Error => Severity::Error,
        }
    }

    /// Says what is not decided. True if that is an error.
    pub(super) fn report(self, location: Location<'_>, question: &str, why: &Unknown) -> bool {
        let message = format!("unknown whether {question}: {why}");
        Diagnostic::new(self.severity(), location, message).emit();
        self == OnUnknown::Error
    }
}

/// The remark that says what is proved, and how.
pub(super) fn proof<'c>(location: Location<'c>, method: Method, claim: &str) -> Diagnostic<'c> {
    Diagnostic::remark(location, format!("proved by {method}: {claim}"))
}

/// The pass.
pub struct Verify;

impl Pass for Verify {
    const ONLY_LOOKS: bool = true;

    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        if let Some(file) = files::shared(&options.report_file, &options.certificate) {
            let message = format!("report-file and certificate are both {file}");
            Diagnostic::error(ir::location(ir.context, ir.root), message).emit();
            return Err(Failed);
        }
        let mut ledger = Ledger::default();
        let (verdicts, findings) = (Verdicts::default(), Arc::new(Findings::default()));
        let unread = options.accesses.then(|| UnreadAccesses::new(ir.root));
        let mut result = ir.in_parts(&mut ledger, |part, ledger| {
            let verifier = Verifier::new(part.ir.context, options, ledger, &verdicts);
            verifier.part(&part, &findings, unread.as_ref())
        });
        statistics.merge(ledger.statistics);
        if let Some(unread) = unread {
            unread.report(ir.root);
        }
        if options.report {
            memrefs::report(ir.root);
        }
        let location = ir::location(ir.context, ir.root);
        if options.summary {
            let mut summary = Diagnostic::remark(location, ledger.summary());
            for line in ledger.details() {
                summary = summary.note(location, line);
            }
            summary.emit();
        }
        if options.cross_check {
            let presburger = ledger.opinions.presburger.summary();
            Diagnostic::remark(location, ledger.opinions.summary())
                .note(location, presburger)
                .emit();
        }
        let budget = Budget::with_isl_operations(options.max_operations);
        let mut written = Vec::new();
        if !options.report_file.is_empty() {
            written.push(files::write(&ledger, &options.report_file, Content::Report));
        }
        if !options.certificate.is_empty() {
            let content = Content::Certificate(budget);
            written.push(files::write(&ledger, &options.certificate, content));
        }
        for message in written.into_iter().filter_map(Result::err) {
            Diagnostic::error(location, message).emit();
            result = Err(Failed);
        }
        result
    }
}

struct Verifier<'c, 'o> {
    evaluator: Evaluator<'c>,
    known: FunctionFacts<'c>,
    /// What the operations are in, and its promises, once one asks for them.
    root: Option<OperationRef<'c, 'c>>,
    promises: OnceCell<Promises<'c>>,
    budget: Budget,
    options: &'o Options,
    verdicts: &'o Verdicts,
    ledger: &'o mut Ledger,
    /// The name of the operation that is looked at.
    current: &'c str,
    /// The claim that the next verdict is about, if a certificate is wanted.
    stated: Option<Stated>,
    /// The operations that were reported to have no value, and those that need one of them.
    without_value: FxHashSet<usize>,
    has_failed: bool,
}

impl<'c, 'o> Verifier<'c, 'o> {
    fn new(
        context: &'c Context,
        options: &'o Options,
        ledger: &'o mut Ledger,
        verdicts: &'o Verdicts,
    ) -> Self {
        Verifier {
            evaluator: Evaluator::new(context),
            known: FunctionFacts::default(),
            root: None,
            promises: OnceCell::new(),
            budget: Budget::with_isl_operations(options.max_operations),
            options,
            verdicts,
            ledger,
            current: "",
            stated: None,
            without_value: FxHashSet::default(),
            has_failed: false,
        }
    }
}

impl<'c> Verifier<'c, '_> {
    fn part(
        mut self,
        part: &Part<'c>,
        findings: &Arc<Findings>,
        unread: Option<&UnreadAccesses>,
    ) -> Result<(), Failed> {
        let Ir { context, root } = part.ir;
        if let Some(unread) = unread {
            unread.look_at(&part.operations());
        }
        // All that an operation says by itself is asked at once: of many operations, each visit is a cache miss.
        let (mut operations, mut stating) = (Vec::new(), Vec::new());
        for operation in part.visit() {
            let named = Named { operation, mnemonic: ir::layout_mnemonic(operation) };
            operations.push(named);
            for message in stated_wrong(operation) {
                self.current = ir::name(operation);
                self.refute(Diagnostic::error(operation.location(), message));
            }
            if named.mnemonic.is_some_and(|mnemonic| mnemonic != "constant") {
                self.evaluator.evaluate(operation);
            }
            stating.extend(named.may_state_facts().then_some(named));
        }
        let (known, contradictions) = FunctionFacts::collect(&stating);
        self.known = known;
        self.root = Some(root);
        for contradiction in contradictions {
            self.refute(contradiction);
        }
        for &Named { operation, mnemonic } in &operations {
            let Some(mnemonic) = mnemonic else { continue };
            // A constant claims nothing.
            if mnemonic == "constant" {
                if self.keeps_entries() {
                    self.ledger.leave_alone(ir::name(operation));
                }
                continue;
            }
            self.current = ir::name(operation);
            let before = self.ledger.entries.len();
            self.verify(operation, mnemonic);
            if self.keeps_entries() && self.ledger.entries.len() == before {
                self.ledger.leave_alone(self.current);
            }
        }
        // What accesses memory has operands.
        let may_access = operations.iter().any(|named| named.operation.operand_count() != 0);
        if self.options.accesses && may_access {
            let leaving = match self.options.promotion {
                OnPromotion::Allow => Leaving::Allowed,
                OnPromotion::Warn | OnPromotion::Error => Leaving::OutOfBounds,
            };
            let (scope, decided) = (Scope::Each, Arc::clone(findings));
            let mut accesses = Accesses::new(context, root, scope, (leaving, self.budget), decided);
            for &Named { operation, .. } in &operations {
                self.current = ir::name(operation);
                self.verify_access(operation, &mut accesses);
            }
        }
        if self.has_failed { Err(Failed) } else { Ok(()) }
    }

    fn promises(&self) -> &Promises<'c> {
        self.promises.get_or_init(|| self.root.map(Promises::collect).unwrap_or_default())
    }

    fn verify(&mut self, operation: OperationRef<'c, 'c>, mnemonic: &str) {
        match mnemonic {
            "compose" => self.verify_compose(operation),
            "convert" => self.verify_convert(operation),
            "cast" => self.verify_cast(operation),
            "assert_equivalent" => self.verify_equivalent(operation),
            "assert_increasing" => self.verify_increasing(operation),
            "assert_compatible" => self.verify_compatible(operation),
            "assert_injective" => self.verify_injective(operation),
            "assert_surjective" => self.verify_surjective(operation),
            "assert_bijective" => self.verify_bijective(operation),
            "assert_disjoint" => self.verify_disjoint(operation),
            "assert_in_bounds" => self.verify_in_bounds(operation),
            "assert_size" => self.verify_measure(operation, Measure::Size),
            "apply" => self.verify_apply(operation),
            "assert_cosize" => self.verify_measure(operation, Measure::Cosize),
            _ => {
                let algebra = algebra_operation(operation);
                match algebra.filter(|algebra| algebra.name() != "idx2crd") {
                    Some(algebra) => self.verify_algebra(operation, algebra),
                    None => _ = self.needs_missing(operation),
                }
            }
        }
    }

    /// True if an operand has no value, which was reported where it is defined. Then this operation
    /// has none either, and there is nothing more to say.
    fn needs_missing(&mut self, operation: OperationRef<'c, '_>) -> bool {
        let is_missing = !self.without_value.is_empty()
            && operation
                .operands()
                .filter_map(ir::defining_op)
                .any(|definition| self.without_value.contains(&ir::key(definition)));
        if is_missing {
            self.without_value.insert(ir::key(operation));
        }
        is_missing
    }

    /// The layout of an operand, with what its function says of its symbols.
    fn layout(
        &self,
        operation: OperationRef<'c, '_>,
        operand: Value<'c, '_>,
    ) -> Option<Cow<'c, AnyLayout>> {
        Some(self.known.strengthen(operation, self.evaluator.layout(operand)?))
    }

    /// The layouts of all operands, which share no anonymous symbol, or a report that one is not known.
    fn operands(
        &mut self,
        operation: OperationRef<'c, '_>,
        question: &str,
    ) -> Option<Vec<Cow<'c, AnyLayout>>> {
        let layouts = self.layouts(operation);
        if layouts.is_none() && !self.needs_missing(operation) {
            self.unknown(operation, question, &Unknown::NotStatic);
        }
        layouts
    }

    /// The layouts of all operands, which share no anonymous symbol.
    fn layouts(&self, operation: OperationRef<'c, '_>) -> Option<Vec<Cow<'c, AnyLayout>>> {
        let layouts = operation.operands().map(|operand| self.layout(operation, operand));
        layouts.collect::<Option<Vec<_>>>().map(apart)
    }

    /// The verdict on a claim about the operands; `None` if an operation that is reported has no value for
    /// one of them.
    fn settle<const N: usize, W>(
        &mut self,
        operation: OperationRef<'c, '_>,
        claim: Assertion,
        ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
    ) -> Option<Verdict<W>>
    where
        W: Witness + Clone + Send + Sync + 'static,
        Counterexample: From<W>,
    {
        let Some(layouts) = self.layouts(operation) else {
            return (!self.needs_missing(operation)).then(|| self.by_values(operation, ask));
        };
        let all: Vec<&AnyLayout> = layouts.iter().map(|layout| &**layout).collect();
        let all: [&AnyLayout; N] = all.try_into().ok()?;
        let verdict = self.verdicts.on(claim, &layouts, || ask(all, &self.budget));
        let is_relation = |layout: &&AnyLayout| matches!(layout, AnyLayout::Relation(_));
        if let Verdict::Refuted(witness) = &verdict
            && all.iter().any(is_relation)
            && let Some(allowed) = self.for_allowed_values(operation, all, &ask, witness.clone())
        {
            // The layouts alone do not state that.
            return Some(allowed);
        }
        self.judged(operation, claim, &all, &verdict);
        Some(verdict)
    }

    fn verify_increasing(&mut self, operation: OperationRef<'c, '_>) {
        let question = "layout increases";
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| increasing(layout, budget);
        let Some(verdict) = self.settle(operation, Assertion::Increasing, ask) else { return };
        if let Some(descent) = self.witness(operation, question, verdict) {
            let note = format!("gives {} and then {}", descent.before, descent.offset);
            self.refute_operand(operation, &descent, &note);
        }
    }

    fn verify_equivalent(&mut self, operation: OperationRef<'c, '_>) {
        let question = "layouts are equal";
        let ask = |[left, right]: [&AnyLayout; 2], budget: &Budget| equivalent(left, right, budget);
        let Some(verdict) = self.settle(operation, Assertion::Equivalent, ask) else { return };
        self.decided_equal(operation, question, verdict, operation.operands());
    }

    /// A layout is the one that the type it is cast to names.
    fn verify_cast(&mut self, operation: OperationRef<'c, '_>) {
        let (Some(source), Some(result)) = (ir::operand(operation, 0), ir::result(operation, 0))
        else {
            return;
        };
        let Some(named) = ir::typed_layout(result).and_then(content) else {
            self.needs_missing(operation);
            return;
        };
        let question = format!("layout is {named}");
        let Some(operands) = self.operands(operation, &question) else { return };
        let named = self.known.strengthen(operation, named);
        let verdict = if self.evaluator.layout(source) == Some(&*named) {
            Verdict::Proved(Method::CanonicalForm)
        } else {
            equivalent(&operands[0], &named, &self.budget)
        };
        self.judged(operation, Assertion::Equivalent, &[&operands[0], &named], &verdict);
        self.decided_equal(operation, &question, verdict, [source, result]);
    }

    /// Reports whether two values are one function.
    fn decided_equal<'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        question: &str,
        verdict: Verdict<Difference>,
        sides: impl IntoIterator<Item = Value<'c, 'a>>,
    ) {
        if let Some(difference) = self.witness(operation, question, verdict) {
            let mut error = Diagnostic::error(operation.location(), difference.to_string());
            for (position, side) in sides.into_iter().enumerate() {
                let name = describe(&self.evaluator, side);
                error = error.note(place_of(operation, side), says(&name, &difference, position));
            }
            self.refute(error);
        }
    }

    fn verify_injective(&mut self, operation: OperationRef<'c, '_>) {
        let question = "layout is injective";
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| injective(layout, budget);
        let Some(verdict) = self.settle(operation, Assertion::Injective, ask) else { return };
        let layout = ir::operand(operation, 0).and_then(|it| self.layout(operation, it));
        match verdict {
            Verdict::Proved(method) => {
                match layout.and_then(|layout| coverage::covered(operation, &layout)) {
                    Some(covered) => {
                        self.proved(operation, method, &format!("{question}, {covered}"));
                    }
                    None => self.proved(operation, method, question),
                }
            }
            Verdict::Unknown(unknown) => self.unknown(operation, question, &unknown),
            Verdict::Refuted(collision) => {
                let note = format!("gives {} at both", collision.offset);
                self.refute_operand(operation, &collision, &note);
            }
        }
    }

    fn verify_in_bounds(&mut self, operation: OperationRef<'c, '_>) {
        let Some(size) = ir::integer_attribute(operation, "size") else { return };
        let question = format!("layout stays in [0, {size})");
        let claim = Assertion::InBounds { size };
        let size = Term::constant(size);
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| in_bounds(layout, &size, budget);
        let Some(verdict) = self.settle(operation, claim, ask) else { return };
        if let Some(departure) = self.witness(operation, &question, verdict) {
            self.refute_operand(operation, &departure, &departure.gives());
        }
    }

    /// A measure of a layout is the one that is claimed.
    fn verify_measure(&mut self, operation: OperationRef<'c, '_>, measure: Measure) {
        let Some(claimed) = ir::integer_attribute(operation, "size") else { return };
        let question = format!("layout has {measure} {claimed}");
        let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| {
            has_measure(layout, measure, claimed, budget)
        };
        let claim = Assertion::Has(measure, claimed);
        let Some(verdict) = self.settle(operation, claim, ask) else { return };
        if let Some(wrong) = self.witness(operation, &question, verdict) {
            let note = format!("has {measure} {}", wrong.found);
            self.refute_operand(operation, &wrong, &note);
        }
    }

    /// Reports a verdict; the witness of a claim that is refuted is for the caller to report.
    fn witness<W>(
        &mut self,
        operation: OperationRef<'c, '_>,
        claim: &str,
        verdict: Verdict<W>,
    ) -> Option<W> {
        match verdict {
            Verdict::Proved(method) => self.proved(operation, method, claim),
            Verdict::Unknown(unknown) => self.unknown(operation, claim, &unknown),
            Verdict::Refuted(witness) => return Some(witness),
        }
        None
    }
}

/// What a difference says of one side: 0 is the left one.
fn says(name: &str, difference: &Difference, side: usize) -> String {
    match difference {
        Difference::Sizes { left, right, .. } => {
            format!("{name} has size {}", if side == 0 { left } else { right })
        }
        Difference::At { .. } => match difference.offset(side) {
            Some(offset) => format!("{name} gives {offset}"),
            None => format!("{name} gives nothing"),
        },
    }
}
