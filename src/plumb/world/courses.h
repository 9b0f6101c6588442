#pragma once

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <plumb/step/anderson.h>
#include <plumb/world/contact_step.h>

namespace plumb {

/// Steps of Newton's method on bodies that touch, corrected by those of earlier rounds. The matrices do not know how
/// normals turn and how places go along edges, and where bodies are pressed together their steps shrink evenly, or go to
/// and fro. There Anderson's acceleration takes over, for each group of bodies that contacts connect by itself.
class Courses {
 public:
  /// `ways`: of each body; null where it takes no part. Both outlive this.
  Courses(std::span<const Toucher> bodies, const std::vector<LinearisedStep*>& ways) : bodies_(bodies), ways_(ways) {}

  /// What became of a round.
  struct Round {
    double size = 0;           ///< of the largest step, in the layouts' scale
    bool accelerated = false;  ///< does a body go another way than by its forces?
  };
  /// Changes the `steps` of the bodies (free unknowns). `pairs` are the two bodies of each contact, one of them twice where
  /// it meets an obstacle or itself. Where the number `stage` changes, what was learnt from earlier rounds is void.
  Round accelerate(std::span<const std::array<int, 2>> pairs, int stage, std::vector<Eigen::VectorXd>& steps);

 private:
  /// Bodies that contacts connect, and their rounds so far.
  struct Course {
    std::vector<int> bodies;  ///< ascending
    int stage = 0;
    Anderson anderson;
    double last = HUGE_VAL;  ///< the size of the last step, in the layouts' scale
  };
  std::vector<Course> groups(std::span<const std::array<int, 2>> pairs) const;
  void accelerate(Course& course, std::vector<Eigen::VectorXd>& steps, Round& round) const;
  void append(int body, const Eigen::VectorXd& step, Eigen::VectorXd& ways, Eigen::VectorXd& all) const;
  Eigen::VectorXd scales(int body) const;

  std::span<const Toucher> bodies_;
  const std::vector<LinearisedStep*>& ways_;
  std::vector<Course> courses_;
};

}  // namespace plumb
