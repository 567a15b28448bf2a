; ModuleID = 'LLVMDialectModule'
source_filename = "LLVMDialectModule"
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-p7:32:32-p101:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"

@global_smem = external addrspace(3) global [0 x i8], align 16

; Function Attrs: noinline
define internal { half, half, half, half, half, half, half, half } @f({ half, half, half, half, half, half, half, half } %0, ptr addrspace(3) %1, ptr addrspace(1) %2, ptr addrspace(1) %3) #0 !dbg !5 {
  %5 = extractvalue { half, half, half, half, half, half, half, half } %0, 0, !dbg !14
  %6 = extractvalue { half, half, half, half, half, half, half, half } %0, 1, !dbg !14
  %7 = extractvalue { half, half, half, half, half, half, half, half } %0, 2, !dbg !14
  %8 = extractvalue { half, half, half, half, half, half, half, half } %0, 3, !dbg !14
  %9 = extractvalue { half, half, half, half, half, half, half, half } %0, 4, !dbg !14
  %10 = extractvalue { half, half, half, half, half, half, half, half } %0, 5, !dbg !14
  %11 = extractvalue { half, half, half, half, half, half, half, half } %0, 6, !dbg !14
  %12 = extractvalue { half, half, half, half, half, half, half, half } %0, 7, !dbg !14
  %13 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !dbg !14
  %14 = and i32 %13, 127, !dbg !14
  %15 = urem i32 %14, 32, !dbg !14
  %16 = udiv i32 %13, 32, !dbg !14
  %17 = sub i32 %16, 0, !dbg !14
  %18 = and i32 %17, 3, !dbg !14
  %19 = shl i32 %15, 0, !dbg !14
  %20 = or i32 0, %19, !dbg !14
  %21 = shl i32 %18, 5, !dbg !14
  %22 = or i32 %20, %21, !dbg !14
  %23 = and i32 %22, 3, !dbg !14
  %24 = shl i32 %23, 5, !dbg !14
  %25 = and i32 %22, 112, !dbg !14
  %26 = shl i32 %25, 3, !dbg !14
  %27 = and i32 %22, 12, !dbg !14
  %28 = shl i32 %27, 1, !dbg !14
  %29 = xor i32 %24, %28, !dbg !14
  %30 = or disjoint i32 %26, %29, !dbg !14
  %31 = xor i32 0, %30, !dbg !14
  %32 = xor i32 %31, 0, !dbg !14
  %33 = xor i32 %32, 0, !dbg !14
  %34 = add i32 %33, 0, !dbg !14
  %35 = getelementptr inbounds i8, ptr addrspace(3) %1, i32 %34, !dbg !14
  %36 = insertelement <4 x half> undef, half %5, i32 0, !dbg !14
  %37 = insertelement <4 x half> %36, half %6, i32 1, !dbg !14
  %38 = insertelement <4 x half> %37, half %7, i32 2, !dbg !14
  %39 = insertelement <4 x half> %38, half %8, i32 3, !dbg !14
  %40 = extractelement <4 x half> %39, i32 0, !dbg !14
  %41 = extractelement <4 x half> %39, i32 1, !dbg !14
  %42 = extractelement <4 x half> %39, i32 2, !dbg !14
  %43 = extractelement <4 x half> %39, i32 3, !dbg !14
  %44 = bitcast half %40 to i16, !dbg !14
  %45 = bitcast half %41 to i16, !dbg !14
  %46 = bitcast half %42 to i16, !dbg !14
  %47 = bitcast half %43 to i16, !dbg !14
  %48 = insertelement <4 x i16> undef, i16 %44, i32 0, !dbg !14
  %49 = insertelement <4 x i16> %48, i16 %45, i32 1, !dbg !14
  %50 = insertelement <4 x i16> %49, i16 %46, i32 2, !dbg !14
  %51 = insertelement <4 x i16> %50, i16 %47, i32 3, !dbg !14
  store <4 x i16> %51, ptr addrspace(3) %35, align 8, !dbg !14
  %52 = add i32 %33, 1024, !dbg !14
  %53 = getelementptr inbounds i8, ptr addrspace(3) %1, i32 %52, !dbg !14
  %54 = insertelement <4 x half> undef, half %9, i32 0, !dbg !14
  %55 = insertelement <4 x half> %54, half %10, i32 1, !dbg !14
  %56 = insertelement <4 x half> %55, half %11, i32 2, !dbg !14
  %57 = insertelement <4 x half> %56, half %12, i32 3, !dbg !14
  %58 = extractelement <4 x half> %57, i32 0, !dbg !14
  %59 = extractelement <4 x half> %57, i32 1, !dbg !14
  %60 = extractelement <4 x half> %57, i32 2, !dbg !14
  %61 = extractelement <4 x half> %57, i32 3, !dbg !14
  %62 = bitcast half %58 to i16, !dbg !14
  %63 = bitcast half %59 to i16, !dbg !14
  %64 = bitcast half %60 to i16, !dbg !14
  %65 = bitcast half %61 to i16, !dbg !14
  %66 = insertelement <4 x i16> undef, i16 %62, i32 0, !dbg !14
  %67 = insertelement <4 x i16> %66, i16 %63, i32 1, !dbg !14
  %68 = insertelement <4 x i16> %67, i16 %64, i32 2, !dbg !14
  %69 = insertelement <4 x i16> %68, i16 %65, i32 3, !dbg !14
  store <4 x i16> %69, ptr addrspace(3) %53, align 8, !dbg !14
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0), !dbg !14
  %70 = and i32 %22, 35, !dbg !14
  %71 = shl i32 %70, 5, !dbg !14
  %72 = and i32 %22, 16, !dbg !14
  %73 = shl i32 %72, 3, !dbg !14
  %74 = and i32 %22, 64, !dbg !14
  %75 = shl i32 %74, 2, !dbg !14
  %76 = or disjoint i32 %73, %75, !dbg !14
  %77 = xor i32 %71, %28, !dbg !14
  %78 = or disjoint i32 %76, %77, !dbg !14
  %79 = xor i32 0, %78, !dbg !14
  %80 = xor i32 %79, 0, !dbg !14
  %81 = xor i32 %80, 0, !dbg !14
  %82 = add i32 %81, 0, !dbg !14
  %83 = getelementptr inbounds i8, ptr addrspace(3) %1, i32 %82, !dbg !14
  %84 = load <4 x i16>, ptr addrspace(3) %83, align 8, !dbg !14
  %85 = extractelement <4 x i16> %84, i32 0, !dbg !14
  %86 = extractelement <4 x i16> %84, i32 1, !dbg !14
  %87 = extractelement <4 x i16> %84, i32 2, !dbg !14
  %88 = extractelement <4 x i16> %84, i32 3, !dbg !14
  %89 = insertelement <4 x i16> undef, i16 %85, i32 0, !dbg !14
  %90 = insertelement <4 x i16> %89, i16 %86, i32 1, !dbg !14
  %91 = insertelement <4 x i16> %90, i16 %87, i32 2, !dbg !14
  %92 = insertelement <4 x i16> %91, i16 %88, i32 3, !dbg !14
  %93 = extractelement <4 x i16> %92, i32 0, !dbg !14
  %94 = extractelement <4 x i16> %92, i32 1, !dbg !14
  %95 = extractelement <4 x i16> %92, i32 2, !dbg !14
  %96 = extractelement <4 x i16> %92, i32 3, !dbg !14
  %97 = bitcast i16 %93 to half, !dbg !14
  %98 = bitcast i16 %94 to half, !dbg !14
  %99 = bitcast i16 %95 to half, !dbg !14
  %100 = bitcast i16 %96 to half, !dbg !14
  %101 = insertelement <4 x half> undef, half %97, i32 0, !dbg !14
  %102 = insertelement <4 x half> %101, half %98, i32 1, !dbg !14
  %103 = insertelement <4 x half> %102, half %99, i32 2, !dbg !14
  %104 = insertelement <4 x half> %103, half %100, i32 3, !dbg !14
  %105 = extractelement <4 x half> %104, i32 0, !dbg !14
  %106 = extractelement <4 x half> %104, i32 1, !dbg !14
  %107 = extractelement <4 x half> %104, i32 2, !dbg !14
  %108 = extractelement <4 x half> %104, i32 3, !dbg !14
  %109 = add i32 %81, 512, !dbg !14
  %110 = getelementptr inbounds i8, ptr addrspace(3) %1, i32 %109, !dbg !14
  %111 = load <4 x i16>, ptr addrspace(3) %110, align 8, !dbg !14
  %112 = extractelement <4 x i16> %111, i32 0, !dbg !14
  %113 = extractelement <4 x i16> %111, i32 1, !dbg !14
  %114 = extractelement <4 x i16> %111, i32 2, !dbg !14
  %115 = extractelement <4 x i16> %111, i32 3, !dbg !14
  %116 = insertelement <4 x i16> undef, i16 %112, i32 0, !dbg !14
  %117 = insertelement <4 x i16> %116, i16 %113, i32 1, !dbg !14
  %118 = insertelement <4 x i16> %117, i16 %114, i32 2, !dbg !14
  %119 = insertelement <4 x i16> %118, i16 %115, i32 3, !dbg !14
  %120 = extractelement <4 x i16> %119, i32 0, !dbg !14
  %121 = extractelement <4 x i16> %119, i32 1, !dbg !14
  %122 = extractelement <4 x i16> %119, i32 2, !dbg !14
  %123 = extractelement <4 x i16> %119, i32 3, !dbg !14
  %124 = bitcast i16 %120 to half, !dbg !14
  %125 = bitcast i16 %121 to half, !dbg !14
  %126 = bitcast i16 %122 to half, !dbg !14
  %127 = bitcast i16 %123 to half, !dbg !14
  %128 = insertelement <4 x half> undef, half %124, i32 0, !dbg !14
  %129 = insertelement <4 x half> %128, half %125, i32 1, !dbg !14
  %130 = insertelement <4 x half> %129, half %126, i32 2, !dbg !14
  %131 = insertelement <4 x half> %130, half %127, i32 3, !dbg !14
  %132 = extractelement <4 x half> %131, i32 0, !dbg !14
  %133 = extractelement <4 x half> %131, i32 1, !dbg !14
  %134 = extractelement <4 x half> %131, i32 2, !dbg !14
  %135 = extractelement <4 x half> %131, i32 3, !dbg !14
  %136 = insertvalue { half, half, half, half, half, half, half, half } undef, half %105, 0, !dbg !14
  %137 = insertvalue { half, half, half, half, half, half, half, half } %136, half %106, 1, !dbg !14
  %138 = insertvalue { half, half, half, half, half, half, half, half } %137, half %107, 2, !dbg !14
  %139 = insertvalue { half, half, half, half, half, half, half, half } %138, half %108, 3, !dbg !14
  %140 = insertvalue { half, half, half, half, half, half, half, half } %139, half %132, 4, !dbg !14
  %141 = insertvalue { half, half, half, half, half, half, half, half } %140, half %133, 5, !dbg !14
  %142 = insertvalue { half, half, half, half, half, half, half, half } %141, half %134, 6, !dbg !14
  %143 = insertvalue { half, half, half, half, half, half, half, half } %142, half %135, 7, !dbg !14
  ret { half, half, half, half, half, half, half, half } %143, !dbg !15
}

define ptx_kernel void @k(ptr addrspace(1) %0, ptr addrspace(1) %1) #1 !dbg !16 {
  %3 = call { half, half, half, half, half, half, half, half } @f({ half, half, half, half, half, half, half, half } zeroinitializer, ptr addrspace(3) @global_smem, ptr addrspace(1) %0, ptr addrspace(1) %1), !dbg !19
  ret void, !dbg !20
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
!1 = !DIFile(filename: "warps00.cuda80.ttgir", directory: "")
!2 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "triton", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!5 = distinct !DISubprogram(name: "f", linkageName: "f", scope: !1, file: !1, line: 4, type: !6, scopeLine: 4, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0)
!6 = !DISubroutineType(cc: DW_CC_normal, types: !7)
!7 = !{!8, !9, !12, !13, !13}
!8 = !DIBasicType(name: "unknown_type", encoding: DW_ATE_signed)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "struct", scope: !1, file: !1, line: 4, size: 128, elements: !10)
!10 = !{!11, !11, !11, !11, !11, !11, !11, !11}
!11 = !DIBasicType(name: "half", size: 16, encoding: DW_ATE_float)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 3)
!13 = !DIDerivedType(tag: DW_TAG_pointer_type, name: "pointer", baseType: !8, size: 64, dwarfAddressSpace: 1)
!14 = !DILocation(line: 5, column: 10, scope: !5)
!15 = !DILocation(line: 6, column: 5, scope: !5)
!16 = distinct !DISubprogram(name: "k", linkageName: "k", scope: !1, file: !1, line: 8, type: !17, scopeLine: 8, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2)
!17 = !DISubroutineType(cc: DW_CC_normal, types: !18)
!18 = !{null, !13, !13}
!19 = !DILocation(line: 10, column: 10, scope: !16)
!20 = !DILocation(line: 11, column: 5, scope: !16)
