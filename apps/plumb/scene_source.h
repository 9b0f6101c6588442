#pragma once

// What the verbs on scenes share: the file and the keys set on the command line.

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>
#include <plumb/run/run.h>

struct SceneOptions {
  std::string file;
  std::vector<std::string> sets;

  void add_to(CLI::App& verb) {
    verb.add_option("SCENE", file, "A scene file (see docs/scenes.md)")->required()->type_name("FILE.toml");
    verb.add_option("--set", sets, "Replaces a key of the scene: --set 'rod.length=12 cm'")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all();
  }

  plumb::SceneSource read() const {
    const auto text = plumb::read_all(file);
    if (!text) throw plumb::UserError(fmt::format("there is no scene '{}'", file));
    plumb::SceneSource source{*text, file, {}};
    for (const std::string& set : sets) {
      const std::size_t equals = set.find('=');
      if (equals == std::string::npos || equals == 0) {
        throw plumb::UserError(fmt::format("--set {}: expected KEY=VALUE, as in 'rod.length=12 cm'", set));
      }
      source.overrides.push_back({set.substr(0, equals), set.substr(equals + 1)});
    }
    return source;
  }

  /// "out/hanging_strip" for "examples/scenes/hanging_strip.toml", and what is to follow.
  std::string default_dir(const std::string& ending) const {
    return (std::filesystem::path("out") / std::filesystem::path(file).stem()).string() + ending;
  }
};
