// ARCSim settles on the equilibria of its own energy, whatever its mesh; where it is wrong, its constant is the cause.

#include <gmock/gmock.h>

#include <codes/plate_trial/plate_code_test.h>
#include <codes/plate_trial/settled_plate.h>

namespace codes {
judge::Code const* arcsim();
namespace {

constexpr double kAnyWeights[] = {0.03, 1.0, 30.0};

double aspect(judge::Trial& trial) {
  const auto seen = trial.observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

const judge::Code& variant(std::size_t i) { return *arcsim()->variants().at(i); }

TrianglePlate bridson(plumb::HingeMeasure measure = plumb::HingeMeasure::angle) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = plumb::kBridsonHinge;
  plate.hinge_measure = measure;
  return plate;
}

/// By certified statics on the same mesh with the same energy.
TEST(Arcsim, on_a_fixed_mesh_settles_where_statics_end) {
  ASSERT_EQ(variant(0).describe().name, "arcsim/fixed");
  ASSERT_EQ(variant(1).describe().name, "arcsim/sine");
  const PlateCode by_angle(judge::Card{}, bridson());
  const PlateCode by_sine(judge::Card{}, bridson(plumb::HingeMeasure::half_sine));
  const judge::Code* statics[] = {&by_angle, &by_sine};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto settled = variant(i).open(flat_scenario(0.1, 30)), still = statics[i]->open(flat_scenario(0.1, 30));
    for (const double gamma : kAnyWeights) {
      const judge::Reply reply = settled->advance({{"gamma", gamma}});
      ASSERT_EQ(reply.status, plumb::Status::ok) << gamma;
      EXPECT_EQ(reply.negative_modes, 0);
      ASSERT_EQ(still->advance({{"gamma", gamma}}).status, plumb::Status::ok);
      EXPECT_NEAR(aspect(*settled) / aspect(*still), 1, 1e-4) << i << ' ' << gamma;
    }
  }
}

/// The positive control: with the constant that bends a strip right, and nothing else changed, it is.
TEST(Arcsim, with_another_constant_is_on_the_curve) {
  SettledPlate mended;
  mended.triangles = bridson();
  mended.triangles.hinge_factor = plumb::kStripHinge;
  const PlateCode code(judge::Card{}, mended);
  const auto trial = code.open(flat_scenario(0.1, 60));
  for (const double gamma : {1.0, 10.0, 100.0}) {
    ASSERT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok);
    // Hinges have a Poisson ratio of -1/3, which softens a narrow strip by up to 1/9 (docs/discrete-shell.md).
    EXPECT_NEAR(aspect(*trial) / judge::cantilever_curve(gamma).aspect, 1.06, 0.07) << gamma;
  }
}

TEST(Arcsim, by_sines_is_softer_where_hinges_are_sharp_and_the_same_where_they_are_not) {
  const auto angle = variant(0).open(flat_scenario(0.1, 15)), sine = variant(1).open(flat_scenario(0.1, 15));
  const auto ratio = [&](double gamma) {
    EXPECT_EQ(angle->advance({{"gamma", gamma}}).status, plumb::Status::ok);
    EXPECT_EQ(sine->advance({{"gamma", gamma}}).status, plumb::Status::ok);
    return aspect(*sine) / aspect(*angle);
  };
  EXPECT_NEAR(ratio(0.01), 1, 1e-4);
  EXPECT_GT(ratio(300), 1.001);
}

TEST(Arcsim, adapts_its_mesh_and_goes_on_with_the_same_bits_after_a_save) {
  const auto trial = arcsim()->open(flat_scenario(0.1, 30)), fixed = variant(0).open(flat_scenario(0.1, 30));
  ASSERT_EQ(trial->advance({{"gamma", 1}}).status, plumb::Status::ok);
  EXPECT_LT(trial->also_observe({"unknowns"}).at("unknowns"), 0.7 * fixed->also_observe({"unknowns"}).at("unknowns"));
  const std::string saved = trial->save();
  ASSERT_EQ(trial->advance({{"gamma", 3}}).status, plumb::Status::ok);

  const auto other = arcsim()->open(flat_scenario(0.1, 30));
  other->load(saved);
  ASSERT_EQ(other->advance({{"gamma", 3}}).status, plumb::Status::ok);
  EXPECT_EQ(other->save(), trial->save());
}

/// The trial of a saved state whose mesh has no point at the tip: nobody would know how far the plate hangs.
TEST(Arcsim, refuses_a_saved_mesh_that_lost_the_tip) {
  const ScenarioPlate plate(flat_scenario(0.1, 10), 3e6);
  const plumb::ShellSpec spec = bridson().spec(plate);
  plumb::ShellRemeshing coarse;
  coarse.sizing.size_max = 100 * plate.length;
  const plumb::State start = plumb::shell(spec).initial;
  const auto lost = plumb::remeshed(spec, start, coarse);
  ASSERT_TRUE(lost.has_value());
  plumb::ShellRemeshing keeps_the_tip = coarse;
  for (const int point : TrianglePlate::tip_points(plate, spec)) {
    keeps_the_tip.kept.push_back(static_cast<std::uint64_t>(point));
  }
  const auto whole = plumb::remeshed(spec, start, keeps_the_tip);
  ASSERT_TRUE(whole.has_value());

  Sweep sweep(std::make_unique<SettledFollower>(spec, plumb::SettleOptions{.dt = 1, .rate = 1}, keeps_the_tip));
  EXPECT_NO_THROW(sweep.load(plumb::save(whole->state)));
  EXPECT_THAT([&] { sweep.load(plumb::save(lost->state)); },
              testing::ThrowsMessage<plumb::UserError>(testing::HasSubstr("its mesh has lost the plate's tip")));
  EXPECT_EQ(sweep.save(), plumb::save(whole->state));
}

TEST(Arcsim, refuses_what_it_cannot_be) {
  for (const judge::Code* code : judge::with_variants({arcsim()})) expect_refusals(*code);
}

}  // namespace
}  // namespace codes
