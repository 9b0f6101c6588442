#include <plumb/energy/rod/curved_chain.h>

#include <plumb/core/status.h>

namespace plumb {

CurvedPoint curved_point(const CurvedChain& chain, double at) {
  CurvedPoint point;
  double start = 0;
  for (; point.element + 1 < chain.lengths.size() && start + chain.lengths[point.element] < at; ++point.element)
    start += chain.lengths[point.element];
  const double length = chain.lengths[point.element];
  ENSURE(at > start && at <= start + length * (1 + 1e-9));
  point.fraction = at >= start + length ? 1 : (at - start) / length;
  return point;
}

}  // namespace plumb
