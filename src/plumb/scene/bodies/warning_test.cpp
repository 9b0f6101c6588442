#include <plumb/scene/bodies/warning.h>

#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

const Warning kGrown{"energy", "rod", 0.4, "the energy has grown by 3 %", "lower dt", 0.03};

TEST(Warning, is_a_sentence_with_body_and_time) {
  EXPECT_EQ(text(kGrown), "rod, first at 0.4 s: the energy has grown by 3 %; lower dt");
  Warning always = kGrown;
  always.time.reset();
  EXPECT_EQ(text(always), "rod: the energy has grown by 3 %; lower dt");
}

TEST(Warning, of_a_kind_on_a_body_is_told_once_with_its_first_time_and_its_worst_text) {
  std::vector<Warning> all;
  add_warning(all, kGrown);
  add_warning(all, {"energy", "rod", 0.5, "the energy has grown by 9 %", "lower dt", 0.09});
  add_warning(all, {"energy", "rod", 0.6, "the energy has grown by 5 %", "lower dt", 0.05});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(text(all[0]), "rod, first at 0.4 s: the energy has grown by 9 %; lower dt");
  add_warning(all, {"energy", "other", 0.7, "the energy has grown by 2 %", "lower dt", 0.02});
  add_warning(all, {"snap", "rod", 0.8, "snapped", "follow the path", 0});
  EXPECT_EQ(all.size(), 3u);
}

TEST(Warning, survives_its_bytes) {
  const std::vector<Warning> all{kGrown, {"hinge", "plate", {}, "", "use \"tan\"", 0}};
  const std::string bytes = save(all);
  EXPECT_EQ(load_warnings(bytes), all);
  EXPECT_TRUE(load_warnings("").empty());
  const std::size_t first = save({kGrown}).size();
  for (std::size_t n = 1; n < bytes.size(); ++n) {
    if (n == first) continue;
    EXPECT_THROW(load_warnings(bytes.substr(0, n)), UserError) << n;
  }
}

}  // namespace
}  // namespace plumb
