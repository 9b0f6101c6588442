#include <plumb/core/run_folder.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include <fmt/format.h>

#include <plumb/core/refusal.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = "plumb.json";

std::string mark(std::string_view verb) { return fmt::format("{{\"folder of\":\"plumb {}\",\"format\":1}}\n", verb); }

/// 'a', 'b', 'c' and 4 more
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    list += fmt::format("{}'{}'", i == 0 ? "" : ", ", names[i]);
  }
  return names.size() > most ? list + fmt::format(" and {} more", names.size() - most) : list;
}

/// '#' stands for one or more digits.
bool matches(std::string_view pattern, std::string_view name) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t hash = pattern.find('#');
  if (hash == std::string_view::npos) return pattern == name;
  const std::string_view before = pattern.substr(0, hash), after = pattern.substr(hash + 1);
  if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) return false;
  name.remove_prefix(before.size());
  name.remove_suffix(after.size());
  return std::all_of(name.begin(), name.end(), digit);
}

/// The files of an earlier run, relative to the folder. What is no regular file was not written by a run.
std::vector<fs::path> files_of_run(const fs::path& dir, const FolderKind& kind) {
  std::vector<fs::path> found;
  std::vector<std::string> folders = kind.folders;
  folders.insert(folders.begin(), "");
  for (const std::string& folder : folders) {
    if (kind_of(dir / folder) != fs::file_type::directory) continue;
    for (const std::string& name : names_in(dir / folder)) {
      const fs::path file = fs::path(folder) / name;
      const auto is_it = [&](const std::string& pattern) { return matches(pattern, file.string()); };
      if (std::none_of(kind.files.begin(), kind.files.end(), is_it)) continue;
      if (kind_of(dir / file) == fs::file_type::regular) found.push_back(file);
    }
  }
  return found;
}

/// Below the folder nothing may lead out of it. What killed processes were about to write goes.
void tidy(const fs::path& dir, const FolderKind& kind) {
  const auto look_at = [&](const fs::path& path) {
    if (kind_of(path) == fs::file_type::regular && is_leftover(path)) remove_quietly(path);
    std::error_code error;
    if (kind_of(path) == fs::file_type::symlink && fs::is_directory(path, error)) {
      throw UserError(
          fmt::format("'{}' is a symbolic link, and results would end up elsewhere; remove it, or choose another --out",
                      path.string()));
    }
  };
  for (const std::string& name : names_in(dir)) {
    if (is_leftover(name)) look_at(dir / name);
  }
  for (const std::string& folder : kind.folders) {
    look_at(dir / folder);
    if (kind_of(dir / folder) != fs::file_type::directory) continue;
    std::error_code error;
    fs::recursive_directory_iterator entry(dir / folder, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) look_at(entry->path());
    if (error) refuse(fmt::format("cannot look into the folder '{}'", (dir / folder).string()), error.value());
  }
}

[[noreturn]] void refuse_nothing_to_resume(const fs::path& dir) {
  throw UserError(fmt::format("'{}' holds no run to resume; leave out --resume to start one", dir.string()));
}

}  // namespace

FolderLock::FolderLock(const fs::path& dir) {
  const fs::path path = dir / "lock";
  file_ = Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644));
  if (file_ < 0) cannot("write", path);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) cannot("lock", path);
    std::string holder = read_all(path).value_or("");
    holder.erase(holder.find_last_not_of('\n') + 1);
    throw UserError(
        fmt::format("another run{} is working in '{}'; wait until it ends, or choose another folder with --out",
                    holder.empty() ? "" : fmt::format(" (process {})", holder), dir.string()));
  }
  if (::ftruncate(file_, 0) == 0) write_fully(file_, fmt::format("{}\n", ::getpid()), path);
}

std::string marked_verb(const fs::path& dir) {
  const auto text = read_all(dir / kMark);
  if (!text) return {};
  const std::size_t begin = mark("").find("\",\""), end = std::min(text->find('"', begin), text->size());
  const std::string verb = end > begin ? text->substr(begin, end - begin) : "";
  if (!verb.empty() && mark(verb) == *text) return verb;
  throw UserError(
      fmt::format("'{}' is damaged, or of another version of Plumb, so nobody knows whose folder it is; choose another "
                  "--out, or write {} into it if the folder is Plumb's",
                  (dir / kMark).string(), mark("VERB").substr(0, mark("VERB").size() - 1)));
}

void claim_folder(const fs::path& dir, const std::string& verb, Begin begin, const std::function<bool()>& adopt) {
  std::error_code error;
  const fs::file_type type = fs::status(dir, error).type();
  if (type == fs::file_type::not_found && begin == Begin::resume) refuse_nothing_to_resume(dir);
  if (type == fs::file_type::not_found) make_folder(dir);
  if (type == fs::file_type::none) refuse(fmt::format("cannot look at '{}'", dir.string()), error.value());
  if (type != fs::file_type::not_found && type != fs::file_type::directory) {
    throw UserError(fmt::format("cannot write into '{}': it is not a folder; choose another --out", dir.string()));
  }

  const std::string found = marked_verb(dir);
  if (found == verb) return;
  if (!found.empty()) {
    throw UserError(fmt::format("'{}' is a folder of 'plumb {}'; choose another --out", dir.string(), found));
  }
  std::vector<std::string> names = names_in(dir);
  std::erase_if(names, [](const std::string& name) { return is_leftover(name); });
  if (!names.empty() && !(adopt && adopt())) {
    throw UserError(
        fmt::format("'{}' is not a folder of Plumb's: it holds {}; choose another --out, a new or an empty one",
                    dir.string(), listed(names)));
  }
  if (names.empty() && begin == Begin::resume) refuse_nothing_to_resume(dir);
  replace_file(dir / kMark, mark(verb));
}

RunFolder::RunFolder(fs::path dir, const FolderKind& kind, Begin begin, const std::function<bool()>& adopt)
    : lock_((claim_folder(dir, kind.verb, begin, adopt), dir)) {
  // Two processes may have found the folder empty at once; the mark of the later one stands.
  if (marked_verb(dir) != kind.verb) claim_folder(dir, kind.verb, begin, adopt);
  tidy(dir, kind);
  const std::vector<fs::path> files = files_of_run(dir, kind);
  if (begin == Begin::anew && !files.empty()) {
    throw UserError(fmt::format("'{}' holds an earlier run; add {}--overwrite to replace it, or choose another --out",
                                dir.string(), kind.can_resume ? "--resume to go on with it, " : ""));
  }
  fresh_ = files.empty() || begin == Begin::overwrite;
  if (begin != Begin::overwrite) return;
  for (const fs::path& file : files) remove_quietly(dir / file);
  for (const std::string& folder : kind.folders) {
    if (kind_of(dir / folder) == fs::file_type::directory) remove_quietly(dir / folder);
  }
}

}  // namespace plumb
