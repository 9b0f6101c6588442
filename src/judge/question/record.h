#pragma once

// A record is what a code said at one load: pure data, from which every score and every report is made. It is stored as
// one line of JSON whose numbers come back bit for bit.

#include <cstdint>
#include <string>
#include <vector>

#include <judge/question/code.h>
#include <judge/question/scenario.h>

namespace judge {

struct Record {
  Quantities load;  ///< the values that were asked for
  Reply reply;
  Quantities observed;  ///< finite numbers only; empty when the load failed
  /// x y z of points along the centreline, in units of L; empty where nobody asked or the code has none. Five digits
  /// after the point are stored.
  std::vector<double> shape{};
  Quantities told{};  ///< what the code was told of the load in SI units (judge/question/statement.h)
};

/// An origin tells when records were written, and by which build. It lies beside them, so that they are byte-identical
/// between runs.
struct Origin {
  std::string build{};       ///< a checksum of the program, with that of a foreign one; empty: not known
  std::int64_t written = 0;  ///< seconds since 1970, UTC; 0: not known
};

/// The records of a branch with all that they depend on.
struct BranchRecords {
  std::string code;
  Scenario scenario;
  std::vector<Record> records;
  Origin origin{};
};

/// The first line of a branch's file: the code and the scenario.
std::string header_line(const std::string& code, const Scenario& scenario);
std::string record_line(const Record& record);

/// The inverses. A line that is not one throws plumb::UserError.
BranchRecords parse_header(const std::string& line);
Record parse_record(const std::string& line);

}  // namespace judge
