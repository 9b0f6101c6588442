#pragma once

// The limit w/L -> 0: lateral buckling of a cantilevered strip, a Kirchhoff rod, under its own weight q per unit length
// (Michell 1899). At a distance t from the free end the weight bends the strip in its plane by M = q t^2/2. A twist of
// the section by phi turns M partly into the soft direction, E I v'' = -M phi, so that the energy
//   int G J phi'^2 - M^2 phi^2/(E I) dt
// loses its positivity at the first q for which
//   phi'' + lambda^2 t^4/4 phi = 0,  phi'(0) = 0,  phi(1) = 0,   lambda = q L^3/sqrt(E I G J),
// has a solution: phi = sqrt(t) J_{-1/6}(lambda t^3/6). For a thin strip E I = (1 - nu^2) D w and G J = 2 (1 - nu) D w,
// thus Gamma* = q L^3/(D w) = lambda sqrt(2) (1 - nu) sqrt(1 + nu).

namespace judge {

/// lambda = 12.8537...
double rod_threshold();

/// Gamma* at w/L = 0: 18.1779... (1 - nu) sqrt(1 + nu).
double slender_threshold(double nu);

}  // namespace judge
