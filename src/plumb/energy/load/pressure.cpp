#include <plumb/energy/load/pressure.h>

#include <Eigen/Geometry>

#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Matrix3d cross_matrix(const Vector3d& a) {
  Matrix3d m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

void put_gradient(double pressure, const std::array<Vector3d, 3>& x, int slot, ElementBuffer& out) {
  const Vector3d third = -pressure / 6 * (x[1] - x[0]).cross(x[2] - x[0]);
  for (int i = 0; i < 9; ++i) out.gradient(slot, i) = third[i % 3];
}

/// The force on every corner changes by -p/6 [s_j]x dx_j, where s_j is the side opposite to corner j.
void put_hessian(double pressure, const std::array<Vector3d, 3>& x, int slot, ElementBuffer& out) {
  std::array<Matrix3d, 3> by;
  for (std::size_t j = 0; j < 3; ++j) by[j] = -pressure / 6 * cross_matrix(x[(j + 2) % 3] - x[(j + 1) % 3]);
  for (int row = 0; row < 9; ++row) {
    for (int col = 0; col <= row; ++col) {
      const double there = by[static_cast<std::size_t>(col / 3)](row % 3, col % 3);
      const double back = by[static_cast<std::size_t>(row / 3)](col % 3, row % 3);
      out.hessian(slot, ElementBuffer::packed_index(row, col)) = 0.5 * (there + back);
    }
  }
}

}  // namespace

bool Pressure::idle(const Loads& loads) const {
  ENSURE(pressure_ < loads.pressures.size());
  return loads.pressures[pressure_] == 0;
}

Status Pressure::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                          ElementBuffer& out) const {
  ENSURE(pressure_ < loads.pressures.size());
  const double pressure = loads.pressures[pressure_];
  for (int e = begin; e < end; ++e) {
    const auto& unknowns = stencils_[static_cast<std::size_t>(e)];
    std::array<Vector3d, 3> x;
    for (std::size_t i = 0; i < 3; ++i) x[i] = state.q.segment<3>(unknowns[3 * i]);
    const int slot = e - begin;
    if (want.value) out.value(slot) = -pressure / 6 * x[0].dot(x[1].cross(x[2]));
    if (want.gradient) put_gradient(pressure, x, slot, out);
    if (want.hessian) put_hessian(pressure, x, slot, out);
  }
  return Status::ok;
}

std::vector<Specimen> pressure_specimens() {
  // A closed tetrahedron: only there is it a potential.
  Specimen s;
  s.name = "pressure";
  std::vector<std::array<int, 9>> stencils;
  for (const auto& t : {std::array{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}) {
    auto& unknowns = stencils.emplace_back();
    for (std::size_t i = 0; i < 9; ++i) unknowns[i] = 3 * t[i / 3] + static_cast<int>(i % 3);
  }
  s.set_energy(std::make_shared<Pressure>(stencils, 0));
  s.layout = Layout::all_free(12, {points_block(0, 3, 4)});
  s.rest.q.resize(12);
  s.rest.q << 0, 0, 0, 1, 0.1, 0, 0.2, 0.9, 0.1, 0.3, 0.2, 1.1;
  s.loads.pressures = {-3};  // positive energy
  s.rest_is_zero = false;
  return {s};
}

}  // namespace plumb
