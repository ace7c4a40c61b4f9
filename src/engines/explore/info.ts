// What `heddle explore` is, for help texts, planning and docs.

import type { EngineInfo } from '../../verdict/engine.js';
import { exploreRules } from './rules.js';

export const exploreProperties = ['assertions', 'errors', 'deadlocks', 'races', 'atomicity'] as const;

export type ExploreProperty = (typeof exploreProperties)[number];

export const exploreModes = ['stateful', 'stateless', 'full'] as const;

export type ExploreMode = (typeof exploreModes)[number];

export const exploreInfo: EngineInfo = {
  id: 'explore',
  summary: 'does any interleaving fail an assertion, go wrong, deadlock or race?',
  modelKinds: ['program'],
  inputs: ['eml'],
  methods: exploreModes,
  options: [
    {
      name: 'mode',
      placeholder: 'name',
      choices: exploreModes,
      description:
        'stateful: locksets decide which interleavings matter; stateless: the same, remembering only the current path; full: every interleaving (default: stateful)',
    },
    {
      name: 'reductions',
      placeholder: 'list',
      description:
        'of local-steps,transactions,thread-symmetry,live-locals,sleep-sets (stateless only), or none (default: all)',
    },
    {
      name: 'property',
      placeholder: 'list',
      description: `what to look for, of ${exploreProperties.join(',')} (default: assertions,errors,deadlocks)`,
    },
    {
      name: 'hash-compaction',
      description:
        'keep a 64-bit hash of each state instead of the state; what holds then assumes that no two are equal',
    },
    {
      name: 'max-states',
      placeholder: 'n',
      type: 'integer',
      description: 'stop after n visits of states (default: 1000000)',
    },
    { name: 'max-depth', placeholder: 'n', type: 'integer', description: 'do not look deeper than n steps' },
  ],
  examples: [
    ['heddle explore model.eml', 'all interleavings: failed assertions, errors, deadlocks'],
    ['heddle explore model.eml --property races', 'accesses that happens-before leaves unordered'],
  ],
  rules: exploreRules,
  references: ['Elmas, Qadeer, Tasiran: Precise Race Detection and Efficient Model Checking Using Locksets'],
};
