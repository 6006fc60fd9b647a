// Lines under the preprocessor's conditions; include guards are none.
// RUN: %facts %s -- %mock | %FileCheck %s '--implicit-check-not=conditional {{[0-9]}}'
#ifndef CONDITIONALS
#define CONDITIONALS
#ifdef USE_CUDA
void on_gpu();
#else
void on_host();
#endif
// CHECK: conditional [[@LINE-4]]-[[@LINE-4]] ifdef USE_CUDA{{$}}
// CHECK: conditional [[@LINE-3]]-[[@LINE-3]] ifdef USE_CUDA; else{{$}}

#if defined(A) && \
    B > 1
#  if C
int inner;
#  endif
#elif D
int other;
#endif
// CHECK: conditional [[@LINE-5]]-[[@LINE-5]] if C{{$}}
// CHECK: conditional [[@LINE-7]]-[[@LINE-5]] if defined(A) && B > 1{{$}}
// CHECK: conditional [[@LINE-4]]-[[@LINE-4]] if defined(A) && B > 1; elif D{{$}}

#if EMPTY
#endif
/*
#if IN_A_COMMENT
int comment;
#endif
*/
const char *raw = R"(
#if IN_A_STRING
text
#endif
)";
#endif
