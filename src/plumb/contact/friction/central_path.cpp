#include <plumb/contact/friction/central_path.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/contact/friction/cone.h>
#include <plumb/contact/friction/framed_system.h>
#include <plumb/contact/friction/lorentz.h>
#include <plumb/core/budget.h>

namespace plumb {

namespace {

enum class Kind { joint, frictionless, frictional };

class CentralPath {
 public:
  CentralPath(const ContactProblem& problem, const GaussSeidel& sweeps, double kink)
      : problem_(problem),
        sweeps_(sweeps),
        kink_(kink),
        n_(sweeps.rows().n_contacts()),
        system_(sweeps.rows()),
        r_(Eigen::VectorXd::Zero(3 * n_)),
        s_(r_),
        dr_(r_),
        ds_(r_),
        missing_(r_),
        force_(r_),
        correction_(r_),
        contacts_(static_cast<std::size_t>(n_)),
        frames_(static_cast<std::size_t>(n_)) {
    for (int i = 0; i < n_; ++i) {
      OnPath& c = contact(i);
      const Cone& cone = problem.cones[static_cast<std::size_t>(i)];
      const double size = sweeps.sizes()[static_cast<std::size_t>(i)];
      c.kind = cone.joint ? Kind::joint : cone.mu > 0 ? Kind::frictional : Kind::frictionless;
      c.unit = Eigen::Vector3d(c.kind == Kind::frictional ? cone.mu : 1, 1, 1) * std::sqrt(size);
      unit_ = std::max(unit_, problem.b.segment<3>(3 * i).norm() / std::sqrt(size));
      n_cones_ += !cone.joint;
      if (!cone.joint) r_(3 * i) = s_(3 * i) = 1;
    }
  }

  CentralPathOutcome run(double tolerance, int max_iterations, Eigen::VectorXd& best, Eigen::VectorXd& best_motion) {
    constexpr int kPatience = 12, kAtATurn = 25;
    constexpr double kNoStep = 1e-3, kProgress = 0.5;
    CentralPathOutcome outcome{residual_at_best(best, best_motion), 0};
    if (n_cones_ == 0 || !(unit_ > 0)) return outcome;
    double least_product = std::numeric_limits<double>::infinity();
    int last_progress = 0;
    for (int idle = 0; idle < kPatience && outcome.iterations < max_iterations && budget_left() == Status::ok;) {
      look();
      const double error = candidate_residual();
      if (!std::isfinite(error)) break;
      if (error < outcome.residual) {
        outcome.residual = error;
        best = force_;
        best_motion = motion_;
      }
      if (outcome.residual <= tolerance) break;
      if (product_ < kProgress * least_product) {
        least_product = product_;
        last_progress = outcome.iterations;
      }
      if (outcome.iterations - last_progress > kAtATurn) break;
      ++outcome.iterations;
      if (!advance()) break;
      idle = step_ < kNoStep ? idle + 1 : 0;
    }
    return outcome;
  }

  /// Follows the path until the motion W r + b, moved by `margin` along the normals, opens every contact.
  bool opens_all(double margin, int max_iterations) {
    for (int k = 0; k < max_iterations && budget_left() == Status::ok; ++k) {
      look();
      if (every_contact_opens(margin)) return true;
      if (!advance()) return false;
    }
    return false;
  }

 private:
  static constexpr double kLeastProximal = 1e-7, kMostProximal = 1e-5, kShort = 0.1;

  struct OnPath {
    Kind kind = Kind::frictional;
    Eigen::Vector3d unit;                                   ///< r = unit_ r_ / unit, u = unit_ u_ unit
    Eigen::Matrix3d scaling, unscaling;                     ///< N and its inverse
    Eigen::Vector3d scaled;                                 ///< N s = N^-1 r
    Eigen::Matrix3d unshift = Eigen::Matrix3d::Identity();  ///< the inverse of du/ds
    Eigen::Vector3d right_side = Eigen::Vector3d::Zero();   ///< of the linearised r o s = m, scaled
  };
  OnPath& contact(int i) { return contacts_[static_cast<std::size_t>(i)]; }
  Eigen::Vector3d r(int i) const { return r_.segment<3>(3 * i); }
  Eigen::Vector3d s(int i) const { return s_.segment<3>(3 * i); }

  double residual_at_best(const Eigen::VectorXd& best, Eigen::VectorXd& motion) const {
    return sweeps_.residual(best, motion);
  }

  /// Computes m, and `missing_`: the motion that s stands for less that of the forces.
  void look() {
    product_ = r_.dot(s_) / n_cones_;
    const double kink = kink_ * std::sqrt(product_);
    for (int i = 0; i < n_; ++i) force_.segment<3>(3 * i) = unit_ * r(i).cwiseQuotient(contact(i).unit);
    sweeps_.rows().apply(force_, motion_);
    motion_ += problem_.b;
    for (int i = 0; i < n_; ++i) {
      OnPath& c = contact(i);
      const Eigen::Vector3d u = motion_.segment<3>(3 * i).cwiseQuotient(c.unit) / unit_;
      Eigen::Vector3d meant = s(i);
      if (c.kind == Kind::frictional) {
        const double squared = meant.tail<2>().squaredNorm(), length = std::sqrt(squared + kink * kink);
        meant(0) -= squared / (length + kink);
        c.unshift(0, 1) = coupling_ * s_(3 * i + 1) / length;
        c.unshift(0, 2) = coupling_ * s_(3 * i + 2) / length;
      }
      missing_.segment<3>(3 * i) = meant - u;
      if (c.kind == Kind::frictionless) missing_.segment<2>(3 * i + 1).setZero();
    }
  }

  bool every_contact_opens(double margin) const {
    for (int i = 0; i < n_; ++i) {
      const Eigen::Vector3d u = motion_.segment<3>(3 * i);
      if (!(u(0) + margin > problem_.cones[static_cast<std::size_t>(i)].mu * std::hypot(u(1), u(2)))) return false;
    }
    return true;
  }

  /// Puts `force_` into the cones; returns its residual.
  double candidate_residual() {
    for (int i = 0; i < n_; ++i) {
      const Cone& cone = problem_.cones[static_cast<std::size_t>(i)];
      if (!cone.joint) force_.segment<3>(3 * i) = project_on_cone(cone.mu, force_.segment<3>(3 * i));
    }
    return sweeps_.residual(force_, motion_);
  }

  /// One step of Mehrotra's method: a predictor, then the same matrix for centre and corrector.
  bool advance() {
    constexpr double kToRim = 0.9, kLeastCentring = 1e-6, kMostCentring = 3, kBehind = 0.3;
    constexpr double kLong = 0.4, kTighter = 20, kLooser = 0.2;
    make_frames();
    if (system_.factor(frames_) != Status::ok) return false;
    correction_.setZero();
    const double ahead = std::min(1.0, direction(0));
    const double left = std::max(0.0, (r_ + ahead * dr_).dot(s_ + ahead * ds_) / n_cones_) / product_;
    // Were m to vanish before what is missing does, steps would end at the rim.
    const double behind = kBehind * missing_.lpNorm<Eigen::Infinity>();
    const double centring = std::max(std::clamp(left * left * left, kLeastCentring, 1.0),
                                     std::min(kMostCentring, behind * behind / product_));
    if (ahead >= kShort)
      for (int i = 0; i < n_; ++i) {
        const OnPath& c = contact(i);
        if (c.kind != Kind::joint)
          correction_.segment<3>(3 * i) =
              jordan_product(c.unscaling * dr_.segment<3>(3 * i), c.scaling * ds_.segment<3>(3 * i));
      }
    step_ = std::min(1.0, kToRim * direction(centring));
    if (!dr_.allFinite() || !ds_.allFinite()) return false;
    r_ += step_ * dr_;
    s_ += step_ * ds_;
    for (int i = 0; i < n_; ++i) {
      if (contact(i).kind == Kind::joint) continue;
      r_.segment<3>(3 * i) = kept_inside(r(i));
      s_.segment<3>(3 * i) = kept_inside(s(i));
    }
    constexpr double kMoreCoupling = 0.25;
    coupling_ = step_ < kShort ? 0 : std::min(1.0, coupling_ + kMoreCoupling);
    if (step_ < kShort) proximal_ = std::min(kMostProximal, kTighter * proximal_);
    if (step_ > kLong) proximal_ = std::max(kLeastProximal, kLooser * proximal_);
    return true;
  }

  /// The equations for dr are U (W + p) dr + N^-2 dr = right, U the inverse of du/ds. With N's axes as coordinates and
  /// dr = N (1 + N^2)^-1/2 x, everything is of the size of W or smaller, however small or large N is.
  void make_frames() {
    for (int i = 0; i < n_; ++i) {
      OnPath& c = contact(i);
      FramedSystem::Frame& frame = frames_[static_cast<std::size_t>(i)];
      Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
      Eigen::Vector3d part = Eigen::Vector3d::Ones(), rest = Eigen::Vector3d::Zero();
      if (c.kind != Kind::joint) {
        const NesterovTodd scaling(r(i), s(i));
        c.scaling = scaling.n;
        c.unscaling = scaling.inverse;
        c.scaled = scaling.n * s(i);
        const Eigen::Array3d squares = scaling.sizes.array().square();
        part = (squares / (1 + squares)).sqrt();
        rest = 1 / (1 + squares);
        axes = scaling.axes;
        if (c.kind == Kind::frictionless) {
          axes.setIdentity();
          part.tail<2>().setZero();
          rest = {rest(2), 1, 1};
          part(0) = std::sqrt(squares(2) / (1 + squares(2)));
        }
      }
      const Eigen::Matrix3d right = axes * part.asDiagonal(), left = right.transpose() * c.unshift;
      frame.added = proximal_ * left * right;
      frame.added.diagonal() += rest;
      frame.right = c.unit.cwiseInverse().asDiagonal() * right;
      frame.left = left * c.unit.cwiseInverse().asDiagonal();
    }
  }

  /// Computes dr and ds towards r o s = centring * m; returns the longest step inside the cones.
  double direction(double centring) {
    Eigen::VectorXd right(3 * n_);
    for (int i = 0; i < n_; ++i) {
      OnPath& c = contact(i);
      const FramedSystem::Frame& frame = frames_[static_cast<std::size_t>(i)];
      right.segment<3>(3 * i) = frame.left * missing_.segment<3>(3 * i).cwiseProduct(c.unit);
      if (c.kind == Kind::joint) continue;
      c.right_side = jordan_quotient(Eigen::Vector3d(centring * product_, 0, 0) - jordan_product(c.scaled, c.scaled) -
                                         correction_.segment<3>(3 * i),
                                     c.scaled);
      right.segment<3>(3 * i) += frame.right.transpose() * (c.unscaling * c.right_side).cwiseProduct(c.unit);
    }
    const Eigen::VectorXd x = system_.solve(frames_, right);
    double longest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_; ++i) {
      const OnPath& c = contact(i);
      const Eigen::Vector3d dr =
          (frames_[static_cast<std::size_t>(i)].right * x.segment<3>(3 * i)).cwiseProduct(c.unit);
      dr_.segment<3>(3 * i) = dr;
      if (c.kind == Kind::joint) continue;
      const Eigen::Vector3d ds = c.unscaling * (c.right_side - c.unscaling * dr);
      ds_.segment<3>(3 * i) = ds;
      longest = std::min({longest, step_to_rim(r(i), dr), step_to_rim(s(i), ds)});
    }
    return longest;
  }

  const ContactProblem& problem_;
  const GaussSeidel& sweeps_;
  double kink_;  ///< e over sqrt(m)
  int n_, n_cones_ = 0;
  double unit_ = 0;  ///< of r_ and u_, N m^1/2 or the like
  FramedSystem system_;
  Eigen::VectorXd r_, s_, dr_, ds_, missing_;
  Eigen::VectorXd force_, motion_;  ///< what r_ stands for, and W force + b
  Eigen::VectorXd correction_;      ///< of second order: dr o ds of the predictor, scaled
  std::vector<OnPath> contacts_;
  std::vector<FramedSystem::Frame> frames_;
  double coupling_ = 0;  ///< how much of the shift's derivative the matrix has, 0 to 1
  double product_ = 0;   ///< m
  double proximal_ = kLeastProximal, step_ = 0;
};

}  // namespace

bool central_path_is_feasible(const DelassusRows& rows) { return rows.n_contacts() <= (rows.dense() ? 100 : 50000); }

bool solution_must_exist(const ContactProblem& problem) {
  constexpr double kMargin = 0.1, kNoShift = std::numeric_limits<double>::infinity();
  constexpr int kMostIterations = 150;
  for (const Cone& cone : problem.cones)
    if (cone.joint) return false;
  // Forces against b - margin n, without the shift: where they exist, W r + b - margin n is in the dual cones.
  ContactProblem harder = problem;
  double motion = 0;
  for (Eigen::Index i = 0; i < problem.b.size(); i += 3) motion = std::max(motion, problem.b.segment<3>(i).norm());
  const double margin = motion > 0 ? kMargin * motion : 1;
  for (Eigen::Index i = 0; i < problem.b.size(); i += 3) harder.b(i) -= margin;
  const GaussSeidel sweeps(harder);
  return central_path_is_feasible(sweeps.rows()) &&
         CentralPath(harder, sweeps, kNoShift).opens_all(margin, kMostIterations);
}

CentralPathOutcome follow_central_path(const ContactProblem& problem, const GaussSeidel& sweeps, double tolerance,
                                       int max_iterations, Eigen::VectorXd& r, Eigen::VectorXd& u) {
  // A path may turn back, which depends on e. Three values are tried: where one path does, another often does not.
  CentralPathOutcome outcome;
  for (const double kink : {1.0, 0.3, 3.0}) {
    const CentralPathOutcome found = CentralPath(problem, sweeps, kink).run(tolerance, max_iterations, r, u);
    outcome = {found.residual, outcome.iterations + found.iterations};
    if (outcome.residual <= tolerance || budget_left() != Status::ok) break;
  }
  return outcome;
}

}  // namespace plumb
