#include <plumb/linalg/factorization.h>

#include <plumb/linalg/block_band.h>
#include <plumb/linalg/sparse_ldlt.h>

namespace plumb {

std::unique_ptr<Factorization> make_factorization(const SymmetricMatrix& a) {
  if (a.storage() == Storage::band) return std::make_unique<BlockBandFactorization>();
  return std::make_unique<SparseLdlt>();
}

}  // namespace plumb
