#include <plumb/run/result_files.h>

#include <bit>
#include <utility>

#include <plumb/core/disk.h>
#include <plumb/io/csv.h>
#include <plumb/io/npz.h>
#include <plumb/io/playback.h>

namespace plumb {
namespace {

/// A file that is written in pieces and put in place as a whole.
void put(const std::filesystem::path& path, const std::function<void(const Sink&)>& write) {
  FreshFile file(path);
  write([&](std::string_view bytes) { file.write(bytes); });
  file.put_in_place();
}

}  // namespace

ResultFiles::ResultFiles(std::filesystem::path dir, std::string title)
    : dir_(std::move(dir)), title_(std::move(title)), frames_(dir_) {}

void ResultFiles::add(Frame frame, const std::vector<std::string>& warnings, bool known) {
  if (!table_) table_.emplace(dir_ / "frames.csv", csv_header(frame));
  if (!vtk_) vtk_.emplace(dir_ / "run.pvd");
  frames_.add(frame);
  table_->add(csv_row(frame));
  vtk_->add(frame);
  if (frame.contacts) {
    if (!contacts_) contacts_.emplace(dir_ / "contacts.pvd");
    contacts_->add(frame.time, contacts_vtp(*frame.contacts));
  }
  if (!frame.solids.empty()) {
    if (!obstacles_) obstacles_.emplace(dir_ / "obstacles.pvd");
    obstacles_->add(frame.time, solids_vtp(frame));
  }
  last_ = std::move(frame);
  if (!known && std::has_single_bit(frames_.n_frames())) write_whole_files(warnings);
}

void ResultFiles::finish(const std::vector<std::string>& warnings) {
  table_->sync();
  for (auto* series : {&vtk_, &contacts_, &obstacles_}) {
    if (*series) (*series)->sync();
  }
  write_whole_files(warnings);
  put(dir_ / "run.npz", [&](const Sink& out) { write_npz(npz_arrays(frames_), out); });
}

void ResultFiles::write_whole_files(const std::vector<std::string>& warnings) const {
  const Shape& shape = last_.shape;
  if (!shape.curves.empty()) replace_file(dir_ / "curves.csv", curves_csv(shape));
  if (!shape.surfaces.empty()) replace_file(dir_ / "surfaces.csv", surfaces_csv(shape));
  put(page(), [&](const Sink& out) { write_playback_page(title_, frames_, warnings, out); });
}

}  // namespace plumb
