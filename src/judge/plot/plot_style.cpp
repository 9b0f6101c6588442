// Everything that is text or axis takes the colour of the page; the few fixed colours are readable on light and dark.

#include <judge/plot/plot.h>

namespace judge {

std::string plot_style() {
  return R"(.plot{max-width:100%;height:auto;font:13px system-ui,sans-serif}
.plot text{fill:currentColor}
.plot .frame{fill:none;stroke:currentColor;stroke-opacity:.55}
.plot .tick{fill:none;stroke:currentColor;stroke-opacity:.55}
.plot .grid{fill:none;stroke:currentColor;stroke-opacity:.1}
.plot .band{fill:none;stroke:currentColor;stroke-opacity:.1;stroke-linejoin:round;stroke-linecap:round}
.plot .master{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linejoin:round}
.plot .measured{fill:none;stroke:#2f7fd1;stroke-width:1.2;stroke-linejoin:round}
.plot .asymptote{fill:none;stroke:currentColor;stroke-opacity:.6;stroke-dasharray:5 4}
.plot .points{color:#2f7fd1}
.plot .marks{fill:none;stroke:currentColor;stroke-width:5;stroke-linecap:round}
.plot .outside{fill:none;stroke:currentColor;stroke-width:1.4}
.plot .key{fill:var(--panel,var(--page));fill-opacity:.8}
.plot .wrong{fill:none;stroke:#e5484d;stroke-width:2.4;stroke-linecap:round}
.plot .worst{fill:none;stroke:#d9480f;stroke-width:2}
.plot text.worst{fill:#d9480f;stroke:none}
.plot .region{fill:currentColor;fill-opacity:.22;stroke:none}
.plot.thumb{display:block;border:1px solid color-mix(in srgb,currentColor 30%,transparent);border-radius:3px}
.plot.thumb .marks{stroke-width:3.4}.plot.thumb .wrong{stroke-width:3.4}.plot.thumb .master{stroke-width:1}
.plot .strict{fill:currentColor;fill-opacity:.1}
.plot .over{color:#d9480f}
.plot .c0{color:#0072b2}.plot .c1{color:#e69f00}.plot .c2{color:#009e73}
.plot .c3{color:#cc79a7}.plot .c4{color:#56b4e9}.plot .c5{color:#d55e00}
.plot .c6{color:#8b8f96}
)";
}

std::string plot_page_style() {
  return R"(svg{color:#1b1f24;background:#fff;--page:#fff}
@media (prefers-color-scheme:dark){svg{color:#e6e8eb;background:#16191d;--page:#16191d}}
)";
}

}  // namespace judge
