// What `heddle reach` is, for help texts: no engine code is loaded for it.

import type { EngineInfo } from '../../verdict/engine.js';
import { reachRules } from './rules.js';

export const reachInfo: EngineInfo = {
  id: 'reach',
  summary: 'can this pushdown system reach such a configuration?',
  modelKinds: ['pushdown'],
  inputs: ['pds'],
  methods: ['pre-star'],
  options: [
    {
      name: 'target',
      changesMeaning: true,
      description: "an automaton of the file, or '<p, a b>', or '<p, a ...>' with any rest; default: all automata",
      placeholder: 'configurations',
      repeatable: true,
    },
  ],
  examples: [
    ['heddle reach calls.pds', 'each automaton of the file: can one of its configurations be reached?'],
    ["heddle reach calls.pds --target '<p, f ...>'", 'can f be on top of the stack?'],
  ],
  rules: reachRules,
  references: [
    'Bouajjani, Esparza, Maler: Reachability Analysis of Pushdown Automata (CONCUR 1997)',
    'Reps, Schwoon, Jha, Melski: Weighted Pushdown Systems and their Application to Interprocedural Dataflow Analysis',
  ],
};
