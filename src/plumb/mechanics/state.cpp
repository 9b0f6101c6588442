#include <plumb/mechanics/state.h>

#include <span>

#include <plumb/core/byte_codec.h>
#include <plumb/core/hash.h>
#include <plumb/core/status.h>
#include <plumb/geometry/mesh_now.h>

namespace plumb {
namespace {

constexpr std::uint64_t kFormat = 0x36'65'74'61'74'73'6c'70;  // "plstate6"

constexpr double EnergyBooks::*kBooks[] = {
    &EnergyBooks::start,    &EnergyBooks::start_potential, &EnergyBooks::work,  &EnergyBooks::dissipated,
    &EnergyBooks::remeshed, &EnergyBooks::in_play,         &EnergyBooks::steps, &EnergyBooks::gain,
    &EnergyBooks::loss};

constexpr std::string_view kRefusal =
    "not a whole saved state: it was cut short, or written by another version of Plumb";

std::span<const double> numbers(const Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

void put(ByteWriter& w, const Eigen::Vector3d& point) { w.put_all({point.data(), 3}); }

Eigen::Vector3d get_point(ByteReader& r) {
  Eigen::Vector3d point;
  r.get_all({point.data(), 3});
  return point;
}

Eigen::VectorXd get_vector(ByteReader& r) {
  const std::size_t n = r.count(sizeof(double));
  Eigen::VectorXd v(static_cast<Eigen::Index>(n));
  r.get_all({v.data(), n});
  return v;
}

void put(ByteWriter& w, const MeshNow& mesh) {
  ENSURE(mesh.names.size() == mesh.rest.size() && mesh.thickness.size() == mesh.triangles.size());
  w.put_count(mesh.rest.size());
  for (const Eigen::Vector3d& point : mesh.rest) put(w, point);
  for (const std::uint64_t name : mesh.names) w.put(name);
  w.put_count(mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    for (const int corner : triangle) w.put(std::int32_t{corner});
  }
  w.put_all(mesh.thickness);
}

MeshNow get_mesh(ByteReader& r) {
  MeshNow mesh;
  mesh.rest.resize(r.count(3 * sizeof(double) + sizeof(std::uint64_t)));
  for (Eigen::Vector3d& point : mesh.rest) point = get_point(r);
  mesh.names.resize(mesh.rest.size());
  for (std::uint64_t& name : mesh.names) name = r.get<std::uint64_t>();
  mesh.triangles.resize(r.count(3 * sizeof(std::int32_t) + sizeof(double)));
  for (auto& triangle : mesh.triangles) {
    for (int& corner : triangle) corner = r.get<std::int32_t>();
  }
  mesh.thickness.resize(mesh.triangles.size());
  r.get_all(mesh.thickness);
  return mesh;
}

}  // namespace

void interpolate(const Loads& from, const Loads& to, double fraction, Loads& out) {
  ENSURE(from.clamps.size() == to.clamps.size());
  out.gravity = fraction == 1 ? to.gravity : Eigen::Vector3d(from.gravity + fraction * (to.gravity - from.gravity));
  out.clamps.resize(to.clamps.size());
  for (std::size_t i = 0; i < to.clamps.size(); ++i)
    out.clamps[i] = interpolate(from.clamps[i], to.clamps[i], fraction);
  ENSURE(from.wrenches.size() == to.wrenches.size());
  out.wrenches = to.wrenches;
  if (fraction != 1) {
    for (std::size_t i = 0; i < to.wrenches.size(); ++i) {
      const Wrench &a = from.wrenches[i], &b = to.wrenches[i];
      out.wrenches[i] = {a.force + fraction * (b.force - a.force), a.moment + fraction * (b.moment - a.moment)};
    }
  }
  ENSURE(from.pressures.size() == to.pressures.size());
  out.pressures = to.pressures;
  if (fraction != 1) {
    for (std::size_t i = 0; i < to.pressures.size(); ++i) {
      out.pressures[i] = from.pressures[i] + fraction * (to.pressures[i] - from.pressures[i]);
    }
  }
  out.clamp_rates.clear();
}

std::string save(const State& state) {
  ByteWriter w;
  w.put(kFormat);
  w.put(numbers(state.q));
  w.put(numbers(state.v));
  w.put(state.time);
  w.put_count(state.history.size());
  for (const auto& slot : state.history) w.put(numbers(slot));
  put(w, state.loads.gravity);
  w.put_count(state.loads.clamps.size());
  for (const Pose& pose : state.loads.clamps) {
    for (const auto* part : {&pose.position, &pose.tangent, &pose.director}) put(w, *part);
  }
  w.put_count(state.loads.wrenches.size());
  for (const Wrench& wrench : state.loads.wrenches) {
    put(w, wrench.force);
    put(w, wrench.moment);
  }
  w.put_count(state.loads.clamp_rates.size());
  for (const PoseRate& rate : state.loads.clamp_rates) {
    put(w, rate.velocity);
    put(w, rate.spin);
  }
  w.put(std::span<const double>(state.loads.pressures));
  w.put(state.load_step);
  w.put(state.time_step);
  w.put(state.past.duration);
  w.put(numbers(state.past.step));
  w.put(numbers(state.past.momentum));
  w.put(state.books.open);
  for (const double EnergyBooks::*entry : kBooks) w.put(state.books.*entry);
  w.put(state.path.fraction);
  w.put(state.path.step);
  w.put(state.path.slope);
  w.put(numbers(state.path.tangent));
  w.put(state.mesh != nullptr);
  if (state.mesh) put(w, *state.mesh);
  return w.take();
}

State load_state(std::string_view bytes) {
  ByteReader r(bytes, kRefusal);
  if (r.get<std::uint64_t>() != kFormat) r.fail();
  State state;
  state.q = get_vector(r);
  state.v = get_vector(r);
  state.time = r.get<double>();
  state.history.resize(r.count(sizeof(std::uint64_t)));
  for (auto& slot : state.history) slot = get_vector(r);
  state.loads.gravity = get_point(r);
  state.loads.clamps.resize(r.count(9 * sizeof(double)));
  for (Pose& pose : state.loads.clamps) {
    for (auto* part : {&pose.position, &pose.tangent, &pose.director}) *part = get_point(r);
  }
  state.loads.wrenches.resize(r.count(6 * sizeof(double)));
  for (Wrench& wrench : state.loads.wrenches) {
    wrench.force = get_point(r);
    wrench.moment = get_point(r);
  }
  state.loads.clamp_rates.resize(r.count(6 * sizeof(double)));
  for (PoseRate& rate : state.loads.clamp_rates) {
    rate.velocity = get_point(r);
    rate.spin = get_point(r);
  }
  state.loads.pressures.resize(r.count(sizeof(double)));
  r.get_all(state.loads.pressures);
  state.load_step = r.get<double>();
  state.time_step = r.get<double>();
  state.past.duration = r.get<double>();
  state.past.step = get_vector(r);
  state.past.momentum = get_vector(r);
  state.books.open = r.get<bool>();
  for (double EnergyBooks::*entry : kBooks) state.books.*entry = r.get<double>();
  state.path.fraction = r.get<double>();
  state.path.step = r.get<double>();
  state.path.slope = r.get<double>();
  state.path.tangent = get_vector(r);
  if (r.get<bool>()) state.mesh = std::make_shared<const MeshNow>(get_mesh(r));
  r.end();
  return state;
}

std::uint64_t hash(const State& state) { return Hash().add(save(state)).value(); }

}  // namespace plumb
