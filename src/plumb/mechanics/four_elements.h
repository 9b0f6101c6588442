#pragma once

#include <algorithm>

#include <plumb/linalg/packet.h>
#include <plumb/mechanics/energy.h>

namespace plumb {

/// Four consecutive elements of a term, for kernels on packets, and where their results go. Behind the last element of
/// the term its place is taken by that element again.
class FourElements {
 public:
  FourElements(int first, int end, int group, ElementBuffer& out)
      : first_(first), last_(end - 1), group_(group), out_(&out) {}

  int element(int lane) const { return std::min(first_ + lane, last_); }
  /// Returns the packet of a number that each element has.
  template <class OfElement>
  Packet operator()(const OfElement& of_element) const {
    return Packet(of_element(element(0)), of_element(element(1)), of_element(element(2)), of_element(element(3)));
  }

  void put_value(const Packet& value) const {
    for (int lane = 0; lane < ElementBuffer::kLanes; ++lane) {
      out_->value(group_ * ElementBuffer::kLanes + lane) = value[lane];
    }
  }
  /// Returns where the gradient's packets stand, in the order of the stencil.
  Packet* gradient() const { return reinterpret_cast<Packet*>(out_->gradient_lanes(group_, 0)); }
  /// Returns where the packets of the lower Hessian stand, row by row.
  Packet* hessian() const { return reinterpret_cast<Packet*>(out_->hessian_lanes(group_, 0)); }

  /// Stores what is wanted of a kernel, the convex Hessian if it has one.
  template <class Kernel>
  void store(const Kernel& kernel, Want want) const {
    if (want.value) put_value(kernel.energy());
    if (want.gradient) kernel.gradient(gradient());
    if (!want.hessian) return;
    if constexpr (requires { kernel.convex_hessian(hessian()); }) {
      if (want.convex) return kernel.convex_hessian(hessian());
    }
    kernel.hessian(hessian());
  }

 private:
  int first_, last_, group_;
  ElementBuffer* out_;
};

/// The elements begin..end-1 of a term by fours: `for (const FourElements four : in_fours(begin, end, out))`.
class InFours {
 public:
  class Iterator {
   public:
    Iterator(const InFours& of, int group) : of_(&of), group_(group) {}
    FourElements operator*() const {
      return {of_->begin_ + group_ * ElementBuffer::kLanes, of_->end_, group_, *of_->out_};
    }
    Iterator& operator++() { return ++group_, *this; }
    bool operator!=(const Iterator& other) const { return group_ != other.group_; }

   private:
    const InFours* of_;
    int group_;
  };

  InFours(int begin, int end, ElementBuffer& out) : begin_(begin), end_(end), out_(&out) {}
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, (end_ - begin_ + ElementBuffer::kLanes - 1) / ElementBuffer::kLanes}; }

 private:
  int begin_, end_;
  ElementBuffer* out_;
};

inline InFours in_fours(int begin, int end, ElementBuffer& out) { return {begin, end, out}; }

}  // namespace plumb
