#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Pressure on triangles, along their normals wherever these turn to; Pa, from the loads. Each corner takes a third:
///   dE = -p/6 (e1 x e2).(dx0 + dx1 + dx2),   e1 = x1 - x0, e2 = x2 - x0.
/// On a closed surface, or one whose rim is held, that is the gradient of -p times the volume, and the value is this:
/// E = -p/6 x0.(x1 x x2). With a free rim there is no potential: the value means nothing, the gradient is minus the
/// work, and the Hessian the symmetric part of its stiffness, which suffices to certify. Unknowns: x0, x1, x2.
class Pressure final : public Energy {
 public:
  /// `pressure`: its place among the pressures of the loads.
  Pressure(std::vector<std::array<int, 9>> stencils, std::size_t pressure)
      : stencils_(std::move(stencils)), pressure_(pressure) {}

  Role role() const override { return Role::load; }
  bool has_potential() const override { return false; }
  bool idle(const Loads& loads) const override;
  std::string_view name() const override { return "pressure"; }
  int n_elements() const override { return static_cast<int>(stencils_.size()); }
  int stencil_size() const override { return 9; }
  std::span<const int> stencil(int element) const override { return stencils_[static_cast<std::size_t>(element)]; }
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;

 private:
  std::vector<std::array<int, 9>> stencils_;
  std::size_t pressure_;
};

}  // namespace plumb
