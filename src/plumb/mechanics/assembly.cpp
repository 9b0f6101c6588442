#include <plumb/mechanics/assembly.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/parallel.h>
#include <plumb/mechanics/convex.h>

namespace plumb {
namespace {

constexpr int kChunk = 64;  // elements: their results stay in the cache until they are summed
// Elements times squared stencil from which a term is worth waking threads up (bench/threads_bench).
constexpr double kWorthThreads = 1e5;
// Part of the elements that shares may evaluate besides their own.
constexpr double kMostBetween = 0.25;

int n_chunks(int n_elements) { return (n_elements + kChunk - 1) / kChunk; }

SymmetricPattern make_pattern(const Layout& layout, const std::vector<std::shared_ptr<const Energy>>& energies) {
  SymmetricPattern pattern(layout.n_free);
  std::vector<int> rows;
  for (const auto& energy : energies) {
    if (energy->linear()) continue;
    for (int e = 0; e < energy->n_elements(); ++e) {
      rows.clear();
      for (const int dof : energy->stencil(e)) rows.push_back(layout.free_index[static_cast<std::size_t>(dof)]);
      pattern.add_stencil(rows);
    }
  }
  pattern.finish();
  return pattern;
}

/// Does `v` move any unknown of these elements? That of a clamp moves few.
bool moves_any(const Energy& energy, int begin, int end, const Eigen::VectorXd& v) {
  for (int e = begin; e < end; ++e) {
    for (const int dof : energy.stencil(e)) {
      if (v[dof] != 0) return true;
    }
  }
  return false;
}

}  // namespace

Potential::Potential(const SymmetricPattern& pattern)
    : gradient(Eigen::VectorXd::Zero(pattern.size())),
      magnitude(Eigen::VectorXd::Zero(pattern.size())),
      hessian(pattern) {}

Assembly::Assembly(const Layout& layout, std::vector<std::shared_ptr<const Energy>> energies)
    : Assembly(layout, energies, make_pattern(layout, energies)) {}

Assembly::Assembly(const Layout& layout, std::vector<std::shared_ptr<const Energy>> energies, SymmetricPattern pattern)
    : pattern_(std::move(pattern)), scale_(layout.scale) {
  const SymmetricMatrix matrix(pattern_);
  int most_chunks = 0;
  for (auto& energy : energies) {
    most_chunks = std::max(most_chunks, n_chunks(energy->n_elements()));
    terms_.push_back(prepare(std::move(energy), layout, matrix));
  }
  chunk_values_.resize(static_cast<std::size_t>(most_chunks));
}

Assembly::Term Assembly::prepare(std::shared_ptr<const Energy> energy, const Layout& layout,
                                 const SymmetricMatrix& matrix) {
  Term term;
  term.stencil = energy->stencil_size();
  const int n_elements = energy->n_elements();
  for (int e = 0; e < n_elements; ++e) {
    const auto dofs = energy->stencil(e);
    for (int i = 0; i < term.stencil; ++i) {
      const int row = layout.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(i)])];
      term.rows.push_back(row);
      if (energy->linear()) continue;
      for (int j = 0; j <= i; ++j) {
        const int col = layout.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(j)])];
        const bool kept = row >= 0 && col >= 0;
        term.positions.push_back(
            kept ? static_cast<std::int32_t>(matrix.position(std::max(row, col), std::min(row, col))) : -1);
      }
    }
  }
  term.energy = std::move(energy);
  return term;
}

void Assembly::Term::make_convex(const Eigen::VectorXd& scale, ElementBuffer& buffer, int begin, int end) const {
  std::vector<double> own(static_cast<std::size_t>(stencil));
  for (int e = begin; e < end; ++e) {
    const auto dofs = energy->stencil(e);
    for (std::size_t i = 0; i < own.size(); ++i) own[i] = scale[dofs[i]];
    plumb::make_convex(e - begin, own, buffer);
  }
}

void Assembly::Term::scatter(ElementBuffer& buffer, int begin, int end, Sink sink) const {
  const int packed = buffer.packed(), stride = buffer.stride();
  for (int e = begin; e < end; ++e) {
    const int slot = e - begin;
    const int* row = &rows[static_cast<std::size_t>(e * stencil)];
    if (sink.gradient) {
      const double* g = &buffer.gradient(slot, 0);
      for (int i = 0; i < stencil; ++i, g += stride) {
        if (row[i] >= 0) sink.gradient[row[i]] += *g;
      }
    }
    if (sink.magnitude) {
      const double* g = &buffer.gradient(slot, 0);
      for (int i = 0; i < stencil; ++i, g += stride) {
        if (row[i] >= 0) sink.magnitude[row[i]] += std::abs(*g);
      }
    }
    if (sink.hessian && !positions.empty()) {
      const std::int32_t* position = &positions[static_cast<std::size_t>(e) * static_cast<std::size_t>(packed)];
      const double* h = &buffer.hessian(slot, 0);
      for (int k = 0; k < packed; ++k, h += stride) {
        if (position[k] >= 0) sink.hessian[position[k]] += *h;
      }
    }
  }
}

void Assembly::Term::scatter_own(int share, ElementBuffer& buffer, int begin, int end, Sink sink) const {
  const auto is_own = [&](int row) { return row >= 0 && owner[static_cast<std::size_t>(row)] == share; };
  for (int e = begin; e < end; ++e) {
    const int slot = e - begin;
    const int* row = &rows[static_cast<std::size_t>(e * stencil)];
    for (int i = 0; sink.gradient && i < stencil; ++i) {
      if (!is_own(row[i])) continue;
      const double g = buffer.gradient(slot, i);
      sink.gradient[row[i]] += g;
      if (sink.magnitude) sink.magnitude[row[i]] += std::abs(g);
    }
    if (!sink.hessian || positions.empty()) continue;
    const std::int32_t* position = &positions[static_cast<std::size_t>(e) * static_cast<std::size_t>(buffer.packed())];
    for (int i = 0, k = 0; i < stencil; ++i) {
      for (int j = 0; j <= i; ++j, ++k) {
        if (position[k] >= 0 && is_own(std::max(row[i], row[j]))) sink.hessian[position[k]] += buffer.hessian(slot, k);
      }
    }
  }
}

void Assembly::Term::share_out(int n_threads, int n_free) {
  if (n_threads == shared_out_for) return;
  shared_out_for = n_threads;
  const int n_elements = energy->n_elements(), chunks = n_chunks(n_elements);
  shares.assign(1, {0, chunks, {}});
  owner.clear();
  between.clear();
  const double work = static_cast<double>(n_elements) * stencil * stencil;
  if (n_threads > 1 && chunks >= 2 * n_threads && work >= kWorthThreads) {
    shares.resize(static_cast<std::size_t>(n_threads));
    owner.assign(static_cast<std::size_t>(n_free), -1);
    between.assign(static_cast<std::size_t>(chunks), false);
    std::size_t n_beyond = 0;
    for (int s = 0, chunk = 0; s < n_threads; ++s) {
      Share& share = shares[static_cast<std::size_t>(s)];
      share = {chunk, static_cast<int>(static_cast<long>(chunks) * (s + 1) / n_threads), {}};
      for (; chunk < share.end_chunk; ++chunk) {
        const int end = std::min(n_elements, (chunk + 1) * kChunk);
        for (int k = chunk * kChunk * stencil; k < end * stencil; ++k) {
          if (rows[static_cast<std::size_t>(k)] < 0) continue;
          int& whose = owner[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])];
          if (whose < 0) whose = s;
          if (whose == s) continue;
          between[static_cast<std::size_t>(chunk)] = true;
          std::vector<int>& beyond = shares[static_cast<std::size_t>(whose)].beyond;
          if (beyond.empty() || beyond.back() != chunk) beyond.push_back(chunk), ++n_beyond;
        }
      }
    }
    if (static_cast<double>(n_beyond) > kMostBetween * chunks) shares.assign(1, {0, chunks, {}});
  }
  buffers.resize(shares.size());
  for (ElementBuffer& buffer : buffers) buffer.resize(std::min(n_elements, kChunk), stencil);
}

template <class Evaluate>
Status Assembly::run(const Evaluate& evaluate, const Loads& loads, double* value, bool convex, Sink sink) {
  if (value) *value = 0;
  for (Term& term : terms_) {
    if (term.energy->idle(loads)) continue;
    term.share_out(threads(), pattern_.size());
    const int n_elements = term.energy->n_elements();
    const bool left_to_us = convex && sink.hessian && !term.energy->linear() && !term.energy->convexifies();
    for_chunks(static_cast<int>(term.shares.size()), 1, [&](int s, int) {
      Share& share = term.shares[static_cast<std::size_t>(s)];
      ElementBuffer& buffer = term.buffers[static_cast<std::size_t>(s)];
      const auto add = [&](int chunk) {
        const int begin = chunk * kChunk, end = std::min(n_elements, begin + kChunk);
        if (const Status status = evaluate(*term.energy, begin, end, buffer); status != Status::ok) return status;
        if (left_to_us) term.make_convex(scale_, buffer, begin, end);
        if (term.shares.size() > 1 && term.between[static_cast<std::size_t>(chunk)]) {
          term.scatter_own(s, buffer, begin, end, sink);
        } else {
          term.scatter(buffer, begin, end, sink);
        }
        return Status::ok;
      };
      share.status = Status::ok;
      for (int chunk = share.first_chunk; chunk < share.end_chunk; ++chunk) {
        share.status = add(chunk);
        if (share.status != Status::ok) return;
        if (!value) continue;
        double sum = 0;
        for (int slot = 0; slot < std::min(kChunk, n_elements - chunk * kChunk); ++slot) sum += buffer.value(slot);
        chunk_values_[static_cast<std::size_t>(chunk)] = sum;
      }
      if (!sink.gradient && !sink.hessian) return;
      for (const int chunk : share.beyond) {
        if (add(chunk) != Status::ok) return;  // the share that the chunk belongs to tells
      }
    });
    for (const Share& share : term.shares) {
      if (share.status != Status::ok) return share.status;
    }
    if (value) {
      for (int c = 0; c < n_chunks(n_elements); ++c) *value += chunk_values_[static_cast<std::size_t>(c)];
    }
  }
  return Status::ok;
}

template <class Evaluate>
Status Assembly::fill(const Evaluate& evaluate, const Loads& loads, Want want, Potential& out) {
  Sink sink;
  if (want.gradient) {
    out.gradient.setZero();
    out.magnitude.setZero();
    sink.gradient = out.gradient.data();
    sink.magnitude = out.magnitude.data();
  }
  if (want.hessian) {
    out.hessian.set_zero();
    sink.hessian = out.hessian.values();
  }
  return run(evaluate, loads, want.value ? &out.value : nullptr, want.convex, sink);
}

Status Assembly::evaluate(const State& state, const Loads& loads, Want want, Potential& out) {
  return fill([&](const Energy& energy, int begin, int end,
                  ElementBuffer& buffer) { return energy.evaluate(state, loads, begin, end, want, buffer); },
              loads, want, out);
}

Status Assembly::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, Want want,
                                Potential& out) {
  return fill(
      [&](const Energy& energy, int begin, int end, ElementBuffer& buffer) {
        return energy.evaluate_after(step, state, loads, begin, end, want, buffer);
      },
      loads, want, out);
}

Status Assembly::evaluate_along(const Way& way, const Loads& loads, Want want, Potential& out) {
  return fill([&](const Energy& energy, int begin, int end,
                  ElementBuffer& buffer) { return energy.evaluate_along(way, loads, begin, end, want, buffer); },
              loads, want, out);
}

Status Assembly::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) {
  out.setZero(pattern_.size());
  Sink sink;
  sink.gradient = out.data();
  return run(
      [&](const Energy& energy, int begin, int end, ElementBuffer& buffer) {
        if (moves_any(energy, begin, end, v)) return energy.hessian_times(state, loads, v, begin, end, buffer);
        for (int slot = 0; slot < end - begin; ++slot) {
          for (int i = 0; i < buffer.stencil(); ++i) buffer.gradient(slot, i) = 0;
        }
        return Status::ok;
      },
      loads, nullptr, false, sink);
}

}  // namespace plumb
