# Precompiled headers: what Eigen, GoogleTest and the standard library make every file read, compiled once. Measured
# (user CPU): 3.4 s -> 1.4 s a file that uses Eigen, 1.2 s to 2 s less a test; the JSON and fmt headers do not pay.
# tests/includes/compile_alone.py finds a file that forgot an #include; the debug preset does without them.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/precompiled.cpp CONTENT "// A target must have a source.\n")

function(plumb_precompiled name)
  cmake_parse_arguments(ARG "" "" "USES;HEADERS;OPTIONS" ${ARGN})
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/precompiled.cpp)
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${name} PRIVATE plumb_flags plumb_warnings ${ARG_USES})
  target_precompile_headers(${name} PRIVATE <Eigen/Dense> <algorithm> <array> <cmath> <functional> <map> <memory>
                            <optional> <string> <string_view> <vector> ${ARG_HEADERS})
endfunction()

plumb_precompiled(plumb_precompiled USES Eigen3::Eigen)
# The optimiser works on tests as long as on what they test, and they run no faster: of plumb_linalg_test 47 s of user CPU
# become 31 s, of plumb_solve_test 95 s become 81 s on a busy machine.
set(PLUMB_TEST_OPTIONS $<$<CONFIG:Release>:-O1>)
if(PLUMB_TESTS)
  plumb_precompiled(plumb_test_precompiled USES Eigen3::Eigen GTest::gmock HEADERS <gmock/gmock.h>
                    OPTIONS ${PLUMB_TEST_OPTIONS})
endif()

# A program must be as position-independent as the library that holds the precompiled header it shares.
function(plumb_reuse_precompiled target from)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM ${from})
endfunction()
