#include <plumb/world/courses.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace plumb {

using Eigen::VectorXd;

Courses::Round Courses::accelerate(std::span<const std::array<int, 2>> pairs, int stage, std::vector<VectorXd>& steps) {
  Round round;
  std::vector<Course> courses = groups(pairs);
  for (Course& course : courses) {
    const auto before = std::find_if(courses_.begin(), courses_.end(), [&](const Course& one) {
      return one.bodies == course.bodies && one.stage == stage;
    });
    if (before != courses_.end()) course = std::move(*before);
    course.stage = stage;
    accelerate(course, steps, round);
  }
  courses_ = std::move(courses);
  return round;
}

/// Returns the groups in the order of their first bodies. A body that touches nothing is in none: its steps are exact.
std::vector<Courses::Course> Courses::groups(std::span<const std::array<int, 2>> pairs) const {
  std::vector<int> to(ways_.size());
  std::iota(to.begin(), to.end(), 0);
  const auto first = [&](int body) {
    while (to[static_cast<std::size_t>(body)] != body) body = to[static_cast<std::size_t>(body)];
    return body;
  };
  std::vector<bool> touches(ways_.size(), false);
  for (const auto& [one, other] : pairs) {
    const int a = first(one), b = first(other);
    to[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    touches[static_cast<std::size_t>(one)] = true;
  }
  std::vector<Course> found;
  std::vector<int> number(ways_.size(), -1);
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (!ways_[i]) continue;
    int& mine = number[static_cast<std::size_t>(first(static_cast<int>(i)))];
    if (mine < 0) {
      mine = static_cast<int>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(mine)].bodies.push_back(static_cast<int>(i));
  }
  std::erase_if(found, [&](const Course& one) {
    return one.bodies.size() == 1 && !touches[static_cast<std::size_t>(one.bodies.front())];
  });
  return found;
}

void Courses::accelerate(Course& course, std::vector<VectorXd>& steps, Round& round) const {
  constexpr double kEvenly = 0.1, kAstray = 3, kNearly = 1e-10, kJumped = 30;
  VectorXd at, step;
  for (const int body : course.bodies) append(body, steps[static_cast<std::size_t>(body)], at, step);
  const double size = step.cwiseAbs().maxCoeff(), before = std::exchange(course.last, size);
  round.size = std::max(round.size, size);
  if (!(size <= kJumped * before)) course.anderson.restart();
  course.anderson.mix(at, step);
  if (!(size > std::max(kEvenly * before, kNearly))) return;
  if (!step.allFinite() || step.cwiseAbs().maxCoeff() > std::min(1.0, kAstray * size)) return;
  round.accelerated = true;
  Eigen::Index from = 0;
  for (const int body : course.bodies) {
    VectorXd& mine = steps[static_cast<std::size_t>(body)];
    mine = step.segment(from, mine.size()).cwiseProduct(scales(body));
    from += mine.size();
  }
}

/// Appends the way of a body so far, and its step, both in the layout's scale.
void Courses::append(int body, const VectorXd& step, VectorXd& ways, VectorXd& all) const {
  VectorXd way;
  const VectorXd scale = scales(body);
  const Layout& layout = bodies_[static_cast<std::size_t>(body)].stepper.model().layout;
  layout.gather(ways_[static_cast<std::size_t>(body)]->way(), way);
  const Eigen::Index n = all.size();
  ways.conservativeResize(n + step.size());
  all.conservativeResize(n + step.size());
  ways.tail(step.size()) = way.cwiseQuotient(scale);
  all.tail(step.size()) = step.cwiseQuotient(scale);
}

VectorXd Courses::scales(int body) const {
  const Layout& layout = bodies_[static_cast<std::size_t>(body)].stepper.model().layout;
  VectorXd scale;
  layout.gather(layout.scale, scale);
  return scale;
}

}  // namespace plumb
