//! Pieces that access global memory: loads, stores, copies to shared memory and atomic operations, and
//! what is put wrong in their code.

use crate::{check, said};

#[test]
fn a_load_that_forgets_what_stands_for_the_rest_is_refuted() {
    // The registers of what is not loaded are those of the tied inputs: 0.
    let name = "gload00.cuda90.raw.ll";
    let from = "(i32 0, i32 0, ptr addrspace(1) %21, i1 %22)";
    check(
        name,
        from,
        "(i32 0, i32 1, ptr addrspace(1) %21, i1 %22)",
        "refuted at (register 2, lane 0, warp 6, element (770)): before gives the constant 0x0000, after \
         gives the constant 0x0001",
    );
    // One element less, and one more, than the mask says.
    check(
        name,
        "icmp slt i32 %20, 768",
        "icmp slt i32 %20, 764",
        "refuted at (register 0, lane 31, warp 5, element (764)): before gives bytes 1528 to 1529 of %a0, \
         after gives the constant 0x0000",
    );
    check(
        name,
        "icmp slt i32 %20, 768",
        "icmp slt i32 %20, 769",
        "refuted at (register 0, lane 0, warp 6, element (768)): before gives the constant 0x0000, after \
         gives bytes 1536 to 1537 of %a0",
    );
    // Both halves of a register, the wrong way round.
    check(
        name,
        "extractelement <2 x half> %25, i32 0",
        "extractelement <2 x half> %25, i32 1",
        "refuted at (register 0, lane 0, warp 0, element (0)): before gives bytes 0 to 1 of %a0, after gives \
         bytes 2 to 3 of %a0",
    );
    // What stands for the rest is a number that an instruction of AMD's never gives.
    check(
        "gload01.gfx942.raw.ll",
        "splat (float -inf)",
        "splat (float +inf)",
        "refuted at (register 0, lane 0, warp 3, element (768)): before gives the constant 0xff800000, after \
         gives the constant 0x7f800000",
    );
    // A buffer that is too short gives 0.
    check(
        "gload01.gfx942.raw.ll",
        "i64 2147483646",
        "i64 256",
        "refuted at (register 0, lane 16, warp 0, element (64)): before gives bytes 256 to 259 of %a0, after \
         gives the constant 0x00000000",
    );
}

#[test]
fn a_store_behind_the_mask_is_refuted() {
    // The offset that is past the end of the buffer is one in it.
    check(
        "gstore00.gfx950.raw.ll",
        "i32 -2147483648",
        "i32 0",
        "refuted at (lane 0, warp 6, line 42, from line 8 of the TTGIR): race at byte 0 of %a0: (lane 0, \
         warp 0) writes it at line 42, (lane 0, warp 6) writes another value to it at line 42, and no \
         barrier is between",
    );
    // Bits of the offset that overlap are a broken promise.
    check(
        "gstore00.gfx950.raw.ll",
        "%18 = or disjoint i32 %17, 0",
        "%18 = or disjoint i32 %17, 2",
        "refuted at (lane 1, warp 0, line 42, from line 8 of the TTGIR): the offset of a thread in a buffer is undefined",
    );
}

#[test]
fn an_atomic_operation_on_another_element_is_refuted() {
    let (cuda, amd) = ("gatomic00.cuda90.raw.ll", "gatomic01.gfx942.raw.ll");
    check(
        cuda,
        "{ $5, $6, $7, $8 }",
        "{ $5, $7, $6, $8 }",
        "refuted at (byte 4 of %a0, written at line 53): before gives a combination of 2 values, element \
         (0,1) of %a1 among them, after gives a combination of 2 values, element (0,2) of %a1 among them",
    );
    check(
        cuda,
        "acq_rel.add.v4.f32",
        "acq_rel.exch.v4.b32",
        "refuted at (byte 0 of %a0, written at line 53): before gives a combination of 2 values, bytes 0 to \
         3 of %a0 among them, after gives element (0,0) of %a1",
    );
    // Two lanes in one place.
    check(
        cuda,
        "%17 = lshr i32 %16, 4",
        "%17 = lshr i32 %16, 5",
        "refuted at (lane 16, warp 0, line 53, from line 22 of the TTGIR): byte 0 of %a0 is \
         combined twice, by (lane 0, warp 0), too",
    );
    check(
        amd,
        "atomicrmw fadd",
        "atomicrmw xchg",
        "refuted at (byte 0 of %a0, written at line 70): before gives a combination of 2 values, bytes 0 to \
         3 of %a0 among them, after gives element (0,0) of %a1",
    );
    check(
        amd,
        "atomicrmw fadd",
        "atomicrmw nand",
        "unknown: atomicrmw nand at line 70 of the code",
    );
    // Four registers are not a vector of two.
    let wrong = said(cuda, "acq_rel.add.v4.f32", "acq_rel.add.v2.f32");
    assert!(wrong.starts_with("unknown: inline assembly \"mov.u32 $0, 0x0; "), "{wrong}");
}

#[test]
fn a_copy_that_is_not_waited_for_is_refuted() {
    let name = "gcopy00.gfx950.raw.ll";
    let unwaited = "refuted at (byte 0 of %a1, element (0,0), written at line 92): before gives bytes 0 to 1 \
                    of %a0, after gives undefined bits";
    check(name, "  call void @llvm.amdgcn.wait.asyncmark(i16 0)", ";", unwaited);
    check(name, "wait.asyncmark(i16 0)", "wait.asyncmark(i16 1)", unwaited);
    // Of four copies the last one has rows behind the mask alone.
    let name = "gcopy01.gfx1250.raw.ll";
    assert!(said(name, "asynccnt(i16 0)", "asynccnt(i16 1)").starts_with("proved"));
    let unwaited = said(name, "asynccnt(i16 0)", "asynccnt(i16 2)");
    assert_eq!(
        unwaited,
        "refuted at (byte 8704 of %a1, element (64,0), written at line 106): before gives bytes 8192 to 8193 \
         of %a0, after gives undefined bits"
    );
    check(
        "gcopy02.cuda120.raw.ll",
        "wait.group(i32 0)",
        "wait.group(i32 1)",
        "refuted at (byte 0 of %a1, element (0,0), written at line 39): before gives byte 0 of %a0, after \
         gives undefined bits",
    );
}

#[test]
fn a_copy_to_another_place_is_refuted() {
    // The waves of a block write 1024 bytes each, one behind the other.
    check(
        "gcopy03.gfx950.raw.ll",
        "shl i32 %42, 10",
        "shl i32 %42, 11",
        "refuted at (lane 0, warp 3, line 63, from line 26 of the TTGIR): an address in LDS is undefined",
    );
    // An address that masks a lane is past all of LDS; one that is in it does not mask.
    check(
        "gcopy01.gfx1250.raw.ll",
        "inttoptr (i32 2147483647",
        "inttoptr (i32 1048576",
        "refuted at (lane 6, warp 0, line 78, from line 28 of the TTGIR): the address is byte 982016 of \
         shared memory, outside of it",
    );
    // An offset moves both addresses, by 24 bits with a sign.
    let name = "gcopy01.gfx1250.raw.ll";
    let copy = "(ptr addrspace(1) %40, ptr addrspace(3) %67, i32 0, i32 0)";
    let with = |offset: &str| copy.replacen("i32 0", &format!("i32 {offset}"), 1);
    check(
        name,
        copy,
        &with("16"),
        "refuted at (lane 6, warp 0, line 84, from line 28 of the TTGIR): race at byte 96 of the memory of \
         argument 1: (lane 6, warp 0) writes it at line 84, and (lane 5, warp 0) copies another value to it at \
         line 78 and has not waited for that",
    );
    check(
        name,
        copy,
        &with("8388608"),
        "refuted at (line 78, from line 28 of the TTGIR): the offset is 8388608, of which an instruction has 24 \
         bits",
    );
    let moved = "  %to = getelementptr i8, ptr addrspace(3) %67, i32 16\n  %from = getelementptr i8, ptr \
                 addrspace(1) %40, i64 16\n";
    let line = "  call void @llvm.amdgcn.global.load.async.to.lds.b128";
    let moved =
        format!("{moved}{line}(ptr addrspace(1) %from, ptr addrspace(3) %to, i32 -16, i32 0)");
    assert!(said(name, &format!("{line}{copy}"), &moved).starts_with("proved"));
    // Three of four bytes are read, the last one is 0.
    check(
        "gcopy02.cuda120.raw.ll",
        "0x4, $2;",
        "0x4, 0x3;",
        "refuted at (byte 3 of %a1, element (0,3), written at line 39): before gives byte 3 of %a0, after \
         gives the constant 0x00",
    );
    check(
        "gcopy02.cuda120.raw.ll",
        "0x4, $2;",
        "0xffffffff, $2;",
        "refuted at (line 39, from line 32 of the TTGIR): cp.async.ca of 4294967295 bytes, not 4, 8 or 16",
    );
    check(
        "gcopy00.gfx950.raw.ll",
        ", i32 16, i32 0, i32 0)",
        ", i32 17, i32 0, i32 0)",
        "refuted at (line 92, from line 31 of the TTGIR): a lane copies 17 bytes, not 1, 2, 4, 12 or 16",
    );
    // A shift by all bits is poison, and so is what is compared with the end.
    check(
        "gcopy02.cuda120.raw.ll",
        "%12 = shl i32 %8, 0",
        "%12 = shl i32 %8, 32",
        "refuted at (lane 0, warp 0, line 39, from line 32 of the TTGIR): the size of a copy is undefined",
    );
}

#[test]
fn a_copy_is_waited_for_by_its_own_thread() {
    let name = "gcopy02.cuda120.raw.ll";
    let wait = "  call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !24\n";
    let commit = "  call void @llvm.nvvm.cp.async.commit.group(), !dbg !23\n";
    let guarded = |line: &str| {
        format!(
            "  %part = icmp ult i32 %7, 64\n  br i1 %part, label %some, label %all\nsome:\n{line}  br label \
             %all\nall:\n"
        )
    };
    let nobody = "  call void asm sideeffect \"@$0 cp.async.wait_group 0;\", \"b\"(i1 false)\n";
    for (changed, lane) in [(guarded(wait), 64), (nobody.to_owned(), 0)] {
        let verdict = said(name, wait, &changed);
        let byte = format!("refuted at (byte {} of %a1", 4 * lane);
        assert!(verdict.starts_with(&byte), "{verdict}");
        assert!(verdict.contains("after gives undefined"), "{verdict}");
    }
    let unknown = said(name, commit, &guarded(commit));
    let expected =
        "unknown: a group of copies that a part of the threads closes at line 43 of the code";
    assert_eq!(unknown, expected);
    // Those that did not wait do so later.
    assert!(said(name, wait, &format!("{}{wait}", guarded(wait))).starts_with("proved"));
}
