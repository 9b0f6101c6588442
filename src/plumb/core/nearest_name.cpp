#include <plumb/core/nearest_name.h>

#include <algorithm>
#include <numeric>

namespace plumb {

int edit_distance(std::string_view a, std::string_view b) {
  // Three rows of the table d(i, j) of distances between prefixes; an exchange looks two rows back.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearest_name(std::string_view typed, const std::vector<std::string>& names) {
  const auto closer = [&](const std::string& a, const std::string& b) {
    return edit_distance(typed, a) < edit_distance(typed, b);
  };
  const auto nearest = std::min_element(names.begin(), names.end(), closer);
  return nearest == names.end() ? "" : *nearest;
}

}  // namespace plumb
