# plumb_compile_together(target file...): with PLUMB_UNITY the compiler reads eight files of a target at once, and what
# they include only once. Names that a file keeps to itself are then seen by the seven others: a file that defines a name
# which an earlier one of the target defines too is compiled by itself. The search knows definitions that begin a line,
# as clang-format leaves them.
function(plumb_compile_together target)
  if(NOT PLUMB_UNITY)
    return()
  endif()
  set(taken "")
  foreach(file ${ARGN})
    file(READ ${file} text)
    string(REGEX MATCHALL "\n[A-Za-z][A-Za-z0-9_:<>,&* ]* [&*]?[A-Za-z0-9_]+(\\(| = | {|{)" definitions "\n${text}")
    list(TRANSFORM definitions REPLACE "^.* [&*]?([A-Za-z0-9_]+)(\\(| = | {|{)$" "\\1")
    # Many files open the same namespace.
    list(FILTER definitions EXCLUDE REGEX "^(namespace|plumb|judge|codes|protocols|bodies)$")
    set(apart OFF)
    foreach(name ${definitions})
      if(name IN_LIST taken)
        set(apart ON)
      endif()
    endforeach()
    if(apart)
      set_source_files_properties(${file} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      list(APPEND taken ${definitions})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON)
endfunction()
