#pragma once

#include <type_traits>

namespace plumb {

/// Parallel loops whose results are the same bits for any number of threads: work is cut into fixed chunks, and
/// nothing is reduced across threads. The number is per process; one thread runs everything in the caller.
void set_threads(int n);
int threads();

/// A borrowed callable: no allocation, so it may be used in a warm Newton iteration.
class RangeFunction {
 public:
  template <class F>
  RangeFunction(const F& f)  // NOLINT(google-explicit-constructor): meant to be built from a lambda in a call
      : object_(&f),
        call_([](const void* object, int begin, int end) { (*static_cast<const F*>(object))(begin, end); }) {}
  void operator()(int begin, int end) const { call_(object_, begin, end); }

 private:
  const void* object_;
  void (*call_)(const void*, int, int);
};

/// The budgets (core/budget.h) of the caller are asked inside f, on whatever thread it runs.
/// Calls f(begin, end) on consecutive chunks of at most `chunk` of 0..n-1. Chunk borders do not depend on the threads.
void for_chunks(int n, int chunk, RangeFunction f);
/// The same, in the caller alone where the work is not worth waking threads up.
void for_chunks_if(bool worth_threads, int n, int chunk, RangeFunction f);

}  // namespace plumb
