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
define internal { float, float, float, float } @f(ptr addrspace(1) %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  %5 = call i32 @llvm.amdgcn.workitem.id.x(), !dbg !13
  %6 = and i32 %5, 255, !dbg !13
  %7 = udiv i32 %6, 64, !dbg !13
  %8 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %7), !dbg !13
  %9 = urem i32 %6, 64, !dbg !13
  %10 = shl i32 %9, 0, !dbg !13
  %11 = or i32 0, %10, !dbg !13
  %12 = shl i32 %8, 6, !dbg !13
  %13 = or i32 %11, %12, !dbg !13
  %14 = and i32 %13, 255, !dbg !13
  %15 = shl i32 %14, 2, !dbg !13
  %16 = or disjoint i32 %15, 0, !dbg !13
  %17 = xor i32 0, %16, !dbg !13
  %18 = xor i32 %17, 0, !dbg !13
  %19 = add i32 %18, 0, !dbg !13
  %20 = icmp slt i32 %19, 768, !dbg !14
  %21 = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %0, i16 0, i64 2147483646, i32 159744), !dbg !15
  %22 = mul i32 %19, 4, !dbg !15
  %23 = select i1 %20, i32 %22, i32 -2147483648, !dbg !15
  %24 = call <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) %21, i32 %23, i32 0, i32 0), !dbg !15
  %25 = select i1 %20, <4 x float> %24, <4 x float> splat (float -inf), !dbg !15
  %26 = extractelement <4 x float> %25, i32 0, !dbg !15
  %27 = extractelement <4 x float> %25, i32 1, !dbg !15
  %28 = extractelement <4 x float> %25, i32 2, !dbg !15
  %29 = extractelement <4 x float> %25, i32 3, !dbg !15
  %30 = insertvalue { float, float, float, float } undef, float %26, 0, !dbg !15
  %31 = insertvalue { float, float, float, float } %30, float %27, 1, !dbg !15
  %32 = insertvalue { float, float, float, float } %31, float %28, 2, !dbg !15
  %33 = insertvalue { float, float, float, float } %32, float %29, 3, !dbg !15
  ret { float, float, float, float } %33, !dbg !16
}

define amdgpu_kernel void @k(ptr addrspace(1) inreg %0, ptr addrspace(1) inreg %1, ptr addrspace(1) inreg %2) #1 !dbg !17 {
  %4 = call { float, float, float, float } @f(ptr addrspace(1) %0, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !20
  ret void, !dbg !21
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.amdgcn.workitem.id.x() #2

; Function Attrs: convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32) #3

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) readnone, i16, i64, i32) #4

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: read)
declare <4 x float> @llvm.amdgcn.raw.ptr.buffer.load.v4f32(ptr addrspace(8) readonly captures(none), i32, i32, i32 immarg) #5

attributes #0 = { convergent noinline }
attributes #1 = { "amdgpu-cluster-dims"="1,1,1" "amdgpu-flat-work-group-size"="1,256" "denormal-fp-math-f32"="ieee" "uniform-work-group-size"="true" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nocreateundeforpoison nofree nounwind willreturn memory(none) }
attributes #4 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nocallback nofree nosync nounwind willreturn memory(argmem: read) }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gload01.gfx942.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !11, !12, !12}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!13 = !DILocation(line: 4, column: 11, scope: !5)
!14 = !DILocation(line: 6, column: 11, scope: !5)
!15 = !DILocation(line: 8, column: 11, scope: !5)
!16 = !DILocation(line: 9, column: 5, scope: !5)
!17 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 11, type: !18, scopeLine: 11, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!18 = !DISubroutineType(cc: DW_CC_normal, types: !19)
!19 = !{null, !9, !12, !12}
!20 = !DILocation(line: 12, column: 10, scope: !17)
!21 = !DILocation(line: 13, column: 5, scope: !17)
