//===- Binary.cpp - facts as few bytes, and back ----------------*- C++ -*-===//
#include "facts/Binary.h"
#include "facts/Bytes.h"
#include "facts/Fields.h"
#include "facts/Parts.h"
#include <algorithm>
#include <unordered_map>

namespace torchtidy {
namespace facts {
namespace {

constexpr std::string_view Magic("\x89TTfacts", 8);
/// Of the form of the bytes, and of what the facts mean.
constexpr unsigned Version = 2;

bool isDefault(const TypeFact &T) {
  return T.role == TypeRole::Other && !T.reference && !T.rvalueReference &&
         !T.isConst && T.spelling.empty() && T.cls.empty() && T.name.empty() &&
         T.args.empty();
}

template <class V> bool isDefault(const V &Value, const V &Default) {
  if constexpr (IsVector<V>::value || std::is_same_v<V, TypeArgs>)
    return Value.empty();
  else if constexpr (std::is_same_v<V, SourceSpan>)
    return !Value.valid();
  else if constexpr (std::is_same_v<V, TypeFact>)
    return isDefault(Value);
  else
    return Value == Default;
}

/// Names and order of all fields: another description is another form.
class Schema {
public:
  static uint64_t hash() {
    static const uint64_t H = [] {
      Schema S;
      S.visit<TypeFact>(true);
      S.visit<FileFacts>();
      return checksum(S.text);
    }();
    return H;
  }
  void id(const char *Key, Text &T) { (*this)(Key, T); }
  template <class V> void operator()(const char *Key, V &, V = V()) {
    text += Key;
    visit<V>();
  }

private:
  template <class V> void visit(bool Inside = false) {
    if constexpr (IsVector<V>::value || std::is_same_v<V, TypeArgs>) {
      text += '*';
      visit<typename V::value_type>();
    } else if constexpr (std::is_enum_v<V>) {
      text += '0' + char(lastOf<V>());
    } else if constexpr (IsStruct<V>) {
      if (std::is_same_v<V, TypeFact> && !Inside)
        return;
      text += '{';
      V Value;
      fields(*this, Value);
      text += '}';
    }
    text += ';';
  }
  std::string text;
};

class Encoder {
public:
  std::string run(const FileFacts &F) {
    ByteWriter Head, Bodies;
    object(Head, F);
    outline(Head, F);
    for (const FunctionFacts &Fn : F.functions) {
      ByteWriter Body;
      Last = SourceSpan();
      partly(Body, [&](auto &&Ar) {
        bodyFields(Ar, const_cast<FunctionFacts &>(Fn));
      });
      Bodies.text(Body.bytes);
    }
    ByteWriter Content;
    Content.number(InOrder.size());
    for (size_t I = 0; I < InOrder.size(); ++I) {
      Content.number(InOrder[I].size() << 1 | unsigned(IsId[I]));
      Content.bytes += InOrder[I].str();
    }
    Content.number(Types.size());
    Content.bytes += TypeBytes.bytes;
    Content.bytes += Head.bytes;
    Content.bytes += Bodies.bytes;
    ByteWriter Out;
    Out.bytes = Magic;
    Out.fixed(Version, 4);
    Out.fixed(Schema::hash(), 8);
    Out.fixed(Content.bytes.size(), 8);
    Out.fixed(checksum(Content.bytes), 8);
    Out.bytes += Content.bytes;
    return std::move(Out.bytes);
  }

private:
  /// Which fields aren't at their defaults.
  struct Mask {
    uint64_t bits = 0;
    unsigned next = 0;
    void id(const char *Key, Text &T) { (*this)(Key, T); }
    template <class V>
    void operator()(const char *, V &Value, V Default = V()) {
      if (!isDefault(Value, Default))
        bits |= 1ull << next;
      ++next;
    }
  };
  /// Writes those.
  struct Put {
    Encoder &E;
    ByteWriter &Out;
    uint64_t bits;
    void id(const char *Key, Text &T) {
      if (bits & 1)
        E.IsId[E.text(T)] = true;
      (*this)(Key, T);
    }
    template <class V> void operator()(const char *, V &Value, V = V()) {
      if (bits & 1)
        E.put(Out, Value);
      bits >>= 1;
    }
  };

  // Writing changes nothing; the description serves reading too.
  template <class Fields> void partly(ByteWriter &Out, Fields Each) {
    Mask M;
    Each(M);
    Out.number(M.bits);
    Each(Put{*this, Out, M.bits});
  }
  template <class V> void object(ByteWriter &Out, const V &Value) {
    partly(Out, [&](auto &&Ar) {
      if constexpr (std::is_same_v<V, FunctionFacts>)
        headFields(Ar, const_cast<V &>(Value));
      else
        fields(Ar, const_cast<V &>(Value));
    });
  }

  template <class V> void put(ByteWriter &Out, const V &Value) {
    if constexpr (IsVector<V>::value || std::is_same_v<V, TypeArgs>) {
      Out.number(Value.size());
      for (const auto &E : Value)
        put(Out, E);
    } else if constexpr (std::is_same_v<V, bool>) {
      // The mask has said it.
    } else if constexpr (std::is_enum_v<V> || std::is_same_v<V, unsigned>) {
      Out.number(uint64_t(Value));
    } else if constexpr (std::is_same_v<V, int>) {
      Out.signedNumber(Value);
    } else if constexpr (std::is_same_v<V, std::string> ||
                         std::is_same_v<V, Text>) {
      Out.number(text(Value));
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      span(Out, Value);
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      Out.number(type(Value));
    } else {
      object(Out, Value);
    }
  }

  size_t text(Text T) {
    auto [It, New] = Texts.try_emplace(T, Texts.size());
    if (New) {
      InOrder.push_back(T);
      IsId.push_back(false);
    }
    return It->second;
  }
  /// What of the bodies an outline needs.
  void outline(ByteWriter &Out, const FileFacts &F) {
    bool Speaks = false;
    std::vector<Text> Stored;
    for (const FunctionFacts &Fn : F.functions) {
      Speaks |= speaksOfDevices(Fn);
      for (const Text &Global : storedGlobals(Fn))
        Stored.push_back(Global);
    }
    Out.number(Speaks);
    put(Out, Stored);
  }
  size_t type(const TypeFact &T) {
    ByteWriter Out;
    object(Out, T);
    auto [It, New] = Types.try_emplace(std::move(Out.bytes), Types.size());
    if (New)
      TypeBytes.bytes += It->first;
    return It->second;
  }
  /// Most lie close to the one before.
  void span(ByteWriter &Out, const SourceSpan &S) {
    bool SameFile = S.file == Last.file, OneLine = S.endLine == S.line;
    Out.number(unsigned(S.valid()) | SameFile << 1 | OneLine << 2 |
               S.macro << 3);
    if (!S.valid())
      return;
    if (!SameFile)
      Out.number(unsigned(S.file));
    Out.signedNumber(int64_t(S.line) - Last.line);
    Out.number(S.column);
    if (!OneLine)
      Out.signedNumber(int64_t(S.endLine) - S.line);
    Out.signedNumber(int64_t(S.endColumn) - (OneLine ? S.column : 0));
    Out.signedNumber(int64_t(S.offset) - Last.offset);
    Out.signedNumber(int64_t(S.endOffset) - S.offset);
    Last = S;
  }

  std::unordered_map<Text, size_t> Texts;
  std::unordered_map<std::string, size_t> Types;
  std::vector<Text> InOrder;
  std::vector<bool> IsId;
  ByteWriter TypeBytes;
  SourceSpan Last;
};

class Decoder {
public:
  explicit Decoder(std::string_view Content) : In(Content) {}

  /// Everything but the bodies.
  FileFacts head() {
    readTexts();
    readTypes();
    FileFacts F;
    object(In, F);
    checkHead(F);
    Speaks = In.number(1, "a flag") != 0;
    get(In, "stored", Stored);
    return F;
  }

  FileFacts run() {
    FileFacts F = head();
    for (FunctionFacts &Fn : F.functions) {
      ByteReader Body(In.text());
      Last = SourceSpan();
      partly(Body, [&](auto &&Ar) { bodyFields(Ar, Fn); });
      if (Body.left())
        refuseFacts("a function's body is too long");
      checkBody(Fn, int(F.files.size()));
    }
    if (In.left())
      refuseFacts("it is too long");
    return F;
  }

  bool Speaks = false;
  std::vector<Text> Stored;
  std::vector<std::string_view> Ids;

private:
  void readTexts() {
    size_t Count = In.count();
    Texts.reserve(Count);
    for (size_t I = 0; I < Count; ++I) {
      uint64_t Size = In.number();
      std::string_view T = In.take(size_t(Size >> 1));
      if (Size & 1)
        Ids.push_back(T);
      Texts.emplace_back(T);
    }
  }

  void readTypes() {
    size_t Count = In.count();
    for (size_t I = 0; I < Count; ++I) {
      TypeFact T;
      object(In, T);
      size_t Size = 1;
      for (size_t A : Arguments)
        Size += Sizes[A];
      if (Size > MaxTypeSize)
        refuseFacts("a type is too large");
      Arguments.clear();
      Sizes.push_back(Size);
      Types.push_back(std::move(T));
    }
    ReadsTypes = false;
  }

  static constexpr size_t MaxTypeSize = 4096;

  struct Get {
    Decoder &D;
    ByteReader &In;
    uint64_t bits;
    void id(const char *Key, Text &T) { (*this)(Key, T); }
    template <class V>
    void operator()(const char *Key, V &Value, V Default = V()) {
      if (bits & 1)
        D.get(In, Key, Value);
      else
        Value = std::move(Default);
      bits >>= 1;
    }
  };
  template <class Fields> void partly(ByteReader &From, Fields Each) {
    Get G{*this, From, From.number()};
    Each(G);
    if (G.bits)
      refuseFacts("it has fields that don't exist");
  }
  template <class V> void object(ByteReader &From, V &Value) {
    partly(From, [&](auto &&Ar) {
      if constexpr (std::is_same_v<V, FunctionFacts>)
        headFields(Ar, Value);
      else
        fields(Ar, Value);
    });
  }

  template <class V> void get(ByteReader &From, const char *Key, V &Value) {
    if constexpr (std::is_same_v<V, TypeArgs>) {
      std::vector<TypeFact> Read;
      get(From, Key, Read);
      Value = std::move(Read);
    } else if constexpr (IsVector<V>::value) {
      size_t Count = From.count();
      Value.clear();
      // A count costs nothing to claim; its elements do.
      Value.reserve(std::min<size_t>(Count, 1024));
      for (size_t I = 0; I < Count; ++I) {
        Value.emplace_back();
        get(From, Key, Value.back());
      }
    } else if constexpr (std::is_same_v<V, bool>) {
      Value = true;
    } else if constexpr (std::is_enum_v<V>) {
      Value = V(From.number(lastOf<V>(), Key));
    } else if constexpr (std::is_same_v<V, unsigned>) {
      Value = unsigned(From.number(0xffffffff, Key));
    } else if constexpr (std::is_same_v<V, int>) {
      int64_t N = From.signedNumber();
      if (N < -1 || N > 0x7fffffff)
        refuseFacts(std::string(Key) + " is out of range");
      Value = int(N);
    } else if constexpr (std::is_same_v<V, std::string> ||
                         std::is_same_v<V, Text>) {
      Value = at(Texts, From, "text");
    } else if constexpr (std::is_same_v<V, SourceSpan>) {
      span(From, Value);
    } else if constexpr (std::is_same_v<V, TypeFact>) {
      Value = at(Types, From, "type");
    } else {
      object(From, Value);
    }
  }

  template <class T>
  const T &at(const std::vector<T> &Table, ByteReader &From, const char *What) {
    uint64_t N = From.number();
    if (N >= Table.size())
      refuseFacts(std::string("it names a ") + What + " that it doesn't have");
    if constexpr (std::is_same_v<T, TypeFact>)
      if (ReadsTypes)
        Arguments.push_back(size_t(N));
    return Table[size_t(N)];
  }

  static unsigned part(int64_t N) {
    if (N < 0 || N > 0xffffffff)
      refuseFacts("a range is out of range");
    return unsigned(N);
  }
  void span(ByteReader &From, SourceSpan &S) {
    uint64_t Bits = From.number(15, "a range");
    S = SourceSpan();
    if (!(Bits & 1))
      return;
    bool OneLine = Bits & 4;
    S.file = Bits & 2 ? Last.file : int(From.number(0x7fffffff, "a file"));
    S.line = part(int64_t(Last.line) + small(From.signedNumber()));
    S.column = part(small(int64_t(From.number(0xffffffff, "a column"))));
    S.endLine =
        OneLine ? S.line : part(int64_t(S.line) + small(From.signedNumber()));
    S.endColumn =
        part(int64_t(OneLine ? S.column : 0) + small(From.signedNumber()));
    S.offset = part(int64_t(Last.offset) + small(From.signedNumber()));
    S.endOffset = part(int64_t(S.offset) + small(From.signedNumber()));
    S.macro = Bits & 8;
    if (!S.valid())
      refuseFacts("a range has no file");
    Last = S;
  }
  static int64_t small(int64_t N) {
    if (N < -0xffffffffll || N > 0xffffffffll)
      refuseFacts("a range is out of range");
    return N;
  }

  ByteReader In;
  std::vector<Text> Texts;
  std::vector<TypeFact> Types;
  std::vector<size_t> Sizes;     ///< of the types with all that is in them
  std::vector<size_t> Arguments; ///< of the type that is being read
  bool ReadsTypes = true;
  SourceSpan Last;
};

} // namespace

uint64_t formOfBytes() { return Schema::hash() + Version; }

std::string toBytes(const FileFacts &F) { return Encoder().run(F); }

/// What stands behind a header that fits.
static std::string_view contentOf(std::string_view Bytes) {
  ByteReader In(Bytes);
  if (Bytes.substr(0, Magic.size()) != Magic)
    refuseFacts("it doesn't begin like one");
  In.take(Magic.size());
  uint64_t Found = In.fixed(4), Form = In.fixed(8);
  if (Found != Version || Form != Schema::hash())
    refuseFacts("it is of another version of torch-tidy; make it anew");
  uint64_t Size = In.fixed(8), Sum = In.fixed(8);
  if (Size > In.left())
    refuseFacts("it is cut off");
  if (Size < In.left())
    refuseFacts("it is too long");
  std::string_view Content = In.take(size_t(Size));
  if (checksum(Content) != Sum)
    refuseFacts("its content isn't what was written");
  return Content;
}

FileFacts fromBytes(std::string_view Bytes) {
  return Decoder(contentOf(Bytes)).run();
}

Outline outlineOfBytes(std::string_view Bytes, FileFacts &Head) {
  Decoder D(contentOf(Bytes));
  FileFacts F = D.head();
  Outline O = outlineOf(F);
  O.mentions.clear();
  for (std::string_view T : D.Ids)
    O.mentions.push_back(checksum(T));
  for (const Text &T : D.Stored)
    O.stores.push_back(checksum(T));
  O.speaks = D.Speaks;
  Head.mainFile = std::move(F.mainFile);
  Head.files = std::move(F.files);
  return O;
}

} // namespace facts
} // namespace torchtidy
