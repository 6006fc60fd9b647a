//===- Uri.cpp - files by the names that editors give them ----------------===//
#include "lsp/Uri.h"
#include "project/Paths.h"
#include <cctype>
#include <cstring>

namespace torchtidy {
namespace lsp {

static int hexDigit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  C = char(std::tolower(static_cast<unsigned char>(C)));
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}

std::optional<std::string> pathOfUri(const std::string &Uri) {
  static const std::string Scheme = "file://";
  if (Uri.compare(0, Scheme.size(), Scheme) != 0)
    return std::nullopt;
  size_t At = Uri.find('/', Scheme.size());
  if (At == std::string::npos)
    return std::nullopt;
  std::string Host = Uri.substr(Scheme.size(), At - Scheme.size());
  if (!Host.empty() && Host != "localhost")
    return std::nullopt;
  std::string Path;
  for (; At < Uri.size() && Uri[At] != '?' && Uri[At] != '#'; ++At) {
    if (Uri[At] != '%') {
      Path += Uri[At];
      continue;
    }
    int High = At + 2 < Uri.size() ? hexDigit(Uri[At + 1]) : -1;
    int Low = At + 2 < Uri.size() ? hexDigit(Uri[At + 2]) : -1;
    if (High < 0 || Low < 0)
      return std::nullopt;
    Path += char(High * 16 + Low);
    At += 2;
  }
  if (Path.find('\0') != std::string::npos)
    return std::nullopt;
  return project::absolutePath(Path, "/");
}

std::string uriOfPath(const std::string &Path) {
  static const char Digits[] = "0123456789ABCDEF";
  std::string Uri = "file://";
  for (char C : Path) {
    unsigned char Byte = static_cast<unsigned char>(C);
    if (std::isalnum(Byte) || std::strchr("/-._~", C)) {
      Uri += C;
      continue;
    }
    Uri += '%';
    Uri += Digits[Byte >> 4];
    Uri += Digits[Byte & 15];
  }
  return Uri;
}

} // namespace lsp
} // namespace torchtidy
