#include <plumb/core/parallel.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <plumb/core/budget.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

struct Arena {
  int n = 1;
  std::unique_ptr<tbb::global_control> allowed;  // more threads than cores are allowed: tests ask for them
  std::unique_ptr<tbb::task_arena> arena;
};

Arena& arena() {
  static Arena the_arena;
  return the_arena;
}

#ifdef PLUMB_THREAD_SANITIZER
// The thread sanitizer cannot see how TBB, a library without its instruments, hands work from thread to thread, and
// takes every hand-over for a race. Plain threads show it whether the chunks themselves race.
template <class Run>
void run_in_parallel(int n_chunks, const Run& run) {
  std::atomic<int> next = 0;
  const auto work = [&] {
    for (int c = next++; c < n_chunks; c = next++) run(c);
  };
  std::vector<std::jthread> team;
  for (int i = 1; i < arena().n; ++i) team.emplace_back(work);
  work();
}
#else
template <class Run>
void run_in_parallel(int n_chunks, const Run& run) {
  arena().arena->execute([&] { tbb::parallel_for(0, n_chunks, run); });
}
#endif

}  // namespace

void set_threads(int n) {
  ENSURE(n >= 1);
  arena() = {};
  if (n == 1) return;
  arena().n = n;
  arena().allowed =
      std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(n));
  arena().arena = std::make_unique<tbb::task_arena>(n);
}

int threads() { return arena().n; }

void for_chunks(int n, int chunk, RangeFunction f) { for_chunks_if(true, n, chunk, f); }

void for_chunks_if(bool worth_threads, int n, int chunk, RangeFunction f) {
  const int n_chunks = (n + chunk - 1) / chunk;
  const auto run = [&](int c) { f(c * chunk, std::min(n, (c + 1) * chunk)); };
  if (n_chunks <= 1 || !worth_threads || !arena().arena) {
    for (int c = 0; c < n_chunks; ++c) run(c);
    return;
  }
  const BudgetOfCaller budget;
  run_in_parallel(n_chunks, [&](int c) {
    const BudgetOfCaller::Lent lent(budget);
    run(c);
  });
}

}  // namespace plumb
