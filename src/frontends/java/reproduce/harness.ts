// The plain Java file that runs the two calls of a finding on one object: it prepares objects by random calls, notes what
// the two serial orders give, and looks for an outcome that neither gives, with one thread stopped at the park point
// (scripted) or with both let loose (stress). Arguments are made from their types.

export interface HarnessCall {
  /** The class that declares the method, as `Class.forName` takes it. */
  readonly className: string;
  readonly method: string;
  /** Simple names of the parameter types. */
  readonly parameters: readonly string[];
  /** The object is handed in as an argument, and the receiver is another one. */
  readonly onArgument: boolean;
}

export function harnessText(root: string, calls: readonly [HarnessCall, HarnessCall], scripted: boolean): string {
  const [one, two] = calls.map(callText);
  return `// Written by heddle reproduce. Compile with the classes beside it, then: java -ea Reproduce
${fixedImports}
public class Reproduce {
  static final String ROOT = ${quote(root)};
  static final boolean SCRIPTED = ${scripted};
  static final Call ONE = ${one};
  static final Call TWO = ${two};
${fixedBody}
}

class Heddle {
  static volatile Thread parked;
  static java.util.concurrent.CountDownLatch arrived = new java.util.concurrent.CountDownLatch(1);
  static java.util.concurrent.CountDownLatch goOn = new java.util.concurrent.CountDownLatch(1);
  static void at() {
    if (Thread.currentThread() != parked) return;
    parked = null;
    arrived.countDown();
    try { goOn.await(); } catch (InterruptedException e) { throw new RuntimeException(e); }
  }
}
`;
}

function callText({ className, method, parameters, onArgument }: HarnessCall): string {
  return `new Call(${quote(className)}, ${quote(method)}, ${onArgument}, new String[] {${parameters.map(quote).join(', ')}})`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}

const fixedImports = `import java.lang.reflect.*;
import java.util.*;
import java.util.concurrent.*;`;

const fixedBody = `
  record Call(String type, String method, boolean onArgument, String[] parameters) { }

  public static void main(String[] args) throws Exception {
    int tries = SCRIPTED ? 300 : 20;
    int blocked = 0;
    for (int seed = 0; seed < tries; seed++) {
      Set<String> serial = inTurn(seed);
      for (int round = 0; round < (SCRIPTED ? 1 : 5000); round++) {
        String outcome = SCRIPTED ? scripted(seed) : together(seed);
        if (outcome == null) { blocked++; continue; }
        if (serial.contains(outcome)) continue;
        System.out.println("SHOWN with seed " + seed + ": " + outcome);
        System.out.println("one after the other gives " + serial);
        System.exit(0);
      }
    }
    System.out.println("not shown in " + tries + " tries" + (blocked > 0 ? ", " + blocked + " of them blocked" : ""));
    System.exit(1);
  }

  /** Results of the two calls, by name, and the state they leave. */
  static String describe(Object object, String first, String second) throws Exception {
    return first + " | " + second + " | " + state(object);
  }

  /** What the calls give one after the other: in a thread that may be left, since a call may wait or go round for ever. */
  static Set<String> inTurn(int seed) throws Exception {
    Set<String> serial = ConcurrentHashMap.newKeySet();
    Thread alone = new Thread(() -> {
      try { serial.addAll(List.of(serially(seed, ONE, TWO), serially(seed, TWO, ONE))); } catch (Exception e) { throw new RuntimeException(e); }
    });
    alone.setDaemon(true);
    alone.start();
    alone.join(5000);
    if (serial.isEmpty()) {
      System.out.println("not shown: one after the other, the two calls do not come to an end");
      System.exit(1);
    }
    return serial;
  }

  static String serially(int seed, Call first, Call second) throws Exception {
    Object object = prepared(seed);
    Map<Call, String> results = new HashMap<>();
    results.put(first == ONE ? ONE : TWO, result(object, first, seed, first == ONE ? 1 : 2));
    String other = result(object, second, seed, second == ONE ? 1 : 2);
    return first == ONE ? describe(object, results.get(ONE), other) : describe(object, other, results.get(TWO));
  }

  static String scripted(int seed) throws Exception {
    Object object = prepared(seed);
    Heddle.arrived = new CountDownLatch(1);
    Heddle.goOn = new CountDownLatch(1);
    String[] results = new String[2];
    Thread one = new Thread(() -> { results[0] = result(object, ONE, seed, 1); Heddle.arrived.countDown(); });
    Thread two = new Thread(() -> results[1] = result(object, TWO, seed, 2));
    one.setDaemon(true);
    two.setDaemon(true);
    Heddle.parked = one;
    one.start();
    if (!Heddle.arrived.await(1, TimeUnit.SECONDS)) { Heddle.goOn.countDown(); return null; }
    two.start();
    two.join(200);
    boolean isBlocked = two.isAlive();
    Heddle.goOn.countDown();
    one.join(1000);
    two.join(1000);
    return isBlocked || one.isAlive() || two.isAlive() ? null : describe(object, results[0], results[1]);
  }

  static String together(int seed) throws Exception {
    Object object = prepared(seed);
    String[] results = new String[2];
    CyclicBarrier start = new CyclicBarrier(2);
    Thread one = new Thread(() -> { meet(start); results[0] = result(object, ONE, seed, 1); });
    Thread two = new Thread(() -> { meet(start); results[1] = result(object, TWO, seed, 2); });
    one.setDaemon(true);
    two.setDaemon(true);
    one.start();
    two.start();
    one.join(1000);
    two.join(1000);
    return one.isAlive() || two.isAlive() ? null : describe(object, results[0], results[1]);
  }

  static void meet(CyclicBarrier barrier) {
    try { barrier.await(); } catch (Exception e) { throw new RuntimeException(e); }
  }

  /** The same seed gives the same object: made, then changed by a few calls. */
  static Object prepared(int seed) throws Exception {
    Random random = new Random(seed);
    Object object = make(Class.forName(ROOT), random, 0);
    List<Method> methods = new ArrayList<>();
    for (Method method : object.getClass().getDeclaredMethods())
      if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic() && !Modifier.isPrivate(method.getModifiers())) methods.add(method);
    methods.sort(Comparator.comparing(Method::toString));
    for (int i = 0; i < seed % 4 && !methods.isEmpty(); i++) {
      Method method = methods.get(random.nextInt(methods.size()));
      Object[] values = new Object[method.getParameterCount()];
      for (int k = 0; k < values.length; k++) values[k] = value(method.getParameterTypes()[k], random, 0);
      Thread call = new Thread(() -> { try { method.setAccessible(true); method.invoke(object, values); } catch (Exception e) { /* refused */ } });
      call.setDaemon(true);
      call.start();
      call.join(100);
    }
    return object;
  }

  static String result(Object object, Call call, int seed, int who) {
    try {
      Random random = new Random(seed * 7L + who);
      Class<?> type = Class.forName(call.type());
      boolean isOther = call.onArgument() || !type.isInstance(object);
      if (call.method().equals("<init>")) return "made " + normal(construct(type, object, call, random), object);
      Object receiver = isOther ? makeWith(type, object, random) : object;
      Method method = find(type, call);
      method.setAccessible(true);
      Object[] values = new Object[method.getParameterCount()];
      for (int i = 0; i < values.length; i++)
        values[i] = isOther && method.getParameterTypes()[i].isInstance(object) ? object : value(method.getParameterTypes()[i], random, 0);
      return normal(method.invoke(Modifier.isStatic(method.getModifiers()) ? null : receiver, values), object);
    } catch (InvocationTargetException e) {
      return "throws " + e.getCause().getClass().getSimpleName();
    } catch (Exception e) {
      return "fails " + e;
    }
  }

  static Object construct(Class<?> type, Object object, Call call, Random random) throws Exception {
    for (Constructor<?> maker : type.getDeclaredConstructors()) {
      if (maker.getParameterCount() != call.parameters().length || !maker.getParameterTypes()[0].isInstance(object)) continue;
      maker.setAccessible(true);
      return maker.newInstance(object);
    }
    throw new NoSuchMethodException(call.toString());
  }

  static Method find(Class<?> type, Call call) throws Exception {
    for (Method method : type.getDeclaredMethods()) {
      if (!method.getName().equals(call.method()) || method.getParameterCount() != call.parameters().length || method.isSynthetic()) continue;
      boolean fits = true;
      for (int i = 0; i < call.parameters().length; i++) {
        String simple = method.getParameterTypes()[i].getSimpleName();
        fits &= simple.equals(call.parameters()[i]) || simple.equals("Object") && call.parameters()[i].length() == 1;
      }
      if (fits) return method;
    }
    throw new NoSuchMethodException(call.toString());
  }

  /** Another object, built around this one where a constructor takes it. */
  static Object makeWith(Class<?> type, Object object, Random random) throws Exception {
    for (Constructor<?> maker : type.getDeclaredConstructors()) {
      if (maker.getParameterCount() != 1 || !maker.getParameterTypes()[0].isInstance(object)) continue;
      maker.setAccessible(true);
      return maker.newInstance(object);
    }
    return make(type, random, 0);
  }

  static Object make(Class<?> type, Random random, int depth) throws Exception {
    Constructor<?>[] makers = type.getDeclaredConstructors();
    Arrays.sort(makers, Comparator.comparingInt(Constructor::getParameterCount));
    makers[0].setAccessible(true);
    Object[] values = new Object[makers[0].getParameterCount()];
    for (int i = 0; i < values.length; i++) values[i] = value(makers[0].getParameterTypes()[i], random, depth + 1);
    return makers[0].newInstance(values);
  }

  /** TODO argument: types that are not listed get null or a new object. */
  static Object value(Class<?> type, Random random, int depth) throws Exception {
    if (type == int.class || type == Integer.class) return random.nextInt(3) + 1;
    if (type == long.class || type == Long.class) return (long) random.nextInt(3) + 1;
    if (type == double.class) return (double) random.nextInt(3);
    if (type == boolean.class) return random.nextBoolean();
    if (type == char.class) return (char) ('a' + random.nextInt(2));
    if (type == String.class || type == Object.class || type == CharSequence.class || type == Comparable.class) return "k" + random.nextInt(2);
    if (type == int[].class) return new int[] {1, 2};
    if (type == char[].class) return new char[4];
    if (type == Thread.class) return new Thread();
    if (List.class.isAssignableFrom(type) || type == Collection.class) return new ArrayList<>(List.of("k0"));
    if (type.isInterface()) return Proxy.newProxyInstance(Reproduce.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> method.getReturnType() == Object.class ? "made" : null);
    return depth > 2 || type.isPrimitive() ? null : make(type, random, depth);
  }

  static String normal(Object value, Object object) throws Exception {
    if (value == null) return "null";
    if (value == object) return "the object";
    Package where = value.getClass().getPackage();
    boolean isPlain = value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof Character;
    if (isPlain) return value.toString();
    if (value instanceof Map || value instanceof Collection || value.getClass().getName().startsWith("java.util.concurrent.atomic")) return contents(value);
    return value.getClass().isArray() || where != null && where.getName().startsWith("java") ? value.getClass().getSimpleName() : value.getClass().getSimpleName() + state(value);
  }

  static String contents(Object value) {
    if (value instanceof Map) { List<String> keys = new ArrayList<>(); for (Map.Entry<?, ?> e : ((Map<?, ?>) value).entrySet()) keys.add(e.getKey() + "=" + brief(e.getValue())); Collections.sort(keys); return keys.toString(); }
    if (value instanceof Collection) { List<String> all = new ArrayList<>(); for (Object o : (Collection<?>) value) all.add(brief(o)); return all.toString(); }
    return brief(value);
  }

  static String brief(Object value) {
    if (value == null) return "null";
    String text = value.toString();
    return text == null || text.contains("@") || text.contains("$") ? value.getClass().getSimpleName() : text;
  }

  static String state(Object object) throws Exception {
    StringBuilder text = new StringBuilder("{");
    for (Class<?> type = object.getClass(); type != null && type != Object.class && type.getClassLoader() != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.isSynthetic() || Modifier.isStatic(field.getModifiers())) continue;
        field.setAccessible(true);
        Object value = field.get(object);
        String shown = value == null ? "null" : value.getClass().isArray() ? array(value) : value instanceof Map || value instanceof Collection ? contents(value) : brief(value);
        if (!shown.contains("Lock[") && !shown.contains("Lock")) text.append(field.getName()).append('=').append(shown).append(' ');
      }
    }
    return text.append('}').toString();
  }

  static String array(Object value) {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < Array.getLength(value); i++) text.append(brief(Array.get(value, i))).append(' ');
    return text.append(']').toString();
  }`;
