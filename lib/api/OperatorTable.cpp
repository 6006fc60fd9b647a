//===- OperatorTable.cpp - the rows of Operators.def, looked up -----------===//
#include "api/OperatorTable.h"
#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <unordered_map>

namespace torchtidy {
namespace api {

namespace {

struct RawRow {
  std::string_view names;
  int since;
  std::string_view eager, fake;
};

constexpr RawRow RawRows[] = {
#define OPERATOR(Names, Since, Eager, Fake) {Names, Since, Eager, Fake},
#include "api/Operators.def"
#undef OPERATOR
};

/// A row under one of its names.
struct Entry {
  std::string_view overload; ///< "" for all
  int since;
  const Spec *eager, *fake;
};

std::string_view nextWord(std::string_view &Text, char Separator) {
  while (!Text.empty() && Text.front() == Separator)
    Text.remove_prefix(1);
  std::string_view Word = Text.substr(0, Text.find(Separator));
  Text.remove_prefix(Word.size());
  return Word;
}

// A row that doesn't parse is a mistake of this library: stop at first use, in
// every build.
[[noreturn]] void badRow(std::string_view) { std::abort(); }

template <typename T>
T pick(std::string_view Word,
       std::initializer_list<std::pair<std::string_view, T>> Choices) {
  for (const auto &Choice : Choices)
    if (Choice.first == Word)
      return Choice.second;
  badRow(Word);
}

ArgRef parseRef(std::string_view Text) {
  size_t At = Text.find('@');
  if (At == std::string_view::npos || At + 1 == Text.size())
    badRow(Text);
  ArgRef Ref;
  Ref.name = Text.substr(0, At);
  Ref.position = 0;
  for (char C : Text.substr(At + 1)) {
    if (C < '0' || C > '9')
      badRow(Text);
    Ref.position = Ref.position * 10 + (C - '0');
  }
  return Ref;
}

ResultRule parseResult(std::string_view Word) {
  if (Word.find('@') != std::string_view::npos)
    return {ResultRule::OfArgument, parseRef(Word)};
  return {pick<ResultRule::What>(Word, {{"common", ResultRule::Common},
                                        {"cpu", ResultRule::Cpu},
                                        {"each", ResultRule::Each},
                                        {"none", ResultRule::None}}),
          {}};
}

} // namespace

Spec parseSpec(std::string_view Text) {
  Spec S;
  size_t Arrow = Text.find("->");
  if (Arrow != std::string_view::npos) {
    std::string_view Results = Text.substr(Arrow + 2);
    Results.remove_prefix(
        std::min(Results.find_first_not_of(' '), Results.size()));
    while (!Results.empty())
      S.results.push_back(parseResult(nextWord(Results, ',')));
    Text = Text.substr(0, Arrow);
  }
  S.kind = pick<Kind>(nextWord(Text, ' '), {{"same", Kind::Same},
                                            {"iter", Kind::Iter},
                                            {"scalars", Kind::Scalars},
                                            {"inputs", Kind::Inputs},
                                            {"free", Kind::Free},
                                            {"lists", Kind::Lists},
                                            {"values", Kind::Values}});
  for (std::string_view Word = nextWord(Text, ' '); !Word.empty();
       Word = nextWord(Text, ' ')) {
    size_t Equals = Word.find('=');
    if (Equals == std::string_view::npos)
      badRow(Word);
    S.arguments.emplace_back(
        parseRef(Word.substr(0, Equals)),
        pick<ArgRule>(Word.substr(Equals + 1), {{"any", ArgRule::Any},
                                                {"exact", ArgRule::Exact},
                                                {"zerodim", ArgRule::ZeroDim},
                                                {"cpu", ArgRule::Cpu},
                                                {"host", ArgRule::Host},
                                                {"mask", ArgRule::Mask},
                                                {"meta", ArgRule::Meta},
                                                {"onecpu", ArgRule::OneCpu}}));
  }
  return S;
}

namespace {

/// Is this the row of the call's overload? One that is unknown is told by the
/// names of the arguments that the row speaks of.
bool isOverload(const Entry &E, const Call &C) {
  if (E.overload.empty() || E.overload == C.overload)
    return true;
  if (C.overload != "?")
    return false;
  auto Has = [&](const ArgRef &Ref) {
    return std::any_of(
        C.arguments.begin(), C.arguments.end(),
        [&](const Argument &A) { return !A.name.empty() && Ref.matches(A); });
  };
  int Named = 0;
  for (const auto &Pair : E.eager->arguments) {
    if (!Has(Pair.first))
      return false;
    ++Named;
  }
  for (const ResultRule &R : E.eager->results) {
    if (R.what != ResultRule::OfArgument)
      continue;
    if (!Has(R.argument))
      return false;
    Named += R.argument.position > 0;
  }
  return Named > 0;
}

class Table {
public:
  Table() {
    Specs.reserve(2 * std::size(RawRows)); // pointers into it stay valid
    for (const RawRow &Row : RawRows) {
      Specs.push_back(parseSpec(Row.eager));
      const Spec *Eager = &Specs.back();
      Specs.push_back(parseSpec(Row.fake));
      const Spec *Fake = &Specs.back();
      std::string_view Names = Row.names;
      for (std::string_view Name = nextWord(Names, ' '); !Name.empty();
           Name = nextWord(Names, ' '))
        add(Name, {{}, Row.since, Eager, Fake});
    }
    EagerDefault = parseSpec("same");
    FakeDefault = parseSpec("scalars");
  }

  const Entry *find(std::string_view Op, const Call &C, int Version) const {
    if (const Entry *E = findExact(Op, C, Version))
      return E;
    if (Op.size() > 1 && Op.back() == '_')
      if (const Entry *E = findExact(Op.substr(0, Op.size() - 1), C, Version))
        return E;
    for (const auto &Family : Families)
      if (Op.substr(0, Family.first.size()) == Family.first)
        if (const Entry *E = best(Family.second, C, Version))
          return E;
    return nullptr;
  }

  Spec EagerDefault, FakeDefault;

private:
  void add(std::string_view Name, Entry E) {
    if (Name.back() == '*') {
      Name.remove_suffix(1);
      auto It = std::find_if(Families.begin(), Families.end(),
                             [&](const auto &F) { return F.first == Name; });
      if (It == Families.end())
        It = Families.insert(It, {Name, {}});
      It->second.push_back(E);
      return;
    }
    size_t Dot = Name.find('.');
    if (Dot != std::string_view::npos)
      E.overload = Name.substr(Dot + 1);
    Rows[Name.substr(0, Dot)].push_back(E);
  }

  const Entry *findExact(std::string_view Op, const Call &C,
                         int Version) const {
    auto It = Rows.find(Op);
    return It == Rows.end() ? nullptr : best(It->second, C, Version);
  }

  /// A row for the overload beats one for all, a newer one an older; of two
  /// alike the later in the file.
  static const Entry *best(const std::vector<Entry> &Entries, const Call &C,
                           int Version) {
    const Entry *Best = nullptr;
    for (const Entry &E : Entries) {
      if (E.since > Version || !isOverload(E, C))
        continue;
      bool MoreSpecific = Best && !E.overload.empty() && Best->overload.empty();
      bool LessSpecific = Best && E.overload.empty() && !Best->overload.empty();
      if (!Best || MoreSpecific || (!LessSpecific && E.since >= Best->since))
        Best = &E;
    }
    return Best;
  }

  std::vector<Spec> Specs;
  std::unordered_map<std::string_view, std::vector<Entry>> Rows;
  std::vector<std::pair<std::string_view, std::vector<Entry>>> Families;
};

const Table &table() {
  static const Table T;
  return T;
}

/// "aten::add" is "add"; "mylib::op" stays as it is.
std::string_view withoutAten(std::string_view Op) {
  constexpr std::string_view Aten = "aten::";
  return Op.substr(0, Aten.size()) == Aten ? Op.substr(Aten.size()) : Op;
}

} // namespace

bool ArgRef::matches(const Argument &A) const {
  if (A.name.empty())
    return A.position == position;
  std::string_view Name = A.name;
  return Name.substr(0, Name.find('[')) == name;
}

ArgRule Spec::ruleFor(const Argument &A) const {
  for (const auto &Pair : arguments)
    if (Pair.first.matches(A))
      return Pair.second;
  return ArgRule::None;
}

const Spec &specOf(const Call &C, Strictness S, int Version) {
  const Table &T = table();
  const Entry *E = T.find(withoutAten(C.op), C, Version);
  if (S == Strictness::Eager)
    return E ? *E->eager : T.EagerDefault;
  return E ? *E->fake : T.FakeDefault;
}

bool isKnownOperator(std::string_view Op) {
  Op = withoutAten(Op);
  return Op.find("::") == std::string_view::npos ||
         table().find(Op, Call(), 999);
}

} // namespace api
} // namespace torchtidy
