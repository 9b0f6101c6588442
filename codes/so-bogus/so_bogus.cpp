// So-Bogus on Super-Helix 2D, Daviet et al. 2011: the row of Table 1, on plumb/model/curved_rod and plumb/world.

#include <codes/so-bogus/dynamic_push.h>
#include <judge/question/code.h>

namespace codes {
namespace {

constexpr judge::Knobs kKnobs{.n = 30, .dt = 5e-4, .tol = 1e-13};

judge::Card card() {
  judge::Card c;
  c.name = "so-bogus";
  c.title = "So-Bogus";
  c.kind = "Frictional contact";
  c.paper = "Daviet et al. 2011";
  c.summary =
      "A planar Super-Helix (30 curvatures) in steps of backward Euler, dt = 0.5 ms; contact and Coulomb's law are "
      "solved exactly at the end of each step, to a residual of 1e-13 of the force at the worst contact. Pushed at "
      "0.01/s from a strip that is bent by eps_y = 1e-4, with a viscosity of 0.01 s times the stiffness. The quick "
      "sampling takes steps four times as long at four times the speed.";
  c.protocols["stick-slip"] = {.paper = "OK (30 elts)", .verdict = "OK", .knobs = kKnobs};
  return c;
}

PushSchedule schedule_of(const judge::Scenario& scenario) {
  const double hurry = scenario.sampling == judge::Sampling::quick ? 4 : 1;
  PushSchedule s;
  s.dt = (scenario.knobs.dt > 0 ? scenario.knobs.dt : kKnobs.dt) * hurry;
  s.speed = 0.01 * hurry;
  s.relaxation = 0.01;
  s.bent = 1e-4;
  s.tolerance = scenario.knobs.tol > 0 ? scenario.knobs.tol : kKnobs.tol;
  return s;
}

class PushTrial final : public judge::Trial {
 public:
  explicit PushTrial(const judge::Scenario& scenario) : push_(scenario, schedule_of(scenario)) {}

  judge::Reply advance(const judge::Load& load) override {
    const double eps_y = load.at("eps_y");
    if (load.approach == judge::Approach::restart) push_.take_up(eps_y);
    judge::Reply reply;
    reply.status = push_.push_to(eps_y);
    reply.iterations = push_.iterations();
    reply.residual = push_.seen().residual;
    return reply;
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    return judge::pick_all(names, known(), "so-bogus");
  }
  judge::Quantities also_observe(const std::vector<std::string>& names) override {
    return judge::pick_known(names, known());
  }
  std::vector<double> shape() const override { return push_.shape(); }
  std::string save() const override { return push_.save(); }
  void load(const std::string& bytes) override { push_.load(bytes); }

 private:
  judge::Quantities known() const {
    const DynamicPush::Seen seen = push_.seen();
    judge::Quantities all{{"tip_shift", seen.tip_shift}, {"P", seen.P}, {"Q", seen.Q}, {"residual", seen.residual}};
    if (seen.slips_from > 0) all["slips_from"] = seen.slips_from;
    return all;
  }

  DynamicPush push_;
};

class SoBogus final : public judge::Code {
 public:
  judge::Card describe() const override { return card(); }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override {
    if (!std::holds_alternative<judge::PushedStrip>(scenario.question)) judge::refuse("so-bogus", scenario.question);
    return std::make_unique<PushTrial>(scenario);
  }
};

}  // namespace

judge::Code const* so_bogus() {
  static const SoBogus code;
  return &code;
}

}  // namespace codes
