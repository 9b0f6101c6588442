#pragma once

#include <memory>

#include <plumb/contact/detect/find_contacts.h>

namespace plumb {

struct Owners;

/// Finds contacts again and again. It keeps who meets whom in each body and mesh, and the trees of boxes, which follow
/// the bodies as they move. What it finds is what `find_contacts` and `find_crossings` find, to the bit: it depends on
/// nothing that was found before.
class ContactFinder {
 public:
  ContactFinder();
  ~ContactFinder();
  ContactFinder(ContactFinder&&) noexcept;
  ContactFinder& operator=(ContactFinder&&) noexcept;

  std::vector<Contact> find(std::span<const SurfaceNow> bodies, std::span<const ObstacleNow> obstacles, double margin,
                            std::span<const KeptSide> kept = {});
  std::vector<ContactKey> crossings(const Passage& passage);

 private:
  std::unique_ptr<Owners> owners_;
};

}  // namespace plumb
