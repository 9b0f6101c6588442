#include <judge/report/report_folder.h>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

namespace fs = std::filesystem;

bool leads_out(const fs::path& name) {
  if (name.empty() || name.is_absolute() || !name.has_filename()) return true;
  for (const fs::path& part : name) {
    if (part == "." || part == ".." || part.empty()) return true;
  }
  return false;
}

}  // namespace

fs::path ReportFolder::write(const fs::path& name, const std::string& text) const {
  if (leads_out(name)) throw plumb::UserError(fmt::format("'{}' is no file of a report", name.string()));
  fs::path folder = dir_;
  for (const fs::path& part : name.parent_path()) {
    folder /= part;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(folder, error).type();
    if (type == fs::file_type::directory || type == fs::file_type::not_found) continue;
    throw plumb::UserError(
        fmt::format("'{}' is not a folder of the run's own; the report is not written there", folder.string()));
  }
  const fs::path file = dir_ / name;
  plumb::make_room_for(file);
  plumb::replace_file(file, text);
  return file;
}

}  // namespace judge
