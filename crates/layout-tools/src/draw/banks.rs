//! Which banks of shared memory an access meets.

use std::collections::{BTreeMap, BTreeSet};

use super::error::DrawError;
use super::look::Look;
use super::picture::{Axis, Cell, Key, Mark, Panel, Picture, shortened};
use super::style::DARKER;
use layout_kernels::analyze::{Banks, bank_conflicts};
use layout_math::algebra::AnyLayout;
use layout_math::cute::CuteLayout;
use layout_math::linear::LinearLayout;

/// The banks that the lanes of a warp meet that the memory serves together, and which words there.
///
/// `access` goes from (lane, value) to the offset of an element, or, if there is a layout `shared` from
/// `offset` to a tensor, from `register` and `lane` to the same tensor. A lane moves as many elements
/// at once as lie side by side, up to the widest access. There is a row for each line of memory that is
/// touched, in which a cell says which lanes want this word. The last row counts the words that are
/// wanted of each bank: more than one is a conflict.
///
/// # Errors
///
/// Layouts of other forms; what [`bank_conflicts`] refuses.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::draw_banks;
///
/// // Each lane has an element of a column of 32x32 elements, which are stored by rows.
/// let column = AnyLayout::parse(Kind::Cute, "(32,1):(32,1)")?;
/// let picture = draw_banks(&column, None, 32)?;
/// assert_eq!(picture.cell(0, 32, 0).unwrap().text(), "32");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_banks(
    access: &AnyLayout,
    shared: Option<&AnyLayout>,
    element_bits: i64,
) -> Result<Picture, DrawError> {
    let banks = Banks::default();
    let bits = u32::try_from(element_bits).ok().filter(|bits| bits.is_power_of_two());
    let bits = bits.filter(|&bits| bits <= banks.vector_bits).ok_or_else(|| {
        let reason = format!("elements of {element_bits} bits are not moved by lanes");
        DrawError::Banks { reason }
    })?;
    let access_text = access.to_string();
    let access = match (access, shared) {
        (AnyLayout::Linear(access), Some(AnyLayout::Linear(shared))) => {
            of_linear(access, shared, bits, &banks)?
        }
        (_, Some(shared)) => {
            let wanted = "pair of linear layouts, of an access and of shared memory";
            return Err(DrawError::Kind { layout: format!("{access}, {shared}"), wanted });
        }
        (_, None) => of_numbers(access, bits, &banks)?,
    };
    table(&access, &access_text, bits, &banks)
}

/// The first offsets of the lanes, in elements, and how many elements each moves at once.
struct LaneOffsets {
    offsets: Vec<i64>,
    vector: i64,
}

fn of_linear(
    access: &LinearLayout,
    shared: &LinearLayout,
    bits: u32,
    banks: &Banks,
) -> Result<LaneOffsets, DrawError> {
    let failed = |reason: String| DrawError::Banks { reason };
    let found =
        bank_conflicts(access, shared, bits, banks).map_err(|error| failed(error.to_string()))?;
    let moves = access.invert_and_compose(shared).map_err(|error| failed(error.to_string()))?;
    let lanes = moves.in_dims().iter().find(|dim| dim.name() == "lane").map_or(1, |dim| dim.size());
    let offset = |lane: i64| -> Result<i64, DrawError> {
        let values = moves
            .in_dims()
            .iter()
            .map(|dim| if dim.name() == "lane" { lane } else { 0 })
            .collect::<Vec<_>>();
        let outputs = moves.apply(&values).map_err(|error| failed(error.to_string()))?;
        let names = moves.out_dims().iter().zip(outputs);
        Ok(names.filter(|(dim, _)| dim.name() == "offset").map(|(_, offset)| offset).sum())
    };
    let offsets = (0..lanes).map(offset).collect::<Result<_, _>>()?;
    Ok(LaneOffsets { offsets, vector: found.vector() })
}

fn of_numbers(access: &AnyLayout, bits: u32, banks: &Banks) -> Result<LaneOffsets, DrawError> {
    let wanted = "layout from (lane, value) to the offset of an element";
    let kind = || DrawError::Kind { layout: access.to_string(), wanted };
    let modes = match access {
        AnyLayout::Cute(CuteLayout::Static(layout)) => layout,
        AnyLayout::Composed(composed) => composed.inner().as_static().ok_or_else(kind)?,
        _ => return Err(kind()),
    };
    let lanes = modes.modes().next().map_or(1, |mode| mode.size());
    if 1024 < lanes {
        return Err(DrawError::TooMany { what: access.to_string(), size: lanes });
    }
    let at = |coordinate: i64| {
        access.apply(&[coordinate], &[]).and_then(|parts| parts.first().copied()).ok_or_else(kind)
    };
    let lanes = lanes.min(32);
    let stride = modes.modes().next().map_or(1, |mode| mode.size());
    let values = modes.size() / stride;
    let most = i64::from(banks.vector_bits / bits);
    // As long as value v of every lane lies v past value 0, and the place is aligned.
    let mut vector = 1;
    while vector * 2 <= values.min(most) {
        let wide = vector * 2;
        let is_run = (0..lanes).map(|lane| -> Result<bool, DrawError> {
            let first = at(lane)?;
            let mut all = first % wide == 0;
            for value in 1..wide {
                all &= Some(at(lane + stride * value)?) == first.checked_add(value);
            }
            Ok(all)
        });
        if !is_run.collect::<Result<Vec<_>, _>>()?.into_iter().all(|is| is) {
            break;
        }
        vector = wide;
    }
    let offsets = (0..lanes).map(at).collect::<Result<_, _>>()?;
    Ok(LaneOffsets { offsets, vector })
}

fn table(access: &LaneOffsets, text: &str, bits: u32, banks: &Banks) -> Result<Picture, DrawError> {
    let n_banks = i64::from(banks.banks);
    let words_of_lane = (access.vector * i64::from(bits) / i64::from(banks.bank_bits)).max(1);
    let together = (n_banks / words_of_lane).clamp(1, access.offsets.len().max(1) as i64);
    let per_word = i64::from(banks.bank_bits / bits).max(1);
    let words_of_element = i64::from(bits / banks.bank_bits).max(1);
    // From the line and the bank of a word to the lanes that want it.
    let mut wanted: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (lane, &offset) in access.offsets.iter().enumerate().take(together as usize) {
        let first = offset.div_euclid(per_word).saturating_mul(words_of_element);
        for word in first..first.saturating_add(words_of_lane) {
            let place = (word.div_euclid(n_banks), word.rem_euclid(n_banks));
            wanted.entry(place).or_default().push(lane);
        }
    }
    let count = |bank: i64| wanted.keys().filter(|(_, at)| *at == bank).count() as i64;
    let lines: Vec<i64> =
        wanted.keys().map(|(line, _)| *line).collect::<BTreeSet<_>>().into_iter().collect();
    let names = lines.iter().map(i64::to_string).chain(["words".to_owned()]).collect();
    let worst = (0..n_banks).map(count).max().unwrap_or(0);
    let heat = |words: i64| match words {
        ..=0 => None,
        1 => Some(DARKER[0]),
        2 => Some(DARKER[1]),
        3..=4 => Some(DARKER[2]),
        5..=8 => Some(DARKER[3]),
        _ => Some(DARKER[4]),
    };
    let panel = Panel::new(
        format!("{}: the words that lanes 0 to {} want", shortened(text), together - 1),
        Axis::labeled("line", names),
        Axis::labeled("bank", (0..n_banks).map(|bank| bank.to_string()).collect()),
        |row, bank| {
            let words = count(bank);
            let mut cell = Cell::default();
            cell.fact("bank", bank);
            let Some(&line) = lines.get(row as usize) else {
                cell.text = words.to_string();
                cell.class = heat(words);
                cell.mark = (1 < words).then_some(Mark::Wrong);
                cell.fact("words wanted of the bank", words);
                return cell;
            };
            cell.fact("line", line);
            if let Some(lanes) = wanted.get(&(line, bank)) {
                cell.text = ranges(lanes);
                cell.class = heat(words);
                cell.fact("lanes", cell.text.clone());
                cell.fact("words wanted of the bank", words);
            }
            cell
        },
    )?;
    let mut legend = vec![format!(
        "{} {} of {bits} bits a lane, {together} lanes together: {} {}",
        access.vector,
        if access.vector == 1 { "element" } else { "elements" },
        worst.max(1) - 1,
        if worst == 2 { "conflict" } else { "conflicts" }
    )];
    if 1 < worst {
        legend.push("thick border: conflicts".to_owned());
    }
    let classes =
        DARKER.into_iter().zip(["1", "2", "3-4", "5-8", "9-"].map(str::to_owned)).collect();
    let key = Some(Key { what: "words that are wanted of its bank".to_owned(), classes });
    Ok(Picture { title: text.to_owned(), panels: vec![panel], key, legend, look: Look::default() })
}

/// `0-3,8`: ascending numbers.
fn ranges(numbers: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match parts.last_mut() {
            Some((_, end)) if *end + 1 == number => *end = number,
            _ => parts.push((number, number)),
        }
    }
    let part = |(begin, end): &(usize, usize)| match begin == end {
        true => begin.to_string(),
        false => format!("{begin}-{end}"),
    };
    parts.iter().map(part).collect::<Vec<_>>().join(",")
}
