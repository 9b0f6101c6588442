// Copies of a body, and what is told of them together.

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/contact/detect/closest_points.h>
#include <plumb/contact/detect/exact_crossing_for_test.h>
#include <plumb/core/parallel.h>
#include <plumb/core/status.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;

struct CopiesScene {
  std::string copies = "count = [1, 3, 2], step = [0, 0.02, 0.01], shift = 0.001, turn = \"10 deg\", seed = 7";
  std::string contact = "friction = 0.3", more = {};

  std::string text() const {
    return "[solve]\nmethod = \"backward-euler\"\nduration = 0.1\nframes = 10\ndt = 0.005\n[contact]\n" + contact +
           "\n[[obstacle]]\nname = \"bowl\"\nshape = \"bowl\"\nradius = 0.1\nwall = 0.01\n" + more +
           "[[rod]]\nname = \"hair\"\nmodel = \"discrete-elastic-rod\"\nn = 8\nlength = 0.08\n"
           "material = { E = 1e7, nu = 0.5, rho = 1000 }\nsection = { shape = \"circle\", r = 0.001 }\n"
           "natural = { curvature = 10 }\ndamping = 0.002\nstart = { position = [-0.04, -0.02, -0.08] }\ncopies = { " +
           copies + " }\n";
  }
};

std::vector<Vector3d> start_of(const Scene& scene, std::size_t body) {
  const Model& model = scene.bodies[body]->model();
  return model.embedding->points_at(model.initial.q, model.initial.loads.clamps);
}

TEST(Copies, stand_in_a_lattice_shifted_and_turned_by_lot) {
  const Scene still =
      read_scene(CopiesScene{.copies = "count = [1, 3, 2], step = [0, 0.02, 0.01]"}.text(), "copies.toml");
  const Scene shaken = read_scene(CopiesScene{}.text(), "copies.toml"),
              again = read_scene(CopiesScene{}.text(), "c.toml");
  ASSERT_EQ(still.bodies.size(), 6u);
  ASSERT_EQ(still.families.size(), 1u);
  EXPECT_EQ(still.families[0].name, "hair");
  EXPECT_EQ(still.bodies[0]->name(), "hair-1");
  EXPECT_EQ(still.bodies[5]->name(), "hair-6");
  const std::vector<Vector3d> first = start_of(still, 0);
  for (std::size_t i = 0; i < 6; ++i) {
    const Vector3d place(0, 0.02 * static_cast<double>(i % 3), 0.01 * static_cast<double>(i / 3));
    const std::vector<Vector3d> one = start_of(still, i), other = start_of(shaken, i);
    Vector3d middle = Vector3d::Zero();
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_LT((one[k] - first[k] - place).norm(), 1e-15);
      middle += (other[k] - one[k]) / static_cast<double>(one.size());
      // A rigid motion: lengths between points stay.
      EXPECT_NEAR((other[k] - other[0]).norm(), (one[k] - one[0]).norm(), 1e-15);
    }
    EXPECT_LE(middle.cwiseAbs().maxCoeff(), 0.001 + 1e-15) << "turned about the middle, shifted by at most that";
    EXPECT_GT(middle.norm(), 1e-5);
    const Vector3d way = one.back() - one.front(), turned = other.back() - other.front();
    EXPECT_LE(std::acos(way.normalized().dot(turned.normalized())), 0.1746);
    EXPECT_EQ(other, start_of(again, i)) << "the same seed gives the same bits";
  }
  EXPECT_NE(start_of(shaken, 1)[0], start_of(shaken, 4)[0] - Vector3d(0, 0, 0.01));
}

double observed(const Simulation& of, const std::string& name) {
  for (const Observable& one : of.look().observables) {
    if (one.name == name) return one.value;
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(Copies, are_told_of_together) {
  Simulation hair(read_scene(CopiesScene{}.text(), "copies.toml"));
  for (int i = 0; i <= 10; ++i) ASSERT_EQ(hair.advance_to(i).status, Status::ok) << i;
  const double weight = 6 * 0.08 * 1e-6 * std::numbers::pi * 1000 * 9.81;
  EXPECT_GT(observed(hair, "hair contact force z"), 0.2 * weight);
  EXPECT_NEAR(observed(hair, "hair contact force z"), -observed(hair, "bowl contact force z"), 1e-12)
      << "what they do to each other cancels";
  const double energies = observed(hair, "elastic energy") + observed(hair, "energy of loads");
  EXPECT_NEAR(observed(hair, "total energy"), energies + observed(hair, "kinetic energy"), 1e-12);
  EXPECT_LT(observed(hair, "middle z"), -0.07);
  for (const Observable& one : hair.look().observables) EXPECT_EQ(one.name.find("hair-"), std::string::npos);
}

TEST(Copies, a_pair_and_a_body_left_out_mean_all_of_them) {
  const auto friction = [](const std::string& contact) {
    Simulation hair(read_scene(CopiesScene{.contact = contact}.text(), "copies.toml"));
    for (int i = 0; i <= 10; ++i) EXPECT_EQ(hair.advance_to(i).status, Status::ok) << i;
    return observed(hair, "hair friction force");
  };
  const std::string smooth = "friction = 0.3\n[[contact.pair]]\nbetween = [\"hair\", \"bowl\"]\nfriction = 0\n";
  EXPECT_GT(friction("friction = 0.3"), 0);
  EXPECT_LT(friction(smooth + "[[contact.pair]]\nbetween = [\"hair\", \"hair\"]\nfriction = 0\n"), 1e-9);
  const Scene out =
      read_scene(CopiesScene{.contact = "leave_out = [\"hair\"]",
                             .more = "[[rod]]\nname = \"other\"\nmodel = \"discrete-elastic-rod\"\nn = 3\n"
                                     "length = 0.05\nmaterial = { E = 1e7, nu = 0.5, rho = 1000 }\n"
                                     "section = { shape = \"circle\", r = 0.001 }\n"}
                     .text(),
                 "copies.toml");
  EXPECT_EQ(out.contact.leave_out, (std::vector<bool>{false, true, true, true, true, true, true}));
}

TEST(Copies, many_bodies_resume_to_the_same_bits_on_any_number_of_threads) {
  const auto saved = [](int threads, int save_at) {
    set_threads(threads);
    const std::string text = CopiesScene{}.text();
    auto hair = std::make_unique<Simulation>(read_scene(text, "copies.toml"));
    for (int i = 0; i <= 10; ++i) {
      EXPECT_EQ(hair->advance_to(i).status, Status::ok) << i;
      if (i != save_at) continue;
      const std::string bytes = hair->save();
      EXPECT_GT(observed(*hair, "contacts"), 3);
      hair = std::make_unique<Simulation>(read_scene(text, "copies.toml"));
      hair->load(bytes);
    }
    set_threads(1);
    return hair->save();
  };
  const std::string whole = saved(1, -1);
  EXPECT_EQ(saved(1, 8), whole);
  EXPECT_EQ(saved(2, -1), whole);
}

// From step to step, centrelines go straight where a step was not done in shorter ones. By exact predicates none comes
// through another, and in the end of each step the tubes around them do not overlap.
TEST(Copies, do_not_pass_through_each_other) {
  constexpr double kThickness = 0.002, kPart = 1e-6,
                   kFar = 0.02;  // m, of the length, m: farther than two come in a step
  std::string text = CopiesScene{}.text();
  text.replace(text.find("frames = 10"), 11, "frames = 20");
  Simulation hair(read_scene(text, "copies.toml"));
  std::vector<Vector3d> before;
  int close = 0;
  for (int frame = 0; frame <= 20; ++frame) {
    ASSERT_EQ(hair.advance_to(frame).status, Status::ok) << frame;
    const Shape shape = hair.look().shape;
    const std::vector<Vector3d> from = frame == 0 ? shape.points : before;
    const auto edge = [&](int first) {
      const auto i = static_cast<std::size_t>(first);
      return MovingFeature{2, {from[i], from[i + 1]}, {shape.points[i], shape.points[i + 1]}};
    };
    const auto distance = [](const MovingFeature& one, const MovingFeature& other) {
      const auto [a, b] = nearest_on_segments(one.to[0], one.to[1], other.to[0], other.to[1]);
      return (a[0] * one.to[0] + a[1] * one.to[1] - b[0] * other.to[0] - b[1] * other.to[1]).norm();
    };
    for (std::size_t a = 0; a < shape.curves.size(); ++a) {
      for (std::size_t b = a + 1; b < shape.curves.size(); ++b) {
        for (int i = shape.curves[a].first; i + 1 < shape.curves[a].first + shape.curves[a].n_points; ++i) {
          for (int k = shape.curves[b].first; k + 1 < shape.curves[b].first + shape.curves[b].n_points; ++k) {
            const MovingFeature one = edge(i), other = edge(k);
            const double apart = distance(one, other);
            if (apart > kFar) continue;
            EXPECT_FALSE(exact::meet(one, other)) << frame << " " << i << " " << k;
            EXPECT_GT(apart, kThickness - kPart * 0.08) << frame;
            close += apart < 1.001 * kThickness;
          }
        }
      }
    }
    before = shape.points;
  }
  EXPECT_GT(close, 20) << "curls that do not touch show nothing";
}

TEST(Copies, mistakes_are_told_in_one_sentence) {
  const std::pair<std::string, std::string> mistakes[] = {
      {"step = [0, 0, 0.01]", "rod.copies.count"},
      {"count = [1, 2], step = [0, 0, 0.01]", "expected three whole numbers, got 2"},
      {"count = [1, 0, 2], step = [0, 0, 0.01]", "rod.copies.count.1"},
      {"count = [100, 100, 2], step = [0, 0, 0.01]", "at most 1000 copies"},
      {"count = [1, 1, 2]", "rod.copies.step"},
      {"count = [1, 1, 2], step = [0, 0, 0.0015]", "'hair-1' is 500 \u00b5m deep in 'hair-2' at ("},
      {"count = [1, 1, 2], step = [0, 0, 0.01], turns = 1", "did you mean 'turn'"},
  };
  for (const auto& [copies, words] : mistakes) {
    std::string sentence = "none";
    try {
      read_scene(CopiesScene{.copies = copies}.text(), "copies.toml");
    } catch (const UserError& error) {
      sentence = error.what();
    }
    EXPECT_THAT(sentence, HasSubstr(words));
    EXPECT_EQ(sentence.rfind("copies.toml", 0), 0u) << sentence;
  }
}

}  // namespace
}  // namespace plumb
