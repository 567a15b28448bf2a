//! Pieces with tensor memory, and what is put wrong in their code: all shapes of `tcgen05.ld` and
//! `tcgen05.st` that Triton chooses.

use crate::{changed, check, line};

#[test]
fn what_is_loaded_from_elsewhere_is_refuted() {
    let (rows, packed, halves) =
        ("tmemload00.cuda100.raw.ll", "tmemload01.cuda100.raw.ll", "tmemload03.cuda100.raw.ll");
    for (name, from, to, expected) in [
        // Warp 1 begins at lane 16.
        (
            rows,
            "shl i32 %11, 21",
            "shl i32 %11, 20",
            "refuted at (lane 0, warp 1, line 18, from line 14 of the TTGIR): lane 16 of tensor memory, of which \
             warp 1 has lanes 32 to 63",
        ),
        // Behind the last of the columns, which are the last ones that there are.
        (
            rows,
            "[$32 + 0]",
            "[$32 + 1]",
            "refuted at (lane 0, warp 0, line 18, from line 14 of the TTGIR): the address is lane 0, column 512 of \
             tensor memory, outside of it",
        ),
        (
            rows,
            "{$0, $1,",
            "{$1, $0,",
            "refuted at (register 0, lane 0, warp 0, element (0,0)): before gives element (0,0) of %a0, after gives \
             element (0,1) of %a0",
        ),
        (
            rows,
            "  call void @llvm.nvvm.tcgen05.wait.ld()",
            ";",
            "refuted at (register 0, lane 0, warp 0, element (0,0)): before gives element (0,0) of %a0, after gives \
             undefined bits",
        ),
        // Another shape of as many registers.
        (
            "tmemload02.cuda100.raw.ll",
            "16x64b",
            "32x32b",
            "refuted at (register 0, lane 1, warp 0, element (8,0)): before gives element (8,0) of %a0, after gives \
             element (1,0) of %a0",
        ),
        // The second half of the rows.
        (
            packed,
            "[$8 + 1048576]",
            "[$8 + 0]",
            "refuted at (register 16, lane 0, warp 0, element (16,0)): before gives element (16,0) of %a0, after \
             gives element (0,0) of %a0",
        ),
        (
            packed,
            ".pack::16b",
            "",
            "refuted at (register 0, lane 1, warp 0, element (0,2)): before gives element (0,2) of %a0, after gives \
             element (0,1) of %a0",
        ),
        // The second half of the columns, which lanes from 16 on have.
        (
            halves,
            "], 32;",
            "], 16;",
            "refuted at (register 0, lane 16, warp 0, element (0,32)): before gives element (0,32) of %a0, after \
             gives element (0,16) of %a0",
        ),
    ] {
        check(name, from, to, expected);
    }
}

#[test]
fn what_is_stored_elsewhere_is_refuted() {
    let (rows, unpacked, tiles) =
        ("tmemstore00.cuda100.raw.ll", "tmemstore01.cuda100.raw.ll", "tmemstore02.cuda100.raw.ll");
    for (name, from, to, expected) in [
        (
            rows,
            "call void @llvm.nvvm.tcgen05.wait.st()",
            "call void @llvm.nvvm.tcgen05.wait.ld()",
            "refuted at (%a2 = 1, lane 0, column 0 of %a1, element (0,0), written at line 98): before gives element \
             (0,0) of %a0, after gives undefined bits",
        ),
        // Where the predicate does not hold nothing is stored.
        (
            rows,
            "@$0 tcgen05",
            "tcgen05",
            "refuted at (%a2 = 0, lane 0, column 0 of %a1, element (0,0), written at line 98): before gives element \
             (0,0) of %a1, after gives element (0,0) of %a0",
        ),
        (
            unpacked,
            ".unpack::16b",
            "",
            "refuted at (%a2 = 1, lane 0, column 1 of %a1, element (0,1), written at line 98): before gives element \
             (0,1) of %a0, after gives element (0,2) of %a0",
        ),
        (
            unpacked,
            "], 32,",
            "], 0,",
            "refuted at (lane 16, warp 0, line 98, from line 5 of the TTGIR): lane 0, column 448 of tensor memory is \
             stored to, and (lane 0, warp 0) stores another value to it at line 98 and has not waited for that",
        ),
        (
            tiles,
            "16x256b.x4",
            "16x128b.x8",
            "refuted at (%a2 = 1, lane 8, column 0 of %a1, element (8,0), written at line 50): before gives element \
             (8,0) of %a0, after gives element (0,1) of %a0",
        ),
    ] {
        check(name, from, to, expected);
    }
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
    for (name, from, to, expected) in [
        (
            scales,
            "call void @llvm.nvvm.tcgen05.wait.st()",
            "call void @llvm.nvvm.tcgen05.wait.ld()",
            "refuted at (line 107, from line 30 of the TTGIR): %a0 of @g has undefined bits at lane 0, column 0, \
             element (0,0), and not byte 0 of %a0",
        ),
        // The scales of a row are there for each warp.
        (
            scales,
            "(i1 true, i32 %90",
            "(i1 %5, i32 %90",
            "refuted at (line 107, from line 30 of the TTGIR): %a0 of @g has undefined bits at lane 32, column 0, \
             element (0,0), and not byte 0 of %a0",
        ),
        (
            empty,
            "[$1], 128;",
            "[$1], 64;",
            "refuted at (line 24, from line 18 of the TTGIR): %a0 of @g has lane 0, column 512 of tensor memory, \
             outside of it",
        ),
    ] {
        check(name, from, to, expected);
    }
}

/// A change of the lines of a code.
enum Edit {
    /// The first place of one text is another.
    Text(&'static str, &'static str),
    /// The first line with a text is not there.
    Drop(&'static str),
    /// It is there twice.
    Repeat(&'static str),
    /// It is before the first line with another.
    Move(&'static str, &'static str),
}

/// What is said of a function of a piece whose code is edited.
#[track_caller]
fn check_edited(name: &str, function: &str, edit: &Edit, expected: &str) {
    let (kernel, code) = changed(name, "", "");
    let mut lines: Vec<String> = code.lines().map(str::to_owned).collect();
    let find = |lines: &[String], text: &str| {
        let at = lines.iter().position(|line| line.contains(text) && !line.starts_with("declare"));
        at.unwrap_or_else(|| panic!("{name} has no {text}"))
    };
    let what = match edit {
        Edit::Text(from, to) => {
            let at = find(&lines, from);
            lines[at] = lines[at].replacen(from, to, 1);
            format!("{from} -> {to}")
        }
        Edit::Drop(text) => {
            lines.remove(find(&lines, text));
            format!("without {text}")
        }
        Edit::Repeat(text) => {
            let at = find(&lines, text);
            lines.insert(at, lines[at].clone());
            format!("{text} twice")
        }
        Edit::Move(text, to) => {
            let moved = lines.remove(find(&lines, text));
            lines.insert(find(&lines, to), moved);
            format!("{text} before {to}")
        }
    };
    let found = line(&kernel, &lines.join("\n"), function);
    assert_eq!(found, expected, "{name}, {what}");
}

const SCALES: &str = "tmemalloc00.cuda100.raw.ll";
const EMPTY: &str = "tmemalloc01.cuda100.raw.ll";

/// The address that the user of an allocation gets is that of the allocation.
#[test]
fn what_is_handed_on_is_what_was_allocated() {
    use Edit::{Drop, Repeat, Text};
    let begins = |at: &str, own: &str| {
        format!(
            "refuted at (line 24, from line 18 of the TTGIR): %a0 of @g begins at {at} of tensor memory and \
             not at {own} of tensor memory"
        )
    };
    let own = "lane 0, column 384";
    let address = "inttoptr i32 %8 to ptr addrspace(3)";
    for (edit, expected) in [
        (Text("add i32 %7, 0", "add i32 %7, 64"), begins("lane 0, column 448", own)),
        (Text("add i32 %7, 0", "sub i32 %7, 1"), begins("lane 0, column 383", own)),
        (Text("add i32 %7, 0", "add i32 %7, 1048576"), begins("lane 16, column 384", own)),
        (Text("@g(ptr addrspace(3) %9", "@g(ptr addrspace(3) null"), begins("lane 0, column 0", own)),
        (Text(address, "inttoptr i32 0 to ptr addrspace(3)"), begins("lane 0, column 0", own)),
        // Right for one of the places that the allocation may have.
        (
            Text(address, "inttoptr i32 384 to ptr addrspace(3)"),
            begins("lane 0, column 384", "lane 0, column 256"),
        ),
        (
            Text("add i32 %7, 0", "or i32 %7, 128"),
            begins("lane 0, column 384", "lane 0, column 256"),
        ),
        (
            Text("add i32 %7, 0", "add i32 %7, %3"),
            "refuted at (lane 1, warp 0, line 24, from line 18 of the TTGIR): %a0 of @g is 0x181, and 0x180 \
             in thread 0"
                .to_owned(),
        ),
        (
            Text("@g(ptr addrspace(3) %9", "@g(ptr addrspace(3) undef"),
            "refuted at (lane 0, warp 0, line 24, from line 18 of the TTGIR): %a0 of @g is undefined".to_owned(),
        ),
        (
            Drop("call void @g"),
            "refuted at (line 18 of the TTGIR): @g is never called, which the TTGIR does at line 18".to_owned(),
        ),
        (
            Repeat("call void @g"),
            "refuted at (line 25, from line 18 of the TTGIR): @g is called, which the TTGIR does not do here"
                .to_owned(),
        ),
        (
            Text("  call void @g(", "  br i1 %4, label %yes, label %no\nyes:\n  br label %no\nno:\n  call void @g("),
            "proved by execution of 128 threads on symbolic bits".to_owned(),
        ),
        (
            Text(
                "  call void @g(ptr addrspace(3) %9, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr \
                 addrspace(1) %1), !dbg !17",
                "  br i1 %4, label %yes, label %no\nyes:\n  call void @g(ptr addrspace(3) %9, ptr addrspace(3) \
                 @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1)\n  br label %no\nno:",
            ),
            "unknown: a call of @g in a branch at line 26 of the code".to_owned(),
        ),
    ] {
        check_edited(EMPTY, "f", &edit, &expected);
    }
    for (edit, expected) in [
        (
            Text("%91 = inttoptr i32 %64", "%q = add i32 %64, 4\n  %91 = inttoptr i32 %q"),
            "refuted at (line 108, from line 30 of the TTGIR): %a0 of @g begins at lane 0, column 484 of tensor \
             memory and not at lane 0, column 480 of tensor memory",
        ),
        (
            Drop("tcgen05.wait.st"),
            "refuted at (line 106, from line 30 of the TTGIR): %a0 of @g has undefined bits at lane 0, column 0, \
             element (0,0), and not byte 0 of %a0",
        ),
    ] {
        check_edited(SCALES, "f", &edit, expected);
    }
}

/// Nobody uses what is deallocated, and all of it is, once.
#[test]
fn what_is_deallocated_is_no_more_used() {
    use Edit::{Drop, Move, Repeat, Text};
    let (barrier, free) = ("barrier.cta.sync.all(i32", "tcgen05.dealloc");
    let (load, store) = ("tmemload00.cuda100.raw.ll", "tmemstore00.cuda100.raw.ll");
    for (name, function, edit, expected) in [
        (
            EMPTY,
            "f",
            Drop(barrier),
            "refuted at (lane 0, warp 0, line 25, from line 19 of the TTGIR): column 384 of tensor memory is \
             deallocated, which all warps may use in @g, called at line 24, and no barrier is between",
        ),
        (
            EMPTY,
            "f",
            Move(barrier, "call void @g"),
            "refuted at (lane 0, warp 0, line 26, from line 19 of the TTGIR): column 384 of tensor memory is \
             deallocated, which all warps may use in @g, called at line 25, and no barrier is between",
        ),
        (
            EMPTY,
            "f",
            Move(free, "call void @g"),
            "refuted at (line 25, from line 18 of the TTGIR): %a0 of @g has lane 0, column 384 of tensor memory, \
             deallocated at line 24",
        ),
        (
            EMPTY,
            "f",
            Repeat(free),
            "refuted at (lane 0, warp 0, line 27, from line 19 of the TTGIR): 128 columns of tensor memory are \
             deallocated from column 384 on, and that was done at line 26",
        ),
        (
            EMPTY,
            "f",
            Drop(free),
            "refuted at (line 15, from line 16 of the TTGIR): 128 columns of tensor memory are allocated and \
             never deallocated",
        ),
        (
            EMPTY,
            "f",
            Text("b32 $1, 128;", "b32 $1, 64;"),
            "refuted at (lane 0, warp 0, line 26, from line 19 of the TTGIR): 64 columns of tensor memory are \
             deallocated from column 384 on, where 128 were allocated at line 15",
        ),
        (
            EMPTY,
            "f",
            Move("relinquish", "tcgen05.alloc"),
            "refuted at (lane 0, warp 0, line 16, from line 16 of the TTGIR): 128 columns of tensor memory are \
             allocated after the permit for that was given up at line 15",
        ),
        // Another warp may still store.
        (
            SCALES,
            "f",
            Move(free, "call void @g"),
            "refuted at (lane 0, warp 0, line 107, from line 31 of the TTGIR): race at lane 32, column 480 of \
             tensor memory: (lane 0, warp 1) writes it at line 104, (lane 0, warp 0) deallocates it at line 107, \
             and no barrier is between",
        ),
        (
            SCALES,
            "f",
            Move(free, "tcgen05.st"),
            "refuted at (lane 0, warp 0, line 105, from line 29 of the TTGIR): the address is lane 0, column 480 \
             of tensor memory, deallocated at line 104",
        ),
        (
            load,
            "k",
            Drop(barrier),
            "refuted at (lane 0, warp 0, line 132, from line 20 of the TTGIR): column 480 of tensor memory is \
             deallocated, which all warps may use in @f, called at line 131, and no barrier is between",
        ),
        (
            load,
            "k",
            Drop("tcgen05.wait.ld"),
            "refuted at (lane 0, warp 0, line 132, from line 20 of the TTGIR): lane 0, column 480 of tensor memory \
             is deallocated, and (lane 0, warp 0) loads it at line 18 and has not waited for that",
        ),
        (
            store,
            "k",
            Drop(barrier),
            "refuted at (lane 0, warp 0, line 116, from line 22 of the TTGIR): column 480 of tensor memory is \
             deallocated, which all warps may use in @f, called at line 115, and no barrier is between",
        ),
    ] {
        check_edited(name, function, &edit, expected);
    }
}
