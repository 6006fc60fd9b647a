//===- TypeArgs.h - the arguments of a type, shared -------------*- C++ -*-===//
#ifndef TORCHTIDY_FACTS_TYPEARGS_H
#define TORCHTIDY_FACTS_TYPEARGS_H

#include <initializer_list>
#include <memory>
#include <vector>

namespace torchtidy {
namespace facts {

struct TypeFact;

/// Reads like a const std::vector<TypeFact>. Copies share one list until one of
/// them is changed: a type stands in each instruction that has a value of it.
class TypeArgs {
public:
  using value_type = TypeFact;
  using List = std::vector<TypeFact>;
  using const_iterator = const TypeFact *;

  TypeArgs() = default;
  TypeArgs(std::initializer_list<TypeFact> Items);
  TypeArgs(List Items);

  bool empty() const { return !Shared; }
  size_t size() const;
  const_iterator begin() const;
  const_iterator end() const;
  const TypeFact &operator[](size_t I) const;
  const TypeFact &front() const;
  const TypeFact &back() const;

  void push_back(TypeFact T);
  void assign(size_t Count, const TypeFact &T);
  void clear() { Shared.reset(); }
  /// A list of its own, to change. Not for an empty one.
  List &own();
  /// The same for those that share one list.
  const void *identity() const { return Shared.get(); }

private:
  std::shared_ptr<List> Shared; ///< null: empty
};

} // namespace facts
} // namespace torchtidy

#endif
