# Read by make before the Makefile of isl. Files that none of isl's answers spends 0.3 % of its time in are not
# optimized, which halves the processor time that isl takes to compile: schedules, syntax trees, polynomials,
# text, and the expressions that a map is made of.
isl_aff.lo isl_aff_map.lo isl_arg.lo isl_ast.lo isl_ast_build.lo isl_ast_build_expr.lo isl_ast_codegen.lo \
isl_ast_graft.lo isl_bernstein.lo isl_bound.lo isl_box.lo isl_constraint.lo isl_convex_hull.lo \
isl_deprecated.lo isl_farkas.lo isl_flow.lo isl_fold.lo isl_id_to_ast_expr.lo isl_id_to_id.lo \
isl_id_to_pw_aff.lo isl_input.lo isl_map_list.lo isl_map_to_basic_set.lo isl_obj.lo isl_options.lo \
isl_output.lo isl_polynomial.lo isl_printer.lo isl_range.lo isl_reordering.lo isl_schedule.lo \
isl_schedule_band.lo isl_schedule_constraints.lo isl_schedule_node.lo isl_schedule_read.lo \
isl_schedule_tree.lo isl_scheduler.lo isl_scheduler_clustering.lo isl_scheduler_scc.lo isl_set_list.lo \
isl_set_to_ast_graft_list.lo isl_stream.lo isl_stride.lo isl_tarjan.lo isl_transitive_closure.lo \
isl_union_map.lo isl_val.lo isl_version.lo isl_vertices.lo print.lo: CFLAGS = -O0
