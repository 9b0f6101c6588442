#include <judge/run/runner.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include <judge/question/statement.h>
#include <judge/records/store.h>
#include <judge/verdict/ladder.h>
#include <plumb/core/budget.h>

namespace judge {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What is to be observed at a load.
struct Wanted {
  std::vector<std::string> names;
  std::vector<std::string> also;
  bool shape = false;
};

/// Returns `shape` if it has whole points, none of them farther away than any structure reaches; else nothing.
std::vector<double> sound_shape(std::vector<double> shape) {
  constexpr double farthest = 1000;  // in units of L
  const auto far = [](double coordinate) { return !(std::abs(coordinate) <= farthest); };
  if (shape.size() % 3 != 0 || std::any_of(shape.begin(), shape.end(), far)) return {};
  return shape;
}

/// Enters what the trial knows besides. What is missing may be so because there was no time left to find it.
void ask_also(Trial& trial, const std::vector<std::string>& names, Record& record) {
  if (names.empty()) return;
  const Quantities known = trial.also_observe(names);
  for (const std::string& name : names) {
    const auto found = known.find(name);
    if (found != known.end() && std::isfinite(found->second)) record.observed[name] = found->second;
  }
  record.reply.status = plumb::failed_with(record.reply.status);
}

/// Returns what the trial answers at a load. A code that says "ok" and then has no finite number to show has failed all
/// the same: no NaN reaches a file.
Record ask(Trial& trial, const Scenario& scenario, const Load& load, const Load& stated, const Wanted& wanted) {
  Record record{load.values, trial.advance(stated), {}};
  record.told = stated_in_si(scenario, stated);
  Reply& reply = record.reply;
  if (reply.residual && !std::isfinite(*reply.residual)) {
    reply.residual.reset();
    if (reply.status == plumb::Status::ok) {
      reply.status = plumb::Status::not_converged;
      reply.note = "the residual is not a finite number";
    }
  }
  if (reply.status != plumb::Status::ok) {
    reply.status = plumb::failed_with(reply.status);
    // A structure that snaps on the way still says where.
    if (reply.status == plumb::Status::snaps) ask_also(trial, wanted.also, record);
    return record;
  }

  const Quantities seen = trial.observe(wanted.names);
  for (const std::string& name : wanted.names) {
    const auto found = seen.find(name);
    if (found == seen.end() || !std::isfinite(found->second)) {
      reply.status = plumb::Status::outside_domain;
      reply.note = fmt::format("'{}' was {}", name, found == seen.end() ? "not observed" : "not a finite number");
      record.observed.clear();
      return record;
    }
    record.observed[name] = found->second;
  }
  ask_also(trial, wanted.also, record);
  if (wanted.shape) record.shape = sound_shape(trial.shape());
  return record;
}

struct Job {
  Assignment cell;
  Scenario scenario;
};

constexpr int kMostElements = 1000000;

/// Returns the branches of `protocol` with the knobs of the code's card, or those of the rung.
std::vector<Scenario> planned_branches(const Card& card, const Protocol& protocol, const RunOptions& options) {
  std::vector<Scenario> branches = protocol.plan(options.sampling);
  const auto expectation = card.protocols.find(protocol.describe().name);
  for (Scenario& branch : branches) {
    if (expectation != card.protocols.end()) branch.knobs = refined(expectation->second.knobs, options.rung);
    branch.knobs.tol /= options.tighter;
    if (options.n > 0) branch.knobs.n = options.n;
    if (branch.knobs.n > kMostElements) {
      throw plumb::UserError(fmt::format("n = {} on {}: at most {} elements along the length are taken", branch.knobs.n,
                                         protocol.describe().name, kMostElements));
    }
    branch.scales = restated(branch.scales, options.rung);
  }
  return branches;
}

/// The pool: workers take branches in order; what they share is guarded here.
class Run {
 public:
  Run(const std::vector<Assignment>& cells, const RunOptions& options) : options_(options) {
    for (const Assignment& cell : cells) {
      for (Scenario& scenario : planned_branches(cell.code->describe(), *cell.protocol, options)) {
        total_ += cell.protocol->length(scenario);
        jobs_.push_back({cell, std::move(scenario)});
      }
    }
  }

  RunOutcome go() {
    {
      std::vector<std::jthread> workers;
      const int n_workers = std::max(1, std::min(options_.jobs, static_cast<int>(jobs_.size())));
      try {
        for (int i = 0; i < n_workers; ++i) workers.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        // The machine has no more threads: those that it has do the work.
        if (workers.empty()) throw;
      }
    }
    if (error_) std::rethrow_exception(error_);
    return outcome_;
  }

 private:
  void work() {
    for (std::size_t i; (i = next_job_++) < jobs_.size();) {
      try {
        run_branch(jobs_[i]);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        abandoned_ = true;
      }
    }
  }

  Load stated(const Load& load) const { return restated(restated(load, options_.rung), options_.units); }

  bool stopped() const { return abandoned_ || (options_.stop != nullptr && *options_.stop); }

  void run_branch(const Job& job) {
    const plumb::Budget until_stopped(options_.stop), until_abandoned(&abandoned_);
    const Protocol& protocol = *job.cell.protocol;
    const std::string program = options_.program + job.cell.code->fingerprint();
    BranchFile file(options_.dir, job.cell.code->describe().name, job.scenario, program);
    if (!file.damage().empty()) notice(file.damage());

    // Records count while they are what the protocol asks for today, and while the trial can go on from the last one.
    std::vector<Point> points;
    auto load = protocol.next(job.scenario, points);
    for (const Record& record : file.records()) {
      if (!load || load->values != record.load) break;
      points.push_back(protocol.measure(job.scenario, record));
      load = protocol.next(job.scenario, points);
    }
    const bool as_planned = points.size() == file.records().size();
    const bool can_go_on = !load || points.empty() || !file.state().empty();
    if (!as_planned || !can_go_on) {
      file.restart();
      points.clear();
      load = protocol.next(job.scenario, points);
    }
    if (!points.empty()) resumed(job, points);

    const bool alive = !load || stopped() || go_on(job, file, points, load);
    ended(job, static_cast<int>(points.size()), !load || !alive);
  }

  /// Asks load after load. Returns false if the trial died; then its last words are on record. A load that was
  /// interrupted leaves nothing.
  bool go_on(const Job& job, BranchFile& file, std::vector<Point>& points, std::optional<Load>& load) {
    const Protocol& protocol = *job.cell.protocol;
    const ProtocolCard column = protocol.describe();
    Wanted wanted{column.observables, column.also};
    const auto take = [&](const Record& record, double seconds) {
      points.push_back(protocol.measure(job.scenario, record));
      advanced(job, points.back(), seconds);
    };
    double start = seconds_now();
    const auto dies = [&](plumb::Status status, const std::string& why) {
      Record last{load->values, {.status = status, .note = why}, {}};
      last.told = stated_in_si(job.scenario, stated(*load));
      file.append_last(last);
      take(last, seconds_now() - start);
      return false;
    };
    try {
      const std::unique_ptr<Trial> trial = job.cell.code->open(job.scenario);
      if (!file.state().empty()) trial->load(file.state());
      while (load && !stopped()) {
        start = seconds_now();
        wanted.shape = protocol.keeps_shape(job.scenario, *load);
        const plumb::Budget limit(nullptr, options_.time_limit);
        const Record record = ask(*trial, job.scenario, *load, stated(*load), wanted);
        const double seconds = seconds_now() - start;
        if (record.reply.status != plumb::Status::ok && plumb::budget_left() != plumb::Status::ok) {
          if (stopped()) return true;
          // The branch ends: the next load would start from wherever a machine of this speed had come to.
          return dies(plumb::Status::out_of_time,
                      fmt::format("took longer than the time limit of {:.4g} s; --time-limit gives it more",
                                  options_.time_limit));
        }
        file.append(record, trial->save());
        take(record, seconds);
        load = protocol.next(job.scenario, points);
      }
      return true;
    } catch (const TrialError& error) {
      return stopped() || dies(plumb::Status::no_answer, error.what());
    }
  }

  void resumed(const Job& job, const std::vector<Point>& points) {
    const std::lock_guard lock(mutex_);
    for (const Point& point : points) outcome_.n_failed += has_failed(point) ? 1 : 0;
    done_ += static_cast<int>(points.size());
    tell(job, points.back().status, 0, true);
  }

  void advanced(const Job& job, const Point& point, double seconds) {
    const std::lock_guard lock(mutex_);
    outcome_.n_failed += has_failed(point) ? 1 : 0;
    ++done_;
    tell(job, point.status, seconds, false);
  }

  void ended(const Job& job, int n_loads, bool finished) {
    const std::lock_guard lock(mutex_);
    if (finished) {
      total_ += n_loads - job.cell.protocol->length(job.scenario);
      ++branches_done_;
    }
    if (!finished && !abandoned_) outcome_.interrupted = true;
  }

  void tell(const Job& job, plumb::Status status, double seconds, bool from_records) {
    if (!options_.on_step) return;
    options_.on_step({job.cell.code->describe().name, job.scenario.protocol, job.scenario.branch, options_.rung,
                      options_.last_rung, status, done_, std::max(total_, done_), branches_done_,
                      static_cast<int>(jobs_.size()), seconds, from_records});
  }

  void notice(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    if (options_.on_notice) options_.on_notice(sentence);
  }

  const RunOptions& options_;
  std::vector<Job> jobs_;
  std::atomic<std::size_t> next_job_ = 0;
  std::atomic<bool> abandoned_ = false;

  std::mutex mutex_;
  std::exception_ptr error_;
  RunOutcome outcome_;
  int done_ = 0;
  int total_ = 0;
  int branches_done_ = 0;
};

}  // namespace

std::vector<Assignment> assignments(const std::vector<const Code*>& codes,
                                    const std::vector<const Protocol*>& protocols) {
  std::vector<Assignment> cells;
  for (const Code* code : codes) {
    const Card card = code->describe();
    for (const Protocol* protocol : protocols) {
      if (card.protocols.contains(protocol->describe().name)) cells.push_back({code, protocol});
    }
  }
  return cells;
}

RunOutcome run(const std::vector<Assignment>& cells, const RunOptions& options) { return Run(cells, options).go(); }

}  // namespace judge
