#include <codes/static-coulomb/static_push.h>

#include <cmath>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/elastic_rod.h>

namespace codes {
namespace {

constexpr double kBuckling = 4.493409457909064;  // tan k = k

double amplitude(double eps_y) { return 2 * std::sqrt(eps_y) / kBuckling; }

plumb::Pose upright_at(double height) { return {{0, 0, height}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()}; }

}  // namespace

double PushedStripSize::angle(double s, double eps_y) {
  return amplitude(eps_y) * (1 - std::cos(kBuckling * (1 - s)) / std::cos(kBuckling));
}

double PushedStripSize::curvature(double s, double eps_y) {
  return -amplitude(eps_y) * kBuckling * std::sin(kBuckling * (1 - s)) / std::cos(kBuckling);
}

PushedBody super_helix_strip(const PushedStripSize& size, int n, double bent) {
  PushedBody body;
  body.upright = upright_at(size.length);
  plumb::CurvedRodSpec spec;
  spec.rod.lengths.assign(static_cast<std::size_t>(n), size.length / n);
  spec.rod.bend_1 = spec.rod.bend_2 = spec.rod.twist = size.bending();
  spec.rod.mass_per_length = size.density * size.width * size.thickness;
  spec.rod.natural.assign(static_cast<std::size_t>(spec.rod.n_unknowns()), 0);
  spec.planar = true;
  body.model = plumb::curved_rod(spec, body.upright);
  body.bent = body.model.initial;
  for (int i = 0; i < n; ++i) body.bent.q[3 * i] = PushedStripSize::curvature((i + 0.5) / n, bent) / size.length;
  body.tip = {body.model.embedding->n_points() - 1};
  return body;
}

PushedBody elastic_rod_strip(const PushedStripSize& size, int n, double bent) {
  PushedBody body;
  body.upright = upright_at(size.length);
  plumb::RodSpec spec;
  spec.nodes = plumb::clamped_nodes(size.length, n);
  spec.stiffness =
      plumb::rod_stiffness(plumb::RodSection::rectangle(size.thickness, size.width), size.young, 0, size.density);
  spec.clamped_edges = {0};
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
    const double theta = PushedStripSize::angle(middle / size.length, bent);
    x += rod.lengths[static_cast<std::size_t>(e)] * Eigen::Vector3d(std::sin(theta), 0, -std::cos(theta));
    step.segment<3>(rod.node(e + 1)) = x - body.bent.q.segment<3>(rod.node(e + 1));
  }
  const plumb::Status status = body.model.layout.retract(body.bent, step);
  ENSURE(status == plumb::Status::ok);
  body.tip = {body.model.embedding->n_points() - 1};
  return body;
}

}  // namespace codes
