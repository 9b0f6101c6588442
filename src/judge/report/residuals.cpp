#include <judge/report/residuals.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/plot/plot_layout.h>
#include <plumb/core/markup.h>

namespace judge {
namespace {

using plot_layout::left;

constexpr double kTop = 22, kHeight = 96, kBottom = 26;  // px, of the strip; its width is that of the plot
constexpr double kLinear = 1e-3;                         // errors below are drawn in proportion
constexpr double kStrict = 1e-2;

/// Returns the axis of the plot along which the code was asked: the one on which the worst error lies at its place.
const Axis& sampled_axis(const Cell& cell) {
  const PlotBox& box = cell.picture.box;
  if (!cell.score.worst) return box.x;
  const double x = cell.score.worst->at.x;
  const bool along_x = std::any_of(cell.score.deviations.begin(), cell.score.deviations.end(),
                                   [&](const Deviation& d) { return d.at == x; });
  return along_x ? box.x : box.y;
}

class Strip {
 public:
  explicit Strip(const Cell& cell) : cell_(cell), axis_(sampled_axis(cell)) {
    for (const Deviation& d : cell.score.deviations) largest_ = std::max(largest_, 1.6 * std::abs(d.error));
  }

  std::string svg() const {
    const double right = left + plot_layout::box_width, bottom = kTop + kHeight;
    std::string out =
        fmt::format("<svg class=\"plot strip\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">",
                    plot_layout::width, bottom + kBottom, plot_layout::width, bottom + kBottom);
    out += fmt::format("<title>relative error against {}</title>", plumb::markup_escaped(axis_.label));
    out += fmt::format("<rect class=\"strict\" x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\"/>", left,
                       y(kStrict), plot_layout::box_width, y(-kStrict) - y(kStrict));
    std::string grid, labels;
    for (const double tick : {0.0, 1e-3, 1e-2, 1e-1, 1.0, 10.0}) {
      if (tick > largest_) continue;
      for (const double e : {tick, -tick}) {
        grid += fmt::format("M{} {:.1f}h{}", left, y(e), plot_layout::box_width);
        // The smallest labels would lie on each other.
        const bool worth_words = tick == 0 || tick >= kStrict;
        if (worth_words)
          labels += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>", left - 7, y(e) + 4.5,
                                100 * e + 0.0);
        if (tick == 0) break;
      }
    }
    out += fmt::format("<path class=\"grid\" d=\"{}\"/>", grid);
    out += fmt::format("<path class=\"master\" d=\"M{} {:.1f}H{}\"/>", left, y(0), right);
    out += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>{}", left, kTop,
                       plot_layout::box_width, kHeight, labels);
    std::string discs, wrong;
    for (const Deviation& d : cell_.score.deviations) {
      if (!std::isfinite(d.error)) continue;
      const double x = left + plot_layout::box_width * std::clamp(axis_.position(d.at), 0.0, 1.0);
      (std::abs(d.error) > kStrict ? wrong : discs) += fmt::format("M{:.1f} {:.1f}h0", x, y(d.error));
    }
    if (!discs.empty()) out += fmt::format("<path class=\"marks points\" d=\"{}\"/>", discs);
    if (!wrong.empty()) out += fmt::format("<path class=\"marks over\" d=\"{}\"/>", wrong);
    out += fmt::format("<text x=\"10\" y=\"{}\">error, %</text>", kTop - 8);
    out += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", left + plot_layout::box_width / 2,
                       bottom + 19, plumb::markup_escaped(axis_.label));
    return out + "</svg>";
  }

 private:
  /// Returns the height of an error in the picture.
  double y(double error) const {
    const auto stretched = [](double e) { return std::log1p(e / kLinear); };
    const double part = std::min(1.0, stretched(std::abs(error)) / stretched(largest_));
    return kTop + kHeight / 2 * (1 - std::copysign(part, error));
  }

  const Cell& cell_;
  const Axis& axis_;
  double largest_ = 2 * kStrict;
};

}  // namespace

std::string residuals_svg(const Cell& cell) { return cell.score.deviations.empty() ? "" : Strip(cell).svg(); }

}  // namespace judge
