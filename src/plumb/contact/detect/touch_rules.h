#pragma once

// Which of all the pairs of features that are near each other are contacts.
//
// Two surfaces of triangles are nearest to each other at a point and the inside of a triangle, at two edges that pass
// each other, at a point and an edge, or at two points. The last two kinds are seen by many pairs at once (every
// triangle beside the edge, every edge at the point), and one touch must not become many contacts, nor none:
//
// 1. Parts that share a point do not touch each other. Nor do edges of a rod whose nearer ends are, along the rod, less
//    than (pi/2)(r_a + r_b) apart: tubes that bend no tighter than their radius cannot meet on a shorter way, and
//    otherwise thick rods of short edges would touch themselves at rest. Edges beside a triangle do not count as rods.
// 2. A pair of edges whose nearest point is an end of one, on the inside of an edge that has a triangle, is left to the
//    pair of that end and the triangle; so are two ends of which one is a corner of a triangle.
// 3. Of all triangles around the rim (the edge or corner) that is nearest to a point, the one that is nearest to the
//    point has the contact; of equals, the one with the lowest number. The same holds for edges around an end. If the
//    nearest one may not touch by rule 1, nobody has the contact: what is near is the neighbourhood itself. So a point
//    of a flat sheet does not touch the sheet two triangles further, however thick it is.
// 4. Two corners see each other from both sides: the first one by its owner and number keeps the contact, a body's
//    before an obstacle's.
// 5. If the surface comes nearer along an edge at the point, or into a triangle at the edge, the touch is there and not
//    here; unless what comes nearer runs through the other side. For a point over the inside of a triangle, and for two
//    edges that pass each other, this counts from a slant of 30 degrees on: a sheet that comes down at a slant is to be
//    met with all its points at the next instant. Where a rim is nearest, or edges are parallel, it counts at once: the normals of such pairs
//    point sideways.
//
// Rules 2 to 5 give up a pair only for one with a smaller gap, or an equal one of a lower rank. So the nearest pair of
// every neighbourhood is always kept, at convex corners and at concave ones.

#include <optional>

#include <plumb/contact/detect/measure.h>
#include <plumb/contact/detect/parts.h>

namespace plumb {

/// Who keeps the contact where two corners are nearest to each other.
enum class Corners { point_first, triangle_first, lower_number_first };

/// A point of one owner and a triangle of another, or of the same.
struct PointAndTriangle {
  const PartsNow* of_point = nullptr;
  const PartsNow* of_triangle = nullptr;  ///< the same object: a body with itself
  Corners corners = Corners::point_first;
};

/// Two edges of two owners, or of the same.
struct TwoEdges {
  const PartsNow* of_a = nullptr;
  const PartsNow* of_b = nullptr;  ///< the same object: a body with itself
};

/// Returns how a pair lies if it is a contact nearer than `margin`.
std::optional<Measured> touch(const PointAndTriangle& owners, int point, int triangle, double margin);
std::optional<Measured> touch(const TwoEdges& owners, int a, int b, double margin);

Feature point_feature(const PartsNow& now, int point);
Feature edge_feature(const PartsNow& now, int edge);
Feature triangle_feature(const PartsNow& now, int triangle);

}  // namespace plumb
