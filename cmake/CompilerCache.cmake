# ccache, when it is there. It takes precompiled headers only with these two
# sloppinesses, which are safe: nothing here prints __TIME__.
find_program(TORCHTIDY_CCACHE ccache)
if(TORCHTIDY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(TORCHTIDY_ENV env REQUIRED)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      "${TORCHTIDY_ENV}" "CCACHE_SLOPPINESS=pch_defines,time_macros" "${TORCHTIDY_CCACHE}")
endif()
