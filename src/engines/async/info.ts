// What the command line needs to know of the engine.

import type { EngineInfo } from '../../verdict/engine.js';
import { asyncRules } from './rules.js';

export const asyncInfo: EngineInfo = {
  id: 'async',
  summary: 'interleavings at await that break TypeScript and JavaScript, each with an execution to replay',
  modelKinds: ['script'],
  inputs: ['typescript'],
  methods: ['search'],
  splits: 'concluded',
  options: [
    {
      name: 'entry',
      placeholder: 'name',
      repeatable: true,
      description: 'only this function or method, with whatever it meets',
    },
    {
      name: 'instances',
      placeholder: 'n',
      choices: ['2', '3'],
      description: 'calls that overlap: 2, or up to 3 (default)',
    },
    {
      name: 'schedules',
      placeholder: 'n',
      type: 'integer',
      description: 'schedules to try at first per set of calls (default: 300)',
    },
    { name: 'no-external', description: 'leave stores, files and other locations outside the program alone' },
    {
      name: 'treat',
      placeholder: 'call=kind',
      repeatable: true,
      description:
        'what a call of the outside does, e.g. store.bump=atomic (read, write, delete, atomic, effect, pure)',
    },
    { name: 'list-candidates', description: 'say which calls meet at which locations, and search nothing' },
    { name: 'unknown', description: 'list everything that was not followed, place by place' },
    {
      name: 'repro',
      placeholder: 'runner',
      choices: ['node', 'vitest', 'jest'],
      description: 'write a test per finding into heddle-repro/, if it fails on the code as it is',
    },
    { name: 'confirm', description: 'the same with node: says which findings are confirmed on your code' },
    { name: 'allow-unknown', description: 'what was not followed does not count as unknown' },
  ],
  examples: [
    ['heddle async src/', 'every exported function, method and handler in the folder'],
    ['heddle async src/store.ts --entry set', 'one function, and what it meets'],
  ],
  rules: asyncRules,
  references: [
    'Wang et al., A Comprehensive Study on Real World Concurrency Bugs in Node.js, ASE 2017',
    'Davis et al., Node.fz: Fuzzing the Server-Side Event-Driven Architecture, EuroSys 2017',
  ],
};
