# Precompiled headers: what other libraries make every file read, compiled once. One for the libraries, one for the
# tests (the same and GoogleTest). The presets other than release do without, so that no file comes to rely on them.
set(PLUMB_PRECOMPILED <Eigen/Dense> <Eigen/Sparse> <fmt/format.h> <nlohmann/json.hpp> <algorithm> <array> <cmath>
    <functional> <map> <memory> <optional> <string> <string_view> <vector>)
file(WRITE ${CMAKE_BINARY_DIR}/generated/precompiled.cpp "// A target must have a source.\n")

function(plumb_precompiled name)
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/generated/precompiled.cpp)
  target_link_libraries(${name} PRIVATE plumb_flags plumb_warnings ${ARGN})
  target_precompile_headers(${name} PRIVATE ${PLUMB_PRECOMPILED})
endfunction()

plumb_precompiled(plumb_precompiled Eigen3::Eigen fmt::fmt spdlog::spdlog nlohmann_json::nlohmann_json)
if(PLUMB_TESTS)
  plumb_precompiled(plumb_test_precompiled Eigen3::Eigen fmt::fmt spdlog::spdlog nlohmann_json::nlohmann_json GTest::gmock)
  target_precompile_headers(plumb_test_precompiled PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()

# A program compiled as position-independent as the libraries are, so that it can share a precompiled header.
function(plumb_reuse_precompiled target from)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -fPIC)
  target_precompile_headers(${target} REUSE_FROM ${from})
endfunction()
