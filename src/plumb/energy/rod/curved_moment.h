#pragma once

#include <memory>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// A moment on a cross-section of a rod of curvatures, fixed in space: a wrench of the loads. It has no potential: its
/// value is zero, its gradient is minus its work, and its Hessian is the symmetric part of its stiffness, which
/// suffices to certify. One term on all of the rod's unknowns.
std::shared_ptr<const Energy> curved_moment(const CurvedChain& rod, CurvedPlace place, CurvedPoint at,
                                            std::size_t wrench);

}  // namespace plumb
