//! The rule `result-layout`: what operations do with layouts, beside plain loops over all registers,
//! lanes and warps, which share nothing with the linter.

use std::fs;
use std::path::Path;

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

/// What the rule says of a file: the place and the message.
fn refuted(text: &str) -> Vec<String> {
    let found = lint(text.as_bytes(), &Machine::default());
    let found = found.iter().filter(|own| own.rule().id() == "result-layout");
    found.map(|own| format!("{}: {}", own.position(), own.message())).collect()
}

/// A function with one operation, in a module of 2 warps of 4 lanes.
fn one(operation: &str) -> String {
    format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 2 : i32, \
         \"ttg.threads-per-warp\" = 4 : i32}} {{\ntt.func @f() {{\n{operation}\ntt.return\n}}\n}}\n"
    )
}

/// A blocked layout of 4 lanes and 2 warps, as its definition has it.
#[derive(Clone, Debug)]
struct Blocked {
    registers: Vec<usize>,
    lanes: Vec<usize>,
    warps: Vec<usize>,
    order: Vec<usize>,
}

/// The elements of each thread, in the order of its registers.
type Threads = Vec<Vec<Vec<usize>>>;

impl Blocked {
    fn text(&self) -> String {
        let Blocked { registers, lanes, warps, order } = self;
        format!(
            "#ttg.blocked<{{sizePerThread = {registers:?}, threadsPerWarp = {lanes:?}, warpsPerCTA = \
             {warps:?}, order = {order:?}}}>"
        )
    }

    /// The parts of a number along the dims, the first of the order fastest.
    fn cut(&self, mut number: usize, extents: &[usize]) -> Vec<usize> {
        let mut parts = vec![0; extents.len()];
        for &dim in &self.order {
            parts[dim] = number % extents[dim];
            number /= extents[dim];
        }
        parts
    }

    fn threads(&self, shape: &[usize]) -> Threads {
        let rank = shape.len();
        let tile: Vec<usize> =
            (0..rank).map(|dim| self.registers[dim] * self.lanes[dim] * self.warps[dim]).collect();
        let repeats: Vec<usize> = (0..rank).map(|dim| (shape[dim] / tile[dim]).max(1)).collect();
        let n_own: usize = self.registers.iter().product();
        let n_repeats: usize = repeats.iter().product();
        let mut threads = Vec::new();
        for (warp, lane) in (0..2).flat_map(|warp| (0..4).map(move |lane| (warp, lane))) {
            let (warp, lane) = (self.cut(warp, &self.warps), self.cut(lane, &self.lanes));
            let mut elements = Vec::new();
            for register in 0..n_own * n_repeats {
                let own = self.cut(register % n_own, &self.registers);
                let repeat = self.cut(register / n_own, &repeats);
                let at = |dim: usize| {
                    let tiles = repeat[dim] * tile[dim];
                    let in_warp = lane[dim] + self.lanes[dim] * warp[dim];
                    (own[dim] + self.registers[dim] * in_warp + tiles) % shape[dim]
                };
                let element: Vec<usize> = (0..rank).map(at).collect();
                // What a thread has twice is a copy, and no claim is about copies.
                if !elements.contains(&element) {
                    elements.push(element);
                }
            }
            threads.push(elements);
        }
        threads
    }
}

/// Numbers that are the same in each run.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    /// A layout of this rank; the dims from `from` on are not divided among threads.
    fn blocked(&mut self, rank: usize) -> Blocked {
        let mut of = |bits: usize| {
            let mut extents = vec![1; rank];
            (0..bits).for_each(|_| extents[self.below(rank)] *= 2);
            extents
        };
        let (registers, lanes, warps) = (of(2), of(2), of(1));
        let mut order: Vec<usize> = (0..rank).collect();
        (1..rank).for_each(|at| order.swap(at, self.below(at + 1)));
        Blocked { registers, lanes, warps, order }
    }
}

fn tensor(shape: &[usize], encoding: &str) -> String {
    let extents: Vec<String> = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tensor<{}f32, {encoding}>", extents.concat())
}

/// What `change` makes of every element that a thread has.
fn changed(threads: &Threads, change: impl Fn(&[usize]) -> Vec<usize>) -> Threads {
    threads.iter().map(|own| own.iter().map(|element| change(element)).collect()).collect()
}

/// Each thread has the elements that it needs.
fn has_all(has: &Threads, needs: &Threads) -> bool {
    has.iter().zip(needs).all(|(has, needs)| needs.iter().all(|element| has.contains(element)))
}

/// Asks the linter of one operation, and compares with the answer of the loops.
fn compare(operation: &str, holds: bool, counts: &mut [usize; 2]) {
    let found = refuted(&one(operation));
    assert_eq!(found.is_empty(), holds, "{operation}\n{found:#?}");
    counts[usize::from(holds)] += 1;
}

fn enough(counts: [usize; 2]) {
    assert!(20 < counts[0] && 20 < counts[1], "{counts:?}");
}

#[test]
fn a_transposition_keeps_registers() {
    let mut draw = Draw(1);
    let mut counts = [0; 2];
    for _ in 0..400 {
        let from = draw.blocked(2);
        let flip = |list: &[usize]| vec![list[1], list[0]];
        let to = match draw.below(3) {
            0 => draw.blocked(2),
            kind => Blocked {
                registers: flip(&from.registers),
                lanes: flip(&from.lanes),
                warps: flip(&from.warps),
                order: if kind == 1 { flip(&from.order) } else { from.order.clone() },
            },
        };
        let flipped = changed(&from.threads(&[8, 32]), flip);
        let (source, result) = (tensor(&[8, 32], &from.text()), tensor(&[32, 8], &to.text()));
        let text = format!("%r = tt.trans %x {{order = array<i32: 1, 0>}} : {source} -> {result}");
        compare(&text, flipped == to.threads(&[32, 8]), &mut counts);
    }
    enough(counts);
}

#[test]
fn a_reshape_keeps_registers() {
    let mut draw = Draw(2);
    let mut counts = [0; 2];
    for _ in 0..600 {
        let from = draw.blocked(2);
        // The rows cut in two, or as they are with a dim of extent 1.
        let is_cut = draw.below(2) == 0;
        let shape = if is_cut { [2, 8, 16] } else { [16, 16, 1] };
        let mut to = draw.blocked(3);
        if !is_cut && draw.below(4) != 0 {
            let more = |list: &[usize]| [list, &[1]].concat();
            let order = [&from.order[..], &[2]].concat();
            let (registers, lanes) = (more(&from.registers), more(&from.lanes));
            to = Blocked { registers, lanes, warps: more(&from.warps), order };
        }
        let flat = |element: &[usize]| vec![element[0] * 16 + element[1]];
        let flat3 =
            |element: &[usize]| vec![(element[0] * shape[1] + element[1]) * shape[2] + element[2]];
        let holds = changed(&from.threads(&[16, 16]), flat) == changed(&to.threads(&shape), flat3);
        let (source, result) = (tensor(&[16, 16], &from.text()), tensor(&shape, &to.text()));
        compare(&format!("%r = tt.reshape %x : {source} -> {result}"), holds, &mut counts);
        let reorder = format!("%r = tt.reshape %x allow_reorder : {source} -> {result}");
        assert_eq!(refuted(&one(&reorder)), [""; 0]);
    }
    enough(counts);
}

#[test]
fn a_broadcast_and_a_new_dim_keep_threads() {
    let mut draw = Draw(3);
    let (mut broadcasts, mut dims) = ([0; 2], [0; 2]);
    for _ in 0..600 {
        let (from, to) = (draw.blocked(2), draw.blocked(2));
        let source = from.threads(&[16, 1]);
        let taken = changed(&to.threads(&[16, 16]), |element| vec![element[0], 0]);
        let types = [tensor(&[16, 1], &from.text()), tensor(&[16, 16], &to.text())];
        let text = format!("%r = tt.broadcast %x : {} -> {}", types[0], types[1]);
        compare(&text, has_all(&source, &taken), &mut broadcasts);

        let slice = format!("#ttg.slice<{{dim = 1, parent = {}}}>", from.text());
        let row = changed(&source, |element| vec![element[0]]);
        let needed = changed(&to.threads(&[16, 1]), |element| vec![element[0]]);
        let types = [tensor(&[16], &slice), tensor(&[16, 1], &to.text())];
        let text =
            format!("%r = tt.expand_dims %x {{axis = 1 : i32}} : {} -> {}", types[0], types[1]);
        compare(&text, has_all(&row, &needed), &mut dims);
    }
    enough(broadcasts);
    enough(dims);
}

/// A byte is two elements of four bits, which follow each other along the axis.
#[test]
fn two_elements_of_a_byte_follow_each_other() {
    let mut draw = Draw(5);
    let mut counts = [0; 2];
    for number in 0..2000 {
        let axis = number % 2;
        let from = draw.blocked(2);
        let mut to = draw.blocked(2);
        // One in two is what it should be wherever the axis is the first of the order.
        if number / 2 % 2 == 0 {
            to = from.clone();
            to.registers[axis] *= 2;
        }
        let mut shape = [16, 16];
        let source = tensor(&shape, &from.text()).replace("f32", "i8");
        let pairs = |own: &Vec<Vec<usize>>| -> Vec<Vec<usize>> {
            let both = own.iter().flat_map(|element| {
                [0, 1].map(|half| {
                    let mut element = element.clone();
                    element[axis] = 2 * element[axis] + half;
                    element
                })
            });
            both.collect()
        };
        let given: Threads = from.threads(&shape).iter().map(pairs).collect();
        shape[axis] *= 2;
        let text = format!(
            "%r = ttg.fp4_to_fp %x {{axis = {axis} : i32}} : {source} -> {}",
            tensor(&shape, &to.text())
        );
        compare(&text, given == to.threads(&shape), &mut counts);
    }
    enough(counts);
}

#[test]
fn pairs_are_in_one_thread() {
    let mut draw = Draw(4);
    let (mut joins, mut splits) = ([0; 2], [0; 2]);
    for _ in 0..2000 {
        let (part, whole) = (draw.blocked(2), draw.blocked(3));
        let whole_threads = whole.threads(&[8, 8, 2]);
        let half = |which: usize| -> Threads {
            let of = |own: &Vec<Vec<usize>>| {
                let own = own.iter().filter(|element| element[2] == which);
                own.map(|element| element[..2].to_vec()).collect()
            };
            whole_threads.iter().map(of).collect()
        };
        let own = part.threads(&[8, 8]);
        let holds = half(0) == own && half(1) == own;
        let types = [tensor(&[8, 8], &part.text()), tensor(&[8, 8, 2], &whole.text())];
        let join = format!("%r = tt.join %x, %y : {} -> {}", types[0], types[1]);
        compare(&join, holds, &mut joins);
        let split = format!("%r, %s = tt.split %x : {} -> {}", types[1], types[0]);
        compare(&split, holds, &mut splits);
    }
    enough(joins);
    enough(splits);
}

#[test]
fn sums_and_sums_of_pointers_and_offsets() {
    let mut draw = Draw(5);
    let (mut sums, mut pointers) = ([0; 2], [0; 2]);
    for _ in 0..600 {
        let (from, to) = (draw.blocked(2), draw.blocked(1));
        // Along the columns: a row of the parent on columns of extent 1, in each register once.
        let left = changed(&from.threads(&[16, 1]), |element| vec![element[0]]);
        let types = [tensor(&[16, 8], &from.text()), tensor(&[16], &to.text())];
        let text = format!(
            "%r = \"tt.reduce\"(%x) <{{axis = 1 : i32}}> ({{\n^bb0(%a: f32, %b: f32):\n\
             %s = arith.addf %a, %b : f32\ntt.reduce.return %s : f32\n}}) : ({}) -> {}",
            types[0], types[1]
        );
        compare(&text, left == to.threads(&[16]), &mut sums);

        let other = if draw.below(2) == 0 { from.clone() } else { draw.blocked(2) };
        let types = [tensor(&[16, 8], &from.text()), tensor(&[16, 8], &other.text())];
        let text = format!("%r = tt.addptr %p, %o : {}, {}", types[0], types[1]);
        let holds = from.threads(&[16, 8]) == other.threads(&[16, 8]);
        compare(&text, holds, &mut pointers);
    }
    enough(sums);
    enough(pointers);
}

#[test]
fn what_is_malformed_claims_nothing_but_shapes() {
    let b = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 2], warpsPerCTA = [1, 2], order = \
             [1, 0]}>";
    let row = format!("tensor<16x16xf32, {b}>");
    for operation in [
        format!("%r = tt.trans %x : {row} -> {row}"),
        format!("%r = tt.gather %x {{axis = 0 : i32}} : ({row}) -> {row}"),
        "%r = tt.reshape %x".to_owned(),
        "%r = tt.join".to_owned(),
    ] {
        assert_eq!(refuted(&one(&operation)), [""; 0], "{operation}");
    }
    for (operation, said) in [
        (
            format!("%r = tt.trans %x {{order = array<i32: 0, 0>}} : {row} -> {row}"),
            "[0, 0] is not an order of the dims of shape [16, 16]",
        ),
        (
            format!("%r = tt.trans %x {{order = array<i32: 7, -1>}} : {row} -> {row}"),
            "[7, -1] is not an order of the dims of shape [16, 16]",
        ),
        (
            format!("%r = tt.trans %x {{order = array<i32>}} : {row} -> {row}"),
            "[] is not an order of the dims of shape [16, 16]",
        ),
        (
            format!("%r = tt.dot %x, %x, %x : {row} * {row} -> {row}"),
            &format!(
                "the first operand is in {b}, and tt.dot takes it in a dot_op layout of the result's"
            ),
        ),
        (
            format!("%r = tt.split %x : {row} -> {row}"),
            "the last dim of shape [16, 16] is not one of 2",
        ),
        (
            format!("%r = tt.gather %x {{axis = 2 : i32}} : ({row}) -> {row}"),
            "shape [16, 16] has no dim 2",
        ),
        (
            format!("%r = tt.expand_dims %x {{axis = -1 : i32}} : {row} -> {row}"),
            "shape [16, 16] has no dim -1",
        ),
        (
            format!("%r = tt.expand_dims %x {{axis = 9 : i32}} : {row} -> {row}"),
            "shape [16, 16] has no dim 9",
        ),
        (
            format!("%r = tt.reshape %x : {row} -> tensor<0x16xf32, {b}>"),
            "the result of shape [0, 16] has 0 elements, and one of shape [16, 16] 256",
        ),
        (
            format!("%r = tt.reshape %x : {row} -> tensor<16xf32>"),
            "the result of shape [16] has 16 elements, and one of shape [16, 16] 256",
        ),
        (
            format!("%r = tt.broadcast %x : tensor<16xf32> -> {row}"),
            "shape [16] is not repeated to shape [16, 16]",
        ),
        (
            format!("%r = tt.broadcast %x : tensor<4x16xf32, {b}> -> {row}"),
            "shape [4, 16] is not repeated to shape [16, 16]",
        ),
    ] {
        let [found] = &refuted(&one(&operation))[..] else { panic!("{operation}") };
        assert!(found.ends_with(said), "{found}");
    }
}

#[test]
fn other_operations_and_their_numbers() {
    let b = |order: &str| {
        format!(
            "#ttg.blocked<{{sizePerThread = [1, 2], threadsPerWarp = [2, 2], warpsPerCTA = [1, 2], order = \
             {order}}}>"
        )
    };
    let tensor = |order: &str| format!("tensor<16x16xf32, {}>", b(order));
    let (right, wrong) = (tensor("[1, 0]"), tensor("[0, 1]"));
    let index = "tensor<16x16xi32, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 2], \
                 warpsPerCTA = [1, 2], order = [1, 0]}>>";
    let found = |operation: String| refuted(&one(&operation));
    let gather = |to: &str| {
        found(format!("%r = tt.gather %x[%i] {{axis = 0 : i32}} : ({wrong}, {index}) -> {to}"))
    };
    assert_eq!(gather(&right), [""; 0]);
    assert_eq!(
        gather(&wrong),
        [
            "3:6: the result has element (2, 0) in register 2 of lane 0 of warp 0, where tt.gather gives \
          element (0, 8)"
        ]
    );
    let cat = |from: &str, to: &str| {
        let from = from.replace("16x16", "16x8");
        found(format!("%r = tt.cat %x, %y : {from} -> {to}"))
    };
    assert_eq!(cat(&right, &wrong), [""; 0]);
    assert_eq!(
        cat(&right, &right.replace("16x16", "16x32")),
        ["3:6: the result has a layout of 64 registers, and tt.cat gives one of 32 registers"]
    );
    let pair = "tensor<16x16x2xf32, #ttg.blocked<{sizePerThread = [1, 2, 1], threadsPerWarp = [2, 1, 2], \
                warpsPerCTA = [1, 2, 1], order = [2, 1, 0]}>>";
    assert_eq!(
        found(format!("%r, %s = tt.split %x : {pair} -> {right}")),
        ["3:10: elements (0, 0, 0) and (0, 0, 1) are not in one thread"]
    );
    // The same claim twice is reported once.
    let twice = format!("%r = arith.select %c, %x, %y : {wrong}, {right}\n");
    assert_eq!(
        found(twice.clone() + &twice),
        [
            "3:6: an operand has element (0, 8) in register 2 of lane 0 of warp 0, where arith.select takes \
          element (2, 0), and in another place"
        ]
    );
    let memory = |order: &str| {
        format!(
            "!ttg.memdesc<32x16xf32, #ttg.swizzled_shared<{{vec = 2, perPhase = 1, maxPhase = 4, order = \
             {order}}}>, #ttg.shared_memory>"
        )
    };
    let trans = |to: &str| {
        let (from, to) = (memory("[1, 0]"), memory(to).replace("32x16", "16x32"));
        found(format!("%r = ttg.memdesc_trans %m {{order = array<i32: 1, 0>}} : {from} -> {to}"))
    };
    assert_eq!(trans("[0, 1]"), [""; 0]);
    assert_eq!(
        trans("[1, 0]"),
        [
            "3:6: the result has element (0, 1) in offset 1, where ttg.memdesc_trans gives element (1, 0)"
        ]
    );
}

#[test]
fn encodings_are_for_the_threads_of_the_module_and_leave_nothing_out() {
    let on = |encoding: &str| {
        refuted(&one(&format!("%x = arith.constant : tensor<16x16xf32, {encoding}>")))
    };
    let blocked = |lanes: &str, warps: &str| {
        on(&format!(
            "#ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = {lanes}, warpsPerCTA = {warps}, \
             order = [1, 0]}}>"
        ))
    };
    assert_eq!(blocked("[2, 2]", "[1, 2]"), [""; 0]);
    let [warps] = &blocked("[2, 2]", "[2, 2]")[..] else { panic!() };
    assert!(warps.ends_with("is a layout for 4 warps, and a block has 2"), "{warps}");
    let [lanes] = &blocked("[2, 4]", "[1, 2]")[..] else { panic!() };
    assert!(lanes.ends_with("is a layout for 8 lanes, and a warp has 4"), "{lanes}");
    let linear = |last: &str| {
        on(&format!(
            "#ttg.linear<{{register = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 1]], lane = [[0, 2], [0, {last}]], \
             warp = [[0, 8]], block = []}}>"
        ))
    };
    assert_eq!(linear("4"), [""; 0]);
    let [missing] = &linear("2")[..] else { panic!() };
    assert!(missing.ends_with("on shape [16, 16] has element (0, 4) in no register"), "{missing}");
}

#[test]
fn the_files_of_the_compiler_are_right() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data/triton");
    let mut n_files = 0;
    for entry in fs::read_dir(data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(refuted(&fs::read_to_string(&path).unwrap()), [""; 0], "{}", path.display());
        n_files += 1;
    }
    assert_eq!(n_files, 21);
}
