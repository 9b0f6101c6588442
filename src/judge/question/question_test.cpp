#include <judge/question/question.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/question/scenario.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

using testing::HasSubstr;

const Sheet kSheet{0.1, 1e-3, 0.35};

/// One of each kind.
std::vector<Question> all_kinds() {
  return {ClampedStrip{kSheet},        HangingCurl{5e-4, 0.5, 3, 1e-3},       BucklingPlate{kSheet, 0.2, 1e-4, 80},
          TiltedPlate{kSheet},         PushedStrip{kSheet, 0.4, 1e-3},        ReleasedStrip{kSheet, 0.01},
          HingedStrip{kSheet, 0.1, 2}, ThrownRod{0.01, 0.3, 0.5, 2, 0.6, 0.8}};
}

TEST(Question, is_stated_by_the_names_that_records_have) {
  const Quantities sheet{{"width", 0.1}, {"thickness", 1e-3}, {"nu", 0.35}};
  EXPECT_EQ(regime_of(ClampedStrip{kSheet}), sheet);
  EXPECT_EQ(regime_of(ClampedStrip{{0.1, 1e-3, 0}, 5e-4}),
            (Quantities{{"width", 0.1}, {"thickness", 1e-3}, {"nu", 0}, {"radius", 5e-4}}));
  EXPECT_EQ(regime_of(HangingCurl{5e-4, 0.5, 3, 1e-3}), (Quantities{{"radius", 5e-4}, {"nu", 0.5}, {"turns", 3}}));
  EXPECT_EQ(regime_of(BucklingPlate{kSheet, 0.2, 1e-4, 80}), sheet) << "thresholds are no part of a regime";
  EXPECT_EQ(regime_of(TiltedPlate{kSheet}), sheet);
  EXPECT_EQ(regime_of(PushedStrip{kSheet, 0.4, 1e-3}),
            (Quantities{{"width", 0.1}, {"thickness", 1e-3}, {"nu", 0.35}, {"mu", 0.4}}));
  EXPECT_EQ(regime_of(HingedStrip{kSheet, 0.1, 2}),
            (Quantities{{"width", 0.1}, {"thickness", 1e-3}, {"nu", 0.35}, {"gamma", 0.1}, {"angle", 2}}));
  EXPECT_EQ(regime_of(ThrownRod{0.01, 0.3, 0.5, 2, 0.6, 0.8}).size(), 6u);
  EXPECT_TRUE(regime_of({}).empty());
}

TEST(Question, of_a_rectangle_has_one) {
  for (const Question& question : all_kinds()) {
    if (std::holds_alternative<HangingCurl>(question) || std::holds_alternative<ThrownRod>(question)) {
      EXPECT_THROW(sheet_of(question), plumb::UserError);
    } else {
      EXPECT_EQ(sheet_of(question).width, 0.1) << name_of(question);
    }
  }
  EXPECT_THROW(sheet_of({}), plumb::UserError);
}

TEST(Question, that_a_code_cannot_answer_is_named) {
  std::string told;
  try {
    refuse("my-rod", PushedStrip{kSheet, 0.4, 1e-3});
  } catch (const plumb::UserError& error) {
    told = error.what();
  }
  EXPECT_THAT(told, HasSubstr("my-rod"));
  EXPECT_THAT(told, HasSubstr("pushed against the ground"));
}

TEST(Scenario, that_asks_a_question_states_its_regime) {
  Scenario scenario;
  for (const Question& question : all_kinds()) {
    scenario.ask(question);
    EXPECT_EQ(scenario.regime, regime_of(question));
    EXPECT_EQ(scenario.question.index(), question.index());
  }
}

TEST(Scenario, equals_the_one_that_a_record_has_of_it) {
  Scenario asked, read;
  asked.ask(TiltedPlate{kSheet});
  read.regime = asked.regime;
  EXPECT_EQ(asked, read);
  read.regime["nu"] = 0.2;
  EXPECT_NE(asked, read);
  read = asked;
  read.knobs.n = 3;
  EXPECT_NE(asked, read);
}

TEST(Scenario, has_the_modulus_that_a_load_states) {
  Scenario scenario;
  scenario.scales.young = 3;
  EXPECT_EQ(young_at(scenario, {{"gamma", 1}}), 3);
  EXPECT_EQ(young_at(scenario, {{"gamma", 1}, {"young", 5}}), 5);
}

TEST(Load, follows_the_one_before_unless_it_says_otherwise) {
  EXPECT_EQ((Load{{"x", 1}, {"gamma", 2}}).approach, Approach::sweep);
  EXPECT_EQ((Load{{{"x", 1}, {"gamma", 2}}, Approach::restart}).approach, Approach::restart);
  EXPECT_EQ((Load{{"x", 1}, {"gamma", 2}}).at("gamma"), 2);
}

}  // namespace
}  // namespace judge
