# Precompiled headers, where parsing them again and again is what a build waits
# for. A library is compiled with -fPIC and a program with -fPIE, and Clang
# refuses the precompiled header of one in the other: FROM is for two of a kind.

# torchtidy_precompile(target <header>... | FROM other)
function(torchtidy_precompile target)
  cmake_parse_arguments(arg "" "FROM" "" ${ARGN})
  if(NOT TORCHTIDY_PCH)
    return()
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # A time stamp in the file would make every build a new one for ccache.
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
  if(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
  endif()
endfunction()

# What the sources that read Clang's AST include.
function(torchtidy_precompile_clang target)
  torchtidy_precompile(${target} ${ARGN}
    <clang/AST/ASTContext.h> <clang/AST/RecursiveASTVisitor.h> <clang/Analysis/CFG.h>
    <clang/Frontend/CompilerInstance.h> <clang/Lex/Preprocessor.h> <clang/Tooling/Tooling.h>)
endfunction()

# For tests over the whole C++ API, which takes 20 seconds a file otherwise.
function(torchtidy_precompile_torch target)
  torchtidy_precompile(${target} ${ARGN} <torch/torch.h>)
endfunction()
