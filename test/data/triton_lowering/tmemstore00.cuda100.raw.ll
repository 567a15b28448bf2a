; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal void @f({ half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, ptr addrspace(3) %1, i1 %2, ptr addrspace(3) %3, ptr addrspace(1) %4, ptr addrspace(1) %5) #0 !dbg !5 {
  %7 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 0, !dbg !15
  %8 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 1, !dbg !15
  %9 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 2, !dbg !15
  %10 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 3, !dbg !15
  %11 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 4, !dbg !15
  %12 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 5, !dbg !15
  %13 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 6, !dbg !15
  %14 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 7, !dbg !15
  %15 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 8, !dbg !15
  %16 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 9, !dbg !15
  %17 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 10, !dbg !15
  %18 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 11, !dbg !15
  %19 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 12, !dbg !15
  %20 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 13, !dbg !15
  %21 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 14, !dbg !15
  %22 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 15, !dbg !15
  %23 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 16, !dbg !15
  %24 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 17, !dbg !15
  %25 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 18, !dbg !15
  %26 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 19, !dbg !15
  %27 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 20, !dbg !15
  %28 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 21, !dbg !15
  %29 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 22, !dbg !15
  %30 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 23, !dbg !15
  %31 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 24, !dbg !15
  %32 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 25, !dbg !15
  %33 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 26, !dbg !15
  %34 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 27, !dbg !15
  %35 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 28, !dbg !15
  %36 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 29, !dbg !15
  %37 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 30, !dbg !15
  %38 = extractvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %0, 31, !dbg !15
  %39 = insertelement <2 x half> undef, half %7, i32 0, !dbg !15
  %40 = insertelement <2 x half> %39, half %8, i32 1, !dbg !15
  %41 = bitcast <2 x half> %40 to i32, !dbg !15
  %42 = insertelement <2 x half> undef, half %9, i32 0, !dbg !15
  %43 = insertelement <2 x half> %42, half %10, i32 1, !dbg !15
  %44 = bitcast <2 x half> %43 to i32, !dbg !15
  %45 = insertelement <2 x half> undef, half %11, i32 0, !dbg !15
  %46 = insertelement <2 x half> %45, half %12, i32 1, !dbg !15
  %47 = bitcast <2 x half> %46 to i32, !dbg !15
  %48 = insertelement <2 x half> undef, half %13, i32 0, !dbg !15
  %49 = insertelement <2 x half> %48, half %14, i32 1, !dbg !15
  %50 = bitcast <2 x half> %49 to i32, !dbg !15
  %51 = insertelement <2 x half> undef, half %15, i32 0, !dbg !15
  %52 = insertelement <2 x half> %51, half %16, i32 1, !dbg !15
  %53 = bitcast <2 x half> %52 to i32, !dbg !15
  %54 = insertelement <2 x half> undef, half %17, i32 0, !dbg !15
  %55 = insertelement <2 x half> %54, half %18, i32 1, !dbg !15
  %56 = bitcast <2 x half> %55 to i32, !dbg !15
  %57 = insertelement <2 x half> undef, half %19, i32 0, !dbg !15
  %58 = insertelement <2 x half> %57, half %20, i32 1, !dbg !15
  %59 = bitcast <2 x half> %58 to i32, !dbg !15
  %60 = insertelement <2 x half> undef, half %21, i32 0, !dbg !15
  %61 = insertelement <2 x half> %60, half %22, i32 1, !dbg !15
  %62 = bitcast <2 x half> %61 to i32, !dbg !15
  %63 = insertelement <2 x half> undef, half %23, i32 0, !dbg !15
  %64 = insertelement <2 x half> %63, half %24, i32 1, !dbg !15
  %65 = bitcast <2 x half> %64 to i32, !dbg !15
  %66 = insertelement <2 x half> undef, half %25, i32 0, !dbg !15
  %67 = insertelement <2 x half> %66, half %26, i32 1, !dbg !15
  %68 = bitcast <2 x half> %67 to i32, !dbg !15
  %69 = insertelement <2 x half> undef, half %27, i32 0, !dbg !15
  %70 = insertelement <2 x half> %69, half %28, i32 1, !dbg !15
  %71 = bitcast <2 x half> %70 to i32, !dbg !15
  %72 = insertelement <2 x half> undef, half %29, i32 0, !dbg !15
  %73 = insertelement <2 x half> %72, half %30, i32 1, !dbg !15
  %74 = bitcast <2 x half> %73 to i32, !dbg !15
  %75 = insertelement <2 x half> undef, half %31, i32 0, !dbg !15
  %76 = insertelement <2 x half> %75, half %32, i32 1, !dbg !15
  %77 = bitcast <2 x half> %76 to i32, !dbg !15
  %78 = insertelement <2 x half> undef, half %33, i32 0, !dbg !15
  %79 = insertelement <2 x half> %78, half %34, i32 1, !dbg !15
  %80 = bitcast <2 x half> %79 to i32, !dbg !15
  %81 = insertelement <2 x half> undef, half %35, i32 0, !dbg !15
  %82 = insertelement <2 x half> %81, half %36, i32 1, !dbg !15
  %83 = bitcast <2 x half> %82 to i32, !dbg !15
  %84 = insertelement <2 x half> undef, half %37, i32 0, !dbg !15
  %85 = insertelement <2 x half> %84, half %38, i32 1, !dbg !15
  %86 = bitcast <2 x half> %85 to i32, !dbg !15
  %87 = ptrtoint ptr addrspace(3) %1 to i32, !dbg !15
  %88 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %89 = udiv i32 %88, 32, !dbg !15
  %90 = sub i32 %89, 0, !dbg !15
  %91 = and i32 %90, 3, !dbg !15
  %92 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %91, i32 0, i32 31), !dbg !15
  %93 = and i32 %92, 3, !dbg !15
  %94 = shl i32 %93, 21, !dbg !15
  %95 = add i32 %87, %94, !dbg !15
  call void asm sideeffect "@$0 tcgen05.st.sync.aligned.32x32b.x16.b32 [$1 + 0], {$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17};", "b,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r,r"(i1 %2, i32 %95, i32 %41, i32 %44, i32 %47, i32 %50, i32 %53, i32 %56, i32 %59, i32 %62, i32 %65, i32 %68, i32 %71, i32 %74, i32 %77, i32 %80, i32 %83, i32 %86), !dbg !15
  call void @llvm.nvvm.tcgen05.wait.st(), !dbg !16
  ret void, !dbg !16
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) #1 !dbg !17 {
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !20
  %4 = icmp ult i32 %3, 32, !dbg !20
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 32;", "b,r"(i1 %4, ptr addrspace(3) @global_smem), !dbg !20
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !20
  %5 = load i32, ptr addrspace(3) @global_smem, align 4, !dbg !20
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !20
  %6 = inttoptr i32 %5 to ptr addrspace(6), !dbg !20
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b"(i1 %4), !dbg !20
  %7 = ptrtoint ptr addrspace(6) %6 to i32, !dbg !21
  %8 = add i32 %7, 0, !dbg !21
  %9 = inttoptr i32 %8 to ptr addrspace(3), !dbg !21
  call void @f({ half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } zeroinitializer, ptr addrspace(3) %9, i1 false, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1), !dbg !22
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0), !dbg !23
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 32;", "b,r"(i1 %4, ptr addrspace(6) %6), !dbg !23
  ret void, !dbg !23
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #3

; Function Attrs: convergent nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.tcgen05.wait.st() #4

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #5

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.all(i32) #5

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="128" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #4 = { convergent nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "tmemstore00.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 13, type: !6, scopeLine: 13, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{null, !8, !11, !13, !11, !14, !14}
!8 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 13, size: 512, elements: !9)
!9 = !{!10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10, !10}
!10 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 3)
!12 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!13 = !DIBasicType(name: "bool", size: 1, encoding: DW_ATE_boolean)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !12, size: 64, dwarfAddressSpace: 1)
!15 = !DILocation(line: 14, column: 5, scope: !5)
!16 = !DILocation(line: 15, column: 5, scope: !5)
!17 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 17, type: !18, scopeLine: 17, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!18 = !DISubroutineType(cc: DW_CC_normal, types: !19)
!19 = !{null, !14, !14}
!20 = !DILocation(line: 17, column: 3, scope: !17)
!21 = !DILocation(line: 19, column: 11, scope: !17)
!22 = !DILocation(line: 21, column: 5, scope: !17)
!23 = !DILocation(line: 22, column: 5, scope: !17)
