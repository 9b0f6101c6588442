#include <plumb/mechanics/state.h>

#include <cstring>
#include <type_traits>

#include <plumb/core/hash.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

constexpr std::uint64_t kFormat = 0x34'65'74'61'74'73'6c'70;  // "plstate4"

constexpr double EnergyBooks::*kBooks[] = {
    &EnergyBooks::start,   &EnergyBooks::start_potential, &EnergyBooks::work, &EnergyBooks::dissipated,
    &EnergyBooks::in_play, &EnergyBooks::steps,           &EnergyBooks::gain, &EnergyBooks::loss};

class Writer {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const double* values, Eigen::Index n) {
    put(static_cast<std::uint64_t>(n));
    bytes_.append(reinterpret_cast<const char*>(values), static_cast<std::size_t>(n) * sizeof(double));
  }
  void put(const Eigen::Vector3d& point) {
    for (int i = 0; i < 3; ++i) put(point[i]);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}
  template <class T>
  T get() {
    T value;
    copy(&value, sizeof value);
    return value;
  }
  std::uint64_t count(std::size_t item) {
    const auto n = get<std::uint64_t>();
    if (n > (bytes_.size() - at_) / item) fail();
    return n;
  }
  Eigen::VectorXd vector() {
    Eigen::VectorXd values(static_cast<Eigen::Index>(count(sizeof(double))));
    copy(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
    return values;
  }
  Eigen::Vector3d point() {
    Eigen::Vector3d p;
    copy(p.data(), 3 * sizeof(double));
    return p;
  }
  void end() const {
    if (at_ != bytes_.size()) fail();
  }
  [[noreturn]] static void fail() {
    throw UserError("not a whole saved state: it was cut short, or written by another version of Plumb");
  }

 private:
  void copy(void* to, std::size_t n) {
    if (n > bytes_.size() - at_) fail();
    if (n > 0) std::memcpy(to, bytes_.data() + at_, n);
    at_ += n;
  }
  const std::string& bytes_;
  std::size_t at_ = 0;
};

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
  out.pressure = fraction == 1 ? to.pressure : from.pressure + fraction * (to.pressure - from.pressure);
  out.clamp_rates.clear();
}

std::string save(const State& state) {
  Writer w;
  w.put(kFormat);
  w.put(state.q.data(), state.q.size());
  w.put(state.v.data(), state.v.size());
  w.put(state.time);
  w.put(static_cast<std::uint64_t>(state.history.size()));
  for (const auto& slot : state.history) w.put(slot.data(), slot.size());
  w.put(state.loads.gravity);
  w.put(static_cast<std::uint64_t>(state.loads.clamps.size()));
  for (const Pose& pose : state.loads.clamps) {
    for (const auto* part : {&pose.position, &pose.tangent, &pose.director}) w.put(*part);
  }
  w.put(static_cast<std::uint64_t>(state.loads.wrenches.size()));
  for (const Wrench& wrench : state.loads.wrenches) {
    w.put(wrench.force);
    w.put(wrench.moment);
  }
  w.put(static_cast<std::uint64_t>(state.loads.clamp_rates.size()));
  for (const PoseRate& rate : state.loads.clamp_rates) {
    w.put(rate.velocity);
    w.put(rate.spin);
  }
  w.put(state.loads.pressure);
  w.put(state.load_step);
  w.put(state.time_step);
  w.put(state.past.duration);
  w.put(state.past.step.data(), state.past.step.size());
  w.put(state.past.momentum.data(), state.past.momentum.size());
  w.put(static_cast<std::uint64_t>(state.books.open));
  for (const double EnergyBooks::*entry : kBooks) w.put(state.books.*entry);
  w.put(state.path.fraction);
  w.put(state.path.step);
  w.put(state.path.slope);
  w.put(state.path.tangent.data(), state.path.tangent.size());
  return w.take();
}

State load_state(const std::string& bytes) {
  Reader r(bytes);
  if (r.get<std::uint64_t>() != kFormat) Reader::fail();
  State state;
  state.q = r.vector();
  state.v = r.vector();
  state.time = r.get<double>();
  state.history.resize(r.count(sizeof(std::uint64_t)));
  for (auto& slot : state.history) slot = r.vector();
  state.loads.gravity = r.point();
  state.loads.clamps.resize(r.count(9 * sizeof(double)));
  for (Pose& pose : state.loads.clamps) {
    pose.position = r.point();
    pose.tangent = r.point();
    pose.director = r.point();
  }
  state.loads.wrenches.resize(r.count(6 * sizeof(double)));
  for (Wrench& wrench : state.loads.wrenches) {
    wrench.force = r.point();
    wrench.moment = r.point();
  }
  state.loads.clamp_rates.resize(r.count(6 * sizeof(double)));
  for (PoseRate& rate : state.loads.clamp_rates) {
    rate.velocity = r.point();
    rate.spin = r.point();
  }
  state.loads.pressure = r.get<double>();
  state.load_step = r.get<double>();
  state.time_step = r.get<double>();
  state.past.duration = r.get<double>();
  state.past.step = r.vector();
  state.past.momentum = r.vector();
  const auto open = r.get<std::uint64_t>();
  if (open > 1) Reader::fail();
  state.books.open = open == 1;
  for (double EnergyBooks::*entry : kBooks) state.books.*entry = r.get<double>();
  state.path.fraction = r.get<double>();
  state.path.step = r.get<double>();
  state.path.slope = r.get<double>();
  state.path.tangent = r.vector();
  r.end();
  return state;
}

std::uint64_t hash(const State& state) { return Hash().add(save(state)).value(); }

}  // namespace plumb
