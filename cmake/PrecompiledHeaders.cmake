# Precompiled headers for the two libraries whose headers take seconds to parse.
# Only for static libraries: a program is position independent in another way
# (-fPIE), and Clang refuses a precompiled header made with -fPIC there.

function(_torchtidy_pch_options target)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # A time stamp in the file would make every build a new one for ccache.
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# torchtidy_precompile_clang(target [FROM other])
function(torchtidy_precompile_clang target)
  cmake_parse_arguments(arg "" "FROM" "" ${ARGN})
  if(NOT TORCHTIDY_PCH)
    return()
  endif()
  _torchtidy_pch_options(${target})
  if(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
  else()
    target_precompile_headers(${target} PRIVATE
      <clang/AST/ASTContext.h> <clang/AST/RecursiveASTVisitor.h> <clang/Analysis/CFG.h>
      <clang/Frontend/CompilerInstance.h> <clang/Lex/Preprocessor.h> <clang/Tooling/Tooling.h>)
  endif()
endfunction()

# torchtidy_precompile_torch(target [FROM other])
function(torchtidy_precompile_torch target)
  cmake_parse_arguments(arg "" "FROM" "" ${ARGN})
  if(NOT TORCHTIDY_PCH)
    return()
  endif()
  _torchtidy_pch_options(${target})
  if(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
  else()
    target_precompile_headers(${target} PRIVATE <torch/torch.h>)
  endif()
endfunction()
