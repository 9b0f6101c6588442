#include <codes/projective-dynamics/projective_plate.h>

#include <plumb/model/shell/shell_view.h>
#include <plumb/solve/projective_statics.h>

namespace codes {
namespace {

/// Follows what Projective Dynamics comes to with its budget of iterations.
class ProjectiveFollower final : public Follower {
 public:
  ProjectiveFollower(plumb::Model model, int iterations) : statics_(std::move(model), {.iterations = iterations}) {}
  const plumb::Model& model() const override { return statics_.model(); }
  plumb::Outcome advance(plumb::State& state, const plumb::Loads& target) override {
    return statics_.advance(state, target);
  }

 private:
  plumb::ProjectiveStatics statics_;
};

class MeshedProjectivePlate final : public DiscretePlate {
 public:
  MeshedProjectivePlate(const ScenarioPlate& plate, const ProjectivePlate& choice)
      : choice_(choice), spec_(TrianglePlate{}.spec(plate)), tip_(TrianglePlate::tip_points(plate, spec_)) {}

  plumb::Model model() const override {
    return plumb::projective_shell(spec_, plumb::projective_weights(spec_.material, choice_.alpha));
  }
  std::unique_ptr<Follower> follower() const override {
    if (choice_.iterations == 0) return DiscretePlate::follower();
    return std::make_unique<ProjectiveFollower>(model(), choice_.iterations);
  }
  /// What is iterated in its plane stays in it.
  bool leaves_saddles() const override { return choice_.iterations == 0; }
  Eigen::Vector3d tip(const plumb::Model& model, const plumb::State& state) const override {
    return plumb::ShellView(spec_, model, state).mean(tip_);
  }

 private:
  ProjectivePlate choice_;
  plumb::ShellSpec spec_;
  std::vector<int> tip_;
};

}  // namespace

std::unique_ptr<DiscretePlate> ProjectivePlate::operator()(const ScenarioPlate& plate) const {
  return std::make_unique<MeshedProjectivePlate>(plate, *this);
}

}  // namespace codes
