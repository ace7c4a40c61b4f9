// The places a finding points at, with their source lines underlined and captioned, in the manner of rustc: the main
// place first with `-->`, other files after `:::`, `...` between lines that are not adjacent.

import { printable } from '../../base/printable.js';
import type { Place } from '../../base/source-text.js';
import type { CaptionedPlace } from '../../verdict/verdict.js';
import type { SourceLookup } from '../report.js';
import type { Palette } from './palette.js';

/** `width`: of the terminal. */
export function printSnippet(
  places: readonly CaptionedPlace[],
  sources: SourceLookup,
  palette: Palette,
  width = 100,
): string[] {
  const main = places[0];
  if (main === undefined) return [];
  const gutter = String(Math.max(...places.map(({ place }) => place.line))).length;
  const files = [...new Set(places.map(({ place }) => place.file))];
  return files.flatMap((file) => {
    const here = places.filter(({ place }) => place.file === file);
    const first = here[0]!.place;
    const arrow = file === main.place.file ? '-->' : ':::';
    const lines = printLines(here, main, sources, { gutter, palette, widest: width - gutter - 6 });
    return [`${' '.repeat(gutter)}${palette.frame(arrow)} ${printable(file)}:${first.line}:${first.column}`, ...lines];
  });
}

interface Layout {
  readonly gutter: number;
  readonly palette: Palette;
  /** Source lines are shown up to this many columns, around the place. */
  readonly widest: number;
}

function printLines(
  places: readonly CaptionedPlace[],
  main: CaptionedPlace,
  sources: SourceLookup,
  { gutter, palette, widest }: Layout,
): string[] {
  const bar = `${' '.repeat(gutter)} ${palette.frame('|')}`;
  const lines = [bar];
  const sorted = [...places].sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  let previous: number | undefined;
  for (const captioned of sorted) {
    const { place, caption } = captioned;
    const source = sources.find(place.file)?.line(place.line);
    const number = String(place.line).padStart(gutter);
    if (source === undefined) {
      lines.push(`${palette.frame(`${number} |`)} ${printable(caption)}`);
    } else {
      const { text, underline } = excerpt(source, place, captioned === main ? '^' : '-', widest);
      if (previous !== undefined && place.line > previous + 1) lines.push(palette.frame('...'));
      if (place.line !== previous) lines.push(`${palette.frame(`${number} |`)} ${text}`);
      const paint = captioned === main ? palette.verdict.violated : palette.frame;
      lines.push(`${bar} ${underline.lead}${paint(`${underline.mark} ${printable(caption)}`)}`);
    }
    previous = place.line;
  }
  lines.push(bar);
  return lines;
}

/** The part of a source line around a place, and blanks (tabs kept) up to a mark below it. */
function excerpt(source: string, place: Place, mark: string, widest: number) {
  const start = source.length <= widest ? 0 : Math.max(0, Math.min(place.column - 1 - 24, source.length - widest));
  const cut = source.slice(start, start + widest);
  const before = start > 0 ? '…' : '';
  const after = start + widest < source.length ? '…' : '';
  const [from, until] = [place.column - 1 - start, Math.min(place.column - 1 - start + place.length, widest)];
  const lead = before.replace(/./g, ' ') + printable(cut.slice(0, from)).replace(/[^\t]/g, ' ');
  const length = Math.max(1, until - from, printable(cut.slice(from, until)).length);
  return { text: before + printable(cut) + after, underline: { lead, mark: mark.repeat(length) } };
}
