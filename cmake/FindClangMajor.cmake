# Debian's Clang of the wanted major. find_package(Clang 19) fails against
# 19.1.7 (LLVM wants the exact minor), so ask for no version and compare.
set(_llvm_root "/usr/lib/llvm-${TORCHTIDY_LLVM_VERSION}")
find_package(LLVM REQUIRED CONFIG PATHS "${_llvm_root}/lib/cmake/llvm" "${_llvm_root}" NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL TORCHTIDY_LLVM_VERSION)
  message(FATAL_ERROR "wanted LLVM ${TORCHTIDY_LLVM_VERSION}, found ${LLVM_VERSION}")
endif()

function(torchtidy_uses_clang target)
  target_include_directories(${target} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} PUBLIC ${LLVM_DEFINITIONS_LIST})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
endfunction()

# For programs, never for the plugin: its symbols come from the host.
file(GLOB _clang_cpp "${_llvm_root}/lib/libclang-cpp.so*" "${_llvm_root}/lib/libclang-cpp-${TORCHTIDY_LLVM_VERSION}.so*")
list(GET _clang_cpp 0 _clang_cpp)
set(TORCHTIDY_CLANG_CPP "${_clang_cpp}" CACHE INTERNAL "")
function(torchtidy_links_clang target)
  target_link_directories(${target} PRIVATE "/usr/lib/llvm-${TORCHTIDY_LLVM_VERSION}/lib")
  target_link_libraries(${target} PRIVATE "${TORCHTIDY_CLANG_CPP}" "LLVM-${TORCHTIDY_LLVM_VERSION}")
endfunction()
