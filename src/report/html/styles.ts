// The look of the page: paper and ink, one accent, six lane colours; light or dark as the reader's system says.

export const styles = `
:root { color-scheme: light dark;
  --paper: #f7f6f3; --surface: #ffffff; --sunken: #f2f0ec; --ink: #23262d; --soft: #666b76; --rule: #e4e1da;
  --accent: #4a56c8; --glow: #eceefb; --violated: #b3403b; --holds: #2c7a58; --unknown: #97670f;
  --lane0: #2f68b3; --lane1: #b04a76; --lane2: #1f857a; --lane3: #a06a1c; --lane4: #7152ad; --lane5: #4f7d2e;
  --keyword: #7a3e9d; --string: #2f7d4f; --number: #a8560f; --comment: #8a8f99; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #14161a; --surface: #1b1e24; --sunken: #16181d; --ink: #e3e5ea; --soft: #989faa; --rule: #2b2f37;
  --accent: #95a0ff; --glow: #262b45; --violated: #f0827c; --holds: #6cc79d; --unknown: #ddb052;
  --lane0: #7fb0f0; --lane1: #ea90b5; --lane2: #62cabd; --lane3: #dfae62; --lane4: #b79df0; --lane5: #9bcb76;
  --keyword: #c79bf0; --string: #8fcf9f; --number: #e5ab6b; --comment: #7d8490; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif;
  display: grid; grid-template: auto minmax(0, 1fr) / 300px minmax(0, 1fr); height: 100vh; }
code, .code, .lanes text, .heads text, .state td, .state th { font-family: ui-monospace, 'SF Mono', 'Cascadia Code', 'DejaVu Sans Mono', Menlo, monospace; }
h1, h2, h3, p, ul, figure { margin: 0; padding: 0; }
ul { list-style: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
.defs { position: absolute; }
.skip { position: absolute; left: -999px; } .skip:focus { left: 8px; top: 8px; }

.top { grid-column: 1 / -1; display: flex; align-items: baseline; gap: 18px; padding: 12px 24px; border-bottom: 1px solid var(--rule); }
.top h1 { font-size: 17px; font-weight: 650; letter-spacing: .01em; }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: var(--rule); } a:hover { text-decoration-color: currentColor; }
.top .to-list { display: none; }
.show-keys { margin-left: auto; font: inherit; font-size: 13px; width: 28px; height: 28px; flex: none; border: 1px solid var(--rule); border-radius: 50%; background: var(--surface); color: var(--soft); cursor: pointer; }
.keys { border: 1px solid var(--rule); border-radius: 14px; background: var(--surface); color: var(--ink); padding: 20px 28px 24px; box-shadow: 0 18px 60px rgb(0 0 0 / 25%); } .keys::backdrop { background: rgb(0 0 0 / 30%); }
.keys h2 { font-size: 16px; margin-bottom: 10px; } .keys th { text-align: left; font-weight: 400; padding: 3px 26px 3px 0; } kbd { font: 13px ui-monospace, monospace; }
.grounds { display: grid; grid-template-columns: max-content minmax(0, 80ch); gap: 8px 20px; margin: 4px 0 20px; } .grounds dt { color: var(--soft); } .grounds dd { margin: 0; overflow-wrap: anywhere; }
.keyword { color: var(--keyword); } .string { color: var(--string); } .number { color: var(--number); } .comment { color: var(--comment); } .code i { font-style: normal; } .code .comment { font-style: italic; }
.line code span.current i { color: inherit; }
.top code { color: var(--soft); font-size: 13px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }

nav { border-right: 1px solid var(--rule); padding: 16px 12px; overflow-y: auto; }
.filters { display: flex; flex-wrap: wrap; gap: 6px; padding: 0 4px 10px; }
.filters button { font: inherit; font-size: 12.5px; border: 1px solid var(--rule); border-radius: 999px; padding: 2px 10px; background: none; color: var(--soft); cursor: pointer; }
.filters button[aria-pressed=true] { background: var(--surface); color: var(--ink); border-color: var(--soft); }
.filters b { font-weight: 650; } .filters .violated b { color: var(--violated); } .filters .holds b { color: var(--holds); } .filters .unknown b { color: var(--unknown); }
.search { width: calc(100% - 8px); margin: 0 4px 12px; padding: 6px 10px; font: inherit; font-size: 13.5px; color: inherit; background: var(--surface); border: 1px solid var(--rule); border-radius: 8px; }
.results button { display: block; width: 100%; text-align: left; font: inherit; font-size: 13.5px; line-height: 1.4; color: inherit; background: none; border: 0; border-radius: 8px; padding: 8px 10px 8px 24px; cursor: pointer; position: relative; }
.results button:hover { background: var(--sunken); }
.results button[aria-current=true] { background: var(--surface); box-shadow: 0 0 0 1px var(--rule), 0 1px 3px rgb(0 0 0 / 6%); }
.results button::before { content: ''; position: absolute; left: 9px; top: 14px; width: 7px; height: 7px; border-radius: 50%; background: var(--soft); }
.results .violated::before { background: var(--violated); } .results .holds::before { background: var(--holds); } .results .unknown::before { background: var(--unknown); }
.results small { display: block; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.none { color: var(--soft); font-size: 13.5px; padding: 8px 10px; }

main { overflow-y: auto; padding: 24px 32px 40px; }
article { max-width: 2000px; }
article header { margin-bottom: 14px; }
article h2 { font-size: 23px; line-height: 1.3; font-weight: 620; letter-spacing: -.01em; margin: 6px 0 2px; text-wrap: balance; overflow-wrap: anywhere; }
.badge { font-size: 11.5px; font-weight: 650; letter-spacing: .04em; text-transform: uppercase; padding: 2px 9px; border-radius: 999px; border: 1px solid; }
.badge.violated { color: var(--violated); } .badge.holds { color: var(--holds); } .badge.unknown { color: var(--unknown); }
.rule, .meta, footer { color: var(--soft); font-size: 13px; }
.story { display: grid; gap: 10px; margin-bottom: 18px; max-width: 76ch; }
.why li { padding-left: 18px; position: relative; } .why li::before { content: '–'; position: absolute; left: 2px; color: var(--soft); }
.help { border-left: 3px solid var(--accent); padding: 2px 12px; } .help b { color: var(--accent); font-weight: 620; margin-right: 6px; }
.basis { font-size: 16px; } .members { margin: 14px 0; } .members li { padding: 5px 0; border-bottom: 1px solid var(--rule); }
article footer { margin-top: 20px; display: grid; gap: 4px; } article footer ul { padding-left: 18px; list-style: disc; }
footer code, .about code { font-size: 12.5px; overflow-wrap: anywhere; }
.about h3 { font-size: 14px; margin: 18px 0 4px; } .about pre { font-size: 12.5px; overflow-x: auto; margin: 0; }

.controls { display: flex; align-items: center; gap: 6px; }
.controls button { font: inherit; font-size: 16px; line-height: 1; width: 36px; height: 32px; color: inherit; background: var(--surface); border: 1px solid var(--rule); border-radius: 8px; cursor: pointer; }
.controls button:hover:not(:disabled) { border-color: var(--soft); } .controls button:disabled { opacity: .35; cursor: default; }
.slider { flex: 0 1 260px; margin: 0 8px; accent-color: var(--accent); }
.position { color: var(--soft); font-size: 13px; font-variant-numeric: tabular-nums; }
.now { font-size: 15px; min-height: 1.6em; margin: 10px 0 12px; }
.panes { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 18px; align-items: start; }
.diagram, .source, .state { background: var(--surface); border: 1px solid var(--rule); border-radius: 12px; overflow: hidden; }
.beside { display: grid; gap: 14px; }
.scroll { overflow: auto; max-height: min(56vh, 720px); padding: 0 10px 6px; position: relative; }
.scroll svg { display: block; }
.heads { position: sticky; top: 0; z-index: 1; background: var(--surface); }
.heads text { font-size: 13px; font-weight: 650; fill: currentColor; }
.lane0 { color: var(--lane0); } .lane1 { color: var(--lane1); } .lane2 { color: var(--lane2); } .lane3 { color: var(--lane3); } .lane4 { color: var(--lane4); } .lane5 { color: var(--lane5); }
.guide { stroke: var(--rule); stroke-width: 1; } .life { stroke: currentColor; stroke-width: 2; opacity: .45; }
.held { fill: currentColor; opacity: .13; }
.step, .row { cursor: pointer; } .row { fill: transparent; } .row:hover { fill: var(--sunken); } .row.current { fill: var(--glow); }
.glyph { fill: currentColor; stroke: currentColor; stroke-width: 2; } .glyph.hollow { fill: var(--surface); }
.current .glyph.hollow { fill: var(--glow); }
.lanes text { font-size: 12px; }
.label, .lanes .note { paint-order: stroke; stroke: var(--surface); stroke-width: 4px; stroke-linejoin: round; }
.step.current :is(.label, .note) { stroke: var(--glow); } .label { fill: var(--ink); } .step.current .label { font-weight: 650; }
.lanes .note { fill: var(--soft); font-family: system-ui, sans-serif; font-size: 11.5px; font-style: italic; }
.number { fill: var(--soft); text-anchor: end; font-variant-numeric: tabular-nums; } .left-out { fill: var(--soft); }
.step.future :is(.glyph, .label, .note, .number) { opacity: .38; }
.edge path { fill: none; stroke: var(--soft); stroke-width: 1.4; stroke-dasharray: 4 3; opacity: .55; } #arrow path { fill: var(--soft); }
.edge { pointer-events: none; } .edge text { fill: var(--soft); text-anchor: middle; font-size: 11px; opacity: 0; paint-order: stroke; stroke: var(--surface); stroke-width: 5px; }
.edge.conflict path { stroke: var(--violated); stroke-dasharray: none; opacity: .8; stroke-width: 1.8; } .edge.conflict text { fill: var(--violated); opacity: .9; }
.waiting .blocked { fill: var(--surface); stroke: var(--violated); stroke-width: 2; } .waiting .label { fill: var(--violated); font-weight: 600; } .waits-on { fill: none; stroke: var(--violated); stroke-width: 1.6; stroke-dasharray: 2 3; } #blocked path { fill: var(--violated); }
.lanes .number { fill: var(--soft); }
.edge.current path { stroke: var(--accent); stroke-dasharray: none; opacity: 1; } .edge.current text { opacity: 1; } .edge.conflict.current path { stroke: var(--violated); stroke-width: 2.4; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 8px 16px; border-top: 1px solid var(--rule); color: var(--soft); font-size: 12.5px; }
.legend li { display: flex; align-items: center; gap: 5px; } .legend .glyph { stroke-width: 1.6; }
.state { padding: 10px 16px; } .state h3, .source figcaption { font-size: 12.5px; font-weight: 600; color: var(--soft); }
.state table { border-collapse: collapse; font-size: 13px; margin-top: 4px; } .state th { font-weight: 400; text-align: left; padding: 2px 22px 2px 0; } .state td { padding: 2px 0; color: var(--soft); }
.value { padding: 1px 7px; margin-left: -7px; border-radius: 5px; } .value[data-changed] { color: var(--ink); } .value.current { background: var(--glow); font-weight: 650; }
.value[class*=lane] { color: revert-layer; } .value.lane0 { color: var(--lane0); } .value.lane1 { color: var(--lane1); } .value.lane2 { color: var(--lane2); } .value.lane3 { color: var(--lane3); } .value.lane4 { color: var(--lane4); } .value.lane5 { color: var(--lane5); }
.source figcaption { padding: 10px 16px 6px; } .code { overflow: auto; max-height: min(52vh, 560px); padding-bottom: 10px; font-size: 12.5px; line-height: 1.65; position: relative; }
.line { display: flex; white-space: pre; padding-right: 16px; min-width: max-content; border-left: 3px solid transparent; }
.line .n { width: 46px; padding-right: 14px; text-align: right; color: var(--soft); opacity: .7; user-select: none; flex: none; }
.line.cited .n { color: var(--violated); opacity: 1; font-weight: 650; }
.line.current { background: var(--glow); border-left-color: var(--accent); }
.line code span.current { background: var(--accent); color: var(--surface); border-radius: 3px; box-shadow: 0 0 0 2px var(--accent); }
.caption { padding: 0 16px 3px 49px; color: var(--violated); font: italic 12px/1.5 system-ui, sans-serif; } .gap { padding-left: 30px; color: var(--soft); }
@media (min-width: 1700px) { .panes { grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) minmax(220px, .5fr); } .beside { display: contents; } .state { order: 3; } }
@media (max-width: 1320px) { .panes { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 760px) { body { display: flex; flex-direction: column; height: auto; } .top { padding: 10px 16px; gap: 12px; align-items: center; } .top code { display: none; } .top .to-list { display: inline; font-size: 13px; color: var(--soft); }
  main { order: 1; padding: 14px 16px 24px; overflow: visible; } nav { order: 2; border: 0; border-top: 1px solid var(--rule); } article h2 { font-size: 19px; } .controls { flex-wrap: wrap; } .slider { flex: 1 1 120px; }
  .grounds { grid-template-columns: minmax(0, 1fr); gap: 2px 0; } .grounds dd { margin-bottom: 8px; } .scroll { max-height: 62vh; } }
@media (prefers-reduced-motion: no-preference) { .row, .edge path, .glyph, .label { transition: fill .12s, opacity .12s, stroke .12s; } }
@media print { body { display: block; height: auto; } nav, .controls { display: none; } article[hidden] { display: block !important; } .scroll, .code { max-height: none; } }
`;
