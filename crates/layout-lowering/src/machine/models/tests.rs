//! Each instruction by itself, in a warp whose lanes have numbers of their own, and what its description
//! says that each lane has then.

mod amd;
mod nvidia;
mod tensor_memory;

use super::super::{Initial, Machine, Value, Vendor};
use super::MODELS;
use crate::bits::{Mask, Row, Table};
use crate::llvm;

/// A model, code that gives `%y` in each lane, and what that is.
struct Case {
    model: &'static str,
    code: &'static str,
    expected: fn(usize) -> u64,
}

const fn case(model: &'static str, code: &'static str, expected: fn(usize) -> u64) -> Case {
    Case { model, code, expected }
}

/// The number `%v` of a lane, whose bytes are the lane's number and the next ones.
fn word(lane: usize) -> u64 {
    lane as u64 * 0x0101_0101 + 0x0302_0100
}

/// Half of it.
fn half(lane: usize, which: usize) -> u64 {
    word(lane) >> (16 * which) & 0xffff
}

const SHARED: u64 = 0x1_0000;
const GLOBAL: u64 = 1 << 40;

/// Executes code on a warp. `%lane` and `%v` are numbers of each lane; `%a` and `%g` point to the word of
/// the lane in shared and in global memory, where `%v` is stored.
fn check(vendor: Vendor, lanes: usize, case: &Case) {
    let (body, y) = match case.code.split_once(" => ") {
        Some((body, y)) => (body, y),
        None => (case.code, "%y"),
    };
    let sync = match vendor {
        Vendor::Nvidia => "call void @llvm.nvvm.bar.warp.sync(i32 -1)",
        Vendor::Amd => "",
    };
    let code = format!(
        "@smem = external addrspace(3) global [0 x i8], align 16

define i32 @f(i32 %lane, i32 %v, ptr addrspace(1) %p) {{
  %a = getelementptr i32, ptr addrspace(3) @smem, i32 %lane
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %lane
  store i32 %v, ptr addrspace(3) %a, align 4
  store i32 %v, ptr addrspace(1) %g, align 4
  {sync}
  {body}
  ret i32 {y}
}}
"
    );
    let module = llvm::read_module(&code).unwrap_or_else(|error| panic!("{error}:\n{code}"));
    let mut table = Table::new();
    let mut machine = Machine::new(&module, vendor, 1, lanes, &mut table);
    machine.memory.add("shared memory", SHARED, 1 << 12, Initial::Undefined);
    machine.memory.add("%p", GLOBAL, 1 << 12, Initial::Undefined);
    machine.variables.insert("smem".into(), SHARED);
    let numbers =
        |own: &dyn Fn(usize) -> u64| Value::Row(Row::numbers(32, (0..lanes).map(own).collect()));
    let arguments =
        vec![numbers(&|lane| lane as u64), numbers(&word), Value::Row(Row::same(64, GLOBAL))];
    let function = module.function("f").expect("the function");
    let result = machine.run(function, arguments, &Mask::all(lanes));
    let value = result.unwrap_or_else(|stop| panic!("{stop:?}:\n{code}"));
    let value = value.expect("a value");
    let row = value.as_row().expect("a number");
    let found: Vec<Option<u64>> = (0..lanes).map(|lane| row.number(lane)).collect();
    let expected: Vec<Option<u64>> = (0..lanes).map(|lane| Some((case.expected)(lane))).collect();
    assert_eq!(found, expected, "{}:\n{code}", case.model);
}

/// Of every vendor.
const CASES: &[Case] = &[
    case("llvm.abs", "%n = sub i32 0, %lane\n %y = call i32 @llvm.abs.i32(i32 %n, i1 0)", |lane| {
        lane as u64
    }),
    case("llvm.bitreverse", "%y = call i32 @llvm.bitreverse.i32(i32 %v)", |lane| {
        u64::from((word(lane) as u32).reverse_bits())
    }),
    case("llvm.bswap", "%y = call i32 @llvm.bswap.i32(i32 %v)", |lane| {
        u64::from((word(lane) as u32).swap_bytes())
    }),
    case("llvm.ctlz", "%y = call i32 @llvm.ctlz.i32(i32 %lane, i1 0)", |lane| {
        u64::from((lane as u32).leading_zeros())
    }),
    case("llvm.cttz", "%y = call i32 @llvm.cttz.i32(i32 %lane, i1 0)", |lane| {
        u64::from((lane as u32).trailing_zeros())
    }),
    case("llvm.ctpop", "%y = call i32 @llvm.ctpop.i32(i32 %lane)", |lane| {
        u64::from(lane.count_ones())
    }),
    case("llvm.expect", "%y = call i32 @llvm.expect.i32(i32 %v, i32 0)", word),
    case("llvm.ssa.copy", "%y = call i32 @llvm.ssa.copy.i32(i32 %v)", word),
    case("llvm.fshl", "%y = call i32 @llvm.fshl.i32(i32 %v, i32 %lane, i32 8)", |lane| {
        word(lane) << 8 & 0xffff_ffff
    }),
    case("llvm.fshr", "%y = call i32 @llvm.fshr.i32(i32 %lane, i32 %v, i32 8)", |lane| {
        word(lane) >> 8 | (lane as u64) << 24
    }),
    case("llvm.smax", "%y = call i32 @llvm.smax.i32(i32 %lane, i32 -1)", |lane| lane as u64),
    case("llvm.smin", "%y = call i32 @llvm.smin.i32(i32 %lane, i32 -1)", |_| 0xffff_ffff),
    case("llvm.umax", "%y = call i32 @llvm.umax.i32(i32 %lane, i32 5)", |lane| lane.max(5) as u64),
    case("llvm.umin", "%y = call i32 @llvm.umin.i32(i32 %lane, i32 5)", |lane| lane.min(5) as u64),
    case(
        "llvm.vector.reduce",
        "%w = insertelement <2 x i32> undef, i32 %lane, i32 0
  %x = insertelement <2 x i32> %w, i32 %v, i32 1
  %y = call i32 @llvm.vector.reduce.xor.v2i32(<2 x i32> %x)",
        |lane| word(lane) ^ lane as u64,
    ),
];

/// The cases of each machine, with the threads of its warps.
const MACHINES: &[(Vendor, usize, &[Case])] = &[
    (Vendor::Nvidia, 32, CASES),
    (Vendor::Nvidia, 32, nvidia::CASES),
    (Vendor::Nvidia, 32, tensor_memory::CASES),
    (Vendor::Amd, 64, CASES),
    (Vendor::Amd, 64, amd::CASES),
    (Vendor::Amd, 32, amd::OF_32_LANES),
];

#[test]
fn each_does_what_it_is_described_to_do() {
    for &(vendor, lanes, cases) in MACHINES {
        for case in cases {
            check(vendor, lanes, case);
        }
    }
}

/// Barriers and combinations are executed elsewhere: by whom they order, and what is combined.
const ELSEWHERE: &[&str] = &[
    include_str!("../../../tests/barriers.rs"),
    include_str!("../../../tests/operations/combinations.rs"),
];

#[test]
fn each_model_has_a_test() {
    let cases = || MACHINES.iter().flat_map(|(_, _, cases)| *cases);
    for case in cases() {
        assert!(MODELS.iter().any(|(model, _)| *model == case.model), "{}", case.model);
        let name = case.model.strip_prefix("ptx ").unwrap_or(case.model);
        assert!(case.code.contains(name), "{} is not in {}", case.model, case.code);
    }
    for (model, _) in MODELS {
        let is_here = cases().any(|case| case.model == *model);
        let is_elsewhere = ELSEWHERE.iter().any(|text| {
            let name =
                model.strip_prefix("ptx ").map_or(format!("@{model}"), |own| format!("\"{own}."));
            text.contains(&name)
        });
        assert!(is_here || is_elsewhere, "{model} has no test");
    }
    assert!(MODELS.windows(2).all(|pair| pair[0].0 != pair[1].0));
}
