//! The cost of accesses on all small layouts, on random ones and on odd machines, beside counts that walk
//! over every register and lane.

use std::collections::BTreeSet;
use std::process::Command;

use fastrand::Rng;
use layout_kernels::analyze::{
    AccessStrides, Banks, Carrier, Conversion, ConversionKind, Gap, GlobalMemory, Machine,
    Question, bank_conflicts, conversion, find_swizzle, global_access, padded_bank_conflicts,
    strided_access,
};
use layout_math::linear::LinearLayout;

/// The number of a register, a lane, a warp and a block.
type Place = [i64; 4];

/// All layouts of four elements in two lanes of two warps with up to four registers.
fn small_layouts() -> Vec<LinearLayout> {
    let mut layouts = Vec::new();
    for n_registers in 0..=2 {
        for number in 0..1 << (2 * (n_registers + 2)) {
            let bases: Vec<String> =
                (0..n_registers + 2).map(|at| format!("[{}]", number >> (2 * at) & 3)).collect();
            let [registers @ .., lane, warp] = &bases[..] else { panic!() };
            let registers = registers.join(",");
            let text = format!(
                "{{register = [{registers}], lane = [{lane}], warp = [{warp}], block = []}} -> [dim0 = 4]"
            );
            layouts.push(text.parse().unwrap());
        }
    }
    layouts
}

/// Each place of a layout with its element.
fn places(layout: &LinearLayout) -> Vec<(Place, i64)> {
    let registers = layout.in_dims()[0].size();
    let all = (0..4 * registers).map(|number| [number / 4, number / 2 % 2, number % 2, 0]);
    all.map(|place| (place, layout.apply(&place).unwrap()[0])).collect()
}

/// How far it is from one place to another.
fn distance(from: &Place, to: &Place) -> ConversionKind {
    use ConversionKind::*;
    let differs = (0..4).rev().find(|&at| from[at] != to[at]);
    [NoOp, WithinThread, WithinWarp, WithinBlock, AcrossBlocks][differs.map_or(0, |at| at + 1)]
}

/// The way to a place from the nearest one that has the element.
fn nearest(from: &[(Place, i64)], to: &Place, element: i64) -> Option<ConversionKind> {
    let holders = from.iter().filter(|(_, held)| *held == element);
    holders.map(|(place, _)| distance(place, to)).min()
}

/// An element goes to where it is not yet from the nearest place that has it, and no other element goes
/// farther.
#[test]
fn a_conversion_moves_what_is_not_there_from_where_it_is_nearest() {
    let layouts = small_layouts();
    let all: Vec<_> = layouts.iter().map(|layout| (layout, places(layout))).collect();
    let mut counts = [0; 4];
    let mut refused = 0;
    for (from, before) in &all {
        for (to, after) in &all {
            let ways: Option<Vec<ConversionKind>> =
                after.iter().map(|(place, element)| nearest(before, place, *element)).collect();
            let found = conversion(from, to);
            let Some(farthest) = ways.map(|ways| ways.into_iter().max().unwrap()) else {
                assert!(found.is_err(), "{from} {to}");
                refused += 1;
                continue;
            };
            let found: Conversion = found.unwrap();
            assert_eq!(found.kind(), farthest, "{from} {to}");
            let is_in_thread = farthest <= ConversionKind::WithinThread;
            assert!(is_in_thread || found.carrier() != Carrier::Registers, "{from} {to}");
            counts[farthest as usize] += 1;
            let Some(moved) = found.farthest() else {
                assert_eq!(farthest, ConversionKind::NoOp, "{from} {to}");
                continue;
            };
            let element = moved.element[0];
            assert!(before.contains(&(moved.from, element)), "{from} {to}: {moved}");
            assert!(after.contains(&(moved.to, element)), "{from} {to}: {moved}");
            assert_eq!(distance(&moved.from, &moved.to), farthest, "{from} {to}: {moved}");
            assert_eq!(nearest(before, &moved.to, element), Some(farthest), "{from} {to}: {moved}");
        }
    }
    assert_eq!((counts, refused), ([912, 36864, 30468, 20553], 24099));
}

#[test]
fn registers_that_are_gone_and_elements_that_are_there_are_no_moves() {
    let answer = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| text.parse().unwrap());
        let question = Question::Conversion { from: &from, to: &to };
        question.answer(&Machine::default()).unwrap().text().to_owned()
    };
    let no_op = "conversion is a no-op: every register stays where it is";
    // Copies in a register that is dropped.
    assert_eq!(
        answer(
            "{register = [[0]], lane = [[1]], warp = []}",
            "{register = [], lane = [[1]], warp = []}"
        ),
        no_op
    );
    assert_eq!(
        answer(
            "{register = [[1],[0]], lane = [[2]], warp = []}",
            "{register = [[1]], lane = [[2]], warp = []}"
        ),
        no_op
    );
    // The other way around a register is new.
    assert_eq!(
        answer(
            "{register = [], lane = [[1]], warp = []}",
            "{register = [[0]], lane = [[1]], warp = []}"
        ),
        "conversion within threads: registers change places: element (0) goes from register 0 of lane 0 of \
         warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0"
    );
    // The register that is dropped is not the last one.
    assert_eq!(
        answer(
            "{register = [[0],[1]], lane = [[2]], warp = []}",
            "{register = [[1]], lane = [[2]], warp = []}"
        ),
        "conversion within threads: registers change places: element (1) goes from register 2 of lane 0 of \
         warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0"
    );
    // Both warps have both elements: warp 1 takes its own copy.
    assert_eq!(
        answer(
            "{register = [], lane = [[1]], warp = [[0]]}",
            "{register = [], lane = [[1]], warp = [[1]]}"
        ),
        "conversion within warps, by shuffles: element (1) goes from register 0 of lane 1 of warp 1 of block \
         0 to register 0 of lane 0 of warp 1 of block 0"
    );
}

/// An access to a memory of 2^bits elements by the offsets that each bit of a register or a lane has there.
struct SharedCase {
    registers: Vec<i64>,
    lanes: Vec<i64>,
    access: LinearLayout,
    memory: LinearLayout,
}

fn list(bases: impl IntoIterator<Item = i64>) -> String {
    let bases: Vec<String> = bases.into_iter().map(|basis| format!("[{basis}]")).collect();
    bases.join(",")
}

/// The sum over F2 of the numbers that the bits of another one choose.
fn chosen(numbers: &[i64], by: i64) -> i64 {
    let bits = numbers.iter().enumerate().filter(|(bit, _)| by >> bit & 1 == 1);
    bits.fold(0, |sum, (_, number)| sum ^ number)
}

impl SharedCase {
    fn random(random: &mut Rng) -> Self {
        let n_bits = random.usize(3..10);
        let n_registers = random.usize(0..4);
        // The first registers follow each other, and most other places leave room for them.
        let n_vector = random.usize(0..=n_registers);
        let mut place = || match random.u32(0..4) {
            0 => 0,
            1 => random.i64(0..1 << n_bits),
            _ => random.i64(0..1 << n_bits) >> n_vector << n_vector,
        };
        let further: Vec<i64> = (n_vector..n_registers).map(|_| place()).collect();
        let lanes: Vec<i64> = (0..5).map(|_| place()).collect();
        let registers: Vec<i64> = (0..n_vector).map(|bit| 1 << bit).chain(further).collect();
        // The memory in an order that is one to one, so that elements are not offsets.
        let mut order: Vec<i64> = (0..n_bits).map(|bit| 1 << bit).collect();
        random.shuffle(&mut order);
        for _ in 0..random.usize(0..4) {
            let (to, from) = (random.usize(0..n_bits), random.usize(0..n_bits));
            order[to] ^= if to == from { 0 } else { order[from] };
        }
        let elements = |offsets: &[i64]| list(offsets.iter().map(|&own| chosen(&order, own)));
        let size = 1 << n_bits;
        let (of_registers, of_lanes) = (elements(&registers), elements(&lanes));
        let access =
            format!("{{register = [{of_registers}], lane = [{of_lanes}]}} -> [dim0 = {size}]");
        let memory = format!("{{offset = [{}]}}", list(order));
        let (access, memory) = (access.parse().unwrap(), memory.parse().unwrap());
        SharedCase { registers, lanes, access, memory }
    }

    /// The offsets of all registers of lane 0, without copies.
    fn offsets(&self) -> BTreeSet<i64> {
        (0..1 << self.registers.len()).map(|number| chosen(&self.registers, number)).collect()
    }

    /// How often the memory is busy, and how often for the worst group of lanes: as often as the bank of
    /// which most words are wanted.
    fn walked(&self, vector: i64, gaps: &[Gap], bits: i64, banks: &Banks) -> (i64, i64) {
        let (n_banks, bank_bits) = (i64::from(banks.banks), i64::from(banks.bank_bits));
        let n_lanes = 1_i64 << self.lanes.len();
        let together = (n_banks / (vector * bits / bank_bits).max(1)).clamp(1, n_lanes);
        let (mut sum, mut worst) = (0, 0);
        for first in self.offsets().into_iter().filter(|offset| offset % vector == 0) {
            for group in 0..n_lanes / together {
                let mut words = BTreeSet::new();
                for lane in group * together..(group + 1) * together {
                    let offset = first ^ chosen(&self.lanes, lane);
                    let gap = |gap: &Gap| offset / gap.interval * gap.padding;
                    let begin = (offset + gaps.iter().map(gap).sum::<i64>()) * bits;
                    words.extend(begin / bank_bits..=(begin + vector * bits - 1) / bank_bits);
                }
                let of_bank = |bank| words.iter().filter(|&word| word % n_banks == bank).count();
                let busiest = (0..n_banks).map(of_bank).max().unwrap() as i64;
                sum += busiest;
                worst = worst.max(busiest);
            }
        }
        (sum, worst)
    }
}

/// However few banks there are and however narrow: what is counted is what lanes want of banks, and no
/// fewer turns than the elements fill.
#[test]
fn a_memory_is_busy_as_often_as_its_busiest_bank_and_no_less_than_its_elements_need() {
    let mut random = Rng::with_seed(1);
    let (mut n_wide, mut n_conflicts, mut n_least) = (0, 0, 0);
    for number in 0..4000 {
        let case = SharedCase::random(&mut random);
        let bits = 1 << random.u32(0..8);
        let banks = Banks {
            banks: 1 << random.u32(0..6),
            bank_bits: 8 << random.u32(0..4),
            vector_bits: 32 << random.u32(0..4),
            wide_group: &[],
        };
        let SharedCase { access, memory, lanes, .. } = &case;
        let said = format!("{number}: {access} {memory} {bits} {banks:?}");
        let gap = Gap { interval: 1 << random.u32(0..6), padding: random.i64(0..9) };
        let plain = bank_conflicts(access, memory, bits, &banks).unwrap();
        let padded = padded_bank_conflicts(access, memory, &[gap], bits, &banks).unwrap();
        let swizzle = find_swizzle(memory, &[(access, None)], bits, &banks).unwrap();
        let lanes = (0..1 << lanes.len()).map(|lane| chosen(lanes, lane));
        let offsets = case.offsets();
        let elements: BTreeSet<i64> =
            lanes.flat_map(|lane| offsets.iter().map(move |own| lane ^ own)).collect();
        let bits = i64::from(bits);
        let row = i64::from(banks.banks) * i64::from(banks.bank_bits);
        let least = (elements.len() as i64 * bits + row - 1) / row;
        for (found, gaps) in [(&plain, &[][..]), (&padded, &[gap][..])] {
            let (sum, worst) = case.walked(found.vector(), gaps, bits, &banks);
            let turns = (found.vector() * bits / row).max(1);
            assert_eq!(found.wavefronts(), sum, "{said} {gaps:?}");
            assert_eq!(found.conflicts(), worst / turns - 1, "{said} {gaps:?}");
            assert_eq!(found.clash().is_some(), turns < worst, "{said} {gaps:?}");
            assert!(least <= found.wavefronts(), "{said} {gaps:?}");
            n_wide += u32::from(1 < turns);
            n_conflicts += u32::from(turns < worst);
        }
        assert_eq!(swizzle.least(), least, "{said}");
        assert_eq!(swizzle.unswizzled(), plain.wavefronts(), "{said}");
        assert!((least..=plain.wavefronts()).contains(&swizzle.wavefronts()), "{said}");
        n_least += u32::from(swizzle.wavefronts() == least);
    }
    assert_eq!((n_wide, n_conflicts, n_least), (909, 1722, 344));
}

/// A lane that takes 16 bytes of a memory of two banks takes two turns, of one bank four.
#[test]
fn the_least_of_all_swizzles_is_no_less_than_what_any_arrangement_takes() {
    for (banks, times) in [("32", 16), ("4", 128), ("2", 256), ("1", 512)] {
        let output = Command::new(env!("CARGO_BIN_EXE_layout-find-swizzle"))
            .args(["--layout", "(8,64):(64,1)", "--element-bytes", "4", "--read", "across/16"])
            .args(["--banks", banks])
            .output()
            .unwrap();
        let expected = format!(
            "S<0,0,0> on elements, S<0,2,0> on bytes\n\
             the memory is busy {times} times a warp, {times} without a swizzle\n\
             {times} is the least of all 141 swizzles that permute the tile; no arrangement takes less than \
             {times}\n\
             read across/16: 0 bank conflicts in each group of lanes, 0 without a swizzle\n"
        );
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{banks}");
        assert_eq!(output.status.code(), Some(0), "{banks}");
    }
}

/// A lane with one word of each row has 31 others in its bank; four bytes are not sixteen.
#[test]
fn the_bytes_of_a_lane_choose_the_swizzle() {
    for (access, swizzle, own, plain) in [
        ("down/4", "S<5,0,5> on elements, S<5,2,5> on bytes", 0, 31),
        ("down/8", "S<4,1,4> on elements, S<4,3,4> on bytes", 0, 15),
        ("down/16", "S<3,2,3> on elements, S<3,4,3> on bytes", 0, 7),
        ("down/32", "S<3,2,3> on elements, S<3,4,3> on bytes", 0, 7),
        ("across/4", "S<0,0,0> on elements, S<0,2,0> on bytes", 0, 0),
    ] {
        for verb in ["read", "write"] {
            let output = Command::new(env!("CARGO_BIN_EXE_layout-find-swizzle"))
                .args(["--layout", "(32,32):(32,1)", "--element-bytes", "4"])
                .args([&format!("--{verb}"), access])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let conflicts = format!(
                "{verb} {access}: {own} bank conflicts in each group of lanes, {plain} without a swizzle"
            );
            assert_eq!((lines[0], lines[3]), (swizzle, &*conflicts), "{text}");
        }
    }
}

/// The sectors of elements that begin at these multiples of their size in each row.
fn sectors_of<R: Ord + Clone>(elements: &BTreeSet<(R, i64)>, bits: i64, sector_bits: i64) -> i64 {
    let of = |(row, at): &(R, i64)| {
        let (begin, end) = (at * bits, (at + 1) * bits - 1);
        let sectors = begin.div_euclid(sector_bits)..=end.div_euclid(sector_bits);
        sectors.map(|sector| (row.clone(), sector)).collect::<Vec<_>>()
    };
    elements.iter().flat_map(of).collect::<BTreeSet<_>>().len() as i64
}

/// An element that is wider than a sector is in several, and no access touches fewer than its elements
/// fill.
#[test]
fn sectors_are_those_that_elements_are_in() {
    let mut random = Rng::with_seed(2);
    let (mut n_wide, mut n_wasted) = (0, 0);
    for number in 0..4000 {
        let sizes = [0; 2].map(|_| 1_i64 << random.u32(0..6));
        let mut bases = |n: usize| -> String {
            let basis = |_| sizes.map(|size| if random.bool() { random.i64(0..size) } else { 0 });
            let bases: Vec<String> = (0..n).map(basis).map(|[a, b]| format!("[{a},{b}]")).collect();
            bases.join(",")
        };
        let registers = match number % 3 {
            0 => bases(2),
            own => ["", "[0,1],[0,2]", "[0,1]"][own].to_owned(),
        };
        let lanes = bases(4);
        let outs = format!("[dim0 = {}, dim1 = {}]", sizes[0], sizes[1].max(4));
        let layout: LinearLayout =
            format!("{{register = [{registers}], lane = [{lanes}]}} -> {outs}").parse().unwrap();
        let bits = 1 << random.u32(0..8);
        let memory = GlobalMemory {
            sector_bytes: 1 << random.u32(0..7),
            vector_bits: 32 << random.u32(0..3),
        };
        let said = format!("{layout} {bits} {memory:?}");
        let (bits_of, sector_bits) = (i64::from(bits), i64::from(memory.sector_bytes) * 8);
        let n_registers = layout.in_dims()[0].size();
        let elements = |register: i64, vector: i64| -> Vec<[i64; 2]> {
            let at =
                |lane| -> [i64; 2] { layout.apply(&[register, lane]).unwrap().try_into().unwrap() };
            let first = (0..16).map(at);
            first.flat_map(|[a, b]| (0..vector).map(move |step| [a, b + step])).collect()
        };
        let found = global_access(&layout, 1, bits, None, &memory).unwrap();
        let touched: BTreeSet<(i64, i64)> =
            elements(0, found.vector()).into_iter().map(|[a, b]| (a, b)).collect();
        let least = (touched.len() as i64 * bits_of + sector_bits - 1) / sector_bits;
        assert_eq!(found.sectors(), sectors_of(&touched, bits_of, sector_bits), "{said}");
        assert_eq!(found.least_sectors(), least, "{said}");
        assert!(least <= found.sectors(), "{said}");
        n_wide += u32::from(sector_bits < bits_of);
        n_wasted += u32::from(least < found.sectors());
        // With strides of which none is 1 each register goes by itself.
        let strides = [0; 2].map(|_| random.i64(-40..40)).map(|own| if own == 1 { 2 } else { own });
        let known = AccessStrides { of_dims: strides.map(Some).to_vec(), together: None };
        let found = strided_access(&layout, &known, bits, &memory).unwrap();
        let worst = (0..n_registers).map(|register| {
            let offset = |[a, b]: [i64; 2]| ((), a * strides[0] + b * strides[1]);
            let touched: BTreeSet<((), i64)> =
                elements(register, 1).into_iter().map(offset).collect();
            (sectors_of(&touched, bits_of, sector_bits), touched.len() as i64)
        });
        let (sectors, n_elements) = worst.max().unwrap();
        let least = (n_elements * bits_of + sector_bits - 1) / sector_bits;
        assert_eq!(
            (found.sectors(), found.least_sectors()),
            (sectors, least),
            "{said} {strides:?}"
        );
        assert!(least <= sectors, "{said} {strides:?}");
    }
    assert_eq!((n_wide, n_wasted), (680, 2088));
}

#[test]
fn elements_wider_than_a_sector_are_said_with_all_their_sectors() {
    let registers = "{register = [[1]], lane = [[2],[4],[8],[16],[32]]}".parse().unwrap();
    let global = GlobalMemory { sector_bytes: 1, ..GlobalMemory::default() };
    let answer = |strides: Option<&AccessStrides>| {
        let question = Question::Global { registers: &registers, strides, element_bits: 32 };
        let machine = Machine::with_banks(Banks::default(), global);
        question.answer(&machine).unwrap().text().to_owned()
    };
    assert_eq!(
        answer(None),
        "coalesced if dim0 is contiguous: 2 elements a lane, 1 instruction a warp, 256 sectors each where \
         256 would do"
    );
    let strides = AccessStrides { of_dims: vec![Some(3)], together: None };
    assert_eq!(
        answer(Some(&strides)),
        "coalesced, no dim is contiguous, the strides are 3 of dim0: 1 element a lane, 2 instructions a \
         warp, 128 sectors each where 128 would do"
    );
}
