#include <judge/foreign/messages.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

template <typename Parse>
std::string complaint(Parse parse) {
  try {
    parse();
  } catch (const AnswerError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(Messages, are_one_line_each) {
  const Scenario scenario{"cantilever", "sweep", {{"nu", 0.3}}, {2, 1e9, 1000}, {50, 0, 0}, Sampling::quick};
  EXPECT_EQ(open_message(scenario),
            R"({"message":"open","version":2,"scenario":{"protocol":"cantilever","branch":"sweep","sampling":"quick",)"
            R"("regime":{"nu":0.3},"scales":{"length":2.0,"young":1000000000.0,"density":1000.0},)"
            R"("knobs":{"n":50,"dt":0.0,"tol":0.0}}})");
  EXPECT_EQ(advance_message({{"gamma", 0.1}}, {{"g", 9.81}}), R"({"message":"advance","load":{"g":9.81,"gamma":0.1}})");
  EXPECT_EQ(describe_message(), R"({"message":"describe","version":2})");
  EXPECT_EQ(observe_message({"drop", "reach"}), R"({"message":"observe","names":["drop","reach"]})");
  EXPECT_EQ(load_message(R"([1,"a\nb"])"), R"({"message":"load","state":[1,"a\nb"]})");
}

TEST(Messages, a_description_is_a_card) {
  const Description d = parse_description(
      R"({"name":"my-rod-2","kind":"Rod","protocols":{"cantilever":{"n":100,"paper":"OK, 100","verdict":"KO"},)"
      R"("stick-slip":{"dt":0.5,"tol":1e-9}},"saves":true})");
  EXPECT_EQ(d.card.name, "my-rod-2");
  EXPECT_EQ(d.card.title, "my-rod-2");
  EXPECT_EQ(d.card.kind, "Rod");
  EXPECT_TRUE(d.saves);
  EXPECT_TRUE(d.tells.empty());
  EXPECT_EQ(d.card.protocols.at("cantilever").knobs, (Knobs{100, 0, 0}));
  EXPECT_EQ(d.card.protocols.at("cantilever").verdict, "KO");
  EXPECT_EQ(d.card.protocols.at("stick-slip").knobs, (Knobs{0, 0.5, 1e-9}));
  EXPECT_EQ(d.card.protocols.at("stick-slip").verdict, "");
}

TEST(Messages, a_bad_description_is_named) {
  const auto told = [](const std::string& line) { return complaint([&] { parse_description(line); }); };
  EXPECT_THAT(told("Hello, I am ready"), AllOf(HasSubstr("Hello, I am ready"), HasSubstr("not JSON")));
  EXPECT_THAT(told(""), HasSubstr("not JSON"));
  EXPECT_THAT(told("[1]"), HasSubstr("not an object"));
  EXPECT_THAT(told("{}"), HasSubstr("'name'"));
  EXPECT_THAT(told(R"({"name":"../etc","protocols":{"cantilever":{}}})"), HasSubstr("'name'"));
  EXPECT_THAT(told(R"({"name":"a"})"), HasSubstr("no 'protocols'"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{}})"), HasSubstr("no protocol"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":5}})"), HasSubstr("knobs"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":{"n":1.5}}})"), HasSubstr("'n' that is not a count"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":{"dt":-1}}})"), HasSubstr("negative"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":{"verdict":"yes"}}})"), HasSubstr("neither OK nor KO"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":{}},"saves":1})"), HasSubstr("'saves'"));
  EXPECT_THAT(told(R"({"name":"a","protocols":{"cantilever":{}},"tells":"all"})"), HasSubstr("no list of words"));
  EXPECT_THAT(told(R"({"error":"no licence"})"), HasSubstr("no licence"));
  EXPECT_THAT(told(std::string(10000, '[')), HasSubstr("500 brackets"));
}

TEST(Messages, a_description_is_bounded) {
  std::string many = R"({"name":"a","protocols":{)";
  for (int i = 0; i < 101; ++i) many += '"' + std::to_string(i) + R"(":{},)";
  EXPECT_THAT(complaint([&] { parse_description(many + R"("x":{}}})"); }), HasSubstr("more than 100 protocols"));
  const std::string long_title = R"({"protocols":{"line":{}},"name":"a","title":")" + std::string(5000, 'x') + R"("})";
  EXPECT_LT(parse_description(long_title).card.title.size(), 400u);
  EXPECT_THAT(complaint([&] { parse_description(R"({"summary":")" + std::string(1 << 20, 'x')); }),
              HasSubstr("64 KiB"));
}

TEST(Messages, an_object_of_many_keys_takes_no_longer_than_its_length) {
  std::string many = R"({"state":{)";
  for (int i = 0; i < 300000; ++i) many += '"' + std::to_string(i) + R"(":1,)";
  EXPECT_GT(load_message(parse_saved(many + R"("x":1}})")).size(), 300000u);
}

TEST(Messages, a_note_is_fit_for_a_terminal_and_a_record) {
  const Reply reply =
      parse_reply(R"({"status":"unstable","note":"\u001b[2J\u009b1m)" + std::string(2000000, 'x') + R"("})");
  EXPECT_THAT(reply.note, AllOf(testing::StartsWith(" [2J 1mxxx"), testing::EndsWith("... (cut)")));
  EXPECT_LT(reply.note.size(), 1100u);
  EXPECT_LT(parse_reply(R"({"error":")" + std::string(2000000, 'x') + R"("})").note.size(), 1100u);
}

TEST(Messages, a_reply_needs_only_a_status) {
  EXPECT_EQ(parse_reply(R"({"status":"ok"})").negative_modes, -1);
  EXPECT_FALSE(parse_reply(R"({"status":"ok"})").residual) << "not told";
  const Reply reply =
      parse_reply(R"({"status":"unstable","iterations":7,"residual":1e-9,"negative_modes":2,"note":"a saddle"})");
  EXPECT_EQ(reply.status, plumb::Status::unstable);
  EXPECT_EQ(reply.iterations, 7);
  EXPECT_EQ(reply.residual, 1e-9);
  EXPECT_EQ(reply.negative_modes, 2);
  EXPECT_EQ(reply.note, "a saddle");
}

TEST(Messages, an_error_is_a_load_that_failed) {
  const Reply reply = parse_reply(R"({"error":"the mesh is tangled"})");
  EXPECT_EQ(reply.status, plumb::Status::not_converged);
  EXPECT_EQ(reply.note, "the mesh is tangled");
}

TEST(Messages, a_mistake_in_the_program_is_no_load_that_failed) {
  EXPECT_THAT(complaint([] { parse_reply(R"({"error":"NameError: gama","fault":"program"})"); }),
              HasSubstr("NameError: gama"));
}

TEST(Messages, an_unknown_knob_is_refused_with_the_nearest_name) {
  const auto told = complaint([] { parse_description(R"({"name":"a","protocols":{"cantilever":{"toll":1e-8}}})"); });
  EXPECT_THAT(told, AllOf(HasSubstr("'toll'"), HasSubstr("'tol'")));
}

TEST(Messages, a_bad_reply_is_named) {
  const auto told = [](const std::string& line) { return complaint([&] { parse_reply(line); }); };
  EXPECT_THAT(told("{}"), HasSubstr("no 'status'"));
  EXPECT_THAT(told(R"({"status":"fine"})"), HasSubstr("fine"));
  EXPECT_THAT(told(R"({"status":"no_answer"})"), HasSubstr("no_answer"));
  EXPECT_THAT(told(R"({"status":"ok","residual":NaN})"), HasSubstr("NaN"));
  EXPECT_THAT(told(R"({"status":"ok","residual":1e999})"), HasSubstr("JSON"));
  EXPECT_THAT(told(R"({"status":"ok","iterations":"many"})"), HasSubstr("'iterations'"));
}

TEST(Messages, an_observation_has_every_name) {
  EXPECT_EQ(parse_observation(R"({"observed":{"a":1,"b":2,"more":3}})", {"a", "b"}), (Quantities{{"a", 1}, {"b", 2}}));
  const auto told = [](const std::string& line) { return complaint([&] { parse_observation(line, {"a", "b"}); }); };
  EXPECT_THAT(told(R"({"observed":{"a":1}})"), HasSubstr("no 'b'"));
  EXPECT_THAT(told(R"({"observed":{"a":1,"b":null}})"), HasSubstr("'b' that is not a finite number"));
  EXPECT_THAT(told(R"({"a":1,"b":2})"), HasSubstr("'observed'"));
}

TEST(Messages, a_state_comes_back_as_it_was) {
  const std::string state = parse_saved(R"({"state":{"x":[0.1,1e-300],"text":"\u0001é"}})");
  EXPECT_EQ(parse_saved(R"({"state":)" + state + "}"), state);
  EXPECT_THAT(complaint([] { parse_saved("{}"); }), HasSubstr("no 'state'"));
  EXPECT_THAT(complaint([] { parse_loaded(R"({"error":"too old"})"); }), HasSubstr("too old"));
  EXPECT_EQ(complaint([] { parse_opened("{}"); }), "no complaint");
}

}  // namespace
}  // namespace judge
