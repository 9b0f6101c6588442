#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/contact/detect/contact.h>
#include <plumb/contact/detect/obstacle.h>
#include <plumb/mechanics/state.h>

namespace plumb {

/// The coefficient of friction of every pair. Bodies and obstacles are counted as detection counts them.
struct FrictionLaws {
  struct Pair {
    int body = 0;           ///< the smaller number of two families of bodies
    int other = 0;          ///< family or obstacle
    bool obstacle = false;  ///< is `other` an obstacle?
    double mu = 0;
  };
  double elsewhere = 0;     ///< of pairs that are not named
  std::vector<int> family;  ///< of each body: the number that pairs know it by; empty: its own number
  std::vector<Pair> pairs;

  double mu(const ContactKey& key) const;
};

/// What is remembered of a contact from one accepted state to the next.
struct Touch {
  ContactKey key;
  Eigen::Vector3d force{0, 0, 0};    ///< N, on side a, in space
  Eigen::Vector3d residue{0, 0, 0};  ///< m, how far a sticking contact is from where it began to stick: rounding, which
                                     ///< the next step takes back, so that it never adds up
  bool sticks = false;
};

/// The touches as bytes, bit for bit.
std::string save(const std::vector<Touch>& touches);
/// Throws UserError if the bytes are not whole saved touches.
std::vector<Touch> load_touches(std::string_view bytes);

/// Several bodies that may touch, at one time.
struct WorldState {
  std::vector<State> bodies;
  std::vector<Touch> touches;  ///< ascending by key
};

/// Where the obstacles are and how fast they move, at one time.
struct ObstacleMotion {
  std::vector<Pose> poses;
  std::vector<PoseRate> rates;
};

}  // namespace plumb
