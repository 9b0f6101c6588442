#include <plumb/world/impact_zones.h>

#include <map>
#include <numeric>

#include <Eigen/QR>

namespace plumb {
namespace {

/// Returns the least l >= 0 that solves w l = change on the contacts with l > 0.
Eigen::VectorXd pushing(const Eigen::MatrixXd& w, const Eigen::VectorXd& change) {
  std::vector<Eigen::Index> kept(static_cast<std::size_t>(change.size()));
  std::iota(kept.begin(), kept.end(), 0);
  while (!kept.empty()) {
    const Eigen::VectorXd l = w(kept, kept).completeOrthogonalDecomposition().solve(change(kept));
    Eigen::Index lowest = 0;
    if (l.minCoeff(&lowest) >= 0) {
      Eigen::VectorXd all = Eigen::VectorXd::Zero(change.size());
      all(kept) = l;
      return all;
    }
    kept.erase(kept.begin() + lowest);
  }
  return Eigen::VectorXd::Zero(change.size());
}

}  // namespace

std::vector<std::vector<int>> impact_zones(const PointMasses& masses, const std::vector<const Contact*>& contacts) {
  const int n = static_cast<int>(contacts.size());
  std::vector<int> leader(contacts.size());
  std::iota(leader.begin(), leader.end(), 0);
  const auto lead = [&](int i) {
    while (leader[static_cast<std::size_t>(i)] != i) i = leader[static_cast<std::size_t>(i)];
    return i;
  };
  std::map<PointMasses::Place, int> first_at;
  for (int i = 0; i < n; ++i) {
    for (const PointMasses::Share& share : masses.shares(*contacts[static_cast<std::size_t>(i)])) {
      const auto [at, is_new] = first_at.try_emplace(share.place, i);
      if (is_new) continue;
      const auto [low, high] = std::minmax({lead(at->second), lead(i)});
      leader[static_cast<std::size_t>(high)] = low;
    }
  }
  std::map<int, std::vector<int>> zones;
  for (int i = 0; i < n; ++i) zones[lead(i)].push_back(i);
  std::vector<std::vector<int>> all;
  for (auto& [of, members] : zones) all.push_back(std::move(members));
  return all;
}

Eigen::VectorXd project_zone(PointMasses& masses, const std::vector<const Contact*>& zone,
                             const Eigen::VectorXd& change) {
  const auto n = static_cast<Eigen::Index>(zone.size());
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& a = *zone[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < n; ++k) {
      const Contact& b = *zone[static_cast<std::size_t>(k)];
      for (const PointMasses::Share& mine : masses.shares(a)) {
        for (const PointMasses::Share& theirs : masses.shares(b)) {
          if (mine.place == theirs.place) {
            w(i, k) += mine.weight * theirs.weight * mine.inverse_mass * a.normal.dot(b.normal);
          }
        }
      }
    }
  }
  const Eigen::VectorXd impulses = pushing(w, change);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Contact& contact = *zone[static_cast<std::size_t>(i)];
    masses.push(contact, impulses[i] * contact.normal);
  }
  return impulses;
}

}  // namespace plumb
