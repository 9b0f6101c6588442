#include <plumb/world/point_masses.h>

#include <algorithm>

#include <plumb/inertia/lumped_inertia.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Returns the inverse masses of all points; zero: held, in some of its axes at least.
std::vector<double> inverse_masses(const Model& model, const NodalEmbedding& points) {
  Eigen::VectorXd of_unknowns;
  const State& at = model.initial;
  model.inertia->momentum(at, at.loads, Eigen::VectorXd::Ones(model.layout.n_q), of_unknowns);
  std::vector<double> inverse;
  for (int i = 0; i < points.n_points(); ++i) {
    const int q = points.first(i);
    const bool free = model.layout.is_free(q) && model.layout.is_free(q + 1) && model.layout.is_free(q + 2);
    inverse.push_back(free ? 1 / of_unknowns[q] : 0);
  }
  return inverse;
}

}  // namespace

bool PointMasses::fits(const Model& model) {
  return dynamic_cast<const NodalEmbedding*>(model.embedding.get()) != nullptr &&
         dynamic_cast<const LumpedInertia*>(model.inertia.get()) != nullptr;
}

PointMasses::PointMasses(std::span<const Toucher> bodies, const Surroundings& around, double duration)
    : duration_(duration), motion_(bodies, around, duration) {
  for (const Toucher& one : bodies) {
    const Model& model = one.stepper.model();
    const auto* points = dynamic_cast<const NodalEmbedding*>(model.embedding.get());
    if (!fits(model)) {
      throw UserError("a velocity filter takes bodies whose points are unknowns with masses of their own");
    }
    Body body{&model, one.stands_aside ? nullptr : model.surface.get(), one.touches_itself, {}, {}, {}, {}};
    for (int i = 0; i < points->n_points(); ++i) body.first.push_back(points->first(i));
    body.inverse_mass = inverse_masses(model, *points);
    body.start = model.embedding->points_at(one.state.q, one.state.loads.clamps);
    body.end = body.start;
    bodies_.push_back(std::move(body));
  }
}

void PointMasses::move_to(int i, const State& end) {
  body(i).model->embedding->positions(end.q, end.loads.clamps, bodies_[static_cast<std::size_t>(i)].end);
}

Eigen::VectorXd PointMasses::q_at_end(int i, const State& unfiltered) const {
  Eigen::VectorXd q = unfiltered.q;
  for (std::size_t p = 0; p < body(i).first.size(); ++p) {
    if (body(i).inverse_mass[p] > 0) q.segment<3>(body(i).first[p]) = body(i).end[p];
  }
  return q;
}

std::vector<SurfaceNow> PointMasses::surfaces_at_end() const {
  std::vector<SurfaceNow> all;
  for (const Body& body : bodies_) all.push_back({body.surface, body.end, body.touches_itself});
  return all;
}

double PointMasses::farthest() const {
  double farthest = motion_.farthest();  // of the obstacles: the bodies in there have not moved
  for (const Body& body : bodies_) {
    for (std::size_t p = 0; p < body.start.size(); ++p) {
      farthest = std::max(farthest, (body.end[p] - body.start[p]).norm());
    }
  }
  return farthest;
}

Vector3d PointMasses::rate(const Contact& contact) const {
  const auto way = [&](const BodyPoint& point) {
    Vector3d sum = Vector3d::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(point.n); ++k) {
      const auto p = static_cast<std::size_t>(point.points[k]);
      sum += point.weights[k] * (body(point.body).end[p] - body(point.body).start[p]);
    }
    return sum;
  };
  const Vector3d of_b = contact.with_obstacle() ? motion_.moved(contact).b : way(contact.b);
  return (way(contact.a) - of_b) / duration_;
}

std::vector<PointMasses::Share> PointMasses::shares(const Contact& contact) const {
  std::vector<Share> all;
  const auto add = [&](const BodyPoint& point, double sign) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(point.n); ++k) {
      const int p = point.points[k];
      const double inverse = body(point.body).inverse_mass[static_cast<std::size_t>(p)];
      if (inverse > 0) all.push_back({{point.body, p}, sign * point.weights[k], inverse});
    }
  };
  add(contact.a, 1);
  if (!contact.with_obstacle()) add(contact.b, -1);
  return all;
}

double PointMasses::inverse_mass(const Contact& contact) const {
  double sum = 0;
  for (const Share& share : shares(contact)) sum += share.weight * share.weight * share.inverse_mass;
  return sum;
}

void PointMasses::push(const Contact& contact, const Vector3d& impulse) {
  for (const Share& share : shares(contact)) {
    Body& moved = bodies_[static_cast<std::size_t>(share.place.body)];
    moved.end[static_cast<std::size_t>(share.place.point)] += duration_ * share.weight * share.inverse_mass * impulse;
  }
}

}  // namespace plumb
