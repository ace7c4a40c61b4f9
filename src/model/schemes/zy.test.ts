import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { automatonOfTable } from '../../logic/tree-automata/index.js';
import { readScheme } from './reader.js';
import { AutomatonDomain } from './typing/automaton-domain.js';
import { analyzeFlow } from './typing/flow.js';
import { numberOccurrences } from './typing/occurrences.js';
it('x', () => {
  for (const f of ['horsat/exp3-5','horsat/exp4-5','horsat2/exp4-100']) {
    const t=performance.now();
  const { model } = readScheme(new SourceText('f', readFileSync(`../shared/benchmarks/schemes/${f}.hrs`,'utf8')));
  const occ = numberOccurrences(model!);
  const flow = analyzeFlow(model!, occ, new AutomatonDomain(automatonOfTable(model!.automaton!)));
  console.log(f, performance.now()-t, flow.bindings.map((b,i)=>model!.rules[i]!.name+':'+b.length).slice(0,30).join(' '));
  }
});
