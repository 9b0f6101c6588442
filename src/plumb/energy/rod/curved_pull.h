#pragma once

// What pulls at a rod of curvatures: one term on all of its unknowns each.

#include <memory>

#include <Eigen/Core>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// The weight, E = -rho A int g . r(s) ds. With w_i the gravity seen from the frame at the start of element i, w_(i+1)
/// = turn_i^T w_i, it is linear in w: E = w_0 . lambda_0, lambda_i = turn_i lambda_(i+1) - rho A (l_beyond chord_i +
/// moment_i). So the gradient takes one sweep down and one up, O(n), and the exact Hessian, which is full, O(n^2).
std::shared_ptr<const Energy> curved_weight(const CurvedChain& rod, CurvedPlace place);

/// A force on a cross-section, by the same sweeps: E = -force . r(at), a wrench of the loads.
std::shared_ptr<const Energy> curved_force(const CurvedChain& rod, CurvedPlace place, CurvedPoint at,
                                           std::size_t wrench);

/// A force on a rigid arm that sticks out of the free end: E = -force . (r(L) + F(L) arm), a wrench of the loads, where
/// the columns of F are the tangent and the directors; the arm is in m. Held by such forces, the end keeps a direction.
std::shared_ptr<const Energy> curved_arm_force(const CurvedChain& rod, CurvedPlace place, const Eigen::Vector3d& arm,
                                               std::size_t wrench);

}  // namespace plumb
