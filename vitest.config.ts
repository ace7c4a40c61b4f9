import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longest although their files are short, so they begin: what is left for the end is quickly done. */
const longest = [
  'test/mutants',
  'src/engines/async/corpus',
  'src/frontends/java/compiled-examples',
  'src/frontends/java/reproduce/reproduction',
  'test/examples',
  'test/cluster',
  'test/async-command',
  'test/library',
].map((path) => `${path}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // For what hangs, not for what is slow: on a machine that is five times slower everything passes as well.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'forks',
    maxWorkers: 2,
    // Test files share no mutable state; loading every module anew for each of them cost as much as many tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
});
