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
  %19 = and i32 %18, 248, !dbg !18
  %20 = lshr i32 %19, 3, !dbg !18
  %21 = or disjoint i32 %20, 0, !dbg !18
  %22 = xor i32 0, %21, !dbg !18
  %23 = xor i32 %22, 0, !dbg !18
  %24 = add i32 %23, 0, !dbg !18
  %25 = shl i32 %12, 6, !dbg !17
  %26 = or i32 %16, %25, !dbg !17
  %27 = and i32 %26, 7, !dbg !17
  %28 = shl i32 %27, 3, !dbg !17
  %29 = or disjoint i32 %28, 0, !dbg !17
  %30 = xor i32 0, %29, !dbg !17
  %31 = xor i32 %30, 0, !dbg !17
  %32 = add i32 %31, 0, !dbg !17
  %33 = mul i32 %24, 64, !dbg !19
  %34 = add i32 %32, %33, !dbg !20
  %35 = icmp slt i32 %32, 48, !dbg !21
  %36 = icmp slt i32 %24, 24, !dbg !22
  %37 = and i1 %35, %36, !dbg !23
  %38 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744), !dbg !16
  %39 = extractvalue { ptr addrspace(3), i32, i32 } %1, 0, !dbg !16
  %40 = shl i32 %9, 0, !dbg !16
  %41 = or i32 0, %40, !dbg !16
  %42 = and i32 %41, 3, !dbg !16
  %43 = shl i32 %42, 10, !dbg !16
  %44 = or disjoint i32 %43, 0, !dbg !16
  %45 = xor i32 0, %44, !dbg !16
  %46 = xor i32 %45, 0, !dbg !16
  %47 = xor i32 %46, 0, !dbg !16
  %48 = add i32 %47, 0, !dbg !16
  %49 = getelementptr inbounds i8, ptr addrspace(3) %39, i32 %48, !dbg !16
  %50 = select i1 true, ptr addrspace(3) %49, ptr addrspace(3) inttoptr (i32 2147483647 to ptr addrspace(3)), !dbg !16
  %51 = mul i32 %34, 2, !dbg !16
  %52 = select i1 %37, i32 %51, i32 -2147483648, !dbg !16
  call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %38, ptr addrspace(3) %50, i32 16, i32 %52, i32 0, i32 0, i32 0), !dbg !16, !alias.scope !24
  call void @llvm.amdgcn.asyncmark(), !dbg !27
  call void @llvm.amdgcn.wait.asyncmark(i16 0), !dbg !28
  fence syncscope("workgroup") release, !dbg !28, !mmra !29
  call void @llvm.amdgcn.s.barrier(), !dbg !28
  fence syncscope("workgroup") acquire, !dbg !28, !mmra !29
  ret void, !dbg !30
}

define amdgpu_kernel void @k(ptr addrspace(1) inreg %0, ptr addrspace(1) inreg %1, ptr addrspace(1) inreg %2) #1 !dbg !31 {
  call void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } { ptr addrspace(3) @global_smem, i32 0, i32 0 }, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !34
  ret void, !dbg !35
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) readonly captures(none), ptr addrspace(3) writeonly captures(none), i32 immarg, i32, i32, i32 immarg, i32 immarg) #5

; Function Attrs: nounwind
declare void @llvm.amdgcn.asyncmark() #6

; Function Attrs: nounwind
declare void @llvm.amdgcn.wait.asyncmark(i16 immarg) #6

; Function Attrs: convergent nocallback nofree nounwind willreturn
declare void @llvm.amdgcn.s.barrier() #7

attributes #0 = { convergent noinline }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nounwind }
attributes #7 = { convergent nocallback nofree nounwind willreturn }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gcopy03.gfx950.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 9, type: !6, scopeLine: 9, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !10, !14, !15, !15}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 9, size: 128, elements: !11)
!11 = !{!12, !13, !13}
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 3)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!16 = !DILocation(line: 26, column: 12, scope: !5)
!17 = !DILocation(line: 12, column: 11, scope: !5)
!18 = !DILocation(line: 10, column: 11, scope: !5)
!19 = !DILocation(line: 16, column: 11, scope: !5)
!20 = !DILocation(line: 18, column: 11, scope: !5)
!21 = !DILocation(line: 20, column: 12, scope: !5)
!22 = !DILocation(line: 23, column: 12, scope: !5)
!23 = !DILocation(line: 25, column: 12, scope: !5)
!24 = !{!25}
!25 = !{!"amdg.AsyncCopies", !26, !"Scope containing all AsyncCopyGlobalToLocal and BufferLoadToLocal ops"}
!26 = !{!"amdg.AsyncOps", !"Domain to hold alias scopes to specify aliasing information between AsyncCopyGlobalToLocal, BufferLoadToLocal and LocalLoad ops"}
!27 = !DILocation(line: 27, column: 12, scope: !5)
!28 = !DILocation(line: 28, column: 12, scope: !5)
!29 = !{!"amdgpu-synchronize-as", !"local"}
!30 = !DILocation(line: 29, column: 5, scope: !5)
!31 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 31, type: !32, scopeLine: 31, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!32 = !DISubroutineType(cc: DW_CC_normal, types: !33)
!33 = !{null, !8, !15, !15}
!34 = !DILocation(line: 33, column: 5, scope: !31)
!35 = !DILocation(line: 34, column: 5, scope: !31)
