// Truth from a real JVM: a copy of a class stops before each statement (and between reading and writing of `n++`), and a
// controller lets one thread at a time go on, in an order drawn from a seed. A thread that blocks is passed over; when
// none can go on though some are not done, they are stuck.

import { SourceText } from '../../../base/source-text.js';
import type { JavaParser } from '../syntax/parse-java.js';
import { descendants, type SyntaxNode } from '../syntax/syntax-node.js';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const statements =
  /^(expression|return|if|while|for|enhanced_for|do|try|synchronized|throw)_statement$|^local_variable_declaration$/;

/** The class in a package of its own, with a stop before each statement of a block. */
export function withStops(parse: JavaParser, text: string, packageName: string): string {
  const source = new SourceText('Copy.java', text);
  const edits: Edit[] = [];
  for (const node of descendants(parse(source).root)) {
    if (!statements.test(node.type) || !/^(block|constructor_body)$/.test(node.parent?.type ?? '')) continue;
    edits.push(
      splitUpdate(node, edits.length) ?? { start: node.start, end: node.start, text: 'forced.Order.stop(); ' },
    );
  }
  const changed = edits.reduceRight(
    (whole, { start, end, text: inserted }) => whole.slice(0, start) + inserted + whole.slice(end),
    text,
  );
  return `package ${packageName};\n${changed.replace(/new HashMap</g, 'new forced.OneAtATime<')}`;
}

/** `n++;` and `n += e;` as two steps, which they are. */
function splitUpdate(statement: SyntaxNode, number: number): Edit | undefined {
  const [node] = statement.children;
  if (statement.type !== 'expression_statement' || !node) return undefined;
  const operator = /^([+-])=$/.exec(node.field('operator')?.text ?? '')?.[1];
  const isStep = node.type === 'update_expression' && /(\+\+|--)$/.test(node.text);
  if (!isStep && (node.type !== 'assignment_expression' || operator === undefined)) return undefined;
  const place = isStep ? node.children[0]!.text : node.field('left')!.text;
  const change = isStep ? `${node.text.at(-1)} 1` : `${operator} (${node.field('right')!.text})`;
  const old = `old${number}`;
  const text = `forced.Order.stop(); var ${old} = ${place}; forced.Order.stop(); ${place} = ${old} ${change};`;
  return { start: statement.start, end: statement.end, text };
}

export interface ForcedCase {
  readonly packageName: string;
  /** A Java expression: the object that all threads work on. */
  readonly make: string;
  /** Java lambdas of the object, one per thread. */
  readonly calls: readonly string[];
  /** A Java condition on the object `o` and the results `r`: something is wrong. */
  readonly wrong: string;
}

/** Runs the calls of one case in orders from many seeds; `type` is that of the object. */
export function driverText({ packageName, make, calls, wrong }: ForcedCase, type: string): string {
  const bodies = calls.map((call) => `(forced.Order.Call<${type}>) o -> ${call}`).join(',\n      ');
  return `package ${packageName};
import java.util.*;
public class Driver {
  public static String outcome(int seeds) {
    return forced.Order.outcome(seeds, () -> { try { return ${make}; } catch (Exception e) { throw new RuntimeException(e); } },
      List.of(${bodies}),
      (o, r) -> ${wrong});
  }
}
`;
}

/** Prints one line per package: its name, and `right`, `wrong` or `stuck`. */
export function mainText(packages: readonly string[], seeds: number): string {
  const lines = packages.map((name) => `    System.out.println("${name} " + ${name}.Driver.outcome(${seeds}));`);
  return `public class Main {
  public static void main(String[] args) {
${lines.join('\n')}
    System.exit(0);
  }
}
`;
}

export const orderText = `package forced;
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
public class Order {
  public interface Call<T> { Object on(T object) throws Exception; }
  static final Map<Thread, Semaphore> parked = new ConcurrentHashMap<>();
  static final Set<Thread> known = ConcurrentHashMap.newKeySet();
  static volatile boolean on;
  /** Released, and not yet awake. */
  static volatile Thread going;

  public static void stop() {
    if (!on) return;
    Thread me = Thread.currentThread();
    known.add(me);
    Semaphore go = new Semaphore(0);
    parked.put(me, go);
    go.acquireUninterruptibly();
    going = null;
  }

  public static <T> String outcome(int seeds, Supplier<T> make, List<Call<T>> calls, BiPredicate<T, String[]> wrong) {
    String found = "right";
    for (int seed = 0; seed < seeds; seed++) {
      String one = run(seed, make, calls, wrong);
      if (one.equals("wrong")) return one;
      if (one.equals("stuck")) found = "stuck";
      if (found.equals("stuck")) return found;
    }
    return found;
  }

  static <T> String run(int seed, Supplier<T> make, List<Call<T>> calls, BiPredicate<T, String[]> wrong) {
    T object = make.get();
    String[] results = new String[calls.size()];
    List<Thread> threads = new ArrayList<>();
    known.clear();
    parked.clear();
    going = null;
    on = true;
    for (int i = 0; i < calls.size(); i++) {
      int at = i;
      Thread thread = new Thread(() -> {
        stop();
        try { results[at] = String.valueOf(calls.get(at).on(object)); }
        catch (Throwable e) { results[at] = "throws " + e.getClass().getSimpleName(); }
      });
      thread.setDaemon(true);
      known.add(thread);
      threads.add(thread);
      thread.start();
    }
    boolean done = drive(seed, threads);
    on = false;
    for (Semaphore go : parked.values()) go.release();
    if (!done) return "stuck";
    return wrong.test(object, results) ? "wrong" : "right";
  }

  /** One thread at a time; false when some are not done and none can go on. */
  static boolean drive(int seed, List<Thread> threads) {
    Random random = new Random(seed);
    Thread last = null;
    int steps = 0;
    while (true) {
      if (!settle()) return false;
      List<Thread> ready = new ArrayList<>(parked.keySet());
      if (ready.isEmpty()) {
        if (threads.stream().noneMatch(Thread::isAlive)) return true;
        if (stays(threads)) return false;
        continue;
      }
      ready.sort(Comparator.comparing(Thread::getId));
      last = choose(seed, steps++, random, ready, last, threads);
      going = last;
      parked.remove(last).release();
    }
  }

  /** Even seeds: one thread makes some steps, then the others run as far as they can. Odd ones: a switch now and then. */
  static Thread choose(int seed, int steps, Random random, List<Thread> ready, Thread last, List<Thread> threads) {
    Thread first = threads.get(seed / 2 % threads.size());
    boolean isSticky = ready.contains(last) && (seed % 2 == 0 ? last != first : random.nextInt(5) > 0);
    if (seed % 2 == 0 && steps < seed / 2 / threads.size()) return ready.contains(first) ? first : ready.get(0);
    if (isSticky) return last;
    List<Thread> others = new ArrayList<>(ready);
    if (seed % 2 == 0 && others.size() > 1) others.remove(first);
    return others.get(random.nextInt(others.size()));
  }

  /** Until nobody runs: each is stopped, blocked, waiting or gone. */
  static boolean settle() {
    long end = System.nanoTime() + 10_000_000_000L;
    for (int calm = 0, round = 0; calm < 3; round++) {
      boolean runs = going != null;
      for (Thread thread : known) runs |= !parked.containsKey(thread) && isRunning(thread);
      calm = runs ? 0 : calm + 1;
      if (System.nanoTime() > end) return false;
      if (round < 200) Thread.yield(); else pause(1);
    }
    return true;
  }

  static boolean isRunning(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.RUNNABLE || state == Thread.State.NEW;
  }

  /** Nobody comes to a stop any more, and some are not done. */
  static boolean stays(List<Thread> threads) {
    for (int i = 0; i < 300; i++) {
      pause(2);
      if (!parked.isEmpty() || threads.stream().noneMatch(Thread::isAlive)) return false;
    }
    return true;
  }

  static void pause(int millis) {
    try { Thread.sleep(millis); } catch (InterruptedException e) { throw new RuntimeException(e); }
  }
}
`;

/** A map that says when two threads are in it, one of them to change it: it is not made for that. */
export const mapText = `package forced;
import java.util.*;
public class OneAtATime<K, V> extends HashMap<K, V> {
  private Thread inside;
  @Override public V put(K key, V value) {
    synchronized (this) {
      if (inside != null) throw new ConcurrentModificationException();
      inside = Thread.currentThread();
    }
    Order.stop();
    synchronized (this) { inside = null; }
    return super.put(key, value);
  }
}
`;
