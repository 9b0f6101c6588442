#include <judge/fit/fit.h>

#include <cmath>

#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>

namespace judge {
namespace {

const LineProtocol kLine;

/// A ruler with a factor: right where the factor is 1/2. It counts how often it is asked.
class Ruler final : public Code, public Tunable {
 public:
  explicit Ruler(int& n_asked, double factor = 2) : n_asked_(n_asked), factor_(factor) {}

  Card describe() const override { return {"ruler", "RULER", "Rod", "Anon", "", {{"line", {"OK", "OK", {7, 0, 0}}}}}; }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override {
    const auto twice = [this](const Scenario&, const Load& load) {
      ++n_asked_;
      return ClosedFormCode::Answer{plumb::Status::ok, {{"height", 2 * factor_ * load.at("x")}}};
    };
    return ClosedFormCode(describe(), twice).open(scenario);
  }
  std::string fingerprint() const override { return std::to_string(factor_); }
  std::vector<Parameter> parameters() const override { return {{"factor", 2, "1", 0.1, 10, "height over length"}}; }
  std::unique_ptr<Code> with(const std::string&, double value) const override {
    return std::make_unique<Ruler>(n_asked_, value);
  }

 private:
  int& n_asked_;
  double factor_;
};

FitOptions options(const std::filesystem::path& dir) {
  FitOptions o;
  o.run = {.dir = dir, .program = "p", .sampling = Sampling::quick};
  o.range = {0.1, 10, 9, 0.01};
  return o;
}

TEST(Fit, finds_the_factor_that_makes_a_code_right_and_computes_nothing_twice) {
  int n_asked = 0;
  const Ruler ruler(n_asked);
  const auto dir = fresh_folder("fit");
  const auto found = fit(ruler, "factor", kLine, options(dir));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->best.value, 0.5, 0.01);
  const int n_first = n_asked;
  const auto again = fit(ruler, "factor", kLine, options(dir));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->best.value, found->best.value);
  EXPECT_EQ(n_asked, n_first);
}

TEST(Fit, by_the_largest_error_finds_the_same) {
  int n_asked = 0;
  FitOptions by_error = options(fresh_folder("error"));
  by_error.by = FitBy::error;
  const auto found = fit(Ruler(n_asked), "factor", kLine, by_error);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->best.value, 0.5, 0.01);
}

TEST(Tuned, names_the_nearest_parameter_and_keeps_to_the_range) {
  int n_asked = 0;
  const Ruler ruler(n_asked);
  try {
    tuned(ruler, "facter", 1);
    FAIL();
  } catch (const plumb::UserError& error) {
    EXPECT_STREQ(error.what(), "ruler has no parameter 'facter'; did you mean 'factor'?");
  }
  EXPECT_THROW(tuned(ruler, "factor", 11), plumb::UserError);
  EXPECT_THROW(tuned(ruler, "factor", std::nan("")), plumb::UserError);
  EXPECT_NE(tuned(ruler, "factor", 3)->fingerprint(), tuned(ruler, "factor", 4)->fingerprint());
  const ClosedFormCode plain({"plain", "", "", "", "", {}}, {});
  EXPECT_THROW(tuned(plain, "factor", 1), plumb::UserError);
}

}  // namespace
}  // namespace judge
