//! Relations raised to layouts: layouts and linear maps written in several ways are found again,
//! and witnesses that a map is in no family are confirmed by brute force.

use fastrand::Rng;
use layout::algebra::{AnyLayout, Budget, Kind, NotLinear, NotRaised, Verdict, equivalent, raise};
use layout::relation::Relation;

fn raised(text: &str) -> Result<AnyLayout, NotRaised> {
    let relation: Relation = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    raise(&relation, &Budget::default())
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let found = match raised(text) {
        Ok(layout) => layout.to_string(),
        Err(reason) => reason.to_string(),
    };
    assert_eq!(found, expected, "{text}");
}

type Modes = Vec<(i64, i64)>;

/// Rank to 8, a size of at most 2^40, strides to 2^40 with zero and negative ones, and often a mode
/// that continues the one before.
fn random_modes(random: &mut Rng) -> Modes {
    let mut bits = 40;
    let mut modes: Modes = Vec::new();
    for _ in 0..=random.u64(..8) {
        let wide = random.u64(..bits + 1).min(random.u64(..bits + 1));
        bits -= wide;
        let extent = match random.u64(..3) {
            0 => 1 << wide,
            _ => 1 + random.u64(..1 << wide) as i64,
        };
        let width = random.u64(..41);
        let magnitude = random.u64(..1 << width) as i64;
        let stride = match (random.u64(..8), modes.last()) {
            (0, _) => 0,
            (1 | 2, _) => -magnitude,
            (3 | 4, Some((extent, stride))) if (extent * stride).abs() <= 1 << 40 => {
                extent * stride
            }
            _ => magnitude,
        };
        // Offsets of a layout fit in 64 bits: here in 62.
        let reach: i128 = modes.iter().map(|m| i128::from(m.0 - 1) * i128::from(m.1.abs())).sum();
        let room = (1 << 62) - reach;
        let fits = i128::from(extent) * i128::from(stride.abs()) < room;
        modes.push((extent, if fits { stride } else { stride % (1 << 20) }));
    }
    modes
}

/// The coalesced layout as text, from the definition: what continues is merged.
fn coalesced(modes: &Modes) -> String {
    let mut result: Modes = Vec::new();
    for &(extent, stride) in modes.iter().filter(|mode| mode.0 != 1) {
        match result.last_mut() {
            Some(last) if last.0 * last.1 == stride => last.0 *= extent,
            _ => result.push((extent, stride)),
        }
    }
    match &*result {
        [] => "1:0".to_owned(),
        [(extent, stride)] => format!("{extent}:{stride}"),
        _ => {
            let list = |part: fn(&(i64, i64)) -> i64| {
                result.iter().map(|mode| part(mode).to_string()).collect::<Vec<_>>().join(",")
            };
            format!("({}):({})", list(|mode| mode.0), list(|mode| mode.1))
        }
    }
}

/// How many ways `spelled` knows.
const WAYS: u64 = 7;

/// The relation of a layout, written in one of several equivalent ways.
fn spelled(way: u64, modes: &Modes) -> String {
    let n = modes.len();
    let mut weights = vec![1];
    for (extent, _) in modes {
        weights.push(weights[weights.len() - 1] * extent);
    }
    let size = weights[n];
    let last = size - 1;
    let sum = |digit: &dyn Fn(usize) -> String| {
        let terms: Vec<String> = (0..n).map(|i| format!("{}*({})", modes[i].1, digit(i))).collect();
        terms.join(" + ")
    };
    let joined = |list: Vec<String>, by: &str| list.join(by);
    // q0 is c, and every further quotient is of the one before.
    let quotient = |i: usize| if i == 0 { "c".to_owned() } else { format!("q{i}") };
    let by_quotients = sum(&|i| match i + 1 == n {
        true => quotient(i),
        false => format!("{} - {}*{}", quotient(i), modes[i].0, quotient(i + 1)),
    });
    match way {
        // Remainders of quotients.
        0 => {
            let value = sum(&|i| format!("floor(c/{}) mod {}", weights[i], modes[i].0));
            format!("{{ [c] -> [{value}] : 0 <= c < {size} }}")
        }
        // Quotients of remainders, the output in an equation.
        1 => {
            let value = sum(&|i| format!("floor((c mod {})/{})", weights[i + 1], weights[i]));
            format!("{{ [c] -> [o] : {value} = o and 0 <= c <= {last} }}")
        }
        // Differences of quotients.
        2 => {
            let value = sum(&|i| {
                format!("floor(c/{}) - {}*floor(c/{})", weights[i], modes[i].0, weights[i + 1])
            });
            format!("{{ [c] -> [o] : o = {value} and c >= 0 and c <= {last} }}")
        }
        // The digits as existential variables.
        3 => {
            let names = joined((0..n).map(|i| format!("x{i}")).collect(), ", ");
            let c = joined((0..n).map(|i| format!("{}*x{i}", weights[i])).collect(), " + ");
            let value = sum(&|i| format!("x{i}"));
            let bounds: Vec<String> =
                (0..n).map(|i| format!("0 <= x{i} < {}", modes[i].0)).collect();
            let bounds = joined(bounds, " and ");
            format!("{{ [c] -> [o] : exists ({names}: c = {c} and o = {value} and {bounds}) }}")
        }
        // Nested quotients by name.
        4 if 1 < n => {
            let names =
                (1..n).map(|i| format!("q{i} = floor({}/{})", quotient(i - 1), modes[i - 1].0));
            let names = joined(names.collect(), ", ");
            format!("{{ [c] -> [o] : exists ({names}: o = {by_quotients}) and 0 <= c < {size} }}")
        }
        // Nested quotients by their inequalities.
        5 if 1 < n => {
            let names = joined((1..n).map(quotient).collect(), ", ");
            let bounds = (1..n).map(|i| {
                let (m, q, before) = (modes[i - 1].0, quotient(i), quotient(i - 1));
                format!("{m}*{q} <= {before} and {before} < {m}*{q} + {m}")
            });
            let bounds = joined(bounds.collect(), " and ");
            format!(
                "{{ [c] -> [o] : exists ({names}: o = {by_quotients} and {bounds}) and 0 <= c < {size} }}"
            )
        }
        // One input for each mode.
        _ => {
            let names = joined((0..n).map(|i| format!("x{i}")).collect(), ", ");
            let value = sum(&|i| format!("x{i}"));
            let bounds: Vec<String> =
                (0..n).map(|i| format!("0 <= x{i} <= {}", modes[i].0 - 1)).collect();
            format!("{{ [{names}] -> [{value}] : {} }}", joined(bounds, " and "))
        }
    }
}

#[test]
fn layouts_are_found_again_in_their_coalesced_form() {
    let mut random = Rng::with_seed(0x9E37_79B9_7F4A_7C15);
    let mut found = [0; WAYS as usize];
    let mut largest = 0;
    for round in 0..2000 {
        let modes = random_modes(&mut random);
        largest = largest.max(modes.iter().map(|mode| mode.0).product());
        for way in [round % WAYS, random.u64(..WAYS)] {
            check(&spelled(way, &modes), &coalesced(&modes));
            found[way as usize] += 1;
        }
    }
    assert_eq!(found.iter().sum::<i32>(), 4000);
    assert!(found.iter().all(|&n| 500 < n), "{found:?}");
    assert!(1_i64 << 38 < largest, "{largest}");
}

/// A linear map as the text of a relation: bits of c, xored by sums modulo 2.
fn spelled_linear(way: u64, columns: &[u64], constant: u64) -> String {
    let n = columns.len();
    let top = columns.iter().fold(constant, |all, column| all | column);
    let bit = |i: usize| match way {
        0 => format!("floor(c/{})", 1_u64 << i),
        1 => format!("(floor(c/{}) mod 2)", 1_u64 << i),
        _ => format!("(floor(c/{}) - 2*floor(c/{}))", 1_u64 << i, 2_u64 << i),
    };
    let mut outputs = Vec::new();
    for row in (0..64).filter(|row| top >> row & 1 == 1) {
        let mut terms: Vec<String> =
            (0..n).filter(|&i| columns[i] >> row & 1 == 1).map(bit).collect();
        if constant >> row & 1 == 1 {
            terms.push("1".to_owned());
        }
        outputs.push(format!("{}*(({}) mod 2)", 1_u64 << row, terms.join(" + ")));
    }
    if outputs.is_empty() {
        outputs.push("0".to_owned());
    }
    format!("{{ [c] -> [{}] : 0 <= c < {} }}", outputs.join(" + "), 1_u64 << n)
}

#[test]
fn linear_maps_are_found_again() {
    let mut random = Rng::with_seed(0x1234_5678_9ABC_DEF1);
    let mut kinds = [0; 3];
    for round in 0..2000 {
        let (n_bits, n_rows) = (1 + random.u64(..16), 1 + random.u64(..16));
        let columns: Vec<u64> = (0..n_bits).map(|_| random.u64(..1 << n_rows)).collect();
        let constant = if random.u64(..2) == 0 { 0 } else { random.u64(..1 << n_rows) };
        let text = spelled_linear(round % 3, &columns, constant);
        let layout = raised(&text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let image = |c: u64| {
            let chosen = columns.iter().enumerate().filter(|(bit, _)| c >> bit & 1 == 1);
            chosen.fold(constant, |sum, (_, column)| sum ^ column) as i64
        };
        // Everywhere on small domains, and at 1,000 places of large ones.
        let size = 1 << n_bits;
        let places: Vec<u64> = match size <= 1000 {
            true => (0..size).collect(),
            false => (0..1000).map(|_| random.u64(..size)).collect(),
        };
        for c in places {
            let offset = match &layout {
                AnyLayout::Cute(cute) => cute.as_static().unwrap().offset(c as i64),
                AnyLayout::Composed(composed) => composed.offset(c as i64),
                AnyLayout::Linear(linear) => linear.offset(c as i64).ok(),
                other => panic!("{other}"),
            };
            assert_eq!(offset, Some(image(c)), "{text} became {layout}, wrong at {c}");
        }
        kinds[match layout.kind() {
            Kind::Cute => 0,
            Kind::Composed => 1,
            _ => 2,
        }] += 1;
    }
    assert!(1000 < kinds[2] && 20 < kinds[0] && 20 < kinds[1], "{kinds:?}");
}

/// Whether a layout of `values.len()` coordinates agrees with the values on [0, end): all ordered
/// factorisations of the size are tried. The strides are what the values at the steps say.
fn some_layout_agrees(values: &[i64], end: usize) -> bool {
    fn extend(values: &[i64], end: usize, extents: &mut Vec<usize>, rest: usize) -> bool {
        let agrees = || {
            (0..end).all(|c| {
                let (mut step, mut offset) = (1, 0);
                for &extent in extents.iter() {
                    if c / step % extent != 0 {
                        // The step is at most c, hence below `end`.
                        offset += (c / step % extent) as i64 * values[step];
                    }
                    step *= extent;
                }
                offset == values[c]
            })
        };
        if rest == 1 {
            return agrees();
        }
        (2..=rest).filter(|extent| rest.is_multiple_of(*extent)).any(|extent| {
            extents.push(extent);
            let found = extend(values, end, extents, rest / extent);
            extents.pop();
            found
        })
    }
    extend(values, end, &mut Vec::new(), values.len())
}

/// `S<bits,base,shift>` of an offset, from its definition.
fn swizzle(bits: i64, base: i64, shift: i64, offset: i64) -> i64 {
    let mask = ((1 << bits) - 1) << (base + shift.max(0));
    match shift {
        0.. => offset ^ ((offset & mask) >> shift),
        _ => offset ^ ((offset & mask) << -shift),
    }
}

#[test]
fn maps_in_no_family_are_rejected_with_witnesses() {
    let mut random = Rng::with_seed(0x0F1E_2D3C_4B5A_6978);
    let (mut rejected, mut rounds) = (0, 0);
    let mut reasons = [0; 3];
    while rejected < 1000 {
        rounds += 1;
        assert!(rounds < 20_000, "only {rejected} of {rounds} maps are in no family");
        let mut number = |end: u64| random.u64(..end);
        let size = 2 + number(31);
        let value = match number(4) {
            0 => format!("({}c) mod {}", 1 + number(15), 2 + number(30)),
            1 => format!("({}c + {}) mod {}", 1 + number(15), number(9), 2 + number(30)),
            2 => format!("floor(({}c)/{}) mod {}", 1 + number(15), 2 + number(9), 2 + number(14)),
            _ => format!(
                "{}*floor(c/{}) - {}*((c + {}) mod {})",
                number(9),
                2 + number(6),
                number(4),
                number(3),
                2 + number(9)
            ),
        };
        let text = format!("{{ [c] -> [{value}] : 0 <= c < {size} }}");
        let relation: Relation = text.parse().unwrap();
        let values: Vec<i64> =
            (0..size as i64).map(|c| relation.evaluate(&[], &[c]).unwrap()[0][0]).collect();
        let reason = match raise(&relation, &Budget::default()) {
            Err(NotRaised::NoFamily(reason)) => reason,
            Err(other) => panic!("{text}: {other}"),
            Ok(layout) => {
                let proof = equivalent(&layout, &AnyLayout::Relation(relation), &Budget::default());
                assert!(matches!(proof, Verdict::Proved(_)), "{text} became {layout}: {proof:?}");
                continue;
            }
        };
        rejected += 1;
        assert_eq!(reason.size, size as i64, "{text}");
        let coordinate = reason.cute.expect("one output") as usize;
        assert!(!some_layout_agrees(&values, coordinate + 1), "{text}: {reason}");
        assert!(coordinate == 0 || some_layout_agrees(&values, coordinate), "{text}: {reason}");
        let tried = reason.swizzles.expect("one output");
        if values.iter().all(|&value| 0 <= value) {
            // The offsets have at most 9 bits, so these are swizzles that act on them, and more.
            let mut count = 0;
            for (bits, base, shift) in (1..6).flat_map(|bits| {
                (0..8).flat_map(move |base| (bits..8).map(move |shift| (bits, base, shift)))
            }) {
                for shift in [shift, -shift] {
                    count += 1;
                    let inner = |at: usize| swizzle(bits, base, shift, values[at]);
                    let inner: Vec<i64> =
                        (0..values.len()).map(|at| inner(at) - inner(0)).collect();
                    assert!(
                        !some_layout_agrees(&inner, inner.len()),
                        "{text}: S<{bits},{base},{shift}>"
                    );
                }
            }
            assert!(0 < count && 0 < tried, "{text}");
        }
        match reason.linear {
            NotLinear::Size { size: found } => {
                assert_eq!(found, size as i64);
                assert!(!size.is_power_of_two(), "{text}");
                reasons[0] += 1;
            }
            NotLinear::Offset { coordinate, output } => {
                assert!(output < 0 && values[coordinate as usize] == output, "{text}");
                reasons[1] += 1;
            }
            NotLinear::NotAffine(witness) => {
                let f = |c: u64| values[c as usize] as u64;
                let excess = f(witness.a ^ witness.b) ^ f(witness.a) ^ f(witness.b) ^ f(0);
                assert_ne!(excess, 0, "{text}");
                assert_eq!(excess, witness.excess, "{text}");
                reasons[2] += 1;
            }
        }
    }
    assert!(reasons.iter().all(|&n| 10 < n), "{reasons:?}");
}

#[test]
fn families_come_in_their_order() {
    // (16,13):(1,0) o 0 o 16:13, in no family that raising searches.
    check(
        "{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }",
        "no layout of size 16 agrees with it up to coordinate 3, nor does one behind any of 322 \
         swizzles, and it is not a linear layout: f(4 ^ 1) ^ f(4) ^ f(1) ^ f(0) is 8 instead of 0",
    );
    // An offset.
    check("{ [c] -> [c + 7] : 0 <= c < 16 }", "S<0,4,3> o 7 o 16:1");
    check("{ [c] -> [15 - c] : 0 <= c < 16 }", "S<0,4,3> o 15 o 16:-1");
    // The paper's swizzle.
    check(
        "{ [i, j] -> [4*((i + j) mod 2) + 8*((floor(i/2) + floor(j/2)) mod 2) + i] : \
         0 <= i,j < 4 }",
        "S<2,0,-2> o 0 o 16:1",
    );
    // Several outputs.
    check("{ [c] -> [c mod 4, floor(c/4)] : 0 <= c < 32 }", "(4,8):(1@0,1@1)");
    check(
        "{ [t, w] -> [x = t, y = ((t + w) mod 2) + 2*((floor(t/2) + floor(w/2)) mod 2)] : \
         0 <= t < 4 and 0 <= w < 4 }",
        "{t = [[1,1],[2,2]], w = [[0,1],[0,2]]}",
    );
}

#[test]
fn what_is_no_function_on_a_box_stays() {
    check(
        "{ [i, j] -> [i + j] : 0 <= i < 4 and 0 <= j <= i }",
        "the domain is not a box of coordinates from 0: (0,1) is not in it",
    );
    check(
        "{ [c] -> [c] : 0 <= c < 12 and c != 5 }",
        "the domain is not a box of coordinates from 0: 5 is not in it",
    );
    check(
        "{ [c] -> [c] : 1 <= c < 4 }",
        "the domain is not a box of coordinates from 0: 0 is not in it",
    );
    check("{ [c] -> [c] : c >= 0 }", "the domain is not a box of coordinates from 0");
    check("{ [c] -> [c] : 3 <= c < 2 }", "the domain is not a box of coordinates from 0");
    check(
        "{ [c] -> [c] : 0 <= c < 4; [c] -> [7] : c = 2 }",
        "the relation is not a function: 2 goes to 2 and to 7",
    );
    check("[N] -> { [c] -> [c + N] : 0 <= c < N }", "the relation depends on N");
    check(
        "{ [i, j] -> [i + j] : 0 <= i < 1073741824 and 0 <= j <= i }",
        "the domain is not a box of coordinates from 0",
    );
}

#[test]
fn parameters_become_symbols() {
    check("[N] -> { [c] -> [c] : 0 <= c < N }", "N:1");
    check("[M] -> { [c] -> [8c - 31*floor(c/4)] : 0 <= c < 4M }", "(4,M):(8,1)");
    // Four and 16M are one mode where the second goes on.
    check("[M] -> { [c] -> [2*(c mod 4) + 8*floor(c/4)] : 0 <= c < 64M }", "64*M:2");
    check(
        "[M] -> { [c] -> [o] : exists (q = floor(c/8): o = c + 8q) and 0 <= c < 8M \
         and 1 <= M <= 4096 and M mod 16 = 0 }",
        "(8,M):(1,16) where M in [1,4096], M mod 16 = 0",
    );
    check("[M, N] -> { [i, j] -> [8i + j] : 0 <= i < M and 0 <= j < 2N }", "(M,2*N):(8,1)");
    check(
        "[M] -> { [i, j] -> [i + 4j] : 0 <= i < 4 and 0 <= j < M and M >= 3 }",
        "4*M:1 where M in [3,9223372036854775807]",
    );
    check("[N] -> { [c] -> [2c] : 0 <= c < 8 }", "8:2");
    // A size that is not a multiple of a parameter, a domain with holes, a triangle, and M >= N.
    check("[M] -> { [c] -> [c] : 0 <= c < M + 1 }", "the relation depends on M");
    check("[M] -> { [c] -> [c] : 0 <= c < M and c != 5 }", "the relation depends on M");
    check("[M] -> { [i, j] -> [j] : 0 <= i < M and 0 <= j <= i }", "the relation depends on M");
    check("[M, N] -> { [c] -> [c] : 0 <= c < M and M >= N }", "the relation depends on M");
    check("[N] -> { [c] -> [2c] : 0 <= c < 8 and N >= 2 }", "the relation depends on N");
    // 1013 is one of the values that are looked at, and no more than one of many.
    check("[M] -> { [c] -> [c] : 0 <= c < M and M != 1013 }", "the relation depends on M");
    check("[M] -> { [c] -> [c] : 0 <= c < M; [c] -> [c] : c = M }", "the relation depends on M");
}

#[test]
fn large_domains_go_to_isl() {
    // Pieces are not cut into digits.
    check(
        "{ [c] -> [c] : 0 <= c < 524288; [c] -> [c + 7] : 524288 <= c < 1048576 }",
        "(524288,2):(1,524295)",
    );
    check(
        "{ [c] -> [c + 9] : 0 <= c < 500000; [c] -> [c + 7] : 500000 <= c < 1000000 }",
        "S<0,4,3> o 9 o (500000,2):(1,499998)",
    );
    // 16 is xored to the upper half, whose offsets have the bit 2^20 + 16, so that bit 4 is read.
    check(
        "{ [c] -> [c] : 0 <= c < 1048576; [c] -> [c + 16 - 32*(floor(c/16) mod 2)] : \
         1048576 <= c < 3145728 and c < 2097152 }",
        "S<1,4,16> o 0 o 2097152:1",
    );
    check(
        "{ [c] -> [c] : 0 <= c < 1000000 and c != 700000; [c] -> [5] : c = 700000 }",
        "no layout of size 1000000 agrees with it up to coordinate 700000, nor does one behind any \
         of 42656 swizzles, and it is not a linear layout: its size 1000000 is not a power of two",
    );
    check(
        "{ [c] -> [c] : 0 <= c < 1048576 and c != 655360; [c] -> [5] : c = 655360 }",
        "no layout of size 1048576 agrees with it up to coordinate 655360, nor does one behind any \
         of 42656 swizzles, and it is not a linear layout: f(524288 ^ 131072) ^ f(524288) ^ f(131072) \
         ^ f(0) is 655365 instead of 0",
    );
    check(
        "{ [c] -> [-c] : 0 <= c < 1048576 and c != 655360; [c] -> [5] : c = 655360 }",
        "no layout of size 1048576 agrees with it up to coordinate 655360, nor does one behind any \
         of 0 swizzles, and it is not a linear layout: f(1) is -1, which is outside of [0, 2^62)",
    );
}
