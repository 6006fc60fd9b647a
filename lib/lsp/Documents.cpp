//===- Documents.cpp - the texts that are open in the editor --------------===//
#include "lsp/Documents.h"
#include <stdexcept>

namespace torchtidy {
namespace lsp {

std::string changed(std::string Text, const json &Changes, Encoding E) {
  for (const json &C : Changes) {
    const std::string &New = C.at("text").get_ref<const std::string &>();
    if (!C.contains("range")) {
      Text = New;
      continue;
    }
    Range R = rangeFromJson(C.at("range"));
    Lines L(Text, E);
    size_t Begin = L.offset(R.start), End = L.offset(R.end);
    if (End < Begin)
      throw std::runtime_error("a change ends before it begins");
    Text.replace(Begin, End - Begin, New);
  }
  return Text;
}

} // namespace lsp
} // namespace torchtidy
