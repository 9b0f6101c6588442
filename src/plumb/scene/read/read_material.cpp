#include <plumb/scene/read/read_material.h>

#include <fmt/format.h>

namespace plumb {

SceneMaterial read_material(const Entry& entry) {
  const Keys keys(entry, {"E", "nu", "rho"});
  SceneMaterial material;
  material.young = keys.need("E", "Young's modulus, as E = \"1 MPa\"").positive(dimension::pressure);
  const Entry nu = keys.need("nu", "Poisson's ratio, as nu = 0.5");
  material.poisson = nu.quantity(dimension::none);
  if (!(material.poisson > -1 && material.poisson <= 0.5)) {
    nu.refuse(fmt::format("must be above -1 and at most 0.5, got {}", material.poisson));
  }
  material.density = keys.need("rho", "the density, as rho = \"1200 kg/m^3\"").positive(dimension::density);
  return material;
}

}  // namespace plumb
