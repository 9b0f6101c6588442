#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/bodies/warning.h>
#include <plumb/scene/simulation/pass_through.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>

namespace plumb {

/// How the way to a frame ended. `body` names the one that failed.
struct FrameOutcome {
  Status status = Status::ok;
  std::string body;
  double time = 0;  ///< s, reached
  int iterations = 0, steps = 0;
  std::vector<Warning> warnings = {};  ///< of the run so far
};

class ContactAtWork;
class ContactStatics;

/// A scene at work: its bodies go from frame to frame together, in a motion from step to step (step/march.h), and touch
/// each other and what is around if the scene has contact (world/world_march.h). Everything that changes is in their
/// states, so that a run which is saved after a frame and loaded again gives the same bits.
class Simulation {
 public:
  explicit Simulation(Scene scene);
  ~Simulation();

  const Scene& scene() const { return scene_; }
  std::size_t n_bodies() const { return bodies_.size(); }
  const Body& body(std::size_t i) const;

  /// After frame 0; a scene that takes no time has no more, a path may be finished before.
  int n_frames() const { return scene_.solve.duration > 0 ? scene_.solve.n_frames : 0; }
  /// A path has no time: its frames are a second apart.
  double frame_time(int frame) const;
  /// Frame 0 is the initial shape of a motion, or the first equilibrium. Frames are taken in turn. A frame that takes
  /// longer than the scene's time limit is given up.
  FrameOutcome advance_to(int frame);
  /// What makes the frames so far doubtful; a frame that is loaded brings those of the run that saved it.
  const std::vector<Warning>& warnings() const { return warnings_; }
  /// Returns true if the path has come to the loads at the end of the programme.
  bool finished() const;
  /// Returns where the path is between the loads at time zero, 0, and those at the end, 1; none if it is no path.
  std::optional<double> load_factor() const;
  /// What there is to see now.
  Frame look() const;

  std::string save() const;
  /// Throws UserError where the bytes are not a state of this scene.
  void load(const std::string& bytes);

  /// A static scene from an equilibrium of another one with the same unknowns, at once to the end of its programme.
  /// Unless the status is ok nothing has changed; not_converged: there is no such way.
  Status continue_from(const Simulation& other);

  /// Vibrations about the present equilibrium, per body.
  std::vector<Vibrations> vibrations(int k) const;
  /// The shape with a body moved by `amplitude` along a vibration (of the largest displacement, m).
  Shape vibrating(std::size_t body, const Eigen::VectorXd& mode, double amplitude) const;

 private:
  struct BodyAtWork;
  /// Adds what one body found to the warnings of the run.
  void warn(const BodyAtWork& body, std::vector<Warning> found);
  bool is_told(const std::string& kind, const BodyAtWork& body) const;
  FrameOutcome to_equilibrium(BodyAtWork& body, int frame);
  FrameOutcome to_equilibrium_in_contact(BodyAtWork& body, int frame);
  /// Moves all bodies to a later time in lock step. Returns how each of them fared.
  std::vector<MarchOutcome> march_to(double time);
  /// Tells of a family of bodies: of one that is alone all it has; of copies the sums of their energies and the means of
  /// their places.
  void observe(const Family& family, std::vector<Observable>& out) const;
  FrameOutcome moved(const BodyAtWork& body, const MarchOutcome& outcome, double time) const;
  Shape shape() const;

  Scene scene_;
  std::vector<std::unique_ptr<BodyAtWork>> bodies_;
  std::vector<Warning> warnings_;
  std::unique_ptr<ContactAtWork> contact_;   ///< null: bodies pass through each other
  std::unique_ptr<ContactStatics> statics_;  ///< of a static scene with contact, which has one body
  PassThrough pass_through_;
};

}  // namespace plumb
