#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/mechanics/state.h>

namespace plumb {

/// What an evaluation is asked for; nothing else is computed.
struct Want {
  bool value = false;
  bool gradient = false;
  bool hessian = false;
  /// Each element's Hessian is replaced by one without negative eigenvalues, which is larger or the same in every
  /// direction: by the term itself where it knows how (Energy::convexifies), else by whoever assembles it
  /// (mechanics/convex.h).
  bool convex = false;
};

/// What a term of the potential is to the body.
enum class Role {
  stretch,  ///< of a rod's centreline or a shell's middle surface
  bend,     ///< bending and twisting
  mirror,   ///< bending against the mirror image beyond a clamp or a plane of symmetry
  elastic,  ///< stored in the material, of no one kind
  load,     ///< the work of loads, not stored in the material
};

/// A step of a state as a whole, for methods that keep energy (step/energy_keeping.h).
struct Way {
  static constexpr double kLate = 2.0 / 3;

  const State& start;
  const State& end;                ///< `start` retracted by `step`
  const Eigen::VectorXd& step;     ///< like q
  std::span<const State> between;  ///< on the way, at the points of a quadrature
  std::span<const double> weights;
  const State& late;             ///< at kLate of the way
  const Eigen::VectorXd* taken;  ///< the Newton step that led to `end`, or null
};

/// Where elements put their results: value, gradient and packed lower Hessian (row by row) of each element. Elements
/// are interleaved by four, so that a kernel working on four elements at once stores whole packets; a whole term on
/// many unknowns is not.
class ElementBuffer {
 public:
  static constexpr int kLanes = 4;

  void resize(int n_elements, int stencil);
  int stencil() const { return stencil_; }
  int packed() const { return stencil_ * (stencil_ + 1) / 2; }
  static int packed_index(int row, int col) { return row * (row + 1) / 2 + col; }

  /// From one entry of an element to its next.
  int stride() const { return stride_; }

  double& value(int e) { return values_[e]; }
  double& gradient(int e, int i) { return gradients_[at(e, i, stencil_)]; }
  double& hessian(int e, int packed_entry) { return hessians_[at(e, packed_entry, packed())]; }
  /// Four consecutive elements' entry, 32-byte aligned.
  double* gradient_lanes(int group, int i) { return &gradients_[at(group * kLanes, i, stencil_)]; }
  double* hessian_lanes(int group, int entry) { return &hessians_[at(group * kLanes, entry, packed())]; }

 private:
  Eigen::Index at(int e, int i, int n) const {
    return static_cast<Eigen::Index>(e / kLanes) * (kLanes * n) + static_cast<Eigen::Index>(i) * stride_ + e % kLanes;
  }
  int stencil_ = 0, stride_ = kLanes;
  Eigen::VectorXd values_, gradients_, hessians_;
};

/// One term of the potential, in joules: a sum of elements, each a function of the few unknowns in its stencil (or of
/// all of q: one element, the whole term). It is a pure function of (state, loads). Derivatives are along the layout's
/// retraction at step zero.
class Energy {
 public:
  virtual ~Energy() = default;
  virtual std::string_view name() const = 0;
  virtual int n_elements() const = 0;
  /// Unknowns of each element; the same number for all elements of a term.
  virtual int stencil_size() const = 0;
  virtual std::span<const int> stencil(int element) const = 0;
  virtual Role role() const { return Role::elastic; }
  /// Is the gradient that of the value? Moments fixed in space and pressure have no potential: their gradient is minus
  /// their work, and their value means little.
  virtual bool has_potential() const { return true; }
  /// A term linear in q has no Hessian to assemble.
  virtual bool linear() const { return false; }
  /// Is the term nothing at all under these loads, as a pressure of zero? It is then not evaluated.
  virtual bool idle(const Loads& /*loads*/) const { return false; }
  /// Does the term answer Want::convex by itself, from eigenvalues that it knows in closed form?
  virtual bool convexifies() const { return false; }

  /// Elements begin..end-1 into slots 0.. of the buffer. `begin` is a multiple of ElementBuffer::kLanes.
  virtual Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                          ElementBuffer& out) const = 0;
  /// Each element's Hessian times v (a vector like q) into the gradient slots. By default through the element Hessian.
  virtual Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                               ElementBuffer& out) const;
  /// Like `evaluate`, at a state that a Newton step led to. A straight step turns a part and so seems to stretch it, by
  /// the square of the step; where stretching is stiff, that stress spoils the Hessian's geometric part. Such terms
  /// leave it out there: the stress is taken as the step's linearisation foresaw it. Value and gradient are exact, and
  /// so is the Hessian after a step of zero. (Newton's method with stresses as unknowns, condensed: Magisano, Leonetti
  /// and Garcea 2017.)
  virtual Status evaluate_after(const Eigen::VectorXd& /*step*/, const State& state, const Loads& loads, int begin,
                                int end, Want want, ElementBuffer& out) const {
    return evaluate(state, loads, begin, end, want, out);
  }
  /// A mean of the gradient along a step whose work over it is the change of the value: a discrete gradient. As the
  /// Hessian, its derivative by the step, or nearly so. By default by quadrature along the straight way (Quispel and
  /// McLaren 2008). Terms that are stiff in a strain use a secant in that strain instead, for on the straight way a
  /// part that turns is compressed.
  virtual Status evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                                ElementBuffer& out) const;
};

}  // namespace plumb
