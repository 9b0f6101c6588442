#pragma once

// A model that remembers: a point on a spring to the origin, and on one to an anchor that it drags along.

#include <memory>

#include <plumb/mechanics/element_energy.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// The memory's place in its slot of the history.
struct AnchorMemory {
  static constexpr double kReach = 0.1;  ///< how far the anchor lies behind at most, m

  explicit AnchorMemory(const State& state) : slot(state.history.back()) {}
  Eigen::Vector3d anchor() const { return slot.head<3>(); }
  Eigen::Vector3d anchor_before() const { return slot.segment<3>(3); }
  int commits() const { return static_cast<int>(slot[6]); }

  Eigen::VectorXd slot;
};

class DraggedAnchor final : public ElementEnergy<DraggedAnchor, 3>, public Memory {
 public:
  static constexpr double kToAnchor = 3, kToOrigin = 1;  ///< N/m
  static constexpr double kLongest = 0.6;                ///< m, of the spring to the anchor

  DraggedAnchor(int x, std::size_t slot) : ElementEnergy({{x, x + 1, x + 2}}), x_(x), slot_(slot) {}
  std::string_view name() const override { return "dragged anchor"; }

  template <class S>
  bool value(int, const std::array<S, 3>& x, const State& state, const Loads&, S& energy) const {
    const Eigen::VectorXd& memory = state.history[slot_];
    S stretch(0.0);
    energy = S(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      const S from_anchor = x[i] - memory[k];
      stretch += from_anchor * from_anchor;
      energy += x[i] * x[i] * (0.5 * kToOrigin);
    }
    energy += stretch * (0.5 * kToAnchor);
    return value_of(stretch) < kLongest * kLongest;
  }

  void commit(State& accepted, const Loads&) const override {
    const Eigen::Vector3d x = accepted.q.segment<3>(x_);
    Eigen::VectorXd& memory = accepted.history[slot_];
    const Eigen::Vector3d anchor = memory.head<3>(), behind = anchor - x;
    memory.segment<3>(3) = anchor;
    if (behind.norm() > AnchorMemory::kReach) memory.head<3>() = x + AnchorMemory::kReach * behind.normalized();
    memory[6] += 1;
  }

 private:
  int x_;
  std::size_t slot_;
};

/// The force of a wrench on a point.
class PointForce final : public ElementEnergy<PointForce, 3> {
 public:
  PointForce(int x, std::size_t wrench) : ElementEnergy({{x, x + 1, x + 2}}), wrench_(wrench) {}
  std::string_view name() const override { return "point force"; }
  Role role() const override { return Role::load; }

  template <class S>
  bool value(int, const std::array<S, 3>& x, const State&, const Loads& loads, S& energy) const {
    const Eigen::Vector3d& force = loads.wrenches[wrench_].force;
    energy = x[0] * -force[0] + x[1] * -force[1] + x[2] * -force[2];
    return true;
  }

 private:
  std::size_t wrench_;
};

/// A point of 1 kg at the origin, with a wrench of the loads.
inline Model dragged_anchor() {
  ModelBuilder builder;
  const int x = builder.unknowns(3, 1);
  builder.points({x});
  builder.add(std::make_shared<PointForce>(x, builder.wrench()));
  for (int k = 0; k < 3; ++k) builder.mass(x + k, 1);
  const auto part = std::make_shared<DraggedAnchor>(x, builder.history({"anchor"}, Eigen::VectorXd::Zero(7)));
  builder.add(std::shared_ptr<const Energy>(part));
  builder.add(std::shared_ptr<const Memory>(part));
  return builder.finish();
}

}  // namespace plumb
