//===- Mangled.h - spellings in names of LibTorch functions -----*- C++ -*-===//
#ifndef TORCHTIDY_RUNTIME_PRELOAD_MANGLED_H
#define TORCHTIDY_RUNTIME_PRELOAD_MANGLED_H

#include <string>

/// std::string, in the two ABIs that LibTorch comes with.
#if _GLIBCXX_USE_CXX11_ABI
#define TT_STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#else
#define TT_STRING "Ss"
#endif

#endif
