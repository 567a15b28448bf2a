//! All rules on one file.

use rustc_hash::FxHashMap;

use super::accesses::costs;
use super::bounds::bounds;
use super::claims::{claims, threads};
use super::contracts::contracts;
use super::execution::execute_all;
use super::far_rows::far_rows;
use super::finding::{Finding, mark};
use super::heat::cooled;
use super::layouts::Layouts;
use super::left_alone::{left_alone, nothing_of_triton};
use super::masks::masks;
use super::memories::memories;
use super::multiples::{Multiples, multiples};
use super::overlaps::overlaps;
use super::readback::readback;
use super::rule::{PAST_THE_BUFFER, UNKNOWN_ENCODING, UNREADABLE};
use super::settings::Settings;
use super::swizzles::swizzles;
use super::waste::waste;
use crate::triton::{Operation, Places, read_module, read_programs};

/// Everything that the rules find in a pretty-printed `.ttgir` file, in the order of the file.
///
/// Whatever the bytes are there is an answer: what cannot be read is a finding, too. Positions are in
/// this file, with the places in the author's source that it names, and fingerprints are unique in it. The machine is that which the file is compiled for,
/// unless the settings, which may be a machine, name one.
///
/// The cost is linear in the size of the file, but for the swizzles that are compared for each shared
/// memory.
///
/// ```
/// use layout_kernels::analyze::Machine;
/// use layout_kernels::lint::{Level, lint};
///
/// let file = "#rows = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
/// #memory = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
/// module { tt.func @f(%m: !ttg.memdesc<128x32xf32, #memory, #ttg.shared_memory>) {
///   %x = ttg.local_load %m : !ttg.memdesc<128x32xf32, #memory, #ttg.shared_memory> -> tensor<128x32xf32, #rows>
/// } }";
/// let findings = lint(file.as_bytes(), &Machine::default());
/// let found: Vec<String> =
///     findings.iter().map(|found| format!("{} {}", found.position(), found.rule().id())).collect();
/// assert_eq!(found, ["4:8 bank-conflicts", "4:8 better-swizzle"]);
/// assert_eq!(findings[0].level(), Level::Warning);
/// assert!(findings[0].message().starts_with("7 bank conflicts in each group of lanes"));
/// ```
pub fn lint(bytes: &[u8], settings: impl Into<Settings>) -> Vec<Finding> {
    let module = match read_module(bytes) {
        Ok(module) => module,
        Err(error) => {
            let mut only = [Finding::new(UNREADABLE, error.position(), error.to_string())];
            mark(&mut only);
            return only.into();
        }
    };
    let machine = &settings.into().machine(&module);
    let mut findings: Vec<Finding> = module
        .errors()
        .iter()
        .map(|error| Finding::new(UNREADABLE, error.position(), error.to_string()))
        .collect();
    for encoded in module.encodings() {
        let bits = encoded.element().bits().unwrap_or(32);
        let encoding = encoded.encoding();
        if let Err(error) =
            encoding.and_then(|own| own.without_gaps(encoded.shape(), bits).map(drop))
        {
            let message = format!("{} on shape {:?}: {error}", encoded.text(), encoded.shape());
            findings.push(Finding::new(UNKNOWN_ENCODING, encoded.position(), message));
        }
    }
    // What was read as a module is text.
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let programs = read_programs(text);
    let of_programs: FxHashMap<&str, Multiples> =
        programs.iter().map(|program| (program.name.as_str(), multiples(program))).collect();
    let unknown = Multiples::default();
    let mut layouts = Layouts::default();
    let mut functions: FxHashMap<Option<usize>, Vec<&Operation>> = FxHashMap::default();
    let mut of_operations = Vec::new();
    for (number, operation) in module.operations().iter().enumerate() {
        functions.entry(operation.function()).or_default().push(operation);
        let function = operation.function().and_then(|at| module.functions().get(at));
        let multiples = function.and_then(|own| of_programs.get(own.name())).unwrap_or(&unknown);
        let found = costs(operation, multiples, &mut layouts, machine).into_iter();
        of_operations.extend(found.chain(memories(operation)).map(|found| (number, found)));
    }
    let mut numbers: FxHashMap<crate::triton::Position, usize> = FxHashMap::default();
    for (number, operation) in module.operations().iter().enumerate() {
        numbers.insert(operation.position(), number);
    }
    for operations in functions.values() {
        let found =
            bounds(operations).into_iter().chain(masks(operations)).chain(overlaps(operations));
        let found = found.chain(swizzles(operations, &mut layouts, machine, &module));
        of_operations
            .extend(found.filter_map(|found| Some((*numbers.get(&found.position)?, found))));
    }
    for (number, mut finding) in of_operations {
        let operation = &module.operations()[number];
        finding = cooled(finding, operation, &module);
        finding.operation = Some(operation.name().to_owned());
        let function = operation.function().and_then(|at| module.functions().get(at));
        finding.function = function.map(|function| function.name().to_owned());
        findings.push(finding);
    }
    findings.extend(nothing_of_triton(&module));
    findings.extend(threads(&module, &programs));
    for (function, found) in execute_all(&programs, &module) {
        // Of an index that is a constant, the place says enough, and no turn.
        let is_same = |own: &Finding| own.rule == PAST_THE_BUFFER && own.position == found.position;
        if found.rule != PAST_THE_BUFFER || !findings.iter().any(is_same) {
            findings.push(Finding { function: Some(function), ..found });
        }
    }
    for function in module.functions() {
        let program = programs.iter().find(|own| own.name == function.name());
        findings.extend(left_alone(function, program));
    }
    for program in &programs {
        let name = program.name.as_str();
        let at = module.functions().iter().position(|function| function.name() == name);
        let operations = functions.get(&at).map_or(&[][..], Vec::as_slice);
        let mut found = contracts(&program.body, &mut layouts);
        found.extend(claims(program, module.num_warps(), &mut layouts));
        found.extend(far_rows(program));
        found.extend(readback(operations, &program.body, &mut layouts));
        let multiples = of_programs.get(name).unwrap_or(&unknown);
        found.extend(waste(operations, &program.body, multiples, &mut layouts, machine));
        let function = Some(name.to_owned());
        findings.extend(found.into_iter().map(|own| Finding { function: function.clone(), ..own }));
    }
    // Equal places keep the order of the rules: the sort is stable, and maps have none.
    findings.sort_by(|a, b| {
        (a.position, a.rule.id(), &a.message).cmp(&(b.position, b.rule.id(), &b.message))
    });
    mark(&mut findings);
    let places = Places::read(text);
    findings.iter_mut().for_each(|found| found.locate(&places));
    findings
}
