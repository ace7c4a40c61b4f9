import { describe, expect, it } from 'vitest';
import { askJava, bugsOf, findingsOf } from '../testing/ask-java.js';

/** Codes that the answers which hold were told with. */
async function assumedIn(text: string): Promise<string[]> {
  const outcome = await askJava(text);
  expect(bugsOf(outcome)).toEqual([]);
  const codes = findingsOf(outcome).flatMap(({ verdict }) =>
    verdict.kind === 'holds'
      ? (verdict.scope.assumptions ?? []).map((assumed) => assumed.text.replace(/:.*/s, ''))
      : [],
  );
  return [...new Set(codes)].sort();
}

const stripes = (second: string) => `
  import java.util.*;
  class Table {
    private final Object lock = new Object();
    private final Map<String, List<String>> rows = new HashMap<>();
    void move(String a, String b) { synchronized (lock) { rows.get(a).add(b); rows.get(${second}).add(a); } }
    int size(String a) { synchronized (lock) { return rows.get(a).size(); } }
  }`;

const service = (keyword: string, others: string) => `
  interface Store { void put(int n); int get(); }
  class Memory implements Store {
    private int value;
    public synchronized void put(int n) { value = n; }
    public synchronized int get() { return value; }
  }
  ${others}
  class Service {
    private final Store store;
    private int hits;
    Service(Store store) { this.store = store; }
    ${keyword} void hit(int n) { hits++; store.put(n); }
    ${keyword} int hits() { return hits + store.get(); }
  }`;

const poller = (keyword: string) => `
  class Poller {
    private ${keyword} int last;
    private int asked;
    void start() { new Thread(() -> { last = 1; }).start(); }
    int ask() { asked = 3; return asked; }
  }`;

const stream = (above: string) => `
  import java.io.OutputStream;
  class Counted ${above} {
    private final Object lock = new Object();
    private int n;
    public void write(int b) { synchronized (lock) { n++; } }
    int count() { synchronized (lock) { return n; } }
  }`;

const gate = (waits: string) => `
  import java.util.concurrent.CountDownLatch;
  class Gate {
    private final CountDownLatch ready = new CountDownLatch(1);
    private int value;
    private int calls;
    void load(int n) { value = n; ready.countDown(); synchronized (this) { calls++; } }
    int find() throws InterruptedException { ${waits} synchronized (this) { calls++; } return value; }
  }`;

const slots = (map: string) => `
  import java.util.*;
  import java.util.concurrent.ConcurrentHashMap;
  class Slots {
    private final Object[] locks = new Object[8];
    private final Map<String, Integer> totals = new ${map}<>();
    Slots() { for (int i = 0; i < 8; i++) locks[i] = new Object(); }
    void add(String name) { synchronized (locks[name.hashCode() & 7]) { totals.put(name, 1); totals.put(name, 2); } }
    int get(String name) { synchronized (locks[name.hashCode() & 7]) { return totals.get(name) + totals.get(name); } }
  }`;

describe('a lock per key', () => {
  it('says nothing about what all keys share', async () => {
    const holds = async (map: string) =>
      findingsOf(await askJava(slots(map))).filter(({ verdict }) => verdict.kind === 'holds');
    expect(await holds('HashMap')).toEqual([]);
    expect((await holds('ConcurrentHashMap')).length).toBeGreaterThan(0);
  });
});

describe('assumptions', () => {
  it('A15 is told where a latch comes between what two calls do, and not where nobody waits for it', async () => {
    expect(await assumedIn(gate('ready.await();'))).toContain('A15');
    expect(await assumedIn(gate(''))).not.toContain('A15');
  });

  it('A11 is told where a class without locks starts tasks, and not where something is volatile', async () => {
    expect(await assumedIn(poller(''))).toContain('A11');
    expect(await assumedIn(poller('volatile'))).not.toContain('A11');
  });

  it('A14 is told of a stream, which has one user, and not of a class of its own', async () => {
    expect(await assumedIn(stream('extends OutputStream'))).toContain('A14');
    expect(await assumedIn(stream(''))).not.toContain('A14');
  });

  it('A12 is told where two keys of one call are taken to be two elements', async () => {
    expect(await assumedIn(stripes('b'))).toContain('A12');
    expect(await assumedIn(stripes('a'))).not.toContain('A12');
  });

  it('A13 is told where an interface stands for its implementations, one or several, and not where there is none', async () => {
    expect(await assumedIn(service('synchronized', ''))).toContain('A13');
    const other = 'class Disk implements Store { public void put(int n) {} public int get() { return 0; } }';
    expect(await assumedIn(service('synchronized', other))).toContain('A13');
    const bare = service('synchronized', '').replace(
      /class \w+ implements Store \{[^}]*\{[^}]*\}[^}]*\{[^}]*\}\s*\}/,
      '',
    );
    expect(bare).not.toBe(service('synchronized', ''));
    expect(await assumedIn(bare)).not.toContain('A13');
  });
});
