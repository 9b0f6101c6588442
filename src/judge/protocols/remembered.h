#pragma once

#include <functional>
#include <map>
#include <mutex>

namespace judge {

/// A function of one number that is computed once for each: a frontier is asked again and again at the same rows.
/// Branches in parallel may share it.
template <class Value>
class Remembered {
 public:
  explicit Remembered(std::function<Value(double)> compute) : compute_(std::move(compute)) {}

  Value operator()(double at) {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(at);
    return found != known_.end() ? found->second : known_.emplace(at, compute_(at)).first->second;
  }

 private:
  std::function<Value(double)> compute_;
  std::mutex mutex_;
  std::map<double, Value> known_;
};

}  // namespace judge
