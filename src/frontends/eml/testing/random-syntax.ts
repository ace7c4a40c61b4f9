// Random syntax trees, as the parser builds them: every construct, names that are also keywords, and no tree that has no
// text of its own (an `else` that would belong to an inner `if`).

import type { Rng } from '../../../base/rng.js';
import type { Span } from '../../../base/source-text.js';
import { precedenceLevels } from '../syntax/parse-expressions.js';
import type {
  BlockSyntax,
  CallSyntax,
  ConstantSyntax,
  ExpressionSyntax,
  FunctionSyntax,
  Item,
  JoinAnySyntax,
  ModelSyntax,
  Name,
  NamedTypeSyntax,
  PlaceSyntax,
  SimpleSyntax,
  StatementSyntax,
  TestSyntax,
  TypeSyntax,
  VariableSyntax,
} from '../syntax/syntax.js';

const span: Span = { start: 0, end: 0 };
/** Words of the language that may also be names of variables. */
const contextual =
  'read write skip return let if else while for choose or unit synchronized spawn join assert label'.split(' ');
const plain = 'a b count x1 _y $z lock var process main set new'.split(' ');

export function randomModel(rng: Rng): ModelSyntax {
  return { items: several(rng, 0, 5, () => randomItem(rng)) };
}

function several<T>(rng: Rng, low: number, high: number, make: (i: number) => T): T[] {
  return Array.from({ length: rng.between(low, high) }, (_, i) => make(i));
}

function name(rng: Rng): Name {
  return { text: rng.pick(rng.chance(0.3) ? contextual : plain), span };
}

function functionName(rng: Rng): Name {
  return { text: rng.pick(['f', 'get', 'read', 'unit', 'main', 'wait', 'acquire', 'label', 'new']), span };
}

function randomItem(rng: Rng): Item {
  switch (rng.below(7)) {
    case 0:
      if (rng.chance(0.3)) return { kind: 'spurious-wakeups', span };
      return { kind: 'scheduling', policy: rng.pick(['preemptive', 'cooperative', 'event-loop']), span };
    case 1:
      return { kind: 'locks', names: several(rng, 1, 3, () => name(rng)), span };
    case 2:
      return { kind: 'variables', volatile: rng.chance(0.3), variables: several(rng, 1, 3, () => variable(rng)), span };
    case 3: {
      const fields = several(rng, 0, 3, () => ({ name: name(rng), type: type(rng), volatile: rng.chance(0.3) }));
      return { kind: 'class', name: name(rng), fields, span };
    }
    case 4:
      return { kind: 'atomic-set', name: name(rng), members: several(rng, 1, 3, () => name(rng)), span };
    case 5: {
      const instances = rng.pick<number | 'any'>([1, 2, 7, 'any']);
      const low = rng.between(-2, 2);
      const parameter = rng.chance(0.3) ? { parameter: { name: name(rng), low, high: low + rng.below(3) } } : {};
      return {
        kind: 'process',
        name: name(rng),
        ...parameter,
        instances,
        functions: several(rng, 0, 3, () => func(rng)),
        span,
      };
    }
    default:
      return func(rng);
  }
}

function variable(rng: Rng): VariableSyntax {
  const typed = rng.chance(0.6) ? { type: type(rng) } : {};
  return { name: name(rng), ...typed, ...(rng.chance(0.4) ? { initial: constant(rng, true) } : {}) };
}

function constant(rng: Rng, signed: boolean): ConstantSyntax {
  const kind = rng.below(3);
  if (kind === 0) return { kind: 'null', span };
  if (kind === 1) return { kind: 'boolean', value: rng.chance(0.5), span };
  return { kind: 'number', value: rng.between(signed ? -9 : 0, 2147483647), span };
}

function type(rng: Rng): TypeSyntax {
  if (rng.chance(0.8)) return namedType(rng);
  const parameters = several(rng, 0, 2, () => type(rng));
  return { kind: 'function', parameters, ...(rng.chance(0.5) ? { result: type(rng) } : {}), span };
}

function namedType(rng: Rng): NamedTypeSyntax {
  const dimensions = rng.chance(0.3) ? rng.between(1, 3) : 0;
  const text = rng.pick(['int', 'bool', 'lock', 'thread', 'Node', 'read']);
  const low = rng.between(-5, 5);
  const range = text === 'int' && rng.chance(0.5) ? { range: { low, high: low + rng.below(9) } } : {};
  const result = text === 'thread' && rng.chance(0.5) ? { result: { ...namedType(rng), dimensions: 0 } } : {};
  return { kind: 'named', name: { text, span }, ...range, ...result, dimensions, span };
}

function func(rng: Rng): FunctionSyntax {
  const parameters = several(rng, 0, 2, () => ({ name: name(rng), type: type(rng) }));
  return {
    kind: 'function',
    name: functionName(rng),
    ...(rng.chance(0.3) ? { synchronizedOn: expression(rng, 1) } : {}),
    parameters,
    ...(rng.chance(0.3) ? { returnType: type(rng) } : {}),
    body: block(rng, 3),
    header: span,
  };
}

function block(rng: Rng, depth: number): BlockSyntax {
  return { kind: 'block', statements: several(rng, 0, 3, () => statement(rng, depth)), span };
}

function statement(rng: Rng, depth: number): StatementSyntax {
  return depth === 0 || rng.chance(0.5) ? simple(rng) : compound(rng, depth - 1);
}

function simple(rng: Rng): StatementSyntax {
  switch (rng.below(10)) {
    case 9:
      return joinAny(rng, 1);
    case 0:
      return { kind: 'access', access: rng.pick(['read', 'write']), place: place(rng, 1), span };
    case 1:
      return rng.chance(0.3)
        ? { kind: 'yield', external: rng.chance(0.5), span }
        : { kind: rng.pick(['skip', 'break', 'continue'] as const), span };
    case 2:
      return { kind: 'return', ...(rng.chance(0.5) ? { value: expression(rng, 2) } : {}), span };
    case 3:
      return {
        kind: 'let',
        name: name(rng),
        ...(rng.chance(0.5) ? { type: type(rng) } : {}),
        value: expression(rng, 2),
        span,
      };
    case 4:
      return assignment(rng);
    case 5:
      return { kind: 'perform', call: call(rng, 2), span };
    case 6:
      return { kind: 'join', ...(rng.chance(0.5) ? { thread: expression(rng, 2) } : {}), span };
    case 7:
      return { kind: rng.pick(['assert', 'assume'] as const), condition: expression(rng, 2), span };
    default:
      return { kind: 'label', name: name(rng), span };
  }
}

function assignment(rng: Rng): SimpleSyntax {
  const operator = rng.chance(0.3) ? { operator: rng.pick(['+', '-', '*', '/', '%'] as const) } : {};
  return { kind: 'assign', place: place(rng, 1), ...operator, value: expression(rng, 3), span };
}

function compound(rng: Rng, depth: number): StatementSyntax {
  switch (rng.below(6)) {
    case 0:
      return block(rng, depth);
    case 1:
      return randomIf(rng, depth);
    case 2:
      return rng.chance(0.5)
        ? { kind: 'while', test: test(rng), body: statement(rng, depth), span }
        : { kind: 'for', ...header(rng), body: statement(rng, depth), span };
    case 3:
      return { kind: 'choose', branches: several(rng, 1, 3, () => ({ body: block(rng, depth), span })), span };
    case 4:
      return { kind: 'unit', ...(rng.chance(0.5) ? { name: name(rng) } : {}), body: block(rng, depth), span };
    default:
      if (rng.chance(0.3)) return { kind: 'atomic', body: block(rng, depth), span };
      return { kind: 'synchronized', ...holding(rng), body: block(rng, depth), header: span, span };
  }
}

function header(rng: Rng): Pick<Extract<StatementSyntax, { kind: 'for' }>, 'first' | 'test' | 'step'> {
  const condition = rng.chance(0.5) ? expression(rng, 2) : ({ kind: 'boolean', value: true, span } as const);
  const first = rng.chance(0.5) ? { first: assignment(rng) } : {};
  return { ...first, test: { condition, span }, ...(rng.chance(0.5) ? { step: assignment(rng) } : {}) };
}

function holding(rng: Rng): { readonly shared: boolean; readonly lock: ExpressionSyntax } {
  if (rng.chance(0.7)) return { shared: false, lock: expression(rng, 1) };
  return { shared: true, lock: { kind: 'place', name: name(rng), selectors: [], span } };
}

/** The body before an `else` is a block, a simple statement, or a loop around one of these. */
function randomIf(rng: Rng, depth: number): StatementSyntax {
  const closed = (): StatementSyntax => {
    const inner = rng.chance(0.5) ? block(rng, depth) : simple(rng);
    return rng.chance(0.2) ? { kind: 'while', test: test(rng), body: inner, span } : inner;
  };
  const arms = several(rng, 1, 3, () => ({ test: test(rng), body: closed() }));
  if (rng.chance(0.5)) return { kind: 'if', arms, otherwise: closed(), span };
  return { kind: 'if', arms: [...arms, { test: test(rng), body: statement(rng, depth) }], span };
}

function test(rng: Rng): TestSyntax {
  return { ...(rng.chance(0.5) ? {} : { condition: expression(rng, 2) }), span };
}

function joinAny(rng: Rng, depth: number): JoinAnySyntax {
  return { kind: 'join-any', threads: [place(rng, depth), ...several(rng, 0, 2, () => expression(rng, depth))], span };
}

function expression(rng: Rng, depth: number): ExpressionSyntax {
  if (depth === 0) return rng.chance(0.5) ? constant(rng, false) : place(rng, 0);
  switch (rng.below(12)) {
    case 11:
      return {
        kind: 'lambda',
        parameters: several(rng, 0, 2, () => ({ name: name(rng), type: type(rng) })),
        ...(rng.chance(0.3) ? { returnType: type(rng) } : {}),
        body: block(rng, 0),
        header: span,
        span,
      };
    case 8:
      return { kind: 'join', thread: place(rng, depth - 1), span };
    case 9:
      return joinAny(rng, depth - 1);
    case 10: {
      // Not `int`: a minus behind it would be that of a bound.
      const text = rng.pick(['bool', 'Node', 'thread']);
      const result = rng.chance(0.5)
        ? { result: { kind: 'named' as const, name: { text, span }, dimensions: rng.below(2), span } }
        : {};
      return { kind: 'new-deferred', name: { text: 'deferred', span }, ...result, span };
    }
    case 0:
      return call(rng, depth - 1);
    case 1:
      return { kind: 'new', class: { text: rng.pick(['Node', 'read']), span }, span };
    case 2:
      return { kind: 'new-array', element: namedType(rng), length: expression(rng, depth - 1), span };
    case 3:
      return { kind: 'choice', low: expression(rng, depth - 1), high: expression(rng, depth - 1), span };
    case 4:
      return { kind: 'unary', operator: rng.pick(['!', '-']), operand: expression(rng, depth - 1), span };
    case 5:
    case 6:
      return chain(rng, depth - 1);
    default:
      return place(rng, depth - 1);
  }
}

function chain(rng: Rng, depth: number): ExpressionSyntax {
  const level = rng.pick(precedenceLevels);
  const rest = several(rng, 1, 3, () => ({ operator: rng.pick(level), operand: expression(rng, depth) }));
  return { kind: 'chain', first: expression(rng, depth), rest, span };
}

function place(rng: Rng, depth: number): PlaceSyntax {
  const selectors = several(rng, 0, depth === 0 ? 0 : 3, () =>
    rng.chance(0.5)
      ? { kind: 'field' as const, name: name(rng) }
      : { kind: 'index' as const, index: expression(rng, depth - 1), span },
  );
  return { kind: 'place', name: name(rng), selectors, span };
}

function call(rng: Rng, depth: number): CallSyntax {
  const args = several(rng, 0, 2, () => expression(rng, depth));
  return { kind: rng.pick(['call', 'spawn', 'spawn-eager'] as const), name: functionName(rng), arguments: args, span };
}
