; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal { half, half, half, half } @f(ptr addrspace(1) %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !13
  %6 = and i32 %5, 255, !dbg !13
  %7 = urem i32 %6, 32, !dbg !13
  %8 = udiv i32 %5, 32, !dbg !13
  %9 = sub i32 %8, 0, !dbg !13
  %10 = and i32 %9, 7, !dbg !13
  %11 = shl i32 %7, 0, !dbg !13
  %12 = or i32 0, %11, !dbg !13
  %13 = shl i32 %10, 5, !dbg !13
  %14 = or i32 %12, %13, !dbg !13
  %15 = and i32 %14, 255, !dbg !13
  %16 = shl i32 %15, 2, !dbg !13
  %17 = or disjoint i32 %16, 0, !dbg !13
  %18 = xor i32 0, %17, !dbg !13
  %19 = xor i32 %18, 0, !dbg !13
  %20 = add i32 %19, 0, !dbg !13
  %21 = getelementptr half, ptr addrspace(1) %0, i32 %20, !dbg !14
  %22 = icmp slt i32 %20, 768, !dbg !15
  %23 = call { i32, i32 } asm sideeffect "@$5 ld.global.v2.b32 { $0, $1 }, [ $4 + 0 ];", "=r,=r,0,1,l,b"(i32 0, i32 0, ptr addrspace(1) %21, i1 %22), !dbg !16
  %24 = extractvalue { i32, i32 } %23, 0, !dbg !16
  %25 = bitcast i32 %24 to <2 x half>, !dbg !16
  %26 = extractvalue { i32, i32 } %23, 1, !dbg !16
  %27 = bitcast i32 %26 to <2 x half>, !dbg !16
  %28 = extractelement <2 x half> %25, i32 0, !dbg !16
  %29 = extractelement <2 x half> %25, i32 1, !dbg !16
  %30 = extractelement <2 x half> %27, i32 0, !dbg !16
  %31 = extractelement <2 x half> %27, i32 1, !dbg !16
  %32 = insertvalue { half, half, half, half } undef, half %28, 0, !dbg !16
  %33 = insertvalue { half, half, half, half } %32, half %29, 1, !dbg !16
  %34 = insertvalue { half, half, half, half } %33, half %30, 2, !dbg !16
  %35 = insertvalue { half, half, half, half } %34, half %31, 3, !dbg !16
  ret { half, half, half, half } %35, !dbg !17
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #1 !dbg !18 {
  %4 = call { half, half, half, half } @f(ptr addrspace(1) %0, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !21
  ret void, !dbg !22
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="256" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gload00.cuda90.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !11, !12, !12}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!13 = !DILocation(line: 5, column: 11, scope: !5)
!14 = !DILocation(line: 7, column: 11, scope: !5)
!15 = !DILocation(line: 9, column: 11, scope: !5)
!16 = !DILocation(line: 11, column: 11, scope: !5)
!17 = !DILocation(line: 12, column: 5, scope: !5)
!18 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 14, type: !19, scopeLine: 14, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!19 = !DISubroutineType(cc: DW_CC_normal, types: !20)
!20 = !{null, !9, !12, !12}
!21 = !DILocation(line: 15, column: 10, scope: !18)
!22 = !DILocation(line: 16, column: 5, scope: !18)
