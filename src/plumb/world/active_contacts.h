#pragma once

#include <map>

#include <plumb/contact/detect/contact.h>

namespace plumb {

/// A contact that takes part in the problem of a step.
struct ActiveContact {
  Contact contact;
  Eigen::Vector3d force{0, 0, 0};    ///< N, on side a
  Eigen::Vector3d residue{0, 0, 0};  ///< m, of a contact that sticks since an earlier step
  Eigen::Vector3d normal{0, 0, 1};   ///< with which the force was found
  double apart = 0;                  ///< m, how far its sides had come apart along its normal when the gap was measured
};

/// Ascending by key, as contacts are everywhere.
using ActiveContacts = std::map<ContactKey, ActiveContact>;

}  // namespace plumb
