// From a finding of a report to files: the harness, and the given classes, the one with the park point changed.

import { isJavaKind } from '../../../verdict/real-code.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { JavaParser } from '../syntax/parse-java.js';
import { type HarnessCall, harnessText } from './harness.js';
import { withParkPoint } from './park-points.js';

export interface GivenFile {
  readonly file: string;
  readonly text: string;
}

export interface Reproduction {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly form: 'scripted' | 'stress';
}

/** A sentence where there is nothing to reproduce. */
export function reproduceFinding(
  parse: JavaParser,
  finding: Finding,
  given: readonly GivenFile[],
): Reproduction | string {
  const { property, verdict, places } = finding;
  if (verdict.kind !== 'violated') return 'only violations can be reproduced';
  const { java = 'undefined', methods = [] } = property;
  if (!isJavaKind(java)) return `findings of kind ${java} are not reproduced as Java`;
  const root = String(property.class).replace(/ in .*$/, '');
  const calls = methods.map((method) => callOf(method, root));
  if (calls.length !== 2 || calls.some((call) => call === undefined))
    return 'code of threads and lambdas cannot be called from outside';
  const disturbed = placesOf(finding);
  const park = java === 'race' ? undefined : places.at(-1)?.place;
  const parked = park && given.find(({ file }) => file === park.file);
  const ordered = orderCalls(finding, calls[0]!, calls[1]!);
  const changed = parked && park && withParkPoint(parse, parked.file, parked.text, disturbed, park, ordered[0].method);
  const sources = given.map(({ file, text }) => ({
    name: file.split('/').at(-1)!,
    text: file === parked?.file && changed !== undefined ? changed : text,
  }));
  return {
    form: changed === undefined ? 'stress' : 'scripted',
    files: [
      ...sources,
      { name: 'Reproduce.java', text: harnessText(binaryName(root), ordered, changed !== undefined) },
    ],
  };
}

function placesOf({ places }: Finding): { line: number; column: number } | undefined {
  return places[0]?.place;
}

/** The disturbed unit is named in the first caption: `1. tryAcquire() reads tokens`. */
function orderCalls({ places }: Finding, one: HarnessCall, two: HarnessCall): readonly [HarnessCall, HarnessCall] {
  const first = places[0]?.caption ?? '';
  return first.includes(` ${two.method}(`) && !first.includes(` ${one.method}(`) ? [two, one] : [one, two];
}

function callOf(name: string, root: string): HarnessCall | undefined {
  const match = /^(?:(\w+)\.)?(\w+)\(([^)]*)\)( on its argument.*| again)?$/.exec(name);
  if (!match) return undefined;
  const [, cls, method = '', parameters = '', suffix = ''] = match;
  const simple = root.split('.').at(-1)!;
  const isMaker = method === simple && cls === undefined;
  const className = cls === undefined || cls === simple ? root : siblingName(root, cls);
  return {
    className: binaryName(className),
    method: isMaker ? '<init>' : method,
    parameters: parameters === '' ? [] : parameters.split(', '),
    onArgument: suffix.startsWith(' on'),
  };
}

function siblingName(root: string, cls: string): string {
  const outer = root.split('.').slice(0, -1);
  return outer.at(-1) === cls ? outer.join('.') : [...outer, cls].join('.');
}

/** Nested classes are joined by `$`; packages are written in lower case. */
function binaryName(qualified: string): string {
  return qualified
    .split('.')
    .reduce(
      (name, part) => (name === '' ? part : /(^|[.$])[A-Z]\w*$/.test(name) ? `${name}$${part}` : `${name}.${part}`),
      '',
    );
}
