//===- Editor.h - the analyzer behind 'torch-tidy lsp' ----------*- C++ -*-===//
#ifndef TORCHTIDY_TOOL_EDITOR_H
#define TORCHTIDY_TOOL_EDITOR_H

#include "Workspace.h"
#include <mutex>

namespace torchtidy {
namespace tool {

/// What the editor asked for, on top of the command line.
struct EditorSettings {
  Options options;
  Workspace::Reach reach = Workspace::Reach::All;
  std::string database, baseline;
  std::vector<std::string> confirmed;
  std::vector<std::string> fallbackFlags;
  bool ownFlags = false; ///< fallbackFlags were set
};

/// Puts each open file into the project that it is of, and asks that.
class Editor : public lsp::Engine {
public:
  /// \p Line: what the command line says.
  explicit Editor(Options Line) : Line(std::move(Line)) {}

  std::vector<std::string>
  configure(const nlohmann::json &Settings,
            const std::vector<std::string> &Folders) override;
  void onNews(std::function<void()> Wake) override;
  void check(const lsp::CheckRequest &R, lsp::Listener &L) override;
  bool settled() const override;
  std::optional<lsp::HoverText> hover(const std::string &File, unsigned Row,
                                      unsigned Column) override;

private:
  Workspace *workspaceOf(const std::string &File, lsp::Listener &L);
  std::unique_ptr<Workspace> open(const std::string &File,
                                  const std::string &Database,
                                  const std::string &Config, lsp::Listener &L);
  void wake();

  const Options Line;
  EditorSettings Now;
  std::map<std::string, Workspace *> Homes; ///< by open file; null: none
  std::map<std::string, std::unique_ptr<Workspace>> Workspaces;
  mutable std::mutex Lock; ///< of Wake
  std::function<void()> Wake;
};

} // namespace tool
} // namespace torchtidy

#endif
