// Every plate code of the table beside the others: error against unknowns on Cantilever, its critical weight on Lateral
// Buckling, and what a plate does that the inextensible curve does not know: anticlastic bending, stretch, locking.
// User CPU.
//   plate_codes_bench [cantilever|buckling|meshes|transition|thickness|locking ...]

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include <bench/cpu_time.h>
#include <codes/plate_trial/triangle_plate.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <plumb/core/parallel.h>

namespace {

using judge::Code;

std::vector<const Code*> plates() {
  std::vector<const Code*> rows;
  for (const Code* code : judge::all_codes()) {
    if (dynamic_cast<const codes::PlateCode*>(code)) rows.push_back(code);
  }
  return rows;
}

const Code& plate(const std::string& name) {
  for (const Code* code : plates()) {
    if (code->describe().name == name) return *code;
  }
  throw plumb::UserError("no plate " + name);
}

struct Strip {
  double thickness = 1e-3, width = 0.1, nu = 0;
  int n = 60;
};

enum class Asked { bending, buckling };

std::unique_ptr<judge::Trial> opened(const Code& code, Asked asked, const Strip& strip) {
  judge::Scenario s;
  const judge::Sheet sheet{strip.width, strip.thickness, strip.nu};
  if (asked == Asked::bending) {
    s.ask(judge::ClampedStrip{sheet});
  } else {
    s.ask(judge::BucklingPlate{sheet, 0.2, 1e-4, 80});
  }
  s.scales = {1, 12 * (1 - strip.nu * strip.nu) / std::pow(strip.thickness, 3), 1 / strip.thickness};
  s.knobs.n = strip.n;
  auto trial = code.open(s);
  return trial;
}

/// H/W over that of the inextensible strip, less 1; NaN where the code failed. `nu`: the curve's Gamma has D in place of E I.
double error_at(judge::Trial& trial, double gamma, double nu = 0) {
  if (trial.advance({{"gamma", gamma / (1 - nu * nu)}}).status != plumb::Status::ok) return NAN;
  const auto seen = trial.observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1;
}

void cantilever() {
  std::printf("\nCantilever, nu = 0: error of H/W at Gamma\n%-26s %5s %9s %10s %10s %10s %8s\n", "", "n", "unknowns",
              "1", "100", "1e4", "CPU s");
  for (const Code* code : plates()) {
    const bool high_order =
        code->describe().name.find('/') == std::string::npos && code->describe().name != "discrete-shell";
    for (const int n : high_order ? std::vector{10, 20, 40} : std::vector{30, 60, 120}) {
      const double start = user_seconds();
      const auto trial = opened(*code, Asked::bending, {.n = n});
      std::map<double, double> errors;
      for (const double gamma : {0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1e3, 3e3, 1e4}) {
        errors[gamma] = error_at(*trial, gamma);
      }
      std::printf("%-26s %5d %9.0f %+10.5f %+10.5f %+10.5f %8.2f\n", code->describe().name.c_str(), n,
                  trial->also_observe({"unknowns"}).at("unknowns"), errors[1], errors[100], errors[1e4],
                  user_seconds() - start);
      std::fflush(stdout);
    }
  }
}

void buckling() {
  std::printf(
      "\nLateral Buckling, nu = 0.35: critical weight over the master curve, less 1, at w/L\n%-26s %5s %10s %10s "
      "%10s %9s %8s\n",
      "", "n", "0.1", "0.5", "1", "unknowns", "CPU s");
  for (const Code* code : plates()) {
    if (!code->describe().protocols.contains("lateral-buckling")) continue;
    for (const int n : {6, 12, 25, 50}) {
      const double start = user_seconds();
      std::printf("%-26s %5d", code->describe().name.c_str(), n);
      double unknowns = 0;
      for (const double width : {0.1, 0.5, 1.0}) {
        const auto trial = opened(*code, Asked::buckling, {.width = width, .nu = judge::lateral_buckling_nu, .n = n});
        const auto known = trial->also_observe({"critical", "unknowns"});
        unknowns = known.at("unknowns");
        const double critical = known.contains("critical") ? known.at("critical") : NAN;
        std::printf(" %+10.4f", critical / judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu) - 1);
      }
      std::printf(" %9.0f %8.2f\n", unknowns, user_seconds() - start);
      std::fflush(stdout);
    }
  }
}

void meshes() {
  struct Mesh {
    const char* name;
    plumb::CellPattern pattern;
    double jitter;
  };
  constexpr Mesh kMeshes[] = {{"equilateral", plumb::CellPattern::equilateral, 0},
                              {"alternating", plumb::CellPattern::alternating, 0},
                              {"one diagonal", plumb::CellPattern::one_diagonal, 0},
                              {"jittered", plumb::CellPattern::alternating, 0.2}};
  constexpr std::pair<const char*, plumb::ShellBending> kBendings[] = {{"tan", plumb::ShellBending::tan},
                                                                       {"sin", plumb::ShellBending::sin},
                                                                       {"theta", plumb::ShellBending::theta},
                                                                       {"average", plumb::ShellBending::average},
                                                                       {"hinge", plumb::ShellBending::hinge}};
  std::printf(
      "\nTriangles, n = 60: error of H/W at Gamma, and of the critical weight at w/L = 0.5 (n = 25)\n%-14s %-8s "
      "%10s %10s %10s %10s\n",
      "", "", "1", "1e3", "1e4", "buckling");
  for (const Mesh& mesh : kMeshes) {
    for (const auto& [name, bending] : kBendings) {
      codes::TrianglePlate chosen;
      chosen.bending = bending;
      chosen.pattern = mesh.pattern;
      chosen.jitter = mesh.jitter;
      const codes::PlateCode code(judge::Card{}, chosen);
      const auto bent = opened(code, Asked::bending, {.n = 60});
      std::map<double, double> errors;
      for (const double gamma : {1.0, 10.0, 100.0, 1e3, 1e4}) errors[gamma] = error_at(*bent, gamma);
      const auto known = opened(code, Asked::buckling, {.width = 0.5, .nu = judge::lateral_buckling_nu, .n = 25})
                             ->also_observe({"critical"});
      const double critical = known.contains("critical") ? known.at("critical") : NAN;
      std::printf("%-14s %-8s %+10.4f %+10.4f %+10.4f %+10.4f\n", mesh.name, name, errors[1], errors[1e3], errors[1e4],
                  critical / judge::lateral_buckling_threshold(0.5, judge::lateral_buckling_nu) - 1);
      std::fflush(stdout);
    }
  }
}

/// A narrow plate bends as a beam at first, H/W up to 1/(1 - nu^2) above the curve, and as a cylinder when w^2 kappa /
/// h is large.
void transition() {
  constexpr double nu = 0.3;
  std::printf(
      "\nFrom beam to plate, nu = %g, w/L = 0.1, h/L = 1e-3: H/W over the curve; a beam has %.4f\n%-12s %14s %14s\n",
      nu, 1 / (1 - nu * nu), "Gamma", "spline-shell", "stvk-theta");
  const auto spline = opened(plate("spline-shell"), Asked::bending, {.nu = nu, .n = 40});
  const auto triangles = opened(plate("libshell/stvk-theta"), Asked::bending, {.nu = nu, .n = 60});
  for (const double gamma : {1e-3, 1e-2, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1e3}) {
    std::printf("%-12g %14.5f %14.5f\n", gamma, 1 + error_at(*spline, gamma, nu), 1 + error_at(*triangles, gamma, nu));
  }
}

/// A thick strip stretches: it hangs lower than the inextensible curve says.
void thickness() {
  std::printf("\nThickness, spline-shell, n = 60: error of H/W at Gamma\n%-12s %12s %12s\n", "h/L", "100", "1e4");
  for (const double h : {3e-3, 1e-3, 3e-4, 1e-4}) {
    const auto trial = opened(plate("spline-shell"), Asked::bending, {.thickness = h, .n = 60});
    std::map<double, double> errors;
    for (const double gamma : {1.0, 10.0, 100.0, 300.0, 1e3, 3e3, 1e4}) errors[gamma] = error_at(*trial, gamma);
    std::printf("%-12g %+12.2e %+12.2e\n", h, errors[100], errors[1e4]);
  }
}

void locking() {
  constexpr double kThicknesses[] = {1e-2, 1e-3, 1e-4, 1e-5};
  std::printf("\nLocking, n = 12 (triangles: 30): error of H/W at Gamma = 10 for h/L\n%-26s", "");
  for (const double h : kThicknesses) std::printf(" %11g", h);
  std::printf("\n");
  for (const Code* code : plates()) {
    const std::string name = code->describe().name;
    const bool triangles = name.find('/') != std::string::npos || name == "discrete-shell";
    std::printf("%-26s", name.c_str());
    for (const double h : kThicknesses) {
      const auto trial = opened(*code, Asked::bending, {.thickness = h, .n = triangles ? 30 : 12});
      error_at(*trial, 1);
      std::printf(" %+11.5f", error_at(*trial, 10));
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

const std::map<std::string, std::function<void()>> kTables{{"cantilever", cantilever}, {"buckling", buckling},
                                                           {"meshes", meshes},         {"transition", transition},
                                                           {"thickness", thickness},   {"locking", locking}};

}  // namespace

int main(int argc, char** argv) {
  plumb::set_threads(1);
  for (const auto& [name, table] : kTables) {
    const bool chosen = std::find(argv + 1, argv + argc, name) != argv + argc;
    if (argc < 2 || chosen) table();
  }
}
