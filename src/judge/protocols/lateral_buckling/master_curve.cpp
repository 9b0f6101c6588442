#include <judge/protocols/lateral_buckling/master_curve.h>

#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <judge/protocols/lateral_buckling/plate_buckling.h>
#include <judge/protocols/lateral_buckling/slender_limit.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

/// Narrower plates are beyond double precision; between the rod and this width the curve is all but a parabola.
constexpr double slender = 0.02;

void check_nu(double nu) {
  if (!(nu >= 0 && nu <= 0.5))
    throw plumb::UserError(
        fmt::format("Poisson's ratio must lie between 0 and 0.5 on the Lateral Buckling curve, but is {:g}", nu));
}

void check_width(double width) {
  if (!(width >= 0 && width <= 1))
    throw plumb::UserError(
        fmt::format("w/L must lie between 0 and 1 on the Lateral Buckling curve, but is {:g}", width));
}

LateralBucklingPoint rod_point(double nu) { return {0, slender_threshold(nu), 1e-14}; }

/// What one degree more still changes is the error of the lower one, and more than that of the higher.
LateralBucklingPoint plate_point(double width, double nu) {
  PlateResolution resolution;
  const double fine = plate_threshold(width, nu, resolution);
  --resolution.degree;
  const double coarse = plate_threshold(width, nu, resolution);
  return {width, fine, std::abs(fine - coarse) / fine};
}

/// The cubic through the rod's limit and three plates. It takes the place of plates narrower than `slender`.
class SlenderCurve {
 public:
  explicit SlenderCurve(double nu) {
    points_[0] = rod_point(nu);
    for (std::size_t i = 1; i < points_.size(); ++i) points_[i] = plate_point(double(i) * slender, nu);
  }

  LateralBucklingPoint at(double width) const {
    // The last point's share in Newton's form bounds what a fourth plate would add.
    const double cubic = interpolate(width, 4), square = interpolate(width, 3);
    return {width, cubic, points_[1].error + std::abs(cubic - square) / cubic};
  }

 private:
  double interpolate(double width, std::size_t n_points) const {
    double sum = 0;
    for (std::size_t i = 0; i < n_points; ++i) {
      double lagrange = 1;
      for (std::size_t j = 0; j < n_points; ++j)
        if (j != i) lagrange *= (width - points_[j].width) / (points_[i].width - points_[j].width);
      sum += lagrange * points_[i].gamma_star;
    }
    return sum;
  }

  std::array<LateralBucklingPoint, 4> points_;
};

}  // namespace

std::vector<LateralBucklingPoint> lateral_buckling_curve(const std::vector<double>& widths, double nu) {
  check_nu(nu);
  for (double width : widths) check_width(width);
  std::optional<SlenderCurve> slender_curve;
  std::vector<LateralBucklingPoint> points;
  for (double width : widths) {
    if (width == 0) {
      points.push_back(rod_point(nu));
    } else if (width < slender) {
      if (!slender_curve) slender_curve.emplace(nu);
      points.push_back(slender_curve->at(width));
    } else {
      points.push_back(plate_point(width, nu));
    }
    ENSURE(points.back().error <= lateral_buckling_accuracy);
  }
  return points;
}

LateralBucklingPoint lateral_buckling_point(double width, double nu) { return lateral_buckling_curve({width}, nu)[0]; }

double lateral_buckling_threshold(double width, double nu) { return lateral_buckling_point(width, nu).gamma_star; }

double lateral_buckling_fit(double width, double nu) { return 18.2 * (1 - nu) * std::sqrt(1 + nu) + 14.5 * width; }

std::vector<double> lateral_buckling_samples() {
  std::vector<double> widths;
  for (int i = 0; i <= 20; ++i) widths.push_back(i / 20.0);
  return widths;
}

}  // namespace judge
