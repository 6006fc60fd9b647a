//===- calculus_table.cpp - the rows of Operators.def, and how fast -------===//
#include "api/OperatorTable.h"
#include "calculus.h"
#include <chrono>
#include <fstream>
#include <set>
#include <sstream>

using namespace torchtidy;
using namespace torchtidy::calculus;

namespace {

struct Row {
  const char *names;
  int since;
};

const Row Rows[] = {
#define OPERATOR(Names, Since, Eager, Fake) {Names, Since},
#include "api/Operators.def"
#undef OPERATOR
};

/// Operators that no LibTorch 1.13 has, so that its list can't vouch for them.
const std::set<std::string> Newer = {
    "_assert_scalar", "_foreach_copy", "_foreach_copy_",
    "_functional_assert_async", "_fused_adagrad_", "_fused_adamw_",
    "_fused_sgd_", "_padded_dense_to_jagged_forward", "_unsafe_index",
    "_unsafe_index_put", "_unsafe_masked_index",
    "_unsafe_masked_index_put_accumulate", "batch_norm_backward",
    "shallow_copy_data_", "slice_inverse", "sym_is_contiguous", "sym_numel",
    "sym_size", "sym_storage_offset", "sym_stride",
    // TorchScript's own, or methods of Tensor.
    "dim", "is_contiguous", "numel", "quantized_gru", "quantized_lstm"};

/// Names of the operators that LibTorch's own list declares.
std::set<std::string> declaredOperators(std::istream &In) {
  std::set<std::string> Names;
  std::string Line;
  const std::string Mark = "\"aten::";
  while (std::getline(In, Line)) {
    size_t Begin = Line.find(Mark);
    if (Begin == std::string::npos)
      continue;
    Begin += Mark.size();
    Names.insert(Line.substr(Begin, Line.find_first_of(".(", Begin) - Begin));
  }
  return Names;
}

/// "prefix*" is any operator that starts so; "x" may be there only as "x_".
bool isDeclared(const std::set<std::string> &Declared, std::string Name) {
  if (Name.back() == '*') {
    Name.pop_back();
    auto It = Declared.lower_bound(Name);
    return It != Declared.end() && It->compare(0, Name.size(), Name) == 0;
  }
  Name = Name.substr(0, Name.find('.'));
  return Declared.count(Name) || Declared.count(Name + "_") ||
         Newer.count(Name);
}

TEST(OperatorTable, EveryRowIsAnOperator) {
  std::ifstream In("/usr/include/ATen/RegistrationDeclarations.h");
  if (!In)
    GTEST_SKIP() << "no LibTorch headers here";
  std::set<std::string> Declared = declaredOperators(In);
  ASSERT_GT(Declared.size(), 1000u);
  EXPECT_FALSE(isDeclared(Declared, "no_such_operator"));
  for (const Row &R : Rows) {
    std::istringstream Names(R.names);
    for (std::string Name; Names >> Name;)
      EXPECT_TRUE(isDeclared(Declared, Name)) << Name;
  }
}

TEST(OperatorTable, EveryRowIsReached) {
  for (const Row &R : Rows) {
    std::istringstream Names(R.names);
    for (std::string Name; Names >> Name;) {
      if (Name.back() == '*')
        continue;
      Call C = call("aten::" + Name, {});
      EXPECT_TRUE(api::isKnownOperator(C.op)) << Name;
      // A name twice at one version would leave the first row dead.
      std::string Again = " " + Name + " ";
      int Rivals = 0;
      for (const Row &Other : Rows)
        Rivals += Other.since == R.since &&
                  (" " + std::string(Other.names) + " ").find(Again) !=
                      std::string::npos;
      EXPECT_EQ(1, Rivals) << Name << " since " << R.since;
    }
  }
}

TEST(OperatorTable, TheNewestRowThatIsNotTooNewCounts) {
  Call C = call("aten::hypot", {});
  EXPECT_EQ(api::Kind::Same, specOf(C, api::Strictness::Eager, 113).kind);
  EXPECT_EQ(api::Kind::Iter, specOf(C, api::Strictness::Eager, 214).kind);
}

TEST(OperatorTable, InPlaceOperatorsShareTheRow) {
  EXPECT_EQ(&specOf(call("aten::mul", {}), api::Strictness::Eager, 214),
            &specOf(call("aten::mul_", {}), api::Strictness::Eager, 214));
  EXPECT_EQ(api::Kind::Same, specOf(call("aten::nextafter", {}),
                                    api::Strictness::FakeTensor, 214)
                                 .kind);
  EXPECT_EQ(api::Kind::Scalars, specOf(call("aten::nextafter_", {}),
                                       api::Strictness::FakeTensor, 214)
                                    .kind);
}

TEST(OperatorTable, AskingIsCheap) {
  Call C = call("aten::add.Tensor", {{"self", cuda0}, {"other", cuda0}});
  const int Times = 100000;
  eager(C); // the table is built at first use
  auto Start = std::chrono::steady_clock::now();
  size_t Results = 0;
  for (int I = 0; I < Times; ++I)
    Results += eager(C).results.size();
  std::chrono::duration<double, std::micro> Took =
      std::chrono::steady_clock::now() - Start;
  EXPECT_EQ(size_t(Times), Results);
  RecordProperty("nanoseconds", int(Took.count() * 1000 / Times));
  EXPECT_LT(Took.count() / Times, 20) << "microseconds a call";
}

} // namespace
