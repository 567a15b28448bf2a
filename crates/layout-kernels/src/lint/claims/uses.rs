//! Values that are used in another layout than they are made in.

use rustc_hash::FxHashMap;

use crate::triton::{Attribute, Operation, Program, Region, Step, Type};

/// The shape and the encoding of a tensor, of which a use may leave the elements out.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Form<'p> {
    shape: &'p [i64],
    encoding: &'p Attribute,
    text: &'p str,
}

/// The operations that use a value in another form than it is made in, with what is wrong.
pub(super) fn misuses(program: &Program) -> Vec<(&Operation, String)> {
    let mut forms = Forms::default();
    for argument in &program.arguments {
        forms.define(&argument.name, form(&argument.kind));
    }
    let mut found = Vec::new();
    walk(&program.body, &mut forms, &mut found);
    found
}

fn walk<'p>(region: &'p Region, forms: &mut Forms<'p>, found: &mut Vec<(&'p Operation, String)>) {
    for step in &region.steps {
        let message = used_as_other(&step.operation, forms);
        found.extend(message.map(|message| (&step.operation, message)));
        enter(step, forms);
        step.regions.iter().for_each(|region| walk(region, forms, found));
        results(step, forms);
    }
}

/// What values are, by their names: the last one of a name.
#[derive(Default)]
struct Forms<'p> {
    known: FxHashMap<&'p str, Form<'p>>,
}

impl<'p> Forms<'p> {
    fn define(&mut self, name: &'p str, form: Option<Form<'p>>) {
        match form {
            Some(form) => self.known.insert(name, form),
            None => self.known.remove(name),
        };
    }
}

/// Gives the arguments of an operation's regions their forms: a loop carries what it begins with.
fn enter<'p>(step: &'p Step, forms: &mut Forms<'p>) {
    for region in &step.regions {
        for name in &region.arguments {
            forms.define(name, None);
        }
        for name in region.blocks.iter().flat_map(|block| &block.arguments) {
            forms.define(name, None);
        }
    }
    let (true, Some(body)) = (step.operation.name() == "scf.for", step.regions.first()) else {
        return;
    };
    let begun = step.operation.operands().get(3..).unwrap_or_default();
    for (name, begun) in body.arguments.iter().skip(1).zip(begun) {
        forms.define(name, forms.known.get(begun.as_str()).copied());
    }
}

/// Gives the results of an operation their forms.
fn results<'p>(step: &'p Step, forms: &mut Forms<'p>) {
    let [operands, results] = step.operation.types();
    let (dialect, _) = step.operation.name().split_once('.').unwrap_or_default();
    for (at, name) in step.results.iter().enumerate() {
        // Where one type is printed, it is that of all values, or has their layout.
        let own = match (results.get(at), operands) {
            (Some(own), _) if results.len() == step.results.len() => form(own),
            (None, [own]) if matches!(dialect, "arith" | "math") => form(own),
            _ => None,
        };
        forms.define(name, own);
    }
}

/// A tensor that is an operand where no type of the operation has its shape and encoding.
fn used_as_other(operation: &Operation, forms: &Forms<'_>) -> Option<String> {
    let types = || operation.types().into_iter().flatten();
    let is_looked_at = |name: &str| {
        ["tt.", "ttg.", "ttng.", "arith.", "math.", "scf.yield"]
            .iter()
            .any(|own| name.starts_with(own))
    };
    if !is_looked_at(operation.name()) {
        return None;
    }
    operation.operands().iter().find_map(|name| {
        let made = forms.known.get(name.as_str())?;
        let is_made = |own: &Type| form(own).is_some_and(|own| own.is_like(made));
        if types().any(is_made) {
            return None;
        }
        let used = types().find_map(form)?;
        Some(format!(
            "%{name} is used as of shape {:?} in {}, and it is made as of shape {:?} in {}",
            used.shape, used.text, made.shape, made.text
        ))
    })
}

impl Form<'_> {
    fn is_like(&self, other: &Form<'_>) -> bool {
        self.shape == other.shape && self.encoding == other.encoding
    }
}

fn form(kind: &Type) -> Option<Form<'_>> {
    let tensor = kind.as_tensor()?;
    let (encoding, text) = (tensor.encoding()?, tensor.encoding_text()?);
    Some(Form { shape: tensor.shape(), encoding, text })
}

#[cfg(test)]
mod tests {
    use crate::lint::claims::tests::said_of;

    #[test]
    fn a_value_is_used_in_the_layout_that_it_is_made_in() {
        for (lines, wrong) in [
            ("%x = arith.addf %a, %a : tensor<64x64xf32, #b>", ""),
            (
                "%x = arith.addf %a, %a : tensor<64x64xf32, #mma>",
                "%a is used as of shape [64, 64] in #mma, and it is made as of shape [64, 64] in #b",
            ),
            (
                "%x = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x64xf32, #b> -> tensor<64x64xf32, #t>
%y = arith.addf %x, %a : tensor<64x64xf32, #b>",
                "%x is used as of shape [64, 64] in #b, and it is made as of shape [64, 64] in #t",
            ),
            (
                "%r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (tensor<64x64xf32, #mma>) : i32 {
scf.yield %x : tensor<64x64xf32, #mma>
}",
                "%x is used as of shape [64, 64] in #mma, and it is made as of shape [64, 64] in #b",
            ),
            (
                "%x = tt.broadcast %a : tensor<64x1xf32, #b> -> tensor<64x128xf32, #b>",
                "%a is used as of shape [64, 1] in #b, and it is made as of shape [64, 64] in #b",
            ),
            // One type stands for all.
            (
                "%c = arith.cmpf olt, %a, %a : tensor<64x64xf32, #b>
%x = arith.select %c, %a, %a : tensor<64x64xi1, #b>, tensor<64x64xf32, #b>
tt.store %p, %x, %c : tensor<64x64x!tt.ptr<f32>, #b>",
                "",
            ),
            // The region of another one has the name again.
            (
                "scf.if %c {
%x = arith.addf %a, %a : tensor<64x64xf32, #b>
} else {
%x = ttg.convert_layout %a : tensor<64x64xf32, #b> -> tensor<64x64xf32, #mma>
%y = arith.addf %x, %x : tensor<64x64xf32, #mma>
}",
                "",
            ),
        ] {
            let said = said_of("%a: tensor<64x64xf32, #b>, %n: i32, %p: tensor<64x64x!tt.ptr<f32>, #b>, %c: i1", lines);
            assert_eq!(said.concat(), wrong, "{lines}");
        }
    }
}
