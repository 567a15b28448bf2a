//! Other variables and expressions in the place of those of a tree.

use std::convert::Infallible;

use super::tree::{Chain, Dim, Expr, Formula, Piece, Tuple, Variable};

impl Piece {
    /// The piece with each variable replaced.
    pub fn renamed(self, rename: &dyn Fn(Variable) -> Variable) -> Self {
        let Ok(renamed) = self.try_map(&|expr| Ok::<_, Infallible>(expr.renamed(rename)));
        renamed
    }

    /// The piece with every variable replaced; `None` if one has no replacement, or a product passes 64
    /// bits. No replacement has a name that the formula binds.
    pub fn replaced(&self, replace: &dyn Fn(Variable) -> Option<Expr>) -> Option<Self> {
        self.clone().try_map(&|expr| expr.replaced(replace).ok_or(())).ok()
    }

    fn try_map<E>(self, map: &dyn Fn(Expr) -> Result<Expr, E>) -> Result<Self, E> {
        Ok(Piece {
            domain: self.domain.try_map(map)?,
            range: self.range.try_map(map)?,
            formula: self.formula.try_map(map)?,
        })
    }
}

impl Tuple {
    fn try_map<E>(self, map: &dyn Fn(Expr) -> Result<Expr, E>) -> Result<Self, E> {
        Ok(Tuple { name: self.name, dims: try_map_dims(self.dims, map)? })
    }
}

fn try_map_dims<E>(dims: Vec<Dim>, map: &dyn Fn(Expr) -> Result<Expr, E>) -> Result<Vec<Dim>, E> {
    let of_dim = |dim: Dim| Ok(Dim { name: dim.name, value: dim.value.map(map).transpose()? });
    dims.into_iter().map(of_dim).collect()
}

impl Formula {
    /// The formula with each variable replaced.
    pub fn renamed(self, rename: &dyn Fn(Variable) -> Variable) -> Self {
        let Ok(renamed) = self.try_map(&|expr| Ok::<_, Infallible>(expr.renamed(rename)));
        renamed
    }

    /// The formula with every variable replaced, and without comparisons of integers that hold then; `None`
    /// if it binds variables, whose names could meet those of the replacements, if a variable has no
    /// replacement, or if a product passes 64 bits.
    pub fn replaced(&self, replace: &dyn Fn(Variable) -> Option<Expr>) -> Option<Self> {
        if self.binds() {
            return None;
        }
        let replaced = self.clone().try_map(&|expr| expr.replaced(replace).ok_or(())).ok()?;
        Some(replaced.decided())
    }

    /// The formula without what comparisons of integers decide.
    fn decided(self) -> Self {
        match self {
            Formula::Compare(chain) => chain.decided(),
            Formula::And(members) => {
                let members = members.into_iter().map(Formula::decided);
                Formula::and(members.filter(|member| *member != Formula::True))
            }
            Formula::Or(members) => {
                let members = members.into_iter().map(Formula::decided);
                Formula::or(members.filter(|member| *member != Formula::False))
            }
            Formula::True | Formula::False | Formula::Not(_) | Formula::Exists(..) => self,
        }
    }

    /// True if the formula has an `exists`.
    fn binds(&self) -> bool {
        match self {
            Formula::True | Formula::False | Formula::Compare(_) => false,
            Formula::And(members) | Formula::Or(members) => members.iter().any(Formula::binds),
            Formula::Not(inner) => inner.binds(),
            Formula::Exists(..) => true,
        }
    }

    /// The formula under a new outermost binder of the `n` outputs.
    pub fn outputs_to_bound(self, n: usize) -> Self {
        self.renamed(&|variable| under_outputs(variable, n))
    }

    /// The formula with what `map` makes of each expression in it, also of the dims that it binds.
    fn try_map<E>(self, map: &dyn Fn(Expr) -> Result<Expr, E>) -> Result<Self, E> {
        let each = |members: Vec<Formula>| {
            members.into_iter().map(|member| member.try_map(map)).collect::<Result<_, _>>()
        };
        Ok(match self {
            Formula::True | Formula::False => self,
            Formula::Compare(Chain { lists, operators }) => {
                let list = |list: Vec<Expr>| list.into_iter().map(map).collect();
                let lists = lists.into_iter().map(list).collect::<Result<_, _>>()?;
                Formula::Compare(Chain { lists, operators })
            }
            Formula::And(members) => Formula::And(each(members)?),
            Formula::Or(members) => Formula::Or(each(members)?),
            Formula::Not(inner) => Formula::Not(Box::new(inner.try_map(map)?)),
            Formula::Exists(dims, body) => {
                Formula::Exists(try_map_dims(dims, map)?, Box::new(body.try_map(map)?))
            }
        })
    }
}

impl Chain {
    /// The comparisons of the chain that are not between integers, or whether those hold that are.
    fn decided(mut self) -> Formula {
        let of_integers = self.pairs().filter_map(|(left, operator, right)| match (left, right) {
            (Expr::Integer(left), Expr::Integer(right)) => Some(operator.holds(left, right)),
            _ => None,
        });
        let (holds, n_decided) = of_integers.fold((true, 0), |(all, n), one| (all && one, n + 1));
        if !holds {
            return Formula::False;
        }
        if n_decided == self.pairs().count() {
            return Formula::True;
        }
        // An integer between integers adds nothing to the others of its list.
        let is_integer = |expr: &Expr| matches!(expr, Expr::Integer(_));
        for at in 0..self.lists.len() {
            let mut beside = at.checked_sub(1).into_iter().chain([at + 1]);
            let is_decided =
                beside.all(|at| self.lists.get(at).is_none_or(|list| list.iter().all(is_integer)));
            if is_decided && !self.lists[at].iter().all(is_integer) {
                self.lists[at].retain(|expr| !is_integer(expr));
            }
        }
        Formula::Compare(self)
    }
}

impl Expr {
    /// The expression with each variable replaced.
    pub fn renamed(self, rename: &dyn Fn(Variable) -> Variable) -> Self {
        let boxed = |inner: Box<Expr>| Box::new(inner.renamed(rename));
        let list = |list: Vec<Expr>| list.into_iter().map(|expr| expr.renamed(rename)).collect();
        match self {
            Expr::Integer(value) => Expr::Integer(value),
            Expr::Variable(variable) => Expr::Variable(rename(variable)),
            Expr::Multiply(factor, inner) => Expr::Multiply(factor, boxed(inner)),
            Expr::Sum(terms) => Expr::Sum(list(terms)),
            Expr::Floor(inner, divisor) => Expr::Floor(boxed(inner), divisor),
            Expr::Ceil(inner, divisor) => Expr::Ceil(boxed(inner), divisor),
            Expr::Modulo(inner, modulus) => Expr::Modulo(boxed(inner), modulus),
            Expr::Minimum(operands) => Expr::Minimum(list(operands)),
            Expr::Maximum(operands) => Expr::Maximum(list(operands)),
        }
    }

    /// The expression with every variable replaced, and without terms that are 0 then; `None` if one has no
    /// replacement, or a product passes 64 bits.
    pub fn replaced(&self, replace: &dyn Fn(Variable) -> Option<Expr>) -> Option<Expr> {
        let all = |list: &[Expr]| -> Option<Vec<Expr>> {
            list.iter().map(|expr| expr.replaced(replace)).collect()
        };
        Some(match self {
            Expr::Integer(_) => self.clone(),
            Expr::Variable(variable) => replace(*variable)?,
            Expr::Multiply(factor, inner) => inner.replaced(replace)?.times(*factor).ok()?,
            Expr::Sum(terms) => Expr::sum_of_nonzero(all(terms)?),
            Expr::Floor(inner, divisor) => inner.replaced(replace)?.floor(*divisor),
            Expr::Ceil(inner, divisor) => inner.replaced(replace)?.ceil(*divisor),
            Expr::Modulo(inner, divisor) => inner.replaced(replace)?.modulo(*divisor),
            Expr::Minimum(list) => Expr::Minimum(all(list)?),
            Expr::Maximum(list) => Expr::Maximum(all(list)?),
        })
    }

    /// The expression under a new outermost binder of the `n` outputs.
    pub fn outputs_to_bound(self, n: usize) -> Self {
        self.renamed(&|variable| under_outputs(variable, n))
    }
}

/// A variable under a new outermost binder of the `n` outputs.
fn under_outputs(variable: Variable, n: usize) -> Variable {
    match variable {
        Variable::Output(position) => Variable::Bound(position),
        Variable::Bound(position) => Variable::Bound(position + n),
        variable => variable,
    }
}
