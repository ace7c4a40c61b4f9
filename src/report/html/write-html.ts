// The report as one page that works from disk: no request leaves it, and its policy lets no script run but its own.
// The page is rendered here, result by result; the script in it only moves through what is there.

import { printDiagnostic } from '../../base/diagnostic.js';
import { Groups } from '../groups.js';
import type { Report, ReportOptions } from '../report.js';
import {
  count,
  countEntry,
  emptySummary,
  isPossible,
  plural,
  printSummary,
  type Summary,
  type VerdictKind,
} from '../summary.js';
import { groupArticle, titleOf, violationArticle, whereOf } from './article.js';
import { arrowHead } from './diagram.js';
import { escapeHtml } from './escape.js';
import { styles } from './styles.js';
import { viewerScript, viewerScriptHash } from './viewer-script.js';

/** Beyond so many, violations are counted only: a page of hundreds of interleavings helps nobody. */
const mostViolations = 200;

const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${viewerScriptHash}'; base-uri 'none'; form-action 'none'`;

interface Item {
  readonly kind?: VerdictKind;
  readonly title: string;
  readonly subtitle: string;
  readonly article: string;
}

export function* writeHtml(report: Report, _options: ReportOptions): Generator<string> {
  const summary = emptySummary();
  const items = collectItems(report, summary);
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Heddle: ${printSummary(summary)}</title><style>${styles}</style>
<noscript><style>article[hidden], .value[hidden] { display: revert !important; }</style></noscript></head>
<body>${arrowHead}<a class="skip" href="#results">skip to the result</a>
<div class="top"><h1>Heddle</h1><a class="to-list" href="#list">${printSummary(summary)}</a><code>${escapeHtml(report.command)}</code>
<button type="button" class="show-keys" aria-label="keys" title="keys (?)">?</button></div>${keysHelp}\n`;
  yield `<nav id="list" aria-label="results">${filters(summary)}<ul class="results">${items.map(listItem).join('\n')}</ul>
<p class="none" hidden>no result fits</p></nav>\n<main id="results">\n`;
  for (const [index, item] of items.entries()) {
    yield `<article id="r${index + 1}" hidden${item.kind === undefined ? ' class="about"' : ''}>${item.article}</article>\n`;
  }
  yield `</main>\n<script>${viewerScript}</script></body></html>\n`;
}

function collectItems(report: Report, summary: Summary): Item[] {
  const violations: Item[] = [];
  const others = { unknown: new Groups(), holds: new Groups() };
  let result = 0;
  for (const entry of report.entries) {
    const { verdict, message } = entry.finding;
    result++;
    countEntry(summary, entry);
    if (verdict.kind !== 'violated') others[verdict.kind].add(entry);
    else if (violations.length < mostViolations) {
      const article = violationArticle(entry, verdict, report, result);
      violations.push({
        kind: isPossible(entry) ? 'unknown' : 'violated',
        title: message,
        subtitle: whereOf(entry),
        article,
      });
    }
  }
  return [
    ...violations,
    ...groupItems(others.unknown, report),
    ...groupItems(others.holds, report),
    aboutItem(report, summary),
  ];
}

function groupItems(groups: Groups, report: Report): Item[] {
  return [...groups].map((group) => ({
    kind: group.verdict,
    title: titleOf(group),
    subtitle: `${group.file} · ${group.engine}`,
    article: groupArticle(group, report),
  }));
}

const keys = [
  ['→ ↓ j', 'next step'],
  ['← ↑ k', 'previous step'],
  ['Home, End', 'first, last step'],
  ['space', 'play, pause'],
  ['n, p', 'next, previous result'],
  ['?', 'these keys'],
];

const keysHelp = `<dialog class="keys" aria-label="keys"><h2>Keys</h2><table>${keys
  .map(([key, does]) => `<tr><th scope="row"><kbd>${key}</kbd></th><td>${does}</td></tr>`)
  .join('')}</table></dialog>`;

function filters(summary: Summary): string {
  const kinds: readonly VerdictKind[] = ['violated', 'unknown', 'holds'];
  const chips = kinds.map(
    (kind) =>
      `<button type="button" class="${kind}" data-kind="${kind}" aria-pressed="true"><b>${count(summary[kind])}</b> ${kind}</button>`,
  );
  return `<div class="filters" role="group" aria-label="show">${chips.join('')}</div>
<input class="search" type="search" placeholder="Filter results" aria-label="filter results">`;
}

function listItem({ kind, title, subtitle }: Item, index: number): string {
  const kindOf = kind === undefined ? '' : ` class="${kind}" data-kind="${kind}"`;
  const spoken = kind === undefined ? '' : ` aria-label="${kind}: ${escapeHtml(title)}, ${escapeHtml(subtitle)}"`;
  return `<li><button type="button"${kindOf} data-show="r${index + 1}"${spoken}>${escapeHtml(title)}<small>${escapeHtml(subtitle)}</small></button></li>`;
}

/** What was read and what was not asked. */
function aboutItem(report: Report, summary: Summary): Item {
  const inputs = report.inputs.map(({ file, sha256 }) => `<li>${escapeHtml(file)} <code>${sha256 ?? ''}</code></li>`);
  const skipped = report.skipped.map((s) => `<li>${escapeHtml(`${s.engine} on ${s.file}: ${s.because}`)}</li>`);
  const diagnostics = report.diagnostics.map((diagnostic) => `<pre>${escapeHtml(printDiagnostic(diagnostic))}</pre>`);
  const beyond = summary.violated - mostViolations;
  const more = beyond > 0 ? `<p>${plural(beyond, 'more violation')} not shown here: the JSON report has all.</p>` : '';
  const sections = [
    ['Inputs', `<ul>${inputs.join('')}</ul>`, report.inputs.length],
    ['Not asked', `<ul>${skipped.join('')}</ul>`, report.skipped.length],
    ['Diagnostics', diagnostics.join('\n'), report.diagnostics.length],
  ] as const;
  const shown = sections.filter(([, , size]) => size > 0).map(([title, body]) => `<h3>${title}</h3>${body}`);
  return {
    title: 'About this report',
    subtitle: `${plural(report.inputs.length, 'input')}, ${plural(report.diagnostics.length, 'diagnostic')}`,
    article: `<header><h2>About this report</h2><p class="meta">heddle ${escapeHtml(report.version)} · ${printSummary(summary)}</p></header>
${more}<p>Command: <code>${escapeHtml(report.command)}</code></p>${shown.join('\n')}`,
  };
}
