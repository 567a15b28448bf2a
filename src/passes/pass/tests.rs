//! What passes count.

use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;

use super::{Ir, Pass, ReadOptions};
use crate::passes::flatten_memrefs::FlattenMemRefs;
use crate::passes::import_cute::ImportCute;
use crate::passes::insert_bounds::InsertBounds;
use crate::passes::raise_relations::RaiseRelations;
use crate::passes::verify::Verify;

/// What a pass counts in a text, with options, and whether it succeeds.
fn counts<P: Pass>(text: &str, chosen: &[(&str, &str)]) -> (P::Statistics, bool) {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    crate::dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context.set_allow_unregistered_dialects(true);
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("{text}"));
    let mut options = P::Options::declared();
    for (name, value) in chosen {
        options.set(name, value).unwrap_or_else(|| panic!("{name}={value}"));
    }
    let mut counted = P::Statistics::default();
    let root = module.as_operation();
    let result = P::run(Ir { context: &context, root }, &options, &mut counted);
    (counted, result.is_ok())
}

#[test]
fn flattened_memrefs_and_their_accesses() {
    let text = "func.func @f(%a: memref<4x8xf32, #layout.cute<(4,8):(1,4)>>, %b: memref<4x8xf32>, %i: index) {
  %x = memref.load %a[%i, %i] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  memref.store %x, %a[%i, %i] : memref<4x8xf32, #layout.cute<(4,8):(1,4)>>
  memref.copy %a, %b : memref<4x8xf32, #layout.cute<(4,8):(1,4)>> to memref<4x8xf32>
  return
}
func.func @g(%a: memref<4xf32, #layout.cute<4:2>>, %i: index) {
  %x = memref.load %a[%i] : memref<4xf32, #layout.cute<4:2>>
  %b = memref.get_global @table : memref<4xf32, #layout.cute<4:1>>
  return
}
memref.global @table : memref<4xf32, #layout.cute<4:1>> = uninitialized";
    let (counted, is_right) = counts::<FlattenMemRefs>(text, &[]);
    assert_eq!((counted.flattened, counted.accesses, is_right), (3, 4, true));
}

#[test]
fn imported_operations_and_others() {
    let text = "func.func @f(%a: !cute.layout<\"(2,2):(1,2)\">) {
  %0 = \"cute.size\"(%a) : (!cute.layout<\"(2,2):(1,2)\">) -> !cute.int_tuple<\"4\">
  %1 = \"cute.unheard_of\"(%a) : (!cute.layout<\"(2,2):(1,2)\">) -> !cute.int_tuple<\"?\">
  %2 = \"cute.unheard_of\"(%a) : (!cute.layout<\"(2,2):(1,2)\">) -> !cute.int_tuple<\"?\">
  return
}";
    let (counted, is_right) = counts::<ImportCute>(text, &[]);
    assert_eq!((counted.imported, counted.skipped, is_right), (1, 2, true));
}

#[test]
fn accesses_that_are_guarded_or_not() {
    let text = "func.func @f(%b: memref<4xf32>, %a: memref<8x8xf32>, %layout: !layout.layout, %i: index, %v: f32) -> memref<4xf32, strided<[1], offset: ?>> {
  %l = layout.constant #layout.cute<8:1>
  %o = layout.apply %l(%i) : index
  memref.store %v, %b[%o] : memref<4xf32>
  memref.store %v, %b[%o] : memref<4xf32>
  %p = layout.apply %layout(%i) : index
  memref.store %v, %b[%p] : memref<4xf32>
  %c1 = arith.constant 1 : index
  memref.store %v, %b[%c1] : memref<4xf32>
  %w = memref.atomic_rmw addf %v, %b[%o] : (f32, memref<4xf32>) -> f32
  memref.store %w, %b[%c1] : memref<4xf32>
  %s = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x8xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %s : memref<4xf32, strided<[1], offset: ?>>
}";
    let (counted, is_right) = counts::<InsertBounds>(text, &[("mode", "report")]);
    let all = (counted.proved, counted.guarded, counted.refuted, counted.unknown);
    assert_eq!((all, is_right), ((2, 3, 0, 2), true));
}

#[test]
fn relations_that_are_raised_and_kept() {
    let text = "func.func @f() {
  %0 = layout.constant #layout.relation<\"{ [c] -> [3c] : 0 <= c < 4 }\">
  %1 = layout.constant #layout.relation<\"{ [c] -> [5c] : 0 <= c < 4 }\">
  %2 = layout.constant #layout.relation<\"{ [c] -> [c] : 0 <= c < 12 and c != 5 }\">
  layout.assert_injective %0
  layout.assert_injective %1
  layout.assert_injective %2
  return
}";
    let (counted, is_right) = counts::<RaiseRelations>(text, &[]);
    assert_eq!((counted.raised, counted.kept, is_right), (2, 1, true));
}

#[test]
fn compositions_that_leave_their_left_layout() {
    let text = "func.func @f() {
  %g = layout.constant #layout.cute<(2,1):(1,80)>
  %f = layout.constant #layout.cute<(2,2):(2,1)>
  %h = layout.compose %g, %f
  %k = layout.compose %g, %f
  layout.assert_size %h, 4
  layout.assert_size %k, 5
  return
}";
    let (counted, is_right) = counts::<Verify>(text, &[]);
    let all = (counted.proved, counted.refuted, counted.promoted, counted.unknown);
    assert_eq!((all, is_right), ((1, 1, 2, 0), false));
}
