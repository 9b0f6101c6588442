#pragma once

#include <string>
#include <vector>

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/overrides.h>

namespace plumb {

/// Reads the text of a scene. Whatever is wrong is a UserError with one sentence: file, line, key, what was expected,
/// and the nearest valid key. A scene that is returned can be simulated. Without a reader no mesh may be a file.
Scene read_scene(const std::string& text, const std::string& file_name, const std::vector<Override>& overrides = {},
                 const MeshReader& read_mesh = {});

/// Returns the keys that a sweep may change: those of the file's numbers, as an Override takes them.
std::vector<std::string> numeric_keys(const std::string& text, const std::string& file_name,
                                      const MeshReader& read_mesh = {});

}  // namespace plumb
