//! Partitions of warps that run at the same time, beside kernels that Triton 3.9 partitioned and beside all
//! orders in which two of them may run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use layout_kernels::lint::{Settings, lint};

/// The waits that the linter finds missing in a text: places and messages.
fn missing(text: &str) -> Vec<String> {
    let found = lint(text.as_bytes(), Settings::default());
    let own = found.iter().filter(|own| own.rule().id() == "missing-wait");
    own.map(|own| format!("{} {}", own.position(), own.message())).collect()
}

/// The kernels were written with `warp_specialize=True`: a product with one loop, a persistent one, and
/// attention, whose five barriers a turn go between four partitions.
#[test]
fn waits_of_kernels_that_are_partitioned() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton_partitions");
    let (mut n_found, mut idle) = (0, Vec::new());
    for name in ["attention", "matmul", "persistent"] {
        let text = fs::read_to_string(folder.join(format!("{name}.cuda100.ttgir"))).unwrap();
        assert_eq!(missing(&text), [""; 0], "{name}");
        let lines: Vec<&str> = text.lines().collect();
        let is_wait =
            |line: &str| ["wait_barrier", "store_wait"].iter().any(|own| line.contains(own));
        for at in (0..lines.len()).filter(|&at| is_wait(lines[at])) {
            let without = [&lines[..at], &[""], &lines[at + 1..]].concat().join("\n");
            match missing(&without).is_empty() {
                true => idle.push(format!("{name}:{}", at + 1)),
                false => n_found += 1,
            }
        }
    }
    // Waits for what is empty to begin with, at the end only for the next one to go on, or for what another
    // wait of the same turn implies.
    let attention = [39, 46, 159, 221, 238, 280, 298, 305, 341].map(|at| format!("attention:{at}"));
    let others = ["matmul:25", "persistent:59", "persistent:128"];
    let expected = [&attention[..], &others.map(str::to_owned)[..]].concat();
    assert_eq!((n_found, idle), (29, expected));
}

const BARRIER: &str = "!ttg.memdesc<1xi64, #bars, #smem, mutable>";
const BUFFER: &str = "!ttg.memdesc<32x32xf16, #plain, #smem, mutable>";

/// What a partition does with a buffer, or with the barrier of this name.
#[derive(Clone, Debug, PartialEq)]
enum PartitionStep {
    Store(usize),
    Load(usize),
    Arrive(String),
    Wait(String, usize),
}

impl PartitionStep {
    fn line(&self, number: usize) -> String {
        match self {
            PartitionStep::Store(buffer) => {
                format!("ttg.local_store %x, %m{buffer} : tensor<32x32xf16, #b> -> {BUFFER}")
            }
            PartitionStep::Load(buffer) => {
                format!(
                    "%y{number} = ttg.local_load %m{buffer} : {BUFFER} -> tensor<32x32xf16, #b>"
                )
            }
            PartitionStep::Arrive(barrier) => {
                format!("ttng.arrive_barrier %{barrier}, 1 : {BARRIER}")
            }
            PartitionStep::Wait(barrier, parity) => {
                format!("ttng.wait_barrier %{barrier}, %c{parity} : {BARRIER}")
            }
        }
    }
}

/// Three tiles that go from one partition to the other through a ring of buffers.
fn hand_over(n_buffers: usize) -> [Vec<PartitionStep>; 2] {
    let turn = |number: usize| (number % n_buffers, number / n_buffers % 2);
    let producer = (0..3).flat_map(|number| {
        let (buffer, parity) = turn(number);
        let empty = PartitionStep::Wait(format!("empty{buffer}"), 1 - parity);
        [empty, PartitionStep::Store(buffer), PartitionStep::Arrive(format!("full{buffer}"))]
    });
    let consumer = (0..3).flat_map(|number| {
        let (buffer, parity) = turn(number);
        let full = PartitionStep::Wait(format!("full{buffer}"), parity);
        [full, PartitionStep::Load(buffer), PartitionStep::Arrive(format!("empty{buffer}"))]
    });
    [producer.collect(), consumer.collect()]
}

fn kernel(partitions: &[Vec<PartitionStep>; 2]) -> String {
    let names = ["full0", "full1", "empty0", "empty1"];
    let barriers: String = names
        .iter()
        .map(|own| {
            format!("%{own} = ttg.local_alloc : () -> {BARRIER}\nttng.init_barrier %{own}, 1 : {BARRIER}\n")
        })
        .collect();
    let [producer, consumer] = partitions.each_ref().map(|steps| {
        let lines = steps.iter().enumerate().map(|(number, step)| step.line(number) + "\n");
        lines.collect::<String>()
    });
    let handed: Vec<String> =
        ["m0", "m1"].into_iter().chain(names).map(|own| format!("%{own}")).collect();
    let own: Vec<String> = handed
        .iter()
        .map(|name| format!("{name}: {}", if name.starts_with("%m") { BUFFER } else { BARRIER }))
        .collect();
    format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#plain = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
#bars = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: tensor<32x32xf16, #b>) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%m0 = ttg.local_alloc : () -> {BUFFER}
%m1 = ttg.local_alloc : () -> {BUFFER}
{barriers}ttg.warp_specialize({}) attributes {{requestedRegisters = array<i32: 24>}}
default {{
{producer}ttg.warp_yield
}}
partition0({}) num_warps(4) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
{consumer}ttg.warp_return
}} : ({}) -> ()
tt.return
}}
}}
",
        handed.join(", "),
        own.join(", "),
        own.iter().map(|own| own.split_once(": ").unwrap().1).collect::<Vec<_>>().join(", ")
    )
}

/// True if in some order of the two both are at accesses of one buffer, one of which is a store, or both
/// are never done.
fn is_wrong(partitions: &[Vec<PartitionStep>; 2]) -> bool {
    let mut reached = BTreeSet::from([[0, 0]]);
    let mut left = vec![[0, 0]];
    while let Some(at) = left.pop() {
        // The phases that have ended, by the arrivals until here.
        let n_ended = |barrier: &String| {
            let done = (0..2).flat_map(|own| &partitions[own][..at[own]]);
            done.filter(|step| **step == PartitionStep::Arrive(barrier.clone())).count()
        };
        let next = [0, 1].map(|own| {
            let step = partitions[own].get(at[own])?;
            let waits =
                matches!(step, PartitionStep::Wait(barrier, parity) if n_ended(barrier) % 2 == *parity);
            (!waits).then_some(step)
        });
        if let [Some(PartitionStep::Store(stored)), Some(PartitionStep::Load(loaded))] = next
            && stored == loaded
        {
            return true;
        }
        let is_over = (0..2).all(|own| at[own] == partitions[own].len());
        if next == [None, None] && !is_over {
            return true;
        }
        for own in 0..2 {
            let mut after = at;
            after[own] += 1;
            if next[own].is_some() && reached.insert(after) {
                left.push(after);
            }
        }
    }
    false
}

/// Any of the waits are left out.
#[test]
fn a_wait_is_missed_where_an_order_of_the_partitions_shows_it() {
    let mut counts = [0; 2];
    for (n_buffers, left_out) in (1..3).flat_map(|n| (0..64_usize).map(move |own| (n, own))) {
        let mut number = 0;
        let partitions = hand_over(n_buffers).map(|steps| {
            let stays = |step: &PartitionStep| {
                let is_wait = matches!(step, PartitionStep::Wait(..));
                number += usize::from(is_wait);
                !is_wait || left_out >> (number - 1) & 1 == 0
            };
            steps.into_iter().filter(stays).collect::<Vec<_>>()
        });
        let is_wrong = is_wrong(&partitions);
        let said = missing(&kernel(&partitions));
        assert_eq!(!said.is_empty(), is_wrong, "{n_buffers} {left_out:06b} {said:?}");
        counts[usize::from(is_wrong)] += 1;
    }
    assert_eq!(counts, [6, 122]);
}

/// What is begun before the partitions goes on in them, and what the first of them begins goes on after them.
#[test]
fn copies_go_on_through_partitions() {
    let found = |before: &str, first: &str, other: &str, after: &str| {
        let written = |lines: &str| {
            lines
                .replace("COPY", "%t = ttg.async_copy_global_to_local %p, %m : tensor<32x32x!tt.ptr<f16>, #b> -> <32x32xf16, #plain, #smem, mutable>\n%g = ttg.async_commit_group tokens %t")
                .replace("LOAD", &format!("%y = ttg.local_load %m : {BUFFER} -> tensor<32x32xf16, #b>"))
                .replace("STORE", &format!("ttg.local_store %x, %m : tensor<32x32xf16, #b> -> {BUFFER}"))
                .replace("DONE", "%done = ttg.async_wait {num = 0 : i32}")
                .replace("HELD", &format!("ttng.async_copy_mbarrier_arrive %bar : {BARRIER}"))
                .replace("ARRIVE", &format!("ttng.arrive_barrier %bar, 1 : {BARRIER}"))
                .replace("WAIT", &format!("ttng.wait_barrier %bar, %c0 : {BARRIER}"))
        };
        let [before, first, other, after] = [before, first, other, after].map(written);
        missing(&format!(
            "#b = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#plain = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
#bars = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%p: tensor<32x32x!tt.ptr<f16>, #b>, %x: tensor<32x32xf16, #b>) {{
%c0 = arith.constant 0 : i32
%m = ttg.local_alloc : () -> {BUFFER}
%bar = ttg.local_alloc : () -> {BARRIER}
ttng.init_barrier %bar, 1 : {BARRIER}
{before}
ttg.warp_specialize(%m, %bar, %p, %x)
default {{
{first}
ttg.warp_yield
}}
partition0(%m: {BUFFER}, %bar: {BARRIER}, %p: tensor<32x32x!tt.ptr<f16>, #b>, %x: tensor<32x32xf16, #b>) num_warps(4) {{
%c0 = arith.constant 0 : i32
{other}
ttg.warp_return
}} : ({BUFFER}, {BARRIER}, tensor<32x32x!tt.ptr<f16>, #b>, tensor<32x32xf16, #b>) -> ()
{after}
tt.return
}}
}}
"
        ))
    };
    let is = |did: &str, at: &str| {
        vec![format!(
            "{at} element (0, 0) of %m is {did} may be under way: nothing has waited for it"
        )]
    };
    let read = |at: &str| is("read while the asynchronous copy that writes it", at);
    let written = |at: &str| is("written while the asynchronous copy that writes it, too,", at);
    assert_eq!(found("COPY", "LOAD", "", "DONE"), read("15:6"));
    assert_eq!(found("COPY", "DONE\nLOAD", "", ""), [""; 0]);
    assert_eq!(found("COPY\nDONE", "LOAD", "LOAD", ""), [""; 0]);
    assert_eq!(found("COPY", "", "LOAD", "DONE"), read("20:6"));
    assert_eq!(found("COPY", "", "STORE", "DONE"), written("20:1"));
    // Threads wait for what they have begun themselves, and tell the others so.
    assert_eq!(found("COPY", "", "DONE\nLOAD", "DONE"), read("21:6"));
    assert_eq!(found("COPY", "DONE\nARRIVE", "WAIT\nLOAD", ""), [""; 0]);
    assert_eq!(found("COPY", "ARRIVE\nDONE", "WAIT\nLOAD", ""), read("22:6"));
    // What has arrived before is waited for in a partition.
    assert_eq!(found("COPY\nHELD\nARRIVE", "", "WAIT\nLOAD", ""), [""; 0]);
    assert_eq!(found("COPY\nARRIVE", "", "WAIT\nLOAD", "DONE"), read("22:6"));
    assert_eq!(found("COPY\nHELD", "ARRIVE", "WAIT\nLOAD", ""), [""; 0]);
    // The first partition's copies may be waited for by those who go on, another one's by nobody.
    assert_eq!(found("", "COPY", "", "LOAD\nDONE"), read("23:6"));
    assert_eq!(found("", "COPY", "", "DONE\nLOAD"), [""; 0]);
    assert_eq!(found("", "COPY\nDONE", "", "LOAD"), [""; 0]);
    assert_eq!(found("COPY", "", "", "LOAD\nDONE"), read("23:6"));
    assert_eq!(found("", "", "COPY", "DONE\nLOAD"), read("24:6"));
    assert_eq!(found("", "", "COPY\nDONE", "LOAD"), [""; 0]);
    // Held by a barrier, of which those who go on take the phase.
    assert_eq!(found("", "", "COPY\nHELD\nARRIVE", "WAIT\nLOAD"), [""; 0]);
}

/// A wait for what is before the first phase goes on at once, or, where that phase has ended, with the next.
#[test]
fn a_wait_for_the_other_parity_comes_too_late() {
    let partitions = |producer: &[PartitionStep], consumer: &[PartitionStep]| {
        missing(&kernel(&[producer.to_vec(), consumer.to_vec()]))
    };
    let store = PartitionStep::Store(0);
    let arrive = PartitionStep::Arrive("full0".to_owned());
    let wait = |parity| PartitionStep::Wait("full0".to_owned(), parity);
    let load = PartitionStep::Load(0);
    let hand_over = [store.clone(), arrive.clone()];
    assert_eq!(partitions(&hand_over, &[wait(0), load.clone()]), [""; 0]);
    assert_eq!(
        partitions(&hand_over, &[wait(1), load.clone()]),
        [
            "22:1 barrier %full0 may end a phase before a wait for the one before it, of parity 1, which then waits \
          for another phase: a wait is missing, or this one has the wrong parity"
        ]
    );
    // Two phases end, and nothing waits for the first.
    let both = PartitionStep::Arrive("full1".to_owned());
    let twice = [store, arrive.clone(), arrive, both];
    let both = PartitionStep::Wait("full1".to_owned(), 0);
    assert_eq!(
        partitions(&twice, &[both, wait(0), load]),
        [
            "23:1 barrier %full0 may end a second phase before anything has waited for the first: a wait is missing"
        ]
    );
}
