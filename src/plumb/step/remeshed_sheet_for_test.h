#pragma once

// A sheet between two bars that come together and go apart, turning: it wrinkles and is pulled flat again, and its mesh
// follows. It serves a test and bench/remeshed_sheet_bench.cpp.

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>

#include <Eigen/Geometry>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/step/change_model.h>
#include <plumb/step/march.h>

namespace plumb {

struct RemeshedSheet {
  ShellSpec spec;
  ShellRemeshing remeshing;
  double period = 0.7;   ///< s, of the bars
  double stroke = 0.12;  ///< m, by which they come together
  double turn = 0.8;     ///< rad, of the second bar about the line between them
};

inline RemeshedSheet remeshed_sheet() {
  RemeshedSheet sheet;
  ShellSpec& spec = sheet.spec;
  spec.rest = rectangle_mesh({.length = 0.4, .width = 0.3, .nx = 6, .ny = 5, .pattern = CellPattern::alternating});
  spec.material = {1e-3, 4e5, 0.3};
  spec.density = 1000;
  spec.relaxation = 2e-3;
  spec.membrane = MembraneLaw::neo_hookean;
  spec.bending = ShellBending::hinge;
  for (const double x : {0.0, 0.4}) {
    spec.supports.push_back(
        {Hold::hinged,
         pick_points(spec.rest, [x](const Eigen::Vector3d& p) { return std::abs(p.x() - x) < 1e-9; }),
         {{x, 0.15, 0}, {1, 0, 0}, {0, 1, 0}}});
  }
  sheet.remeshing.sizing = {.size_min = 0.012, .size_max = 0.08, .refine_angle = 0.25};
  return sheet;
}

/// Under its weight; the bars begin and end each period at rest.
inline Programme programme_of(const RemeshedSheet& sheet) {
  return [sheet](double time) {
    const double phase = 2 * std::numbers::pi * time / sheet.period, part = 0.5 * (1 - std::cos(phase)),
                 rate = std::numbers::pi / sheet.period * std::sin(phase);
    Loads loads;
    loads.gravity = {0, 0, -9.81};
    for (const ShellSupport& support : sheet.spec.supports) loads.clamps.push_back(support.pose);
    loads.clamp_rates.resize(2);
    loads.pressures = {0};
    Pose& bar = loads.clamps[1];
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(part * sheet.turn, Eigen::Vector3d::UnitX()).toRotationMatrix();
    bar = {bar.position - part * sheet.stroke * Eigen::Vector3d::UnitX(), turn * bar.tangent, turn * bar.director};
    loads.clamp_rates[1] = {-rate * sheet.stroke * Eigen::Vector3d::UnitX(),
                            rate * sheet.turn * Eigen::Vector3d::UnitX()};
    return loads;
  };
}

/// What is shown of each remeshing.
struct SheetRemeshing {
  const State& before;
  const RemeshedShell& after;
  double step_seconds;     ///< of CPU, since the last remeshing
  double remesh_seconds;   ///< the mesh and what is carried over to it
  double rebuild_seconds;  ///< the model on it, and the stepper's
};

/// A sheet in motion.
class MovingSheet {
 public:
  /// Goes on from a state of the sheet.
  MovingSheet(RemeshedSheet sheet, State from)
      : sheet_(std::move(sheet)),
        programme_(programme_of(sheet_)),
        stepper_(make_stepper(shell(sheet_.spec, from), Method::backward_euler)),
        state_(std::move(from)) {}
  explicit MovingSheet(const RemeshedSheet& sheet) : MovingSheet(sheet, shell(sheet.spec).initial) {}

  const State& state() const { return state_; }
  const Model& model() const { return stepper_->model(); }
  EnergyMeter& meter() { return stepper_->meter(); }

  /// Does steps of `dt`, each of them followed by a remeshing, until `until`.
  Status go_to(double until, double dt, const std::function<void(const SheetRemeshing&)>& see = {}) {
    std::clock_t last = std::clock();
    Mover mover{*stepper_, state_, programme_};
    mover.between = {1, [&] {
                       const double stepped = since(last);
                       remesh(stepped, see);
                       last = std::clock();
                       return Status::ok;
                     }};
    return march({&mover, 1}, until, {.dt = dt}).front().status;
  }

 private:
  static double since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

  void remesh(double stepped, const std::function<void(const SheetRemeshing&)>& see) {
    std::clock_t start = std::clock();
    std::optional<RemeshedShell> there = remeshed(sheet_.spec, state_, sheet_.remeshing);
    const double remeshing = since(start);
    if (!there) return;
    const State before = state_;
    start = std::clock();
    if (change_model(*stepper_, state_, shell(sheet_.spec, there->state), there->state) != Status::ok) return;
    if (see) see({before, *there, stepped, remeshing, since(start)});
  }

  RemeshedSheet sheet_;
  Programme programme_;
  std::unique_ptr<Stepper> stepper_;
  State state_;
};

}  // namespace plumb
