// The source beside the diagram. A line is cut into segments at the ends of the steps' spans; each segment carries the
// positions of the steps that it belongs to (`data-at`). Long files are shown around the lines that matter.

import type { Place, SourceText } from '../../base/source-text.js';
import type { CaptionedPlace } from '../../verdict/verdict.js';
import type { SourceLookup } from '../report.js';
import { describeStep } from '../wording.js';
import { escapeHtml } from './escape.js';
import { Highlighter, type Token } from './highlight.js';
import type { Timeline } from './timeline.js';

const wholeFileLines = 160;
const linesAround = 8;
const longestLine = 400;

interface Mention {
  readonly place: Place;
  readonly position: number;
  /** Stands for the line when the source is not at hand. */
  readonly text: string;
}

/** A file as it is: what an answer without steps is about. */
export function drawWholeSource(file: string, places: readonly CaptionedPlace[], source: SourceText): string {
  return drawFile(file, { mentions: [], places }, source);
}

export function drawSources(timeline: Timeline, places: readonly CaptionedPlace[], sources: SourceLookup): string {
  const mentions = timeline.steps.flatMap(({ step }, position): Mention[] =>
    step.place === undefined ? [] : [{ place: step.place, position, text: `${step.thread}: ${describeStep(step)}` }],
  );
  const files = new Set([...places.map(({ place }) => place.file), ...mentions.map(({ place }) => place.file)]);
  return [...files]
    .map((file) => {
      const inFile = {
        mentions: mentions.filter((m) => m.place.file === file),
        places: places.filter((p) => p.place.file === file),
      };
      return drawFile(file, inFile, sources.find(file));
    })
    .join('\n');
}

interface InFile {
  readonly mentions: readonly Mention[];
  readonly places: readonly CaptionedPlace[];
}

function drawFile(file: string, inFile: InFile, source: SourceText | undefined): string {
  const cited = [...inFile.mentions.map((m) => m.place.line), ...inFile.places.map((p) => p.place.line)];
  const shown = source === undefined ? sortedSet(cited) : shownLines(cited, source.lineCount);
  const mentionsOf = groupByLine(inFile.mentions);
  const placesOf = groupByLine(inFile.places);
  let previous = shown[0]! - 1;
  const tokens = source === undefined ? new Map<number, Token[]>() : tokensOf(source, shown);
  const lines = shown.map((line) => {
    const gap = line > previous + 1 ? '<div class="gap" aria-hidden="true">⋯</div>' : '';
    previous = line;
    const mentions = mentionsOf.get(line) ?? [];
    const text = source?.line(line).slice(0, longestLine) ?? mentions[0]?.text ?? '';
    return (
      gap +
      drawLine(
        line,
        source === undefined ? escapeHtml(text) : segments(text, mentions, tokens.get(line) ?? []),
        mentions,
        placesOf.get(line) ?? [],
      )
    );
  });
  const name = escapeHtml(file);
  return `<figure class="source"><figcaption>${name}</figcaption><div class="code" tabindex="0" role="region" aria-label="source of ${name}">${lines.join('')}</div></figure>`;
}

function drawLine(
  line: number,
  content: string,
  mentions: readonly Mention[],
  places: readonly CaptionedPlace[],
): string {
  const at = mentions.length === 0 ? '' : ` data-at="${positions(mentions)}"`;
  const captions = places.map(({ caption }) => `<div class="caption">${escapeHtml(caption)}</div>`).join('');
  const kind = places.length > 0 ? 'line cited' : 'line';
  return `<div class="${kind}" data-line="${line}"${at}><span class="n">${line}</span><code>${content}</code></div>${captions}`;
}

function tokensOf(source: SourceText, shown: readonly number[]): Map<number, Token[]> {
  const highlighter = new Highlighter();
  const tokens = new Map<number, Token[]>();
  const last = shown.at(-1) ?? 0;
  for (let line = 1; line <= last; line++)
    tokens.set(line, highlighter.tokens(source.line(line).slice(0, longestLine)));
  return tokens;
}

/** The text of a line, with a span around every stretch that belongs to the same steps, or to a word of some kind. */
function segments(text: string, mentions: readonly Mention[], tokens: readonly Token[]): string {
  const cuts = mentions.flatMap(({ place }) => [place.column - 1, place.column - 1 + place.length]);
  const ends = sortedSet([...cuts.filter((cut) => cut > 0 && cut < text.length), text.length]);
  let start = 0;
  return ends
    .map((end) => {
      const part = coloured(text, start, end, tokens);
      const covering = mentions.filter(
        ({ place }) => place.column - 1 <= start && end <= place.column - 1 + place.length,
      );
      start = end;
      return covering.length === 0 ? part : `<span data-at="${positions(covering)}">${part}</span>`;
    })
    .join('');
}

function coloured(text: string, from: number, until: number, tokens: readonly Token[]): string {
  let at = from;
  let html = '';
  for (const { start, end, kind } of tokens) {
    const [first, last] = [Math.max(start, at), Math.min(end, until)];
    if (first >= last) continue;
    html += `${escapeHtml(text.slice(at, first))}<i class="${kind}">${escapeHtml(text.slice(first, last))}</i>`;
    at = last;
  }
  return html + escapeHtml(text.slice(at, until));
}

function positions(mentions: readonly Mention[]): string {
  return mentions.map((mention) => mention.position).join(' ');
}

function shownLines(cited: readonly number[], lineCount: number): number[] {
  if (lineCount <= wholeFileLines || cited.length === 0)
    return Array.from(
      { length: Math.min(lineCount, cited.length === 0 ? wholeFileLines : lineCount) },
      (_, index) => index + 1,
    );
  const around = cited.flatMap((line) => Array.from({ length: 2 * linesAround + 1 }, (_, i) => line - linesAround + i));
  return sortedSet(around.filter((line) => line >= 1 && line <= lineCount));
}

function sortedSet(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function groupByLine<T extends { readonly place: Place }>(items: readonly T[]): Map<number, T[]> {
  const byLine = new Map<number, T[]>();
  for (const item of items) {
    const known = byLine.get(item.place.line);
    if (known === undefined) byLine.set(item.place.line, [item]);
    else known.push(item);
  }
  return byLine;
}
