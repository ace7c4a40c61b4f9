// The page of one result: what was asked and answered, why, and for a violation the interleaving to step through.

import type { Finding, Verdict } from '../../verdict/verdict.js';
import type { Group } from '../groups.js';
import type { Report, ReportEntry } from '../report.js';
import { rulePages } from '../rule-pages.js';
import { count, plural } from '../summary.js';
import {
  describeConfirmation,
  describeOnCode,
  describeScope,
  driveCommand,
  isUncertified,
  messageOf,
  replayCommand,
  uncertifiedWords,
} from '../wording.js';
import { drawDiagram } from './diagram.js';
import { escapeHtml } from './escape.js';
import { drawLegend } from './glyph.js';
import { checkedWords, groundWords } from './ground-words.js';
import { drawSources, drawWholeSource } from './source-pane.js';
import { drawStatePanel } from './state-panel.js';
import { timelineOf } from './timeline.js';

type Violated = Extract<Verdict, { kind: 'violated' }>;

function badge(kind: string, text = kind): string {
  return `<span class="badge ${kind}">${text}</span>`;
}

/** `result` is the number of the result in the report, from 1. */
export function violationArticle(entry: ReportEntry, verdict: Violated, report: Report, result: number): string {
  const { finding } = entry;
  return `<header>${badge('violated', verdict.confirmed ? 'violated' : 'possible')} ${ruleLink(finding, report)}
<h2>${escapeHtml(finding.message)}</h2>
<p class="meta">${escapeHtml(whereOf(entry))} · ${escapeHtml(finding.engine)} (${escapeHtml(finding.method)}) · ${escapeHtml(describeScope(verdict.scope))}</p></header>
<div class="story">${reasons(finding.because)}${helpOf(finding)}</div>
${player(finding, verdict, report)}
<footer>${paragraph(describeConfirmation(verdict))}${describeOnCode(entry.onCode).map(paragraph).join('')}${assumptions(verdict.scope.assumptions.map(({ text }) => text))}
${statistics(finding)}<p>Reproduce: <code>${escapeHtml(replayCommand(report.command, result))}</code></p>${driveOf(entry, result)}</footer>`;
}

function driveOf(entry: ReportEntry, result: number): string {
  const drive = driveCommand(entry, result);
  return drive === undefined ? '' : `<p>On your code: <code>${escapeHtml(drive)}</code></p>`;
}

function player(finding: Finding, { witness }: Violated, report: Report): string {
  const timeline = timelineOf(witness, finding.property);
  if (timeline.steps.length === 0) return drawSources(timeline, finding.places, report.sources);
  const last = timeline.steps.length - 1;
  return `<section class="player" aria-label="interleaving">
<div class="controls" role="group" aria-label="step through the interleaving">
${button('play', '▶', 'play (space)')}${button('first', '⇤', 'first step (Home)')}${button('previous', '←', 'previous step (left arrow or k)')}
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

function ruleLink({ rule }: Finding, { rules }: Report): string {
  const title = rules[rule]?.summary ?? '';
  return `<a class="rule" href="${rulePages}/${rule}.md" rel="noreferrer" title="${escapeHtml(title)}">${rule}</a>`;
}

/** What is claimed, for which executions, why, and who has checked it. */
function groundsOf(group: Group): string {
  const { finding } = group.first[0]!;
  const { verdict } = finding;
  if (verdict.kind !== 'holds')
    return `<p class="basis">${escapeHtml(group.basis)}</p>${group.size === 1 ? reasons(finding.because) : ''}`;
  const parts = [
    ['Claim', group.size === 1 ? finding.message : `${count(group.size)} questions, answered alike`],
    ['Speaks about', `${describeScope(verdict.scope)} of ${group.file}`],
    ['Because', finding.because.join('; ') || groundWords(finding.engine)],
    ['Checked', checkedWords(verdict.certificate)],
  ];
  const rows = parts.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text!)}</dd>`);
  return `<dl class="grounds">${rows.join('')}</dl>`;
}

function modelOf(group: Group, { sources }: Report): string {
  const source = sources.find(group.file);
  const places = group.size === 1 ? group.first[0]!.finding.places : [];
  return source === undefined ? '' : drawWholeSource(group.file, places, source);
}

/** One finding that is no violation, or many that read alike. */
export function groupArticle(group: Group, report: Report): string {
  const rest = group.size - group.first.length;
  const title = titleOf(group);
  const members = group.first.map(
    ({ finding }) => `<li>${escapeHtml(finding.message)}${reasons(finding.because)}</li>`,
  );
  const more = rest > 0 ? `<li class="more">and ${plural(rest, 'more question')} with the same answer</li>` : '';
  return `<header>${badge(group.verdict)} ${ruleLink(group.first[0]!.finding, report)}
<h2>${escapeHtml(title)}</h2><p class="meta">${escapeHtml(group.file)} · ${escapeHtml(group.engine)}</p></header>
${groundsOf(group)}
${group.size === 1 ? '' : `<ul class="members">${members.join('')}${more}</ul>`}
${modelOf(group, report)}
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
