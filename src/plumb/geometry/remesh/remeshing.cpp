#include <plumb/geometry/remesh/remeshing.h>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace plumb {
namespace {

/// Splits and collapses follow each other until neither finds anything to do; a second round is mostly empty.
constexpr int kMostRounds = 4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

Remeshing::Remeshing(LiveMesh mesh, std::vector<Eigen::Matrix3d> sizing, std::vector<bool> kept,
                     const RemeshOptions& options)
    : mesh_(std::move(mesh)),
      sizing_(std::move(sizing)),
      kept_(std::move(kept)),
      rules_(mesh_, sizing_, kept_, options) {}

void Remeshing::run() {
  for (int t = 0; t < mesh_.n_triangle_slots(); ++t) changed(t);
  flip_edges();
  for (int round = 0; round < kMostRounds && !to_split_.empty(); ++round) {
    split_long_edges();
    collapse_short_edges();
  }
}

void Remeshing::changed(int triangle) {
  if (at(triangle) >= changed_in_.size()) changed_in_.resize(at(triangle) + 1, 0);
  changed_in_[at(triangle)] = pass_;
  for (Worklist* list : {&to_flip_, &to_split_, &to_collapse_}) list->add(triangle);
}

void Remeshing::changed_around(int point) {
  mesh_.fan(point, fan_);
  for (const int corner : fan_) changed(corner / 3);
}

bool Remeshing::changed_in_this_pass(int triangle) const { return changed_in_[at(triangle)] == pass_; }

/// The edges of listed triangles that pass a test, each once, in the order of their sizes and then of their ends. Slots
/// of points are in the order of names or of being made, so that numbers of the old mesh play no part.
template <class Test>
std::vector<Remeshing::Candidate> Remeshing::candidates(const Worklist& where, const Test& wanted) const {
  std::vector<Candidate> all;
  for (const int t : where.triangles()) {
    if (!mesh_.has_triangle(t)) continue;
    for (int edge = 3 * t; edge < 3 * t + 3; ++edge) {
      const int other = mesh_.across(edge);
      if ((other >= 0 && other < edge && where.contains(other / 3)) || !wanted(edge)) continue;
      const auto [low, high] = std::minmax({mesh_.from(edge), mesh_.to(edge)});
      all.push_back({rules_.squared_size(edge), low, high, edge});
    }
  }
  const auto key = [](const Candidate& c) { return std::tuple(c.squared_size, c.low, c.high); };
  std::sort(all.begin(), all.end(), [&](const Candidate& a, const Candidate& b) { return key(a) < key(b); });
  return all;
}

/// Flips until there is nothing to gain. The metric differs from edge to edge, so that a circle of flips cannot be
/// excluded: their number is bounded.
void Remeshing::flip_edges() {
  suspects_.clear();
  for (const int t : to_flip_.triangles()) {
    for (int edge = 3 * t; edge < 3 * t + 3 && mesh_.has_triangle(t); ++edge) {
      const int other = mesh_.across(edge);
      if (other > edge || (other >= 0 && !to_flip_.contains(other / 3))) suspects_.push_back(edge);
    }
  }
  const std::size_t most = 10 * suspects_.size();
  for (std::size_t i = 0; i < suspects_.size() && i < most; ++i) {
    const int edge = suspects_[i], other = mesh_.across(edge);
    if (!rules_.should_flip(edge)) continue;
    mesh_.flip(edge);
    ++counts_.flips;
    for (const int t : {edge / 3, other / 3}) {
      changed(t);
      suspects_.insert(suspects_.end(), {3 * t, 3 * t + 1, 3 * t + 2});
    }
  }
  to_flip_.clear();
}

/// Each pass splits edges, the longest first, of which no two share a triangle, and flips.
void Remeshing::split_long_edges() {
  while (!to_split_.empty()) {
    const std::vector<Candidate> all = candidates(to_split_, [this](int edge) { return rules_.should_split(edge); });
    to_split_.clear();
    ++pass_;
    std::for_each(all.rbegin(), all.rend(), [this](const Candidate& candidate) { split(candidate.edge); });
    flip_edges();
  }
}

void Remeshing::split(int edge) {
  const int other = mesh_.across(edge), a = mesh_.from(edge), b = mesh_.to(edge);
  if (changed_in_this_pass(edge / 3) || (other >= 0 && changed_in_this_pass(other / 3))) return;
  const int middle = mesh_.split(edge);
  sizing_.emplace_back(0.5 * (sizing_[at(a)] + sizing_[at(b)]));
  kept_.push_back(false);
  changed_around(middle);
  ++counts_.splits;
}

/// Each pass collapses edges, the shortest first, and flips.
void Remeshing::collapse_short_edges() {
  while (!to_collapse_.empty()) {
    widen(to_collapse_);
    const std::vector<Candidate> all = candidates(to_collapse_, [this](int edge) { return rules_.is_short(edge); });
    to_collapse_.clear();
    ++pass_;
    for (const Candidate& candidate : all) collapse(candidate);
    flip_edges();
  }
}

/// Removes the newer end, or else the older one.
void Remeshing::collapse(const Candidate& candidate) {
  const int t = candidate.edge / 3;
  if (!mesh_.has_triangle(t) || changed_in_this_pass(t)) return;
  for (const auto& [removed, into] : {std::pair(candidate.high, candidate.low), {candidate.low, candidate.high}}) {
    if (kept_[at(removed)] || !rules_.may_be_collapsed_into(candidate.edge, into)) continue;
    mesh_.fan(removed, fan_);
    if (!rules_.may_collapse(removed, into, fan_)) continue;
    mesh_.collapse(removed, into, fan_);
    ++counts_.collapses;
    changed_around(into);
    return;
  }
}

/// All triangles around a point decide if it may be removed: they come into the list, too.
void Remeshing::widen(Worklist& list) {
  const std::vector<int> changed = list.triangles();
  if (2 * changed.size() > at(mesh_.n_triangle_slots())) {
    for (int t = 0; t < mesh_.n_triangle_slots(); ++t) list.add(t);
    return;
  }
  for (const int t : changed) {
    for (int corner = 3 * t; corner < 3 * t + 3 && mesh_.has_triangle(t); ++corner) {
      mesh_.fan(mesh_.point(corner), fan_);
      for (const int around : fan_) list.add(around / 3);
    }
  }
}

}  // namespace plumb
