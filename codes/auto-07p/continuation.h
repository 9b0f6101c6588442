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

/// AUTO's folder: $AUTO_DIR, or where Debian puts it.
std::string auto_folder();
/// Empty, or: "AUTO-07p is not installed: apt-get install auto-07p gfortran".
std::string auto_missing();
/// Of AUTO's objects and the compiler.
std::string auto_fingerprint();

/// The parameters at each point of a branch, in order; empty where the last one is not at `stop`.
using Branch = std::vector<std::vector<double>>;
/// Reads the branch from AUTO's file fort.7.
Branch read_branch(const std::string& fort7, int n_parameters, double stop);

class AutoContinuation {
 public:
  explicit AutoContinuation(const BoundaryValueProblem& problem) : problem_(problem) {}

  /// From the start to `stop`. Compiles when called first.
  judge::Reply run_to(double stop, int n, double tol);
  /// Of the last successful run.
  const Branch& branch() const { return branch_; }

 private:
  judge::Reply compile();

  const BoundaryValueProblem& problem_;
  std::unique_ptr<ScratchFolder> folder_;
  Branch branch_;
};

}  // namespace codes
