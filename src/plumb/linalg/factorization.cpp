#include <plumb/linalg/factorization.h>

#include <plumb/linalg/block_band.h>
#ifdef PLUMB_CHOLMOD
#include <plumb/linalg/cholmod.h>
#else
#include <plumb/linalg/eigen_ldlt.h>
#endif

namespace plumb {

std::unique_ptr<Factorization> make_factorization(const SymmetricMatrix& a) {
  if (a.storage() == Storage::band) return std::make_unique<BlockBandFactorization>();
#ifdef PLUMB_CHOLMOD
  return std::make_unique<Cholmod>();
#else
  return std::make_unique<EigenLdlt>();
#endif
}

}  // namespace plumb
