#include <plumb/mechanics/assembly.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include <plumb/core/parallel.h>
#include <plumb/mechanics/convex.h>

namespace plumb {
namespace {

constexpr int kChunk = 64;  // elements: their results stay in the cache until they are summed
constexpr int kRows = 256;
// Elements times squared stencil from which a term is worth waking threads up. Parallel assembly sends every element's
// Hessian through memory: on two cores it takes 2.0 and 1.7 times as long as serial one at 2,904 and 30,498 triangles
// (bench/threads_bench), so it is left to terms that are larger than any of these by far.
constexpr double kWorthThreads = 1e9;

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
  std::vector<int> count(static_cast<std::size_t>(layout.n_free) + 1, 0);
  for (int e = 0; e < n_elements; ++e) {
    const auto dofs = energy->stencil(e);
    for (int i = 0; i < term.stencil; ++i) {
      const int row = layout.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(i)])];
      term.rows.push_back(row);
      if (row >= 0) ++count[static_cast<std::size_t>(row) + 1];
      if (energy->linear()) continue;
      for (int j = 0; j <= i; ++j) {
        const int col = layout.free_index[static_cast<std::size_t>(dofs[static_cast<std::size_t>(j)])];
        const bool kept = row >= 0 && col >= 0;
        term.positions.push_back(
            kept ? static_cast<std::int32_t>(matrix.position(std::max(row, col), std::min(row, col))) : -1);
      }
    }
  }
  // The elements of each row, in their order: the order of its sums.
  for (std::size_t r = 1; r < count.size(); ++r) count[r] += count[r - 1];
  term.first_incidence = count;
  term.incidences.resize(static_cast<std::size_t>(count.back()));
  for (int e = 0; e < n_elements; ++e) {
    for (int i = 0; i < term.stencil; ++i) {
      const int row = term.rows[static_cast<std::size_t>(e * term.stencil + i)];
      if (row >= 0) term.incidences[static_cast<std::size_t>(count[static_cast<std::size_t>(row)]++)] = {e, i};
    }
  }
  term.buffers.resize(1);
  term.buffers[0].resize(std::min(n_elements, kChunk), term.stencil);
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

void Assembly::Term::gather_row(int row, Sink sink) {
  const auto first = static_cast<std::size_t>(first_incidence[static_cast<std::size_t>(row)]);
  const auto last = static_cast<std::size_t>(first_incidence[static_cast<std::size_t>(row) + 1]);
  const int packed = stencil * (stencil + 1) / 2;
  for (std::size_t k = first; k < last; ++k) {
    const auto [e, i] = incidences[k];
    ElementBuffer& buffer = buffers[static_cast<std::size_t>(e / kChunk)];
    const int slot = e % kChunk;
    if (sink.gradient) {
      const double g = buffer.gradient(slot, i);
      sink.gradient[row] += g;
      if (sink.magnitude) sink.magnitude[row] += std::abs(g);
    }
    if (sink.hessian && !positions.empty()) {
      for (int j = 0; j < stencil; ++j) {
        if (rows[static_cast<std::size_t>(e * stencil + j)] > row) continue;  // that entry belongs to the other row
        const int entry = ElementBuffer::packed_index(std::max(i, j), std::min(i, j));
        const std::int32_t position =
            positions[static_cast<std::size_t>(e) * static_cast<std::size_t>(packed) + static_cast<std::size_t>(entry)];
        if (position >= 0) sink.hessian[position] += buffer.hessian(slot, entry);
      }
    }
  }
}

template <class Evaluate>
Status Assembly::run(const Evaluate& evaluate, const Loads& loads, double* value, bool convex, Sink sink) {
  if (value) *value = 0;
  for (Term& term : terms_) {
    if (term.energy->idle(loads)) continue;
    const int n_elements = term.energy->n_elements();
    const auto chunks = static_cast<std::size_t>(n_chunks(n_elements));
    const double work = static_cast<double>(n_elements) * term.stencil * term.stencil;
    const bool parallel = threads() > 1 && chunks > 1 && work >= kWorthThreads;
    if (parallel && term.buffers.size() < chunks) {
      term.buffers.resize(chunks);
      for (auto& buffer : term.buffers) buffer.resize(kChunk, term.stencil);
    }
    std::atomic<Status> status = Status::ok;
    for_chunks_if(parallel, n_elements, kChunk, [&](int begin, int end) {
      const auto chunk = static_cast<std::size_t>(begin / kChunk);
      ElementBuffer& buffer = term.buffers[parallel ? chunk : 0];
      if (const Status s = evaluate(*term.energy, begin, end, buffer); s != Status::ok) {
        status = s;
        return;
      }
      const bool left_to_us = convex && sink.hessian && !term.energy->linear() && !term.energy->convexifies();
      if (left_to_us) term.make_convex(scale_, buffer, begin, end);
      if (!parallel) term.scatter(buffer, begin, end, sink);
      if (value) {
        double sum = 0;
        for (int slot = 0; slot < end - begin; ++slot) sum += buffer.value(slot);
        chunk_values_[chunk] = sum;
      }
    });
    if (status != Status::ok) return status;
    if (value) {
      for (std::size_t c = 0; c < chunks; ++c) *value += chunk_values_[c];
    }
    if (parallel) {
      for_chunks(pattern_.size(), kRows, [&](int begin, int end) {
        for (int row = begin; row < end; ++row) term.gather_row(row, sink);
      });
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
  return run([&](const Energy& energy, int begin, int end,
                 ElementBuffer& buffer) { return energy.hessian_times(state, loads, v, begin, end, buffer); },
             loads, nullptr, false, sink);
}

}  // namespace plumb
