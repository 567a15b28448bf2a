; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal void @g(ptr addrspace(3) %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  ret void, !dbg !11
}

define ptx_kernel void @f(ptr addrspace(1) %0, ptr addrspace(1) %1) #1 !dbg !12 {
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %4 = icmp ult i32 %3, 32, !dbg !15
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 128;", "b,r"(i1 %4, ptr addrspace(3) @global_smem), !dbg !15
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !15
  %5 = load i32, ptr addrspace(3) @global_smem, align 4, !dbg !15
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !15
  %6 = inttoptr i32 %5 to ptr addrspace(6), !dbg !15
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b"(i1 %4), !dbg !15
  %7 = ptrtoint ptr addrspace(6) %6 to i32, !dbg !16
  %8 = add i32 %7, 0, !dbg !16
  %9 = inttoptr i32 %8 to ptr addrspace(3), !dbg !16
  call void @g(ptr addrspace(3) %9, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1), !dbg !17
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0), !dbg !18
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 128;", "b,r"(i1 %4, ptr addrspace(6) %6), !dbg !18
  ret void, !dbg !18
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.all(i32) #3

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="128" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "tmemalloc01.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "g", linkageName: "g", scope: !1, file: !1, line: 13, type: !6, scopeLine: 13, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !8, !10, !10}
!8 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 3)
!9 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !9, size: 64, dwarfAddressSpace: 1)
!11 = !DILocation(line: 14, column: 5, scope: !5)
!12 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 16, type: !13, scopeLine: 16, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!13 = !DISubroutineType(cc: DW_CC_normal, types: !14)
!14 = !{null, !10, !10}
!15 = !DILocation(line: 16, column: 3, scope: !12)
!16 = !DILocation(line: 17, column: 11, scope: !12)
!17 = !DILocation(line: 18, column: 5, scope: !12)
!18 = !DILocation(line: 19, column: 5, scope: !12)
