// What takes long ends when its budget does.
#include <plumb/core/budget.h>

#include <numeric>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/linalg/block_band.h>
#include <plumb/linalg/lanczos.h>
#include <plumb/linalg/sparse_ldlt.h>

namespace plumb {
namespace {

constexpr int kLarge = 700;  // 1e8 multiplications and additions in a full matrix

SymmetricMatrix full(int n, Storage storage) {
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 0);
  SymmetricPattern pattern(n);
  pattern.add_stencil(all);
  pattern.finish();
  SymmetricMatrix a(pattern, storage);
  for (int i = 0; i < n; ++i) a.values()[a.position(i, i)] = 1 + i;
  return a;
}

template <class F>
void ends_with_its_budget(Storage storage) {
  const SymmetricMatrix a = full(kLarge, storage);
  F factorization;
  std::atomic<bool> stop = true;
  {
    const Budget budget(&stop);
    EXPECT_EQ(factorization.factor(a, 0), Status::interrupted);
  }
  EXPECT_EQ(factorization.factor(a, 0), Status::ok);
  const Budget budget(nullptr, 1e-9);
  EXPECT_EQ(factorization.factor(a, 0), Status::out_of_time);
}

TEST(Budget, ends_a_band_factorisation) { ends_with_its_budget<BlockBandFactorization>(Storage::band); }
TEST(Budget, ends_a_sparse_factorisation) { ends_with_its_budget<SparseLdlt>(Storage::sparse); }

TEST(Budget, ends_a_sparse_factorisation_on_other_threads) {
  set_threads(3);
  ends_with_its_budget<SparseLdlt>(Storage::sparse);
  set_threads(1);
}

TEST(Budget, ends_the_search_for_modes) {
  const SymmetricMatrix a = full(60, Storage::band);
  std::atomic<bool> stop = true;
  {
    const Budget budget(&stop);
    EXPECT_EQ(lowest_modes(a, 2).status, Status::interrupted);
  }
  EXPECT_EQ(lowest_modes(a, 2).status, Status::ok);
}

}  // namespace
}  // namespace plumb
