//! Relations as isl maps: construction, composition, and the way back.

use super::from_isl::ColumnNames;
use super::names::FreshNames;
use super::tree::{Dim, Name, Tuple, is_word};
use super::{Context, Facts, IslError, QuestionError, Relation, lower};
use crate::affine::Quantity;
use crate::ffi::isl::{self, Dims, Set};

/// A relation as isl holds it: what questions are asked of.
///
/// Operations need the budget of one question each, see [`Context`]. A `Map` belongs to its
/// context and stays on its thread.
///
/// ```
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let double: Relation = "{ [c] -> [2c] : 0 <= c < 8 }".parse()?;
/// let third: Relation = "{ [c] -> [floor(c/3)] : 0 <= c < 12 }".parse()?;
/// let map = double.to_map(&context)?.then(&third.to_map(&context)?)?;
///
/// // 2c reaches 14, which third does not take: the composition is one of relations.
/// let pairs = map.pairs(100)?;
/// assert_eq!(pairs.len(), 6);
/// assert_eq!(pairs[4], (vec![4], vec![2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Map {
    pub(super) map: isl::Map,
}

impl Relation {
    /// The relation as isl's object.
    ///
    /// Built through affine expressions: the text of the relation goes nowhere near isl. Fails only
    /// when the budget runs out.
    pub fn to_map(&self, context: &Context) -> Result<Map, QuestionError> {
        context.weigh(self.tree().cost());
        context.begin_question();
        Ok(Map { map: lower::lower(context, self.tree())? })
    }
}

impl Facts {
    /// The values of the parameters that agree with the facts.
    fn to_set(&self, context: &Context) -> Result<Set, IslError> {
        lower::lower(context, &self.to_tree())?.domain()?.parameters()
    }
}

impl Map {
    /// The context that the map belongs to.
    pub fn context(&self) -> &Context {
        self.map.context()
    }

    /// How many parameters there are.
    pub(crate) fn n_parameters(&self) -> Result<usize, QuestionError> {
        Ok(self.map.dim(Dims::Parameters)?)
    }

    /// How many dimensions the inputs have.
    pub fn n_inputs(&self) -> Result<usize, QuestionError> {
        Ok(self.map.dim(Dims::Inputs)?)
    }

    /// How many dimensions the outputs have.
    pub fn n_outputs(&self) -> Result<usize, QuestionError> {
        Ok(self.map.dim(Dims::Outputs)?)
    }

    /// The names of the parameters.
    pub fn parameters(&self) -> Result<Vec<String>, QuestionError> {
        Ok(self.map.parameter_names()?)
    }

    /// The relation with the same pairs, simplified by isl. It need not be short.
    ///
    /// An output that an equation defines is written as its value; a dimension without a name is
    /// given one.
    ///
    /// # Errors
    ///
    /// The budget runs out, a number does not fit in 64 bits, or the relation is longer than one may be.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let context = Context::new(100_000);
    /// let half: Relation = "{ [c] -> [o] : 2o = c and 0 <= c < 8 }".parse()?;
    /// let next: Relation = "{ [c] -> [3c + 1] : c <= 2 }".parse()?;
    /// let both = half.to_map(&context)?.then(&next.to_map(&context)?)?;
    /// assert_eq!(
    ///     both.to_relation()?.to_string(),
    ///     "{ [c] -> [floor((3c)/2) + 1] : (3c) mod 2 = 0 and 0 <= c < 5 }"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_relation(&self) -> Result<Relation, QuestionError> {
        let conjunctions = self.conjunctions()?;
        let parameters: Vec<Name> = self.parameters()?.into_iter().map(Name::from).collect();
        let mut names = FreshNames::of(&parameters, &[]);
        let mut tuple = |dims: Dims, prefix: &str| {
            let dim = |at: usize| {
                let name = self.map.dim_name(dims, at)?;
                // `and'` is a name, and `and` is not.
                let name =
                    name.filter(|name| !is_word(name)).unwrap_or_else(|| format!("{prefix}{at}"));
                Ok(Dim::named(&names.fresh(&name)))
            };
            let name = self.map.tuple_name(dims)?.map(Name::from);
            let dims = (0..self.map.dim(dims)?).map(dim).collect::<Result<_, IslError>>()?;
            Ok::<_, IslError>(Tuple { name, dims })
        };
        let (domain, range) = (tuple(Dims::Inputs, "i")?, tuple(Dims::Outputs, "o")?);
        Ok(Relation::from_conjunctions(ColumnNames { parameters, domain, range }, &conjunctions)?)
    }

    /// The outputs as quantities, with variable i as input i: each has one for each part of the domain
    /// on which isl finds it another.
    ///
    /// Fails if an input has several outputs, if a parameter is in one, and past 64 bits.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let half: Relation = "{ [c] -> [o] : 2o = c and 0 <= c < 8 }".parse()?;
    /// let [output] = &half.to_map(&Context::new(100_000))?.outputs()?[..] else { panic!() };
    /// let [value] = &output[..] else { panic!("one part") };
    /// assert_eq!(value.evaluate(&[6]), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outputs(&self) -> Result<Vec<Vec<Quantity>>, QuestionError> {
        self.begin();
        let outputs = self.map.outputs()?;
        let distinct = |output: &Vec<_>| {
            let mut distinct = Vec::new();
            for part in output {
                let part = Quantity::from_affine(part)?;
                if !distinct.contains(&part) {
                    distinct.push(part);
                }
            }
            Ok(distinct)
        };
        outputs.iter().map(distinct).collect()
    }

    /// The pairs (a, c) with (a, b) in this map and (b, c) in `next`: `next` after this one.
    ///
    /// Relational: an a whose b `next` does not take has no pair.
    pub fn then(&self, next: &Map) -> Result<Map, QuestionError> {
        self.begin();
        if self.n_outputs()? != next.n_inputs()? {
            return Err(QuestionError::LengthsDiffer {
                what: "inputs",
                expected: self.n_outputs()?,
                found: next.n_inputs()?,
            });
        }
        Ok(Map { map: self.map.clone().then(next.map.clone())? })
    }

    /// The pairs (b, a) with (a, b) in this map.
    pub fn reverse(&self) -> Result<Map, QuestionError> {
        self.begin();
        Ok(Map { map: self.map.clone().reverse()? })
    }

    /// The pairs in both maps.
    pub(crate) fn intersection(&self, other: &Map) -> Result<Map, QuestionError> {
        self.begin();
        self.same_tuples(other)?;
        Ok(Map { map: self.map.clone().intersect(other.map.clone())? })
    }

    /// The pairs of this map that are not in `other`.
    pub fn difference(&self, other: &Map) -> Result<Map, QuestionError> {
        self.begin();
        self.same_tuples(other)?;
        Ok(Map { map: self.map.clone().subtract(other.map.clone())? })
    }

    /// The pairs for those values of the parameters that agree with `facts`.
    pub fn given(&self, facts: &Facts) -> Result<Map, QuestionError> {
        self.begin();
        let set = facts.to_set(self.context())?;
        Ok(Map { map: self.map.clone().with_parameters(set)? })
    }

    /// The pairs for `value` of the parameter `name`; all pairs if there is no such parameter.
    pub(crate) fn with_parameter(&self, name: &str, value: i64) -> Result<Map, QuestionError> {
        self.begin();
        let map = self.map.clone();
        Ok(match map.parameter(name)? {
            Some(position) => Map { map: map.fixed(Dims::Parameters, position, value)? },
            None => self.clone(),
        })
    }

    /// The pairs whose input is in the domain of `other`.
    pub fn with_domain_of(&self, other: &Map) -> Result<Map, QuestionError> {
        self.begin();
        let domain = other.map.clone().domain()?;
        Ok(Map { map: self.map.clone().with_domain(domain)? })
    }

    /// The pairs whose inputs lie in a box: `low <= input < high` for each dimension.
    pub fn with_inputs_in(&self, bounds: &[(i64, i64)]) -> Result<Map, QuestionError> {
        self.begin();
        let set = self.bounded(self.map.clone().domain()?, bounds, "input bounds")?;
        Ok(Map { map: self.map.clone().with_domain(set)? })
    }

    /// The pairs whose outputs lie in a box: `low <= output < high` for each dimension.
    pub fn with_outputs_in(&self, bounds: &[(i64, i64)]) -> Result<Map, QuestionError> {
        self.begin();
        let set = self.bounded(self.map.clone().range()?, bounds, "output bounds")?;
        Ok(Map { map: self.map.clone().with_range(set)? })
    }

    pub(super) fn begin(&self) {
        self.context().begin_question();
    }

    pub(super) fn same_tuples(&self, other: &Map) -> Result<(), QuestionError> {
        if self.map.has_same_tuples(&other.map)? {
            return Ok(());
        }
        Err(QuestionError::SpacesDiffer {
            left: (self.n_inputs()?, self.n_outputs()?),
            right: (other.n_inputs()?, other.n_outputs()?),
        })
    }

    /// The points of the space of `set` with `low <= coordinate < high`.
    pub(super) fn bounded(
        &self,
        set: Set,
        bounds: &[(i64, i64)],
        what: &'static str,
    ) -> Result<Set, QuestionError> {
        let n = set.dim(Dims::Outputs)?;
        if n != bounds.len() {
            return Err(QuestionError::LengthsDiffer { what, expected: n, found: bounds.len() });
        }
        let mut box_set = Set::universe(&set.space()?)?;
        for (position, &(low, high)) in bounds.iter().enumerate() {
            box_set = box_set.at_least(Dims::Outputs, position, low)?;
            box_set = match high.checked_sub(1) {
                Some(last) => box_set.at_most(Dims::Outputs, position, last)?,
                None => Set::empty(&set.space()?)?,
            };
        }
        Ok(box_set)
    }
}
