#include <codes/push/strip_to_push.h>

#include <cmath>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/elastic_rod.h>

namespace codes {

PushedBody super_helix_strip(const StripToPush& strip) {
  PushedBody body;
  body.upright = {{0, 0, strip.height}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
  plumb::CurvedRodSpec spec;
  const int n = strip.n();
  const double h = strip.thickness, w = strip.width;
  spec.rod.lengths.assign(static_cast<std::size_t>(n), strip.length / n);
  spec.rod.bend_1 = spec.rod.bend_2 = spec.rod.twist = strip.bending;
  spec.rod.mass_per_length = strip.mass_per_length;
  spec.rod.spin_inertia = strip.density * w * h * (w * w + h * h) / 12;
  spec.rod.natural.assign(static_cast<std::size_t>(spec.rod.n_unknowns()), 0);
  spec.planar = true;
  spec.relaxation = strip.relaxation;
  body.model = plumb::curved_rod(spec, body.upright);
  body.bent = body.model.initial;
  for (int i = 0; i < n; ++i) body.bent.q[3 * i] = strip.curvature((i + 0.5) / n) / strip.length;
  body.tip = {body.model.embedding->n_points() - 1};
  return body;
}

PushedBody elastic_rod_strip(const StripToPush& strip) {
  PushedBody body;
  body.upright = {{0, 0, strip.height}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
  plumb::RodSpec spec;
  spec.nodes = plumb::clamped_nodes(strip.length, strip.n());
  spec.stiffness =
      plumb::rod_stiffness(plumb::RodSection::rectangle(strip.thickness, strip.width), strip.young, 0, strip.density);
  spec.clamped_edges = {0};
  spec.relaxation = strip.relaxation;
  plumb::ModelBuilder builder;
  const plumb::RodParts rod = plumb::add_elastic_rod(builder, spec, body.upright);
  std::vector<int> out_of_plane;
  for (int i = 2; i <= rod.n_edges(); ++i) out_of_plane.push_back(rod.node(i) + 1);
  for (int e = 1; e < rod.n_edges(); ++e) out_of_plane.push_back(rod.frames->edge(e).angle);
  builder.fix(out_of_plane);
  body.model = builder.finish();
  body.bent = body.model.initial;
  Eigen::VectorXd step = Eigen::VectorXd::Zero(body.model.layout.n_q);
  Eigen::Vector3d x = body.bent.q.segment<3>(rod.node(1));
  for (int e = 1; e < rod.n_edges(); ++e) {
    const double middle = 0.5 * (spec.nodes[static_cast<std::size_t>(e)] + spec.nodes[static_cast<std::size_t>(e) + 1]);
    const double theta = strip.angle(middle / strip.length);
    x += rod.lengths[static_cast<std::size_t>(e)] * Eigen::Vector3d(std::sin(theta), 0, -std::cos(theta));
    step.segment<3>(rod.node(e + 1)) = x - body.bent.q.segment<3>(rod.node(e + 1));
  }
  const plumb::Status status = body.model.layout.retract(body.bent, step);
  ENSURE(status == plumb::Status::ok);
  body.tip = {body.model.embedding->n_points() - 1};
  return body;
}

}  // namespace codes
