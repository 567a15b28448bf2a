//! Pieces with tensor memory, and what is put wrong in their code: all shapes of `tcgen05.ld` and
//! `tcgen05.st` that Triton chooses.

use crate::check;

#[test]
fn what_is_loaded_from_elsewhere_is_refuted() {
    let (rows, packed, halves) =
        ("tmemload00.cuda100.raw.ll", "tmemload01.cuda100.raw.ll", "tmemload03.cuda100.raw.ll");
    // Warp 1 begins at lane 16.
    check(
        rows,
        "shl i32 %11, 21",
        "shl i32 %11, 20",
        "refuted at (lane 0, warp 1, line 18, from line 14 of the TTGIR): lane 16 of tensor memory, of which \
         warp 1 has lanes 32 to 63",
    );
    // Behind the last of the columns, which are the last ones that there are.
    check(
        rows,
        "[$32 + 0]",
        "[$32 + 1]",
        "refuted at (lane 0, warp 0, line 18, from line 14 of the TTGIR): the address is lane 0, column 512 of \
         tensor memory, outside of it",
    );
    check(
        rows,
        "{$0, $1,",
        "{$1, $0,",
        "refuted at (register 0, lane 0, warp 0, element (0,0)): before gives element (0,0) of %a0, after gives \
         element (0,1) of %a0",
    );
    check(
        rows,
        "  call void @llvm.nvvm.tcgen05.wait.ld()",
        ";",
        "refuted at (register 0, lane 0, warp 0, element (0,0)): before gives element (0,0) of %a0, after gives \
         undefined bits",
    );
    // Another shape of as many registers.
    check(
        "tmemload02.cuda100.raw.ll",
        "16x64b",
        "32x32b",
        "refuted at (register 0, lane 1, warp 0, element (8,0)): before gives element (8,0) of %a0, after gives \
         element (1,0) of %a0",
    );
    // The second half of the rows.
    check(
        packed,
        "[$8 + 1048576]",
        "[$8 + 0]",
        "refuted at (register 16, lane 0, warp 0, element (16,0)): before gives element (16,0) of %a0, after \
         gives element (0,0) of %a0",
    );
    check(
        packed,
        ".pack::16b",
        "",
        "refuted at (register 0, lane 1, warp 0, element (0,2)): before gives element (0,2) of %a0, after gives \
         element (0,1) of %a0",
    );
    // The second half of the columns, which lanes from 16 on have.
    check(
        halves,
        "], 32;",
        "], 16;",
        "refuted at (register 0, lane 16, warp 0, element (0,32)): before gives element (0,32) of %a0, after \
         gives element (0,16) of %a0",
    );
}

#[test]
fn what_is_stored_elsewhere_is_refuted() {
    let (rows, unpacked, tiles) =
        ("tmemstore00.cuda100.raw.ll", "tmemstore01.cuda100.raw.ll", "tmemstore02.cuda100.raw.ll");
    check(
        rows,
        "call void @llvm.nvvm.tcgen05.wait.st()",
        "call void @llvm.nvvm.tcgen05.wait.ld()",
        "refuted at (%a2 = 1, lane 0, column 0 of %a1, element (0,0), written at line 98): before gives element \
         (0,0) of %a0, after gives undefined bits",
    );
    // Where the predicate does not hold nothing is stored.
    check(
        rows,
        "@$0 tcgen05",
        "tcgen05",
        "refuted at (%a2 = 0, lane 0, column 0 of %a1, element (0,0), written at line 98): before gives element \
         (0,0) of %a1, after gives element (0,0) of %a0",
    );
    check(
        unpacked,
        ".unpack::16b",
        "",
        "refuted at (%a2 = 1, lane 0, column 1 of %a1, element (0,1), written at line 98): before gives element \
         (0,1) of %a0, after gives element (0,2) of %a0",
    );
    check(
        unpacked,
        "], 32,",
        "], 0,",
        "refuted at (lane 16, warp 0, line 98, from line 5 of the TTGIR): lane 0, column 448 of tensor memory is \
         stored to, and (lane 0, warp 0) stores another value to it at line 98 and has not waited for that",
    );
    check(
        tiles,
        "16x256b.x4",
        "16x128b.x8",
        "refuted at (%a2 = 1, lane 8, column 0 of %a1, element (8,0), written at line 50): before gives element \
         (8,0) of %a0, after gives element (0,1) of %a0",
    );
}

#[test]
fn a_part_that_begins_elsewhere_is_refuted() {
    // Of 64 columns the part is those from 32 on.
    check(
        "tmemview00.cuda100.raw.ll",
        "add i32 %6, 32",
        "add i32 %6, 16",
        "refuted at (lane 0, column 16 of %a1, element (0,16), written at line 53): before gives element (0,16) \
         of %a1, after gives element (0,0) of %a0",
    );
}

#[test]
fn what_is_allocated_is_looked_at() {
    let (scales, empty) = ("tmemalloc00.cuda100.raw.ll", "tmemalloc01.cuda100.raw.ll");
    check(
        scales,
        "call void @llvm.nvvm.tcgen05.wait.st()",
        "call void @llvm.nvvm.tcgen05.wait.ld()",
        "refuted at (lane 0, column 0 of what is allocated, element (0,0), written at line 104): before gives \
         byte 0 of %a0, after gives undefined bits",
    );
    // The scales of a row are there for each warp.
    check(
        scales,
        "(i1 true, i32 %90",
        "(i1 %5, i32 %90",
        "refuted at (lane 32, column 0 of what is allocated, element (0,0), not written): before gives byte 0 \
         of %a0, after gives undefined bits",
    );
    check(
        empty,
        "[$1], 128;",
        "[$1], 64;",
        "refuted at (lane 0, warp 0, line 26, from line 19 of the TTGIR): no 128 columns are allocated from \
         column 448 on",
    );
}
