//===- Help.h - how --help looks --------------------------------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_HELP_H
#define TORCHTIDY_TOOL_HELP_H

#include <CLI/CLI.hpp>

namespace torchtidy {
namespace tool {

/// Two columns that fit into 80, a section a group. What values there are is
/// said in an option's own words, not by CLI11.
class HelpFormatter : public CLI::Formatter {
public:
  std::string make_usage(const CLI::App *App, std::string Name) const override;
  std::string make_group(std::string Group, bool Positional,
                         std::vector<const CLI::Option *> Of) const override;
  std::string make_option(const CLI::Option *O, bool Positional) const override;
};

} // namespace tool
} // namespace torchtidy

#endif
