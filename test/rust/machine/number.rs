//! Numbers of a type, and the operations on them as MLIR defines them.

/// The behavior is not defined, or a number of 64 bits would wrap around, which the library takes
/// not to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undefined;

/// A type of numbers. A number is kept as the signed one of the same bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    Integer(u32),
    /// With 64 bits.
    Index,
}

impl Type {
    pub fn width(self) -> u32 {
        match self {
            Type::Integer(width) => width,
            Type::Index => 64,
        }
    }

    pub fn least(self) -> i64 {
        i64::MIN >> (64 - self.width())
    }

    pub fn greatest(self) -> i64 {
        i64::MAX >> (64 - self.width())
    }

    /// The number with the last bits of another one.
    pub fn wrapped(self, number: i128) -> i64 {
        let unused = 128 - self.width();
        ((number << unused) >> unused) as i64
    }

    /// The unsigned number of the same bits.
    pub fn unsigned(self, number: i64) -> i128 {
        i128::from(number) & ((1 << self.width()) - 1)
    }

    /// The numbers of a loop that adds the step and compares. One of more than 40 iterations is not run,
    /// and none in which a number of 64 bits wraps around.
    pub(super) fn turns(
        self,
        [low, high, step]: [i64; 3],
        is_unsigned: bool,
    ) -> Result<Vec<i64>, Undefined> {
        let number = |n: i64| if is_unsigned { self.unsigned(n) } else { i128::from(n) };
        let mut found = Vec::new();
        let mut index = low;
        while number(index) < number(high) {
            if found.len() == 40 {
                return Err(Undefined);
            }
            found.push(index);
            let sum = i128::from(index) + i128::from(step);
            let is_long = matches!(self, Type::Index | Type::Integer(64));
            if is_long && i64::try_from(sum).is_err() {
                return Err(Undefined);
            }
            index = self.wrapped(sum);
        }
        Ok(found)
    }

    /// The numbers of a loop. One of more than 40 iterations is not run, and none that would count
    /// past the last number of its type: code that adds the step and compares then never ends.
    pub(super) fn iterations(
        self,
        [low, high, step]: [i64; 3],
        is_unsigned: bool,
    ) -> Result<Vec<i64>, Undefined> {
        let number = |n: i64| if is_unsigned { self.unsigned(n) } else { i128::from(n) };
        let (low, high, step) = (number(low), number(high), number(step));
        if step < 1 {
            return Err(Undefined);
        }
        let mut found = Vec::new();
        let mut index = low;
        while index < high {
            if found.len() == 40 {
                return Err(Undefined);
            }
            found.push(self.wrapped(index));
            index += step;
        }
        let last = if is_unsigned { self.unsigned(-1) } else { i128::from(self.greatest()) };
        if last < index {
            return Err(Undefined);
        }
        Ok(found)
    }
}

/// The part of an operation's name that says what it does: those of `arith` end with a letter for
/// integers.
fn kind(name: &str) -> &str {
    let (dialect, name) = name.split_once('.').unwrap();
    if dialect == "arith" { name.strip_suffix('i').unwrap() } else { name }
}

/// An operation of two numbers; `None` is poison.
pub fn binary(name: &str, r#type: Type, x: i64, y: i64) -> Result<Option<i64>, Undefined> {
    let (a, b) = (i128::from(x), i128::from(y));
    let (ua, ub) = (r#type.unsigned(x), r#type.unsigned(y));
    let width = i128::from(r#type.width());
    let wrapped = |number| Some(r#type.wrapped(number));
    // A sum of 64 bits is taken not to wrap around.
    let sum = |number: i128| {
        let result = r#type.wrapped(number);
        (r#type.width() < 64 || i128::from(result) == number).then_some(result)
    };
    let divides_by_zero = b == 0;
    let overflows = x == r#type.least() && y == -1;
    let signed = |number: i128| match divides_by_zero || overflows {
        true => Err(Undefined),
        false => Ok(Some(r#type.wrapped(number))),
    };
    let by = if b == 0 { 1 } else { b };
    let unsigned_by = if ub == 0 { 1 } else { ub };
    let unsigned = |number: i128| match divides_by_zero {
        true => Err(Undefined),
        false => Ok(Some(r#type.wrapped(number))),
    };
    let shifted = |result: Option<i64>| if ub < width { result } else { None };
    let distance = ub.min(63) as u32;
    Ok(match kind(name) {
        "add" => sum(a + b),
        "sub" => sum(a - b),
        "mul" => sum(a * b),
        "shl" => shifted(sum(a << distance)),
        "shrs" => shifted(wrapped(a >> distance)),
        "shru" => shifted(wrapped(ua >> distance)),
        "divs" => signed(a / by)?,
        "divu" => unsigned(ua / unsigned_by)?,
        // MLIR's code for these divides a number beside this one too, and the least by -1 traps.
        "floordivs" if name.starts_with("index") && b == -1 && x <= r#type.least() + 1 => {
            return Err(Undefined);
        }
        "ceildivs" if name.starts_with("index") && b == -1 && x == r#type.greatest() => {
            return Err(Undefined);
        }
        "floordivs" => signed(floor(a, by))?,
        // MLIR's code for `index.ceildivs` negates the least number and gets it again.
        "ceildivs" if name.starts_with("index") && x == r#type.least() => return Err(Undefined),
        "ceildivs" => signed(-floor(-a, by))?,
        "ceildivu" => unsigned((ua + unsigned_by - 1) / unsigned_by)?,
        "rems" => signed(a % by)?,
        "remu" => unsigned(ua % unsigned_by)?,
        "and" => wrapped(a & b),
        "or" => wrapped(a | b),
        "xor" => wrapped(a ^ b),
        "mins" => wrapped(a.min(b)),
        "maxs" => wrapped(a.max(b)),
        "minu" => wrapped(ua.min(ub)),
        "maxu" => wrapped(ua.max(ub)),
        other => unreachable!("{other}"),
    })
}

/// The quotient, rounded to minus infinity.
fn floor(a: i128, by: i128) -> i128 {
    let quotient = a / by;
    if a % by != 0 && (a < 0) != (by < 0) { quotient - 1 } else { quotient }
}

pub fn convert(name: &str, from: Type, to: Type, x: i64) -> i64 {
    match name {
        "arith.extui" | "arith.index_castui" | "index.castu" => to.wrapped(from.unsigned(x)),
        _ => to.wrapped(i128::from(x)),
    }
}

pub fn compare(predicate: &str, r#type: Type, x: i64, y: i64) -> bool {
    let (a, b) = (r#type.unsigned(x), r#type.unsigned(y));
    match predicate {
        "eq" => x == y,
        "ne" => x != y,
        "slt" => x < y,
        "sle" => x <= y,
        "sgt" => x > y,
        "sge" => x >= y,
        "ult" => a < b,
        "ule" => a <= b,
        "ugt" => a > b,
        "uge" => a >= b,
        other => unreachable!("{other}"),
    }
}
