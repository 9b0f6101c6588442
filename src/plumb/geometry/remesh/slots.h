#pragma once

// Values of an old mesh in the slots of a history, and of a new mesh out of them.

#include <cstddef>
#include <span>
#include <vector>

#include <plumb/core/status.h>

namespace plumb {

/// Returns values in the order of slots. `numbers` are those of the old mesh for its slots; later slots are `empty`.
template <class T>
std::vector<T> in_slots(std::span<const T> values, const std::vector<int>& numbers, std::size_t n_slots,
                        const T& empty) {
  ENSURE(values.size() == numbers.size());
  std::vector<T> slots(n_slots, empty);
  for (std::size_t i = 0; i < numbers.size(); ++i) slots[i] = values[static_cast<std::size_t>(numbers[i])];
  return slots;
}

/// Returns the values of the given numbers, in their order.
template <class T>
std::vector<T> picked(std::span<const T> values, const std::vector<int>& numbers) {
  std::vector<T> result;
  result.reserve(numbers.size());
  for (const int i : numbers) result.push_back(values[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace plumb
