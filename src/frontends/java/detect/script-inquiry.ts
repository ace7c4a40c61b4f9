// A finding whose evidence is a small program that the explorer runs.

import type { Inquiry } from '../../../verdict/inquiry.js';
import type { AskedFor } from '../../../verdict/property.js';
import type { CaptionedPlace } from '../../../verdict/verdict.js';
import type { UnitGraph } from '../lower/unit-graph.js';
import { assumptionList } from '../questions/assumptions.js';
import { optionsOf } from '../questions/class-analysis.js';
import { spanOf } from '../questions/pair-program.js';
import { type Script, scriptProgram } from '../questions/script-program.js';
import type { ClassInfo } from '../symbols/class-info.js';
import type { SyntaxNode } from '../syntax/syntax-node.js';

export interface ScriptFinding {
  readonly id: string;
  readonly rule: `HD${number}`;
  readonly kind: string;
  readonly property: 'deadlocks' | 'assertions' | 'errors' | 'races';
  readonly cls: string;
  readonly methods: readonly string[];
  readonly fields?: readonly string[];
  readonly message: string;
  readonly places: readonly (readonly [SyntaxNode, string])[];
  readonly because: readonly string[];
  readonly help: string;
  readonly low?: boolean;
  /** The program stands for a rule of the library, not for steps of the class: the report says so. */
  readonly isSketch?: true;
  /** What would have to be mended, where several findings are one; else each is its own. */
  readonly fault?: string;
  script(): Script;
}

/** A call of a unit. */
export interface Called<T> {
  readonly unit: UnitGraph;
  readonly call: T;
}

/** A finding about one place of a class. */
export function finding(root: ClassInfo, node: SyntaxNode, part: Omit<ScriptFinding, 'cls' | 'id'>): ScriptFinding {
  return {
    ...part,
    cls: root.qualified,
    id: `${root.qualified}: ${part.rule} at ${node.line}:${node.start}`,
    message: `${root.name}: ${part.message}`,
  };
}

export function scriptInquiry(found: ScriptFinding): Inquiry {
  const { id, rule, kind, cls, methods, fields = [], message, because, help, low = false, fault = id } = found;
  const rank = low ? 'low' : 'normal';
  const rival = `${methods.join(' and ')} at line ${found.places[0]?.[0].line ?? 0}`;
  // Locks and waits have room of their own beside what is said about the fields of a class.
  const about = `${cls}: locks`;
  return {
    id,
    about,
    engine: 'explore',
    candidates: [
      {
        id,
        engine: 'explore',
        suspicion: { class: about, fault, rival, order: Number(rule.slice(2)), rank, methods, fields },
        options: optionsOf({ property: found.property, 'max-states': '50000' }),
        build: () => scriptProgram(found.script()),
        tell: (answer) => {
          if (answer.verdict.kind !== 'violated') return undefined;
          const extra: AskedFor = {
            question: id,
            java: kind,
            class: cls,
            methods,
            fields,
            rank,
            fault,
            rival,
          };
          const scope = { ...answer.verdict.scope, assumptions: assumptionList(['A1']) };
          return {
            ...answer,
            rule,
            message,
            because: found.isSketch ? [...because, sketch] : because,
            help,
            places: found.places.map(placed),
            property: { ...answer.property, ...extra },
            verdict: { ...answer.verdict, scope },
          };
        },
      },
    ],
  };
}

const sketch =
  'evidence: decided by the steps of the method as read; what was replayed is a small program made of the lines above, not the class itself';

function placed([node, caption]: readonly [SyntaxNode, string]): CaptionedPlace {
  return { place: node.source.place(spanOf(node)), caption };
}
