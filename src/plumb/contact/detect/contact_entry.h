#pragma once

#include <array>
#include <span>

#include <plumb/contact/detect/contact.h>
#include <plumb/contact/detect/measure.h>
#include <plumb/contact/detect/obstacle.h>

namespace plumb {

/// The points of the embedding that are the corners of a feature of a body.
struct CornerPoints {
  int body = 0;
  int n = 0;
  std::array<int, 3> points{};
};

/// Returns the material point with the given weights; corners without weight are left out.
BodyPoint body_point(const CornerPoints& corners, const std::array<double, 3>& weights);

/// Enters normal, place and gap.
void enter(const Measured& measured, const Feature& b, Contact& contact);

/// Enters how a body's point with the given radius lies to an analytic obstacle.
void enter(const Obstacle& obstacle, const Pose& pose, const Eigen::Vector3d& x, double radius, Contact& contact);

}  // namespace plumb
