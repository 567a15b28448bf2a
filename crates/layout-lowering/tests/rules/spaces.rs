//! An address is one of a memory, and accessed there.

use crate::check;

#[test]
fn an_address_in_shared_memory_is_not_one_in_global_memory() {
    let store_and_load = |store: &str, load: &str| format!("{store}\n{load}");
    let shared = "  store i32 %x, ptr addrspace(3) %a, align 4";
    let global = "  store i32 %x, ptr addrspace(1) %g, align 4";
    check(
        "cuda:90",
        &[
            (&store_and_load(shared, "  %y = load i32, ptr addrspace(3) %a"), "proved"),
            (&store_and_load(global, "  %y = load i32, ptr addrspace(1) %g"), "proved"),
            (
                &store_and_load(
                    shared,
                    "  %n = ptrtoint ptr addrspace(3) %a to i64
  %w = inttoptr i64 %n to ptr addrspace(1)
  %y = load i32, ptr addrspace(1) %w",
                ),
                "refuted at (lane 0, warp 0, line 11): the address is byte 0 of shared memory, accessed as \
                 global memory",
            ),
            // A generic address, of which the window is not known.
            (
                &store_and_load(
                    shared,
                    "  %n = ptrtoint ptr addrspace(3) %a to i64
  %w = inttoptr i64 %n to ptr
  %y = load i32, ptr %w",
                ),
                "unknown: a generic address that is not one of global memory at line 11 of the code",
            ),
            (
                &store_and_load(
                    shared,
                    "  %w = addrspacecast ptr addrspace(3) %a to ptr\n  %y = load i32, ptr %w",
                ),
                "unknown: addrspacecast at line 9 of the code",
            ),
            (
                &store_and_load(
                    global,
                    "  %w = addrspacecast ptr addrspace(1) %g to ptr\n  %y = load i32, ptr %w",
                ),
                "proved",
            ),
            (
                &store_and_load(
                    global,
                    "  %n = ptrtoint ptr addrspace(1) %g to i32
  %w = inttoptr i32 %n to ptr addrspace(3)
  %y = load i32, ptr addrspace(3) %w",
                ),
                "refuted at (lane 0, warp 0, line 11): the address is byte",
            ),
            (
                &store_and_load(
                    shared,
                    "  %n = ptrtoint ptr addrspace(3) %a to i32
  %w = inttoptr i32 %n to ptr addrspace(5)
  %y = load i32, ptr addrspace(5) %w",
                ),
                "unknown: an access to address space 5 at line 11 of the code",
            ),
        ],
    );
}

#[test]
fn assembly_says_which_memory_it_accesses() {
    let assembly = |store: &str, load: &str| {
        format!(
            "  %s = ptrtoint ptr addrspace(3) %a to i32
  %l = zext i32 %s to i64
  call void asm sideeffect \"{store}.b32 [ $0 + 0 ], {{ $1 }};\", \"l,r\"(i64 %l, i32 %x)
  %y = call i32 asm sideeffect \"{load}.b32 {{ $0 }}, [ $1 + 0 ];\", \"=r,r\"(ptr addrspace(3) %a)"
        )
    };
    let wrong = "refuted at (lane 0, warp 0, line 10): the address is byte 0 of shared memory, accessed as \
                 global memory";
    check(
        "cuda:90",
        &[
            (&assembly("st.shared", "ld.shared"), "proved"),
            (&assembly("st.global", "ld.shared"), wrong),
            (&assembly("st.shared", "ld.global"), &wrong.replace("10", "11")),
            // A generic access.
            (&assembly("st", "ld.shared"), "unknown: inline assembly \"st.b32 ["),
            (
                "  %y = call i32 asm sideeffect \"atom.global.gpu.relaxed.exch.b32 $0, [ $1 + 0 ], $2;\", \
                 \"=r,r,r\"(ptr addrspace(3) %a, i32 %x)",
                "refuted at (lane 0, warp 0, line 8): the address is byte 0 of shared memory, accessed as \
                 global memory",
            ),
            (
                "  %l = ptrtoint ptr addrspace(1) %g to i64
  call void asm sideeffect \"st.shared.b32 [ $0 + 0 ], $1;\", \"l,r\"(i64 %l, i32 %x)
  %y = add i32 %x, 0",
                "refuted at (lane 0, warp 0, line 9): the address is byte 0 of scratch memory, accessed as \
                 shared memory",
            ),
            // A generic address of shared memory is not an offset in it.
            (
                "  %n = ptrtoint ptr addrspace(3) %a to i64
  %w = call i64 asm \"cvta.shared.u64 $0, $1;\", \"=l,l\"(i64 %n)
  %y = add i32 %x, 0",
                "unknown: inline assembly \"cvta.shared.u64",
            ),
        ],
    );
}

#[test]
fn an_instruction_on_amds_lds_accesses_it() {
    let load = |name: &str, space: u32| {
        format!(
            "  %n = ptrtoint ptr addrspace(3) %a to i64
  %w = inttoptr i64 %n to ptr addrspace({space})
  {name}
  %y = add i32 %x, 0"
        )
    };
    check(
        "hip:gfx1250",
        &[
            (
                &load("%v = load i32, ptr addrspace(4) %w", 4),
                "refuted at (lane 0, warp 0, line 10)",
            ),
            (
                &load("store i32 %x, ptr addrspace(4) %w", 4),
                "refuted at (lane 0, warp 0, line 10): the address is byte 0 of shared memory, accessed as \
                 global memory",
            ),
            (
                &load(
                    "call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %w, ptr \
                     addrspace(3) %a, i32 0, i32 0)",
                    1,
                ),
                "refuted at (lane 0, warp 0, line 10): the address is byte 0 of shared memory, accessed as \
                 global memory",
            ),
        ],
    );
}
