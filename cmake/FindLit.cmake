# The runner that the tests of sources use: TORCHTIDY_LIT and TORCHTIDY_FILECHECK
# of the wanted LLVM. Up to 21 it is build/utils/lit/lit.py, later bin/lit.
set(_llvm "/usr/lib/llvm-${TORCHTIDY_LLVM_VERSION}")
find_file(TORCHTIDY_LIT NAMES lit.py lit PATHS "${_llvm}/build/utils/lit" "${_llvm}/bin" NO_DEFAULT_PATH)
find_program(TORCHTIDY_FILECHECK FileCheck PATHS "${_llvm}/bin" NO_DEFAULT_PATH REQUIRED)
if(NOT TORCHTIDY_LIT)
  message(FATAL_ERROR "lit not found: install llvm-${TORCHTIDY_LLVM_VERSION}-tools")
endif()
