//! Every encoding of Triton's on shapes that it was not made for: of rank 0 and of every other rank, with
//! extents that are zero, negative, huge or no powers of two, and with parameters that are as wrong.
//! Each is a layout of exactly this shape or an error, and no file with one loses its other findings.

mod families;

use std::panic::{AssertUnwindSafe, catch_unwind};

use families::{BLOCKED, FAMILIES};
use layout::analyze::Machine;
use layout::lint::{Finding, lint};
use layout::translate::import_triton;
use layout::triton::{Encoding, read_module};

/// Shapes of ranks 0 to 6, and some longer ones.
fn shapes() -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for rank in 0..=6 {
        for extent in [1, 2, 64, 256, 1 << 20, 1 << 62, 0, -1, 3, 96, i64::MIN, i64::MAX] {
            let same = vec![extent; rank];
            // One extent that is odd, first or last, in a shape that is not.
            let mut first = vec![64; rank];
            let mut last = vec![64; rank];
            if rank != 0 {
                first[0] = extent;
                last[rank - 1] = extent;
            }
            all.extend([same, first, last]);
        }
    }
    all.extend([vec![1; 16], vec![2; 17], vec![1; 300]]);
    all.sort();
    all.dedup();
    all
}

/// Whether there is a layout, which then has exactly this shape.
fn is_laid(encoding: &Encoding, shape: &[i64], bits: u32) -> bool {
    let answers = [
        encoding.to_linear_layout(shape),
        encoding.to_linear_layout_of(shape, bits),
        encoding.without_gaps(shape, bits).map(|(layout, _)| layout),
        match encoding.without_swizzle() {
            Some(plain) => plain.without_gaps(shape, bits).map(|(layout, _)| layout),
            None => encoding.to_linear_layout_of(shape, bits),
        },
    ];
    for answer in &answers {
        match answer {
            Ok(layout) => {
                let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
                assert_eq!(sizes, shape, "{encoding:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let is_laid = answers[2].is_ok();
    // Triton has no tensor with another extent than a power of two, and 2^62 elements at most.
    let product = shape.iter().try_fold(1_i64, |all, &extent| {
        (0 < extent && extent.count_ones() == 1).then(|| all.checked_mul(extent)).flatten()
    });
    assert!(product.is_some() || !is_laid, "{encoding:?} on {shape:?}");
    is_laid
}

#[test]
fn every_encoding_on_every_shape_is_a_layout_or_an_error() {
    let shapes = shapes();
    let (mut tried, mut laid, mut unread, mut failures) = (0, 0, 0, Vec::new());
    for family in FAMILIES {
        for attribute in family.attributes() {
            let encoding = match catch_unwind(|| attribute.parse::<Encoding>()) {
                Ok(Ok(encoding)) => encoding,
                Ok(Err(_)) => {
                    unread += 1;
                    continue;
                }
                Err(_) => {
                    failures.push(attribute);
                    continue;
                }
            };
            for shape in &shapes {
                for bits in [0, 16] {
                    tried += 1;
                    let answer = catch_unwind(AssertUnwindSafe(|| is_laid(&encoding, shape, bits)));
                    match answer {
                        Ok(is_laid) => laid += usize::from(is_laid),
                        Err(_) => failures.push(format!("{attribute} on {shape:?}, {bits} bits")),
                    }
                }
            }
        }
    }
    println!("{tried} questions, {laid} layouts, {unread} attributes that are not an encoding");
    assert_eq!(failures, Vec::<String>::new());
    assert!(100_000 < tried && 10_000 < laid && 1_000 < unread);
}

/// The claim above says nothing if no encoding is ever laid out.
#[test]
fn every_family_is_laid_out_on_its_own_shape() {
    for family in FAMILIES.iter().filter(|family| family.name != "ttg.partitioned_shared") {
        let attribute = family.attribute(&[]);
        let encoding: Encoding = attribute.parse().unwrap();
        let answer = encoding.without_gaps(family.shape, 16);
        assert!(answer.is_ok(), "{attribute}: {}", answer.unwrap_err());
    }
}

#[test]
fn a_rank_that_is_not_the_encodings_is_an_error_that_names_it() {
    let error = |attribute: &str, shape: &[i64]| {
        let encoding: Encoding = attribute.parse().unwrap();
        encoding.to_linear_layout(shape).unwrap_err().to_string()
    };
    let swizzled =
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>";
    let expected = "the shape of nvmma_shared has 0 dims but the encoding has 2";
    assert_eq!(error(swizzled, &[]), expected);
    let transposed = "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = true, elementBitWidth = 8, rank = 1}>";
    let expected = "the shape of nvmma_shared has 0 dims but the encoding has 1";
    assert_eq!(error(transposed, &[]), expected);
    assert_eq!(error(BLOCKED, &[]), "the shape of blocked has 0 dims but the encoding has 2");
    let expected = "the shape of blocked has 4 dims but the encoding has 2";
    assert_eq!(error(BLOCKED, &[2, 2, 2, 2]), expected);
    // The product of the extents is 2^64.
    let expected = "the out-dims have 64 bits together, more than the 62 of a 64-bit size";
    assert_eq!(error(swizzled, &[1 << 32, 1 << 32]), expected);
}

/// A kernel in which everything that can be done with an encoding is done with this one, between two
/// errors that are planted on lines 2 and 4.
fn kernel(attribute: &str, shape: &[i64]) -> String {
    // In a file an extent has no sign: a dynamic one stands for what is negative.
    let extent = |&extent: &i64| if extent < 0 { "?".to_owned() } else { extent.to_string() };
    let dims: String = shape.iter().map(|size| extent(size) + "x").collect();
    let (m, t) =
        (format!("!ttg.memdesc<{dims}f16, #e, #smem, mutable>"), format!("tensor<{dims}f16, #e>"));
    let (p, buffers) = (
        format!("tensor<{dims}!tt.ptr<f16>, #e>"),
        format!("!ttg.memdesc<3x{dims}f16, #e, #smem, mutable>"),
    );
    let blocked = format!("tensor<{dims}f16, #b>");
    let offsets = vec!["8"; shape.len()].join(", ");
    let planted = "ttg.memdesc_index %o[%c9] : !ttg.memdesc<3x8x8xf16, #s, #smem> -> !ttg.memdesc<8x8xf16, #s, #smem>";
    format!(
        "module {{ tt.func @f() {{ %c9 = arith.constant 9 : i32
  %x = {planted}
  %a = ttg.local_alloc : () -> {m} loc(#loc) %b = ttg.local_alloc %v : ({blocked}) -> {m} %d = ttg.local_load %a : {m} -> {t} %e = ttg.local_load %a : {m} -> {blocked} ttg.local_store %e, %a : {blocked} -> {m} %f = ttg.convert_layout %d : {t} -> {blocked} %g = ttg.convert_layout %f : {blocked} -> {t} %h = tt.load %p : {p} tt.store %p, %h : {p} %i = ttg.memdesc_index %k[%c9] : {buffers} -> {m} %j = ttg.memdesc_subslice %a[{offsets}] : {m} -> {m} %l = ttg.async_copy_global_to_local %p, %a : {p} -> {m} %n = ttng.tmem_load %a : {m} -> {t} %q = ttg.memdesc_reinterpret %a : {m} -> {buffers}
  %y = {planted}
}} }}
#smem = #ttg.shared_memory
"
    )
    .replace("#e", attribute)
    .replace("#b", BLOCKED)
    .replace("#s,", "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>,")
    .replace("#smem", "#ttg.shared_memory")
}

#[test]
fn no_encoding_takes_the_other_findings_of_its_file_with_it() {
    let machine = Machine::default();
    let shapes = shapes();
    let (mut tried, mut failures) = (0, Vec::new());
    let (mut operations, mut questions) = (0, 0);
    for family in FAMILIES {
        for (number, attribute) in family.attributes().iter().enumerate() {
            // The right one with every shape, and some of the wrong ones with its own shape and with
            // one of another rank.
            if number % 3 != 0 {
                continue;
            }
            let some = [family.shape.to_vec(), shapes[(31 * number) % shapes.len()].clone()];
            for shape in if number == 0 { &shapes[..] } else { &some[..] } {
                tried += 1;
                let text = kernel(attribute, shape);
                let answer = catch_unwind(|| {
                    let found = lint(text.as_bytes(), &machine);
                    let lines = |line| {
                        let is_planted = |own: &&Finding| {
                            own.position().line == line && own.rule().id() == "past-the-buffer"
                        };
                        found.iter().filter(is_planted).count()
                    };
                    assert_eq!((lines(2), lines(4)), (1, 1), "{text}");
                    let read = read_module(text.as_bytes()).unwrap();
                    let imported = import_triton(text.as_bytes(), "f.ttgir").unwrap();
                    (read.operations().len(), imported.ir().matches("invert_and_compose").count())
                });
                match answer {
                    Ok((kept, asked)) => {
                        operations += kept;
                        questions += asked;
                    }
                    Err(_) => failures.push(format!("{attribute} on {shape:?}")),
                }
            }
        }
    }
    println!("{tried} kernels with {operations} operations, {questions} questions");
    assert_eq!(failures, Vec::<String>::new());
    assert!(10_000 < tried && 10 * tried < operations && 2_000 < questions);
}
