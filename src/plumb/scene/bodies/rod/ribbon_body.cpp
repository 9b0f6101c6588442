#include <algorithm>

#include <plumb/model/curved_rod/curved_rod_view.h>
#include <plumb/model/curved_rod/ribbon.h>
#include <plumb/scene/bodies/rod/rod_body.h>

namespace plumb {
namespace {

class RibbonBody final : public RodBody {
 public:
  explicit RibbonBody(const SceneRod& rod) : RodBody(rod) {
    ribbon_.lengths.assign(static_cast<std::size_t>(rod.n), rod.length / rod.n);
    ribbon_.width = rod.width;
    ribbon_.bend = rod.sheet_bend;
    ribbon_.mass_per_length = rod.stiffness.mass_per_length;
    constexpr int kPoints = 120;
    sampling_ = {std::max(1, (kPoints + rod.n - 1) / rod.n), rod.length};
  }

 private:
  Model build() const override {
    RibbonSpec spec{.ribbon = ribbon_};
    for (const SceneForce& force : rod().forces) spec.loaded.push_back(force.at);
    return ribbon(spec, rod().start);
  }

  std::unique_ptr<CurveView> view(const State& state) const override {
    return std::make_unique<CurvedRodView>(ribbon_, state, sampling_);
  }

  Ribbon ribbon_;
  CurvedRodView::Sampling sampling_;
};

}  // namespace

std::shared_ptr<const RodBody> ribbon_body(const SceneRod& rod) { return std::make_shared<RibbonBody>(rod); }

}  // namespace plumb
