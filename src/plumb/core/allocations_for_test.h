#pragma once

// Counts every allocation of a test program, also those that Eigen makes without operator new. Include it in one file
// of the program only: it replaces malloc. The sanitizers bring their own allocator, which must not be replaced.

#include <cstddef>
#include <cstdlib>

namespace plumb {
inline long& n_allocations() {
  static long n = 0;
  return n;
}
}  // namespace plumb

// GCC and clang say in different ways that a sanitizer is at work.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PLUMB_OTHER_ALLOCATOR
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PLUMB_OTHER_ALLOCATOR
#endif
#endif

#ifdef PLUMB_OTHER_ALLOCATOR
inline constexpr bool can_count_allocations = false;
#else
inline constexpr bool can_count_allocations = true;
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void* malloc(std::size_t size) {
  ++plumb::n_allocations();
  return __libc_malloc(size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++plumb::n_allocations();
  return __libc_memalign(alignment, size);
}
}
#endif
