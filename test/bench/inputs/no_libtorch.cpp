// A file without LibTorch, as most of a project's are.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace bench_text {

std::map<std::string, int> countWords(const std::vector<std::string> &words) {
  std::map<std::string, int> counts;
  for (const std::string &word : words)
    ++counts[word];
  return counts;
}

std::vector<std::string> mostUsed(const std::map<std::string, int> &counts,
                                  size_t most) {
  std::vector<std::string> words;
  for (const auto &[word, count] : counts)
    words.push_back(word);
  std::sort(words.begin(), words.end(),
            [&](const std::string &a, const std::string &b) {
              return counts.at(a) > counts.at(b);
            });
  if (words.size() > most)
    words.resize(most);
  return words;
}

} // namespace bench_text
