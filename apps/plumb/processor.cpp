// Where the compiling machine has AVX2, the program is compiled for it, and an older processor would end it by an illegal
// instruction. This file alone is compiled for every processor of the architecture, and its check runs before the
// program's other constructors. It includes nothing with inline functions: the linker might take theirs from other files.

#include <unistd.h>

namespace {

[[gnu::constructor(101)]] void end_on_an_older_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) return;
  constexpr int kMachineRefused = 5;  // an ExitCode of verbs.h
  constexpr char kSentence[] =
      "plumb: this program was built for processors with AVX2, and this one has none; build it on this machine\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kSentence, sizeof(kSentence) - 1);
  ::_exit(kMachineRefused);
}

}  // namespace
