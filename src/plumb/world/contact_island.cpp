#include <plumb/world/contact_island.h>

#include <algorithm>
#include <numeric>

namespace plumb {

using Eigen::Vector3d, Eigen::VectorXd;

int ContactIsland::place(int body) const {
  return static_cast<int>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
}

ContactOutcome ContactIsland::solve(const Look& look, const ContactOptions& options) {
  residual_ = 0;
  if (contacts.empty()) return {Status::ok};
  std::vector<int> n_free;
  for (const int body : bodies) n_free.push_back(look.bodies[static_cast<std::size_t>(body)].model->layout.n_free);
  std::vector<ContactRow> rows;
  for (const ActiveContact* one : contacts) {
    rows.push_back(plumb::linearise(one->contact, look.bodies));
    auto& [a, b] = rows.back().parts;
    a.body = place(a.body);
    b.body = b.rows.empty() ? 0 : place(b.body);
  }
  delassus_.emplace(rows, n_free, [&](int at, Eigen::Ref<Eigen::MatrixXd> columns) {
    look.steps[static_cast<std::size_t>(bodies[static_cast<std::size_t>(at)])]->solve(columns);
  });
  ContactProblem problem{&*delassus_, VectorXd::Zero(3 * static_cast<Eigen::Index>(contacts.size())), {}, 1};
  r_.resize(problem.b.size());
  double softest = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    ActiveContact& one = *contacts[c];
    const auto at = 3 * static_cast<Eigen::Index>(c);
    one.normal = one.contact.normal;
    problem.b.segment<3>(at) = rows[c].frame.transpose() * look.slid(one);
    problem.b[at] = one.contact.gap;
    problem.cones.push_back({look.friction(one.contact.key), false});
    r_.segment<3>(at) = rows[c].frame.transpose() * one.force;
    softest = std::max(softest, delassus_->block(static_cast<int>(c), static_cast<int>(c)).norm());
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const LinearisedStep& step = *look.steps[static_cast<std::size_t>(bodies[i])];
    delassus_->add_motion(static_cast<int>(i), step.free_step(), problem.b);
  }
  if (softest > 0) problem.force_scale = look.usual_way / softest;
  const ContactOutcome solved = solve_contact(problem, options, r_);
  residual_ = solved.residual;
  b_ = std::move(problem.b);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts[c]->force = rows[c].frame * r_.segment<3>(3 * static_cast<Eigen::Index>(c));
  }
  return solved;
}

std::vector<VectorXd> ContactIsland::steps(std::span<LinearisedStep* const> free) const {
  std::vector<VectorXd> all;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    all.push_back(free[static_cast<std::size_t>(bodies[i])]->free_step());
    if (!delassus_) continue;
    if (const VectorXd response = delassus_->response(static_cast<int>(i), r_); response.size() > 0) {
      all.back() += response;
    }
  }
  return all;
}

VectorXd ContactIsland::forces(int body) const { return delassus_ ? delassus_->forces(place(body), r_) : VectorXd(); }

bool ContactIsland::as_foreseen(double tolerance) const {
  if (!delassus_) return true;
  VectorXd foreseen;
  delassus_->apply(r_, foreseen);
  foreseen += b_;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double gap = foreseen[3 * static_cast<Eigen::Index>(c)];
    if (std::abs(gap - contacts[c]->contact.gap) > tolerance) return false;
  }
  return true;
}

std::vector<ContactIsland> islands(const std::vector<bool>& takes_part, ActiveContacts& contacts) {
  // Every body points towards the first one of its island.
  std::vector<int> to(takes_part.size());
  std::iota(to.begin(), to.end(), 0);
  const auto first = [&](int body) {
    while (to[static_cast<std::size_t>(body)] != body) body = to[static_cast<std::size_t>(body)];
    return body;
  };
  const auto other = [](const Contact& c) { return c.with_obstacle() ? c.a.body : c.b.body; };
  for (const auto& [key, one] : contacts) {
    const int a = first(one.contact.a.body), b = first(other(one.contact));
    to[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
  }
  std::vector<ContactIsland> found;
  std::vector<int> number(takes_part.size(), -1);
  for (std::size_t i = 0; i < takes_part.size(); ++i) {
    if (!takes_part[i]) continue;
    int& mine = number[static_cast<std::size_t>(first(static_cast<int>(i)))];
    if (mine < 0) {
      mine = static_cast<int>(found.size());
      found.emplace_back();
    }
    found[static_cast<std::size_t>(mine)].bodies.push_back(static_cast<int>(i));
  }
  for (auto& [key, one] : contacts) {
    const int at = number[static_cast<std::size_t>(first(one.contact.a.body))];
    if (at >= 0) found[static_cast<std::size_t>(at)].contacts.push_back(&one);
  }
  return found;
}

}  // namespace plumb
