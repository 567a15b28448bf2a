; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgpu12.50-amd-amdhsa"

@global_smem = external addrspace(3) global [0 x i8], align 16
@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 12500, align 4
@__oclc_ABI_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 500, align 4
@__oclc_finite_only_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_correctly_rounded_sqrt32 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 1, align 1
@__oclc_unsafe_math_opt = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1
@__oclc_wavefrontsize64 = linkonce_odr protected local_unnamed_addr addrspace(4) constant i8 0, align 1

; Function Attrs: convergent noinline
define internal void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.amdgcn.wave.id(), !dbg !16
  %7 = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !17
  %8 = and i32 %7, 255, !dbg !17
  %9 = urem i32 %8, 32, !dbg !17
  %10 = shl i32 %9, 0, !dbg !17
  %11 = or i32 0, %10, !dbg !17
  %12 = shl i32 %6, 5, !dbg !17
  %13 = or i32 %11, %12, !dbg !17
  %14 = and i32 %13, 248, !dbg !17
  %15 = lshr i32 %14, 3, !dbg !17
  %16 = or disjoint i32 %15, 0, !dbg !17
  %17 = xor i32 0, %16, !dbg !17
  %18 = xor i32 %17, 0, !dbg !17
  %19 = xor i32 %17, 32, !dbg !17
  %20 = xor i32 %17, 64, !dbg !17
  %21 = xor i32 %17, 96, !dbg !17
  %22 = add i32 %18, 0, !dbg !17
  %23 = add i32 %19, 0, !dbg !17
  %24 = add i32 %20, 0, !dbg !17
  %25 = add i32 %21, 0, !dbg !17
  %26 = and i32 %13, 7, !dbg !18
  %27 = shl i32 %26, 3, !dbg !18
  %28 = or disjoint i32 %27, 0, !dbg !18
  %29 = xor i32 0, %28, !dbg !18
  %30 = xor i32 %29, 0, !dbg !18
  %31 = add i32 %30, 0, !dbg !18
  %32 = mul i32 %22, 64, !dbg !19
  %33 = mul i32 %23, 64, !dbg !19
  %34 = mul i32 %24, 64, !dbg !19
  %35 = mul i32 %25, 64, !dbg !19
  %36 = add i32 %31, %32, !dbg !20
  %37 = add i32 %31, %33, !dbg !20
  %38 = add i32 %31, %34, !dbg !20
  %39 = add i32 %31, %35, !dbg !20
  %40 = getelementptr half, ptr addrspace(1) %0, i32 %36, !dbg !21
  %41 = getelementptr half, ptr addrspace(1) %0, i32 %37, !dbg !21
  %42 = getelementptr half, ptr addrspace(1) %0, i32 %38, !dbg !21
  %43 = getelementptr half, ptr addrspace(1) %0, i32 %39, !dbg !21
  %44 = icmp slt i32 %31, 48, !dbg !22
  %45 = icmp slt i32 %22, 96, !dbg !23
  %46 = icmp slt i32 %23, 96, !dbg !23
  %47 = icmp slt i32 %24, 96, !dbg !23
  %48 = icmp slt i32 %25, 96, !dbg !23
  %49 = and i1 %44, %45, !dbg !24
  %50 = and i1 %44, %46, !dbg !24
  %51 = and i1 %44, %47, !dbg !24
  %52 = and i1 %44, %48, !dbg !24
  %53 = extractvalue { ptr addrspace(3), i32, i32 } %1, 0, !dbg !16
  %54 = and i32 %13, 255, !dbg !16
  %55 = shl i32 %54, 4, !dbg !16
  %56 = or disjoint i32 %55, 0, !dbg !16
  %57 = xor i32 0, %56, !dbg !16
  %58 = xor i32 %57, 0, !dbg !16
  %59 = xor i32 %58, 0, !dbg !16
  %60 = lshr i32 %59, 8, !dbg !16
  %61 = shl i32 %60, 4, !dbg !16
  %62 = add i32 %61, 0, !dbg !16
  %63 = add i32 %59, %62, !dbg !16
  %64 = add i32 %63, 0, !dbg !16
  %65 = getelementptr inbounds i8, ptr addrspace(3) %53, i32 %64, !dbg !16
  %66 = and i1 true, %49, !dbg !16
  %67 = select i1 %66, ptr addrspace(3) %65, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %40, ptr addrspace(3) %67, i32 0, i32 0), !dbg !16
  %68 = icmp ne i1 %49, true, !dbg !16
  %69 = select i1 %68, ptr addrspace(3) %65, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  br i1 true, label %70, label %71, !dbg !16

70:                                               ; preds = %5
  store <8 x half> zeroinitializer, ptr addrspace(3) %69, align 16, !dbg !16
  br label %71, !dbg !16

71:                                               ; preds = %70, %5
  %72 = add i32 %63, 4352, !dbg !16
  %73 = getelementptr inbounds i8, ptr addrspace(3) %53, i32 %72, !dbg !16
  %74 = and i1 true, %50, !dbg !16
  %75 = select i1 %74, ptr addrspace(3) %73, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %41, ptr addrspace(3) %75, i32 0, i32 0), !dbg !16
  %76 = icmp ne i1 %50, true, !dbg !16
  %77 = select i1 %76, ptr addrspace(3) %73, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  br i1 true, label %78, label %79, !dbg !16

78:                                               ; preds = %71
  store <8 x half> zeroinitializer, ptr addrspace(3) %77, align 16, !dbg !16
  br label %79, !dbg !16

79:                                               ; preds = %78, %71
  %80 = add i32 %63, 8704, !dbg !16
  %81 = getelementptr inbounds i8, ptr addrspace(3) %53, i32 %80, !dbg !16
  %82 = and i1 true, %51, !dbg !16
  %83 = select i1 %82, ptr addrspace(3) %81, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %42, ptr addrspace(3) %83, i32 0, i32 0), !dbg !16
  %84 = icmp ne i1 %51, true, !dbg !16
  %85 = select i1 %84, ptr addrspace(3) %81, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  br i1 true, label %86, label %87, !dbg !16

86:                                               ; preds = %79
  store <8 x half> zeroinitializer, ptr addrspace(3) %85, align 16, !dbg !16
  br label %87, !dbg !16

87:                                               ; preds = %86, %79
  %88 = add i32 %63, 13056, !dbg !16
  %89 = getelementptr inbounds i8, ptr addrspace(3) %53, i32 %88, !dbg !16
  %90 = and i1 true, %52, !dbg !16
  %91 = select i1 %90, ptr addrspace(3) %89, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  call void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) %43, ptr addrspace(3) %91, i32 0, i32 0), !dbg !16
  %92 = icmp ne i1 %52, true, !dbg !16
  %93 = select i1 %92, ptr addrspace(3) %89, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  br i1 true, label %94, label %95, !dbg !16

94:                                               ; preds = %87
  store <8 x half> zeroinitializer, ptr addrspace(3) %93, align 16, !dbg !16
  br label %95, !dbg !16

95:                                               ; preds = %94, %87
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0), !dbg !25
  fence syncscope("workgroup") release, !dbg !25, !mmra !26
  call void @llvm.amdgcn.s.barrier(), !dbg !25
  fence syncscope("workgroup") acquire, !dbg !25, !mmra !26
  ret void, !dbg !27
}

define amdgpu_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #1 !dbg !28 {
  call void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } { ptr addrspace(3) @global_smem, i32 0, i32 0 }, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !31
  ret void, !dbg !32
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef i32 @llvm.amdgcn.wave.id() #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @llvm.amdgcn.global.load.async.to.lds.b128(ptr addrspace(1) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32 immarg) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.amdgcn.s.wait.asynccnt(i16 immarg) #4

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #5

attributes #0 = { convergent noinline "amdgpu-expert-scheduling-mode"="true" }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-expert-scheduling-mode"="true" "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #4 = { nocallback nofree nounwind willreturn memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gcopy01.gfx1250.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 8, type: !6, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !10, !14, !15, !15}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 8, size: 128, elements: !11)
!11 = !{!12, !13, !13}
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 3)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!16 = !DILocation(line: 28, column: 12, scope: !5)
!17 = !DILocation(line: 9, column: 11, scope: !5)
!18 = !DILocation(line: 11, column: 11, scope: !5)
!19 = !DILocation(line: 15, column: 11, scope: !5)
!20 = !DILocation(line: 17, column: 11, scope: !5)
!21 = !DILocation(line: 19, column: 12, scope: !5)
!22 = !DILocation(line: 21, column: 12, scope: !5)
!23 = !DILocation(line: 24, column: 12, scope: !5)
!24 = !DILocation(line: 26, column: 12, scope: !5)
!25 = !DILocation(line: 30, column: 12, scope: !5)
!26 = !{!"amdgpu-synchronize-as", !"local"}
!27 = !DILocation(line: 31, column: 5, scope: !5)
!28 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 33, type: !29, scopeLine: 33, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!29 = !DISubroutineType(cc: DW_CC_normal, types: !30)
!30 = !{null, !8, !15, !15}
!31 = !DILocation(line: 35, column: 5, scope: !28)
!32 = !DILocation(line: 36, column: 5, scope: !28)
