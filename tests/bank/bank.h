#pragma once

// A bank of simulators that cost nothing: closed forms and master curves, fed with what an experimenter is told in SI
// units, each with one bug that real authors make. Some are right.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <judge/question/code.h>

namespace judge::bank {

/// What a code reads of its scenario and its load, and what a bug spoils.
struct Told {
  double length = 1, young = 1, density = 1, width = 0, thickness = 0, radius = 0, nu = 0;
  double g = 0, mu = 0, push = 0, curvature = 0, tilt = 0;
  double time = 0, angle = 0, velocity_x = 0, velocity_z = 0, spin_y = 0, spin_z = 0;  ///< of a motion
  double bending = 1;                                                                  ///< factor on E I
  double weight = 1;                                                                   ///< factor on rho A
  double twist_nu = 0;                                                                 ///< the G of GJ
  double torsion = 1;                                                                  ///< factor on J
  double side = 1;        ///< factor on E I of bending out of the plane of a curl
  double mass = 1;        ///< factor on the rho A that is accelerated
  double decay = 0;       ///< of a motion, in 1/s; below zero: it grows
  double fast_decay = 0;  ///< of all but the slowest vibration, in 1/s
  double unit_time = 0;   ///< s: of t and of the knob dt
  Place place;
  Knobs knobs;

  /// These return E I, and the force E I / L^2, of the section.
  double stiffness() const;
  double force() const { return stiffness() / (length * length); }
};

/// What a code keeps from load to load.
struct Memory {
  Load last;
  double largest = 0;   ///< of the swept quantity
  double answered = 0;  ///< the first number that it observed last
  int n_asked = 0;
  bool loaded = false;  ///< was it read from a saved state?
};

struct Bug {
  std::function<void(Told&, const Memory&, const Load&)> before{};       ///< the input is spoilt
  std::function<void(Quantities&, const Told&, const Memory&)> after{};  ///< or the output
  std::function<void(Memory&)> on_load{};                                ///< or what is saved
};

struct Entry {
  std::string name;
  std::string protocol;
  std::string mistake{};  ///< for the table; empty: the code is right
  Bug bug{};
  Knobs knobs{100, 0, 0};
  std::vector<std::string> places{};
  bool saves = true;
  bool tells_forces = true;  ///< in Stick-Slip
  bool invisible = false;    ///< no check can see it, and docs/judge.md says why
  std::string kind = "Other";
};

std::vector<Entry> all_entries();

std::unique_ptr<Code> code_of(const Entry& entry);

/// What caught an entry: the first check of the panel that failed; empty if none did.
struct Finding {
  std::string check;
  std::string why;
  std::string order;  ///< as the ladder found it
  double cost = 0;    ///< loads of the checks over those of the plain run
};

/// Runs the code on its protocol with checks and ladder, in an empty folder of its own.
Finding judged(const Entry& entry, const std::string& folder);

}  // namespace judge::bank
