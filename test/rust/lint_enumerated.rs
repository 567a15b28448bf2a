//! Rules beside plain loops over what they are about: turns, strides, shapes and orders of warps.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use layout_kernels::lint::{RULES, Settings, lint};

/// What a rule says of the lines of a function on a target.
fn found(rule: &str, target: &str, arguments: &str, lines: &str) -> Vec<String> {
    let n_lanes = if target.starts_with("hip") { 64 } else { 32 };
    let text = format!(
        "#b = #ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [{n_lanes}], warpsPerCTA = [4], order = [0]}}>
#rows = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [{}, 8], warpsPerCTA = [4, 1], order = [1, 0]}}>
#columns = #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [8, {}], warpsPerCTA = [1, 4], order = [0, 1]}}>
#s = #ttg.swizzled_shared<{{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"{target}\", \"ttg.threads-per-warp\" = {n_lanes} : i32}} {{
tt.func public @f({arguments}) {{
{lines}
tt.return
}}
}}
",
        n_lanes / 8,
        n_lanes / 8
    );
    let found = lint(text.as_bytes(), Settings::default());
    let own = found.iter().filter(|own| own.rule().id() == rule);
    own.map(|own| own.message().to_owned()).collect()
}

/// The first buffer that is not there, and the turn.
#[test]
fn an_index_is_past_the_end_where_a_turn_of_the_loop_has_it() {
    const RING: &str = "!ttg.memdesc<4x32x32xf32, #s, #smem, mutable>";
    let mut counts = [0; 2];
    for (start, end, step) in
        (-1..3).flat_map(|a| (0..8).flat_map(move |b| (1..4).map(move |c| (a, b, c))))
    {
        let lines = format!(
            "%start = arith.constant {start} : i32
%end = arith.constant {end} : i32
%step = arith.constant {step} : i32
%m = ttg.local_alloc : () -> {RING}
scf.for %i = %start to %end step %step : i32 {{
%own = ttg.memdesc_index %m[%i] : {RING} -> !ttg.memdesc<32x32xf32, #s, #smem, mutable>
ttg.local_store %x, %own : tensor<32x32xf32, #rows> -> !ttg.memdesc<32x32xf32, #s, #smem, mutable>
}}"
        );
        let mut turns = (start..end).step_by(step as usize).enumerate();
        let first = turns.find(|(_, index)| !(0..4).contains(index));
        let expected: Vec<String> = first
            .map(|(turn, index)| {
                format!("buffer {index} of a memory that has 4, in turn {turn} of the loop")
            })
            .into_iter()
            .collect();
        let said = found("past-the-buffer", "cuda:90", "%x: tensor<32x32xf32, #rows>", &lines);
        assert_eq!(said, expected, "{start} {end} {step}");
        counts[usize::from(first.is_some())] += 1;
    }
    assert!(20 < counts[0] && 20 < counts[1], "{counts:?}");
}

/// Whatever the stride is, of those that its divisibility leaves, each lane is in a sector of its own.
#[test]
fn lanes_are_far_apart_where_every_stride_puts_them_there() {
    let mut counts = [0; 2];
    for (target, sector, n_lanes) in [("cuda:90", 32, 32), ("hip:gfx942", 64, 64)] {
        for (element, bytes) in [("i8", 1), ("f16", 2), ("f32", 4), ("f64", 8)] {
            for divisor in [1_i64, 2, 4, 8, 16, 32, 64] {
                let is_far = (1..40).all(|factor| {
                    let at = |lane: i64| lane * factor * divisor * bytes / sector;
                    (0..n_lanes).map(at).collect::<BTreeSet<_>>().len() == n_lanes as usize
                });
                let pointers = format!("tensor<256x!tt.ptr<{element}>, #b>");
                let lines = format!(
                    "%o = tt.make_range {{end = 256 : i32, start = 0 : i32}} : tensor<256xi32, #b>
%s = tt.splat %stride : i32 -> tensor<256xi32, #b>
%far = arith.muli %o, %s : tensor<256xi32, #b>
%ps = tt.splat %x : !tt.ptr<{element}> -> {pointers}
%p = tt.addptr %ps, %far : {pointers}, tensor<256xi32, #b>
%v = tt.load %p : {pointers}"
                );
                let arguments = format!(
                    "%x: !tt.ptr<{element}> {{tt.divisibility = 16 : i32}}, %stride: i32 {{tt.divisibility = {divisor} : i32}}"
                );
                let said = found("uncoalesced-access", target, &arguments, &lines);
                let far = said.iter().any(|own| own.contains("a sector of its own"));
                assert_eq!(far, is_far, "{target} {element} {divisor}: {said:?}");
                counts[usize::from(is_far)] += 1;
            }
        }
    }
    assert!(10 < counts[0] && 10 < counts[1], "{counts:?}");
}

/// A conversion has the same elements on both sides.
#[test]
fn a_conversion_is_wrong_where_its_sides_have_other_elements() {
    let shapes = [[16, 16], [16, 32], [32, 16], [64, 64]];
    let kinds = shapes.iter().flat_map(|own| ["f32", "f16", "i32"].map(|element| (own, element)));
    let kinds: Vec<(&[i64; 2], &str)> = kinds.collect();
    for (from, to) in kinds.iter().flat_map(|from| kinds.iter().map(move |to| (from, to))) {
        let tensor = |kind: &(&[i64; 2], &str), layout: &str| {
            format!("tensor<{}x{}x{}, {layout}>", kind.0[0], kind.0[1], kind.1)
        };
        let (source, result) = (tensor(from, "#rows"), tensor(to, "#columns"));
        let expected: Vec<String> = match (from.0 == to.0, from.1 == to.1) {
            (false, _) => vec![format!(
                "a conversion from shape {:?} to shape {:?} loses or invents elements",
                from.0, to.0
            )],
            (true, false) => vec![format!(
                "a conversion of the layout from elements {} to elements {}",
                from.1, to.1
            )],
            (true, true) => Vec::new(),
        };
        let lines = format!("%y = ttg.convert_layout %x : {source} -> {result}");
        let said = found("wrong-conversion", "cuda:90", &format!("%x: {source}"), &lines);
        assert_eq!(said, expected);
    }
}

/// What each warp does while they take turns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WarpStep {
    /// For what the warp itself has copied.
    Wait,
    Barrier,
    Load,
}

/// True if one warp loads, after its own wait, what the other one has copied and not waited for, in an
/// order of the two, which only a barrier holds together.
fn loads_early(steps: &[WarpStep]) -> bool {
    let mut reached = BTreeSet::from([(0, 0)]);
    let mut left = vec![(0, 0)];
    while let Some((first, second)) = left.pop() {
        let has_waited = |at: usize| steps[..at].contains(&WarpStep::Wait);
        if steps.get(first) == Some(&WarpStep::Load) && has_waited(first) && !has_waited(second) {
            return true;
        }
        let meets = |at: usize| steps.get(at) == Some(&WarpStep::Barrier);
        let mut next = Vec::new();
        if meets(first) && first == second {
            next.push((first + 1, second + 1));
        }
        if first < steps.len() && !meets(first) {
            next.push((first + 1, second));
        }
        if second < steps.len() && !meets(second) {
            next.push((first, second + 1));
        }
        left.extend(next.into_iter().filter(|own| reached.insert(*own)));
    }
    false
}

#[test]
fn a_load_in_turn_is_early_where_an_order_of_the_warps_says_so() {
    const MEMORY: &str = "!ttg.memdesc<128x32xf16, #s, #smem, mutable>";
    let mut counts = [0; 2];
    for number in 0..3_usize.pow(4) {
        let steps: Vec<WarpStep> = (0..4)
            .map(|at| {
                [WarpStep::Wait, WarpStep::Barrier, WarpStep::Load][number / 3_usize.pow(at) % 3]
            })
            .collect();
        let lines: Vec<String> = steps
            .iter()
            .enumerate()
            .map(|(at, step)| match step {
                WarpStep::Wait => format!("%w{at} = ttg.async_wait {{num = 0 : i32}}"),
                WarpStep::Barrier => "rocdl.s.barrier".to_owned(),
                WarpStep::Load => {
                    format!("%v{at} = ttg.local_load %m : {MEMORY} -> tensor<128x32xf16, #rows>")
                }
            })
            .collect();
        let lines = format!(
            "%m = ttg.local_alloc : () -> {MEMORY}
%k = ttg.async_copy_global_to_local %p, %m : tensor<128x32x!tt.ptr<f16>, #rows> -> <128x32xf16, #s, #smem, mutable>
%g = ttg.async_commit_group tokens %k
amdg.cond_barrier %later
{}
amdg.cond_barrier %sooner",
            lines.join("\n")
        );
        let arguments = "%p: tensor<128x32x!tt.ptr<f16>, #rows>, %later: i1, %sooner: i1";
        let is_early = loads_early(&steps);
        let said = found("missing-barrier", "hip:gfx950", arguments, &lines);
        assert_eq!(!said.is_empty(), is_early, "{steps:?}");
        counts[usize::from(is_early)] += 1;
    }
    assert!(10 < counts[0] && 10 < counts[1], "{counts:?}");
}

/// What the threads do to a memory, or a descriptor.
#[derive(Debug, Clone, Copy, PartialEq)]
enum FenceStep {
    Store,
    Copy,
    Wait,
    Fence,
    Read,
}

/// How many reads follow a write that no fence has been for: one that comes before a copy is done is not.
fn reads_unfenced(steps: &[FenceStep]) -> usize {
    let mut written: Vec<(FenceStep, bool)> = Vec::new();
    let mut count = 0;
    for step in steps {
        match step {
            FenceStep::Store => written.push((FenceStep::Store, true)),
            FenceStep::Copy => written.push((FenceStep::Copy, false)),
            FenceStep::Wait => written.iter_mut().for_each(|own| own.1 = true),
            FenceStep::Fence => written.retain(|(_, is_done)| !is_done),
            FenceStep::Read => count += usize::from(!written.is_empty()),
        }
    }
    count
}

#[test]
fn a_fence_is_missing_where_none_is_after_what_is_read() {
    const MEMORY: &str = "!ttg.memdesc<128x32xf16, #s, #smem, mutable>";
    const STEPS: [FenceStep; 5] =
        [FenceStep::Store, FenceStep::Copy, FenceStep::Wait, FenceStep::Fence, FenceStep::Read];
    let mut counts = [0; 3];
    for number in 0..5_usize.pow(4) {
        let steps: Vec<FenceStep> =
            (0..4).map(|at| STEPS[number / 5_usize.pow(at) % 5]).chain([FenceStep::Read]).collect();
        let lines: Vec<String> = steps
            .iter()
            .enumerate()
            .map(|(at, step)| match step {
                FenceStep::Store => {
                    format!("ttg.local_store %x, %m : tensor<128x32xf16, #rows> -> {MEMORY}")
                }
                FenceStep::Copy => format!(
                    "%k{at} = ttg.async_copy_global_to_local %p, %m : tensor<128x32x!tt.ptr<f16>, #rows> -> <128x32xf16, #s, #smem, mutable>
%g{at} = ttg.async_commit_group tokens %k{at}"
                ),
                FenceStep::Wait => format!("%w{at} = ttg.async_wait {{num = 0 : i32}}"),
                FenceStep::Fence => "ttng.fence_async_shared {bCluster = false}".to_owned(),
                FenceStep::Read => format!(
                    "ttng.async_tma_copy_local_to_global %d[%c0, %c0] %m : !tt.tensordesc<tensor<128x32xf16, #s>>, {MEMORY}"
                ),
            })
            .collect();
        let lines = format!(
            "%c0 = arith.constant 0 : i32\n%m = ttg.local_alloc : () -> {MEMORY}\n{}",
            lines.join("\n")
        );
        let arguments = "%p: tensor<128x32x!tt.ptr<f16>, #rows>, %x: tensor<128x32xf16, #rows>, %d: !tt.tensordesc<tensor<128x32xf16, #s>>";
        let expected = reads_unfenced(&steps);
        let said = found("missing-fence", "cuda:90", arguments, &lines);
        assert_eq!(said.len(), expected, "{steps:?} {said:?}");
        counts[expected.min(2)] += 1;
    }
    assert!(counts.iter().all(|&count| 20 < count), "{counts:?}");
}

/// Where each rule is held to an enumeration that shares nothing with it: a file and a test.
const ENUMERATED: &[(&str, &[(&str, &str)])] = &[
    ("unreadable", &[("bad_files.rs", "hostile_files_are_read_within_a_limit")]),
    (
        "wrong-conversion",
        &[("lint_enumerated.rs", "a_conversion_is_wrong_where_its_sides_have_other_elements")],
    ),
    (
        "past-the-buffer",
        &[
            ("lint_threads.rs", "a_part_is_outside_where_an_element_of_it_is"),
            ("lint_enumerated.rs", "an_index_is_past_the_end_where_a_turn_of_the_loop_has_it"),
            ("lint_reported.rs", "copies_by_more_lanes_than_there_are_elements"),
        ],
    ),
    (
        "missing-wait",
        &[
            ("lint_executed/waits.rs", "a_wait_is_missed_if_and_only_if_a_schedule_shows_it"),
            ("lint_partitions.rs", "a_wait_is_missed_where_an_order_of_the_partitions_shows_it"),
        ],
    ),
    (
        "missing-barrier",
        &[
            ("lint_threads.rs", "a_read_back_races_where_another_warp_has_stored"),
            ("lint_threads.rs", "a_release_is_early_where_an_order_of_the_warps_says_so"),
            ("lint_enumerated.rs", "a_load_in_turn_is_early_where_an_order_of_the_warps_says_so"),
        ],
    ),
    (
        "missing-fence",
        &[("lint_enumerated.rs", "a_fence_is_missing_where_none_is_after_what_is_read")],
    ),
    ("operand-layout", &[("lint_contracts.rs", "a_swizzle_is_one_of_the_hardware_or_is_reported")]),
    ("result-layout", &[("lint_claims.rs", "a_reshape_keeps_registers")]),
    (
        "offset-overflow",
        &[
            ("lint_executed/addresses.rs", "every_finding_about_addresses_has_its_elements"),
            ("lint_offsets.rs", "a_row_that_is_loaded_wraps_from_the_first_one_whose_product_does"),
        ],
    ),
    ("unmasked-access", &[("lint_executed/masks.rs", "every_finding_about_a_mask_has_an_element")]),
    ("loose-mask", &[("lint_executed/masks.rs", "every_finding_about_a_mask_has_an_element")]),
    ("swapped-mask", &[("lint_executed/masks.rs", "every_finding_about_a_mask_has_an_element")]),
    ("still-mask", &[("lint_executed/masks.rs", "every_finding_about_a_mask_has_an_element")]),
    (
        "overlapping-stores",
        &[("lint_offsets.rs", "programs_that_store_to_one_address_are_those_whose_tiles_meet")],
    ),
    (
        "bank-conflicts",
        &[("machines/addresses.rs", "conflicts_are_those_of_the_addresses_in_the_code")],
    ),
    (
        "better-swizzle",
        &[("analyze.rs", "no_swizzle_has_fewer_conflicts_than_the_one_that_is_found")],
    ),
    (
        "costly-conversion",
        &[("lint_threads.rs", "a_conversion_is_costly_where_it_goes_through_shared_memory")],
    ),
    (
        "uncoalesced-access",
        &[
            ("analyze.rs", "sectors_of_the_real_kernels_are_those_that_their_lanes_touch"),
            ("lint_enumerated.rs", "lanes_are_far_apart_where_every_stride_puts_them_there"),
        ],
    ),
    (
        "repeated-work",
        &[("lint_threads.rs", "a_product_is_repeated_by_the_warps_that_have_its_elements")],
    ),
    ("access-cost", &[("machines/instructions.rs", "instructions_are_those_of_the_code")]),
];

/// Notes on what is not analyzed say what they are about by themselves.
#[test]
fn every_rule_is_held_to_an_enumeration() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/rust");
    for (rule, own) in ENUMERATED {
        for (file, test) in *own {
            let text = fs::read_to_string(tests.join(file)).unwrap();
            assert!(
                text.contains(&format!("#[test]\nfn {test}()")),
                "{rule}: {file} has no {test}"
            );
        }
    }
    let has = |rule: &str| ENUMERATED.iter().any(|(own, tests)| *own == rule && !tests.is_empty());
    let missing: Vec<&str> = RULES.iter().map(|own| own.id()).filter(|own| !has(own)).collect();
    assert_eq!(missing, ["unknown-encoding", "left-alone"]);
}
