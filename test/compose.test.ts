// The example of docs/scale.md: a compose file that says what the page says, with commands that the command line takes.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { heddleHere, repository } from './heddle.js';

const text = readFileSync(`${repository}/docs/compose.yaml`, 'utf8');

describe('the compose file', () => {
  it('has a Redis that keeps what it is told, and workers that come back', () => {
    const { services, volumes } = parse(text, { strict: true, uniqueKeys: true });
    expect(Object.keys(services)).toEqual(['redis', 'worker']);
    const { redis, worker } = services;
    for (const service of [redis, worker]) {
      expect(service.image).toMatch(/^\w+:\d+$/);
      expect(service.restart).toBe('unless-stopped');
    }
    expect(redis.command.split(' ')).toEqual(expect.arrayContaining(['--appendonly', 'yes', '--requirepass']));
    expect(redis.volumes).toEqual(['redis:/data']);
    expect(Object.keys(volumes)).toEqual(['redis']);
    expect(worker.depends_on).toEqual(['redis']);
    expect(Number.isInteger(worker.deploy.replicas)).toBe(true);
    // Nobody writes a password into a file: it comes from outside, and there is none without it.
    expect(text.match(/HEDDLE_PASSWORD(:\?[^}]*)?\}/g)).toHaveLength(2);
  });

  it('starts workers with a command that there is', async () => {
    const { command } = parse(text).services.worker;
    const [npx, heddle, ...words] = command.replace(/\$\{HEDDLE_PASSWORD\}/, 'geheim').split(' ');
    expect([npx, heddle]).toEqual(['npx', 'heddle']);
    // No host is called redis here: everything before that is as it should be.
    const { exit, stderr } = await heddleHere(words, repository);
    expect(exit).toBe(2);
    expect(stderr).toMatch(/HD0017.*redis:\/\/\*\*\*@redis:6379 does not answer/);
  });
});
