import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Packages, type ScenarioMaker, tryAllOrders } from './completion-orders.js';

const folder = fileURLToPath(new URL('../../../../examples/typescript/services', import.meta.url));

interface ScenarioModule {
  readonly entry?: string;
  readonly scenario: ScenarioMaker;
  readonly stubs?: () => Packages;
}

async function truth(service: string, variant: 'bug' | 'fixed') {
  const module: ScenarioModule = await import(pathToFileURL(`${folder}/${service}/scenario.mjs`).href);
  const single = `${folder}/${service}/${variant}.ts`;
  const file = existsSync(single) ? single : `${folder}/${service}/${variant}/${module.entry}`;
  return tryAllOrders(file, module.scenario, 3000, module.stubs);
}

describe('the services, run by Node in all completion orders', () => {
  it.each(readdirSync(folder).sort())('%s: some order breaks the bug, none the repair', async (service) => {
    expect((await truth(service, 'bug')).bad).toBeGreaterThan(0);
    expect(await truth(service, 'fixed')).toMatchObject({ bad: 0, complete: true });
  });
});
