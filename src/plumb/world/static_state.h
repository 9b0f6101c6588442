#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/contact/detect/contact.h>
#include <plumb/mechanics/state.h>

namespace plumb {

/// What holds a contact in an equilibrium.
enum class ContactHold {
  open,    ///< nothing: it bears no force
  sticks,  ///< side a stays where its anchor is
  slides,  ///< it moves along side b; friction has its full size, against the slip
};

/// A contact in an equilibrium.
struct StaticTouch {
  ContactKey key;
  ContactHold hold = ContactHold::sticks;
  Eigen::Vector3d force{0, 0, 0};    ///< N, on side a, in space
  Eigen::Vector3d against{0, 0, 0};  ///< unit, in space: where friction points while it slides
  BodyPoint a, b;                    ///< material points that were together at the last accepted state of a slide, or
                                     ///< since it sticks; b is unused if the other side is an obstacle
  Eigen::Vector3d anchor{0, 0, 0};   ///< m, where a was then: in the frame of the obstacle, or from b, in space
  Eigen::Vector3d normal{0, 0, 1};   ///< unit, from b to a: in the frame of the obstacle, or in space
};

/// Bodies at rest, at one value of the load parameter.
struct StaticState {
  std::vector<State> bodies;
  std::vector<StaticTouch> touches;  ///< ascending by key
  double load = 0;
};

/// The state as bytes, bit for bit.
std::string save(const StaticState& state);
/// Throws UserError if the bytes are not a whole saved state.
StaticState load_static_state(std::string_view bytes);

}  // namespace plumb
