//! Numbers at the ends of 64 bits: every operation and every claim ends in an answer or in an error, and no
//! number wraps on the way, which the profile of a release checks.

use fastrand::Rng;
use layout_math::algebra::{
    AnyLayout, Budget, Kind, Measure, Operation, Parameters, Promotion, bijective, compatible,
    compose, convert, disjoint, equivalent, has_measure, in_bounds, increasing, injective,
    surjective,
};
use layout_math::cute::Term;

/// A budget of many questions a second.
const BUDGET: Budget = Budget {
    isl_operations: 500,
    walk_first: 64,
    walk_last: 256,
    search_steps: 1 << 10,
    ..Budget::DEFAULT
};

const ENDS: [i64; 14] = [
    i64::MIN,
    i64::MIN + 1,
    i64::MIN / 2,
    -(1 << 32),
    -3,
    -1,
    0,
    1,
    2,
    3,
    1 << 31,
    (1 << 62) - 1,
    1 << 62,
    i64::MAX,
];

/// Random layouts of extreme numbers, the same in every run.
struct Extremes(Rng);

impl Extremes {
    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    fn number(&mut self) -> i64 {
        ENDS[self.below(ENDS.len())]
    }

    /// Extents are small more often than not: a shape whose size passes 64 bits is not a layout.
    fn extent(&mut self) -> i64 {
        match self.below(4) {
            0 => self.number(),
            _ => 1 + self.below(3) as i64,
        }
    }

    fn several(&mut self, one: impl Fn(&mut Self) -> String) -> String {
        let n = 1 + self.below(3);
        let parts: Vec<String> = (0..n).map(|_| one(self)).collect();
        parts.join(",")
    }

    fn cute(&mut self) -> String {
        let n = 1 + self.below(3);
        let of = |all: Vec<String>| format!("({})", all.join(","));
        let extents = (0..n).map(|at| match self.below(8) {
            0 => format!("M{at}"),
            _ => self.extent().to_string(),
        });
        let extents = of(extents.collect());
        let strides = (0..n).map(|at| match self.below(16) {
            0 => format!("M{at}"),
            1 => format!("{}@{at}", self.number()),
            _ => self.number().to_string(),
        });
        let strides = of(strides.collect());
        let used: Vec<String> = (0..n)
            .map(|at| format!("M{at}"))
            .filter(|name| extents.contains(name) || strides.contains(name))
            .map(|name| format!("{name} in [{},{}]", self.extent(), self.number()))
            .collect();
        match used.is_empty() {
            true => format!("{extents}:{strides}"),
            false => format!("{extents}:{strides} where {}", used.join(", ")),
        }
    }

    fn relation(&mut self) -> String {
        let [a, b, c, d, e] = [0; 5].map(|_| self.number());
        let [low, high] = [self.number(), self.number()];
        match self.below(4) {
            0 => format!("{{ [i] -> [{a}i + {b}] : {low} <= i <= {high} }}"),
            1 => format!("{{ [i] -> [floor(({a}i + {b})/{d})] : {low} <= i < {high} }}"),
            2 => format!(
                "{{ [i, j] -> [{a}i + ({b}j mod {d})] : 0 <= i < 3 and {low} <= j <= {high} }}"
            ),
            _ => format!("{{ [i] -> [o] : {a}o = {b}i + {c} and {low} <= {d}i + {e}o <= {high} }}"),
        }
    }

    fn layout(&mut self) -> Option<AnyLayout> {
        let (kind, text) = match self.below(8) {
            0 => (Kind::Relation, self.relation()),
            1 => {
                let swizzle = self.several(|random| random.below(64).to_string());
                (Kind::Swizzle, format!("S<{swizzle}>"))
            }
            2 => {
                let outer = match self.below(2) {
                    0 => format!("S<{},{},{}>", self.below(4), self.below(8), 4 + self.below(52)),
                    _ => self.cute(),
                };
                let offset = self.number();
                (Kind::Composed, format!("{outer} o {offset} o {}", self.cute()))
            }
            3 => {
                let bits = self.below(63);
                let basis = |random: &mut Self| format!("[{}]", 1_u64 << random.below(bits + 1));
                let bases = self.several(basis);
                (Kind::Linear, format!("{{lane = [{bases}]}} -> [dim0 = {}]", 1_u64 << bits))
            }
            4 => (Kind::Tile, format!("[{}]", self.several(Self::cute).replace("),(", ");("))),
            _ => (Kind::Cute, self.cute()),
        };
        AnyLayout::parse(kind, &text).ok()
    }
}

/// A parameter of any kind.
struct Any(i64, [i64; 2]);

impl Parameters for Any {
    fn integer(&self, _: &str) -> Option<i64> {
        Some(self.0)
    }

    fn integers(&self, _: &str) -> Option<Vec<i64>> {
        Some(self.1.to_vec())
    }

    fn text(&self, _: &str) -> Option<String> {
        Some(format!("({},{})", self.1[0], self.1[1]))
    }
}

#[test]
fn no_number_wraps() {
    let mut random = Extremes(Rng::with_seed(1));
    let operations: Vec<&Operation> = Operation::all().collect();
    let kinds =
        [Kind::Cute, Kind::Swizzle, Kind::Composed, Kind::Linear, Kind::Relation, Kind::Tile];
    let mut asked = 0;
    while asked < 20_000 {
        let (Some(a), Some(b)) = (random.layout(), random.layout()) else { continue };
        asked += 1;
        let operation = operations[random.below(operations.len())];
        let parameter = Any(random.number(), [random.number(), random.number()]);
        // Which of them fits is for the operation to say.
        for operands in [&[&a][..], &[&a, &b]] {
            let _ =
                operation.evaluate(operands, &parameter, &BUDGET).map(|value| value[0].to_string());
        }
        let size = random.number();
        match random.below(12) {
            0 => drop(injective(&a, &BUDGET)),
            1 => drop(surjective(&a, Some(size), &BUDGET)),
            2 => drop(surjective(&a, None, &BUDGET)),
            3 => drop(bijective(&a, Some(size), &BUDGET)),
            4 => drop(in_bounds(&a, &Term::constant(size), &BUDGET)),
            5 => drop(equivalent(&a, &b, &BUDGET)),
            6 => drop(disjoint(&a, &b, &BUDGET)),
            7 => drop(increasing(&a, &BUDGET)),
            8 => drop(has_measure(&a, Measure::Size, size, &BUDGET)),
            9 => drop(has_measure(&a, Measure::Cosize, size, &BUDGET)),
            10 => drop(compatible(&a, &b, &BUDGET)),
            _ => drop(compose(&a, &b, Promotion::default(), &BUDGET)),
        }
        let _ = convert(&a, kinds[random.below(kinds.len())], &BUDGET);
    }
}

/// Also where the profile is that of a release: a number that wraps would be a verdict about another one.
#[test]
#[should_panic(expected = "attempt to shift left with overflow")]
fn arithmetic_of_this_crate_is_checked() {
    let bits = std::hint::black_box(64);
    std::hint::black_box(1_i64 << bits);
}
