//! The linter's rules about bugs: a planted mistake in a reduced kernel each, with the change that mends
//! it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Level, RULES, Settings, lint};

fn planted(name: &str) -> String {
    let path = format!("../../test/data/planted/{name}.ttgir");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// What is reported beside notes and costs: place, level, rule and message, and the related places.
fn reported(text: &str) -> Vec<String> {
    const COSTS: [&str; 4] =
        ["bank-conflicts", "better-swizzle", "costly-conversion", "uncoalesced-access"];
    let found = lint(text.as_bytes(), &Machine::default());
    let found = found.iter().filter(|own| {
        let is_cost = COSTS.contains(&own.rule().id());
        Level::Note < own.level() && (!is_cost || own.message().contains("a sector of its own"))
    });
    found
        .map(|own| {
            let related: Vec<String> =
                own.related().iter().map(|other| format!(" ({})", other.position())).collect();
            let (rule, message) = (own.rule().id(), own.message());
            format!("{} {} {rule}: {message}{}", own.position(), own.level(), related.concat())
        })
        .collect()
}

/// The file has these findings, and none with the changes.
fn is_found(name: &str, changes: &[(&str, &str)], expected: &[&str]) {
    let text = planted(name);
    assert_eq!(reported(&text), expected, "{name}");
    let mended = changes.iter().fold(text, |text, (wrong, right)| {
        assert!(text.contains(wrong), "{name}: '{wrong}' is not in the file");
        text.replace(wrong, right)
    });
    assert_eq!(reported(&mended), [""; 0], "{name}, mended");
}

#[test]
fn a_copy_that_is_not_waited_for() {
    is_found(
        "missing-wait",
        &[("num = 2", "num = 1")],
        &[
            "21:12 error missing-wait: element (0, 0, 0) of %ring is read while the asynchronous copy that \
         writes it may be under way: nothing has waited for it, in turn 0 of the loop (13:11)",
        ],
    );
}

#[test]
fn a_ring_that_is_filled_as_far_ahead_as_it_is_long() {
    is_found(
        "full-ring",
        &[("<2x32", "<3x32"), ("%size = arith.constant 2", "%size = arith.constant 3")],
        &[
            "27:12 error missing-wait: element (0, 0, 0) of %ring is read while the asynchronous copy that \
         writes it may be under way: nothing has waited for it, in turn 0 of the loop (23:12)",
        ],
    );
}

#[test]
fn a_load_waits_by_the_token_of_a_wait() {
    let text = planted("missing-wait").replace("num = 2", "num = 1");
    assert_eq!(reported(&text), [""; 0]);
    let load = |with: &str| -> Vec<String> {
        let found = reported(&text.replace("%bt token %w", &format!("%bt {with}")));
        found.into_iter().map(|own| own.split_once(": ").unwrap().1.to_owned()).collect()
    };
    assert_eq!(load(""), [""; 0]);
    assert_eq!(
        load("token %g0"),
        [
            "%g0, the token of the load, is of a copy and says that it has begun: nothing has waited for the \
          copy, in turn 0 of the loop"
        ]
    );
    assert_eq!(
        load("token %nothing"),
        [
            "%nothing, the token of the load, is of no operation: nothing has waited for the copy, in turn 0 \
          of the loop"
        ]
    );
}

#[test]
fn warps_that_take_turns_meet_at_the_barriers_of_the_file() {
    let element = |number: &str, turn: &str, place: &str| {
        format!(
            "22:12 error missing-barrier: element ({number}, 0, 0) of %ring is read while warps take turns, and \
             no barrier is between this and the wait for the copy: another warp may have copied it and \
             not have waited yet, in turn {turn} of the loop ({place})"
        )
    };
    is_found(
        "missing-turn-barrier",
        &[("// barrier", "rocdl.s.barrier")],
        &[&element("1", "1", "24:13")],
    );
    let text = planted("missing-turn-barrier").replace("// barrier", "rocdl.s.barrier");
    let first = text.replace("    ttg.barrier local\n", "\n");
    assert_eq!(reported(&first), [element("0", "0", "11:10")]);
    // Without turns the compiler adds the barriers.
    let together = first.replace("amdg.cond_barrier", "// amdg.cond_barrier");
    assert_eq!(reported(&together), [""; 0]);
}

#[test]
fn an_index_past_the_end_in_a_loop() {
    is_found(
        "loop-index",
        &[("constant 5", "constant 4")],
        &[
            "12:14 error past-the-buffer: buffer 4 of a memory that has 4, in turn 4 of the loop (11:5)",
        ],
    );
}

#[test]
fn a_product_that_is_not_waited_for() {
    is_found(
        "missing-product-wait",
        &[("pendings = 1", "pendings = 0")],
        &[
            "10:10 error missing-wait: %e is used before the warp group product that gives it has been \
         waited for (8:10)",
        ],
    );
    is_found(
        "missing-barrier-wait",
        &[("%parity = arith.constant 1", "%parity = arith.constant 0")],
        &[
            "20:10 error missing-wait: element (0, 0) of %d is read while the tensor core product that \
         writes it may be under way: nothing has waited for it (18:5)",
        ],
    );
}

#[test]
fn a_store_through_a_descriptor_that_is_not_waited_for() {
    let wait = "ttng.async_tma_store_wait {pendings = 0 : i32}";
    let (again, last) =
        (format!("      {wait}\n      ttg.local_store"), format!("    {wait}\n    tt.return"));
    is_found(
        "missing-store-wait",
        &[("      ttg.local_store", &again), ("    tt.return", &last)],
        &[
            "12:7 error missing-wait: element (0, 0) of %m is written while the store through a descriptor that \
         reads it may be under way: nothing has waited for it, in turn 1 of the loop (14:7)",
            "14:7 error missing-wait: the function ends while the store through a descriptor may yet read %m: \
         nothing has waited for it",
        ],
    );
}

#[test]
fn a_store_through_a_descriptor_without_a_fence() {
    is_found(
        "missing-fence",
        &[("// fence", "ttng.fence_async_shared {bCluster = false}")],
        &[
            "11:5 error missing-fence: element (0, 0) of %m is read by the store through a descriptor, and there \
         is no fence after the threads have written it: it may read what was there before (9:5)",
        ],
    );
    // A memory that is made of a value is written by the threads, too; one that is made anew is not.
    let text = planted("missing-barrier-wait")
        .replace("parity = arith.constant 1", "parity = arith.constant 0");
    let found = reported(&text.replace("    ttng.fence_async_shared {bCluster = false}\n", ""));
    let message = |name: &str, place: &str| {
        format!(
            "17:5 error missing-fence: element (0, 0) of %{name} is read by the tensor core product, and there is no \
             fence after the threads have written it: it may read what was there before ({place})"
        )
    };
    assert_eq!(found, [message("a", "12:10"), message("b", "13:10")]);
}

/// A wait for what never comes: bytes, an arrival, or a barrier that nobody has made.
#[test]
fn a_barrier_that_never_ends_its_phase() {
    let bytes = "10:5 error missing-wait: barrier %b expects 2048 bytes, and no copy brings it any: its phase never \
                 ends";
    let expect = "ttng.barrier_expect %b, 2048, %true";
    is_found("endless-barrier", &[(expect, "ttng.arrive_barrier %b, 1")], &[bytes]);
    let text = planted("endless-barrier");
    let arrived = text.replace(expect, "ttng.arrive_barrier %b, 1");
    let two = arrived.replace("init_barrier %b, 1", "init_barrier %b, 2");
    let few = "11:5 error missing-wait: barrier %b ends a phase with 2 arrivals, and 1 come before this wait for it: \
               it never ends";
    assert_eq!(reported(&two), [few]);
    assert_eq!(reported(&two.replace("arrive_barrier %b, 1", "arrive_barrier %b, 2")), [""; 0]);
    // The other parity is that of the phase before, which has ended.
    assert_eq!(reported(&two.replace("%c0 = arith.constant 0", "%c0 = arith.constant 1")), [""; 0]);
    let unmade = arrived.replace("    ttng.init_barrier", "    // ttng.init_barrier");
    let nobody =
        "11:5 error missing-wait: barrier %b is waited for, and nothing has initialized it";
    assert_eq!(reported(&unmade), [nobody]);
    // Another block may arrive.
    assert_eq!(reported(&two.replace("num-ctas\" = 1", "num-ctas\" = 2")), [""; 0]);
}

#[test]
fn a_memory_that_is_used_after_it_was_freed() {
    let text =
        planted("missing-fence").replace("// fence", "ttng.fence_async_shared {bCluster = false}");
    let freed = "    ttng.async_tma_store_wait {pendings = 0 : i32}\n    ttg.local_dealloc %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable>";
    let text = text.replace("    ttng.async_tma_store_wait {pendings = 0 : i32}", freed);
    assert_eq!(reported(&text), [""; 0]);
    let load = "    %y = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> tensor<64x64xf16, #b>\n    tt.return";
    assert_eq!(
        reported(&text.replace("    tt.return", load)),
        ["14:10 error past-the-buffer: %m is read after it has been freed (13:5)"]
    );
}

/// The sum of a product that is under way is handed on in its registers, and used after a wait.
#[test]
fn a_product_is_handed_on_before_it_is_waited_for() {
    let text = planted("missing-product-wait");
    let handed_on = "    %flag = arith.constant true\n    %s = arith.select %flag, %e, %zero : \
                     tensor<64x64xf32, #mma>\n    %h = arith.truncf %s";
    let text = text.replace("    %h = arith.truncf %e", handed_on);
    assert_eq!(reported(&text).len(), 1, "{:?}", reported(&text));
    let wait = "    %t = ttng.warp_group_dot_wait %s {pendings = 0 : i32} : tensor<64x64xf32, #mma>\n    \
                %h = arith.truncf %t";
    assert_eq!(reported(&text.replace("    %h = arith.truncf %s", wait)), [""; 0]);
}

/// The store to what nothing loads is of no concern to other programs.
#[test]
fn a_lock_that_is_freed_before_all_threads_have_stored() {
    is_found(
        "missing-release-barrier",
        &[("// barrier", "ttg.barrier all")],
        &[
            "17:12 error missing-barrier: one thread releases what all threads have stored to %sum, and \
         nothing has waited for the others: another program may load an element before it is stored \
         (15:5)",
        ],
    );
}

/// The load and the store may be in branches of which one run takes one.
#[test]
fn a_lock_around_a_load_of_another_branch() {
    let load = "    %before = tt.load %p : tensor<512x!tt.ptr<f32>, #b>";
    let text = planted("missing-release-barrier");
    let branch = "    %known = tt.load %lock : !tt.ptr<i32>\n    %is_first = arith.cmpi eq, %known, %free : \
                  i32\n    %before = scf.if %is_first -> (tensor<512xf32, #b>) {\n      scf.yield %x : \
                  tensor<512xf32, #b>\n    } else {\n      %old = tt.load %p : tensor<512x!tt.ptr<f32>, \
                  #b>\n      scf.yield %old : tensor<512xf32, #b>\n    }";
    assert!(text.contains(load));
    let found = reported(&text.replace(load, branch));
    assert!(found.len() == 1 && found[0].contains("stored to %sum"), "{found:?}");
}

#[test]
fn a_read_back_in_another_layout() {
    is_found(
        "read-back",
        &[("// barrier", "ttg.barrier all")],
        &[
            "14:10 error missing-barrier: what other threads have stored is loaded, and no barrier is \
         between: element (512) goes from register 0 of lane 0 of warp 2 of block 0 to register 4 of \
         lane 0 of warp 0 of block 0 (9:5)",
        ],
    );
    // The thread that has stored an element loads it.
    let alike = planted("read-back").replace("sizePerThread = [4]", "sizePerThread = [8]");
    assert_eq!(reported(&alike), [""; 0]);
}

#[test]
fn masks_of_other_dims_and_turns() {
    is_found(
        "swapped-mask",
        &[
            ("%outrl = tt.splat %N", "%outrl = tt.splat %M"),
            ("%outcl = tt.splat %M", "%outcl = tt.splat %N"),
        ],
        &[
            "48:5 warning swapped-mask: the mask lets 32 * program x + [0, 32) through below %N and 64 * \
         program y + [0, 64) below %M; another access has these limits the other way around (33:10)",
        ],
    );
    let still = "the addresses advance by 64 of dim 1 in each turn of the loop and the mask does not: it \
                 lets [0, 64) through below %K in every turn";
    is_found(
        "still-mask",
        &[("%limit = tt.splat %K", "%limit = tt.splat %left")],
        &[
            &format!("37:12 warning still-mask: {still}"),
            &format!("38:7 warning still-mask: {still}"),
        ],
    );
    is_found(
        "k-mask",
        &[("%p, %turn", "%p, %m")],
        &[
            "26:12 warning unmasked-access: %k + [0, 64) may be past the end: another access masks it below \
         %K, this one does not (34:7)",
        ],
    );
    is_found(
        "unmasked-atomic",
        &[("%a, %all :", "%a, %mask :")],
        &[
            "19:12 warning unmasked-access: 1024 * program x + [0, 1024) may be past the end: another access \
         masks it below %n, this one does not (16:10)",
        ],
    );
    is_found(
        "one-past",
        &[("%q, %mask", "%q, %inside")],
        &[
            "21:10 warning loose-mask: the mask lets 1024 * program x + [0, 1024) through below %n, and the \
         access goes 1 further: if %x has %n elements along dim 0, element %n is past the end (18:10)",
        ],
    );
}

/// A condition that keeps all of the row below the limit is a mask of it.
#[test]
fn a_turn_that_has_all_its_columns_needs_no_mask() {
    let text = planted("k-mask").replace(
        "      %first = arith.cmpi slt, %k, %K : i32",
        "      %end = arith.addi %k, %step : i32\n      %first = arith.cmpi sle, %end, %K : i32",
    );
    assert_eq!(reported(&text), [""; 0]);
    let short = text.replace("arith.addi %k, %step", "arith.addi %k, %zero");
    assert_eq!(reported(&short).len(), 1);
}

#[test]
fn stores_to_one_address() {
    is_found(
        "overlapping-tiles",
        &[("constant 512", "constant 1024")],
        &[
            "18:5 warning overlapping-stores: element (512) of program 0 and element (0) of program 1 of axis \
         x are stored at one address: the tile has 1024 elements along dim 0 and programs are 512 apart",
        ],
    );
    is_found(
        "row-size",
        &[("%ds = tt.splat %M", "%ds = tt.splat %N")],
        &[
            "41:5 warning overlapping-stores: rows of %N elements are stored %M elements apart, which is the \
         number of rows: if %M is less than %N, the first element of row 1 and element %M of row 0 are \
         stored at one address",
        ],
    );
    is_found(
        "short-rows",
        &[("%apart = arith.constant 32", "%apart = arith.constant 64")],
        &[
            "35:5 warning overlapping-stores: elements (0, 32) and (1, 0) are stored at one address: dim 0 \
         has stride 32, and dim 1 has 64 elements of stride 1",
        ],
    );
    // Under a mask that is the same for all elements, and holds or does not.
    let is = "%is = arith.cmpi PREDICATE, %apart, %apart : i32
%mask = tt.splat %is : i1 -> tensor<32x64xi1, #m>\ntt.store %d, %v, %mask :";
    let text = planted("short-rows").replace("tt.store %d, %v :", is);
    for (predicate, n) in [("slt", 0), ("ult", 0), ("ne", 0), ("sle", 1), ("ule", 1), ("eq", 1)] {
        assert_eq!(reported(&text.replace("PREDICATE", predicate)).len(), n, "{predicate}");
    }
}

/// The number of programs for which the message says so is the least: 2^31 / 8192.
#[test]
fn an_offset_that_wraps_from_a_program_on() {
    is_found(
        "far-programs",
        &[("arith.constant 8192", "arith.constant 2048")],
        &[
            "12:10 warning offset-overflow: the offset is computed in 32 bits and wraps from program 262144 \
         on: arith.muli grows by 8192 from one program to the next (7:14)",
        ],
    );
    let odd = planted("far-programs").replace("constant 8192", "constant 8193");
    assert!(reported(&odd)[0].contains("from program 262113 on"), "{:?}", reported(&odd));
}

#[test]
fn operands_that_the_hardware_takes_for_something_else() {
    is_found(
        "descriptor-layout",
        &[("#narrow, #smem", "#wide, #smem")],
        &[
            "14:5 error operand-layout: the descriptor copies blocks in #wide, and the memory of shape [64, \
         64] is in #narrow: its elements are not where they are looked for",
        ],
    );
    is_found(
        "operand-offset",
        &[("%a[4, 0]", "%a[8, 0]")],
        &[
            "11:10 error operand-layout: an operand begins at (4, 0) of a memory whose swizzle of 128 bytes \
         repeats every 8 rows and 64 columns: the hardware takes its address for the beginning of the \
         pattern (10:10)",
        ],
    );
    let column = planted("operand-offset").replace("%a[4, 0]", "%a[0, 32]");
    assert!(reported(&column).iter().any(|own| own.contains("begins at (0, 32)")));
}

#[test]
fn work_that_is_done_twice() {
    is_found(
        "repeated-product",
        &[("[4, 2]", "[1, 2]"), ("num-warps\" = 8", "num-warps\" = 2")],
        &[
            "7:10 warning repeated-work: each element of the product is computed by 4 warps: the tile of all \
         warps is larger than the result of shape [16, 16]",
        ],
    );
    is_found(
        "far-lanes",
        &[("arith.muli %o", "arith.addi %o")],
        &[
            "10:10 warning uncoalesced-access: not coalesced: neighboring lanes are %stride elements apart, \
         a multiple of 16, so that each of 32 lanes wants a sector of its own, of which it uses 4 of 32 \
         bytes",
        ],
    );
    // A stride that is a multiple of 4 may leave two lanes in a sector.
    let near = planted("far-lanes")
        .replace("%stride: i32 {tt.divisibility = 16", "%stride: i32 {tt.divisibility = 4");
    assert_eq!(reported(&near), [""; 0]);
    // An element that fills its sector leaves nothing of it unused.
    let unused = |sector_bytes| -> Vec<String> {
        let settings = Settings { sector_bytes: Some(sector_bytes), ..Settings::default() };
        let found = lint(planted("far-lanes").as_bytes(), settings);
        let found =
            found.iter().filter_map(|own| own.message().split_once("a sector of its own, "));
        found.map(|(_, used)| used.to_owned()).collect()
    };
    assert_eq!([8, 4, 1].map(unused), [vec!["of which it uses 4 of 8 bytes"], vec![], vec![]]);
}

/// Every file that docs/lint.md links has the findings below it, and none of these rules after the change
/// below them; every rule but that of the costs that nothing improves has a file.
#[test]
fn the_page_says_what_is_found_and_what_mends_it() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lint.md");
    let page = fs::read_to_string(page).unwrap();
    let mut n_shown = 0;
    let mut rules = BTreeSet::new();
    for shown in page.split("\n[").skip(1) {
        let name = shown.split_once(".ttgir]").unwrap().0;
        let block = |kind: &str| {
            let (_, after) = shown.split_once(&format!("```{kind}\n")).unwrap();
            after.split_once("\n```").unwrap().0
        };
        let lines: Vec<&str> = block("text").lines().collect();
        let rule_of =
            |line: &str| line.rsplit_once(" [").unwrap().1.trim_end_matches(']').to_owned();
        let own_rules: BTreeSet<String> = lines.iter().map(|line| rule_of(line)).collect();
        let of_rules = |text: &str| -> Vec<String> {
            let found = lint(text.as_bytes(), Settings::default());
            let own = found.iter().filter(|own| {
                let is_note = own.level() == Level::Note && own.rule().level() != Level::Note;
                own_rules.contains(own.rule().id()) && !is_note
            });
            own.map(|own| {
                let (rule, level) = (own.rule().id(), own.level());
                format!("{}: {level}: {} [{rule}]", own.position(), own.message())
            })
            .collect()
        };
        let text = planted(name);
        assert_eq!(of_rules(&text), lines, "{name}");
        let change: Vec<&str> = block("diff").lines().collect();
        let mended = change.chunks_exact(2).fold(text, |text, pair| {
            let line = pair[0].strip_prefix('-').unwrap();
            assert!(text.contains(line), "{name}: {line}");
            text.replacen(line, pair[1].strip_prefix('+').unwrap(), 1)
        });
        assert_eq!(of_rules(&mended), [""; 0], "{name}, mended");
        assert_eq!(reported(&mended), [""; 0], "{name}, mended");
        n_shown += 1;
        rules.extend(own_rules);
    }
    assert_eq!(n_shown, 44);
    let missing: Vec<&str> =
        RULES.iter().map(|rule| rule.id()).filter(|rule| !rules.contains(*rule)).collect();
    assert_eq!(missing, ["access-cost"]);
}
