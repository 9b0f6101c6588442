#include <codes/motion/motion_code_test.h>
#include <codes/plate_trial/plate_code_test.h>

namespace protocols {
judge::Protocol const* vibration();
}

namespace codes {
judge::Code const* libshell();
namespace {

/// All but `average`, which converges slowly.
std::vector<const judge::Code*> with_directors() {
  std::vector<const judge::Code*> rows;
  for (const judge::Code* code : judge::with_variants({libshell()})) {
    if (code->describe().name.find("average") == std::string::npos) rows.push_back(code);
  }
  return rows;
}

TEST(LibShell, has_a_row_for_each_membrane_and_each_normal) {
  std::vector<std::string> names;
  for (const judge::Code* code : judge::with_variants({libshell()})) names.push_back(code->describe().name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"libshell/stvk-tan", "libshell/stvk-sin", "libshell/stvk-theta",
                                      "libshell/stvk-average", "libshell/neohookean-tan", "libshell/neohookean-sin",
                                      "libshell/neohookean-theta", "libshell/neohookean-average"}));
}

TEST(LibShell, follows_the_elastica) {
  for (const judge::Code* code : with_directors()) expect_elastica(*code, 30, 0.01, {1, 10, 30});
}

TEST(LibShell, buckles_sideways_at_the_critical_weight) {
  const double width = 0.3, critical = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
  for (const judge::Code* code : with_directors()) {
    const auto trial = code->open(buckling_scenario(width, 16));
    const double own = trial->also_observe({"critical"}).at("critical");
    EXPECT_NEAR(own / critical, 1, 0.02) << code->describe().name;
    // The sweep agrees with the eigenvalue.
    for (const double fraction : {1.1, 1.004, 0.996}) {
      const judge::Reply reply = trial->advance({{"gamma_star", fraction * own}});
      ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
      EXPECT_EQ(trial->observe({"lateral"}).at("lateral") > 1e-4, fraction > 1) << fraction;
    }
  }
}

TEST(LibShell, vibrates_as_it_should) { expect_motion(*libshell(), *protocols::vibration()); }

}  // namespace
}  // namespace codes
