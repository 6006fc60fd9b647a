// Comments that suppress, in their four forms, with lists and reasons.
// RUN: %facts %s -- %mock | %FileCheck %s --implicit-check-not=suppress
void f(); // NOLINT
// CHECK: suppress [[@LINE-1]]-[[@LINE-1]]{{$}}
void g(); // NOLINT(torch-discarded-move, torch-*): host table
// CHECK: suppress [[@LINE-1]]-[[@LINE-1]] torch-discarded-move torch-* reason "host table"
// NOLINTNEXTLINE(torch-export-*)
void h();
// CHECK: suppress [[@LINE-1]]-[[@LINE-1]] torch-export-*
// NOLINTBEGIN(torch-*)
void i();
// NOLINTEND(torch-*)
// CHECK: suppress [[@LINE-3]]-[[@LINE-1]] torch-*
void NOLINTED(); /* NOLINT() names none */
// NOLINTBEGIN(torch-*) without an end
