// Any bytes as the answer of a foreign program: each parser takes them or tells in words what is wrong; and a state
// that was taken can be handed back.
#include <cstddef>
#include <cstdint>
#include <string>

#include <judge/foreign/messages.h>
#include <plumb/core/status.h>

namespace {

template <class Parse>
void parse_or_tell(Parse parse) {
  try {
    parse();
  } catch (const judge::AnswerError& error) {
    ENSURE(*error.what() != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), size);
  parse_or_tell([&] { judge::parse_description(line); });
  parse_or_tell([&] { judge::parse_opened(line); });
  parse_or_tell([&] { judge::parse_reply(line); });
  parse_or_tell([&] { judge::parse_observation(line, {"drop", "reach"}); });
  parse_or_tell([&] {
    const std::string state = judge::parse_saved(line);
    ENSURE(judge::parse_saved("{\"state\":" + state + "}") == state);
    judge::load_message(state);
  });
  return 0;
}
