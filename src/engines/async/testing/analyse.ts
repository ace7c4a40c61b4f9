// Source text in, violations out: what the tests of the engine ask.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import ts from 'typescript';
import { readScript, type SourceFileText } from '../../../frontends/typescript/reader.js';
import { discover } from '../../../model/script/scenario/discover.js';
import type { Script } from '../../../model/script/script.js';
import { exploreProvider } from '../explore.js';
import type { ExploreOptions, Found } from '../found.js';

export interface Analysed {
  readonly script: Script;
  readonly found: readonly Found[];
  /** `HD6001 tokens` */
  readonly names: readonly string[];
  readonly runs: number;
  readonly isComplete: boolean;
  /** Things that were not followed. */
  readonly gaps: number;
}

export function analyse(
  files: readonly SourceFileText[],
  mostRuns = 120,
  instances: 2 | 3 = 3,
  treated: ExploreOptions['treated'] = new Map(),
): Analysed {
  const { script } = readScript(ts, files);
  const found: Found[] = [];
  let runs = 0;
  let isComplete = true;
  let gaps = 0;
  for (const module of script.modules.keys()) {
    for (const discovered of discover(script, module)) {
      const search = exploreProvider(script, discovered, {
        instances,
        external: true,
        treated,
        mostRuns,
        mostSteps: 4_000_000,
      });
      let next = search.next();
      while (!next.done) next = search.next();
      found.push(...next.value.found);
      runs += next.value.runs;
      gaps += next.value.gaps.length;
      if (next.value.partly.size > 0) isComplete = false;
    }
  }
  const names = found.map(({ violation }) => `${violation.code} ${violation.location}`);
  return { script, found, names, runs, isComplete, gaps };
}

/** A file, or all files of a folder. */
export function filesOf(path: string): SourceFileText[] {
  if (statSync(path).isFile()) return [{ file: path, text: readFileSync(path, 'utf8') }];
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => ({ file: `${path}/${name}`, text: readFileSync(`${path}/${name}`, 'utf8') }));
}
