// Any bytes as a branch's record file: each line is a record, a header, or a mistake told in words; and a record that
// was read is written as a line that reads the same again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <judge/question/record.h>
#include <plumb/core/chained_lines.h>
#include <plumb/core/status.h>

namespace {

template <class Parse, class Write>
void round_trip(const std::string& line, Parse parse, Write write) {
  std::string once;
  try {
    once = write(parse(line));
  } catch (const plumb::UserError&) {
    return;
  }
  ENSURE(write(parse(once)) == once);
}

void read_line(const std::string& line) {
  round_trip(line, judge::parse_record, judge::record_line);
  round_trip(line, judge::parse_header,
             [](const judge::BranchRecords& branch) { return judge::header_line(branch.code, branch.scenario); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  for (const plumb::ChainedLine& line : plumb::sound_lines(file)) read_line(line.text);
  // A checksum is hard to guess: the first line also without one.
  read_line(file.substr(0, file.find('\n')));
  return 0;
}
