//===- Arguments.cpp - any compiler's command line, as Clang's ------------===//
#include "project/Arguments.h"
#include "project/Paths.h"
#include <algorithm>
#include <filesystem>
#include <set>

namespace fs = std::filesystem;

namespace torchtidy {
namespace project {

using Args = std::vector<std::string>;

namespace {

/// What becomes of an option that Clang must not see, or sees otherwise.
enum class Fate {
  Drop,      ///< the option alone
  DropValue, ///< the option and, when it stands alone, the argument behind it
};

struct Entry {
  const char *text;
  bool prefix; ///< any option that begins so
  Fate fate;
};

// Outputs and dependency files, in every compiler. Nothing is written here.
const Entry OutputOptions[] = {
    {"-o", false, Fate::DropValue},
    {"-c", false, Fate::Drop},
    {"-S", false, Fate::Drop},
    {"-E", false, Fate::Drop},
    {"-M", false, Fate::Drop},
    {"-MM", false, Fate::Drop},
    {"-MD", false, Fate::Drop},
    {"-MMD", false, Fate::Drop},
    {"-MP", false, Fate::Drop},
    {"-MG", false, Fate::Drop},
    {"-MV", false, Fate::Drop},
    {"-MF", true, Fate::DropValue},
    {"-MT", true, Fate::DropValue},
    {"-MQ", true, Fate::DropValue},
    {"-MJ", true, Fate::DropValue},
    {"-Wp,-M", true, Fate::Drop},
    {"-fsyntax-only", false, Fate::Drop},
    {"-save-temps", true, Fate::Drop},
    {"--serialize-diagnostics", false, Fate::DropValue},
    {"-serialize-diagnostics", false, Fate::DropValue},
    {"-dumpdir", false, Fate::DropValue},
    {"-dumpbase", true, Fate::DropValue},
    {"-time", true, Fate::Drop},
    {"-H", false, Fate::Drop},
    {"-v", false, Fate::Drop},
    {"-###", false, Fate::Drop},
    {"-pipe", false, Fate::Drop},
};

// gcc's own, and everything about warnings, debug information and code
// generation: none of it changes how the source reads.
const Entry GccOptions[] = {
    {"-pedantic", true, Fate::Drop},
    {"-fanalyzer", true, Fate::Drop},
    {"-fno-analyzer", false, Fate::Drop},
    {"-flto", true, Fate::Drop},
    {"-fno-lto", false, Fate::Drop},
    {"-ffat-lto-objects", false, Fate::Drop},
    {"-fno-fat-lto-objects", false, Fate::Drop},
    {"-fuse-linker-plugin", false, Fate::Drop},
    {"-fno-use-linker-plugin", false, Fate::Drop},
    {"-fcanonical-system-headers", false, Fate::Drop},
    {"-fno-canonical-system-headers", false, Fate::Drop},
    {"-fconcepts", true, Fate::Drop},
    {"-fno-concepts", false, Fate::Drop},
    {"-fpermissive", false, Fate::Drop},
    {"-fno-gnu-unique", false, Fate::Drop},
    {"-fdiagnostics-", true, Fate::Drop},
    {"-fcolor-diagnostics", false, Fate::Drop},
    {"-fmodules", true, Fate::Drop},
    {"-fmodule-", true, Fate::Drop},
    {"-fdeps-", true, Fate::Drop},
    {"-fprofile-", true, Fate::Drop},
    {"-fplugin", true, Fate::Drop},
    {"-fpch-", true, Fate::Drop},
    {"-fno-pch-timestamp", false, Fate::Drop},
    {"-ftime-report", true, Fate::Drop},
    {"-ftime-trace", true, Fate::Drop},
    {"-fsanitize-coverage", true, Fate::Drop},
    {"-specs", true, Fate::Drop},
    {"--specs", true, Fate::Drop},
    {"--param", true, Fate::DropValue},
    {"-wrapper", false, Fate::DropValue},
    {"-aux-info", false, Fate::DropValue},
    {"-L", true, Fate::DropValue},
    {"-l", true, Fate::DropValue},
    {"-s", false, Fate::Drop},
    {"-shared", false, Fate::Drop},
    {"-static", true, Fate::Drop},
    {"-rdynamic", false, Fate::Drop},
    {"-Xlinker", false, Fate::DropValue},
    {"-Xassembler", false, Fate::DropValue},
    {"-Werror", true, Fate::Drop},
    {"-w", false, Fate::Drop},
};

// nvcc's, beyond what it shares with its host compiler.
const Entry NvccOptions[] = {
    {"-ccbin", true, Fate::DropValue},
    {"--compiler-bindir", true, Fate::DropValue},
    {"-gencode", true, Fate::DropValue},
    {"--generate-code", true, Fate::DropValue},
    {"-arch", true, Fate::DropValue},
    {"--gpu-architecture", true, Fate::DropValue},
    {"-code", true, Fate::DropValue},
    {"--gpu-code", true, Fate::DropValue},
    {"--expt-", true, Fate::Drop},
    {"-expt-", true, Fate::Drop},
    {"-rdc", true, Fate::DropValue},
    {"--relocatable-device-code", true, Fate::DropValue},
    {"-dc", false, Fate::Drop},
    {"-dw", false, Fate::Drop},
    {"-dlink", false, Fate::Drop},
    {"--device-c", false, Fate::Drop},
    {"--device-link", false, Fate::Drop},
    {"--compile", false, Fate::Drop},
    {"--use_fast_math", false, Fate::Drop},
    {"-use_fast_math", false, Fate::Drop},
    {"--extended-lambda", false, Fate::Drop},
    {"-extended-lambda", false, Fate::Drop},
    {"-lineinfo", false, Fate::Drop},
    {"--generate-line-info", false, Fate::Drop},
    {"-G", false, Fate::Drop},
    {"--device-debug", false, Fate::Drop},
    {"--threads", true, Fate::DropValue},
    {"-t", false, Fate::DropValue},
    {"-t=", true, Fate::Drop},
    {"--split-compile", true, Fate::DropValue},
    {"-Xptxas", true, Fate::DropValue},
    {"--ptxas-options", true, Fate::DropValue},
    {"-Xcudafe", true, Fate::DropValue},
    {"-Xfatbin", true, Fate::DropValue},
    {"-Xnvlink", true, Fate::DropValue},
    {"-Xarchive", true, Fate::DropValue},
    {"--diag", true, Fate::DropValue},
    {"-diag", true, Fate::DropValue},
    {"-forward-unknown", true, Fate::Drop},
    {"--forward-unknown", true, Fate::Drop},
    {"-cudart", true, Fate::DropValue},
    {"--cudart", true, Fate::DropValue},
    {"-maxrregcount", true, Fate::DropValue},
    {"--maxrregcount", true, Fate::DropValue},
    {"-m64", false, Fate::Drop},
    {"--machine", true, Fate::DropValue},
    {"--keep", true, Fate::Drop},
    {"-keep", true, Fate::Drop},
    {"-src-in-ptx", false, Fate::Drop},
    {"-restrict", false, Fate::Drop},
    {"-ftz", true, Fate::Drop},
    {"-prec-", true, Fate::Drop},
    {"-fmad", true, Fate::Drop},
    {"--fmad", true, Fate::Drop},
    {"-odir", false, Fate::DropValue},
    {"--output-directory", true, Fate::DropValue},
    {"--output-file", false, Fate::DropValue},
    {"-default-stream", true, Fate::DropValue},
    {"--default-stream", true, Fate::DropValue},
    {"-allow-unsupported-compiler", false, Fate::Drop},
    {"--generate-dependencies", true, Fate::Drop},
};

bool startsWith(const std::string &S, const char *P) {
  return S.rfind(P, 0) == 0;
}

/// How many arguments \p Table takes away at \p I; 0: none.
template <size_t N>
size_t taken(const Entry (&Table)[N], const Args &A, size_t I) {
  for (const Entry &E : Table) {
    bool Exact = A[I] == E.text;
    if (!Exact && !(E.prefix && startsWith(A[I], E.text)))
      continue;
    // A value that is glued on ("-MFx.d", "-arch=sm_80") is already gone.
    return Exact && E.fate == Fate::DropValue && I + 1 < A.size() ? 2 : 1;
  }
  return 0;
}

std::string baseName(const std::string &P) {
  return fs::path(P).filename().string();
}

bool isWrapper(const std::string &Name) {
  static const std::set<std::string> Wrappers = {
      "ccache",    "sccache",  "distcc", "icecc", "gomacc", "buildcache",
      "fastbuild", "cachepot", "env",    "nice",  "time",   "rewrapper"};
  return Wrappers.count(Name) != 0;
}

/// `ccache g++ …`, `env CCACHE_DIR=x g++ …`, `cmake -E __run_co_compile … --
/// g++ …`.
void stripWrappers(Args &A) {
  while (A.size() > 1) {
    std::string Name = baseName(A[0]);
    if (Name == "cmake") {
      auto Dashes = std::find(A.begin(), A.end(), "--");
      if (Dashes == A.end())
        return;
      A.erase(A.begin(), Dashes + 1);
    } else if (Name == "libtool") {
      A.erase(A.begin());
      while (!A.empty() && startsWith(A[0], "--"))
        A.erase(A.begin());
    } else if (isWrapper(Name)) {
      A.erase(A.begin());
      while (A.size() > 1 &&
             (startsWith(A[0], "-") ||
              (A[0].find('=') != std::string::npos && A[0][0] != '/')))
        A.erase(A.begin());
    } else {
      return;
    }
  }
}

/// Replaces @file (and nvcc's --options-file file) by what the file holds.
std::string expandResponseFiles(Args &A, const std::string &Directory,
                                unsigned Depth = 0) {
  Args Out;
  for (size_t I = 0; I < A.size(); ++I) {
    std::string Name;
    if (A[I].size() > 1 && A[I][0] == '@')
      Name = A[I].substr(1);
    else if ((A[I] == "--options-file" || A[I] == "-optf") && I + 1 < A.size())
      Name = A[++I];
    else if (startsWith(A[I], "--options-file="))
      Name = A[I].substr(15);
    if (Name.empty()) {
      Out.push_back(A[I]);
      continue;
    }
    std::string Text;
    if (!readFile(absolutePath(Name, Directory), Text)) {
      // CMake names module maps that exist only once the project was built.
      if (fs::path(Name).extension() == ".modmap")
        continue;
      return "cannot read response file '" + Name + "' in " + Directory;
    }
    if (Depth > 16)
      return "response file '" + Name + "' includes itself";
    Args Inner = splitCommand(Text);
    std::string Error = expandResponseFiles(Inner, Directory, Depth + 1);
    if (!Error.empty())
      return Error;
    Out.insert(Out.end(), Inner.begin(), Inner.end());
  }
  A = std::move(Out);
  return "";
}

/// nvcc's -Xcompiler a,b: what its host compiler gets.
void expandHostOptions(Args &A) {
  Args Out;
  auto Split = [&](const std::string &Value) {
    size_t Begin = 0;
    while (Begin <= Value.size()) {
      size_t Comma = std::min(Value.find(',', Begin), Value.size());
      std::string Part = Value.substr(Begin, Comma - Begin);
      if (Part.size() > 1 && Part.front() == '"' && Part.back() == '"')
        Part = Part.substr(1, Part.size() - 2);
      if (!Part.empty())
        Out.push_back(Part);
      Begin = Comma + 1;
    }
  };
  for (size_t I = 0; I < A.size(); ++I) {
    if ((A[I] == "-Xcompiler" || A[I] == "--compiler-options") &&
        I + 1 < A.size())
      Split(A[++I]);
    else if (startsWith(A[I], "-Xcompiler="))
      Split(A[I].substr(11));
    else if (startsWith(A[I], "--compiler-options="))
      Split(A[I].substr(19));
    else
      Out.push_back(A[I]);
  }
  A = std::move(Out);
}

/// nvcc writes long options with '=' where gcc wants another argument.
std::string respell(const std::string &A) {
  static const std::pair<const char *, const char *> Long[] = {
      {"-isystem=", "-isystem"},
      {"--system-include=", "-isystem"},
      {"--include-path=", "-I"},
      {"--define-macro=", "-D"},
      {"--undefine-macro=", "-U"},
      {"--pre-include=", "-include"},
      {"-I=", "-I"},
  };
  for (auto &[From, To] : Long)
    if (startsWith(A, From))
      return std::string(To) + A.substr(std::string(From).size());
  return A;
}

/// `-include X` (X.gch beside it or not): the text of X, never a compiler's
/// binary. Clang's driver looks for X.pch and X.gch itself, and stops at one
/// that gcc or another Clang made, so it is gone round.
size_t includeOption(const Args &A, size_t I, Args &Out) {
  size_t Used = 1;
  std::string Header;
  if (A[I] == "-include" || A[I] == "--include") {
    if (I + 1 >= A.size())
      return 1;
    Header = A[I + 1];
    Used = 2;
  } else if (startsWith(A[I], "-include") &&
             !startsWith(A[I], "-include-pch")) {
    Header = A[I].substr(8);
  } else {
    return 0;
  }
  for (const char *Extension : {".gch", ".pch"})
    if (fs::path(Header).extension() == Extension)
      Header.resize(Header.size() - 4);
  Out.insert(Out.end(), {"-Xclang", "-include", "-Xclang", Header});
  return Used;
}

/// -Xclang X: CMake's precompiled headers come so; plugins and emission are not
/// ours to run. Pairs such as `-Xclang -include -Xclang header` are joined.
size_t clangOption(const Args &A, size_t I, Args &Out) {
  if (A[I] != "-Xclang" || I + 1 >= A.size())
    return A[I] == "-Xclang" ? 1 : 0;
  const std::string &Option = A[I + 1];
  bool HasValue =
      I + 3 < A.size() && A[I + 2] == "-Xclang" && !startsWith(A[I + 3], "-");
  if (Option == "-include" && HasValue)
    return includeOption({"-include", A[I + 3]}, 0, Out), 4;
  if (Option == "-include-pch" || startsWith(Option, "-plugin") ||
      startsWith(Option, "-add-plugin") || Option == "-load")
    return HasValue ? 4 : 2;
  if (startsWith(Option, "-emit") || startsWith(Option, "-fno-pch") ||
      startsWith(Option, "-fpch"))
    return 2;
  Out.insert(Out.end(), {A[I], Option});
  return 2;
}

bool sameFile(const std::string &Argument, const std::string &Directory,
              const std::string &File) {
  return !Argument.empty() && Argument[0] != '-' &&
         absolutePath(Argument, Directory) == File;
}

/// A gcc outside /usr brings its own standard library.
void addToolchain(const std::string &Compiler, Args &Out) {
  fs::path P(Compiler);
  std::string Name = baseName(Compiler);
  if (!P.is_absolute() || (Name.find("g++") == std::string::npos &&
                           Name.find("gcc") == std::string::npos))
    return;
  fs::path Prefix = P.parent_path().parent_path();
  std::error_code EC;
  if (Prefix != "/usr" && Prefix != "/" &&
      fs::is_directory(Prefix / "lib" / "gcc", EC))
    Out.push_back("--gcc-toolchain=" + Prefix.string());
}

/// Keeps -Wp,… (it goes to the preprocessor), drops every other -W….
bool isWarningOption(const std::string &A) {
  return startsWith(A, "-W") && !startsWith(A, "-Wp,");
}

Args translate(const Args &A, bool Nvcc, const std::string &Directory,
               const std::string &File, bool &Cuda) {
  Args Out;
  for (size_t I = 1; I < A.size();) {
    size_t N = taken(OutputOptions, A, I);
    if (!N)
      N = includeOption(A, I, Out);
    if (!N)
      N = clangOption(A, I, Out);
    if (!N && (A[I] == "-x" || A[I] == "--x") && I + 1 < A.size()) {
      if (A[I + 1] == "cu" || A[I + 1] == "cuda")
        Cuda = true;
      else
        Out.insert(Out.end(), {"-x", A[I + 1]});
      N = 2;
    }
    if (!N && (A[I] == "-xcu" || A[I] == "-xcuda"))
      Cuda = N = 1;
    if (!N && Nvcc)
      N = taken(NvccOptions, A, I);
    if (!N)
      N = taken(GccOptions, A, I);
    // nvcc's --expt-… and -gencode reach host files of badly written targets.
    if (!N && !Nvcc &&
        (startsWith(A[I], "--expt-") || startsWith(A[I], "-gencode") ||
         startsWith(A[I], "-forward-unknown")))
      N = taken(NvccOptions, A, I);
    if (!N && (isWarningOption(A[I]) || startsWith(A[I], "-g") ||
               A[I] == "--" || sameFile(A[I], Directory, File)))
      N = 1;
    if (N) {
      I += N;
      continue;
    }
    Out.push_back(Nvcc ? respell(A[I]) : A[I]);
    ++I;
  }
  return Out;
}

} // namespace

std::vector<std::string> splitCommand(const std::string &Text) {
  std::vector<std::string> Words;
  bool Open = false; // in a word, which may be empty so far
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    bool Blank = C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\f';
    if (!Quote && Blank) {
      Open = false;
      continue;
    }
    if (!Open)
      Words.emplace_back();
    Open = true;
    if (C == '\\' && Quote != '\'' && I + 1 < Text.size())
      Words.back() += Text[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? 0 : C;
    else
      Words.back() += C;
  }
  return Words;
}

CleanArguments cleanArguments(const std::vector<std::string> &Raw,
                              const std::string &Directory,
                              const std::string &File) {
  CleanArguments R;
  Args A = Raw;
  stripWrappers(A);
  if (A.empty()) {
    R.error = "the command is empty";
    return R;
  }
  R.error = expandResponseFiles(A, Directory);
  if (!R.error.empty())
    return R;
  std::string Name = baseName(A[0]);
  if (Name == "cl" || Name == "cl.exe") {
    R.error = "the command is for Microsoft's compiler, whose flags aren't "
              "understood here";
    return R;
  }
  bool Nvcc = startsWith(Name, "nvcc");
  if (Nvcc)
    expandHostOptions(A);
  R.cuda = fs::path(File).extension() == ".cu";
  Args Flags = translate(A, Nvcc, Directory, File, R.cuda);

  // The name decides the mode of the driver (and, with a triple in front, the
  // target); a plain C++ compiler otherwise.
  bool Known = Name.find("clang") != std::string::npos ||
               Name.find("g++") != std::string::npos ||
               Name.find("gcc") != std::string::npos;
  R.arguments.push_back(Known && !Nvcc ? A[0] : "clang++");
  addToolchain(A[0], R.arguments);
  R.arguments.insert(R.arguments.end(), Flags.begin(), Flags.end());
  if (R.cuda)
    R.arguments.insert(R.arguments.end(),
                       {"-x", "cuda", "--cuda-host-only", "-nocudalib",
                        "-Wno-unknown-cuda-version"});
  return R;
}

} // namespace project
} // namespace torchtidy
