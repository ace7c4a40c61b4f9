// What counts as another outcome: each rule with a program that is silent because of it and one that is reported.

import { describe, expect, it } from 'vitest';
import { analyse } from '../../testing/analyse.js';

const outside = `
  interface Store {
    has(k: string): Promise<boolean>; put(k: string, v: string): Promise<void>; putIfAbsent(k: string, v: string): Promise<boolean>;
  }
  interface Jobs {
    findOne(filter: { status: string }): Promise<{ id: string; text: string } | null>;
    update(id: string, change: { status: string }): Promise<void>;
    updateIf(id: string, status: string, change: { status: string }): Promise<boolean>;
  }
  declare const store: Store; declare const copy: Store; declare const jobs: Jobs;
  declare const mailer: { send(text: string): Promise<void> };
  declare const audit: { record(user: string, what: string): Promise<void>; publish(user: string): Promise<void> };
  declare const metrics: { increment(name: string): Promise<void> };
  declare function userOf(token: string): Promise<string>;
  let current = ''; let pending: Promise<void> | undefined;
`;

function codes(body: string): string[] {
  const text = `${outside}\nexport async function go(k: string, token: string) { ${body} }`;
  return analyse([{ file: 'a.ts', text }], 200, 2).names.map((name) => name.slice(0, 6));
}

const once = (act: string) => codes(`if (await store.has(k)) return; await store.put(k, 'seen'); ${act}`);

describe('another outcome', () => {
  it('is to do something twice, not to store the same twice', () => {
    expect(once('await mailer.send(k);')).toEqual(['HD6011']);
    expect(once("await copy.put(k, 'seen');")).toEqual([]);
  });

  it('is not made by numbers that nobody outside has chosen', () => {
    expect(once('await mailer.send(crypto.randomUUID());')).toEqual(['HD6011']);
    expect(codes('await store.has(k); await mailer.send(crypto.randomUUID());')).toEqual([]);
  });

  it('is not made by statistics and logs', () => {
    expect(once("await metrics.increment('seen');")).toEqual([]);
    expect(once('console.log(k); await mailer.send(k);')).toEqual(['HD6011']);
  });

  it('is not to do less than one after the other', () => {
    expect(codes('pending ??= mailer.send(k).finally(() => { pending = undefined; }); await pending;')).toEqual([]);
    expect(codes("if (await store.has(k)) return; await mailer.send(k); await store.put(k, 'seen');")).not.toEqual([]);
  });

  it('is not what the outside decides in one step', () => {
    expect(codes("if (await store.putIfAbsent(k, 'seen')) await mailer.send(k);")).toEqual([]);
    expect(codes("if (!(await store.has(k))) { await store.put(k, 'seen'); await mailer.send(k); }")).toEqual([
      'HD6011',
    ]);
  });

  it('is to speak of another call beside the own one, not to store what is there now', () => {
    expect(codes('current = await userOf(token); await store.has(k); await audit.record(current, k);')).toEqual([
      'HD6011',
    ]);
    expect(codes('current = await userOf(token); await store.has(k); await audit.publish(current);')).toEqual([]);
  });
});

describe('what a search has found', () => {
  const claim = (take: string) =>
    codes(
      `const job = await jobs.findOne({ status: 'pending' }); if (!job) return; ${take} await mailer.send(job.text);`,
    );

  it('is another row after it was changed', () => {
    expect(claim("await jobs.update(job.id, { status: 'running' });")).toEqual(['HD6002']);
    expect(claim("if (!(await jobs.updateIf(job.id, 'pending', { status: 'running' }))) return;")).toEqual([]);
  });
});
