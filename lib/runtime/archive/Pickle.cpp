//===- Pickle.cpp - where an archive's tensors were saved -----------------===//
#include "runtime/archive/Pickle.h"
#include <cstdint>
#include <cstring>
#include <set>
#include <stdexcept>
#include <unordered_map>

namespace torchtidy {
namespace archive {
namespace {

using Id = uint32_t;

/// Values live in one table and name each other by number: a deep pickle can't
/// overflow the stack when it is destroyed.
struct Value {
  enum Kind { Plain, Text, Sequence, Dict, Global, Call, Persistent } kind;
  std::string text;      ///< of Text and Global ("torch._utils f")
  std::vector<Id> items; ///< elements; keys and values in turn; callee and args
  Id state = 0;          ///< what BUILD gave; 0: nothing
};

constexpr size_t MaxValues = 1 << 20;

class Machine {
public:
  Machine(const char *Data, size_t Size) : At(Data), End(Data + Size) {
    Values.push_back({Value::Plain, "", {}, 0}); // None, and "no state"
  }

  Id run() {
    for (;;) {
      auto Code = static_cast<unsigned char>(*take(1));
      if (Code == '.')
        return pop();
      step(Code);
    }
  }
  const Value &operator[](Id I) const { return Values[I]; }

private:
  const char *At, *End;
  std::vector<Value> Values;
  std::vector<Id> Stack;
  std::vector<size_t> Marks;
  std::unordered_map<uint32_t, Id> Memo;

  [[noreturn]] static void fail(const std::string &What) {
    throw std::runtime_error("its pickle is damaged: " + What);
  }
  const char *take(size_t N) {
    if (size_t(End - At) < N)
      fail("it ends too early");
    const char *P = At;
    At += N;
    return P;
  }
  template <typename T> T number() {
    T V;
    std::memcpy(&V, take(sizeof V), sizeof V);
    return V;
  }
  std::string line() {
    auto *P = static_cast<const char *>(std::memchr(At, '\n', End - At));
    if (!P)
      fail("it ends too early");
    std::string S(At, P);
    At = P + 1;
    return S;
  }
  Id make(Value::Kind K, std::string Text = "", std::vector<Id> Items = {}) {
    if (Values.size() >= MaxValues)
      throw std::runtime_error("its pickle has more than a million values");
    Values.push_back({K, std::move(Text), std::move(Items), 0});
    return static_cast<Id>(Values.size() - 1);
  }
  void push(Id V) { Stack.push_back(V); }
  Id pop() {
    if (Stack.size() <= (Marks.empty() ? 0 : Marks.back()))
      fail("its stack is empty");
    Id V = Stack.back();
    Stack.pop_back();
    return V;
  }
  std::vector<Id> popMark() {
    if (Marks.empty())
      fail("a mark is missing");
    std::vector<Id> All(Stack.begin() + Marks.back(), Stack.end());
    Stack.resize(Marks.back());
    Marks.pop_back();
    return All;
  }
  std::vector<Id> popMany(size_t N) {
    std::vector<Id> All(N);
    while (N)
      All[--N] = pop();
    return All;
  }
  Id &top() {
    if (Stack.size() <= (Marks.empty() ? 0 : Marks.back()))
      fail("its stack is empty");
    return Stack.back();
  }
  void append(const std::vector<Id> &Items) {
    auto &To = Values[top()].items;
    To.insert(To.end(), Items.begin(), Items.end());
  }
  void recall(uint32_t Key) {
    auto It = Memo.find(Key);
    if (It == Memo.end())
      fail("it recalls what it never kept");
    push(It->second);
  }
  void text(size_t Length) {
    const char *P = take(Length);
    push(make(Value::Text, std::string(P, Length)));
  }
  void global(std::string Module, const std::string &Name) {
    push(make(Value::Global, std::move(Module) + " " + Name));
  }
  void call() {
    std::vector<Id> Both = popMany(2);
    push(make(Value::Call, "", std::move(Both)));
  }

  void step(unsigned char Code);
  bool stepNumber(unsigned char Code);
  bool stepMemo(unsigned char Code);
  bool stepContainer(unsigned char Code);
};

/// Numbers count as values without one: only their place matters.
bool Machine::stepNumber(unsigned char Code) {
  switch (Code) {
  case 'K':
    take(1);
    break;
  case 'M':
    take(2);
    break;
  case 'J':
    take(4);
    break;
  case 'G':
    take(8);
    break;
  case 0x8a:
    take(static_cast<unsigned char>(*take(1)));
    break;
  case 0x8b:
    take(number<uint32_t>());
    break;
  case 'I':
  case 'L':
  case 'F':
    line();
    break;
  case 'N':
  case 0x88:
  case 0x89:
    break;
  default:
    return false;
  }
  push(make(Value::Plain));
  return true;
}

bool Machine::stepMemo(unsigned char Code) {
  switch (Code) {
  case 'q':
    Memo[static_cast<unsigned char>(*take(1))] = top();
    return true;
  case 'r':
    Memo[number<uint32_t>()] = top();
    return true;
  case 0x94:
    Memo[static_cast<uint32_t>(Memo.size())] = top();
    return true;
  case 'h':
    recall(static_cast<unsigned char>(*take(1)));
    return true;
  case 'j':
    recall(number<uint32_t>());
    return true;
  }
  return false;
}

bool Machine::stepContainer(unsigned char Code) {
  switch (Code) {
  case '(':
    Marks.push_back(Stack.size());
    return true;
  case ')':
  case ']':
  case 0x8f:
    push(make(Value::Sequence));
    return true;
  case '}':
    push(make(Value::Dict));
    return true;
  case 't':
  case 'l':
  case 0x91:
    push(make(Value::Sequence, "", popMark()));
    return true;
  case 'd':
    push(make(Value::Dict, "", popMark()));
    return true;
  case 0x85:
  case 0x86:
  case 0x87:
    push(make(Value::Sequence, "", popMany(Code - 0x84)));
    return true;
  case 'a':
    append(popMany(1));
    return true;
  case 's':
    append(popMany(2));
    return true;
  case 'e':
  case 'u':
  case 0x90:
    append(popMark());
    return true;
  }
  return false;
}

void Machine::step(unsigned char Code) {
  if (stepNumber(Code) || stepMemo(Code) || stepContainer(Code))
    return;
  switch (Code) {
  case 0x80: // PROTO
    take(1);
    return;
  case 0x95: // FRAME
    take(8);
    return;
  case 'X':
  case 'T':
  case 'B':
    return text(number<uint32_t>());
  case 0x8c:
  case 'U':
  case 'C':
    return text(static_cast<unsigned char>(*take(1)));
  case 'V':
  case 'S':
    push(make(Value::Text, line()));
    return;
  case 'c': {
    std::string Module = line();
    return global(std::move(Module), line());
  }
  case 0x93: {
    std::vector<Id> Both = popMany(2);
    return global(Values[Both[0]].text, Values[Both[1]].text);
  }
  case 'Q':
    push(make(Value::Persistent, "", popMany(1)));
    return;
  case 'R':
  case 0x81: // REDUCE, NEWOBJ
    return call();
  case 'b': {
    Id State = pop();
    Values[top()].state = State;
    return;
  }
  case '0':
    pop();
    return;
  case '1':
    popMark();
    return;
  case '2':
    push(top());
    return;
  }
  fail("opcode " + std::to_string(Code) + " is none of a model's");
}

/// Walks what the root reaches. A value that is shared is told at its first
/// path.
class Walk {
public:
  explicit Walk(const Machine &M) : M(M) {}
  std::vector<SavedTensor> found;

  void visit(Id I, const std::string &Path, unsigned Depth) {
    if (Depth > 256)
      throw std::runtime_error("its pickle nests deeper than 256");
    const Value &V = M[I];
    if (V.kind == Value::Plain || V.kind == Value::Text ||
        V.kind == Value::Global || !Seen.insert(I).second)
      return;
    std::string Device;
    if (V.kind == Value::Call && deviceOf(V, Device)) {
      found.push_back({Path, Device});
      return;
    }
    if (V.kind == Value::Dict)
      visitDict(V, 0, Path, Depth);
    else
      visitItems(V, Path, Depth);
    if (V.state)
      visit(V.state, Path, Depth + 1);
  }

private:
  const Machine &M;
  std::set<Id> Seen;

  static std::string join(const std::string &Path, const std::string &Name) {
    return Path.empty() ? Name : Path + "." + Name;
  }
  void visitDict(const Value &V, size_t From, const std::string &Path,
                 unsigned Depth) {
    for (size_t N = From; N + 1 < V.items.size(); N += 2) {
      const Value &Key = M[V.items[N]];
      visit(V.items[N + 1],
            Key.kind == Value::Text ? join(Path, Key.text)
                                    : Path + "[" + std::to_string(N / 2) + "]",
            Depth + 1);
    }
  }
  void visitItems(const Value &V, const std::string &Path, unsigned Depth) {
    // Arguments of a call are the object's own: restore_type_tag, OrderedDict.
    bool List = V.kind == Value::Sequence && !InCall;
    bool Outer = InCall;
    InCall = V.kind == Value::Call;
    size_t Own = V.kind == Value::Call ? 2 : V.items.size();
    for (size_t N = 0; N != Own; ++N)
      visit(V.items[N], List ? Path + "[" + std::to_string(N) + "]" : Path,
            Depth + 1);
    InCall = Outer;
    visitDict(V, Own, Path, Depth); // what an OrderedDict() was given after
  }
  bool InCall = false;

  static bool endsWith(const std::string &S, const char *Tail) {
    size_t N = std::strlen(Tail);
    return S.size() >= N && S.compare(S.size() - N, N, Tail) == 0;
  }

  /// torch._utils._rebuild_tensor_v2(('storage', type, key, device, size), …),
  /// and _rebuild_parameter of such a call.
  bool deviceOf(const Value &Call, std::string &Device) const {
    if (Call.items.size() != 2)
      return false;
    const Value &Callee = M[Call.items[0]], &Arguments = M[Call.items[1]];
    if (Callee.kind != Value::Global || Arguments.items.empty() ||
        Callee.text.find(" _rebuild_") == std::string::npos)
      return false;
    const Value &First = M[Arguments.items[0]];
    if (endsWith(Callee.text, " _rebuild_parameter"))
      return First.kind == Value::Call && First.items != Call.items &&
             !endsWith(M[First.items[0]].text, " _rebuild_parameter") &&
             deviceOf(First, Device);
    if (First.kind != Value::Persistent)
      return false;
    const Value &Storage = M[First.items[0]];
    if (Storage.items.size() < 4)
      return false;
    Device = M[Storage.items[3]].text;
    return !Device.empty();
  }
};

} // namespace

std::vector<SavedTensor> savedTensors(const char *Data, size_t Size) {
  Machine M(Data, Size);
  Id Root = M.run();
  Walk W(M);
  W.visit(Root, "", 0);
  return std::move(W.found);
}

} // namespace archive
} // namespace torchtidy
