; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.42-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16
@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 9402, align 4
@__oclc_ABI_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 500, align 4
@__oclc_finite_only_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_correctly_rounded_sqrt32 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 1, align 1
@__oclc_unsafe_math_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_wavefrontsize64 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 1, align 1

; Function Attrs: convergent noinline
define internal { float, float, float, float } @f(ptr addrspace(1) %0, { float, float, float, float } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !15
  %7 = and i32 %6, 255, !dbg !15
  %8 = udiv i32 %7, 64, !dbg !15
  %9 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !15
  %10 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !16
  %11 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !17
  %12 = urem i32 %7, 64, !dbg !17
  %13 = shl i32 %12, 0, !dbg !17
  %14 = or i32 0, %13, !dbg !17
  %15 = shl i32 %11, 6, !dbg !17
  %16 = or i32 %14, %15, !dbg !17
  %17 = and i32 %16, 192, !dbg !17
  %18 = lshr i32 %17, 6, !dbg !17
  %19 = or disjoint i32 %18, 0, !dbg !17
  %20 = xor i32 0, %19, !dbg !17
  %21 = xor i32 %20, 0, !dbg !17
  %22 = xor i32 %20, 4, !dbg !17
  %23 = xor i32 %20, 8, !dbg !17
  %24 = xor i32 %20, 12, !dbg !17
  %25 = add i32 %21, 0, !dbg !17
  %26 = add i32 %22, 0, !dbg !17
  %27 = add i32 %23, 0, !dbg !17
  %28 = add i32 %24, 0, !dbg !17
  %29 = shl i32 %10, 6, !dbg !16
  %30 = or i32 %14, %29, !dbg !16
  %31 = and i32 %30, 63, !dbg !16
  %32 = lshr i32 %31, 0, !dbg !16
  %33 = or disjoint i32 %32, 0, !dbg !16
  %34 = xor i32 0, %33, !dbg !16
  %35 = xor i32 %34, 0, !dbg !16
  %36 = add i32 %35, 0, !dbg !16
  %37 = mul i32 %36, 16, !dbg !18
  %38 = add i32 %25, %37, !dbg !19
  %39 = add i32 %26, %37, !dbg !19
  %40 = add i32 %27, %37, !dbg !19
  %41 = add i32 %28, %37, !dbg !19
  %42 = getelementptr float, ptr addrspace(1) %0, i32 %38, !dbg !20
  %43 = getelementptr float, ptr addrspace(1) %0, i32 %39, !dbg !20
  %44 = getelementptr float, ptr addrspace(1) %0, i32 %40, !dbg !20
  %45 = getelementptr float, ptr addrspace(1) %0, i32 %41, !dbg !20
  %46 = icmp slt i32 %25, 16, !dbg !21
  %47 = icmp slt i32 %36, 48, !dbg !22
  %48 = and i1 %46, %47, !dbg !23
  fence syncscope("workgroup") release, !dbg !15, !mmra !24
  call void @llvm.amdgcn.s.barrier(), !dbg !15
  fence syncscope("workgroup") acquire, !dbg !15, !mmra !24
  %49 = extractvalue { float, float, float, float } %1, 0, !dbg !15
  %50 = extractvalue { float, float, float, float } %1, 1, !dbg !15
  %51 = extractvalue { float, float, float, float } %1, 2, !dbg !15
  %52 = extractvalue { float, float, float, float } %1, 3, !dbg !15
  %53 = and i1 true, %48, !dbg !15
  br i1 %53, label %54, label %56, !dbg !15

54:                                               ; preds = %5
  %55 = atomicrmw fadd ptr addrspace(1) %42, float %49 syncscope("agent") release, align 4, !dbg !15
  br label %56, !dbg !15

56:                                               ; preds = %54, %5
  %57 = phi float [ %55, %54 ], [ undef, %5 ], !dbg !15
  br i1 %53, label %58, label %60, !dbg !15

58:                                               ; preds = %56
  %59 = atomicrmw fadd ptr addrspace(1) %43, float %50 syncscope("agent") monotonic, align 4, !dbg !15
  br label %60, !dbg !15

60:                                               ; preds = %58, %56
  %61 = phi float [ %59, %58 ], [ undef, %56 ], !dbg !15
  br i1 %53, label %62, label %64, !dbg !15

62:                                               ; preds = %60
  %63 = atomicrmw fadd ptr addrspace(1) %44, float %51 syncscope("agent") monotonic, align 4, !dbg !15
  br label %64, !dbg !15

64:                                               ; preds = %62, %60
  %65 = phi float [ %63, %62 ], [ undef, %60 ], !dbg !15
  br i1 %53, label %66, label %68, !dbg !15

66:                                               ; preds = %64
  %67 = atomicrmw fadd ptr addrspace(1) %45, float %52 syncscope("agent") acquire, align 4, !dbg !15
  br label %68, !dbg !15

68:                                               ; preds = %66, %64
  %69 = phi float [ %67, %66 ], [ undef, %64 ], !dbg !15
  %70 = insertvalue { float, float, float, float } undef, float %57, 0, !dbg !15
  %71 = insertvalue { float, float, float, float } %70, float %61, 1, !dbg !15
  %72 = insertvalue { float, float, float, float } %71, float %65, 2, !dbg !15
  %73 = insertvalue { float, float, float, float } %72, float %69, 3, !dbg !15
  fence syncscope("workgroup") release, !dbg !15, !mmra !24
  call void @llvm.amdgcn.s.barrier(), !dbg !15
  fence syncscope("workgroup") acquire, !dbg !15, !mmra !24
  ret { float, float, float, float } %73, !dbg !25
}

define amdgpu_kernel void @k(ptr addrspace(1) inreg %0, ptr addrspace(1) inreg %1, ptr addrspace(1) inreg %2) #1 !dbg !26 {
  %4 = call { float, float, float, float } @f(ptr addrspace(1) %0, { float, float, float, float } zeroinitializer, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !29
  ret void, !dbg !30
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #4

attributes #0 = { convergent noinline }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gatomic01.gfx942.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !11, !13, !14, !14}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 4, size: 128, elements: !12)
!12 = !{!10, !10, !10, !10}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!15 = !DILocation(line: 23, column: 12, scope: !5)
!16 = !DILocation(line: 7, column: 11, scope: !5)
!17 = !DILocation(line: 5, column: 11, scope: !5)
!18 = !DILocation(line: 11, column: 11, scope: !5)
!19 = !DILocation(line: 13, column: 11, scope: !5)
!20 = !DILocation(line: 15, column: 12, scope: !5)
!21 = !DILocation(line: 17, column: 12, scope: !5)
!22 = !DILocation(line: 20, column: 12, scope: !5)
!23 = !DILocation(line: 22, column: 12, scope: !5)
!24 = !{!"amdgpu-synchronize-as", !"local"}
!25 = !DILocation(line: 24, column: 5, scope: !5)
!26 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 26, type: !27, scopeLine: 26, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!27 = !DISubroutineType(cc: DW_CC_normal, types: !28)
!28 = !{null, !9, !14, !14}
!29 = !DILocation(line: 28, column: 10, scope: !26)
!30 = !DILocation(line: 29, column: 5, scope: !26)
