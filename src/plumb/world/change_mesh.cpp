#include <plumb/world/change_mesh.h>

#include <algorithm>

#include <plumb/contact/detect/find_piercing.h>
#include <plumb/step/change_model.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kDeepChange = 0.1;  // of the thickness: what may overlap on another mesh

/// All bodies and obstacles where they are, one of them on another mesh.
class Changed {
 public:
  Changed(std::span<const Toucher> bodies, std::size_t which, const Surroundings& around, const MeshChange& change)
      : which_(static_cast<int>(which)) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Model& model = i == which ? change.model : bodies[i].stepper.model();
      const State& state = i == which ? change.state : bodies[i].state;
      surfaces_.push_back(bodies[i].stands_aside ? nullptr : model.surface.get());
      touches_itself_.push_back(bodies[i].touches_itself);
      points_.push_back(model.embedding->points_at(state.q, state.loads.clamps));
    }
    if (around.obstacles.empty()) return;
    const ObstacleMotion motion = around.motion(change.state.time);
    for (std::size_t i = 0; i < around.obstacles.size(); ++i) {
      obstacles_.push_back({&around.obstacles[i], motion.poses[i]});
    }
  }

  /// Returns the contacts of the body that overlap.
  std::vector<Contact> overlaps() const {
    std::vector<Contact> all = find_contacts(bodies(), obstacles_, 0);
    std::erase_if(all,
                  [&](const Contact& c) { return c.a.body != which_ && (c.with_obstacle() || c.b.body != which_); });
    return all;
  }
  bool is_deep(const Contact& contact) const {
    const double other = contact.with_obstacle()
                             ? obstacles_[static_cast<std::size_t>(contact.key.b_owner)].obstacle->radius
                             : radius(contact.b);
    return contact.gap < -kDeepChange * (radius(contact.a) + other);
  }
  bool is_pierced() const { return plumb::is_pierced(bodies(), obstacles_, which_); }

 private:
  std::vector<SurfaceNow> bodies() const {
    std::vector<SurfaceNow> all;
    for (std::size_t i = 0; i < points_.size(); ++i) all.push_back({surfaces_[i], points_[i], touches_itself_[i]});
    return all;
  }
  double radius(const BodyPoint& point) const {
    const Surface& surface = *surfaces_[static_cast<std::size_t>(point.body)];
    double sum = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(point.n); ++i) {
      sum += point.weights[i] * surface.radius[static_cast<std::size_t>(point.points[i])];
    }
    return sum;
  }

  int which_;
  std::vector<const Surface*> surfaces_;
  std::vector<bool> touches_itself_;
  std::vector<std::vector<Vector3d>> points_;
  std::vector<ObstacleNow> obstacles_;
};

/// Puts new points that lie inside an obstacle onto its surface.
void push_out(const Changed& now, MeshChange& change) {
  std::vector<bool> is_new(static_cast<std::size_t>(change.model.embedding->n_points()), true);
  for (const Successor& old : change.successors) is_new[static_cast<std::size_t>(old.point)] = false;
  for (const Contact& c : now.overlaps()) {
    if (c.key.kind != ContactKey::Kind::point_obstacle) continue;
    const int point = c.a.points[0];
    if (is_new[static_cast<std::size_t>(point)]) change.state.q.segment<3>(3 * point) -= c.gap * c.normal;
  }
}

}  // namespace

Status change_mesh(std::span<const Toucher> bodies, std::size_t which, const Surroundings& around,
                   std::vector<Touch>& touches, MeshChange change) {
  const Toucher& body = bodies[which];
  push_out(Changed(bodies, which, around, change), change);
  const Changed now(bodies, which, around, change);
  for (const Contact& c : now.overlaps()) {
    if (now.is_deep(c)) return Status::outside_domain;
  }
  if (now.is_pierced()) return Status::outside_domain;

  const std::shared_ptr<const Surface> before = body.stepper.model().surface, after = change.model.surface;
  const Status status = change_model(body.stepper, body.state, std::move(change.model), std::move(change.state));
  if (status != Status::ok) return status;
  touches = carried_over(touches, {static_cast<int>(which), *before, *after, change.successors});
  return Status::ok;
}

}  // namespace plumb
