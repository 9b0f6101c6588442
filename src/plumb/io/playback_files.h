#pragma once

#include <string_view>

namespace plumb {

// The files of web/ that make the page of a run, as the build found them.
std::string_view playback_html();
std::string_view playback_css();
std::string_view numbers_js();
std::string_view run_js();
std::string_view tubes_js();
std::string_view surfaces_js();
std::string_view solids_js();
std::string_view arrows_js();
std::string_view orbit_js();
std::string_view view_js();
std::string_view plot_js();
std::string_view playback_js();

/// three.js, release 111, as Debian's package libjs-three has it.
std::string_view three_min_js();

}  // namespace plumb
