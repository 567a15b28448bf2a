//! Programs as MLIR.

use std::fmt::Write as _;

use super::{Expression, Machine, MachineOperation, Step, Type};

impl Type {
    pub fn text(self) -> String {
        match self {
            Type::Integer(width) => format!("i{width}"),
            Type::Index => "index".to_owned(),
        }
    }
}

impl Expression {
    pub fn text(&self, is_symbolic: bool) -> String {
        let inside = |inner: &Expression| inner.text(is_symbolic);
        match self {
            Expression::Operand(at) if is_symbolic => format!("s{at}"),
            Expression::Operand(at) => format!("d{at}"),
            Expression::Constant(value) => value.to_string(),
            Expression::Sum(parts) => format!("({} + {})", inside(&parts[0]), inside(&parts[1])),
            Expression::Product(parts) => {
                format!("({} * {})", inside(&parts[0]), inside(&parts[1]))
            }
            Expression::Modulo(inner, by) => format!("({} mod {by})", inside(inner)),
            Expression::Floor(inner, by) => format!("({} floordiv {by})", inside(inner)),
            Expression::Ceil(inner, by) => format!("({} ceildiv {by})", inside(inner)),
        }
    }

    /// True for a product of two operands, which only symbols have.
    fn is_product(&self) -> bool {
        match self {
            Expression::Operand(_) | Expression::Constant(_) => false,
            Expression::Sum(parts) => parts.iter().any(Expression::is_product),
            Expression::Product(parts) => {
                let is_constant = |part: &Expression| matches!(part, Expression::Constant(_));
                parts.iter().any(Expression::is_product) || !parts.iter().any(is_constant)
            }
            Expression::Modulo(inner, _)
            | Expression::Floor(inner, _)
            | Expression::Ceil(inner, _) => inner.is_product(),
        }
    }
}

impl Machine {
    /// What a value is called.
    pub fn name(&self, at: usize) -> String {
        match &self.steps[at] {
            Step { operation: MachineOperation::Digit(digit), operands, .. } => {
                format!("%v{}#{digit}", operands[0])
            }
            Step {
                operation: MachineOperation::For { .. } | MachineOperation::AffineFor(..),
                ..
            } => {
                format!("%i{at}")
            }
            _ => format!("%v{at}"),
        }
    }

    /// The arguments as a function lists them.
    pub fn parameters(&self) -> String {
        let parameter = |at: usize| format!("{}: {}", self.name(at), self.steps[at].r#type.text());
        self.arguments().into_iter().map(parameter).collect::<Vec<_>>().join(", ")
    }

    /// The operations, with `inside` where execution comes to the end.
    pub fn text(&self, inside: &str) -> String {
        let mut text = String::new();
        let mut after = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            if self.has_blocks && self.write_blocks((&mut text, &mut after), at, step) {
                continue;
            }
            self.write(&mut text, at, step);
            // What stands in the second block of a branch comes after an empty first one.
            if matches!(
                step.operation,
                MachineOperation::If(_)
                    | MachineOperation::AffineIf(..)
                    | MachineOperation::For { .. }
                    | MachineOperation::AffineFor(..)
            ) {
                after.insert_str(0, "}\n");
            }
        }
        text + inside + &after
    }

    /// Writes a branch or a loop as blocks, or as one that goes on while a condition holds, with what
    /// comes after what is inside of it. Operations of their own have an attribute that says so. False
    /// for other steps.
    fn write_blocks(
        &self,
        (text, after): (&mut String, &mut String),
        at: usize,
        step: &Step,
    ) -> bool {
        let Step { operation, operands, r#type } = step;
        let name = |position: usize| self.name(operands[position]);
        let (own, own_type) = (self.name(at), r#type.text());
        let is_unsigned = matches!(operation, MachineOperation::For { is_unsigned: true, .. });
        let less = if is_unsigned { "ult" } else { "slt" };
        let (before, behind) = match operation {
            MachineOperation::If(holds) => {
                let ways = if *holds { ["in", "out"] } else { ["out", "in"] };
                (
                    format!(
                        "scf.execute_region {{\ncf.cond_br {}, ^{}{at}, ^{}{at}\n^in{at}:\n",
                        name(0),
                        ways[0],
                        ways[1]
                    ),
                    format!("cf.br ^out{at}\n^out{at}:\nscf.yield\n}}\n"),
                )
            }
            MachineOperation::For { name: "scf.for", .. } if at.is_multiple_of(2) => (
                format!(
                    "scf.execute_region {{\ncf.br ^head{at}({} : {own_type})\n\
                     ^head{at}({own}: {own_type}):\n\
                     %m{at} = arith.cmpi {less}, {own}, {} {{own}} : {own_type}\n\
                     cf.cond_br %m{at}, ^in{at}, ^out{at}\n^in{at}:\n",
                    name(0),
                    name(1)
                ),
                format!(
                    "%n{at} = arith.addi {own}, {} {{own}} : {own_type}\n\
                     cf.br ^head{at}(%n{at} : {own_type})\n^out{at}:\nscf.yield\n}}\n",
                    name(2)
                ),
            ),
            MachineOperation::For { name: "scf.for", .. } => (
                format!(
                    "scf.while (%b{at} = {}) : ({own_type}) -> {own_type} {{\n\
                     %m{at} = arith.cmpi {less}, %b{at}, {} {{own}} : {own_type}\n\
                     scf.condition(%m{at}) %b{at} : {own_type}\n}} do {{\n\
                     ^bb0({own}: {own_type}):\n",
                    name(0),
                    name(1)
                ),
                format!(
                    "%n{at} = arith.addi {own}, {} {{own}} : {own_type}\n\
                     scf.yield %n{at} : {own_type}\n}}\n",
                    name(2)
                ),
            ),
            _ => return false,
        };
        text.push_str(&before);
        after.insert_str(0, &behind);
        true
    }

    fn write(&self, text: &mut String, at: usize, step: &Step) {
        let Step { operation, operands, r#type } = step;
        let name = |position: usize| self.name(operands[position]);
        let (own, own_type) = (self.name(at), r#type.text());
        let of = |position: usize| self.steps[operands[position]].r#type.text();
        let line = match operation {
            MachineOperation::Argument | MachineOperation::Digit(_) => return,
            MachineOperation::Constant(value) => match r#type {
                Type::Integer(1) => format!("{own} = arith.constant {}", *value != 0),
                Type::Index if at.is_multiple_of(2) => format!("{own} = index.constant {value}"),
                _ => format!("{own} = arith.constant {value} : {own_type}"),
            },
            MachineOperation::Binary(kind) if kind.starts_with("index") => {
                format!("{own} = {kind} {}, {}", name(0), name(1))
            }
            MachineOperation::Binary(kind) => {
                format!("{own} = {kind} {}, {} : {own_type}", name(0), name(1))
            }
            MachineOperation::Convert(kind) => {
                format!("{own} = {kind} {} : {} to {own_type}", name(0), of(0))
            }
            MachineOperation::Compare("index.cmp", predicate) => {
                format!("{own} = index.cmp {predicate}({}, {})", name(0), name(1))
            }
            MachineOperation::Compare(kind, predicate) => {
                format!("{own} = {kind} {predicate}, {}, {} : {}", name(0), name(1), of(0))
            }
            MachineOperation::Select => {
                format!("{own} = arith.select {}, {}, {} : {own_type}", name(0), name(1), name(2))
            }
            MachineOperation::Apply(expression) => {
                let map = self.map(std::slice::from_ref(expression), operands);
                format!("{own} = affine.apply {map}")
            }
            MachineOperation::Extreme(kind, results) => {
                format!("{own} = {kind} {}", self.map(results, operands))
            }
            MachineOperation::Delinearize { sizes, n_results } => format!(
                "%v{at}:{n_results} = affine.delinearize_index {} into ({}) : {}",
                name(0),
                self.sizes(sizes, &operands[1..]),
                vec!["index"; *n_results].join(", ")
            ),
            MachineOperation::Linearize { sizes, n_digits } => format!(
                "{own} = affine.linearize_index [{}] by ({}) : index",
                self.names(&operands[..*n_digits]),
                self.sizes(sizes, &operands[*n_digits..])
            ),
            MachineOperation::Assume(low, high) => {
                format!("layout.assume {} in [{low}, {high}]", name(0))
            }
            MachineOperation::If(holds) => {
                format!("scf.if {} {{{}", name(0), if *holds { "" } else { "\n} else {" })
            }
            MachineOperation::AffineIf(constraints, holds) => {
                let texts: Vec<String> = constraints
                    .iter()
                    .map(|(constraint, is_equality)| {
                        let order = if *is_equality { "==" } else { ">=" };
                        format!("{} {order} 0", constraint.text(false))
                    })
                    .collect();
                format!(
                    "affine.if affine_set<({}) : ({})>({}) {{{}",
                    dimensions(operands.len()),
                    texts.join(", "),
                    self.names(operands),
                    if *holds { "" } else { "\n} else {" }
                )
            }
            MachineOperation::For { name: "scf.parallel", .. } => {
                format!(
                    "scf.parallel ({own}) = ({}) to ({}) step ({}) {{",
                    name(0),
                    name(1),
                    name(2)
                )
            }
            MachineOperation::For { name: "scf.forall", .. } => {
                format!("scf.forall ({own}) = ({}) to ({}) step ({}) {{", name(0), name(1), name(2))
            }
            MachineOperation::For { name: kind, is_unsigned } => format!(
                "{kind} {}{own} = {} to {} step {} : {own_type} {{",
                if *is_unsigned { "unsigned " } else { "" },
                name(0),
                name(1),
                name(2)
            ),
            MachineOperation::AffineFor(low, high, by) => format!(
                "affine.for {own} = max {} to min {} step {by} {{",
                self.map(low, operands),
                self.map(high, operands)
            ),
        };
        writeln!(text, "{line}").unwrap();
    }

    fn names(&self, values: &[usize]) -> String {
        values.iter().map(|&at| self.name(at)).collect::<Vec<_>>().join(", ")
    }

    fn sizes(&self, sizes: &[Option<i64>], values: &[usize]) -> String {
        let mut values = values.iter();
        let texts = sizes.iter().map(|size| match size {
            Some(size) => size.to_string(),
            None => self.name(*values.next().unwrap()),
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// A map with its operands, which are symbols if they are multiplied.
    fn map(&self, results: &[Expression], operands: &[usize]) -> String {
        let is_symbolic = results.iter().any(Expression::is_product);
        let texts: Vec<String> = results.iter().map(|it| it.text(is_symbolic)).collect();
        let (results, operands) = (texts.join(", "), self.names(operands));
        let n = operands.split(", ").filter(|name| !name.is_empty()).count();
        match is_symbolic {
            true => {
                let symbols: Vec<String> = (0..n).map(|at| format!("s{at}")).collect();
                format!("affine_map<()[{}] -> ({results})>()[{operands}]", symbols.join(", "))
            }
            false => format!("affine_map<({}) -> ({results})>({operands})", dimensions(n)),
        }
    }
}

pub fn dimensions(n: usize) -> String {
    (0..n).map(|at| format!("d{at}")).collect::<Vec<_>>().join(", ")
}
