#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/layout.h>

namespace plumb {

/// An energy on a small piece of material, ready to be tested: the tests and `plumb check-derivatives` shake it and
/// check the properties it claims. Each energy's .cpp ends with `std::vector<Specimen> <file>_specimens()`; they are
/// collected into `all_specimens()` by the build.
struct Specimen {
  std::string name;
  std::shared_ptr<const Energy> energy;
  /// The energy in its second formulation, which serves as the oracle of its closed form; empty if it has none.
  std::function<Status(const State&, const Loads&, int begin, int end, Want, ElementBuffer&)> oracle;
  Layout layout;
  State rest;  ///< undeformed
  Loads loads;
  double shake = 0.1;        ///< size of a random step, relative to the layout's scale, that stays in the domain
  bool rest_is_zero = true;  ///< no energy and no force at rest
  bool objective = true;     ///< unchanged by rigid motion; hence forces sum to nothing

  /// Sets the energy, and the oracle if the energy has dual numbers beside its closed form.
  template <class Term>
  void set_energy(std::shared_ptr<Term> term) {
    if constexpr (requires { &Term::evaluate_by_duals; }) {
      oracle = [term](const State& state, const Loads& of, int begin, int end, Want want, ElementBuffer& out) {
        return term->evaluate_by_duals(state, of, begin, end, want, out);
      };
    }
    energy = std::move(term);
  }
};

std::vector<Specimen> all_specimens();

/// A deformed copy of the specimen's state: a random step of size `shake`, from a seed.
State shaken(const Specimen& specimen, unsigned seed);

/// Worst relative errors of one specimen's derivatives against Ridders' extrapolated central differences along the
/// retraction, over a few random states: each is the largest difference over the largest entry.
struct DerivativeErrors {
  double gradient = 0;
  double hessian = 0;
  double hessian_times = 0;  ///< matrix-free product against the Hessian
  double asymmetry = 0;      ///< of differences of the gradient: not a Hessian of any energy
  int worst_unknown = -1;    ///< of the gradient
  Status status = Status::ok;
};
DerivativeErrors check_derivatives(const Specimen& specimen);

/// What a shared library of own energies exports for `plumb check-derivatives LIB.so`.
#define PLUMB_EXPORT_SPECIMENS \
  extern "C" __attribute__((visibility("default"))) void plumb_specimens(std::vector<plumb::Specimen>& out)

}  // namespace plumb
