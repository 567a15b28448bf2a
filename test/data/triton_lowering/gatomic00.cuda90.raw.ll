; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal { float, float, float, float, float, float, float, float } @f(ptr addrspace(1) %0, { float, float, float, float, float, float, float, float } %1, ptr addrspace(3) %2, ptr addrspace(1) %3, ptr addrspace(1) %4) #0 !dbg !5 {
  %6 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !15
  %7 = and i32 %6, 127, !dbg !15
  %8 = urem i32 %7, 32, !dbg !15
  %9 = udiv i32 %6, 32, !dbg !15
  %10 = sub i32 %9, 0, !dbg !15
  %11 = and i32 %10, 3, !dbg !15
  %12 = shl i32 %8, 0, !dbg !15
  %13 = or i32 0, %12, !dbg !15
  %14 = shl i32 %11, 5, !dbg !15
  %15 = or i32 %13, %14, !dbg !15
  %16 = and i32 %15, 112, !dbg !15
  %17 = lshr i32 %16, 4, !dbg !15
  %18 = or disjoint i32 %17, 0, !dbg !15
  %19 = xor i32 0, %18, !dbg !15
  %20 = xor i32 %19, 0, !dbg !15
  %21 = xor i32 %19, 8, !dbg !15
  %22 = add i32 %20, 0, !dbg !15
  %23 = add i32 %21, 0, !dbg !15
  %24 = and i32 %15, 15, !dbg !16
  %25 = shl i32 %24, 2, !dbg !16
  %26 = or disjoint i32 %25, 0, !dbg !16
  %27 = xor i32 0, %26, !dbg !16
  %28 = xor i32 %27, 0, !dbg !16
  %29 = add i32 %28, 0, !dbg !16
  %30 = mul i32 %22, 64, !dbg !17
  %31 = mul i32 %23, 64, !dbg !17
  %32 = add i32 %29, %30, !dbg !18
  %33 = add i32 %29, %31, !dbg !18
  %34 = getelementptr float, ptr addrspace(1) %0, i32 %32, !dbg !19
  %35 = getelementptr float, ptr addrspace(1) %0, i32 %33, !dbg !19
  %36 = icmp slt i32 %29, 48, !dbg !20
  %37 = icmp slt i32 %22, 12, !dbg !21
  %38 = icmp slt i32 %23, 12, !dbg !21
  %39 = and i1 %36, %37, !dbg !22
  %40 = and i1 %36, %38, !dbg !22
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  %41 = extractvalue { float, float, float, float, float, float, float, float } %1, 0, !dbg !23
  %42 = extractvalue { float, float, float, float, float, float, float, float } %1, 1, !dbg !23
  %43 = extractvalue { float, float, float, float, float, float, float, float } %1, 2, !dbg !23
  %44 = extractvalue { float, float, float, float, float, float, float, float } %1, 3, !dbg !23
  %45 = extractvalue { float, float, float, float, float, float, float, float } %1, 4, !dbg !23
  %46 = extractvalue { float, float, float, float, float, float, float, float } %1, 5, !dbg !23
  %47 = extractvalue { float, float, float, float, float, float, float, float } %1, 6, !dbg !23
  %48 = extractvalue { float, float, float, float, float, float, float, float } %1, 7, !dbg !23
  %49 = call { float, float, float, float } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$9 atom.global.gpu.acq_rel.add.v4.f32 { $0, $1, $2, $3 }, [ $4 + 0 ], { $5, $6, $7, $8 };", "=r,=r,=r,=r,l,r,r,r,r,b"(ptr addrspace(1) %34, float %41, float %42, float %43, float %44, i1 %39), !dbg !23
  %50 = extractvalue { float, float, float, float } %49, 0, !dbg !23
  %51 = extractvalue { float, float, float, float } %49, 1, !dbg !23
  %52 = extractvalue { float, float, float, float } %49, 2, !dbg !23
  %53 = extractvalue { float, float, float, float } %49, 3, !dbg !23
  %54 = call { float, float, float, float } asm sideeffect "mov.u32 $0, 0x0;\0A\09mov.u32 $1, 0x0;\0A\09mov.u32 $2, 0x0;\0A\09mov.u32 $3, 0x0;\0A\09@$9 atom.global.gpu.acq_rel.add.v4.f32 { $0, $1, $2, $3 }, [ $4 + 0 ], { $5, $6, $7, $8 };", "=r,=r,=r,=r,l,r,r,r,r,b"(ptr addrspace(1) %35, float %45, float %46, float %47, float %48, i1 %40), !dbg !23
  %55 = extractvalue { float, float, float, float } %54, 0, !dbg !23
  %56 = extractvalue { float, float, float, float } %54, 1, !dbg !23
  %57 = extractvalue { float, float, float, float } %54, 2, !dbg !23
  %58 = extractvalue { float, float, float, float } %54, 3, !dbg !23
  %59 = insertvalue { float, float, float, float, float, float, float, float } undef, float %50, 0, !dbg !23
  %60 = insertvalue { float, float, float, float, float, float, float, float } %59, float %51, 1, !dbg !23
  %61 = insertvalue { float, float, float, float, float, float, float, float } %60, float %52, 2, !dbg !23
  %62 = insertvalue { float, float, float, float, float, float, float, float } %61, float %53, 3, !dbg !23
  %63 = insertvalue { float, float, float, float, float, float, float, float } %62, float %55, 4, !dbg !23
  %64 = insertvalue { float, float, float, float, float, float, float, float } %63, float %56, 5, !dbg !23
  %65 = insertvalue { float, float, float, float, float, float, float, float } %64, float %57, 6, !dbg !23
  %66 = insertvalue { float, float, float, float, float, float, float, float } %65, float %58, 7, !dbg !23
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !23
  ret { float, float, float, float, float, float, float, float } %66, !dbg !24
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #1 !dbg !25 {
  %4 = call { float, float, float, float, float, float, float, float } @f(ptr addrspace(1) %0, { float, float, float, float, float, float, float, float } zeroinitializer, ptr addrspace(3) @global_smem, ptr addrspace(1) %1, ptr addrspace(1) %2), !dbg !28
  ret void, !dbg !29
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x() #2

; Function Attrs: convergent nocallback nounwind
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) #3

attributes #0 = { noinline }
attributes #1 = { "nvvm.reqntid"="128" }
attributes #2 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { convergent nocallback nounwind }

!llvm.dbg.cu = !{!0, !2}
!llvm.module.flags = !{!3, !4}

!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "gatomic00.cuda90.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !11, !13, !14, !14}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !10, size: 64, dwarfAddressSpace: 1)
!10 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 3, size: 256, elements: !12)
!12 = !{!10, !10, !10, !10, !10, !10, !10, !10}
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!14 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!15 = !DILocation(line: 4, column: 11, scope: !5)
!16 = !DILocation(line: 6, column: 11, scope: !5)
!17 = !DILocation(line: 10, column: 11, scope: !5)
!18 = !DILocation(line: 12, column: 11, scope: !5)
!19 = !DILocation(line: 14, column: 12, scope: !5)
!20 = !DILocation(line: 16, column: 12, scope: !5)
!21 = !DILocation(line: 19, column: 12, scope: !5)
!22 = !DILocation(line: 21, column: 12, scope: !5)
!23 = !DILocation(line: 22, column: 12, scope: !5)
!24 = !DILocation(line: 23, column: 5, scope: !5)
!25 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 25, type: !26, scopeLine: 25, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!26 = !DISubroutineType(cc: DW_CC_normal, types: !27)
!27 = !{null, !9, !14, !14}
!28 = !DILocation(line: 27, column: 10, scope: !25)
!29 = !DILocation(line: 28, column: 5, scope: !25)
