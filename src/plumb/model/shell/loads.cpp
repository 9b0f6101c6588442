#include <plumb/model/shell/loads.h>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace plumb {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// For each point of the mesh, whether it is one of the load's.
std::vector<bool> loaded_points(const ShellSpec& spec, const ShellLoad& load) {
  std::vector<bool> loaded(spec.rest.points.size(), false);
  for (const int p : load.points) loaded[at(p)] = true;
  return loaded;
}

/// The boundary edges between the points of a load.
std::vector<int> loaded_edges(const std::vector<bool>& loaded, const MeshTopology& topology) {
  const auto in = [&](int p) { return loaded[at(p)]; };
  std::vector<int> edges;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const MeshEdge& edge = topology.edges[e];
    if (edge.boundary() && in(edge.points[0]) && in(edge.points[1])) edges.push_back(static_cast<int>(e));
  }
  return edges;
}

double length(const TriangleMesh& mesh, const MeshEdge& edge) {
  return (mesh.points[at(edge.points[1])] - mesh.points[at(edge.points[0])]).norm();
}

/// The part of a load's force that each point of the mesh takes.
std::vector<double> shares(const ShellSpec& spec, const std::vector<bool>& loaded, const MeshTopology& topology,
                           const std::vector<int>& edges) {
  std::vector<double> share(spec.rest.points.size(), 0.0);
  for (const int e : edges) {
    for (const int p : topology.edges[at(e)].points) share[at(p)] += length(spec.rest, topology.edges[at(e)]);
  }
  bool an_edge = true;
  for (std::size_t p = 0; p < share.size(); ++p) an_edge = an_edge && (!loaded[p] || share[p] > 0);
  if (!an_edge) {
    std::fill(share.begin(), share.end(), 0.0);
    for (std::size_t t = 0; t < spec.rest.triangles.size(); ++t) {
      for (const int p : spec.rest.triangles[t]) share[at(p)] += area(spec.rest, static_cast<int>(t));
    }
    for (std::size_t p = 0; p < share.size(); ++p) {
      if (!loaded[p]) share[p] = 0;
    }
  }
  const double whole = std::accumulate(share.begin(), share.end(), 0.0);
  for (double& s : share) s /= whole;
  return share;
}

void check_load(const ShellSpec& spec, const ShellLoad& load) {
  const int n_points = static_cast<int>(spec.rest.points.size());
  if (load.points.empty()) throw UserError("a load of a shell acts on no points");
  for (const int p : load.points) {
    if (p < 0 || p >= n_points) {
      throw UserError(fmt::format("a load acts on point {}, but the mesh has the points 0 to {}", p, n_points - 1));
    }
  }
}

EdgeMoments::Place moment_place(const MeshTopology& topology, int e, const ShellParts& parts) {
  EdgeMoments::Place place;
  const MeshEdge& edge = topology.edges[at(e)];
  const auto unknowns = parts.unknowns(std::array{edge.points[0], edge.points[1], edge.opposite[0]});
  std::copy(unknowns.begin(), unknowns.end(), place.unknowns.begin());
  place.director = parts.first_director >= 0;
  place.unknowns[9] = place.director ? parts.first_director + e : place.unknowns[8];
  return place;
}

}  // namespace

bool takes_moment(const ShellSpec& spec, const ShellLoad& load) {
  check_load(spec, load);
  return !loaded_edges(loaded_points(spec, load), mesh_topology(spec.rest)).empty();
}

std::vector<std::shared_ptr<const Energy>> load_terms(const ShellSpec& spec, const MeshTopology& topology,
                                                      const ShellParts& parts) {
  std::vector<PointForces::Place> forces;
  std::vector<EdgeMoments::Place> moments;
  for (std::size_t k = 0; k < spec.loads.size(); ++k) {
    const ShellLoad& load = spec.loads[k];
    check_load(spec, load);
    const int wrench = static_cast<int>(parts.wrenches[k]);
    const std::vector<bool> loaded = loaded_points(spec, load);
    const std::vector<int> edges = loaded_edges(loaded, topology);
    const std::vector<double> share = shares(spec, loaded, topology, edges);
    for (std::size_t p = 0; p < share.size(); ++p) {
      const int first = parts.points[p];
      if (share[p] > 0) forces.push_back({{first, first + 1, first + 2}, wrench, share[p]});
    }
    double whole = 0;
    for (const int e : edges) whole += length(spec.rest, topology.edges[at(e)]);
    for (const int e : edges) {
      EdgeMoments::Place place = moment_place(topology, e, parts);
      place.wrench = wrench;
      place.share = length(spec.rest, topology.edges[at(e)]) / whole;
      moments.push_back(place);
    }
  }
  std::vector<std::shared_ptr<const Energy>> terms;
  if (!forces.empty()) terms.push_back(std::make_shared<PointForces>(std::move(forces)));
  if (!moments.empty()) terms.push_back(std::make_shared<EdgeMoments>(std::move(moments)));
  return terms;
}

}  // namespace plumb
