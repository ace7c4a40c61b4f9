// `heddle init`: a configuration and a model to start from. Never overwrites.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configName } from '../config.js';
import { fail } from '../failure.js';

const firstConfig = `${JSON.stringify({ 'time-limit': 60 }, null, 2)}\n`;

const firstModel = `// Two clerks pay into one account. Can a payment get lost? Try: heddle check account.eml
lock guard;
var balance : int 0..20 = 0;

process Clerk [2] {
  main {
    unit {
      let seen = balance;        // the other clerk can get in here: wrap both lines
      balance = seen + 10;       // in synchronized (guard) { ... } and check again
    }
  }
}

process Auditor {
  main { synchronized (guard) { assert balance <= 20; } }
}
`;

export function init(folder: string): void {
  const files: [string, string][] = [
    [configName, firstConfig],
    ['account.eml', firstModel],
  ];
  const existing = files.find(([name]) => existsSync(join(folder, name)));
  if (existing) fail('HD0007', 'already exists, nothing was written', { file: existing[0] });
  for (const [name, text] of files) {
    writeFileSync(join(folder, name), text);
    process.stdout.write(`wrote ${name}\n`);
  }
}
