// Reports that somebody has changed: whatever is forged, `heddle certify` does not say "accepted" about it.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, answerOf as heddle } from '../testing/answer-of.js';

const folder = mkdtempSync(join(tmpdir(), 'heddle-certify-'));
const model = join(folder, 'model.eml');
const good = join(folder, 'good.json');
const forgedFile = join(folder, 'forged.json');
const text = `lock l; var x, y;
process P { main { unit { synchronized(l) { read x; write x; write y; } } } }
process Q { main { unit { synchronized(l) { write x; read y; } } } }
`;

// biome-ignore lint/suspicious/noExplicitAny: a report that is taken apart
type Loose = any;

/** The report with a change. */
function forge(change: (report: Loose) => void): void {
  const report = JSON.parse(readFileSync(good, 'utf8'));
  change(report);
  writeFileSync(forgedFile, JSON.stringify(report));
}

async function certifyForged(change: (report: Loose) => void): Promise<Answer> {
  forge(change);
  return heddle('certify', forgedFile);
}

/** In the result and in its claim alike. */
function everywhere(change: (property: Loose) => void): (report: Loose) => void {
  return ({ results }) => {
    for (const result of results) {
      change(result.property);
      change(result.claim.property);
    }
  };
}

beforeAll(async () => {
  writeFileSync(model, text);
  const { exit } = await heddle('atomicity', model, '--certificates', '--report', `json=${good}`);
  expect(exit).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('heddle certify', () => {
  it('says in its own words what it accepts, and what that covers', async () => {
    const { exit, output } = await heddle('certify', good);
    expect(exit).toBe(0);
    expect(output).toContain(
      'no execution shows one of the 32 patterns between a unit of P and one of Q on x, y; conditions free',
    );
    expect(output).toContain(`1 accepted, 0 rejected, 0 holds without certificate`);
    expect(output).toContain(`covers 1 of 1 pairs of ${model}`);
  });

  it('certifies within as many steps as it is told, and counts what is left then', async () => {
    const asked = ['atomicity', model, '--certify-steps', '0'];
    expect(await heddle(...asked)).toMatchObject({ exit: 0, output: expect.stringContaining('not certified') });
    expect(await heddle(...asked, '--strict')).toMatchObject({ exit: 3 });
    expect((await heddle('atomicity', model, '--certify-steps', '100000')).output).not.toContain('not certified');
  });

  it('reads no message', async () => {
    const honest = await heddle('certify', good);
    const edited = await certifyForged(({ results }) => {
      results[0].message = 'P and Q are serializable on everything, on every machine';
    });
    expect(edited).toEqual(honest);
  });

  it.each<[string, RegExp, (report: Loose) => void]>([
    [
      'another scope',
      /another scope/,
      ({ results }) => (results[0].scope = { kind: 'bounded', bounds: { depth: 3 }, assumptions: [] }),
    ],
    ['another property than the claim', /another property/, ({ results }) => (results[0].property.unit = 'Q')],
    [
      'a claim about another property',
      /another property/,
      ({ results }) => (results[0].claim.property.variables = ['x']),
    ],
    ['a claim about another file', /another file/, ({ results }) => (results[0].claim.model = 'a'.repeat(64))],
    ['an empty hash', /another file/, ({ results }) => (results[0].claim.model = '')],
    [
      'a scope of a trace',
      /another scope|not one about this model/,
      ({ results }) => (results[0].scope.kind = 'recorded-trace'),
    ],
    [
      'a scope of a trace, in the claim as well',
      /not one about this model/,
      ({ results }) => {
        results[0].scope = { kind: 'recorded-trace', assumptions: [] };
        results[0].claim.scope = results[0].scope;
      },
    ],
    [
      'an option that is a method',
      /constructor is no option/,
      ({ results }) => (results[0].claim.options = { constructor: ['1'] }),
    ],
    ['a pattern twice', /listed twice|does not ask/, everywhere((property) => (property.patterns[31] = '1'))],
    ['the same class twice', /no two such threads|rejected/, everywhere((property) => (property.other = 'P'))],
    [
      'a class named like a method',
      /no threads of class toString/,
      everywhere((property) => (property.unit = 'toString')),
    ],
    [
      'a variable named like a method',
      /no variable __proto__/,
      everywhere((property) => (property.variables = ['__proto__'])),
    ],
    ['a set that is none', /names no atomic set/, everywhere((property) => (property.set = 'A'))],
    [
      'a certificate of another engine',
      /rejected/,
      ({ results, certificates }) => {
        results[0].certificate.kind = 'clocks/1';
        certificates[results[0].certificate.id] = { kind: 'clocks/1', body: {} };
      },
    ],
    [
      'a certificate about scopes',
      /rejected/,
      ({ results, certificates }) => {
        results[0].certificate.kind = 'lock-scopes';
        certificates[results[0].certificate.id] = { kind: 'lock-scopes', body: {} };
      },
    ],
    ['no claim', /no claim/, ({ results }) => delete results[0].claim],
    ['other options', /--patterns does not ask/, ({ results }) => (results[0].claim.options = { patterns: ['paper'] })],
    ['options that are none', /--seed is no option/, ({ results }) => (results[0].claim.options = { seed: ['1'] })],
    ['no pattern', /claim says nothing|does not ask/, everywhere((property) => (property.patterns = []))],
    ['another list of patterns', /does not ask/, everywhere((property) => (property.patterns = ['1', '2']))],
    ['a pattern that is none', /no pattern c99/, everywhere((property) => (property.patterns[31] = 'c99'))],
    ['no variable', /claim says nothing/, everywhere((property) => (property.variables = []))],
    ['a variable that is none', /no variable z/, everywhere((property) => (property.variables = ['z']))],
    ['a class that is none', /no threads of class R/, everywhere((property) => (property.other = 'R'))],
    ['a kind that is none', /no claim of kind constructor/, everywhere((property) => (property.kind = 'constructor'))],
    ['a kind of everything', /no claim of kind __proto__/, everywhere((property) => (property.kind = '__proto__'))],
    [
      'a certificate of kind constructor',
      /no checker for certificates of kind constructor/,
      ({ results, certificates }) => {
        results[0].certificate.kind = 'constructor';
        certificates[results[0].certificate.id].kind = 'constructor';
      },
    ],
    [
      'a certificate of kind __proto__',
      /no checker for certificates of kind __proto__/,
      ({ results, certificates }) => {
        results[0].certificate.kind = '__proto__';
        certificates[results[0].certificate.id].kind = '__proto__';
      },
    ],
  ])('rejects %s', async (_, because, change) => {
    const { exit, output } = await certifyForged(change);
    expect(output).toMatch(because);
    expect(output).not.toContain(': accepted: ');
    expect(exit).toBe(1);
  });

  it('cannot read a result that refers to a certificate of another kind', async () => {
    const { exit, output } = await certifyForged(({ results, certificates }) => {
      certificates.c9 = { kind: 'effects', body: {} };
      results[0].certificate.id = 'c9';
    });
    expect(output).toContain('results[0].certificate.kind is not the kind of c9');
    expect(exit).toBe(2);
  });

  it('rejects a search of some instances that claims to be one of any number', async () => {
    const replicated = join(folder, 'any.eml');
    writeFileSync(replicated, 'lock l; process P * { main { synchronized(l) { } } }');
    await heddle('explore', replicated, '--instances', '2', '--certificates', '--report', `json=${forgedFile}`);
    expect((await heddle('certify', forgedFile)).exit).toBe(0);
    const report = JSON.parse(readFileSync(forgedFile, 'utf8'));
    for (const result of report.results) {
      result.scope = { kind: 'all-executions', assumptions: [] };
      result.claim.scope = result.scope;
      result.claim.options = {};
    }
    writeFileSync(forgedFile, JSON.stringify(report));
    const { exit, output } = await heddle('certify', forgedFile);
    expect(output).toContain('0 accepted');
    expect(exit).toBeGreaterThan(0);
  });

  it('takes nothing in a report of schema 1 for certified', async () => {
    const forged = await certifyForged((report) => {
      report.schema = 'heddle-report/1';
    });
    expect(forged.output).toContain('0 accepted, 0 rejected, 1 holds without certificate');
    expect(forged.exit).toBe(3);
    expect((await heddle('certify', forgedFile, '--allow-uncertified')).exit).toBe(0);
  });

  it('counts what holds without a certificate, and what was checked but not written', async () => {
    for (const certificate of [
      { kind: 'none', because: 'none' },
      { kind: 'lock-histories', checked: true },
    ]) {
      const { exit, output } = await certifyForged(({ results }) => {
        results[0].certificate = certificate;
      });
      expect(output).toContain('1 holds without certificate');
      expect(exit).toBe(3);
    }
    const { exit } = await certifyForged((report) => {
      report.results = [];
    });
    expect(exit).toBe(3);
  });
});

describe('a report is about files as they were', () => {
  it.each(['certify', 'replay'])('%s refuses a file that has changed, also one that is named', async (command) => {
    const other = join(folder, 'other.eml');
    writeFileSync(other, text.replace('synchronized(l) { write x; read y; }', '{ write x; read y; }'));
    const { exit, output } = await heddle(command, good, other);
    expect(output).toContain('the report is about another file');
    expect(exit).toBe(2);
    const forced = await heddle(command, good, other, '--model-changed-ok');
    expect(forced.output).toContain('warning[HD0009]: the report is about another file');
    expect(forced.exit).toBe(command === 'certify' ? 1 : 0);
  });

  it('which includes the files beside them', async () => {
    const diagram = join(folder, 'm.ttd');
    const target = join(folder, 'm.prop');
    writeFileSync(diagram, '2 2\n0 0 -> 1 0\n');
    writeFileSync(target, '0|1\n');
    await heddle('cover', diagram, '--certificates', '--report', `json=${forgedFile}`);
    expect((await heddle('certify', forgedFile)).exit).toBe(0);
    writeFileSync(target, '1|1\n');
    const changed = await heddle('certify', forgedFile);
    expect(changed.output).toContain(`${target}: error[HD0009]: the report is about another file`);
    expect(changed.exit).toBe(2);
  });

  it('which includes traces, hashed while they are read', async () => {
    const trace = join(folder, 'run.std');
    writeFileSync(trace, 'T1|w(x)|1\nT2|w(x)|2\n');
    await heddle('races', trace, '--report', `json=${forgedFile}`);
    const { inputs } = JSON.parse(readFileSync(forgedFile, 'utf8'));
    expect(inputs[0]).toMatchObject({ bytes: 20, reader: 'std', companions: [] });
    expect((await heddle('replay', forgedFile)).exit).toBe(0);
    writeFileSync(trace, 'T1|w(x)|1\nT2|w(x)|2\nT2|w(y)|3\n');
    expect((await heddle('replay', forgedFile)).exit).toBe(2);
  });
});

describe('--strict', () => {
  it('makes unknown what holds without an accepted certificate', async () => {
    const search = ['explore', model, '--property', 'deadlocks', '--certify-states', '1'];
    const both = await heddle(...search);
    expect(both.output).toContain('holds (searched exhaustively, not certified): no deadlocks');
    expect(both.exit).toBe(0);
    const strict = await heddle(...search, '--strict');
    expect(strict.output).toContain('unknown: no deadlocks');
    expect(strict.exit).toBe(3);
    expect((await heddle('atomicity', model, '--strict')).exit).toBe(0);
  });
});
