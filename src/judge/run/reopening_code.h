#pragma once

#include <memory>

#include <judge/question/code.h>

namespace judge {

/// A code whose every load is asked of a new trial, which loads what the one before saved. Where there is nothing saved, the
/// branch ends.
class ReopeningCode : public Code {
 public:
  explicit ReopeningCode(const Code& code) : code_(code) {}

  Card describe() const override { return code_.describe(); }
  std::string fingerprint() const override { return code_.fingerprint(); }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override;

 private:
  const Code& code_;
};

}  // namespace judge
