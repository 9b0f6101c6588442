#include <judge/report/report_style.h>

namespace judge {

std::string report_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #1d1c1a; --faint: #6b6862; --line: #dcd9d1; --panel: #ffffff;
  --ok: #1e6b47; --ko: #a5322b; --focus: #2b5fa8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161719; --ink: #e8e6e1; --faint: #9a978f; --line: #33343a; --panel: #1d1e21;
    --ok: #6cc497; --ko: #ef8a80; --focus: #8ab4f0;
  }
}
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 1rem/1.55 Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "DejaVu Serif", serif; }
main { max-width: 78rem; margin: 0 auto; padding: 3.5rem 1.5rem 6rem; }
h1 { font-weight: 600; font-size: 2.1rem; letter-spacing: -0.01em; margin: 0 0 0.6rem; }
h1 span, h2 span { font-weight: 400; font-style: italic; color: var(--faint); }
.intro { max-width: 44rem; color: var(--faint); margin: 0 0 2.4rem; }
.intro b { color: var(--ink); font-weight: 600; }

table { border-collapse: collapse; width: 100%; border-top: 2px solid var(--ink); border-bottom: 2px solid var(--ink); }
th, td { text-align: left; vertical-align: top; padding: 0.7rem 1.2rem 0.7rem 0; font-weight: 400; }
thead th { border-bottom: 1px solid var(--line); font-style: italic; color: var(--faint); padding-block: 0.5rem; }
tbody tr + tr:not(.kind) > * { border-top: 1px solid var(--line); }
tr.kind + tr > * { border-top: 0 !important; }
tr.kind th { padding: 1.1rem 0 0; font-style: italic; color: var(--faint); }
.small { display: block; font-size: 0.83rem; line-height: 1.4; color: var(--faint); }
th code { display: block; font: 0.8rem/1.4 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; color: var(--faint); }
.badges { display: flex; flex-wrap: wrap; gap: 0 0.9rem; }
.thumb { margin: 0.45rem 0 0.35rem; }
.plot.strip { display: block; width: 100%; height: auto; max-width: 48rem; margin: -0.6rem auto 1.4rem; }
.summary { margin: 0 0 0.8rem; }
.small em { color: var(--ko); font-style: normal; }
td.none { color: var(--faint); }
td a { display: inline-block; color: inherit; text-decoration: none; padding: 0.15rem 0.7rem; margin: -0.15rem -0.7rem; border-radius: 4px; }
td a:hover { background: color-mix(in srgb, var(--ink) 6%, transparent); }
td a .verdict { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.panel:focus { outline: none; }
.verdict { font-weight: 600; letter-spacing: 0.03em; }
.verdict.ok { color: var(--ok); }
.verdict.ko { color: var(--ko); }

.panel { display: none; margin-top: 3rem; padding: 1.6rem 1.8rem 1.8rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; scroll-margin-top: 1rem; }
.panel:target { display: block; }
.panel header { display: flex; justify-content: space-between; align-items: baseline; gap: 1.5rem; }
.panel h2 { font-size: 1.35rem; font-weight: 600; margin: 0; }
.close { color: var(--faint); font-size: 0.9rem; }
.lead { margin: 0.3rem 0 0.8rem; font-size: 1.1rem; }
.lead span:not(.verdict) { color: var(--faint); font-style: italic; margin-left: 0.9rem; }
.figure { margin: 1.4rem 0; }
.figure svg { display: block; width: 100%; height: auto; max-width: 48rem; margin: 0 auto; }
.details { display: grid; grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); gap: 1.4rem 1.6rem; margin: 2rem 0 1.4rem; }
.details figure { margin: 0; }
.details svg { display: block; width: 100%; height: auto; overflow: visible; }
.details .plot text { font-size: 24px; }
.details .plot .marks { stroke-width: 11; }
.details .plot .master { stroke-width: 3; }
.details figcaption { text-align: center; font-size: 0.85rem; color: var(--faint); }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.3rem 1.4rem; margin: 0 0 1.4rem; font-size: 0.94rem; }
dt { color: var(--faint); font-style: italic; }
dd { margin: 0; font-variant-numeric: lining-nums tabular-nums; overflow-wrap: anywhere; }
sup { font-size: 0.72em; line-height: 0; }
.label { margin: 0 0 0.3rem; color: var(--faint); font-style: italic; font-size: 0.94rem; }
pre { margin: 0; padding: 0.7rem 0.9rem; overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; font: 0.88rem/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
pre code { user-select: all; }
@media (max-width: 40rem) {
  main { padding: 2rem 1rem 4rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
}
@media print {
  .panel { display: block; break-before: page; border: 0; padding: 0; }
  .close { display: none; }
}
)css";
}

}  // namespace judge
