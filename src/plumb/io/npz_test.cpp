#include <plumb/io/npz.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/disk.h>
#include <plumb/core/status.h>
#include <plumb/io/base64_test.h>
#include <plumb/io/sample_frames_test.h>

namespace plumb {
namespace {

using testing::ElementsAre;

std::string npy(const NpyArray& array) {
  return collected([&](const Sink& out) { write_npy(array, out); });
}
std::string npz(const std::vector<NpyArray>& arrays) {
  return collected([&](const Sink& out) { write_npz(arrays, out); });
}
std::string npz_of_run(const std::vector<Frame>& frames) {
  const FrameSpool spool = spooled(frames);
  return npz(npz_arrays(spool));
}

template <class Number>
Number number_at(const std::string& bytes, std::size_t place) {
  return numbers_of_bytes<Number>(std::string_view(bytes).substr(place, sizeof(Number))).at(0);
}

/// The files of an archive, found as numpy does: from the directory at the end.
std::map<std::string, std::string> unzipped(const std::string& zip) {
  std::map<std::string, std::string> files;
  const std::size_t end = zip.size() - 22;
  EXPECT_EQ(zip.substr(end, 4), "PK\x05\x06");
  const auto n = number_at<std::uint16_t>(zip, end + 10);
  std::size_t at = number_at<std::uint32_t>(zip, end + 16);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(zip.substr(at, 4), "PK\x01\x02");
    const auto size = number_at<std::uint32_t>(zip, at + 20);
    const auto name_size = number_at<std::uint16_t>(zip, at + 28);
    const std::size_t file = number_at<std::uint32_t>(zip, at + 42);
    EXPECT_EQ(zip.substr(file, 4), "PK\x03\x04");
    files[zip.substr(at + 46, name_size)] = zip.substr(file + 30 + name_size, size);
    at += 46 + name_size;
  }
  EXPECT_EQ(at, end);
  return files;
}

struct Read {
  std::string dictionary, data;
};

Read read_npy(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t start = 10u + number_at<std::uint16_t>(file, 8);
  EXPECT_EQ(start % 64, 0u);
  EXPECT_EQ(file[start - 1], '\n');
  std::string dictionary = file.substr(10, start - 11);
  dictionary.erase(dictionary.find_last_not_of(' ') + 1);
  return {dictionary, file.substr(start)};
}

TEST(Npz, an_array_says_its_type_and_shape_as_numpy_writes_them) {
  const auto dictionary = [](const NpyArray& array) { return read_npy(npy(array)).dictionary; };
  EXPECT_EQ(dictionary({"a", {2, 1, 2}, std::vector<double>(4)}),
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1, 2), }");
  EXPECT_EQ(dictionary({"a", {3}, std::vector<std::int64_t>(3)}),
            "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }");
  EXPECT_EQ(dictionary({"a", {}, std::vector<double>(1)}), "{'descr': '<f8', 'fortran_order': False, 'shape': (), }");
}

TEST(Npz, the_header_is_padded_whatever_its_length) {
  for (std::size_t n = 1; n < 1u << 20; n *= 10) {
    EXPECT_EQ(npy({"a", {n, 0}, std::vector<double>{}}).size() % 64, 0u) << n;
  }
}

TEST(Npz, numbers_come_back_bit_for_bit) {
  const std::vector<double> numbers{1.0 / 3, 5e-324, -1e308, 42};
  const std::vector<std::int64_t> counts{-1, std::int64_t{1} << 60};
  const auto files = unzipped(npz({{"numbers", {2, 2}, numbers}, {"counts", {2}, counts}}));
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(numbers_of_bytes<double>(read_npy(files.at("numbers.npy")).data), numbers);
  EXPECT_EQ(numbers_of_bytes<std::int64_t>(read_npy(files.at("counts.npy")).data), counts);
}

TEST(NpzDeathTest, an_array_has_as_many_numbers_as_its_shape_says) {
  EXPECT_DEATH(npy({"a", {2, 3}, std::vector<double>(5)}), "n_values");
}

TEST(Npz, a_run_is_laid_out_frame_by_frame) {
  const std::vector<Frame> frames = sample_run(4);
  const auto files = unzipped(npz_of_run(frames));
  const auto shape_of = [&](const std::string& name) {
    const std::string dictionary = read_npy(files.at(name + ".npy")).dictionary;
    return dictionary.substr(dictionary.find("'shape': ") + 9);
  };
  const auto values = [&](const std::string& name) {
    return numbers_of_bytes<double>(read_npy(files.at(name + ".npy")).data);
  };
  EXPECT_EQ(files.size(), 7u + 3u + 3u);
  EXPECT_EQ(shape_of("times"), "(4,), }");
  EXPECT_EQ(shape_of("positions"), "(4, 5, 3), }");
  EXPECT_EQ(shape_of("curvature [1/m]"), "(4, 5), }");
  EXPECT_EQ(shape_of("force [N]"), "(4, 5, 3), }");
  EXPECT_EQ(shape_of("tip z [m]"), "(4,), }");
  EXPECT_EQ(values("times")[2], frames[2].time);
  EXPECT_EQ(values("positions")[(2 * 5 + 3) * 3 + 1], frames[2].shape.points[3].y());
  EXPECT_EQ(values("curvature [1/m]")[3 * 5 + 4], frames[3].shape.arrays[0].values[4]);
  EXPECT_EQ(values("force [N]")[(1 * 5 + 4) * 3 + 2], frames[1].shape.arrays[1].values[14]);
  EXPECT_EQ(values("tip z [m]")[3], frames[3].observables[0].value);
  EXPECT_EQ(values("radii"), (std::vector<double>{0.01, 0.02}));
  EXPECT_EQ(numbers_of_bytes<std::int64_t>(read_npy(files.at("curves.npy")).data),
            (std::vector<std::int64_t>{0, 3, 3, 2}));
}

TEST(Npz, triangles_are_counted_among_all_points) {
  const auto files = unzipped(npz_of_run({sample_frame_with_surface(0), sample_frame_with_surface(1)}));
  const auto integers = [&](const std::string& name) {
    return numbers_of_bytes<std::int64_t>(read_npy(files.at(name + ".npy")).data);
  };
  EXPECT_EQ(integers("triangles"), (std::vector<std::int64_t>{1, 2, 3, 3, 2, 4}));
  EXPECT_EQ(integers("surfaces"), (std::vector<std::int64_t>{1, 4, 0, 2}));
  EXPECT_EQ(numbers_of_bytes<double>(read_npy(files.at("thicknesses.npy")).data), std::vector<double>{0.03});
}

TEST(Npz, where_a_mesh_changes_every_frame_has_its_own_points_and_triangles) {
  const std::vector<Frame> frames{sample_frame_with_surface(0), sample_frame_with_changed_surface(1),
                                  sample_frame_with_changed_surface(2), sample_frame_with_surface(3)};
  const auto files = unzipped(npz_of_run(frames));
  const auto doubles = [&](const std::string& name) {
    return numbers_of_bytes<double>(read_npy(files.at(name + ".npy")).data);
  };
  const auto integers = [&](const std::string& name) {
    return numbers_of_bytes<std::int64_t>(read_npy(files.at(name + ".npy")).data);
  };
  const std::vector<std::int64_t> offsets = integers("point_offsets"), surfaces = integers("surfaces"),
                                  curves = integers("curves"), triangles = integers("triangles");
  EXPECT_EQ(offsets, (std::vector<std::int64_t>{0, 5, 11, 17, 22}));
  EXPECT_EQ(triangles.size(), 3u * (2 + 4 + 2));  // the second and the third frame share theirs
  EXPECT_EQ(doubles("times")[2], frames[2].time);
  EXPECT_EQ(doubles("tip z [m]")[3], frames[3].observables[0].value);
  const std::vector<double> positions = doubles("positions"), force = doubles("force [N]");
  ASSERT_EQ(positions.size(), 3u * 22u);
  // A reader that knows the rules alone finds every frame again.
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Shape& shape = frames[f].shape;
    const auto first = static_cast<std::size_t>(offsets[f]);
    for (std::size_t i = 0; i < shape.points.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(positions[3 * (first + i) + k], shape.points[i][static_cast<int>(k)]);
        EXPECT_EQ(force[3 * (first + i) + k], shape.arrays[1].values[3 * i + k]);
      }
    }
    EXPECT_EQ(curves[2 * f], shape.curves[0].first);
    const Shape::Surface& surface = shape.surfaces[0];
    EXPECT_EQ(surfaces[4 * f], surface.first);
    EXPECT_EQ(surfaces[4 * f + 1], surface.n_points);
    ASSERT_EQ(surfaces[4 * f + 3], static_cast<std::int64_t>(surface.triangles.size()));
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
      const auto row = static_cast<std::size_t>(surfaces[4 * f + 2]) + t;
      for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(triangles[3 * row + k], surface.first + surface.triangles[t][k]);
    }
  }
}

TEST(Npz, two_quantities_of_one_name_are_both_kept) {
  Frame frame = sample_frame(0);
  frame.observables = {{"curvature", "1/m", 7}, {"times", "", 8}};
  std::vector<std::string> names;
  const FrameSpool frames = spooled({frame});
  for (const NpyArray& array : npz_arrays(frames)) names.push_back(array.name);
  EXPECT_THAT(names, ElementsAre("times", "positions", "curves", "radii", "triangles", "surfaces", "thicknesses",
                                 "curvature [1/m]", "force [N]", "a<b & \"c\"", "curvature [1/m] (2)", "times (2)"));
}

TEST(Npz, a_run_without_frames_is_an_archive_all_the_same) {
  EXPECT_EQ(read_npy(unzipped(npz_of_run({})).at("positions.npy")).dictionary,
            "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 0, 3), }");
}

TEST(Npz, python_finds_every_checksum_right) {
  const std::filesystem::path file =
      std::filesystem::path(testing::TempDir()) / ("plumb_" + std::to_string(::getpid()) + ".npz");
  replace_file(file, npz_of_run(sample_run(3)));
  const std::string script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
      "sys.exit(z.testzip() is not None or len(z.namelist()) != 13 or 'force [N].npy' not in z.namelist())";
  EXPECT_EQ(std::system(("python3 -c \"" + script + "\" " + file.string()).c_str()), 0);
  std::filesystem::remove(file);
}

TEST(Npz, contacts_of_all_frames_stand_one_behind_the_other) {
  const auto files = unzipped(
      npz_of_run({sample_frame_with_contacts(2), sample_frame_with_contacts(0), sample_frame_with_contacts(3)}));
  const auto read = [&](const std::string& name) { return read_npy(files.at(name + ".npy")); };
  EXPECT_THAT(numbers_of_bytes<std::int64_t>(read("contact_offsets").data), ElementsAre(0, 2, 2, 5));
  EXPECT_EQ(read("contact_forces [N]").dictionary, "{'descr': '<f8', 'fortran_order': False, 'shape': (5, 3), }");
  const auto forces = numbers_of_bytes<double>(read("contact_forces [N]").data);
  EXPECT_THAT(std::vector(forces.end() - 3, forces.end()), ElementsAre(0.25, 0, 3));
  EXPECT_THAT(numbers_of_bytes<std::int64_t>(read("contact_sticks").data), ElementsAre(1, 0, 1, 0, 1));
  EXPECT_THAT(numbers_of_bytes<std::int64_t>(read("contact_sides").data), ElementsAre(0, 2, 1, 3, 0, 2, 1, 3, 0, 2));
  EXPECT_EQ(read("poses").dictionary, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2, 3, 3), }");
  EXPECT_EQ(numbers_of_bytes<double>(read("poses").data)[9 + 1], 1.0);
  const auto without = unzipped(npz_of_run({sample_frame(0)}));
  EXPECT_EQ(without.count("contact_offsets.npy") + without.count("poses.npy"), 0u);
}

}  // namespace
}  // namespace plumb
