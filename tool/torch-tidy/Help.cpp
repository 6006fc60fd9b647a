//===- Help.cpp - how --help looks ----------------------------------------===//
#include "Help.h"
#include <sstream>

namespace torchtidy {
namespace tool {

namespace {

constexpr std::size_t Width = 80, Column = 26;

/// "LEVEL" of CLI11's "LEVEL:{certain,likely}".
std::string typeOf(const CLI::Option *O) {
  std::string Type = O->get_type_size() == 0 ? "" : O->get_type_name();
  return Type.substr(0, Type.find(':'));
}

std::string nameOf(const CLI::Option *O, bool Positional) {
  if (Positional)
    return typeOf(O);
  std::string Name;
  for (const std::string &S : O->get_snames())
    Name += (Name.empty() ? "-" : ", -") + S;
  for (const std::string &L : O->get_lnames())
    Name += (Name.empty() ? "--" : ", --") + L;
  std::string Type = typeOf(O);
  return Name + (Type.empty() ? "" : " " + Type);
}

} // namespace

std::string HelpFormatter::make_usage(const CLI::App *App,
                                      std::string Name) const {
  std::string Out = "\nUsage: " + Name + " [options]";
  for (const CLI::Option *O : App->get_options(
           [](const CLI::Option *X) { return X->get_positional(); })) {
    std::string Word = typeOf(O) + (O->get_expected_max() > 1 ? "..." : "");
    Out += O->get_required() ? " " + Word : " [" + Word + "]";
  }
  return Out + "\n\n";
}

/// Between groups CLI11 puts an empty line itself.
std::string
HelpFormatter::make_group(std::string Group, bool Positional,
                          std::vector<const CLI::Option *> Of) const {
  std::string Out = Positional ? "" : Group + ":\n";
  for (const CLI::Option *O : Of)
    Out += make_option(O, Positional);
  return Out + (Positional ? "\n" : "");
}

std::string HelpFormatter::make_option(const CLI::Option *O,
                                       bool Positional) const {
  std::string Out = "  " + nameOf(O, Positional);
  std::size_t At = Out.size();
  if (At + 2 > Column) {
    Out += "\n";
    At = 0;
  }
  Out += std::string(Column - At, ' ');
  At = Column;
  std::istringstream Words(O->get_description());
  for (std::string Word; Words >> Word;) {
    bool First = At == Column;
    if (!First && At + 1 + Word.size() > Width) {
      Out += "\n" + std::string(Column, ' ');
      At = Column;
      First = true;
    }
    Out += (First ? "" : " ") + Word;
    At += Word.size() + !First;
  }
  return Out + "\n";
}

} // namespace tool
} // namespace torchtidy
