// What `heddle pairwise` is, for help texts, planning and docs.

import type { EngineInfo } from '../../verdict/engine.js';
import { pairwiseRules } from './rules.js';

export const pairwiseInfo: EngineInfo = {
  id: 'pairwise',
  summary: 'can two threads be at these two labels at once (spawn, join, nested locks, recursion, higher order)?',
  modelKinds: ['trees', 'scheme', 'program'],
  inputs: ['tree', 'hrs', 'eml'],
  methods: ['effects', 'types'],
  options: [
    {
      name: 'labels',
      changesMeaning: true,
      placeholder: 'a,b',
      repeatable: true,
      description: 'a pair of labels; repeat for more (default: all pairs, a label with itself included)',
    },
    {
      name: 'property',
      changesMeaning: true,
      placeholder: 'name',
      choices: ['labels', 'races', 'schedulable'],
      description:
        'labels: pairs of labels; races: conflicting accesses; schedulable: can every thread be run to its end',
    },
  ],
  examples: [
    ['heddle pairwise printer.tree --labels label_1,label_1', 'can two threads print at once?'],
    ['heddle pairwise bank.eml --property races', 'data races: every conflicting pair of accesses'],
  ],
  rules: pairwiseRules,
  splits: 'parts',
  references: [
    'Hoyland, Hague: Generating Concurrency Checks Automatically',
    'Gawlitza, Lammich, Müller-Olm, Seidl, Wenner: Join-Lock-Sensitive Forward Reachability Analysis',
  ],
};
