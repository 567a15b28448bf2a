; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal void @g(ptr addrspace(3) %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  ret void, !dbg !11
}

define ptx_kernel void @f(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #1 !dbg !12 {
  %4 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !17
  %5 = icmp ult i32 %4, 32, !dbg !17
  call void asm sideeffect "@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], 32;", "b,r"(i1 %5, ptr addrspace(3) @global_smem), !dbg !17
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !17
  %6 = load i32, ptr addrspace(3) @global_smem, align 4, !dbg !17
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !17
  %7 = inttoptr i32 %6 to ptr addrspace(6), !dbg !17
  call void asm sideeffect "@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", "b"(i1 %5), !dbg !17
  %8 = and i32 %4, 127, !dbg !18
  %9 = urem i32 %8, 32, !dbg !18
  %10 = udiv i32 %4, 32, !dbg !18
  %11 = shl i32 %9, 0, !dbg !18
  %12 = or i32 0, %11, !dbg !18
  %13 = shl i32 %10, 5, !dbg !18
  %14 = or i32 %12, %13, !dbg !18
  %15 = and i32 %14, 31, !dbg !18
  %16 = lshr i32 %15, 0, !dbg !18
  %17 = or disjoint i32 0, %16, !dbg !18
  %18 = xor i32 0, %17, !dbg !18
  %19 = xor i32 %18, 0, !dbg !18
  %20 = xor i32 %18, 32, !dbg !18
  %21 = xor i32 %18, 64, !dbg !18
  %22 = xor i32 %18, 96, !dbg !18
  %23 = add i32 %19, 0, !dbg !18
  %24 = add i32 %20, 0, !dbg !18
  %25 = add i32 %21, 0, !dbg !18
  %26 = add i32 %22, 0, !dbg !18
  %27 = mul i32 %23, 4, !dbg !19
  %28 = mul i32 %24, 4, !dbg !19
  %29 = mul i32 %25, 4, !dbg !19
  %30 = mul i32 %26, 4, !dbg !19
  %31 = add i32 0, %27, !dbg !20
  %32 = add i32 0, %28, !dbg !20
  %33 = add i32 0, %29, !dbg !20
  %34 = add i32 0, %30, !dbg !20
  %35 = getelementptr i8, ptr addrspace(1) %0, i32 %31, !dbg !21
  %36 = getelementptr i8, ptr addrspace(1) %0, i32 %32, !dbg !21
  %37 = getelementptr i8, ptr addrspace(1) %0, i32 %33, !dbg !21
  %38 = getelementptr i8, ptr addrspace(1) %0, i32 %34, !dbg !21
  %39 = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l"(ptr addrspace(1) %35), !dbg !22
  %40 = bitcast i32 %39 to <4 x i8>, !dbg !22
  %41 = extractelement <4 x i8> %40, i32 0, !dbg !22
  %42 = extractelement <4 x i8> %40, i32 1, !dbg !22
  %43 = extractelement <4 x i8> %40, i32 2, !dbg !22
  %44 = extractelement <4 x i8> %40, i32 3, !dbg !22
  %45 = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l"(ptr addrspace(1) %36), !dbg !22
  %46 = bitcast i32 %45 to <4 x i8>, !dbg !22
  %47 = extractelement <4 x i8> %46, i32 0, !dbg !22
  %48 = extractelement <4 x i8> %46, i32 1, !dbg !22
  %49 = extractelement <4 x i8> %46, i32 2, !dbg !22
  %50 = extractelement <4 x i8> %46, i32 3, !dbg !22
  %51 = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l"(ptr addrspace(1) %37), !dbg !22
  %52 = bitcast i32 %51 to <4 x i8>, !dbg !22
  %53 = extractelement <4 x i8> %52, i32 0, !dbg !22
  %54 = extractelement <4 x i8> %52, i32 1, !dbg !22
  %55 = extractelement <4 x i8> %52, i32 2, !dbg !22
  %56 = extractelement <4 x i8> %52, i32 3, !dbg !22
  %57 = call i32 asm sideeffect "mov.u32 $0, 0x0;\0A\09ld.global.b32 { $0 }, [ $1 + 0 ];", "=r,l"(ptr addrspace(1) %38), !dbg !22
  %58 = bitcast i32 %57 to <4 x i8>, !dbg !22
  %59 = extractelement <4 x i8> %58, i32 0, !dbg !22
  %60 = extractelement <4 x i8> %58, i32 1, !dbg !22
  %61 = extractelement <4 x i8> %58, i32 2, !dbg !22
  %62 = extractelement <4 x i8> %58, i32 3, !dbg !22
  %63 = ptrtoint ptr addrspace(6) %7 to i32, !dbg !23
  %64 = add i32 %63, 0, !dbg !23
  %65 = inttoptr i32 %64 to ptr addrspace(6), !dbg !23
  %66 = insertelement <4 x i8> undef, i8 %41, i32 0, !dbg !23
  %67 = insertelement <4 x i8> %66, i8 %42, i32 1, !dbg !23
  %68 = insertelement <4 x i8> %67, i8 %43, i32 2, !dbg !23
  %69 = insertelement <4 x i8> %68, i8 %44, i32 3, !dbg !23
  %70 = bitcast <4 x i8> %69 to i32, !dbg !23
  %71 = insertelement <4 x i8> undef, i8 %47, i32 0, !dbg !23
  %72 = insertelement <4 x i8> %71, i8 %48, i32 1, !dbg !23
  %73 = insertelement <4 x i8> %72, i8 %49, i32 2, !dbg !23
  %74 = insertelement <4 x i8> %73, i8 %50, i32 3, !dbg !23
  %75 = bitcast <4 x i8> %74 to i32, !dbg !23
  %76 = insertelement <4 x i8> undef, i8 %53, i32 0, !dbg !23
  %77 = insertelement <4 x i8> %76, i8 %54, i32 1, !dbg !23
  %78 = insertelement <4 x i8> %77, i8 %55, i32 2, !dbg !23
  %79 = insertelement <4 x i8> %78, i8 %56, i32 3, !dbg !23
  %80 = bitcast <4 x i8> %79 to i32, !dbg !23
  %81 = insertelement <4 x i8> undef, i8 %59, i32 0, !dbg !23
  %82 = insertelement <4 x i8> %81, i8 %60, i32 1, !dbg !23
  %83 = insertelement <4 x i8> %82, i8 %61, i32 2, !dbg !23
  %84 = insertelement <4 x i8> %83, i8 %62, i32 3, !dbg !23
  %85 = bitcast <4 x i8> %84 to i32, !dbg !23
  %86 = ptrtoint ptr addrspace(6) %65 to i32, !dbg !23
  %87 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %10, i32 0, i32 31), !dbg !23
  %88 = and i32 %87, 3, !dbg !23
  %89 = shl i32 %88, 21, !dbg !23
  %90 = add i32 %86, %89, !dbg !23
  call void asm sideeffect "@$0 tcgen05.st.sync.aligned.32x32b.x4.b32 [$1 + 0], {$2, $3, $4, $5};", "b,r,r,r,r,r"(i1 true, i32 %90, i32 %70, i32 %75, i32 %80, i32 %85), !dbg !23
  %91 = inttoptr i32 %64 to ptr addrspace(3), !dbg !23
  call void @llvm.nvvm.tcgen05.wait.st(), !dbg !24
  call void @g(ptr addrspace(3) %91, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !24
  call void @llvm.nvvm.barrier.cta.sync.all(i32 0), !dbg !25
  call void asm sideeffect "@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, 32;", "b,r"(i1 %5, ptr addrspace(6) %7), !dbg !25
  ret void, !dbg !25
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

; Function Attrs: convergent nocallback nounwind memory(inaccessiblemem: readwrite)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) #4

; Function Attrs: convergent nounwind memory(inaccessiblemem: readwrite)
declare void @llvm.nvvm.tcgen05.wait.st() #5

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.all(i32) #3

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="128" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }
attributes #4 = { convergent nocallback nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { convergent nounwind memory(inaccessiblemem: readwrite) }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "tmemalloc00.ttgir", directory: "")
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
!14 = !{null, !15, !10, !10}
!15 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !16, size: 64, dwarfAddressSpace: 1)
!16 = !DIBasicType(name: "int", size: 8, encoding: DW_ATE_signed)
!17 = !DILocation(line: 16, column: 3, scope: !12)
!18 = !DILocation(line: 17, column: 11, scope: !12)
!19 = !DILocation(line: 23, column: 11, scope: !12)
!20 = !DILocation(line: 25, column: 11, scope: !12)
!21 = !DILocation(line: 27, column: 12, scope: !12)
!22 = !DILocation(line: 28, column: 12, scope: !12)
!23 = !DILocation(line: 29, column: 12, scope: !12)
!24 = !DILocation(line: 30, column: 5, scope: !12)
!25 = !DILocation(line: 31, column: 5, scope: !12)
