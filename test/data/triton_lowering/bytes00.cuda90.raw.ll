; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal { i8, i8, i8, i8 } @f({ i8, i8, i8, i8 } %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  %5 = extractvalue { i8, i8, i8, i8 } %0, 0, !dbg !14
  %6 = extractvalue { i8, i8, i8, i8 } %0, 1, !dbg !14
  %7 = extractvalue { i8, i8, i8, i8 } %0, 2, !dbg !14
  %8 = extractvalue { i8, i8, i8, i8 } %0, 3, !dbg !14
  %9 = zext i8 %5 to i32, !dbg !14
  %10 = zext i8 %6 to i32, !dbg !14
  %11 = shl i32 %10, 16, !dbg !14
  %12 = or i32 %9, %11, !dbg !14
  %13 = zext i8 %7 to i32, !dbg !14
  %14 = zext i8 %8 to i32, !dbg !14
  %15 = shl i32 %14, 16, !dbg !14
  %16 = or i32 %13, %15, !dbg !14
  %17 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %18 = and i32 %17, 31, !dbg !14
  %19 = and i32 %18, 16, !dbg !14
  %20 = icmp eq i32 %19, 0, !dbg !14
  %21 = select i1 %20, i32 21520, i32 30258, !dbg !14
  %22 = select i1 %20, i32 30258, i32 21520, !dbg !14
  %23 = call i32 @llvm.nvvm.prmt(i32 %12, i32 %16, i32 %21), !dbg !14
  %24 = call i32 @llvm.nvvm.prmt(i32 %12, i32 %16, i32 %22), !dbg !14
  %25 = shl i32 %18, 0, !dbg !14
  %26 = or i32 0, %25, !dbg !14
  %27 = and i32 %26, 30, !dbg !14
  %28 = lshr i32 %27, 1, !dbg !14
  %29 = and i32 %26, 1, !dbg !14
  %30 = shl i32 %29, 4, !dbg !14
  %31 = or disjoint i32 %28, %30, !dbg !14
  %32 = or disjoint i32 %31, 0, !dbg !14
  %33 = xor i32 0, %32, !dbg !14
  %34 = xor i32 %33, 0, !dbg !14
  %35 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %23, i32 %34, i32 31), !dbg !14
  %36 = xor i32 %33, 16, !dbg !14
  %37 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %24, i32 %36, i32 31), !dbg !14
  %38 = and i32 %18, 1, !dbg !14
  %39 = icmp eq i32 %38, 0, !dbg !14
  %40 = select i1 %39, i32 21520, i32 4180, !dbg !14
  %41 = select i1 %39, i32 30258, i32 12918, !dbg !14
  %42 = call i32 @llvm.nvvm.prmt(i32 %35, i32 %37, i32 %40), !dbg !14
  %43 = call i32 @llvm.nvvm.prmt(i32 %35, i32 %37, i32 %41), !dbg !14
  %44 = bitcast i32 %42 to <2 x i16>, !dbg !14
  %45 = extractelement <2 x i16> %44, i32 0, !dbg !14
  %46 = extractelement <2 x i16> %44, i32 1, !dbg !14
  %47 = bitcast i32 %43 to <2 x i16>, !dbg !14
  %48 = extractelement <2 x i16> %47, i32 0, !dbg !14
  %49 = extractelement <2 x i16> %47, i32 1, !dbg !14
  %50 = trunc nuw i16 %45 to i8, !dbg !14
  %51 = trunc nuw i16 %46 to i8, !dbg !14
  %52 = trunc nuw i16 %48 to i8, !dbg !14
  %53 = trunc nuw i16 %49 to i8, !dbg !14
  %54 = insertvalue { i8, i8, i8, i8 } undef, i8 %50, 0, !dbg !14
  %55 = insertvalue { i8, i8, i8, i8 } %54, i8 %51, 1, !dbg !14
  %56 = insertvalue { i8, i8, i8, i8 } %55, i8 %52, 2, !dbg !14
  %57 = insertvalue { i8, i8, i8, i8 } %56, i8 %53, 3, !dbg !14
  ret { i8, i8, i8, i8 } %57, !dbg !15
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) #1 !dbg !16 {
  %3 = call { i8, i8, i8, i8 } @f({ i8, i8, i8, i8 } zeroinitializer, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1), !dbg !19
  ret void, !dbg !20
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.nvvm.prmt(i32, i32, i32) #3

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #4

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="32" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "bytes00.cuda90.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !12, !13, !13}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 4, size: 32, elements: !10)
!10 = !{!11, !11, !11, !11}
!11 = !DIBasicType(name: "int", size: 8, encoding: DW_ATE_signed)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!14 = !DILocation(line: 5, column: 10, scope: !5)
!15 = !DILocation(line: 6, column: 5, scope: !5)
!16 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 8, type: !17, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!17 = !DISubroutineType(cc: DW_CC_normal, types: !18)
!18 = !{null, !13, !13}
!19 = !DILocation(line: 10, column: 10, scope: !16)
!20 = !DILocation(line: 11, column: 5, scope: !16)
