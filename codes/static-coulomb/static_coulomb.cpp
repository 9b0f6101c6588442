// Equilibrium with exact Coulomb friction and no time step (plumb/world/static_path.h), on strips of several kinds.

#include <codes/static-coulomb/static_push.h>
#include <judge/question/code.h>

namespace codes {
namespace {

constexpr double kBent = 1e-4;  // eps_y at which a push begins: beyond what a strip that stretches bears straight

judge::Card card(const std::string& name, const std::string& title, const std::string& strip, int n) {
  judge::Card c;
  c.name = name;
  c.title = title;
  c.kind = "Frictional contact";
  c.paper = "";
  c.summary =
      strip +
      " through equilibria: no time, no inertia. Newton's method on shape and contact force, converged to 1e-11; "
      "the slip is an event in the load, located near rounding. States that stick are certified on the stick "
      "manifold. The push begins from a strip that is bent by eps_y = 1e-4. After a snap the tip is where it "
      "comes to rest if it slides slowly.";
  c.protocols["stick-slip"] = {.paper = "", .verdict = "OK", .knobs = {.n = n, .tol = 1e-11}};
  return c;
}

class PushTrial final : public judge::Trial {
 public:
  PushTrial(const judge::Scenario& scenario, const Discretise& discretise) : push_(scenario, discretise, kBent) {}

  judge::Reply advance(const judge::Load& load) override {
    judge::Reply reply;
    reply.status = push_.push_to(load.at("eps_y"));
    reply.iterations = push_.iterations();
    reply.residual = push_.seen().residual;
    reply.negative_modes = push_.seen().negative_modes;
    at_rest_ = load.at("eps_y") <= 0;
    return reply;
  }
  judge::Quantities observe(const std::vector<std::string>& names) override {
    return judge::pick_all(names, known(), "static-coulomb");
  }
  judge::Quantities also_observe(const std::vector<std::string>& names) override {
    return judge::pick_known(names, known());
  }
  std::vector<double> shape() const override { return push_.shape(); }
  std::string save() const override { return push_.save(); }
  void load(const std::string& bytes) override { push_.load(bytes); }

 private:
  /// The strip that is not pushed yet is straight, and nothing holds or moves its tip.
  judge::Quantities known() const {
    if (at_rest_) return {{"tip_shift", 0}, {"P", 0}, {"Q", 0}};
    const StaticPush::Seen& seen = push_.seen();
    judge::Quantities all{{"tip_shift", seen.tip_shift}, {"P", seen.P}, {"Q", seen.Q}};
    if (seen.slips_from >= 0) all["slips_from"] = seen.slips_from;
    return all;
  }

  StaticPush push_;
  bool at_rest_ = false;
};

class StaticCoulomb final : public judge::Code {
 public:
  StaticCoulomb(judge::Card c, Discretise discretise, std::vector<const Code*> more = {})
      : card_(std::move(c)), discretise_(std::move(discretise)), more_(std::move(more)) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override {
    if (!std::holds_alternative<judge::PushedStrip>(scenario.question)) judge::refuse(card_.name, scenario.question);
    return std::make_unique<PushTrial>(scenario, discretise_);
  }
  std::vector<const Code*> variants() const override { return more_; }

 private:
  judge::Card card_;
  Discretise discretise_;
  std::vector<const Code*> more_;
};

}  // namespace

judge::Code const* static_coulomb() {
  static const StaticCoulomb der(card("static-coulomb/der", "Static Coulomb on DER",
                                      "A Discrete Elastic Rod (100 edges), confined to its plane,", 100),
                                 elastic_rod_strip);
  static const StaticCoulomb shell(card("static-coulomb/spline-shell", "Static Coulomb on Splines",
                                        "A Kirchhoff-Love plate on cubic splines (20 elements along, one across, nu = "
                                        "0, no motion across), which touches "
                                        "with the four points of its edge,",
                                        20),
                                   spline_strip);
  static const StaticCoulomb code(card("static-coulomb", "Static Coulomb", "A planar Super-Helix (60 curvatures)", 60),
                                  super_helix_strip, {&der, &shell});
  return &code;
}

}  // namespace codes
