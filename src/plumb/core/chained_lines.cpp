#include <plumb/core/chained_lines.h>

#include <plumb/core/hash.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

constexpr std::string_view kBefore = ",\"check\":\"";
constexpr std::string_view kAfter = "\"}";
constexpr std::size_t kDigits = 16;

}  // namespace

std::string ChainedLine::written() const {
  std::string line = text.substr(0, text.size() - 1);
  line.append(kBefore).append(check).append(kAfter).push_back('\n');
  return line;
}

ChainedLine chain_line(const std::string& text, const std::string& previous) {
  ENSURE(text.size() > 2 && text.back() == '}');
  return {text, Hash().add(previous).add(text).hex(), 0};
}

std::vector<ChainedLine> sound_lines(std::string_view file) {
  std::vector<ChainedLine> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = file.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    const std::string_view line = file.substr(begin, end - begin);
    if (line.size() < 3 + kBefore.size() + kDigits + kAfter.size()) break;
    const std::size_t cut = line.size() - kBefore.size() - kDigits - kAfter.size();
    ChainedLine sound = chain_line(std::string(line.substr(0, cut)) + '}', lines.empty() ? "" : lines.back().check);
    if (sound.written() != std::string(line) + '\n') break;
    sound.end = end + 1;
    lines.push_back(std::move(sound));
  }
  return lines;
}

}  // namespace plumb
