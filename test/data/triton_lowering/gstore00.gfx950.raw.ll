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
define internal void @f(ptr addrspace(1) %0, { half, half } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !15
  %7 = and i32 %6, 511, !dbg !15
  %8 = udiv i32 %7, 64, !dbg !15
  %9 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !15
  %10 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %8), !dbg !16
  %11 = urem i32 %7, 64, !dbg !16
  %12 = shl i32 %11, 0, !dbg !16
  %13 = or i32 0, %12, !dbg !16
  %14 = shl i32 %10, 6, !dbg !16
  %15 = or i32 %13, %14, !dbg !16
  %16 = and i32 %15, 511, !dbg !16
  %17 = shl i32 %16, 1, !dbg !16
  %18 = or disjoint i32 %17, 0, !dbg !16
  %19 = xor i32 0, %18, !dbg !16
  %20 = xor i32 %19, 0, !dbg !16
  %21 = add i32 %20, 0, !dbg !16
  %22 = icmp slt i32 %21, 768, !dbg !17
  %23 = extractvalue { half, half } %1, 0, !dbg !15
  %24 = extractvalue { half, half } %1, 1, !dbg !15
  %25 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744), !dbg !15
  %26 = and i1 true, %22, !dbg !15
  %27 = insertelement <2 x half> undef, half %23, i32 0, !dbg !15
  %28 = insertelement <2 x half> %27, half %24, i32 1, !dbg !15
  %29 = bitcast <2 x half> %28 to i32, !dbg !15
  %30 = mul i32 %21, 2, !dbg !15
  %31 = select i1 %26, i32 %30, i32 -2147483648, !dbg !15
  call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %29, ptr addrspace(8) %25, i32 %31, i32 0, i32 0), !dbg !15
  ret void, !dbg !18
}

define amdgpu_kernel void @k(ptr addrspace(1) inreg %0, ptr addrspace(1) inreg %1, ptr addrspace(1) inreg %2) #1 !dbg !19 {
  call void @f(ptr addrspace(1) %0, { half, half } zeroinitializer, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !22
  ret void, !dbg !23
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: write)
declare void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32, ptr addrspace(8) writeonly captures(none), i32, i32, i32 immarg) #5

attributes #0 = { convergent noinline }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,512" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: write) }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gstore00.gfx950.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !10, !12, !14, !14}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 4, size: 32, elements: !11)
!11 = !{!9, !9}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 3)
!13 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !13, size: 64, dwarfAddressSpace: 1)
!15 = !DILocation(line: 8, column: 5, scope: !5)
!16 = !DILocation(line: 5, column: 11, scope: !5)
!17 = !DILocation(line: 7, column: 11, scope: !5)
!18 = !DILocation(line: 9, column: 5, scope: !5)
!19 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 11, type: !20, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!20 = !DISubroutineType(cc: DW_CC_normal, types: !21)
!21 = !{null, !8, !14, !14}
!22 = !DILocation(line: 13, column: 5, scope: !19)
!23 = !DILocation(line: 14, column: 5, scope: !19)
