//! The sign of a layout against an evaluation written out here.
//!
//! A layout has no offset where the argument of its outer function is negative, unless that function
//! is the identity.

use layout::algebra::{AnyLayout, Domain, Kind, Sign};

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % end
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// `factor`, or `factor` times one of the symbols M, N and K.
#[derive(Clone, Copy, PartialEq)]
struct Number {
    factor: i64,
    symbol: Option<usize>,
}

const NAMES: [&str; 3] = ["M", "N", "K"];

impl Number {
    fn at(self, symbols: &[i64; 3]) -> i64 {
        self.factor * self.symbol.map_or(1, |symbol| symbols[symbol])
    }

    fn text(self) -> String {
        match self.symbol {
            None => self.factor.to_string(),
            Some(symbol) => format!("{}*{}", self.factor, NAMES[symbol]),
        }
    }
}

#[derive(Clone)]
enum Outer {
    Nothing,
    Swizzle(i64, i64, i64),
    Layout(Vec<(i64, i64)>),
}

/// A layout as its parts; without an outer function and an offset it is a CuTe layout.
#[derive(Clone)]
struct Parts {
    outer: Outer,
    offset: Option<Number>,
    modes: Vec<(Number, Number)>,
    /// The least and greatest value of each symbol that has a fact.
    facts: [Option<(i64, i64)>; 3],
}

impl Parts {
    fn random(numbers: &mut Numbers, has_symbols: bool) -> Self {
        let with_symbol = |numbers: &mut Numbers, factor: i64| {
            let symbol = (has_symbols && factor != 0 && numbers.below(3) == 0)
                .then(|| numbers.below(3) as usize);
            Number { factor, symbol }
        };
        let rank = numbers.between(1, 3);
        let modes = (0..rank).map(|_| {
            let extent = numbers.between(1, 3);
            let stride = numbers.between(-2, 6);
            (with_symbol(numbers, extent), with_symbol(numbers, stride))
        });
        let modes: Vec<(Number, Number)> = modes.collect();
        let (outer, offset) = match numbers.below(5) {
            0 => (Outer::Nothing, None),
            1 => (Outer::Nothing, Some(numbers.between(-4, 4))),
            2 | 3 => {
                let swizzles = [(1, 0, 1), (1, 0, 3), (2, 0, -2), (1, 1, -1), (2, 1, 3)];
                let (bits, base, shift) = numbers.one_of(&swizzles);
                (Outer::Swizzle(bits, base, shift), Some(numbers.between(-4, 6)))
            }
            _ => {
                let rank = numbers.between(1, 3);
                let modes = (0..rank).map(|_| (numbers.between(1, 3), numbers.between(-1, 5)));
                (Outer::Layout(modes.collect()), Some(numbers.between(-2, 4)))
            }
        };
        let offset = offset.map(|factor| with_symbol(numbers, factor));
        let fact = |numbers: &mut Numbers| {
            let least = numbers.between(-2, 2);
            (numbers.below(2) == 0).then(|| (least, least.max(1) + numbers.between(0, 2)))
        };
        let mut facts = [fact(numbers), fact(numbers), fact(numbers)];
        let mut occurring = modes.iter().flat_map(|mode| [mode.0, mode.1]).chain(offset);
        let used: Vec<usize> = occurring.by_ref().filter_map(|number| number.symbol).collect();
        for (symbol, fact) in facts.iter_mut().enumerate() {
            if !used.contains(&symbol) {
                *fact = None;
            }
        }
        Parts { outer, offset, modes, facts }
    }

    fn layout(&self) -> AnyLayout {
        let list = |texts: Vec<String>| format!("({})", texts.join(","));
        let extents = list(self.modes.iter().map(|mode| mode.0.text()).collect());
        let strides = list(self.modes.iter().map(|mode| mode.1.text()).collect());
        let mut text = format!("{extents}:{strides}");
        let kind = match self.offset {
            None => Kind::Cute,
            Some(offset) => {
                let outer = match &self.outer {
                    Outer::Nothing => "S<0,4,3>".to_owned(),
                    Outer::Swizzle(bits, base, shift) => format!("S<{bits},{base},{shift}>"),
                    Outer::Layout(modes) => {
                        let extents = modes.iter().map(|mode| mode.0.to_string()).collect();
                        let strides = modes.iter().map(|mode| mode.1.to_string()).collect();
                        format!("{}:{}", list(extents), list(strides))
                    }
                };
                text = format!("{outer} o {} o {text}", offset.text());
                Kind::Composed
            }
        };
        let facts = self.facts.iter().zip(NAMES).filter_map(|(fact, name)| {
            fact.map(|(least, greatest)| format!("{name} in [{least},{greatest}]"))
        });
        let facts: Vec<String> = facts.collect();
        if !facts.is_empty() {
            text = format!("{text} where {}", facts.join(", "));
        }
        AnyLayout::parse(kind, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Values of the symbols that obey the facts and make extents positive.
    fn values(&self) -> Vec<[i64; 3]> {
        let is_extent = |symbol| self.modes.iter().any(|mode| mode.0.symbol == Some(symbol));
        let mut found = vec![[0; 3]];
        for symbol in 0..3 {
            let (low, high) = self.facts[symbol].unwrap_or((-3, 3));
            let low = if is_extent(symbol) { low.max(1) } else { low };
            let of = |before: [i64; 3]| {
                (low..=high).map(move |value| {
                    let mut values = before;
                    values[symbol] = value;
                    values
                })
            };
            found = found.into_iter().flat_map(of).collect();
        }
        found
    }

    fn extents(&self, symbols: &[i64; 3]) -> Vec<i64> {
        self.modes.iter().map(|mode| mode.0.at(symbols)).collect()
    }

    /// The offset at digits of the modes, which may be past their ends; none below 0.
    fn at(&self, digits: &[i64], symbols: &[i64; 3]) -> Option<i64> {
        let sum = digits.iter().zip(&self.modes).map(|(digit, mode)| digit * mode.1.at(symbols));
        let argument = sum.sum::<i64>() + self.offset.map_or(0, |offset| offset.at(symbols));
        match &self.outer {
            Outer::Nothing => Some(argument),
            _ if argument < 0 => None,
            Outer::Swizzle(bits, base, shift) => {
                let mask = ((1 << bits) - 1) << (base + shift.max(&0));
                let field = argument & mask;
                Some(argument ^ if 0 < *shift { field >> shift } else { field << -shift })
            }
            Outer::Layout(modes) => {
                let extents: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
                let digits = digits_of(argument, &extents);
                Some(digits.iter().zip(modes).map(|(digit, mode)| digit * mode.1).sum())
            }
        }
    }
}

/// The digits of a number, the last one without an end.
fn digits_of(number: i64, extents: &[i64]) -> Vec<i64> {
    let mut rest = number;
    let last = extents.len() - 1;
    let digit = |(position, extent): (usize, &i64)| {
        let digit = if position == last { rest } else { rest % extent };
        rest /= extent;
        digit
    };
    extents.iter().enumerate().map(digit).collect()
}

/// All digits below the ends.
fn boxed(ends: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let size: i64 = ends.iter().product();
    let ends = ends.to_vec();
    (0..size).map(move |place| digits_of(place, &ends))
}

#[test]
fn the_sign_is_that_of_every_offset() {
    let mut numbers = Numbers(1);
    let (mut naturals, mut negatives, mut unseen) = ([0, 0], [0, 0], 0);
    for round in 0..8_000 {
        let parts = Parts::random(&mut numbers, round % 2 == 1);
        let layout = parts.layout();
        for (which, domain) in [Domain::Inside, Domain::Extended].into_iter().enumerate() {
            let is_natural = parts.values().iter().all(|symbols| {
                let past = |extent: i64| if domain == Domain::Inside { extent } else { extent + 4 };
                let ends: Vec<i64> = parts.extents(symbols).into_iter().map(past).collect();
                let mut offsets = boxed(&ends).map(|digits| parts.at(&digits, symbols));
                offsets.all(|offset| offset.is_some_and(|offset| 0 <= offset))
            });
            match layout.sign(domain) {
                Sign::Natural => {
                    assert!(is_natural, "{layout} {domain:?}");
                    naturals[which] += 1;
                }
                Sign::Any if is_natural => {
                    // Exact without symbols, but after a layout and far outside.
                    let is_exact = !layout.has_symbols() && domain == Domain::Inside;
                    assert!(!is_exact || matches!(parts.outer, Outer::Layout(_)), "{layout}");
                    unseen += 1;
                }
                Sign::Any => negatives[which] += 1,
            }
        }
    }
    assert!(naturals.iter().all(|&n| 1_000 < n), "{naturals:?}");
    assert!(negatives.iter().all(|&n| 1_000 < n), "{negatives:?}");
    assert!(unseen < 1_600, "{unseen}");
}
