#include <plumb/step/method.h>

#include <plumb/core/status.h>

namespace plumb {

std::string_view name(Method method) {
  switch (method) {
    case Method::static_:
      return "static";
    case Method::symplectic_euler:
      return "symplectic-euler";
    case Method::backward_euler:
      return "backward-euler";
    case Method::implicit_midpoint:
      return "implicit-midpoint";
    case Method::newmark:
      return "newmark";
    case Method::bdf2:
      return "bdf2";
  }
  bug("a method has a name", __FILE__, __LINE__);
}

const std::vector<Method>& all_methods() {
  static const std::vector<Method> all{Method::static_,           Method::symplectic_euler, Method::backward_euler,
                                       Method::implicit_midpoint, Method::newmark,          Method::bdf2};
  return all;
}

int order(Method method) { return method == Method::symplectic_euler || method == Method::backward_euler ? 1 : 2; }

}  // namespace plumb
