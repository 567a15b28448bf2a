; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu9.50-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16
@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 9500, align 4
@__oclc_ABI_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 500, align 4
@__oclc_finite_only_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_correctly_rounded_sqrt32 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 1, align 1
@__oclc_unsafe_math_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_wavefrontsize64 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 1, align 1

; Function Attrs: convergent noinline
define internal void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !16
  %7 = and i32 %6, 255, !dbg !16
  %8 = udiv i32 %7, 64, !dbg !16
  %9 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !16
  %10 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !16
  %11 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !16
  %12 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !17
  %13 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !18
  %14 = urem i32 %7, 64, !dbg !18
  %15 = shl i32 %14, 0, !dbg !18
  %16 = or i32 0, %15, !dbg !18
  %17 = shl i32 %13, 6, !dbg !18
  %18 = or i32 %16, %17, !dbg !18
  %19 = and i32 %18, 192, !dbg !18
  %20 = lshr i32 %19, 6, !dbg !18
  %21 = and i32 %18, 8, !dbg !18
  %22 = shl i32 %21, 3, !dbg !18
  %23 = and i32 %18, 16, !dbg !18
  %24 = shl i32 %23, 1, !dbg !18
  %25 = and i32 %18, 32, !dbg !18
  %26 = lshr i32 %25, 1, !dbg !18
  %27 = or disjoint i32 %20, %22, !dbg !18
  %28 = or disjoint i32 %24, %26, !dbg !18
  %29 = or disjoint i32 %27, %28, !dbg !18
  %30 = or disjoint i32 %29, 0, !dbg !18
  %31 = xor i32 0, %30, !dbg !18
  %32 = xor i32 %31, 0, !dbg !18
  %33 = xor i32 %31, 4, !dbg !18
  %34 = xor i32 %31, 8, !dbg !18
  %35 = xor i32 %31, 12, !dbg !18
  %36 = add i32 %32, 0, !dbg !18
  %37 = add i32 %33, 0, !dbg !18
  %38 = add i32 %34, 0, !dbg !18
  %39 = add i32 %35, 0, !dbg !18
  %40 = shl i32 %12, 6, !dbg !17
  %41 = or i32 %16, %40, !dbg !17
  %42 = and i32 %41, 7, !dbg !17
  %43 = shl i32 %42, 3, !dbg !17
  %44 = or disjoint i32 %43, 0, !dbg !17
  %45 = xor i32 0, %44, !dbg !17
  %46 = xor i32 %45, 0, !dbg !17
  %47 = add i32 %46, 0, !dbg !17
  %48 = mul i32 %36, 64, !dbg !19
  %49 = mul i32 %37, 64, !dbg !19
  %50 = mul i32 %38, 64, !dbg !19
  %51 = mul i32 %39, 64, !dbg !19
  %52 = add i32 %47, %48, !dbg !20
  %53 = add i32 %47, %49, !dbg !20
  %54 = add i32 %47, %50, !dbg !20
  %55 = add i32 %47, %51, !dbg !20
  %56 = getelementptr half, ptr addrspace(1) %0, i32 %52, !dbg !21
  %57 = getelementptr half, ptr addrspace(1) %0, i32 %53, !dbg !21
  %58 = getelementptr half, ptr addrspace(1) %0, i32 %54, !dbg !21
  %59 = getelementptr half, ptr addrspace(1) %0, i32 %55, !dbg !21
  %60 = icmp slt i32 %47, 48, !dbg !22
  %61 = icmp slt i32 %36, 96, !dbg !23
  %62 = and i1 %60, %61, !dbg !24
  %63 = extractvalue { ptr addrspace(3), i32, i32 } %1, 0, !dbg !16
  %64 = shl i32 %9, 0, !dbg !16
  %65 = or i32 0, %64, !dbg !16
  %66 = and i32 %65, 3, !dbg !16
  %67 = shl i32 %66, 10, !dbg !16
  %68 = or disjoint i32 %67, 0, !dbg !16
  %69 = xor i32 0, %68, !dbg !16
  %70 = xor i32 %69, 0, !dbg !16
  %71 = xor i32 %70, 0, !dbg !16
  %72 = lshr i32 %71, 10, !dbg !16
  %73 = shl i32 %72, 4, !dbg !16
  %74 = add i32 %73, 0, !dbg !16
  %75 = add i32 %71, %74, !dbg !16
  %76 = add i32 %75, 0, !dbg !16
  %77 = getelementptr inbounds i8, ptr addrspace(3) %63, i32 %76, !dbg !16
  %78 = and i1 true, %62, !dbg !16
  br i1 %78, label %79, label %80, !dbg !16

79:                                               ; preds = %5
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %56, ptr addrspace(3) %77, i32 16, i32 0, i32 0), !dbg !16, !alias.scope !25
  br label %80, !dbg !16

80:                                               ; preds = %79, %5
  %81 = getelementptr <8 x half>, ptr addrspace(3) %77, i32 %14, !dbg !16
  %82 = icmp ne i1 %62, true, !dbg !16
  br i1 %82, label %83, label %84, !dbg !16

83:                                               ; preds = %80
  store <8 x half> zeroinitializer, ptr addrspace(3) %81, align 16, !dbg !16, !alias.scope !28, !noalias !25
  br label %84, !dbg !16

84:                                               ; preds = %83, %80
  %85 = add i32 %75, 4160, !dbg !16
  %86 = getelementptr inbounds i8, ptr addrspace(3) %63, i32 %85, !dbg !16
  br i1 %78, label %87, label %88, !dbg !16

87:                                               ; preds = %84
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %57, ptr addrspace(3) %86, i32 16, i32 0, i32 0), !dbg !16, !alias.scope !25
  br label %88, !dbg !16

88:                                               ; preds = %87, %84
  %89 = getelementptr <8 x half>, ptr addrspace(3) %86, i32 %14, !dbg !16
  br i1 %82, label %90, label %91, !dbg !16

90:                                               ; preds = %88
  store <8 x half> zeroinitializer, ptr addrspace(3) %89, align 16, !dbg !16, !alias.scope !28, !noalias !25
  br label %91, !dbg !16

91:                                               ; preds = %90, %88
  %92 = add i32 %75, 8320, !dbg !16
  %93 = getelementptr inbounds i8, ptr addrspace(3) %63, i32 %92, !dbg !16
  br i1 %78, label %94, label %95, !dbg !16

94:                                               ; preds = %91
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %58, ptr addrspace(3) %93, i32 16, i32 0, i32 0), !dbg !16, !alias.scope !25
  br label %95, !dbg !16

95:                                               ; preds = %94, %91
  %96 = getelementptr <8 x half>, ptr addrspace(3) %93, i32 %14, !dbg !16
  br i1 %82, label %97, label %98, !dbg !16

97:                                               ; preds = %95
  store <8 x half> zeroinitializer, ptr addrspace(3) %96, align 16, !dbg !16, !alias.scope !28, !noalias !25
  br label %98, !dbg !16

98:                                               ; preds = %97, %95
  %99 = add i32 %75, 12480, !dbg !16
  %100 = getelementptr inbounds i8, ptr addrspace(3) %63, i32 %99, !dbg !16
  br i1 %78, label %101, label %102, !dbg !16

101:                                              ; preds = %98
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %59, ptr addrspace(3) %100, i32 16, i32 0, i32 0), !dbg !16, !alias.scope !25
  br label %102, !dbg !16

102:                                              ; preds = %101, %98
  %103 = getelementptr <8 x half>, ptr addrspace(3) %100, i32 %14, !dbg !16
  br i1 %82, label %104, label %105, !dbg !16

104:                                              ; preds = %102
  store <8 x half> zeroinitializer, ptr addrspace(3) %103, align 16, !dbg !16, !alias.scope !28, !noalias !25
  br label %105, !dbg !16

105:                                              ; preds = %104, %102
  call void @llvm.amdgcn.asyncmark(), !dbg !30
  call void @llvm.amdgcn.wait.asyncmark(i16 0), !dbg !31
  fence syncscope("workgroup") release, !dbg !31, !mmra !32
  call void @llvm.amdgcn.s.barrier(), !dbg !31
  fence syncscope("workgroup") acquire, !dbg !31, !mmra !32
  ret void, !dbg !33
}

define amdgpu_kernel void @k(ptr addrspace(1) inreg %0, ptr addrspace(1) inreg %1, ptr addrspace(1) inreg %2) #1 !dbg !34 {
  call void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } { ptr addrspace(3) @global_smem, i32 0, i32 0 }, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !37
  ret void, !dbg !38
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) captures(none), ptr addrspace(3) captures(none), i32 immarg, i32 immarg, i32 immarg) #4

; Function Attrs: nounwind
declare void @llvm.amdgcn.asyncmark() #5

; Function Attrs: nounwind
declare void @llvm.amdgcn.wait.asyncmark(i16 immarg) #5

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #6

attributes #0 = { convergent noinline }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { nocallback nofree nounwind willreturn }
attributes #5 = { nounwind }
attributes #6 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gcopy00.gfx950.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 11, type: !6, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !10, !14, !15, !15}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 11, size: 128, elements: !11)
!11 = !{!12, !13, !13}
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 3)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!16 = !DILocation(line: 31, column: 12, scope: !5)
!17 = !DILocation(line: 14, column: 11, scope: !5)
!18 = !DILocation(line: 12, column: 11, scope: !5)
!19 = !DILocation(line: 18, column: 11, scope: !5)
!20 = !DILocation(line: 20, column: 11, scope: !5)
!21 = !DILocation(line: 22, column: 12, scope: !5)
!22 = !DILocation(line: 24, column: 12, scope: !5)
!23 = !DILocation(line: 27, column: 12, scope: !5)
!24 = !DILocation(line: 29, column: 12, scope: !5)
!25 = !{!26}
!26 = !{!"amdg.AsyncCopies", !27, !"Scope containing all AsyncCopyGlobalToLocal and BufferLoadToLocal ops"}
!27 = !{!"amdg.AsyncOps", !"Domain to hold alias scopes to specify aliasing information between AsyncCopyGlobalToLocal, BufferLoadToLocal and LocalLoad ops"}
!28 = !{!29}
!29 = !{!"amdg.LocalLoads", !27, !"Scope containing all LocalLoad ops"}
!30 = !DILocation(line: 32, column: 12, scope: !5)
!31 = !DILocation(line: 33, column: 12, scope: !5)
!32 = !{!"amdgpu-synchronize-as", !"local"}
!33 = !DILocation(line: 34, column: 5, scope: !5)
!34 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 36, type: !35, scopeLine: 36, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!35 = !DISubroutineType(cc: DW_CC_normal, types: !36)
!36 = !{null, !8, !15, !15}
!37 = !DILocation(line: 38, column: 5, scope: !34)
!38 = !DILocation(line: 39, column: 5, scope: !34)
