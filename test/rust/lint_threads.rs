//! The rules about threads, beside loops over registers, lanes and warps, and over the orders in which two
//! warps may run.

use std::collections::{BTreeMap, BTreeSet};

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Finding, lint};
use layout_kernels::triton::Encoding;
use layout_math::linear::LinearLayout;

/// Numbers that are the same in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// A layout of 8 lanes and 4 warps, as it is written.
    fn blocked(&mut self) -> String {
        let mut of = |bits: usize| {
            let mut extents = [1, 1];
            (0..bits).for_each(|_| extents[self.below(2)] *= 2);
            extents
        };
        let (registers, lanes, warps) = (of(2), of(3), of(2));
        let order = [[0, 1], [1, 0]][self.below(2)];
        format!(
            "#ttg.blocked<{{sizePerThread = {registers:?}, threadsPerWarp = {lanes:?}, warpsPerCTA = {warps:?}, \
             order = {order:?}}}>"
        )
    }
}

/// The warps and lanes that have each element.
fn holders(encoding: &str, shape: &[i64]) -> BTreeMap<Vec<i64>, BTreeSet<(i64, i64)>> {
    let layout = encoding.parse::<Encoding>().unwrap().to_linear_layout(shape).unwrap();
    let size = |name: &str| layout.in_dims().iter().find(|dim| dim.name() == name).unwrap().size();
    let mut holders: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for register in 0..size("register") {
        for (lane, warp) in
            (0..size("lane")).flat_map(|lane| (0..size("warp")).map(move |warp| (lane, warp)))
        {
            let element = layout.apply(&[register, lane, warp, 0]).unwrap();
            holders.entry(element).or_default().insert((warp, lane));
        }
    }
    holders
}

fn found(rule: &str, lines: &str) -> Vec<Finding> {
    let text = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 8 : i32}} {{
{lines}
}}
"
    );
    let found = lint(text.as_bytes(), &Machine::default());
    found.into_iter().filter(|own| own.rule().id() == rule).collect()
}

/// Addresses `%p` of all elements of a tensor of 16 rows of 16, in a layout.
fn addresses(name: &str, encoding: &str) -> String {
    let (rows, columns) = (
        format!("#ttg.slice<{{dim = 1, parent = {encoding}}}>"),
        format!("#ttg.slice<{{dim = 0, parent = {encoding}}}>"),
    );
    format!(
        "%r{name} = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, {rows}>
%c{name} = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, {columns}>
%s{name} = arith.constant dense<16> : tensor<16x1xi32, {encoding}>
%d{name} = tt.expand_dims %r{name} {{axis = 1 : i32}} : tensor<16xi32, {rows}> -> tensor<16x1xi32, {encoding}>
%e{name} = tt.expand_dims %c{name} {{axis = 0 : i32}} : tensor<16xi32, {columns}> -> tensor<1x16xi32, {encoding}>
%f{name} = arith.muli %d{name}, %s{name} : tensor<16x1xi32, {encoding}>
%g{name} = tt.broadcast %f{name} : tensor<16x1xi32, {encoding}> -> tensor<16x16xi32, {encoding}>
%h{name} = tt.broadcast %e{name} : tensor<1x16xi32, {encoding}> -> tensor<16x16xi32, {encoding}>
%o{name} = arith.addi %g{name}, %h{name} : tensor<16x16xi32, {encoding}>
%x{name} = tt.splat %x : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>, {encoding}>
%p{name} = tt.addptr %x{name}, %o{name} : tensor<16x16x!tt.ptr<f32>, {encoding}>, tensor<16x16xi32, {encoding}>
"
    )
}

/// A load of what was stored races where a warp loads an element that it has not stored itself: of several
/// threads that have it, the first one stores.
#[test]
fn a_read_back_races_where_another_warp_has_stored() {
    let mut draw = Draw(1);
    let (mut counts, mut of_others) = ([0; 2], [[0; 2]; 3]);
    for _ in 0..300 {
        let store = draw.blocked();
        let load = if draw.below(4) == 0 { store.clone() } else { draw.blocked() };
        let races = is_stored_by_others(&store, &load);
        let file = |barrier: &str| {
            format!(
                "tt.func public @f(%x: !tt.ptr<f32>, %v: tensor<16x16xf32, {store}>) {{
{}{}tt.store %ps, %v : tensor<16x16x!tt.ptr<f32>, {store}>
{barrier}%w = tt.load %pl : tensor<16x16x!tt.ptr<f32>, {load}>
tt.return
}}",
                addresses("s", &store),
                addresses("l", &load)
            )
        };
        let said = found("missing-barrier", &file(""));
        assert_eq!(said.len(), usize::from(races), "{store} {load}");
        assert!(found("missing-barrier", &file("ttg.barrier all\n")).is_empty());
        // No other warp waits for what is exchanged within one.
        let (to, axis) = (draw.blocked(), draw.below(2));
        let convert = format!(
            "%q = ttg.convert_layout %v : tensor<16x16xf32, {store}> -> tensor<16x16xf32, {to}>\n"
        );
        let combine = |name: &str, result: &str| {
            format!(
                "%q = \"tt.{name}\"(%v) <{{axis = {axis} : i32, reverse = false}}> ({{
^bb0(%a: f32, %b: f32):
%t = arith.addf %a, %b : f32
tt.{name}.return %t : f32
}}) : (tensor<16x16xf32, {store}>) -> {result}\n"
            )
        };
        let slice = format!("tensor<16xf32, #ttg.slice<{{dim = {axis}, parent = {store}}}>>");
        let reduce = combine("reduce", &slice);
        let scan = combine("scan", &format!("tensor<16x16xf32, {store}>"));
        let is_along = is_along_warps(&store, axis);
        let others =
            [(convert, waits_for_others(&store, &to)), (reduce, is_along), (scan, is_along)];
        for (at, (between, waits)) in others.into_iter().enumerate() {
            let is_found = !found("missing-barrier", &file(&between)).is_empty();
            assert_eq!(is_found, races && !waits, "{between} {load}");
            of_others[at][usize::from(waits)] += usize::from(races);
        }
        counts[usize::from(races)] += 1;
    }
    assert!(40 < counts[0] && 40 < counts[1], "{counts:?}");
    assert!(of_others.as_flattened().iter().all(|&count| 5 < count), "{of_others:?}");
}

/// True if a warp has an element in the second layout whose first holder in the first one is another warp.
fn is_stored_by_others(store: &str, load: &str) -> bool {
    let stored = holders(store, &[16, 16]);
    holders(load, &[16, 16]).iter().any(|(element, threads)| {
        let (by, _) = stored[element].first().unwrap();
        threads.iter().any(|(warp, _)| warp != by)
    })
}

/// True if warps wait for each other in a conversion, as Triton compiles it.
fn waits_for_others(from: &str, to: &str) -> bool {
    carried(from, to)[1]
}

/// Whether a conversion goes through shared memory, as Triton compiles it, and whether warps wait for each
/// other in it.
fn carried(from: &str, to: &str) -> [bool; 2] {
    let had = holders(from, &[16, 16]);
    let is_between = holders(to, &[16, 16]).iter().any(|(element, threads)| {
        threads.iter().any(|(warp, _)| !had[element].iter().any(|(own, _)| own == warp))
    });
    let [from, to] =
        [from, to].map(|own| own.parse::<Encoding>().unwrap().to_linear_layout(&[16, 16]).unwrap());
    // The elements of registers, lanes or warps 1, 2, 4 and so on.
    let elements = |layout: &LinearLayout, place: usize| -> Vec<Vec<i64>> {
        let bits = 0..layout.in_dims()[place].size().ilog2();
        let at = |bit| layout.apply(&[0, 1, 2, 3].map(|own| i64::from(own == place) << bit));
        bits.map(|bit| at(bit).unwrap()).collect()
    };
    // How many of those of one place are of another one before.
    let n_from = |of: usize, other: usize| {
        let before = elements(&from, other);
        let own = elements(&to, of).into_iter();
        own.filter(|own| *own != [0, 0] && before.contains(own)).count()
    };
    let has_copies = [&from, &to].iter().any(|own| elements(own, 2).contains(&vec![0, 0]));
    let is_shuffled = n_from(1, 0).max(n_from(0, 1)) < 2;
    let waits = is_between || 0 < n_from(2, 0);
    [waits || !is_shuffled, waits || (has_copies && !is_shuffled)]
}

/// True if a warp has some elements of a line along an axis and not all of it.
fn is_along_warps(encoding: &str, axis: usize) -> bool {
    let mut lines: BTreeMap<(i64, i64), BTreeSet<i64>> = BTreeMap::new();
    for (element, threads) in holders(encoding, &[16, 16]) {
        for (warp, _) in threads {
            lines.entry((warp, element[1 - axis])).or_default().insert(element[axis]);
        }
    }
    lines.values().any(|line| line.len() != 16)
}

/// An operation of one or of all threads.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ThreadStep {
    Store,
    Barrier,
    /// By the first thread, which is in warp 0.
    Release,
}

/// True if warp 0 may release before warp 1 has done a store that stands before: all orders of the two
/// warps, which only a barrier holds together, are tried.
fn releases_early(steps: &[ThreadStep]) -> bool {
    let mut reached = BTreeSet::from([(0, 0)]);
    let mut left = vec![(0, 0)];
    while let Some((first, second)) = left.pop() {
        if steps.get(first) == Some(&ThreadStep::Release)
            && second < first
            && steps[second..first].contains(&ThreadStep::Store)
        {
            return true;
        }
        let waits = |at: usize| steps.get(at) == Some(&ThreadStep::Barrier);
        let mut next = Vec::new();
        if waits(first) && first == second {
            next.push((first + 1, second + 1));
        }
        if first < steps.len() && !waits(first) {
            next.push((first + 1, second));
        }
        if second < steps.len() && !waits(second) {
            next.push((first, second + 1));
        }
        left.extend(next.into_iter().filter(|own| reached.insert(*own)));
    }
    false
}

#[test]
fn a_release_is_early_where_an_order_of_the_warps_says_so() {
    let b =
        "#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [8], warpsPerCTA = [4], order = [0]}>";
    let mut counts = [0; 2];
    for number in 0..3_usize.pow(5) {
        let steps: Vec<ThreadStep> = (0..5)
            .map(|at| {
                [ThreadStep::Store, ThreadStep::Barrier, ThreadStep::Release]
                    [number / 3_usize.pow(at) % 3]
            })
            .collect();
        let lines: Vec<String> = steps
            .iter()
            .enumerate()
            .map(|(at, step)| match step {
                ThreadStep::Store => format!("tt.store %p, %v : tensor<128x!tt.ptr<f32>, {b}>"),
                ThreadStep::Barrier => "ttg.barrier all".to_owned(),
                ThreadStep::Release => format!(
                    "%w{at} = tt.atomic_rmw exch, release, gpu, %lock, %free, %true : (!tt.ptr<i32>, i32, i1) -> i32"
                ),
            })
            .collect();
        let file = format!(
            "tt.func public @f(%x: !tt.ptr<f32>, %v: tensor<128xf32, {b}>, %lock: !tt.ptr<i32>) {{
%free = arith.constant 0 : i32
%true = arith.constant true
%r = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, {b}>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, {b}>
%p = tt.addptr %xs, %r : tensor<128x!tt.ptr<f32>, {b}>, tensor<128xi32, {b}>
%old = tt.load %p : tensor<128x!tt.ptr<f32>, {b}>
{}
tt.return
}}",
            lines.join("\n")
        );
        let is_early = releases_early(&steps);
        assert_eq!(!found("missing-barrier", &file).is_empty(), is_early, "{steps:?}");
        counts[usize::from(is_early)] += 1;
    }
    assert!(50 < counts[0] && 50 < counts[1], "{counts:?}");
}

/// A product is repeated by as many warps as have an element of it.
#[test]
fn a_product_is_repeated_by_the_warps_that_have_its_elements() {
    let mut counts = [0; 2];
    for warps in [[1, 4], [2, 2], [4, 1]] {
        for shape in [[16, 8], [16, 16], [16, 32], [32, 8], [32, 16], [64, 8], [64, 64]] {
            let mma = format!(
                "#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {warps:?}, instrShape = [16, 8]}}>"
            );
            let n_warps = |threads: &BTreeSet<(i64, i64)>| {
                threads.iter().map(|(warp, _)| warp).collect::<BTreeSet<_>>().len()
            };
            let holders = holders(&mma, &shape);
            let all: BTreeSet<usize> = holders.values().map(n_warps).collect();
            let [count] = all.into_iter().collect::<Vec<_>>()[..] else { panic!("{mma}") };
            let operand = |at: usize| {
                let shape = if at == 0 { [shape[0], 16] } else { [16, shape[1]] };
                format!(
                    "tensor<{}x{}xf16, #ttg.dot_op<{{opIdx = {at}, parent = {mma}, kWidth = 2}}>>",
                    shape[0], shape[1]
                )
            };
            let sum = format!("tensor<{}x{}xf32, {mma}>", shape[0], shape[1]);
            let (a, b) = (operand(0), operand(1));
            let file = format!(
                "tt.func public @f(%a: {a}, %b: {b}, %c: {sum}) {{
%d = tt.dot %a, %b, %c : {a} * {b} -> {sum}
tt.return
}}"
            );
            let said: Vec<String> =
                found("repeated-work", &file).iter().map(|own| own.message().to_owned()).collect();
            let expected: Vec<String> = Some(count)
                .filter(|count| 1 < *count)
                .map(|count| {
                    format!(
                        "each element of the product is computed by {count} warps: the tile of all warps is larger \
                         than the result of shape {shape:?}"
                    )
                })
                .into_iter()
                .collect();
            assert_eq!(said, expected, "{warps:?} {shape:?}");
            counts[usize::from(1 < count)] += 1;
        }
    }
    assert!(5 < counts[0] && 5 < counts[1], "{counts:?}");
}

/// A conversion in a loop is costly where it goes through shared memory, and the message has an element and
/// its places: one that goes to a warp that does not have it, if there is any.
#[test]
fn a_conversion_is_costly_where_it_goes_through_shared_memory() {
    let mut draw = Draw(2);
    let mut counts = [0; 3];
    for _ in 0..300 {
        let (from, to) = (draw.blocked(), draw.blocked());
        let had = holders(&from, &[16, 16]);
        let leaves =
            |element: &Vec<i64>, warp: i64| !had[element].iter().any(|(own, _)| *own == warp);
        let wanted = holders(&to, &[16, 16]);
        let is_between = wanted
            .iter()
            .any(|(element, threads)| threads.iter().any(|(warp, _)| leaves(element, *warp)));
        let [is_costly, _] = carried(&from, &to);
        let (source, target) =
            (format!("tensor<16x16xf32, {from}>"), format!("tensor<16x16xf32, {to}>"));
        let file = format!(
            "tt.func public @f(%v: {source}, %n: i32) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
scf.for %i = %c0 to %n step %c1 : i32 {{
%w = ttg.convert_layout %v : {source} -> {target}
}}
tt.return
}}"
        );
        let said = found("costly-conversion", &file);
        assert_eq!(said.len(), usize::from(is_costly), "{from} {to}");
        counts[usize::from(is_costly) + usize::from(is_between)] += 1;
        let Some(message) = said.first().map(Finding::message) else { continue };
        let element: Vec<i64> = message
            .split_once("element (")
            .and_then(|(_, rest)| rest.split_once(')'))
            .map(|(own, _)| own.split(", ").map(|own| own.parse().unwrap()).collect())
            .unwrap();
        let places: Vec<(i64, i64)> = message
            .split("of lane ")
            .skip(1)
            .map(|rest| {
                let numbers: Vec<i64> =
                    rest.split(' ').filter_map(|word| word.parse().ok()).take(2).collect();
                (numbers[1], numbers[0])
            })
            .collect();
        assert!(had[&element].contains(&places[0]), "{message}");
        assert!(wanted[&element].contains(&places[1]), "{message}");
        assert_eq!(leaves(&element, places[1].0), is_between, "{message}");
    }
    assert!(counts.iter().all(|&count| 10 < count), "{counts:?}");
}

/// A part of a memory is outside where one of its elements is, and the message has the first in its dim.
#[test]
fn a_part_is_outside_where_an_element_of_it_is() {
    let s = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory";
    let mut counts = [0; 2];
    for (row, column) in (-2..9).flat_map(|row| (-2..9).map(move |column| (row, column))) {
        for [n_rows, n_columns] in [[4, 4], [8, 2], [1, 8]] {
            let elements =
                (row..row + n_rows).flat_map(|r| (column..column + n_columns).map(move |c| (r, c)));
            let is_there =
                |(row, column): (i64, i64)| (0..8).contains(&row) && (0..8).contains(&column);
            let outside: Vec<(i64, i64)> = elements.filter(|own| !is_there(*own)).collect();
            let file = format!(
                "tt.func public @f(%m: !ttg.memdesc<8x8xf32, {s}>) {{
%p = ttg.memdesc_subslice %m[{row}, {column}] : !ttg.memdesc<8x8xf32, {s}> -> !ttg.memdesc<{n_rows}x{n_columns}xf32, {s}, 8x8>
tt.return
}}"
            );
            let said = found("past-the-buffer", &file);
            assert_eq!(said.is_empty(), outside.is_empty(), "{row} {column}");
            counts[usize::from(outside.is_empty())] += 1;
            let Some(message) = said.first().map(Finding::message) else { continue };
            let place = message.split_once("element (").unwrap().1.split_once(')').unwrap().0;
            let place: Vec<i64> = place.split(", ").map(|own| own.parse().unwrap()).collect();
            assert!(!is_there((place[0], place[1])), "{message}");
        }
    }
    assert!(30 < counts[0] && 30 < counts[1], "{counts:?}");
}
