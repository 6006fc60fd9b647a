//===- Reach.cpp - can LibTorch be in what a file includes? ---------------===//
#include "project/Reach.h"
#include "api/LibTorch.h"
#include "project/Arguments.h"
#include "project/Directives.h"
#include "project/Paths.h"
#include "project/SearchFlags.h"
#include <algorithm>
#include <dirent.h>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_set>

namespace torchtidy {
namespace project {

namespace {

bool isFile(const std::string &Path) {
  struct stat S;
  return ::stat(Path.c_str(), &S) == 0 && S_ISREG(S.st_mode);
}

std::string folderOf(const std::string &Path) {
  size_t Slash = Path.rfind('/');
  return Slash == std::string::npos || Slash == 0 ? "/" : Path.substr(0, Slash);
}

/// Under \p Folder. Only names with dots need more than to be put together.
std::string join(const std::string &Folder, const std::string &Name) {
  if (Name.find("./") != std::string::npos || Name[0] == '/')
    return absolutePath(Name, Folder);
  return Folder == "/" ? "/" + Name : Folder + "/" + Name;
}

/// Text of a regular file in one go.
bool slurp(const std::string &Path, std::string &Text) {
  int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return false;
  struct stat S;
  bool Ok = ::fstat(Fd, &S) == 0 && S_ISREG(S.st_mode);
  if (Ok) {
    Text.resize(size_t(S.st_size));
    size_t Done = 0;
    ssize_t N = 1;
    while (Done < Text.size() &&
           (N = ::read(Fd, &Text[Done], Text.size() - Done)) > 0)
      Done += size_t(N);
    Text.resize(Done);
    Ok = N >= 0;
  }
  ::close(Fd);
  return Ok;
}

} // namespace

struct Reach::File {
  bool readable = false;
  Directives directives;
};

/// A way to look for headers, shared by the commands that look the same way.
struct Reach::Folders {
  SearchFlags flags;
  std::vector<std::string> all; ///< in no order that matters
  std::vector<std::string> foreign;
  std::mutex lock;
  /// Names in each folder: most headers are in none but one.
  std::unordered_map<std::string, std::unordered_set<std::string>> listings;
  std::unordered_map<std::string, std::vector<std::string>> found;
  std::unordered_set<std::string> clean; ///< LibTorch can't be behind these
  std::unordered_map<std::string, std::string> reaching; ///< it can: the reason

  explicit Folders(SearchFlags F) : flags(std::move(F)) {
    foreign = flags.system;
    foreign.insert(foreign.end(), usualFolders().begin(), usualFolders().end());
    for (const std::vector<std::string> *L :
         {&flags.quoted, &flags.user, &foreign})
      for (const std::string &Folder : *L)
        if (std::find(all.begin(), all.end(), Folder) == all.end())
          all.push_back(Folder);
  }

  bool isForeign(const std::string &Path) const {
    return std::any_of(foreign.begin(), foreign.end(),
                       [&](const std::string &F) { return isUnder(Path, F); });
  }

  /// Wherever \p Name is found: which one a compiler takes depends on the order
  /// of its folders, on include_next and on the compiler.
  const std::vector<std::string> &find(const std::string &Name) {
    auto [It, New] = found.try_emplace(Name);
    if (!New)
      return It->second;
    std::string Head = Name.substr(0, Name.find('/'));
    bool Dots = Head.empty() || Head[0] == '.';
    for (const std::string &Folder : all)
      if (Dots || namesIn(Folder).count(Head)) {
        std::string Path = join(Folder, Name);
        if (isFile(Path))
          It->second.push_back(std::move(Path));
      }
    return It->second;
  }

private:
  const std::unordered_set<std::string> &namesIn(const std::string &Folder) {
    auto [It, New] = listings.try_emplace(Folder);
    if (New)
      if (DIR *D = ::opendir(Folder.c_str())) {
        while (dirent *E = ::readdir(D))
          It->second.insert(E->d_name);
        ::closedir(D);
      }
    return It->second;
  }
};

/// One file's includes, followed until LibTorch is possible or all is seen.
class Reach::Walk {
public:
  Walk(Reach &R, Folders &F, const CompileCommand &C)
      : Owner(R), Search(F), Command(C) {}

  /// Why LibTorch is possible, "" if it isn't.
  std::string run() {
    push(Command.file, "");
    for (const std::string &Name : Search.flags.forced) {
      IncludeDirective I;
      I.name = Name;
      std::string Why = follow(Command.directory + "/", I);
      if (!Why.empty())
        return Why;
    }
    while (!Todo.empty()) {
      std::string Path = Todo.back();
      Todo.pop_back();
      std::string Why = visit(Path);
      if (!Why.empty()) {
        blame(Path, Why);
        return Why;
      }
    }
    std::string Why = expansions();
    if (Why.empty() && Macros.empty()) {
      std::lock_guard<std::mutex> Guard(Search.lock);
      for (const auto &[Path, From] : Seen)
        Search.clean.insert(Path);
    }
    return Why;
  }

private:
  void push(const std::string &Path, const std::string &From) {
    if (Seen.emplace(Path, From).second)
      Todo.push_back(Path);
  }

  std::string visit(const std::string &Path) {
    {
      std::lock_guard<std::mutex> Guard(Search.lock);
      if (Search.clean.count(Path))
        return "";
      auto It = Search.reaching.find(Path);
      if (It != Search.reaching.end())
        return It->second;
    }
    if (api::isLibTorchHeader(Path))
      return Path;
    bool Foreign = Path != Command.file && Search.isForeign(Path);
    std::shared_ptr<const File> F = Owner.fileAt(Path, Foreign);
    if (!F->readable)
      return Path + " can't be read";
    if (!Foreign && F->directives.unclear)
      return Path + " has modules, or includes that aren't understood";
    if (!Foreign && F->directives.suppresses)
      return Path + " has a NOLINT";
    // By their names first: that needs no look at the disk.
    for (const IncludeDirective &I : F->directives.includes)
      if (!I.macro && api::isLibTorchInclude(I.name))
        return "'" + I.name + "' in " + Path;
    for (const IncludeDirective &I : F->directives.includes) {
      std::string Why =
          I.macro ? macro(I.name, Path, Foreign) : follow(Path, I, Foreign);
      if (!Why.empty())
        return Why;
    }
    return "";
  }

  /// Goes to wherever the header may be.
  std::string follow(const std::string &From, const IncludeDirective &I,
                     bool Foreign = false) {
    if (api::isLibTorchInclude(I.name))
      return "'" + I.name + "' in " + From;
    if (I.name.empty())
      return "";
    bool Found = false;
    std::string Beside = join(folderOf(From), I.name);
    if (!I.angled && (Seen.count(Beside) || isFile(Beside))) {
      push(Beside, From);
      Found = true;
    }
    std::lock_guard<std::mutex> Guard(Search.lock);
    for (const std::string &Path : Search.find(I.name)) {
      push(Path, From);
      Found = true;
    }
    // What others' headers lack isn't there. The user's own may lack it because
    // the flags do.
    if (Found || Foreign || I.optional)
      return "";
    return "'" + I.name + "', which wasn't found, in " + From;
  }

  /// `#include NAME`. In others' headers it is one of theirs, unless the user
  /// says what it is.
  std::string macro(const std::string &Name, const std::string &From,
                    bool Foreign) {
    if (!Foreign)
      return "the macro '" + Name + "', by which " + From + " includes";
    Macros.insert(Name);
    return "";
  }

  std::string expansions() {
    for (const std::string &Name : Macros) {
      for (const std::string &D : Search.flags.macros)
        if (D.compare(0, Name.size(), Name) == 0)
          return "-D" + D + ", which headers include by";
      for (const auto &[Path, From] : Seen) {
        std::string Text;
        if ((Path == Command.file || !Search.isForeign(Path)) &&
            (!slurp(Path, Text) || Text.find(Name) != std::string::npos))
          return "'" + Name + "' in " + Path + ", which headers include by";
      }
    }
    return "";
  }

  /// Others that include one of these are told at once.
  void blame(std::string Path, const std::string &Why) {
    std::lock_guard<std::mutex> Guard(Search.lock);
    while (!Path.empty() && Path != Command.file &&
           Search.reaching.emplace(Path, Why).second) {
      auto It = Seen.find(Path);
      Path = It == Seen.end() ? "" : It->second;
    }
  }

  Reach &Owner;
  Folders &Search;
  const CompileCommand &Command;
  std::unordered_map<std::string, std::string> Seen; ///< file → its includer
  std::vector<std::string> Todo;
  std::unordered_set<std::string> Macros;
};

Reach::Reach(const std::map<std::string, std::string> *Texts)
    : Unsaved(Texts) {}
Reach::~Reach() = default;

std::shared_ptr<const Reach::File> Reach::fileAt(const std::string &Path,
                                                 bool Foreign) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    auto It = Files[Foreign].find(Path);
    if (It != Files[Foreign].end())
      return It->second;
  }
  auto F = std::make_shared<File>();
  const Author Whose = Foreign ? Author::Others : Author::User;
  std::string Text;
  auto It = Unsaved ? Unsaved->find(Path) : decltype(Unsaved->end())();
  if (Unsaved && It != Unsaved->end()) {
    F->readable = true;
    F->directives = directivesOf(It->second, Whose);
  } else if (slurp(Path, Text)) {
    F->readable = true;
    F->directives = directivesOf(Text, Whose);
  }
  std::lock_guard<std::mutex> Guard(Lock);
  return Files[Foreign].emplace(Path, std::move(F)).first->second;
}

Reach::Folders &Reach::foldersOf(std::string Key, SearchFlags Flags) {
  std::lock_guard<std::mutex> Guard(Lock);
  std::unique_ptr<Folders> &Slot = Searches[std::move(Key)];
  if (!Slot)
    Slot = std::make_unique<Folders>(std::move(Flags));
  return *Slot;
}

bool Reach::possible(const CompileCommand &C, std::string *Why) {
  auto Yes = [&](std::string Reason) {
    if (Why)
      *Why = std::move(Reason);
    return true;
  };
  CleanArguments Clean = cleanArguments(C.arguments, C.directory, C.file);
  if (!Clean.error.empty())
    return Yes(Clean.error);
  std::error_code EC;
  if (!std::filesystem::is_directory(C.directory, EC))
    return Yes(C.directory + " doesn't exist");
  SearchFlags Flags = searchFlags(Clean.arguments, C.directory);
  if (!Flags.unclear.empty())
    return Yes("the flag " + Flags.unclear);
  std::string Key;
  for (const std::vector<std::string> *L :
       {&Flags.quoted, &Flags.user, &Flags.system, &Flags.forced,
        &Flags.macros}) {
    for (const std::string &Value : *L)
      Key += Value + '\n';
    Key += '\n';
  }
  std::string Reason =
      Walk(*this, foldersOf(std::move(Key), std::move(Flags)), C).run();
  return !Reason.empty() && Yes(Reason);
}

} // namespace project
} // namespace torchtidy
