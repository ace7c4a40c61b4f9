// What `heddle cover` is, for help texts: no engine code is loaded for it.

import type { EngineInfo } from '../../verdict/engine.js';
import { coverRules } from './rules.js';

export const coverInfo: EngineInfo = {
  id: 'cover',
  summary: 'is this state reachable with some number of threads?',
  modelKinds: ['threads', 'petri', 'program'],
  inputs: ['ttd', 'tts', 'bp', 'spec', 'pnml', 'eml'],
  methods: ['portfolio', 'backward', 'summaries', 'forward'],
  options: [
    {
      name: 'target',
      changesMeaning: true,
      description: "what to cover: 's|l1,l2' for diagrams, 'p>=2,q>=1' for nets; default: the model's own",
      placeholder: 'state',
      repeatable: true,
    },
    {
      name: 'initial',
      changesMeaning: true,
      description: "where threads start: 's|b/u' with any number in u; default: the model's own, or 0/0",
      placeholder: 'state',
      repeatable: true,
    },
    {
      name: 'method',
      description: 'how to decide it',
      placeholder: 'name',
      choices: ['portfolio', 'backward', 'summaries', 'forward'],
    },
    {
      name: 'no-reduce',
      description: 'the method as the papers have it: the problem as it is, nothing refuted beforehand',
    },
    {
      name: 'solver',
      description: 'z3: every formula of a summary is also decided by z3, and both must agree',
      placeholder: 'name',
      choices: ['own', 'z3'],
    },
    {
      name: 'emit',
      description: 'print the model in this format instead of deciding',
      placeholder: 'format',
      choices: ['ttd', 'pnml'],
    },
  ],
  examples: [
    ["heddle cover fig1.ttd --target '6|3'", 'can some number of threads reach shared state 6 with one of them in 3?'],
    ['heddle cover kanban.spec --method forward', 'the target of the net, by its coverability set'],
    ['heddle cover fig1.ttd --method backward --no-reduce', 'Algorithm 1 of the paper; summaries: Algorithm 3'],
    ['heddle cover program.bp --emit ttd', 'the diagram that a Boolean program stands for'],
  ],
  rules: coverRules,
  splits: 'parts',
  contenders: [{ method: 'portfolio' }, { method: 'backward' }, { method: 'forward' }, { method: 'summaries' }],
  references: ['Liu, Wahl: Concolic Unbounded-Thread Reachability via Loop Summaries (ICFEM 2016)'],
};
