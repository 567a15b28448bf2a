//! The rules about addresses: elements, and programs, at the offsets that a message names.

use std::collections::BTreeMap;

use layout_kernels::lint::{Finding, Settings as LintSettings, lint};
use layout_kernels::triton::{Program, read_programs};

use super::run::{ExecutedAccess, Settings, run};
use super::value::flat;
use super::{files, kernels};

/// The accesses of a finding's operation in one program of a grid, by names that the message has.
fn accesses(
    program: &Program,
    found: &Finding,
    programs: [i64; 3],
    wraps: bool,
    asked: &[&str],
) -> Vec<ExecutedAccess> {
    let asked = asked.iter().map(|&own| own.to_owned()).collect();
    let settings = Settings {
        // Numbers of rows that are less than those of columns, as it happens to be in all files.
        argument: |at, first| first + 16 * at as i64,
        first: 8,
        programs,
        has_tensors: true,
        wraps,
        asked: [(found.position(), asked)].into(),
        ..Settings::default()
    };
    run(program, &settings).0
}

/// The coordinates in the brackets of a message, in their order.
fn places(message: &str) -> Vec<Vec<usize>> {
    let lists = message.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let numbers = lists.map(|(list, _)| list.split(", ").map(|own| own.parse().ok()).collect());
    numbers.flat_map(|list: Option<Vec<usize>>| list).collect()
}

fn number_after(message: &str, words: &str) -> i64 {
    let rest = message.split_once(words).unwrap().1;
    let end = rest.find(|c: char| c != '-' && !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap()
}

/// The offset of an element, and whether it is let through.
fn element(access: &ExecutedAccess, place: &[usize]) -> (i64, bool) {
    let at = flat(place, &access.offsets.shape);
    (access.offsets.values[at], access.mask.values[at] != 0)
}

/// The program of this number of an axis.
fn along(axis: usize, number: i64) -> [i64; 3] {
    let mut programs = [0; 3];
    programs[axis] = number;
    programs
}

fn is_true(program: &Program, found: &Finding) -> Option<bool> {
    let text = found.message();
    let at = |programs, wraps| accesses(program, found, programs, wraps, &[]);
    let first = |programs| at(programs, true).into_iter().next().unwrap();
    let is_one_address = |left: (i64, bool), right: (i64, bool)| left == right && left.1;
    Some(match found.rule().id() {
        "overlapping-stores" if text.contains("of axis ") => {
            let axis = text.split_once("of axis ").unwrap().1.chars().next().unwrap();
            let axis = ['x', 'y', 'z'].iter().position(|own| *own == axis).unwrap();
            let [left, right] = &places(text)[..] else { panic!("{text}") };
            let [own, next] = [0, 1].map(|number| first(along(axis, number)));
            // The argument that limits the tile may end it before.
            is_one_address(element(&own, left), element(&next, right))
                || own.offsets.values[flat(left, &own.offsets.shape)] == element(&next, right).0
        }
        "overlapping-stores" if text.starts_with("elements (") => {
            let [left, right] = &places(text)[..] else { panic!("{text}") };
            let own = first([0; 3]);
            left != right && element(&own, left).0 == element(&own, right).0
        }
        "overlapping-stores" => {
            let apart =
                text.split_once("stored ").unwrap().1.split_once(" elements apart").unwrap().0;
            let length = text.split_once("rows of ").unwrap().1.split_once(" elements").unwrap().0;
            let [own, ..] = &accesses(program, found, [0; 3], true, &[apart, length])[..] else {
                panic!()
            };
            let (Some(apart), Some(length)) = (own.answers[0], own.answers[1]) else {
                panic!("{text}")
            };
            let apart = usize::try_from(apart).unwrap();
            (apart as i64) < length
                && is_one_address(element(own, &[1, 0]), element(own, &[0, apart]))
        }
        "past-the-buffer" if text.contains("before %") => {
            let offset = number_after(text, "at offset ");
            element(&first([0; 3]), &places(text)[0]) == (offset, true)
        }
        "offset-overflow" if text.contains("from program ") => {
            let number = number_after(text, "from program ");
            let grown = number_after(text, "grows by ");
            let fits = |number: i64| {
                (0..3).all(|axis| {
                    let of = |wraps| at(along(axis, number), wraps);
                    of(true)[0].offsets == of(false)[0].offsets
                })
            };
            !fits(number) && fits(number - 1) && (number - 1) * grown < 1 << 31
        }
        "offset-overflow" if text.contains("would be at offset ") => {
            let offset = number_after(text, "would be at offset ");
            let place = places(text).pop().unwrap();
            let [own, exact] = [true, false].map(|wraps| at([0; 3], wraps).remove(0));
            let is_let = element(&own, &place).1 || text.contains("if the mask");
            element(&exact, &place).0 == offset && element(&own, &place).0 != offset && is_let
        }
        _ => return None,
    })
}

#[test]
fn every_finding_about_addresses_has_its_elements() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (name, text) in kernels().into_iter().chain(files("planted")) {
        let programs = read_programs(&text);
        for found in lint(text.as_bytes(), LintSettings::default()) {
            let own = programs.iter().find(|own| Some(&*own.name) == found.function());
            let Some(is_true) = own.and_then(|own| is_true(own, &found)) else { continue };
            assert!(is_true, "{name} {}: {}", found.position(), found.message());
            *counts.entry(found.rule().id().to_owned()).or_default() += 1;
        }
    }
    let counts: Vec<(&str, usize)> = counts.iter().map(|(rule, n)| (rule.as_str(), *n)).collect();
    assert_eq!(counts, [("offset-overflow", 2), ("overlapping-stores", 3), ("past-the-buffer", 1)]);
}
