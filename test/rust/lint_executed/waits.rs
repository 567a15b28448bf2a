//! The rule `missing-wait`: a kernel that waits enough gives the same whenever what is asynchronous is
//! done, at once, late, or late and the other way around.

use layout_kernels::lint::{Settings as LintSettings, lint};
use layout_kernels::triton::{Program, read_programs};

use super::memories::{By, Memories, Schedule};
use super::run::{Settings, run};
use super::{kernels, of_rule};

/// Sizes for one turn of a loop, for a few, and for more than there are stages.
const SIZES: [i64; 3] = [20, 150, 900];

const KINDS: &[By] = &[
    By::Copies,
    By::WarpGroupProducts,
    By::TensorCoreProducts,
    By::DescriptorLoads,
    By::DescriptorStores,
];

/// What is late: everything, everything the other way around, and each kind by itself.
const SCHEDULES: [Schedule; 7] = [
    Schedule { late: KINDS, is_backwards: false },
    Schedule { late: KINDS, is_backwards: true },
    Schedule { late: &[By::Copies], is_backwards: false },
    Schedule { late: &[By::WarpGroupProducts], is_backwards: false },
    Schedule { late: &[By::TensorCoreProducts], is_backwards: false },
    Schedule { late: &[By::DescriptorLoads], is_backwards: false },
    Schedule { late: &[By::DescriptorStores], is_backwards: false },
];

/// True if a schedule changes what the kernel stores, or a barrier is ahead of its waits, for one of the
/// sizes.
fn depends_on_luck(program: &Program) -> bool {
    (0..2 * SIZES.len()).any(|number| {
        let of = |schedule| {
            let settings = Settings {
                argument: |at, first| first + 16 * (at as i64 % 3),
                first: SIZES[number / 2],
                schedule,
                takes_else: number % 2 == 1,
                ..Settings::default()
            };
            run(program, &settings).1
        };
        let at_once = of(Schedule::default());
        let is_other = |late: Memories| late.is_ahead || late.stored != at_once.stored;
        at_once.is_ahead || SCHEDULES.into_iter().any(|own| is_other(of(own)))
    })
}

/// Each wait of each kernel is removed in turn: what the linter says is what the schedules show.
#[test]
fn a_wait_is_missed_if_and_only_if_a_schedule_shows_it() {
    let (mut n_needed, mut idle) = (0, Vec::new());
    for (name, text) in kernels() {
        let text = without_tokens(&text);
        let found = |text: &str| {
            of_rule(&lint(text.as_bytes(), LintSettings::default()), "missing-wait").len()
        };
        let lucky = |text: &str| read_programs(text).iter().any(depends_on_luck);
        let lines: Vec<&str> = text.lines().collect();
        let waits: Vec<usize> = (0..lines.len()).filter(|&at| is_wait(lines[at])).collect();
        if waits.is_empty() {
            continue;
        }
        assert!(!lucky(&text), "{name}");
        assert_eq!(found(&text), 0, "{name}");
        for at in waits {
            let without = without_wait(&lines, at);
            let is_needed = lucky(&without);
            assert_eq!(0 < found(&without), is_needed, "{name}:{}: {}", at + 1, lines[at]);
            match is_needed {
                true => n_needed += 1,
                false => idle.push(format!("{name}:{}", at + 1)),
            }
        }
    }
    // Each follows another wait, with nothing begun between, or is before one that says as much.
    let expected = [
        "matmul.cuda80:117",
        "matmul.cuda80:162",
        "matmul.cuda80:163",
        "flash_bwd_dkdv.cuda100:300",
        "gemm_tf32.cuda80:92",
        "gemm_tf32.cuda80:134",
        "gemm_tf32.cuda80:135",
        "gemm_tf32.cuda80:143",
        "matmul_bias.gfx1250:158",
        "matmul_small.cuda80:145",
        "matmul_small.cuda80:180",
        "matmul_small.cuda80:181",
    ];
    assert_eq!((n_needed, idle), (43, expected.map(str::to_owned).to_vec()));
}

/// The text without the tokens by which loads name the wait that they rely on: without them, what is
/// waited for is all that there is to go by.
fn without_tokens(text: &str) -> String {
    let of_line = |line: &str| match line.split_once(" token %") {
        Some((before, after)) => match after.split_once(" : ") {
            Some((_, after)) => format!("{before} : {after}"),
            None => line.to_owned(),
        },
        None => line.to_owned(),
    };
    text.lines().map(of_line).collect::<Vec<_>>().join("\n")
}

fn is_wait(line: &str) -> bool {
    let waits = [".async_wait", ".wait_barrier", ".warp_group_dot_wait", ".async_tma_store_wait"];
    waits.iter().any(|own| line.contains(own))
}

/// The text without one line; what a wait hands on of its operands are the operands.
fn without_wait(lines: &[&str], at: usize) -> String {
    let mut rest: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    let wait = std::mem::take(&mut rest[at]);
    if let Some((result, operands)) = wait.split_once(" = ")
        && let Some((_, operands)) = operands.split_once("warp_group_dot_wait ")
    {
        let result = result.trim().split(':').next().unwrap();
        let operands: Vec<&str> =
            operands.split([':', '{']).next().unwrap().trim().split(", ").collect();
        for line in &mut rest[at + 1..] {
            for (number, operand) in operands.iter().enumerate() {
                *line = renamed(line, &format!("{result}#{number}"), operand);
            }
            *line = renamed(line, result, operands[0]);
        }
    }
    rest.join("\n")
}

/// The line with a name, where it is not the beginning of a longer one, in place of another.
fn renamed(line: &str, from: &str, to: &str) -> String {
    let mut rest = line;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once(from) {
        let is_longer = after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '#');
        out += before;
        out += if is_longer { from } else { to };
        rest = after;
    }
    out + rest
}
