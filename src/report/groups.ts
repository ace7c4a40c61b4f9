// Answers that read alike, counted together: with `--all` there may be millions of `holds`, and a reader wants a line
// for each only when they are few. A group keeps its first members and the number of the rest.

import { statedProperty } from '../verdict/property.js';
import type { ReportEntry } from './report.js';
import type { VerdictKind } from './summary.js';
import { describeCertificate, describeScope } from './wording.js';

export interface Group {
  readonly file: string;
  readonly engine: string;
  readonly property: string;
  readonly verdict: VerdictKind;
  /** What the members have in common: scope and certificate kind, or why the answer is unknown. */
  readonly basis: string;
  readonly assumptions: readonly string[];
  readonly first: readonly ReportEntry[];
  readonly size: number;
}

type Common = Omit<Group, 'first' | 'size'>;

const membersKept = 8;

export class Groups {
  readonly #groups = new Map<string, { common: Common; first: ReportEntry[]; size: number }>();

  add(entry: ReportEntry): void {
    const common = commonPart(entry);
    const { file, engine, property, verdict, basis, assumptions } = common;
    const key = `${file}\n${engine}\n${property}\n${verdict}\n${basis}\n${assumptions.join('\n')}`;
    const known = this.#groups.get(key);
    if (known === undefined) {
      this.#groups.set(key, { common, first: [entry], size: 1 });
      return;
    }
    known.size++;
    if (known.first.length < membersKept) known.first.push(entry);
  }

  *[Symbol.iterator](): Generator<Group> {
    for (const { common, first, size } of this.#groups.values()) yield { ...common, first, size };
  }
}

/** All members of the group are at hand, so each can have its own line. */
export function isListed(group: Group): boolean {
  return group.size === group.first.length;
}

function commonPart({ file, finding }: ReportEntry): Common {
  const { engine, property, verdict } = finding;
  const common = { file, engine, property: String(statedProperty(property).kind), verdict: verdict.kind };
  switch (verdict.kind) {
    case 'violated':
      return { ...common, basis: describeScope(verdict.scope), assumptions: assumptionsOf(verdict.scope) };
    case 'holds': {
      const basis = `${describeScope(verdict.scope)}; ${describeCertificate(verdict.certificate)}`;
      return { ...common, basis, assumptions: assumptionsOf(verdict.scope) };
    }
    case 'unknown':
      return { ...common, basis: verdict.because, assumptions: [] };
  }
}

function assumptionsOf(scope: { readonly assumptions: readonly { readonly text: string }[] }): readonly string[] {
  return scope.assumptions.map((assumption) => assumption.text);
}
