//===- HostMemory.h - pointers of tensors, and what they point to -*- C++
//-*-===//
//
// The parts of torch-host-access. Each looks for one kind of fault and reports
// what it finds.
//
//===----------------------------------------------------------------------===//
#ifndef TORCHTIDY_CHECKS_COMMON_HOSTMEMORY_H
#define TORCHTIDY_CHECKS_COMMON_HOSTMEMORY_H

#include "checks/common/Judge.h"

namespace torchtidy {

/// A call of LibTorch's that gives a pointer to, or an accessor of, its
/// receiver's memory.
bool givesMemory(const facts::FunctionFacts &F, const facts::Instr &I);

/// "y" for a variable, its source text for anything else.
std::string nameIn(const facts::FunctionFacts &F, int Id);

/// The first instruction at which the host goes through a pointer or accessor
/// (or a variable that holds it); -1 if it never does here.
int firstTouch(const facts::FunctionFacts &F, int Id);

/// The call that gave the pointer or accessor which instruction \p At goes
/// through; -1: another function's.
int takenAt(const facts::FunctionFacts &F, int At);

/// The argument of the call in \p Fn that the callee reaches through; -1: none
/// is known.
int argumentOf(const Judge &J, int Fn, const flow::HostAccess &H);

/// Key of the fault that \p Access shows: a move to the host whose result was
/// dropped, if the pointer's tensor has one.
std::string faultOf(const Judge &J, flow::Site Access);

/// A pointer into a temporary tensor is kept beyond the statement.
void findDanglingPointers(Judge &J);
/// from_blob says another device than its pointer's memory is on.
void findWrongLabels(Judge &J);
/// A copy that may not have arrived yet is read.
void findUnfinishedCopies(Judge &J);
/// Values of a tensor on a device are read one by one: right, and slow.
void findElementLoops(Judge &J);
/// A static tensor or module holds memory of a device.
void findStaticTensors(Judge &J);

} // namespace torchtidy

#endif
