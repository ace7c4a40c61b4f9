// What `heddle explore` is, for help texts, planning and docs.

import type { EngineInfo } from '../../verdict/engine.js';
import { exploreRules } from './rules.js';

export const exploreProperties = ['assertions', 'errors', 'deadlocks', 'races', 'atomicity', 'termination'] as const;

export type ExploreProperty = (typeof exploreProperties)[number];

export const exploreMethods = ['optimal', 'lockset', 'stateful', 'full'] as const;

export type ExploreMethod = (typeof exploreMethods)[number];

/** Other names of methods. */
export const methodAliases: Readonly<Record<string, ExploreMethod>> = { stateless: 'optimal' };

const searchOrders = ['declared', 'reversed'] as const;

const methodNames = [...exploreMethods, ...Object.keys(methodAliases)];

export const exploreInfo: EngineInfo = {
  id: 'explore',
  summary: 'does any interleaving fail an assertion, go wrong, deadlock or race?',
  modelKinds: ['program'],
  inputs: ['eml', 'java'],
  methods: exploreMethods,
  options: [
    {
      name: 'method',
      placeholder: 'name',
      choices: methodNames,
      description:
        'stateful: locksets decide which interleavings matter; lockset: the same, remembering only the current path; optimal (or stateless): one interleaving of every class, for programs whose executions end; full: every interleaving (default: stateful)',
    },
    { name: 'mode', placeholder: 'name', choices: methodNames, description: 'the same as --method' },
    {
      name: 'reductions',
      placeholder: 'list',
      description:
        'of local-steps,transactions,thread-symmetry,live-locals, or none (default: all); optimal and full take none',
    },
    {
      name: 'order',
      placeholder: 'name',
      choices: searchOrders,
      description:
        'whose steps are tried first: those of the process that is declared first, or last (default: declared)',
    },
    {
      name: 'property',
      changesMeaning: true,
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
    {
      name: 'max-depth',
      changesMeaning: true,
      placeholder: 'n',
      type: 'integer',
      description: 'do not look deeper than n steps',
    },
    {
      name: 'instances',
      changesMeaning: true,
      placeholder: 'n',
      type: 'integer',
      description: 'n instances of each process that has any number; the answer speaks about that many',
    },
    {
      name: 'simulate',
      placeholder: 'n',
      type: 'integer',
      description: 'follow n random executions instead (--seed chooses which); finds violations, never says holds',
    },
    {
      name: 'interactive',
      description: 'step by step: choose who moves next, go back, look at the state; reads choices from standard input',
    },
    {
      name: 'certify-states',
      placeholder: 'n',
      type: 'integer',
      description:
        'certify what holds by a plain search of up to n states, at most 1000000 (default: 30000, or 20 per transition of the search)',
    },
  ],
  examples: [
    ['heddle explore model.eml', 'all interleavings: failed assertions, errors, deadlocks'],
    ['heddle explore model.eml --property races', 'accesses that happens-before leaves unordered'],
    ['heddle explore model.eml --property termination', 'can threads run for ever, although all get their turns?'],
    ['heddle explore model.eml --simulate 1000', 'a thousand random executions, for models that are too large'],
    ['heddle explore model.eml --interactive', 'one execution, step by step'],
  ],
  rules: exploreRules,
  contenders: [
    { method: 'stateful' },
    { method: 'optimal' },
    { method: 'stateful', order: 'reversed' },
    { method: 'full' },
  ],
  references: [
    'Elmas, Qadeer, Tasiran: Precise Race Detection and Efficient Model Checking Using Locksets',
    'Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction',
  ],
};
