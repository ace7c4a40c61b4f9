// The page of one result: what was asked and answered, why, and for a violation the interleaving to step through.

import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { Group } from '../groups.js';
import type { Report, ReportEntry } from '../report.js';
import { plural } from '../summary.js';
import {
  describeConfirmation,
  describeScope,
  isUncertified,
  messageOf,
  replayCommand,
  uncertifiedWords,
} from '../wording.js';
import { drawDiagram } from './diagram.js';
import { escapeHtml } from './escape.js';
import { drawLegend } from './glyph.js';
import { drawSources } from './source-pane.js';
import { drawStatePanel } from './state-panel.js';
import { timelineOf } from './timeline.js';

type Violated = Extract<Verdict, { kind: 'violated' }>;

function badge(kind: string, text = kind): string {
  return `<span class="badge ${kind}">${text}</span>`;
}

/** `result` is the number of the result in the report, from 1. */
export function violationArticle(entry: ReportEntry, verdict: Violated, report: Report, result: number): string {
  const { finding } = entry;
  return `<header>${badge('violated', verdict.confirmed ? 'violated' : 'possible')} <span class="rule">${finding.rule}</span>
<h2>${escapeHtml(finding.message)}</h2>
<p class="meta">${escapeHtml(whereOf(entry))} · ${escapeHtml(finding.engine)} (${escapeHtml(finding.method)}) · ${escapeHtml(describeScope(verdict.scope))}</p></header>
<div class="story">${reasons(finding.because)}${helpOf(finding)}</div>
${player(finding, verdict, report)}
<footer>${paragraph(describeConfirmation(verdict))}${assumptions(verdict.scope.assumptions.map(({ text }) => text))}
${statistics(finding)}<p>Reproduce: <code>${escapeHtml(replayCommand(report.command, result))}</code></p></footer>`;
}

function player(finding: Finding, { witness }: Violated, report: Report): string {
  const timeline = timelineOf(witness);
  if (timeline.steps.length === 0) return drawSources(timeline, finding.places, report.sources);
  const last = timeline.steps.length - 1;
  return `<section class="player" aria-label="interleaving">
<div class="controls" role="group" aria-label="step through the interleaving">
${button('first', '⇤', 'first step (Home)')}${button('previous', '←', 'previous step (left arrow or k)')}
${button('next', '→', 'next step (right arrow or j)')}${button('last', '⇥', 'last step (End)')}
<input class="slider" type="range" min="0" max="${last}" value="0" aria-label="step">
<output class="position"></output></div>
<p class="now" aria-live="polite"></p>
<div class="panes"><div class="diagram"><div class="scroll" tabindex="0" role="region" aria-label="diagram">${drawDiagram(timeline)}</div>
${drawLegend(timeline.steps.map(({ step }) => step.action))}</div>
<div class="beside">${drawStatePanel(timeline)}${drawSources(timeline, finding.places, report.sources)}</div></div></section>`;
}

function button(action: string, icon: string, label: string): string {
  return `<button type="button" data-do="${action}" aria-label="${label}" title="${label}">${icon}</button>`;
}

/** One finding that is no violation, or many that read alike. */
export function groupArticle(group: Group): string {
  const rest = group.size - group.first.length;
  const title = titleOf(group);
  const members = group.first.map(
    ({ finding }) => `<li>${escapeHtml(finding.message)}${reasons(finding.because)}</li>`,
  );
  const more = rest > 0 ? `<li class="more">and ${plural(rest, 'more question')} with the same answer</li>` : '';
  return `<header>${badge(group.verdict)} <span class="rule">${group.first[0]!.finding.rule}</span>
<h2>${escapeHtml(title)}</h2><p class="meta">${escapeHtml(group.file)} · ${escapeHtml(group.engine)}</p></header>
<p class="basis">${escapeHtml(group.basis)}</p>
${group.size === 1 ? reasons(group.first[0]!.finding.because) : `<ul class="members">${members.join('')}${more}</ul>`}
<footer>${assumptions(group.assumptions)}${group.size === 1 ? statistics(group.first[0]!.finding) : ''}</footer>`;
}

export function titleOf(group: Group): string {
  const { finding } = group.first[0]!;
  if (group.size === 1) return messageOf(finding);
  const asked = plural(group.size, `${group.property} question`);
  return isUncertified(finding.verdict) ? `${asked} (${uncertifiedWords})` : asked;
}

export function whereOf({ file, finding }: ReportEntry): string {
  const place = finding.places[0]?.place;
  return place === undefined ? file : `${place.file}:${place.line}:${place.column}`;
}

function reasons(because: readonly string[]): string {
  if (because.length === 0) return '';
  return `<ul class="why">${because.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('')}</ul>`;
}

function helpOf({ help }: Finding): string {
  return help === undefined ? '' : `<p class="help"><b>Help</b> ${escapeHtml(help)}</p>`;
}

function assumptions(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return `<p>Assuming:</p><ul>${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

function statistics(finding: Finding): string {
  const entries = Object.entries(finding.statistics);
  return paragraph(entries.map(([name, value]) => `${name} ${value}`).join(' · '));
}

function paragraph(text: string): string {
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>`;
}
