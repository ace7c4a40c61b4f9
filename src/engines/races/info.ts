// What `heddle races` is, for help texts and the catalogue: cheap to import.

import type { EngineInfo } from '../../verdict/engine.js';
import { racesRules } from './rules.js';

export const algorithmNames = ['goldilocks', 'goldilocks-basic', 'vector-clock', 'epoch', 'eraser', 'lsa'] as const;

export const racesInfo: EngineInfo = {
  id: 'races',
  summary: 'which accesses of a recorded run are unordered?',
  modelKinds: ['trace'],
  inputs: ['std', 'csv', 'rr'],
  methods: algorithmNames,
  options: [
    {
      name: 'algorithm',
      changesMeaning: true,
      description:
        'goldilocks (locksets, exact; default), goldilocks-basic (reads conflict too), vector-clock, epoch (exact); eraser, lsa (over-report)',
      placeholder: 'name',
      choices: algorithmNames,
    },
    {
      name: 'trace-format',
      changesMeaning: true,
      description: 'format of the trace, whatever its extension',
      placeholder: 'name',
      choices: ['std', 'csv', 'rr'],
    },
    {
      name: 'lenient',
      changesMeaning: true,
      description: 'go on behind malformed lines and impossible events, with a warning',
    },
    {
      name: 'explain-pair',
      description: 'also say what orders event i before event j, or that nothing does',
      placeholder: 'i,j',
      repeatable: true,
    },
    {
      name: 'explain-variable',
      description: 'also show how the lockset of a variable evolves over the trace',
      placeholder: 'name',
      repeatable: true,
    },
  ],
  examples: [
    ['heddle races trace.std', 'the first race of every variable, with both accesses'],
    ['heddle races trace.std.gz --algorithm epoch', 'the same answer by epochs'],
    ['heddle races trace.std --explain-pair 3,12', 'the chain of synchronisation that orders two events'],
  ],
  rules: racesRules,
  references: [
    'Elmas, Qadeer, Tasiran: Precise Race Detection and Efficient Model Checking Using Locksets, MSR-TR-2005-118',
  ],
};
