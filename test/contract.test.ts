// Whatever is in the catalogue keeps the contract: help, docs, examples, evidence.

import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { certifiers, engines, readers, replayers } from '../src/pipeline/catalogue.js';
import { heddle, repository } from './heddle.js';

const theoryPages: Readonly<Record<string, string>> = { cover: 'coverability', reach: 'pushdown' };

describe.each(engines.map((entry) => [entry.info.id, entry] as const))('engine %s', (id, entry) => {
  const { info } = entry;

  it('is what its info says', async () => {
    const engine = await entry.load();
    expect(engine.info).toBe(info);
    for (const input of info.inputs) expect(readers.map((reader) => reader.id)).toContain(input);
    for (const kind of info.modelKinds) expect(Object.keys(replayers)).toContain(kind);
  });

  it('has help with every option and an example', () => {
    const { stdout, exit } = heddle([id, '--help']);
    expect(exit).toBe(0);
    for (const option of info.options) expect(stdout).toContain(`--${option.name}`);
    expect(info.examples.length).toBeGreaterThan(0);
    for (const [command] of info.examples) expect(command).toMatch(new RegExp(`^heddle ${id} `));
  });

  it('has a theory page and three examples', () => {
    expect(existsSync(`${repository}/docs/theory/${theoryPages[id] ?? id}.md`)).toBe(true);
    const examples = readdirSync(`${repository}/examples/${id}`, {
      recursive: true,
      encoding: 'utf8',
    });
    expect(examples.filter((path) => path.endsWith('expected.json')).length).toBeGreaterThanOrEqual(3);
  });
});

describe('the catalogue', () => {
  it.each(readers.map((entry) => [entry.id, entry] as const))('reader %s is what its entry says', async (_, entry) => {
    const reader = await entry.load();
    expect({ id: reader.id, form: reader.form, extensions: reader.extensions }).toEqual({
      id: entry.id,
      form: entry.form,
      extensions: entry.extensions,
    });
  });

  it.each(Object.entries(replayers))('replayer %s is for that kind', async (kind, load) => {
    expect((await load()).modelKind).toBe(kind);
  });

  it.each(Object.entries(certifiers).concat([]))('certifier %s is for that kind', async (kind, load) => {
    const certifier = await load();
    expect('sharedKind' in certifier ? certifier.sharedKind : certifier.certificateKind).toBe(kind);
  });
});
