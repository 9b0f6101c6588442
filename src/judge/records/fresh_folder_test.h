#pragma once

#include <plumb/core/fresh_folder_for_test.h>

namespace judge {
using plumb::content;
using plumb::contents;
using plumb::fast_folder;
using plumb::fresh_folder;
}  // namespace judge
