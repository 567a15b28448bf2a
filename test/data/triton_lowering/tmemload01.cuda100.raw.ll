; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } @f(ptr addrspace(3) %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  %5 = ptrtoint ptr addrspace(3) %0 to i32, !dbg !11
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !11
  %7 = udiv i32 %6, 32, !dbg !11
  %8 = sub i32 %7, 0, !dbg !11
  %9 = and i32 %8, 3, !dbg !11
  %10 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %9, i32 0, i32 31), !dbg !11
  %11 = and i32 %10, 3, !dbg !11
  %12 = shl i32 %11, 21, !dbg !11
  %13 = add i32 %5, %12, !dbg !11
  %14 = call { i32, i32, i32, i32, i32, i32, i32, i32 } asm sideeffect "tcgen05.ld.sync.aligned.16x128b.x4.pack::16b.b32 {$0, $1, $2, $3, $4, $5, $6, $7}, [$8 + 0];", "=r,=r,=r,=r,=r,=r,=r,=r,r"(i32 %13), !dbg !11
  %15 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 0, !dbg !11
  %16 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 1, !dbg !11
  %17 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 2, !dbg !11
  %18 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 3, !dbg !11
  %19 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 4, !dbg !11
  %20 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 5, !dbg !11
  %21 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 6, !dbg !11
  %22 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %14, 7, !dbg !11
  %23 = call { i32, i32, i32, i32, i32, i32, i32, i32 } asm sideeffect "tcgen05.ld.sync.aligned.16x128b.x4.pack::16b.b32 {$0, $1, $2, $3, $4, $5, $6, $7}, [$8 + 1048576];", "=r,=r,=r,=r,=r,=r,=r,=r,r"(i32 %13), !dbg !11
  %24 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 0, !dbg !11
  %25 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 1, !dbg !11
  %26 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 2, !dbg !11
  %27 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 3, !dbg !11
  %28 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 4, !dbg !11
  %29 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 5, !dbg !11
  %30 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 6, !dbg !11
  %31 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %23, 7, !dbg !11
  %32 = bitcast i32 %15 to <2 x half>, !dbg !11
  %33 = extractelement <2 x half> %32, i32 0, !dbg !11
  %34 = extractelement <2 x half> %32, i32 1, !dbg !11
  %35 = bitcast i32 %16 to <2 x half>, !dbg !11
  %36 = extractelement <2 x half> %35, i32 0, !dbg !11
  %37 = extractelement <2 x half> %35, i32 1, !dbg !11
  %38 = bitcast i32 %17 to <2 x half>, !dbg !11
  %39 = extractelement <2 x half> %38, i32 0, !dbg !11
  %40 = extractelement <2 x half> %38, i32 1, !dbg !11
  %41 = bitcast i32 %18 to <2 x half>, !dbg !11
  %42 = extractelement <2 x half> %41, i32 0, !dbg !11
  %43 = extractelement <2 x half> %41, i32 1, !dbg !11
  %44 = bitcast i32 %19 to <2 x half>, !dbg !11
  %45 = extractelement <2 x half> %44, i32 0, !dbg !11
  %46 = extractelement <2 x half> %44, i32 1, !dbg !11
  %47 = bitcast i32 %20 to <2 x half>, !dbg !11
  %48 = extractelement <2 x half> %47, i32 0, !dbg !11
  %49 = extractelement <2 x half> %47, i32 1, !dbg !11
  %50 = bitcast i32 %21 to <2 x half>, !dbg !11
  %51 = extractelement <2 x half> %50, i32 0, !dbg !11
  %52 = extractelement <2 x half> %50, i32 1, !dbg !11
  %53 = bitcast i32 %22 to <2 x half>, !dbg !11
  %54 = extractelement <2 x half> %53, i32 0, !dbg !11
  %55 = extractelement <2 x half> %53, i32 1, !dbg !11
  %56 = bitcast i32 %24 to <2 x half>, !dbg !11
  %57 = extractelement <2 x half> %56, i32 0, !dbg !11
  %58 = extractelement <2 x half> %56, i32 1, !dbg !11
  %59 = bitcast i32 %25 to <2 x half>, !dbg !11
  %60 = extractelement <2 x half> %59, i32 0, !dbg !11
  %61 = extractelement <2 x half> %59, i32 1, !dbg !11
  %62 = bitcast i32 %26 to <2 x half>, !dbg !11
  %63 = extractelement <2 x half> %62, i32 0, !dbg !11
  %64 = extractelement <2 x half> %62, i32 1, !dbg !11
  %65 = bitcast i32 %27 to <2 x half>, !dbg !11
  %66 = extractelement <2 x half> %65, i32 0, !dbg !11
  %67 = extractelement <2 x half> %65, i32 1, !dbg !11
  %68 = bitcast i32 %28 to <2 x half>, !dbg !11
  %69 = extractelement <2 x half> %68, i32 0, !dbg !11
  %70 = extractelement <2 x half> %68, i32 1, !dbg !11
  %71 = bitcast i32 %29 to <2 x half>, !dbg !11
  %72 = extractelement <2 x half> %71, i32 0, !dbg !11
  %73 = extractelement <2 x half> %71, i32 1, !dbg !11
  %74 = bitcast i32 %30 to <2 x half>, !dbg !11
  %75 = extractelement <2 x half> %74, i32 0, !dbg !11
  %76 = extractelement <2 x half> %74, i32 1, !dbg !11
  %77 = bitcast i32 %31 to <2 x half>, !dbg !11
  %78 = extractelement <2 x half> %77, i32 0, !dbg !11
  %79 = extractelement <2 x half> %77, i32 1, !dbg !11
  %80 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } undef, half %33, 0, !dbg !11
  %81 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %80, half %34, 1, !dbg !11
  %82 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %81, half %36, 2, !dbg !11
  %83 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %82, half %37, 3, !dbg !11
  %84 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %83, half %39, 4, !dbg !11
  %85 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %84, half %40, 5, !dbg !11
  %86 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %85, half %42, 6, !dbg !11
  %87 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %86, half %43, 7, !dbg !11
  %88 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %87, half %45, 8, !dbg !11
  %89 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %88, half %46, 9, !dbg !11
  %90 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %89, half %48, 10, !dbg !11
  %91 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %90, half %49, 11, !dbg !11
  %92 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %91, half %51, 12, !dbg !11
  %93 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %92, half %52, 13, !dbg !11
  %94 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %93, half %54, 14, !dbg !11
  %95 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %94, half %55, 15, !dbg !11
  %96 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %95, half %57, 16, !dbg !11
  %97 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %96, half %58, 17, !dbg !11
  %98 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %97, half %60, 18, !dbg !11
  %99 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %98, half %61, 19, !dbg !11
  %100 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %99, half %63, 20, !dbg !11
  %101 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %100, half %64, 21, !dbg !11
  %102 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %101, half %66, 22, !dbg !11
  %103 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %102, half %67, 23, !dbg !11
  %104 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %103, half %69, 24, !dbg !11
  %105 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %104, half %70, 25, !dbg !11
  %106 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %105, half %72, 26, !dbg !11
  %107 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %106, half %73, 27, !dbg !11
  %108 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %107, half %75, 28, !dbg !11
  %109 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %108, half %76, 29, !dbg !11
  %110 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %109, half %78, 30, !dbg !11
  %111 = insertvalue { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %110, half %79, 31, !dbg !11
  call void @llvm.nvvm.tcgen05.wait.ld(), !dbg !12
  ret { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } %111, !dbg !12
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) #1 !dbg !13 {
  %3 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !16
  %4 = icmp ult i32 %3, 32, !dbg !16
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 32;", "b,r"(i1 %4, ptr addrspace(3) @global_smem), !dbg !16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !16
  %5 = load i32, ptr addrspace(3) @global_smem, align 4, !dbg !16
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !16
  %6 = inttoptr i32 %5 to ptr addrspace(6), !dbg !16
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b"(i1 %4), !dbg !16
  %7 = ptrtoint ptr addrspace(6) %6 to i32, !dbg !17
  %8 = add i32 %7, 0, !dbg !17
  %9 = inttoptr i32 %8 to ptr addrspace(3), !dbg !17
  %10 = call { half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half, half } @f(ptr addrspace(3) %9, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1), !dbg !18
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0), !dbg !19
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 32;", "b,r"(i1 %4, ptr addrspace(6) %6), !dbg !19
  ret void, !dbg !19
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #3

; Function Attrs: convergent nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.tcgen05.wait.ld() #4

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
!1 = !DIFile(filename: "tmemload01.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !9, !10, !10}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!11 = !DILocation(line: 5, column: 11, scope: !5)
!12 = !DILocation(line: 6, column: 5, scope: !5)
!13 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 8, type: !14, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!14 = !DISubroutineType(cc: DW_CC_normal, types: !15)
!15 = !{null, !10, !10}
!16 = !DILocation(line: 8, column: 3, scope: !13)
!17 = !DILocation(line: 9, column: 11, scope: !13)
!18 = !DILocation(line: 10, column: 10, scope: !13)
!19 = !DILocation(line: 11, column: 5, scope: !13)
