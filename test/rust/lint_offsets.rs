//! Rules about addresses, beside loops over all elements and with the arithmetic of the machine.

use std::collections::HashSet;

use layout_kernels::analyze::Machine;
use layout_kernels::lint::lint;

/// What a rule says of a kernel of these lines.
fn found(rule: &str, lines: &str) -> Vec<String> {
    let text = format!(
        "#m = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}}>
#rows = #ttg.slice<{{dim = 1, parent = #m}}>
#columns = #ttg.slice<{{dim = 0, parent = #m}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: !tt.ptr<f32>, %at: !tt.ptr<i32>, %n: i32, %wide: !tt.ptr<i64>) {{
{lines}
tt.return
}}
}}
"
    );
    let found = lint(text.as_bytes(), &Machine::default());
    let found = found.iter().filter(|own| own.rule().id() == rule);
    found.map(|own| own.message().to_owned()).collect()
}

#[test]
fn strides_that_meet_are_those_at_which_two_elements_are() {
    let mut counts = [0; 2];
    for outer in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33, 48] {
        for inner in [1, 2, 3, 4, 5, 8, 16] {
            let mut seen = HashSet::new();
            let meets =
                (0..16).any(|row| (0..16).any(|column| !seen.insert(row * outer + column * inner)));
            let lines = format!(
                "%a = arith.constant dense<{outer}> : tensor<16x1xi32, #m>
%b = arith.constant dense<{inner}> : tensor<1x16xi32, #m>
%v = arith.constant dense<0.000000e+00> : tensor<16x16xf32, #m>
%r = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, #rows>
%c = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, #columns>
%r1 = tt.expand_dims %r {{axis = 1 : i32}} : tensor<16xi32, #rows> -> tensor<16x1xi32, #m>
%c1 = tt.expand_dims %c {{axis = 0 : i32}} : tensor<16xi32, #columns> -> tensor<1x16xi32, #m>
%r2 = arith.muli %r1, %a : tensor<16x1xi32, #m>
%c2 = arith.muli %c1, %b : tensor<1x16xi32, #m>
%r3 = tt.broadcast %r2 : tensor<16x1xi32, #m> -> tensor<16x16xi32, #m>
%c3 = tt.broadcast %c2 : tensor<1x16xi32, #m> -> tensor<16x16xi32, #m>
%o = arith.addi %r3, %c3 : tensor<16x16xi32, #m>
%ps = tt.splat %x : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>, #m>
%p = tt.addptr %ps, %o : tensor<16x16x!tt.ptr<f32>, #m>, tensor<16x16xi32, #m>
tt.store %p, %v : tensor<16x16x!tt.ptr<f32>, #m>"
            );
            let said = found("overlapping-stores", &lines);
            assert_eq!(said.len(), usize::from(meets), "{outer} {inner}: {said:?}");
            counts[usize::from(meets)] += 1;
            // The two elements of the message are at one address.
            let Some(message) = said.first() else { continue };
            let place = |text: &str| -> i64 {
                let (row, column) = text.split_once(", ").unwrap();
                row.parse::<i64>().unwrap() * outer + column.parse::<i64>().unwrap() * inner
            };
            let places: Vec<&str> =
                message.split('(').skip(1).map(|own| own.split(')').next().unwrap()).collect();
            assert_eq!(place(places[0]), place(places[1]), "{message}");
            assert_ne!(places[0], places[1]);
        }
    }
    assert!(10 < counts[0] && 10 < counts[1], "{counts:?}");
}

#[test]
fn programs_that_store_to_one_address_are_those_whose_tiles_meet() {
    for apart in [1, 7, 8, 15, 16, 17, 24, 32] {
        let tile = |program: i64| (0..16).map(move |at| program * apart + at);
        let first: HashSet<i64> = tile(0).collect();
        let meets = tile(1).any(|address| first.contains(&address));
        let lines = format!(
            "%size = arith.constant {apart} : i32
%pid = tt.get_program_id x : i32
%begin = arith.muli %pid, %size : i32
%v = arith.constant dense<0.000000e+00> : tensor<16xf32, #rows>
%r = tt.make_range {{end = 16 : i32, start = 0 : i32}} : tensor<16xi32, #rows>
%begins = tt.splat %begin : i32 -> tensor<16xi32, #rows>
%o = arith.addi %begins, %r : tensor<16xi32, #rows>
%ps = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #rows>
%p = tt.addptr %ps, %o : tensor<16x!tt.ptr<f32>, #rows>, tensor<16xi32, #rows>
tt.store %p, %v : tensor<16x!tt.ptr<f32>, #rows>"
        );
        let said = found("overlapping-stores", &lines);
        assert_eq!(said.len(), usize::from(meets), "{apart}: {said:?}");
    }
}

const LOADED: &str = "%row = tt.load %at : !tt.ptr<i32>\n";

/// The least row whose product with a constant is another number in 32 bits, if one is among a million.
fn first_wrapped(factor: i64) -> Option<i64> {
    (0..1 << 20).find(|row| (row * factor) as i32 as i64 != row * factor)
}

#[test]
fn a_row_that_is_loaded_wraps_from_the_first_one_whose_product_does() {
    for factor in [1, 64, 1000, 2047, 2048, 2049, 4096, 5120, 12_345, 1 << 20, 1 << 30] {
        let lines = format!(
            "{LOADED}%by = arith.constant {factor} : i32\n%o = arith.muli %row, %by : i32\n\
             %p = tt.addptr %x, %o : !tt.ptr<f32>, i32\n%v = tt.load %p : !tt.ptr<f32>"
        );
        let expected: Vec<String> = first_wrapped(factor)
            .map(|first| {
                format!(
                    "the offset is computed in 32 bits and wraps where the number that is loaded is {first} or \
                     more: arith.muli multiplies it by {factor}"
                )
            })
            .into_iter()
            .collect();
        assert_eq!(found("offset-overflow", &lines), expected, "{factor}");
    }
}

#[test]
fn what_bounds_a_row_ends_it() {
    let lines = |row: &str, rest: &str| {
        found(
            "offset-overflow",
            &format!("{LOADED}%k = arith.constant 4096 : i32\n%c12 = arith.constant 12 : i32\n{row}\n{rest}\n%v = tt.load %p : !tt.ptr<f32>"),
        )
        .len()
    };
    let product = "%o = arith.muli %r, %k : i32\n%p = tt.addptr %x, %o : !tt.ptr<f32>, i32";
    assert_eq!(lines("%r = arith.addi %row, %c12 : i32", product), 1);
    assert_eq!(lines("%r = arith.remsi %row, %c12 : i32", product), 0);
    assert_eq!(lines("%r = arith.minsi %row, %c12 : i32", product), 0);
    assert_eq!(lines("%r = arith.divsi %row, %c12 : i32", product), 0);
    assert_eq!(lines("%r = arith.addi %n, %c12 : i32", product), 1);
    let shift = "%o = arith.shli %row, %c12 : i32\n%p = tt.addptr %x, %o : !tt.ptr<f32>, i32";
    assert_eq!(lines("", shift), 1);
    // In 64 bits, before the product or as it is loaded.
    let wide = "%k64 = arith.constant 4096 : i64\n%o = arith.muli %r, %k64 : i64\n\
                %p = tt.addptr %x, %o : !tt.ptr<f32>, i64";
    assert_eq!(lines("%r = arith.extsi %row : i32 to i64", wide), 0);
    assert_eq!(lines("%r = tt.load %wide : !tt.ptr<i64>", wide), 0);
    // Too late.
    let late = "%q = arith.muli %row, %k : i32\n%o = arith.extsi %q : i32 to i64\n\
                %p = tt.addptr %x, %o : !tt.ptr<f32>, i64";
    assert_eq!(lines("", late), 1);
    // What is not an address may be as large as it likes.
    assert_eq!(
        lines("%q = arith.muli %row, %k : i32", "%p = tt.addptr %x, %n : !tt.ptr<f32>, i32"),
        0
    );
}

/// Vectors are as long as the mask is alike for neighbors: a limit that is a multiple of nothing may be
/// between any two. That is no fault of the author's, and only said.
#[test]
fn a_limit_that_is_no_multiple_makes_vectors_short() {
    let cost = |n: &str, predicate: &str| {
        let text = format!(
            "#b = #ttg.blocked<{{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: !tt.ptr<f32>, %n: i32{n}) {{
%r = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32, #b>
%ns = tt.splat %n : i32 -> tensor<1024xi32, #b>
%m = arith.cmpi {predicate}, %r, %ns : tensor<1024xi32, #b>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #b>
%p = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>, #b>, tensor<1024xi32, #b>
%v = tt.load %p, %m : tensor<1024x!tt.ptr<f32>, #b>
tt.return
}}
}}
"
        );
        cost_along_dim0(&text)
    };
    let says = |what: &str, alike: i64| {
        format!(
            "access-cost: not coalesced, dim0 is contiguous: {what} would do; the limit of the mask is a \
             multiple of {alike}"
        )
    };
    let whole = "access-cost: coalesced, dim0 is contiguous: 4 elements a lane, 2 instructions a warp, 16 sectors \
                 each where 16 would do";
    let divisible = |by: i64| format!(" {{tt.divisibility = {by} : i32}}");
    assert_eq!(cost(&divisible(16), "slt"), whole);
    assert_eq!(cost(&divisible(4), "slt"), whole);
    let one = "1 element a lane, 8 instructions a warp, 16 sectors each where 4";
    let two = "2 elements a lane, 4 instructions a warp, 16 sectors each where 8";
    assert_eq!(cost(&divisible(2), "slt"), says(two, 2));
    assert_eq!(cost("", "slt"), says(one, 1));
    // Up to the limit itself.
    assert_eq!(cost(&divisible(16), "sle"), says(one, 1));
}

/// Triton makes vectors along the first dim of the order of the registers alone. Where that is not the
/// contiguous one each element is an instruction, and lanes next to each other leave gaps.
#[test]
fn vectors_go_along_the_first_dim_of_the_order() {
    let cost = |per_thread: &str, order: &str| {
        let text = format!(
            "#b = #ttg.blocked<{{sizePerThread = {per_thread}, threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = {order}}}>
#s = #ttg.slice<{{dim = 1, parent = #b}}>
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: !tt.ptr<f32>) {{
%r = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, #s>
%c = tt.expand_dims %r {{axis = 1 : i32}} : tensor<64xi32, #s> -> tensor<64x1xi32, #b>
%d = tt.broadcast %c : tensor<64x1xi32, #b> -> tensor<64x16xi32, #b>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>, #b>
%p = tt.addptr %xs, %d : tensor<64x16x!tt.ptr<f32>, #b>, tensor<64x16xi32, #b>
%v = tt.load %p : tensor<64x16x!tt.ptr<f32>, #b>
tt.return
}}
}}
"
        );
        cost_along_dim0(&text)
    };
    let said = |rule: &str, what: &str| format!("{rule}, dim0 is contiguous: {what} would do");
    let by_two = "2 elements a lane, 4 instructions a warp, 4 sectors each where 4";
    let by_one = "1 element a lane, 8 instructions a warp, 4 sectors each where 2";
    let in_rows = "1 element a lane, 8 instructions a warp, 2 sectors each where 2";
    let whole = "access-cost: coalesced";
    assert_eq!(cost("[2, 2]", "[0, 1]"), said(whole, by_two));
    assert_eq!(
        cost("[2, 2]", "[1, 0]"),
        said("uncoalesced-access: not coalesced", by_one)
            + "; a vector would go along dim1, the first dim of the order"
    );
    // Without registers along another dim the order is that of the contiguous one, whatever is written.
    assert_eq!(cost("[2, 1]", "[1, 0]"), said(whole, by_two));
    assert_eq!(cost("[1, 1]", "[1, 0]"), said(whole, in_rows));
}

/// The rule and the message of the only access whose first dim is the contiguous one.
#[track_caller]
fn cost_along_dim0(text: &str) -> String {
    let found = lint(text.as_bytes(), &Machine::default());
    let costs = found.iter().filter(|own| own.message().contains("dim0 is contiguous"));
    let costs: Vec<String> =
        costs.map(|own| format!("{}: {}", own.rule().id(), own.message())).collect();
    let [cost] = &costs[..] else { panic!("{costs:?}") };
    cost.clone()
}

/// Arithmetic of 32 bits is right where the numbers fit in the end, and numbers that are extended without a sign
/// have twice as many values.
#[test]
fn offsets_of_32_bits_are_wrong_where_the_machine_has_others() {
    let offsets = |lines: &str, offset: &str, bits: u32| {
        let mut found = found(
            "offset-overflow",
            &format!(
                "%r = tt.make_range {{end = 512 : i32, start = 0 : i32}} : tensor<512xi32, #rows>
{lines}
%ps = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #rows>
%p = tt.addptr %ps, %{offset} : tensor<512x!tt.ptr<f32>, #rows>, tensor<512xi{bits}, #rows>
%v = tt.load %p : tensor<512x!tt.ptr<f32>, #rows>"
            ),
        );
        // Beside notes that a type of 64 bits is needed.
        found.retain(|message| message.contains("computed in 32 bits"));
        found
    };
    let mut counts = [0; 2];
    for start in [0_i64, 1, 2_147_483_136, 2_147_483_137, 2_147_483_647] {
        for back in [0_i64, 1, 511, 512, 2_147_483_647] {
            for promise in ["", " overflow<nsw>"] {
                let lines = format!(
                    "%k = arith.constant dense<{start}> : tensor<512xi32, #rows>
%b = arith.constant dense<{back}> : tensor<512xi32, #rows>
%o = arith.addi %r, %k{promise} : tensor<512xi32, #rows>
%q = arith.subi %o, %b : tensor<512xi32, #rows>"
                );
                // Negative offsets are another rule's.
                let is_promised = !promise.is_empty() && i32::try_from(511 + start).is_err();
                let fits = (0..512).all(|r| {
                    let wrapped = (r as i32).wrapping_add(start as i32).wrapping_sub(back as i32);
                    i64::from(wrapped) == r + start - back
                });
                let said = offsets(&lines, "q", 32);
                assert_eq!(said.is_empty(), fits && !is_promised, "{lines}: {said:?}");
                counts[usize::from(fits)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| 5 < count), "{counts:?}");
    for (factor, fits) in
        [(4_202_512, [true, true]), (5_000_000, [false, true]), (9_000_000, [false; 2])]
    {
        for (extension, fits) in ["extsi", "extui"].into_iter().zip(fits) {
            let lines = format!(
                "%k = arith.constant dense<{factor}> : tensor<512xi32, #rows>
%o = arith.muli %r, %k : tensor<512xi32, #rows>
%q = arith.{extension} %o : tensor<512xi32, #rows> to tensor<512xi64, #rows>"
            );
            assert_eq!(offsets(&lines, "q", 64).is_empty(), fits, "{lines}");
        }
    }
    // What does not wrap is poison, however it is extended.
    let promised = "%k = arith.constant dense<5000000> : tensor<512xi32, #rows>
%o = arith.muli %r, %k overflow<nsw> : tensor<512xi32, #rows>
%q = arith.extui %o : tensor<512xi32, #rows> to tensor<512xi64, #rows>";
    assert_eq!(offsets(promised, "q", 64).len(), 1);
    for (extension, first) in [("extsi", Some(524_288)), ("extui", None)] {
        let lines = format!(
            "%pid = tt.get_program_id x : i32
%k = arith.constant 4096 : i32
%o = arith.muli %pid, %k : i32
%wide = arith.{extension} %o : i32 to i64
%q = tt.splat %wide : i64 -> tensor<512xi64, #rows>"
        );
        let expected = first.map(|first| {
            format!(
                "the offset is computed in 32 bits and wraps from program {first} on: arith.muli grows by \
                 4096 from one program to the next"
            )
        });
        assert_eq!(offsets(&lines, "q", 64), Vec::from_iter(expected));
    }
}

/// The rows `%i` of a tile of each program.
const TILE_ROWS: &str = "%pid = tt.get_program_id x : i32
%first = arith.muli %pid, %tile : i32
%r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #rows>
%firsts = tt.splat %first : i32 -> tensor<128xi32, #rows>
%i = arith.addi %firsts, %r : tensor<128xi32, #rows>
";

/// The access of `%x + %i + a` under `%i + b <= %n + c`, or `<`, beside all elements that are let through.
#[test]
fn a_mask_is_loose_where_the_access_goes_past_the_size() {
    let mut counts = [0; 3];
    for (a, b, c) in
        (-2..=2).flat_map(|a| (-1..=2).flat_map(move |b| (-2..=1).map(move |c| (a, b, c))))
    {
        for predicate in ["slt", "sle"] {
            let lines = format!(
                "%tile = arith.constant 128 : i32
%a = arith.constant dense<{a}> : tensor<128xi32, #rows>
%b = arith.constant dense<{b}> : tensor<128xi32, #rows>
%c = arith.constant {c} : i32
{TILE_ROWS}%end = arith.addi %n, %c : i32
%ends = tt.splat %end : i32 -> tensor<128xi32, #rows>
%ib = arith.addi %i, %b : tensor<128xi32, #rows>
%mask = arith.cmpi {predicate}, %ib, %ends : tensor<128xi32, #rows>
%j = arith.addi %i, %a : tensor<128xi32, #rows>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #rows>
%p = tt.addptr %xs, %j : tensor<128x!tt.ptr<f32>, #rows>, tensor<128xi32, #rows>
%v = tt.load %p, %mask : tensor<128x!tt.ptr<f32>, #rows>"
            );
            let past = c - b + a + i32::from(predicate == "sle");
            let said = found("loose-mask", &lines);
            // Without another access only `<=` with the size says what was meant.
            let is_inclusive = predicate == "sle" && 0 <= c;
            assert_eq!(
                !said.is_empty(),
                is_inclusive && 0 < past,
                "{predicate} {a} {b} {c}: {said:?}"
            );
            counts[usize::from(is_inclusive) + usize::from(!said.is_empty())] += 1;
        }
    }
    assert!(counts.iter().all(|&count| 16 <= count), "{counts:?}");
}

#[test]
fn a_limit_past_that_of_another_access_is_loose() {
    let of = |limit: &str, loaded: &str, shift: i32| {
        let kind = if loaded == "%x" { "f32" } else { "i32" };
        let lines = format!(
            "%tile = arith.constant 128 : i32
%one = arith.constant 1 : i32
%shift = arith.constant dense<{shift}> : tensor<128xi32, #rows>
{TILE_ROWS}%more = arith.addi %n, %one : i32
%ms = tt.splat {limit} : i32 -> tensor<128xi32, #rows>
%mask = arith.cmpi slt, %i, %ms : tensor<128xi32, #rows>
%ns = tt.splat %n : i32 -> tensor<128xi32, #rows>
%inside = arith.cmpi slt, %i, %ns : tensor<128xi32, #rows>
%j = arith.addi %i, %shift : tensor<128xi32, #rows>
%ps = tt.splat {loaded} : !tt.ptr<{kind}> -> tensor<128x!tt.ptr<{kind}>, #rows>
%p = tt.addptr %ps, %j : tensor<128x!tt.ptr<{kind}>, #rows>, tensor<128xi32, #rows>
%v = tt.load %p, %mask : tensor<128x!tt.ptr<{kind}>, #rows>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #rows>
%q = tt.addptr %xs, %i : tensor<128x!tt.ptr<f32>, #rows>, tensor<128xi32, #rows>
%zero = arith.constant dense<0.0> : tensor<128xf32, #rows>
tt.store %q, %zero, %inside : tensor<128x!tt.ptr<f32>, #rows>"
        );
        found("loose-mask", &lines)
    };
    let message = "the mask lets 128 * program x + [0, 128) through below %n + 1; another access stops at %n: if that is the number of elements, element %n is past the end";
    assert_eq!(of("%more", "%x", 0), [message]);
    assert_eq!(of("%n", "%x", 0), [""; 0]);
    // The element before, and the ends of rows.
    assert_eq!(of("%more", "%x", -1), [""; 0]);
    assert_eq!(of("%more", "%at", 0), [""; 0]);
}

/// The counter of a loop moves the addresses: in the pointer, in the row, or both of it times a tile.
#[test]
fn a_mask_that_stays_while_the_counter_moves_the_addresses() {
    let of = |step: i32, address: &str, limit: &str, mask: &str| {
        let lines = format!(
            "%c0 = arith.constant 0 : i32
%step = arith.constant {step} : i32
%tile = arith.constant 128 : i32
%zero = arith.constant dense<0.0> : tensor<128xf32, #rows>
%o = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #rows>
%ns = tt.splat %n : i32 -> tensor<128xi32, #rows>
%m = arith.cmpi slt, %o, %ns : tensor<128xi32, #rows>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #rows>
scf.for %k = %c0 to {limit} step %step : i32 {{
%kt = arith.muli %k, %tile : i32
{address}
%ks = tt.splat %k : i32 -> tensor<128xi32, #rows>
%ko = arith.addi %o, %ks : tensor<128xi32, #rows>
%moving = arith.cmpi slt, %ko, %ns : tensor<128xi32, #rows>
tt.store %p, %zero, {mask} : tensor<128x!tt.ptr<f32>, #rows>
}}"
        );
        found("still-mask", &lines)
    };
    let pointer = |by: &str| {
        format!(
            "%q = tt.addptr %x, {by} : !tt.ptr<f32>, i32
%qs = tt.splat %q : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #rows>
%p = tt.addptr %qs, %o : tensor<128x!tt.ptr<f32>, #rows>, tensor<128xi32, #rows>"
        )
    };
    let row = |by: &str| {
        format!(
            "%bs = tt.splat {by} : i32 -> tensor<128xi32, #rows>
%row = arith.addi %bs, %o : tensor<128xi32, #rows>
%p = tt.addptr %xs, %row : tensor<128x!tt.ptr<f32>, #rows>, tensor<128xi32, #rows>"
        )
    };
    let message = "the addresses advance by 128 of dim 0 in each turn of the loop and the mask does not: it lets [0, 128) through below %n in every turn";
    for address in [pointer, row].map(|own| own("%k")) {
        assert_eq!(of(128, &address, "%n", "%m"), [message], "{address}");
        assert_eq!(of(64, &address, "%n", "%m"), [""; 0], "{address}");
        assert_eq!(of(128, &address, "%n", "%moving"), [""; 0], "{address}");
    }
    for address in [pointer("%kt"), row("%kt")] {
        assert_eq!(of(1, &address, "%n", "%m"), [message], "{address}");
        assert_eq!(of(2, &address, "%n", "%m"), [""; 0], "{address}");
    }
}

/// The rows of `%x + %o + shift + factor * %k`, beside the least element of each turn.
#[test]
fn a_row_that_a_counter_moves_before_the_pointer_is_found_in_its_first_turn() {
    let mut counts = [0; 2];
    for (shift, factor, from, turns, step) in (0..4).flat_map(|shift| {
        [-3, -1, 0, 1].into_iter().flat_map(move |factor| {
            [-1, 0, 2].into_iter().flat_map(move |from| {
                (0..5).flat_map(move |n| [1, 2].map(|step| (shift, factor, from, n, step)))
            })
        })
    }) {
        let lines = format!(
            "%from = arith.constant {from} : i32
%to = arith.constant {} : i32
%step = arith.constant {step} : i32
%factor = arith.constant {factor} : i32
%shift = arith.constant dense<{shift}> : tensor<128xi32, #rows>
%zero = arith.constant dense<0.0> : tensor<128xf32, #rows>
%o = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #rows>
%xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #rows>
scf.for %k = %from to %to step %step : i32 {{
%by = arith.muli %k, %factor : i32
%bys = tt.splat %by : i32 -> tensor<128xi32, #rows>
%moved = arith.addi %o, %bys : tensor<128xi32, #rows>
%row = arith.addi %moved, %shift : tensor<128xi32, #rows>
%p = tt.addptr %xs, %row : tensor<128x!tt.ptr<f32>, #rows>, tensor<128xi32, #rows>
tt.store %p, %zero : tensor<128x!tt.ptr<f32>, #rows>
}}",
            from + turns * step
        );
        let mut least = (0..turns).map(|turn| shift + factor * (from + turn * step)).enumerate();
        let first = least.find(|(_, least)| *least < 0).filter(|_| factor != 0);
        let expected: Vec<String> = first
            .map(|(turn, least)| {
                format!(
                    "element (0) is at offset {least}, before %x begins, in turn {turn} of the loop"
                )
            })
            .into_iter()
            .collect();
        assert_eq!(
            found("past-the-buffer", &lines),
            expected,
            "{shift} {factor} {from} {turns} {step}"
        );
        counts[usize::from(!expected.is_empty())] += 1;
    }
    assert!(counts.iter().all(|&count| 40 < count), "{counts:?}");
}
