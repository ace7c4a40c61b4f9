// The fenced blocks of README and docs/, found so that tests can run the commands and read the models in them.
import { readdirSync, readFileSync } from 'node:fs';
import { repository } from './heddle.js';
export function documents() {
  const docs = readdirSync(`${repository}/docs`, { recursive: true, encoding: 'utf8' });
  const pages = docs.filter((path) => path.endsWith('.md')).map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return ['README.md', 'CONTRIBUTING.md', ...pages.sort()];
}
export function fencesOf(file) {
  const fences = [];
  let open;
  for (const [index, line] of readFileSync(`${repository}/${file}`, 'utf8').split('\n').entries()) {
    const fence = /^```\s*(.*)$/.exec(line);
    if (!fence) open?.lines.push(line);
    else if (open) {
      fences.push({ file, ...open });
      open = undefined;
    } else open = { tag: fence[1].trim(), line: index + 1, lines: [] };
  }
  return fences;
}
/** `$ command` lines of a `sh` block, each with the output shown below it. */
export function shownCommands(fence) {
  const commands = [];
  for (const line of fence.lines) {
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), output: [] });
    else commands.at(-1)?.output.push(line);
  }
  return commands;
}
/** Whether `actual` is what the document shows, where `…` stands for any text, also over several lines. */
export function matchesShown(shown, actual) {
  const trimmed = shown.join('\n').trim();
  if (trimmed === '') return true;
  const pattern = trimmed
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[ \t]+$/gm, ''))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(actual.replace(/[ \t]+$/gm, '').trim());
}
