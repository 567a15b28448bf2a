//! Affine forms as attributes: an `affine_map`, an `affine_set`, or a dictionary of both.

use melior::Context;
use melior::ir::Attribute;
use melior::ir::attribute::{ArrayAttribute, StringAttribute};

use crate::affine::{AffineTerm, Comparison, Quantity};
use crate::dialect::affine_text::{constraints, expression};
use crate::dialect::ir::{
    affine_results, affine_set, dictionary, dims_and_symbols, map_input_count,
};
use crate::passes::surroundings::affine_quantity;
use crate::relation::AffineForm;

/// The names of the entries of the dictionary.
const DOMAIN: &str = "domain";
const MAP: &str = "map";
const SYMBOLS: &str = "symbols";

const NOT_AFFINE: &str = "it multiplies or divides by something other than a constant, or has a \
                          number past 64 bits";

/// The attribute of an affine form: its `map`, its `domain` or, if there is more than one of them and
/// the names of `symbols`, a dictionary.
///
/// # Errors
///
/// MLIR does not read the attribute, which would be a defect here.
pub(super) fn written<'c>(
    context: &'c Context,
    form: &AffineForm,
) -> Result<Attribute<'c>, String> {
    let mut of_term = |term: &AffineTerm| {
        Ok(match term {
            AffineTerm::Variable(variable) => Some(match variable.checked_sub(form.n_inputs) {
                None => format!("d{variable}"),
                Some(symbol) => format!("s{symbol}"),
            }),
            _ => None,
        })
    };
    let list = |letter: char, n: usize| {
        let names: Vec<String> = (0..n).map(|at| format!("{letter}{at}")).collect();
        names.join(", ")
    };
    let space = format!("({})[{}]", list('d', form.n_inputs), list('s', form.parameters.len()));
    let mut parts = Vec::new();
    let is_set = form.outputs.is_empty();
    if is_set || !form.domain.is_empty() {
        let constraints = constraints(form.domain.iter().cloned(), &mut of_term)?;
        parts.push((DOMAIN, format!("affine_set<{space} : ({constraints})>")));
    }
    if !is_set {
        let outputs: Result<Vec<String>, String> =
            form.outputs.iter().map(|output| expression(output, &mut of_term)).collect();
        parts.push((MAP, format!("affine_map<{space} -> ({})>", outputs?.join(", "))));
    }
    if !form.parameters.is_empty() {
        parts.push((SYMBOLS, format!("[\"{}\"]", form.parameters.join("\", \""))));
    }
    let text = match &parts[..] {
        [(_, only)] => only.clone(),
        parts => {
            let entries: Vec<String> =
                parts.iter().map(|(name, text)| format!("{name} = {text}")).collect();
            format!("{{{}}}", entries.join(", "))
        }
    };
    Attribute::parse(context, &text).ok_or_else(|| format!("{text} is not read by MLIR"))
}

/// The affine form that an attribute is; `None` for one that is not any of the three.
///
/// # Errors
///
/// Why there is none, though the attribute looks like one.
pub(super) fn read(attribute: Attribute<'_>) -> Option<Result<AffineForm, String>> {
    let Some(entries) = dictionary(attribute) else {
        return dims_and_symbols(attribute).map(|_| form(&[attribute], None));
    };
    let entry = |wanted| entries.iter().find(|(name, _)| *name == wanted).map(|entry| entry.1);
    let parts: Vec<Attribute> = [DOMAIN, MAP].into_iter().filter_map(entry).collect();
    let symbols = entry(SYMBOLS);
    let n_known = parts.len() + usize::from(symbols.is_some());
    let is_domain =
        entry(DOMAIN).is_none_or(|domain| !is_map(domain) && dims_and_symbols(domain).is_some());
    let has_map = entry(MAP).is_none_or(is_map);
    if parts.is_empty() || n_known != entries.len() || !is_domain || !has_map {
        return None;
    }
    Some(form(&parts, symbols))
}

/// The form of a domain, a map, or both.
fn form(parts: &[Attribute<'_>], symbols: Option<Attribute<'_>>) -> Result<AffineForm, String> {
    let spaces: Vec<(usize, usize)> = parts.iter().filter_map(|it| dims_and_symbols(*it)).collect();
    let &[(n_inputs, n_symbols), ..] = &spaces[..] else {
        return Err("there is no map and no set".to_owned());
    };
    if let [_, (n_others, n_other_symbols)] = spaces[..]
        && (n_others, n_other_symbols) != (n_inputs, n_symbols)
    {
        return Err(format!(
            "the domain has {n_inputs} dimensions and {n_symbols} symbols, and the map {n_others} \
             and {n_other_symbols}"
        ));
    }
    let parameters = match symbols {
        None => (0..n_symbols).map(|at| format!("s{at}")).collect(),
        Some(names) => {
            let names = ArrayAttribute::try_from(names).ok().and_then(names_of);
            let names = names.ok_or("the symbols are not an array of strings")?;
            if names.len() != n_symbols {
                return Err(format!("{} names for {n_symbols} symbols", names.len()));
            }
            names
        }
    };
    let inputs: Vec<Quantity> = (0..n_inputs + n_symbols).map(Quantity::variable).collect();
    let (mut outputs, mut domain) = (Vec::new(), Vec::new());
    for &part in parts {
        let not_read = || NOT_AFFINE.to_owned();
        if is_map(part) {
            for result in affine_results(part).ok_or_else(not_read)? {
                outputs.push(affine_quantity(&result, &inputs).ok_or_else(not_read)?);
            }
        } else {
            for (constraint, is_equality) in affine_set(part).ok_or_else(not_read)? {
                let quantity = affine_quantity(&constraint, &inputs).ok_or_else(not_read)?;
                domain.push(match is_equality {
                    true => Comparison::equal(quantity, 0),
                    false => Comparison::at_least(quantity, 0),
                });
            }
        }
    }
    Ok(AffineForm { n_inputs, parameters, outputs, domain })
}

fn is_map(attribute: Attribute<'_>) -> bool {
    map_input_count(attribute).is_some()
}

fn names_of(names: ArrayAttribute<'_>) -> Option<Vec<String>> {
    let name = |at| StringAttribute::try_from(names.element(at).ok()?).ok();
    (0..names.len()).map(|at| name(at).map(|name| name.value().to_owned())).collect()
}
