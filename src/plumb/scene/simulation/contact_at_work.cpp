#include <plumb/scene/simulation/contact_at_work.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include <plumb/contact/detect/hidden_depth.h>
#include <plumb/contact/detect/nearest_obstacle.h>
#include <plumb/contact/detect/obstacle_mesh.h>
#include <plumb/core/byte_codec.h>
#include <plumb/core/status.h>
#include <plumb/scene/simulation/programme.h>
#include <plumb/world/velocity_filter.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::uint64_t kFormat = 0x31'74'74'6e'6f'63'6c'70;  // "plcontt1"
constexpr std::array kVectors{&ContactForce::place, &ContactForce::normal, &ContactForce::force};

double normal_part(const ContactForce& c) { return c.force.dot(c.normal); }
double friction_part(const ContactForce& c) { return (c.force - normal_part(c) * c.normal).norm(); }

}  // namespace

ContactAtWork::ContactAtWork(const Scene& scene)
    : contact_(scene.contact), n_bodies_(scene.bodies.size()), ahead_(time_ahead(scene)) {
  for (const Family& family : scene.families) {
    tellers_.resize(family.end, names_.size());
    around_.friction.family.resize(family.end, static_cast<int>(names_.size()));
    names_.push_back(family.name);
  }
  for (const SceneObstacle& obstacle : contact_.obstacles) {
    tellers_.push_back(names_.size());
    names_.push_back(obstacle.name);
    around_.obstacles.push_back(obstacle.solid);
    TriangleMesh mesh = surface_of(obstacle.solid);
    outlines_.push_back(std::make_shared<const Solid::Outline>(
        Solid::Outline{obstacle.name, std::move(mesh.points), std::move(mesh.triangles)}));
  }
  check_filter(scene);
  around_.motion = [this](double time) { return motion_at(time); };
  around_.friction.elsewhere = contact_.friction;
  for (const SceneContact::Pair& pair : contact_.pairs) {
    around_.friction.pairs.push_back({pair.body, pair.other, pair.obstacle, pair.friction});
  }
}

/// Throws UserError where the velocity filter cannot take one of the bodies.
void ContactAtWork::check_filter(const Scene& scene) const {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = *scene.bodies[i];
    if (!contact_.filtered || takes_velocity_filter(body.model())) continue;
    throw UserError(
        fmt::format("contact.method: a velocity filter takes bodies whose points are unknowns with masses of "
                    "their own, and '{}' is none; choose \"exact\"",
                    body.name()));
  }
}

ObstacleMotion ContactAtWork::motion_at(double time) const {
  ObstacleMotion motion;
  for (const SceneObstacle& obstacle : contact_.obstacles) {
    motion.poses.push_back(pose_at(obstacle.motion, obstacle.start, time));
    motion.rates.push_back(rate_at(obstacle.motion, time, ahead_));
  }
  return motion;
}

std::vector<MarchOutcome> ContactAtWork::march_to(std::span<const Toucher> bodies, double time, double dt) {
  ContactOptions options;
  options.tolerance = contact_.tolerance;
  const ContactWay way = contact_.filtered ? ContactWay::velocity_filter : ContactWay::exact;
  WorldMarchOutcome outcome = march(bodies, around_, touches_, time, dt, options, way);
  seen_ = std::move(outcome.contacts);
  residual_ = outcome.residual;
  return std::move(outcome.bodies);
}

Status ContactAtWork::change_mesh(std::span<const Toucher> bodies, std::size_t which, MeshChange change) {
  return plumb::change_mesh(bodies, which, around_, touches_, std::move(change));
}

ObstaclesNear ContactAtWork::near(std::size_t i) const {
  if (left_out(i) || around_.obstacles.empty()) return {};
  return [this](std::span<const Vector3d> points, double time, double range) {
    const ObstacleMotion motion = motion_at(time);
    std::vector<ObstacleNow> obstacles;
    for (std::size_t k = 0; k < around_.obstacles.size(); ++k) {
      obstacles.push_back({&around_.obstacles[k], motion.poses[k]});
    }
    std::vector<NearObstacle> near;
    for (const Nearness& one : nearest_obstacles(points, obstacles, range)) near.push_back({one.distance, one.normal});
    return near;
  };
}

std::vector<Warning> ContactAtWork::doubts(std::size_t i, const Model& model, const State& state) const {
  if (left_out(i) || !model.surface || model.surface->triangles.empty()) return {};
  std::vector<Vector3d> points(static_cast<std::size_t>(model.embedding->n_points()));
  model.embedding->positions(state.q, state.loads.clamps, points);
  const SurfaceNow body{model.surface.get(), points};
  const ObstacleMotion motion = motion_at(state.time);
  std::vector<Warning> found;
  for (std::size_t k = 0; k < around_.obstacles.size(); ++k) {
    const HiddenDepth hidden = deepest_hidden(body, {&around_.obstacles[k], motion.poses[k]});
    if (!(hidden.depth > 0)) continue;
    const Vector3d& at = hidden.place;
    Warning warning;
    warning.kind = "buried in " + contact_.obstacles[k].name;
    warning.time = state.time;
    warning.what = fmt::format(
        "between its corners, which alone touch '{}', a triangle is {:.3g} m deep in it at ({:.4g}, {:.4g}, {:.4g}) m",
        contact_.obstacles[k].name, hidden.depth, at[0], at[1], at[2]);
    warning.advice = "refine the mesh there, or give the obstacle as a mesh, which triangles and edges touch, too";
    warning.severity = hidden.depth;
    found.push_back(warning);
  }
  return found;
}

/// Bodies are drawn as curves and surfaces in the order in which they are counted.
int ContactAtWork::side_b(const ContactKey& key) const {
  return key.b_owner + (key.b_obstacle != 0 ? static_cast<int>(n_bodies_) : 0);
}

void ContactAtWork::draw(Frame& frame) const {
  const ObstacleMotion motion = motion_at(frame.time);
  for (std::size_t i = 0; i < outlines_.size(); ++i) frame.solids.push_back({outlines_[i], motion.poses[i]});
  frame.contacts.emplace();
  for (const ContactForce& c : seen_) {
    frame.contacts->push_back({c.place, c.normal, c.force, c.gap, c.sticks, c.key.a_body, side_b(c.key)});
  }
}

void ContactAtWork::observe(std::vector<Observable>& out) const {
  const auto n_sticking = std::count_if(seen_.begin(), seen_.end(), [](const ContactForce& c) { return c.sticks; });
  out.push_back({"contacts", "", static_cast<double>(seen_.size())});
  out.push_back({"sticking contacts", "", static_cast<double>(n_sticking)});
  out.push_back({"contact residual", "", residual_});
  for (std::size_t who = 0; who < names_.size(); ++who) {
    double normal = 0, friction = 0;
    Vector3d sum = Vector3d::Zero();
    for (const ContactForce& c : seen_) {
      const bool is_a = teller(c.key.a_body) == who, is_b = teller(side_b(c.key)) == who;
      if (!is_a && !is_b) continue;
      normal += normal_part(c);
      friction += friction_part(c);
      if (is_a != is_b) sum += is_a ? c.force : Vector3d(-c.force);
    }
    out.push_back({names_[who] + " normal force", "N", normal});
    out.push_back({names_[who] + " friction force", "N", friction});
    for (int k = 0; k < 3; ++k) out.push_back({names_[who] + " contact force " + "xyz"[k], "N", sum[k]});
  }
}

std::string ContactAtWork::save() const {
  ByteWriter w;
  w.put(kFormat);
  w.put(plumb::save(touches_));
  w.put(residual_);
  w.put_count(seen_.size());
  for (const ContactForce& c : seen_) {
    w.put(plumb::save(std::vector<Touch>{{c.key, c.force, Vector3d::Zero(), c.sticks}}));
    for (const auto vector : kVectors) w.put_all({(c.*vector).data(), 3});
    w.put(c.gap);
    w.put(c.slip);
  }
  return w.take();
}

void ContactAtWork::load(std::string_view bytes) {
  ByteReader r(bytes, "not the saved contacts of this scene: they are of another scene, or damaged");
  const auto known = [&](const ContactKey& key) {
    const auto n_others = key.b_obstacle != 0 ? contact_.obstacles.size() : n_bodies_;
    return key.a_body >= 0 && static_cast<std::size_t>(key.a_body) < n_bodies_ && key.b_owner >= 0 &&
           static_cast<std::size_t>(key.b_owner) < n_others;
  };
  if (r.get<std::uint64_t>() != kFormat) r.fail();
  std::vector<Touch> touches = load_touches(r.text());
  for (const Touch& touch : touches) {
    if (!known(touch.key) || !touch.force.allFinite() || !touch.residue.allFinite()) r.fail();
  }
  const auto residual = r.get<double>();
  std::vector<ContactForce> seen(r.count(1));
  for (ContactForce& c : seen) {
    const std::vector<Touch> one = load_touches(r.text());
    if (one.size() != 1 || !known(one.front().key)) r.fail();
    c.key = one.front().key;
    c.sticks = one.front().sticks;
    for (const auto vector : kVectors) r.get_all({(c.*vector).data(), 3});
    c.gap = r.get<double>();
    c.slip = r.get<double>();
  }
  r.end();
  if (!std::isfinite(residual)) r.fail();
  touches_ = std::move(touches);
  seen_ = std::move(seen);
  residual_ = residual;
}

}  // namespace plumb
