//! A compiler in Rust that builds layout IR through melior and proves what it claims.

use layout::algebra::{AnyLayout, Kind};
use layout::dialect::attribute::attribute;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, BlockLike, BlockRef, Identifier, Location, Module, OperationRef, Type, Value,
};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;

/// Appends an operation to a program. Its result, unless it is an obligation, is a layout.
fn append<'c, 'a>(
    context: &'c Context,
    body: BlockRef<'c, 'a>,
    name: &str,
    operands: &[Value<'c, 'a>],
    attributes: &[(Identifier<'c>, Attribute<'c>)],
) -> OperationRef<'c, 'a> {
    let layout = Type::parse(context, "!layout.layout").expect("the dialect is loaded");
    let results = if name.starts_with("layout.assert") { vec![] } else { vec![layout] };
    let operation = OperationBuilder::new(name, Location::new(context, "kernel.rs", 1, 1))
        .add_operands(operands)
        .add_results(&results)
        .add_attributes(attributes)
        .build()
        .expect("the operation is known");
    body.append_operation(operation)
}

/// Appends a layout in CuTe's notation.
fn constant<'c, 'a>(context: &'c Context, body: BlockRef<'c, 'a>, text: &str) -> Value<'c, 'a> {
    let layout = AnyLayout::parse(Kind::Cute, text).expect("the notation is CuTe's");
    let value = (Identifier::new(context, "value"), attribute(context, &layout));
    result(append(context, body, "layout.constant", &[], &[value]))
}

fn result<'c, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    operation.result(0).expect("the operation has a result").into()
}

fn main() {
    let registry = DialectRegistry::new();
    layout::dialect::register(&registry);
    layout::passes::register();
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();

    let mut module = Module::new(Location::unknown(&context));
    let body = module.body();
    let left = constant(&context, body, "(4,6,8):(2,3,5)");
    let right = constant(&context, body, "6:3");
    let claimed = constant(&context, body, "(2,3):(6,3)");
    let composed = result(append(&context, body, "layout.compose", &[left, right], &[]));
    append(&context, body, "layout.assert_equivalent", &[composed, claimed], &[]);
    assert!(module.as_operation().verify());

    context.attach_diagnostic_handler(|diagnostic| {
        println!("{}: {}", diagnostic.location(), diagnostic);
        for note in (0..diagnostic.note_count()).filter_map(|index| diagnostic.note(index).ok()) {
            println!("  {note}");
        }
        true
    });
    let passes = PassManager::new(&context);
    let pipeline = "builtin.module(layout-verify)";
    parse_pass_pipeline(passes.as_operation_pass_manager(), pipeline).expect("it is registered");
    assert!(passes.run(&mut module).is_err());
    println!("refuted, as it should be");
}
