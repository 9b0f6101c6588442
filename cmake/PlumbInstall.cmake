# cmake --install: the command line, the libraries, their headers, and what find_package(plumb) reads.
include(CMakePackageConfigHelpers)
set(PLUMB_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/plumb)
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/plumbConfig.cmake.in ${CMAKE_BINARY_DIR}/plumbConfig.cmake
                              INSTALL_DESTINATION ${PLUMB_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/plumbConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/plumbConfig.cmake ${CMAKE_BINARY_DIR}/plumbConfigVersion.cmake
        DESTINATION ${PLUMB_PACKAGE_DIR})
install(EXPORT plumb NAMESPACE plumb:: FILE plumbTargets.cmake DESTINATION ${PLUMB_PACKAGE_DIR})
