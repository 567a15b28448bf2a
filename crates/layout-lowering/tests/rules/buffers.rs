//! AMD's buffers: what describes them, and the bits of an access.

use crate::said;

/// A load of the word of a lane, through a buffer.
fn load(target: &str, resource: &str, access: &str) -> String {
    said(
        target,
        &format!(
            "  store i32 %x, ptr addrspace(1) %g, align 4
  %b = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %q, {resource})
  %o = shl i32 %lane, 2
  %y = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %b, i32 %o, {access})"
        ),
    )
}

#[test]
fn what_describes_a_buffer() {
    let of = |target: &str, resource: &str, expected: &str| {
        let found = load(target, resource, "i32 0, i32 0");
        assert!(found.starts_with(expected), "{resource}: {found}");
    };
    let of_rdna = |resource: &str, expected: &str| of("hip:gfx1100", resource, expected);
    of_rdna("i16 0, i64 128, i32 822243328", "proved");
    of_rdna(
        "i16 0, i64 128, i32 159744",
        "unknown: a buffer with flags 0x27000 at line 9 of the code",
    );
    of_rdna("i16 4, i64 128, i32 822243328", "unknown: a buffer with a stride at line 9");
    of_rdna(
        "i16 0, i64 124, i32 822243328",
        "refuted at (register 0, lane 31, warp 0, element (31)): before gives element (31) of %x, after gives \
         the constant 0x00000000",
    );
    of_rdna(
        "i16 0, i64 126, i32 822243328",
        "unknown: an access that is partly in a buffer at line 11",
    );
    // 2^32 and 124 in 32 bits.
    of_rdna("i16 0, i64 4294967420, i32 822243328", "refuted at (register 0, lane 31");
    of("hip:gfx1250", "i16 0, i64 4294967420, i32 0", "proved");
    of("hip:gfx1250", "i16 0, i64 128, i32 8388608", "unknown: a buffer with flags 0x800000");
}

#[test]
fn how_an_access_is_cached_and_where_it_begins() {
    let of = |target: &str, access: &str, expected: &str| {
        let resource = match target {
            "hip:gfx1250" => "i16 0, i64 128, i32 0",
            _ => "i16 0, i64 128, i32 822243328",
        };
        let found = load(target, resource, access);
        assert!(found.starts_with(expected), "{access}: {found}");
    };
    of("hip:gfx1100", "i32 0, i32 7", "proved");
    of("hip:gfx1100", "i32 0, i32 8", "unknown: cache bits 0x8 at line 11 of the code");
    of("hip:gfx1200", "i32 0, i32 8", "proved");
    of("hip:gfx1200", "i32 0, i32 64", "unknown: cache bits 0x40 at line 11 of the code");
    of("hip:gfx1250", "i32 0, i32 8", "proved");
    of("hip:gfx1250", "i32 0, i32 64", "unknown: cache bits 0x40 at line 11 of the code");
    of("hip:gfx1100", "i32 4, i32 0", "refuted at (register 0, lane 0, warp 0, element (0))");
}
