// Whether a build of the front end, with a rule broken on purpose (scripts/mutants.mjs), still says about some examples what
// their first lines say. They are few, and cover what the rules share: objects, locks, lowering, who plays which part.

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { nodePlatform } from '../../../cli/platform.js';
import { planJobs } from '../../../pipeline/plan.js';
import { runJob } from '../../../pipeline/run-job.js';
import { violationsOf } from './ask-java.js';
import { isAsExpected } from './expectation.js';

const examples = [
  'breadth/hand-off-fixed',
  'design/03',
  'design/14',
  'more/h03',
  'more/h04',
  'more/q03',
  'more/u03',
  'more/u05',
  'more/u06',
  'more/u07',
  'more/u09',
  'more/u11',
  'more/u13',
  'more/u16',
  'more/u19',
  'more/u21',
  'more/u25',
  'more/u27',
  'more/u30',
  'more/u35',
  'more/u38',
  'more/u39',
  'more/u40',
  'more/u41',
  'more/u47',
  'more/u49',
  'more/w01',
  'more/x01',
  'more/x05',
  'more/x10',
  'more/x13',
  'more/x15',
  'more/x17',
  'more/x19',
  'more/x21',
  'more/x24',
  'more/x26',
  'more/x34',
  'more/x36',
  'more/x37',
  'more/x39',
  'more/x40',
  'more/x41',
  'more/x42',
  'more/y02',
  'more/y03',
  'more/y04',
  'more/y07',
  'more/y08',
  'more/y12',
  'more/y14',
  'more/y16',
  'reports/append-bug',
  'reports/double-check-bug',
  'reports/double-check-fixed',
];

export interface JavaProbed {
  /** The first example that is answered differently. */
  readonly noticed?: string;
}

/** `root`: the folder of the project, since a bundle lies elsewhere. */
export async function probeJava(root: string): Promise<JavaProbed> {
  const folders = { 'web-tree-sitter.wasm': 'web-tree-sitter', 'tree-sitter-java.wasm': 'tree-sitter-java' };
  const platform = {
    ...nodePlatform,
    packageBytes: (name: string) =>
      readFile(`${root}/node_modules/${folders[name as keyof typeof folders] ?? ''}/${name}`),
  };
  for (const example of examples) {
    const folder = `${root}/examples/java/${example}`;
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.java'));
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const input = {
      file: file!,
      reader: 'java',
      content: { kind: 'project', sources: [{ file: file!, text }] },
    } as const;
    const [job] = planJobs({ engines: { kind: 'fitting' }, inputs: [input], options: {}, limits: {}, seed: 1 });
    const outcome = await runJob(job!, platform, () => {});
    if (!isAsExpected(text, violationsOf(outcome))) return { noticed: `${example} is answered differently` };
  }
  return {};
}
