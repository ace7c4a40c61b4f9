// The fenced blocks of README and docs/, found so that tests can run the commands and read the models in them.

import { readdirSync, readFileSync } from 'node:fs';
import { repository } from './heddle.js';

export interface Fence {
  readonly file: string;
  readonly line: number;
  /** What stands behind the opening fence: a language, then words. */
  readonly tag: string;
  readonly lines: readonly string[];
}

export function documents(): string[] {
  const docs = readdirSync(`${repository}/docs`, { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return ['README.md', 'CONTRIBUTING.md', ...pages.sort()];
}

export function fencesOf(file: string): Fence[] {
  const fences: Fence[] = [];
  let open: { tag: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(`${repository}/${file}`, 'utf8').split('\n').entries()) {
    const fence = /^```\s*(.*)$/.exec(line);
    if (!fence) open?.lines.push(line);
    else if (open) {
      fences.push({ file, ...open });
      open = undefined;
    } else open = { tag: fence[1]!.trim(), line: index + 1, lines: [] };
  }
  return fences;
}

export interface ShownCommand {
  readonly command: string;
  readonly output: readonly string[];
}

/** `$ command` lines of a `sh` block, each with the output shown below it. */
export function shownCommands(fence: Fence): ShownCommand[] {
  const commands: { command: string; output: string[] }[] = [];
  for (const line of fence.lines) {
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] });
    else commands.at(-1)?.output.push(line);
  }
  return commands;
}

/** Whether `actual` is what the document shows, where `…` stands for any text, also over several lines. */
export function matchesShown(shown: readonly string[], actual: string): boolean {
  const trimmed = shown.join('\n').trim();
  if (trimmed === '') return true;
  const pattern = trimmed
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ \t]+$/gm, ''))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(actual.replace(/[ \t]+$/gm, '').trim());
}
