# CHOLMOD::CHOLMOD, with OpenBLAS where it is installed (CHOLMOD is slow with the reference BLAS). Debian ships no CMake
# package for SuiteSparse; this file is installed beside Plumb's own, for those who link plumb::linalg.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
find_library(OPENBLAS_LIBRARY openblas)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY OPENBLAS_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CHOLMOD REQUIRED_VARS CHOLMOD_LIBRARY CHOLMOD_INCLUDE_DIR)

if(CHOLMOD_FOUND AND NOT TARGET CHOLMOD::CHOLMOD)
  add_library(CHOLMOD::CHOLMOD UNKNOWN IMPORTED)
  set_target_properties(CHOLMOD::CHOLMOD PROPERTIES IMPORTED_LOCATION ${CHOLMOD_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${CHOLMOD_INCLUDE_DIR})
  if(OPENBLAS_LIBRARY)
    set_property(TARGET CHOLMOD::CHOLMOD PROPERTY INTERFACE_LINK_LIBRARIES ${OPENBLAS_LIBRARY})
  endif()
endif()
