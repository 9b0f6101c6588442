# plumb_embed(target header file...): puts files into a library as they are. Each becomes a function that gives its text
# and is named after it: web/playback.css -> std::string_view plumb::playback_css(). The header that declares the
# functions is written by hand. The assembler copies the bytes (.incbin), so that a megabyte costs no compile time.
function(plumb_embed target header)
  set(code "// Generated; do not edit.\n#include <${header}>\n")
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    set(symbol ${target}_${name})
    # Hidden: a shared library that holds it keeps it to itself.
    string(APPEND code "
__asm__(
    \".section .rodata\\n\"
    \".globl ${symbol}\\n.hidden ${symbol}\\n.globl ${symbol}_end\\n.hidden ${symbol}_end\\n\"
    \"${symbol}:\\n.incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n\"
    \".previous\\n\");
extern \"C\" __attribute__((visibility(\"hidden\"))) const char ${symbol}[], ${symbol}_end[];
std::string_view plumb::${name}() { return {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}; }
")
    list(APPEND paths ${path})
  endforeach()
  set(output ${CMAKE_BINARY_DIR}/generated/${target}_files.cpp)
  file(CONFIGURE OUTPUT ${output} CONTENT "${code}" @ONLY)
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${output})
endfunction()

# 3D in the pages that play a simulation.
find_file(PLUMB_THREE_JS three.min.js PATHS /usr/share/javascript/three NO_DEFAULT_PATH)
if(NOT PLUMB_THREE_JS)
  message(FATAL_ERROR "three.min.js is missing: install Debian's package libjs-three or set PLUMB_THREE_JS.")
endif()
