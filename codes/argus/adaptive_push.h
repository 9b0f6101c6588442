#pragma once

#include <codes/push/push_step.h>
#include <codes/push/shell_strip.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/step/stepper.h>

namespace codes {

/// How the mesh of a pushed strip follows its shape. Angle and `every` are those of ARCSim's shipped scenes. Lengths are
/// in cells, of which the strip has n along its length; with 50 it is five wide, so that longer edges than four would
/// leave no mesh across.
struct Adaptivity {
  double finest = 1, coarsest = 4;  ///< edges
  double refine_angle = 0.3;        ///< rad, by which the normal turns along an edge at most
  int every = 8;                    ///< steps
  int last = 0;                     ///< step, after which the mesh stays as it is; 0: it never does
};

/// Argus' step: one iteration of backward Euler on convex Hessians (ARCSim), completed by Coulomb's law at the points of
/// the mesh, and a mesh that follows the shape.
class AdaptivePushStep final : public ModelPushStep {
 public:
  AdaptivePushStep(const StripToPush& strip, const PushSchedule& schedule, const TrianglePlate& plate,
                   const Adaptivity& adaptivity);

  /// Returns the strip on a mesh that suits it straight, bent without stretching.
  plumb::State begin() const override { return begin_; }
  double start() const override;
  PushStepOutcome step(plumb::State& state, std::vector<plumb::Touch>& touches, const ClampWay& way,
                       double until) override;
  /// Returns the middle between the corners of the end, which every mesh has.
  Eigen::Vector3d tip(const plumb::State& state) const override;
  std::vector<Eigen::Vector3d> points(const plumb::State& state) const override;
  bool fits(const plumb::State& state) const override;

 private:
  plumb::State bent(const StripToPush& strip) const;
  plumb::Status remesh(std::span<const plumb::Toucher> strip, std::vector<plumb::Touch>& touches);

  double length_, clearance_;  ///< m
  plumb::ShellSpec spec_;
  plumb::State begin_;
  std::array<int, 2> corners_{};
  plumb::ShellRemeshing remeshing_;
  int every_, last_;
  double tolerance_, step_;
  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Surroundings around_;
  plumb::ContactFinder finder_;
};

}  // namespace codes
