; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16
  %7 = and i32 %6, 127, !dbg !16
  %8 = urem i32 %7, 32, !dbg !16
  %9 = udiv i32 %6, 32, !dbg !16
  %10 = sub i32 %9, 0, !dbg !16
  %11 = and i32 %10, 3, !dbg !16
  %12 = shl i32 %8, 0, !dbg !16
  %13 = or i32 0, %12, !dbg !16
  %14 = shl i32 %11, 5, !dbg !16
  %15 = or i32 %13, %14, !dbg !16
  %16 = and i32 %15, 127, !dbg !16
  %17 = lshr i32 %16, 0, !dbg !16
  %18 = or disjoint i32 %17, 0, !dbg !16
  %19 = xor i32 0, %18, !dbg !16
  %20 = xor i32 %19, 0, !dbg !16
  %21 = add i32 %20, 0, !dbg !16
  %22 = mul i32 %21, 4, !dbg !17
  %23 = add i32 0, %22, !dbg !18
  %24 = getelementptr i8, ptr addrspace(1) %0, i32 %23, !dbg !19
  %25 = icmp slt i32 %21, 96, !dbg !20
  %26 = and i1 true, %25, !dbg !21
  %27 = extractvalue { ptr addrspace(3), i32, i32 } %1, 0, !dbg !22
  %28 = shl i32 %16, 2, !dbg !22
  %29 = or disjoint i32 %28, 0, !dbg !22
  %30 = xor i32 0, %29, !dbg !22
  %31 = xor i32 %30, 0, !dbg !22
  %32 = xor i32 %31, 0, !dbg !22
  %33 = add i32 %32, 0, !dbg !22
  %34 = getelementptr inbounds i8, ptr addrspace(3) %27, i32 %33, !dbg !22
  %35 = select i1 %26, i32 4, i32 0, !dbg !22
  call void asm sideeffect "cp.async.ca.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x4, $2;", "r,l,r"(ptr addrspace(3) %34, ptr addrspace(1) %24, i32 %35), !dbg !22
  call void @llvm.nvvm.cp.async.commit.group(), !dbg !23
  call void @llvm.nvvm.cp.async.wait.group(i32 0), !dbg !24
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !24
  ret void, !dbg !25
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #1 !dbg !26 {
  call void @f(ptr addrspace(1) %0, { ptr addrspace(3), i32, i32 } { ptr addrspace(3) @global_smem, i32 0, i32 0 }, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !29
  ret void, !dbg !30
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.commit.group() #3

; Function Attrs: nounwind
declare void @llvm.nvvm.cp.async.wait.group(i32 immarg) #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #4

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="128" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }
attributes #4 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gcopy02.cuda120.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 13, type: !6, scopeLine: 13, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !10, !14, !15, !15}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!9 = !DIBasicType(name: "int", size: 8, encoding: DW_ATE_signed)
!10 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 13, size: 128, elements: !11)
!11 = !{!12, !13, !13}
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 3)
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!16 = !DILocation(line: 14, column: 11, scope: !5)
!17 = !DILocation(line: 20, column: 11, scope: !5)
!18 = !DILocation(line: 22, column: 11, scope: !5)
!19 = !DILocation(line: 24, column: 12, scope: !5)
!20 = !DILocation(line: 29, column: 12, scope: !5)
!21 = !DILocation(line: 31, column: 12, scope: !5)
!22 = !DILocation(line: 32, column: 12, scope: !5)
!23 = !DILocation(line: 33, column: 12, scope: !5)
!24 = !DILocation(line: 34, column: 12, scope: !5)
!25 = !DILocation(line: 35, column: 5, scope: !5)
!26 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 37, type: !27, scopeLine: 37, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!27 = !DISubroutineType(cc: DW_CC_normal, types: !28)
!28 = !{null, !8, !15, !15}
!29 = !DILocation(line: 39, column: 5, scope: !26)
!30 = !DILocation(line: 40, column: 5, scope: !26)
