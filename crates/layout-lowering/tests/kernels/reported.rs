//! Mistakes of lowerings that were reported to Triton, put into the code that Triton makes of the same
//! conversions today.

use crate::check;

#[test]
fn bytes_of_fp8_that_are_permuted_wrongly() {
    // The conversion of triton-lang/triton 7899: 16 x 8 fp8 of an accumulator to a blocked layout, bytes that
    // are selected, shuffled and selected. It gave wrong values after a release, and was reverted. What was
    // wrong in the end was ptxas (7933 works around it), which took the selections for others than the code asks for, so that the
    // code of that time is not an example; these are the selections that it could have taken.
    let name = "bytes00.cuda90.raw.ll";
    let at = |register, lane, element| {
        format!(
            "refuted at (register {register}, lane {lane}, warp 0, element ({element})): before gives element \
             ({element}) of %x, after gives "
        )
    };
    // Before the shuffles: which bytes a lane sends first.
    check(
        name,
        "i32 21520, i32 30258",
        "i32 30258, i32 21520",
        at(0, 0, "0,0") + "element (0,1) of %x",
    );
    // Behind them: the registers, the selectors of even and odd lanes, and one byte of a selector.
    check(
        name,
        "i32 %35, i32 %37, i32 %40",
        "i32 %37, i32 %35, i32 %40",
        at(0, 0, "0,0") + "element (4,0) of %x",
    );
    check(
        name,
        "i32 30258, i32 12918",
        "i32 12918, i32 30258",
        at(2, 0, "8,0") + "element (12,0) of %x",
    );
    check(
        name,
        "i32 21520, i32 4180",
        "i32 21520, i32 4181",
        at(0, 1, "0,1") + "the constant 0x00",
    );
    // The lane that the second shuffle asks.
    check(
        name,
        "%36 = xor i32 %33, 16",
        "%36 = xor i32 %33, 8",
        at(0, 1, "0,1") + "element (6,0) of %x",
    );
    // How bytes are packed, two to a register, and taken out.
    check(name, "%11 = shl i32 %10, 16", "%11 = shl i32 %10, 8", at(0, 0, "0,0") + "poison");
    check(
        name,
        "extractelement <2 x i16> %44, i32 1",
        "extractelement <2 x i16> %44, i32 0",
        at(1, 0, "4,0") + "element (0,0) of %x",
    );
}

#[test]
fn warps_that_are_arranged_otherwise() {
    // Triton-lang/triton 1910: a conversion from four rows of warps to two by two, in which the warp was left
    // out of an address.
    let name = "warps00.cuda80.raw.ll";
    check(
        name,
        "and i32 %22, 35",
        "and i32 %22, 3",
        "refuted at (register 0, lane 0, warp 1, element (0,8)): before gives element (0,8) of %x, after gives \
         element (0,0) of %x",
    );
    // Bits of a sum that overlap are a broken promise.
    check(
        name,
        "%75 = shl i32 %74, 2",
        "%75 = shl i32 %74, 1",
        "refuted at (lane 16, warp 2, line 91, from line 5 of the TTGIR): the address is undefined",
    );
    check(
        name,
        "  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)",
        ";",
        "refuted at (lane 0, warp 1, line 91, from line 5 of the TTGIR): race at byte 1024 of shared memory: \
         (lane 0, warp 0) writes it at line 75, (lane 0, warp 1) reads it at line 91, and no barrier is between",
    );
}

#[test]
fn a_matrix_that_is_not_transposed() {
    // Triton-lang/triton 7696 is of July 2025, when loads from shared memory by ldmatrix were made general;
    // what it says is not known here, and this is a mistake of that kind.
    check(
        "ltr01.cuda80.raw.ll",
        "m8n8.x4.trans.b16.p3(ptr addrspace(3) %",
        "m8n8.x4.b16.p3(ptr addrspace(3) %",
        "refuted at (register 0, lane 1, warp 0, element (2,0)): before gives element (2,0) of %a0, after gives \
         element (0,2) of %a0",
    );
}
