# torch_tidyFunctions.cmake - checks and rehearsals of a project's own targets.
# docs/cmake.md is the guide.

function(_torch_tidy_settle function target program)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "${function}: '${target}' is no target")
  endif()
  if(NOT TARGET torch_tidy::${program})
    message(FATAL_ERROR "${function}: ${program} is not installed beside this package")
  endif()
  if(ARGN)
    string(REPLACE ";" " " words "${ARGN}")
    message(FATAL_ERROR "${function}: no argument is called '${words}'")
  endif()
endfunction()

# torch_tidy_check(<target> [ALL] [PROJECT] [NAME <name>] [OPTIONS <option>...])
#
# A test `torch-tidy.<target>` and a build target `torch-tidy-<target>` that look
# for device bugs in the target's C++ and CUDA sources, judged together, with the
# flags that they are compiled with. Each fails on findings.
#   ALL      the default build checks, too, once the target is built
#   PROJECT  the sources are judged with all that the compile database has
#   NAME     of the test
#   OPTIONS  for torch-tidy: --level=certain, --checks=…
function(torch_tidy_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL;PROJECT" "NAME" "OPTIONS")
  _torch_tidy_settle(torch_tidy_check ${target} torch-tidy ${arg_UNPARSED_ARGUMENTS})
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "torch_tidy_check: '${target}' compiles nothing, so there is nothing to check")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "torch_tidy_check: the generator '${CMAKE_GENERATOR}' writes no compile database; Ninja and Makefiles do")
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)

  # As they are when the build is written: target_sources may come later. A
  # target without any must not become a check of the whole project.
  set(sources "$<FILTER:$<TARGET_PROPERTY:${target},SOURCES>,INCLUDE,\\.(c\\+\\+|cc|cp|cpp|cxx|C|CPP|cu)$>")
  set(sources "$<IF:$<BOOL:${sources}>,${sources},no-C++-source-in-${target}>")
  set(command "$<TARGET_FILE:torch_tidy::torch-tidy>" -p "${CMAKE_BINARY_DIR}" ${arg_OPTIONS})
  if(arg_PROJECT)
    list(APPEND command --project)
  endif()
  list(APPEND command "${sources}")
  get_target_property(folder ${target} SOURCE_DIR)

  set(all "")
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(torch-tidy-${target} ${all} COMMAND ${command}
    WORKING_DIRECTORY "${folder}" COMMENT "Checking devices in ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  if(arg_ALL)
    # The compiler tells first what it tells, and headers are there that a build
    # makes.
    add_dependencies(torch-tidy-${target} ${target})
  endif()
  if(NOT arg_NAME)
    set(arg_NAME torch-tidy.${target})
  endif()
  add_test(NAME ${arg_NAME} COMMAND ${command} WORKING_DIRECTORY "${folder}" COMMAND_EXPAND_LISTS)
  set_tests_properties(${arg_NAME} PROPERTIES LABELS torch-tidy)
endfunction()

# torch_rehearse_test(<target> [NAME <name>] [WORKING_DIRECTORY <dir>]
#                     [OPTIONS <option>...] [ARGS <argument>...])
#
# A test `rehearse.<target>` that runs the program with tensors that claim to be on
# CUDA devices, and fails when the program does, or on a finding.
#   OPTIONS  for torch-rehearse: --device=cuda:1, --keep-going
#   ARGS     for the program
function(torch_rehearse_test target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;WORKING_DIRECTORY" "OPTIONS;ARGS")
  _torch_tidy_settle(torch_rehearse_test ${target} torch-rehearse ${arg_UNPARSED_ARGUMENTS})
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL EXECUTABLE)
    message(FATAL_ERROR "torch_rehearse_test: '${target}' is no program")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME rehearse.${target})
  endif()
  if(NOT arg_WORKING_DIRECTORY)
    set(arg_WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  add_test(NAME ${arg_NAME} WORKING_DIRECTORY "${arg_WORKING_DIRECTORY}"
    COMMAND "$<TARGET_FILE:torch_tidy::torch-rehearse>" --fail-on=likely ${arg_OPTIONS}
      -- "$<TARGET_FILE:${target}>" ${arg_ARGS})
  set_tests_properties(${arg_NAME} PROPERTIES LABELS torch-tidy)
endfunction()
