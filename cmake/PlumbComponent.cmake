# plumb_component(plumb/core USES ...): one library per folder of src/, named plumb::core, from all its .cpp files;
# *_test.cpp beside them become the executable plumb_core_test. A folder without .cpp files is header-only. A component
# of src/ is installed with its headers; outside projects call it plumb::core, the judge's plumb::judge_question.
# SOURCES adds generated files.
function(plumb_component path)
  cmake_parse_arguments(ARG "" "ROOT" "SOURCES;USES;TESTS_USE" ${ARGN})
  set(root ${CMAKE_SOURCE_DIR}/src)
  if(ARG_ROOT)
    set(root ${CMAKE_SOURCE_DIR}/${ARG_ROOT})
  endif()
  string(REGEX REPLACE "[/-]" "_" target ${path})
  string(REGEX REPLACE "^([a-z]+)_(.*)$" "\\1::\\2" alias ${target})

  file(GLOB sources CONFIGURE_DEPENDS ${root}/${path}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  list(APPEND sources ${ARG_SOURCES})

  if(sources)
    plumb_compile_together(compiled ${target} ${sources})
    add_library(${target} STATIC ${compiled})
    set(scope PUBLIC)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:plumb_warnings>)
    # What computes for long is elsewhere: -O3 would only take longer to compile.
    if(path MATCHES "^(judge|plumb/scene|plumb/io|plumb/run)(/|$)")
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    endif()
    if(path MATCHES "^plumb/|^codes/" AND NOT path STREQUAL plumb/core)
      plumb_reuse_precompiled(${target} plumb_precompiled)
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(${alias} ALIAS ${target})
  target_include_directories(${target} ${scope} $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} ${scope} plumb_flags ${ARG_USES})

  if(NOT ARG_ROOT)
    string(REGEX REPLACE "^plumb_" "" export_name ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${export_name})
    install(TARGETS ${target} EXPORT plumb)
    file(GLOB headers CONFIGURE_DEPENDS ${root}/${path}/*.h)
    list(FILTER headers EXCLUDE REGEX "_test\\.h$")
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${path})
  endif()

  foreach(label long browser unit)
    set(labelled ${tests})
    if(NOT label STREQUAL unit)
      list(FILTER labelled INCLUDE REGEX "_${label}_test\\.cpp$")
      set(name ${target}_${label}_test)
    else()
      set(name ${target}_test)
    endif()
    if(labelled)
      list(REMOVE_ITEM tests ${labelled})
      plumb_test(${name} LABEL ${label} SOURCES ${labelled} USES ${target} ${ARG_TESTS_USE})
    endif()
  endforeach()
endfunction()

# plumb_test(name LABEL unit SOURCES ... USES ...): a GoogleTest program, each of its cases a test of ctest. Labels:
# unit (always run), browser (from *_browser_test.cpp: opens a page), long (from *_long_test.cpp: only ./check --all, and
# without sanitizers: these tests mostly wait for other people's programs, which are not instrumented). The thread
# sanitizer gets only the files that start threads, or ask for jobs side by side: in the others nothing could race.
function(plumb_test name)
  cmake_parse_arguments(ARG "" "LABEL" "SOURCES;USES" ${ARGN})
  if(PLUMB_SANITIZE AND ARG_LABEL STREQUAL long)
    return()
  endif()
  if(PLUMB_SANITIZE STREQUAL thread)
    plumb_files_that_start_threads(ARG_SOURCES ${ARG_SOURCES})
    if(NOT ARG_SOURCES)
      return()
    endif()
  endif()
  if(PLUMB_TESTS)
    plumb_compile_together(compiled ${name} ${ARG_SOURCES})
    add_executable(${name} ${compiled})
    if(PLUMB_UNITY)
      target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR})
    endif()
    target_link_libraries(${name} PRIVATE ${ARG_USES} plumb_flags plumb_warnings GTest::gtest GTest::gmock GTest::gtest_main)
    target_compile_options(${name} PRIVATE ${PLUMB_TEST_OPTIONS})
    plumb_reuse_precompiled(${name} plumb_test_precompiled)
    # The preset's limit of time is for tests of seconds.
    set(limit "")
    if(ARG_LABEL STREQUAL long)
      set(limit TIMEOUT 3600)
    endif()
    gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST NO_PRETTY_VALUES PROPERTIES LABELS ${ARG_LABEL} ${limit})
  endif()
endfunction()

# Puts those of the files into the variable `output` that start threads themselves or call what does by its name.
function(plumb_files_that_start_threads output)
  set(found "")
  foreach(file ${ARGN})
    file(STRINGS ${file} lines REGEX "set_threads\\(|std::j?thread|jobs")
    if(lines)
      list(APPEND found ${file})
    endif()
  endforeach()
  set(${output} ${found} PARENT_SCOPE)
endfunction()

# A generated registry: for each folder name an extern function `type space::name()`, and a table of them all, made by
# `wrap` from a list of them.
# The header that declares the table is written by hand beside the users of the registry.
function(plumb_registry output header type table space wrap)
  set(declarations "")
  set(entries "")
  foreach(name ${ARGN})
    string(REPLACE "-" "_" name ${name})
    string(APPEND declarations "namespace ${space} { ${type} ${name}(); }\n")
    string(APPEND entries "  ${space}::${name}(),\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT
"// Generated from the folders; do not edit.
#include <${header}>
${declarations}
std::vector<${type}> ${table}() { return ${wrap}({
${entries}}); }
" @ONLY)
endfunction()

# Every folder of src/judge/protocols is a protocol; each defines `judge::Protocol const* protocols::<name>()`.
function(plumb_protocols)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/src/judge/protocols ${CMAKE_SOURCE_DIR}/src/judge/protocols/*)
  set(names "")
  set(targets "")
  foreach(name ${folders})
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/src/judge/protocols/${name})
      plumb_component(judge/protocols/${name} USES ${ARG_USES})
      string(REPLACE "-" "_" id ${name})
      list(APPEND names ${name})
      list(APPEND targets judge::protocols_${id})
    endif()
  endforeach()
  # A variant (cantilever_redundant) may use the protocol that it varies (cantilever).
  foreach(name ${names})
    foreach(variant ${names})
      if(variant MATCHES "^${name}_")
        target_link_libraries(judge_protocols_${variant} PUBLIC judge::protocols_${name})
      endif()
    endforeach()
  endforeach()
  plumb_registry(${CMAKE_BINARY_DIR}/generated/protocols.cpp judge/protocols/protocol.h "judge::Protocol const*" judge::all_protocols protocols "std::vector<judge::Protocol const*>" ${names})
  add_library(judge_all_protocols STATIC ${CMAKE_BINARY_DIR}/generated/protocols.cpp)
  target_link_libraries(judge_all_protocols PUBLIC judge::protocols ${targets})
endfunction()

# Every folder of src/plumb/scene/bodies is a kind of body of scenes; each defines `plumb::BodyKind const* bodies::<name>()`.
# Puts the generated registry into the variable `output`, and the components into `components`.
function(plumb_bodies output components)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  set(place ${CMAKE_SOURCE_DIR}/src/plumb/scene/bodies)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${place} ${place}/*)
  set(names "")
  set(targets "")
  foreach(name ${folders})
    if(IS_DIRECTORY ${place}/${name})
      plumb_component(plumb/scene/bodies/${name} USES ${ARG_USES})
      list(APPEND names ${name})
      list(APPEND targets plumb::scene_bodies_${name})
    endif()
  endforeach()
  plumb_registry(${CMAKE_BINARY_DIR}/generated/bodies.cpp plumb/scene/read/body_kind.h "plumb::BodyKind const*" plumb::all_body_kinds bodies plumb::in_order ${names})
  set(${output} ${CMAKE_BINARY_DIR}/generated/bodies.cpp PARENT_SCOPE)
  set(${components} ${targets} PARENT_SCOPE)
endfunction()

# Every folder of codes/ is a row of the table, or several (Code::variants); each defines `judge::Code const* codes::<name>()`. Folders that are
# components already (shared by rows) are not rows, and every row may use them.
function(plumb_codes)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/codes ${CMAKE_SOURCE_DIR}/codes/*)
  file(GLOB models CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/src/plumb/model ${CMAKE_SOURCE_DIR}/src/plumb/model/*)
  set(uses ${ARG_USES})
  foreach(model ${models})
    if(TARGET plumb_model_${model})
      list(APPEND uses plumb_model_${model})
    endif()
  endforeach()
  set(rows "")
  foreach(name ${folders})
    if(TARGET codes_${name})
      list(APPEND uses codes_${name})
    elseif(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/codes/${name})
      list(APPEND rows ${name})
    endif()
  endforeach()
  set(names "")
  set(targets "")
  foreach(name ${rows})
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/codes/${name})
      plumb_component(codes/${name} ROOT . USES ${uses})
      string(REPLACE "-" "_" id ${name})
      list(APPEND names ${name})
      list(APPEND targets codes::${id})
    endif()
  endforeach()
  plumb_registry(${CMAKE_BINARY_DIR}/generated/codes.cpp judge/question/code.h "judge::Code const*" judge::all_codes codes judge::with_variants ${names})
  add_library(judge_all_codes STATIC ${CMAKE_BINARY_DIR}/generated/codes.cpp)
  target_link_libraries(judge_all_codes PUBLIC judge::question ${targets})
endfunction()

# Every .cpp in a folder of energy/ that ends with `std::vector<Specimen> <name>_specimens()` is collected into
# plumb::all_specimens(), in a file whose path is put into the variable `output`.
function(plumb_specimens output folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*/*.cpp)
  set(declarations "")
  set(calls "")
  foreach(source ${sources})
    file(STRINGS ${source} line REGEX "^std::vector<Specimen> [a-z_]+_specimens\\(\\)")
    if(line)
      string(REGEX REPLACE "^std::vector<Specimen> ([a-z_]+)\\(\\).*" "\\1" function "${line}")
      string(APPEND declarations "std::vector<Specimen> ${function}();\n")
      string(APPEND calls "  for (Specimen& specimen : ${function}()) all.push_back(std::move(specimen));\n")
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/specimens.cpp CONTENT
"// Generated from the folder; do not edit.
#include <plumb/mechanics/specimen.h>
namespace plumb {
${declarations}
std::vector<Specimen> all_specimens() {
  std::vector<Specimen> all;
${calls}  return all;
}
}  // namespace plumb
" @ONLY)
  set(${output} ${CMAKE_BINARY_DIR}/generated/specimens.cpp PARENT_SCOPE)
endfunction()
