#include <codes/push/push_code.h>

#include <codes/push/dynamic_push.h>

namespace codes {
namespace {

class PushTrial final : public judge::Trial {
 public:
  PushTrial(std::string code, const judge::Scenario& scenario, const PushSchedule& schedule, const MakePushStep& make)
      : code_(std::move(code)), push_(scenario, schedule, make) {}

  judge::Reply advance(const judge::Load& load) override {
    const double eps_y = load.at("eps_y");
    if (load.approach == judge::Approach::restart) push_.take_up(eps_y);
    judge::Reply reply;
    reply.status = push_.push_to(eps_y);
    reply.iterations = push_.iterations();
    if (push_.tells_residual()) reply.residual = push_.seen().residual;
    return reply;
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    return judge::pick_all(names, known(), code_);
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
    judge::Quantities all{{"tip_shift", seen.tip_shift}, {"P", seen.P}, {"Q", seen.Q}};
    if (push_.tells_residual()) all["residual"] = seen.residual;
    if (seen.slips_from > 0) all["slips_from"] = seen.slips_from;
    return all;
  }

  std::string code_;
  DynamicPush push_;
};

}  // namespace

std::unique_ptr<judge::Trial> PushCode::open(const judge::Scenario& scenario) const {
  if (!std::holds_alternative<judge::PushedStrip>(scenario.question)) judge::refuse(card_.name, scenario.question);
  judge::Scenario asked = scenario;
  if (!card_.protocols.empty()) {
    const judge::Knobs& usual = card_.protocols.begin()->second.knobs;
    if (asked.knobs.n == 0) asked.knobs.n = usual.n;
    if (asked.knobs.dt == 0) asked.knobs.dt = usual.dt;
    if (asked.knobs.tol == 0) asked.knobs.tol = usual.tol;
  }
  return std::make_unique<PushTrial>(card_.name, asked, schedule_(asked), make_);
}

}  // namespace codes
