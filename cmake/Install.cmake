# What `cmake --install` puts under a prefix besides what each folder installs
# itself. Nothing of it knows the prefix, so the tree may be moved.
include(CMakePackageConfigHelpers)

set(_package "${CMAKE_INSTALL_LIBDIR}/cmake/torch_tidy")
configure_package_config_file(
  cmake/package/torch_tidyConfig.cmake.in "${CMAKE_BINARY_DIR}/package/torch_tidyConfig.cmake"
  INSTALL_DESTINATION "${_package}")
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/package/torch_tidyConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_BINARY_DIR}/package/torch_tidyConfig.cmake"
  "${CMAKE_BINARY_DIR}/package/torch_tidyConfigVersion.cmake"
  cmake/package/torch_tidyFunctions.cmake
  DESTINATION "${_package}")

install(DIRECTORY docs/ DESTINATION "${CMAKE_INSTALL_DOCDIR}" FILES_MATCHING
  PATTERN "*.md" PATTERN "*.png" PATTERN example EXCLUDE)
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Of each program that is built: its manual page, and what a shell completes.
function(torchtidy_install_manual program)
  configure_file("tool/man/${program}.1" "${CMAKE_BINARY_DIR}/man/${program}.1" @ONLY)
  install(FILES "${CMAKE_BINARY_DIR}/man/${program}.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "tool/completions/${program}.bash"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME "${program}")
  install(FILES "tool/completions/_${program}"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "tool/completions/${program}.fish"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endfunction()
if(TORCHTIDY_ANALYZER)
  torchtidy_install_manual(torch-tidy)
endif()
if(TORCHTIDY_RUNTIME)
  torchtidy_install_manual(torch-rehearse)
endif()
