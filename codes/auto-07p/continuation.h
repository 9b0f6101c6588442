#pragma once

// AUTO-07p at work: the equations compiled and linked with its objects once, and run up to asked values. A run that
// fails is a Reply with one sentence; numbers that leave here are finite.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <codes/auto-07p/equations.h>
#include <codes/batch_program/batch_program.h>
#include <judge/question/code.h>

namespace codes {

/// Returns AUTO's folder: $AUTO_DIR, or where Debian puts it.
std::string auto_folder();
/// Returns "AUTO-07p is not installed: apt-get install auto-07p gfortran" if that is so; else nothing.
std::string auto_missing();
/// Returns a fingerprint of AUTO's objects and the compiler.
std::string auto_fingerprint();

/// The parameters at each point of a branch, in order; empty if the last one is not at `stop`.
using Branch = std::vector<std::vector<double>>;
/// Reads the branch from AUTO's file fort.7.
Branch read_branch(const std::string& fort7, int n_parameters, double stop);

class AutoContinuation {
 public:
  explicit AutoContinuation(const BoundaryValueProblem& problem) : problem_(problem) {}

  /// Goes from the start to `stop`. Compiles the equations if it is called for the first time.
  judge::Reply run_to(double stop, int n, double tol);
  /// Returns the branch of the last successful run.
  const Branch& branch() const { return branch_; }

 private:
  judge::Reply compile();

  const BoundaryValueProblem& problem_;
  std::unique_ptr<ScratchFolder> folder_;
  Branch branch_;
};

}  // namespace codes
