// The pictures in the documents show what heddle prints now.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './heddle.js';

describe('pictures', () => {
  it('show what the command prints (node scripts/picture.js makes them anew)', async () => {
    const { pictureOf } = await import(`${repository}/scripts/picture.js`);
    const shown = readFileSync(join(repository, 'docs/pictures/finding.svg'), 'utf8');
    expect(shown).toBe(pictureOf(['check', 'examples/async/pool-close']));
  });
});
