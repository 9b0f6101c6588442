#pragma once

#include <vector>

#include <plumb/geometry/director_element.h>

namespace plumb {

/// Where an element is seen: a point of its reference shape, and the shares of stretch and shear and of bend that count
/// there.
struct NaghdiPoint {
  ReferencePoint point;
  double stretch_and_shear, bend;
};
/// The points of an element of which `full` is the share of stretch and shear to be integrated in full.
using NaghdiRule = std::vector<NaghdiPoint> (*)(double full);

/// Partial selective reduced integration (Arnold and Brezzi 1997). A thin shell that bends keeps its metric and its
/// director normal; the functions of an element cannot do so everywhere, and at every point of a full rule they would
/// pay for it with a stiffness (L/t)^2 times that of bending: it locks. Over t^3, the energy is
///   bend + t^-2 (stretch + shear),
/// and of the factor t^-2 only as much as h^-2, h the diameter of the element, is needed to control what a poorer rule
/// does not see. So W = bend + h^-2 (stretch + shear) in full + (t^-2 - h^-2) (stretch + shear) at few points: shares
/// alpha = min(1, t^2/h^2) at six points, exact to degree 4 as is the bend, and 1 - alpha at three, exact to degree 2.
/// Arnold and Brezzi have one point and bubbles for the directors too; without these one point is too few, and three
/// are what FEniCS-Shells takes (Hale et al. 2018): a linear part of the strains, which the bubble lets the positions
/// satisfy. What is left of locking makes coarse meshes stiff against twist.
std::vector<NaghdiPoint> partly_reduced_triangle(double full);
/// 2 x 2 Gauss points for everything. An element by itself has two motions that cost nothing; no two neighbours, and
/// none along a clamped edge, can share them while the shell is flat. A single row of them that is bent sharply, to a
/// radius below its width, can.
std::vector<NaghdiPoint> reduced_quadrilateral(double full);
/// Six points, nine points, for everything: lock when thin.
std::vector<NaghdiPoint> full_triangle(double full);
std::vector<NaghdiPoint> full_quadrilateral(double full);

}  // namespace plumb
