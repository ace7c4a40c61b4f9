import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'vitest';
import { SourceText } from '../../base/source-text.js';
import { automatonOfTable } from '../../logic/tree-automata/index.js';
import { readScheme } from './reader.js';
import { AutomatonDomain } from './typing/automaton-domain.js';
import { TypeSaturation } from './typing/saturation.js';

it('x', () => {
  const root = '../shared/benchmarks/schemes';
  const table = new Map(
    readFileSync('../shared/benchmarks/README.md', 'utf8')
      .split('\n')
      .filter((l) => l.startsWith('| schemes/'))
      .map((l) => {
        const c = l.split('|');
        return [c[1]!.trim(), c[2]!.trim()];
      }),
  );
  for (const dir of ['horsat', 'horsat2', 'reconstructed'])
    for (const f of readdirSync(`${root}/${dir}`)) {
      const text = readFileSync(`${root}/${dir}/${f}`, 'utf8');
      const want = table.get(`schemes/${dir}/${f}`) ?? (/expected unsafe/.test(text.slice(0, 200)) ? 'NO' : 'yes');
      const t0 = performance.now();
      const { model, diagnostics } = readScheme(new SourceText(f, text));
      if (!model) {
        console.log(dir, f, 'ERR', diagnostics[0]!.message, diagnostics[0]!.sourceLine?.slice(0, 100));
        continue;
      }
      const t1 = performance.now();
      const s = new TypeSaturation(model, new AutomatonDomain(automatonOfTable(model.automaton!)));
      let n = 0;
      while (s.step()) {
        if (s.isAnswered) break;
        n++;
        if (performance.now() - t1 > 4000) {
          console.log('TIMEOUT');
          break;
        }
      }
      const got = s.isAnswered ? 'NO' : 'yes';
      console.log(
        dir,
        f,
        got === want ? 'ok' : 'WRONG',
        got,
        'steps',
        n,
        'types',
        s.derived.length,
        'read',
        Math.round(t1 - t0),
        'ms',
        Math.round(performance.now() - t1),
      );
    }
}, 600000);
