#include <plumb/step/method.h>

#include <array>
#include <utility>

#include <plumb/core/status.h>

namespace plumb {
namespace {

struct Known {
  Method method;
  std::string_view name;
  int order;
  bool conserves;
};
constexpr std::array<Known, 10> kKnown{{{Method::static_, "static", 2, true},
                                        {Method::symplectic_euler, "symplectic-euler", 1, true},
                                        {Method::backward_euler, "backward-euler", 1, false},
                                        {Method::linearly_implicit_euler, "linearly-implicit-euler", 1, false},
                                        {Method::implicit_midpoint, "implicit-midpoint", 2, true},
                                        {Method::newmark, "newmark", 2, true},
                                        {Method::bdf2, "bdf2", 2, false},
                                        {Method::energy_keeping, "energy-keeping", 2, true},
                                        {Method::generalised_alpha, "generalised-alpha", 2, false},
                                        {Method::tr_bdf2, "tr-bdf2", 2, false}}};

const Known& known(Method method) {
  for (const Known& one : kKnown) {
    if (one.method == method) return one;
  }
  bug("a method is known", __FILE__, __LINE__);
}

}  // namespace

std::string_view name(Method method) { return known(method).name; }

const std::vector<Method>& all_methods() {
  static const std::vector<Method> all = [] {
    std::vector<Method> methods;
    for (const Known& one : kKnown) methods.push_back(one.method);
    return methods;
  }();
  return all;
}

int order(Method method) { return known(method).order; }

bool conserves(Method method) { return known(method).conserves; }

bool completed_by_contact(Method method) {
  return method == Method::backward_euler || method == Method::linearly_implicit_euler;
}

}  // namespace plumb
