#pragma once

// Folders for tests, and what is in them.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace plumb {

/// Where memory can be used like a disk, tests that write thousands of files do not wait for one.
inline std::filesystem::path fast_folder() {
  const std::filesystem::path memory = "/dev/shm";
  return access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::path(testing::TempDir());
}

/// A folder of this process, removed when it ends.
struct ProcessFolder {
  std::filesystem::path path = fast_folder() / ("plumb_" + std::to_string(getpid()));
  ~ProcessFolder() { std::filesystem::remove_all(path); }
};

/// An empty folder that belongs to the running test.
inline std::filesystem::path fresh_folder(const std::string& name = "run") {
  static const ProcessFolder process;
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const auto path = process.path / test->test_suite_name() / test->name() / name;
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

inline std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Relative path and content of every file below a folder.
inline std::map<std::string, std::string> contents(const std::filesystem::path& dir) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(dir)) {
    if (entry.is_regular_file()) files[relative(entry.path(), dir).string()] = content(entry.path());
  }
  return files;
}

}  // namespace plumb
