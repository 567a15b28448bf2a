//! The linter's rules about bugs: a planted mistake in a reduced kernel each, with the change that mends
//! it.

use std::fs;
use std::path::Path;

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Level, lint};

fn planted(name: &str) -> String {
    let path = format!("../../test/data/planted/bugs/{name}.ttgir");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// What is reported beside notes and costs: place, level, rule and message, and the related places.
fn reported(text: &str) -> Vec<String> {
    const COSTS: [&str; 4] =
        ["bank-conflicts", "better-swizzle", "costly-conversion", "uncoalesced-access"];
    let found = lint(text.as_bytes(), &Machine::default());
    let found =
        found.iter().filter(|own| Level::Note < own.level() && !COSTS.contains(&own.rule().id()));
    found
        .map(|own| {
            let related: Vec<String> =
                own.related().iter().map(|other| format!(" ({})", other.position())).collect();
            let (rule, message) = (own.rule().id(), own.message());
            format!("{} {} {rule}: {message}{}", own.position(), own.level(), related.concat())
        })
        .collect()
}

/// The file has these findings, and none with the changes.
fn is_found(name: &str, changes: &[(&str, &str)], expected: &[&str]) {
    let text = planted(name);
    assert_eq!(reported(&text), expected, "{name}");
    let mended = changes.iter().fold(text, |text, (wrong, right)| {
        assert!(text.contains(wrong), "{name}: '{wrong}' is not in the file");
        text.replace(wrong, right)
    });
    assert_eq!(reported(&mended), [""; 0], "{name}, mended");
}

#[test]
fn a_copy_that_is_not_waited_for() {
    is_found(
        "missing-wait",
        &[("num = 2", "num = 1")],
        &[
            "21:12 error missing-wait: element (0, 0, 0) of %ring is read while the asynchronous copy that \
         writes it may be under way: nothing has waited for it, in turn 0 of the loop (13:11)",
        ],
    );
}

#[test]
fn a_ring_that_is_filled_as_far_ahead_as_it_is_long() {
    is_found(
        "full-ring",
        &[("<2x32", "<3x32"), ("%size = arith.constant 2", "%size = arith.constant 3")],
        &[
            "27:12 error missing-wait: element (0, 0, 0) of %ring is read while the asynchronous copy that \
         writes it may be under way: nothing has waited for it, in turn 0 of the loop (23:12)",
        ],
    );
}

#[test]
fn an_index_past_the_end_in_a_loop() {
    is_found(
        "loop-index",
        &[("constant 5", "constant 4")],
        &[
            "12:14 error past-the-buffer: buffer 4 of a memory that has 4, in turn 4 of the loop (11:5)",
        ],
    );
}

#[test]
fn a_product_that_is_not_waited_for() {
    is_found(
        "missing-product-wait",
        &[("pendings = 1", "pendings = 0")],
        &[
            "10:10 error missing-wait: %e is used before the warp group product that gives it has been \
         waited for (8:10)",
        ],
    );
    is_found(
        "missing-barrier-wait",
        &[("%parity = arith.constant 1", "%parity = arith.constant 0")],
        &[
            "20:10 error missing-wait: element (0, 0) of %d is read while the tensor core product that \
         writes it may be under way: nothing has waited for it (18:5)",
        ],
    );
}

/// The store to what nothing loads is of no concern to other programs.
#[test]
fn a_lock_that_is_freed_before_all_threads_have_stored() {
    is_found(
        "missing-release-barrier",
        &[("// barrier", "ttg.barrier all")],
        &[
            "17:12 error missing-barrier: one thread releases what all threads have stored to %sum, and \
         nothing has waited for the others: another program may load an element before it is stored \
         (15:5)",
        ],
    );
}

/// Each wait of a real kernel is removed in turn. The three that are not missed wait for what another
/// wait has waited for: the wait before the loop or the one at the end of a turn, and of two equal
/// waits in a row one.
#[test]
fn every_wait_of_the_real_kernels_is_needed_or_follows_another() {
    let (mut n_waits, mut not_missed) = (0, Vec::new());
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton");
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let found =
            |text: &str| reported(text).iter().filter(|own| own.contains(" missing-")).count();
        assert_eq!(found(&text), 0, "{name}");
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if !["async_wait", "wait_barrier", "warp_group_dot_wait"]
                .iter()
                .any(|op| line.contains(op))
            {
                continue;
            }
            let without = without_wait(&lines, at);
            n_waits += 1;
            if found(&without) == 0 {
                not_missed.push(format!("{name}:{}", at + 1));
            }
        }
    }
    not_missed.sort();
    let twice = ["117", "162", "163"].map(|line| format!("matmul.cuda80:{line}"));
    assert_eq!((n_waits, not_missed), (18, twice.to_vec()));
}

/// The text without one line; what a wait hands on of its operands are the operands.
fn without_wait(lines: &[&str], at: usize) -> String {
    let mut rest: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let wait = std::mem::take(&mut rest[at]);
    if let Some((result, operands)) = wait.split_once(" = ")
        && operands.contains("warp_group_dot_wait")
    {
        let result = result.trim().split(':').next().unwrap();
        let operands = operands.split_once(' ').unwrap().1.split_once(" {").unwrap().0;
        let operands: Vec<&str> = operands.split(", ").collect();
        for line in &mut rest[at + 1..] {
            for (number, operand) in operands.iter().enumerate() {
                *line = line.replace(&format!("{result}#{number}"), operand);
            }
            *line = line.replace(&format!("{result},"), &format!("{},", operands[0]));
            *line = line.replace(&format!("{result} "), &format!("{} ", operands[0]));
        }
    }
    rest.join("\n")
}
