// What `heddle atomicity` is, for help texts, planning and docs.

import type { EngineInfo } from '../../verdict/engine.js';
import { atomicityRules } from './rules.js';

export const atomicityMethods = [
  'antichain',
  'bdd',
  'explicit',
  'cpds',
  'cpds-nested-words',
  'cpds-plain',
  'kahlon-gupta',
] as const;

export type AtomicityMethod = (typeof atomicityMethods)[number];

export const atomicityInfo: EngineInfo = {
  id: 'atomicity',
  summary: 'can two units of work interleave in a way that no serial execution explains?',
  modelKinds: ['program'],
  inputs: ['eml', 'java'],
  methods: atomicityMethods,
  options: [
    {
      name: 'patterns',
      changesMeaning: true,
      placeholder: 'set',
      type: 'file',
      choices: ['complete', 'paper'],
      description: 'complete (32 patterns, default), paper (the 14 of the paper), or a file of phase automata',
    },
    {
      name: 'method',
      placeholder: 'name',
      choices: atomicityMethods,
      description: 'decision procedure (default: antichain)',
    },
    {
      name: 'method-limits',
      placeholder: 'n',
      type: 'integer',
      description: 'n times the limits past which bdd, cpds and kahlon-gupta give up (default: 1)',
    },
    { name: 'explain-sets', description: 'say which atomic sets and units of work there are, and why' },
    { name: 'all', description: 'one result per pattern, ordered pair of processes and ordered choice of variables' },
  ],
  examples: [
    ['heddle atomicity stack.eml', 'every violated pattern, with an interleaving; or a proof that none is'],
    ['heddle atomicity stack.eml --patterns paper --all', "each of the paper's 14 patterns on its own"],
  ],
  rules: atomicityRules,
  splits: 'concluded in parts',
  contenders: [{ method: 'antichain' }, { method: 'explicit' }],
  references: [
    'Kidd, Lammich, Touili, Reps: A Decision Procedure for Detecting Atomicity Violations for Communicating Processes with Locks',
    'Kidd, Lal, Reps: Language Strength Reduction',
  ],
};
