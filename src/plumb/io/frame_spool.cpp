#include <plumb/io/frame_spool.h>

#include <array>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

/// Time, observables, poses, positions, arrays.
std::vector<double> numbers_of(const Frame& frame) {
  std::vector<double> numbers{frame.time};
  for (const Observable& observable : frame.observables) numbers.push_back(observable.value);
  for (const Solid& solid : frame.solids) {
    for (const Eigen::Vector3d* v : {&solid.pose.position, &solid.pose.tangent, &solid.pose.director}) {
      numbers.insert(numbers.end(), v->begin(), v->end());
    }
  }
  for (const Eigen::Vector3d& point : frame.shape.points) numbers.insert(numbers.end(), point.begin(), point.end());
  for (const PointArray& array : frame.shape.arrays) {
    numbers.insert(numbers.end(), array.values.begin(), array.values.end());
  }
  return numbers;
}

std::vector<double> contact_numbers(const std::vector<ContactMark>& contacts) {
  std::vector<double> numbers;
  for (const ContactMark& c : contacts) {
    for (const Eigen::Vector3d* v : {&c.place, &c.normal, &c.force})
      numbers.insert(numbers.end(), v->begin(), v->end());
    numbers.insert(numbers.end(), {c.gap, c.sticks ? 1.0 : 0.0, static_cast<double>(c.a), static_cast<double>(c.b)});
  }
  return numbers;
}

/// Integers up to 2^53 are doubles as they are.
std::vector<double> mesh_numbers(const Shape& shape) {
  std::vector<double> numbers;
  const auto put = [&](auto integer) { numbers.push_back(static_cast<double>(integer)); };
  for (const Shape::Curve& curve : shape.curves) put(curve.first);
  for (const Shape::Surface& surface : shape.surfaces) {
    put(surface.first);
    put(surface.n_points);
    put(surface.triangles.size());
    for (const auto& triangle : surface.triangles) {
      for (const int corner : triangle) put(corner);
    }
  }
  return numbers;
}

/// Its curves and surfaces alone.
Shape mesh_of(const Shape& shape) { return {{}, shape.curves, shape.surfaces, {}}; }

enum Place : std::size_t { kNumbers, kPoints, kMesh, kContacts, kPlaces };

}  // namespace

void FrameSpool::add(const Frame& frame) {
  ensure_sound(frame);
  if (n_frames_ == 0) first_ = frame;
  require_layout_of(first_, frame);
  const std::size_t n_points = frame.shape.points.size();
  const bool same = n_frames_ > 0 && n_points == number(n_frames_ - 1, kPoints) && same_mesh(last_mesh_, frame.shape);
  if (!same) add_mesh(frame.shape);
  places_.append(std::array{static_cast<double>(numbers_.size()), static_cast<double>(n_points),
                            static_cast<double>(last_mesh_place_), static_cast<double>(contacts_.size())});
  numbers_.append(numbers_of(frame));
  if (frame.contacts) contacts_.append(contact_numbers(*frame.contacts));
  n_points_ += n_points;
  ++n_frames_;
}

void FrameSpool::add_mesh(const Shape& shape) {
  last_mesh_ = mesh_of(shape);
  last_mesh_place_ = meshes_.size();
  meshes_.append(mesh_numbers(shape));
  for (const Shape::Surface& surface : shape.surfaces) n_triangles_ += surface.triangles.size();
  ++n_meshes_;
}

FrameSpool::Quantity FrameSpool::array(std::size_t index) const {
  Quantity quantity = positions();
  for (std::size_t i = 0; i <= index; ++i) {
    quantity.first_per_point += quantity.n_per_point;
    quantity.n_per_point = static_cast<std::size_t>(first_.shape.arrays[i].n_components);
  }
  return quantity;
}

std::size_t FrameSpool::number(std::size_t frame, std::size_t which) const {
  double number = 0;
  places_.read(frame * kPlaces + which, {&number, 1});
  return static_cast<std::size_t>(number);
}

void FrameSpool::each(Quantity quantity, const std::function<void(std::span<const double>)>& take) const {
  std::vector<double> numbers;
  for (std::size_t frame = 0; frame < n_frames_; ++frame) {
    const std::size_t begin = number(frame, kNumbers), n_points = number(frame, kPoints);
    numbers.resize(quantity.n + n_points * quantity.n_per_point);
    numbers_.read(begin + quantity.first + n_points * quantity.first_per_point, numbers);
    take(numbers);
  }
}

void FrameSpool::each_contacts(const std::function<void(std::span<const double>)>& take) const {
  std::vector<double> numbers;
  for (std::size_t frame = 0; frame < n_frames_; ++frame) {
    const std::size_t begin = number(frame, kContacts);
    numbers.resize((frame + 1 < n_frames_ ? number(frame + 1, kContacts) : contacts_.size()) - begin);
    contacts_.read(begin, numbers);
    take(numbers);
  }
}

Shape FrameSpool::read_mesh(std::size_t at) const {
  Shape mesh = mesh_of(first_.shape);
  std::vector<double> corners;
  const auto next = [&] {
    double number = 0;
    meshes_.read(at++, {&number, 1});
    return static_cast<int>(number);
  };
  for (Shape::Curve& curve : mesh.curves) curve.first = next();
  for (Shape::Surface& surface : mesh.surfaces) {
    surface.first = next();
    surface.n_points = next();
    surface.triangles.resize(static_cast<std::size_t>(next()));
    corners.resize(3 * surface.triangles.size());
    meshes_.read(at, corners);
    at += corners.size();
    for (std::size_t i = 0; i < corners.size(); ++i) surface.triangles[i / 3][i % 3] = static_cast<int>(corners[i]);
  }
  return mesh;
}

void FrameSpool::each_mesh(const std::function<void(const Shape&, std::size_t, bool)>& take) const {
  Shape mesh;
  std::size_t place = 0;
  for (std::size_t frame = 0; frame < n_frames_; ++frame) {
    const std::size_t here = number(frame, kMesh);
    const bool is_new = frame == 0 || here != place;
    if (is_new) mesh = read_mesh(here);
    place = here;
    take(mesh, number(frame, kPoints), is_new);
  }
}

}  // namespace plumb
