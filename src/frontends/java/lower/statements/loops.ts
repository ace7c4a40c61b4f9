// Loops. Locals that a round assigns stand for the values of all rounds; rounds that belong together are one unit of work.

import { methodEffect } from '../../summaries/library.js';
import { assignedPlace } from '../../symbols/field-facts.js';
import { elementType, readType, simpleName } from '../../symbols/java-type.js';
import { descendants, type SyntaxNode } from '../../syntax/syntax-node.js';
import { callOn } from '../calls.js';
import { evaluate } from '../expressions.js';
import type { Scope } from '../frames.js';
import { changeInNextRound } from '../hand-overs.js';
import { contentRead, foundIn } from '../library/iterations.js';
import type { Lowering } from '../lowering.js';
import { holdAlike, type State } from '../meeting-paths.js';
import { noSources, type Sources, union, type Value } from '../shared-object.js';
import { lowerCondition } from './conditions.js';
import { lowerDeclaration, lowerStatement } from './statements.js';
import { mayThrow } from './throws.js';

interface LoopParts {
  readonly condition?: SyntaxNode | undefined;
  readonly body: SyntaxNode | undefined;
  readonly first?: 'body';
  readonly update?: readonly SyntaxNode[];
  readonly label?: string;
  /** Runs before each round, in place of a condition. */
  readonly each?: () => void;
  /** Rounds belong together whatever they do. */
  readonly joined?: boolean;
}

/** Rounds that begin with other locks than the first are lowered for themselves, this often. */
const mostChanges = 2;

export function lowerLoop(low: Lowering, node: SyntaxNode, parts: LoopParts, changes = 0): void {
  const loop = low.newLoop();
  const carried = startRounds(low, node, loop);
  const filled = startFilling(low, node, carried, loop);
  const firstRead = low.accesses.length;
  const head = low.at!;
  const wasLocked = low.isLocked;
  const { control: before, held: heldBefore } = low;
  const [body, breaks, continues] = [low.side(), low.meeting(), low.target()];
  const scope: Scope = { kind: 'jump', label: parts.label ?? labelOf(node), breaks, continues, is: 'loop' };
  low.loops.push(loop);
  low.scopes.push(scope);
  if (parts.first === 'body') low.jump(body, node);
  else test(low, node, parts, body, breaks);
  low.enter(body);
  if (parts.body) lowerStatement(low, parts.body);
  low.jump(continues, node);
  low.enter(continues);
  for (const update of parts.update ?? []) evaluate(low, update, { unused: true });
  if (parts.first === 'body') {
    const again = low.side();
    test(low, node, parts, again, breaks);
    low.enter(again);
  }
  changeInNextRound(low, loop);
  const round = low.at === undefined ? undefined : low.snapshot();
  const isChanged = round !== undefined && changes < mostChanges && !holdAlike(heldBefore, low.held);
  if (!isChanged)
    endRound(low, node, {
      head,
      carried,
      filled,
      firstRead,
      wasLocked,
      joined: parts.joined ?? false,
      endless: isEndless(parts),
    });
  low.scopes.pop();
  low.loops.pop();
  if (isChanged) {
    lowerLoop(low, node, parts, changes + 1);
    low.jumpAll(breaks, node);
  }
  low.enterApart(breaks);
  if (round && low.at !== undefined) afterRounds(low, node, round, before);
}

/** What a round has started goes on behind the loop; what let it end without leaving altogether decided that we get there. */
function afterRounds(low: Lowering, node: SyntaxNode, round: State, before: Sources): void {
  low.running = new Set([...low.running, ...[...round.running].filter((task) => !low.over.has(task))]);
  const isLeft = [...descendants(node)].some(({ type }) => type === 'return_statement' || type === 'throw_statement');
  if (!isLeft) return;
  const passed = [...round.control].filter((id) => !before.has(id));
  if (passed.length > 0) low.control = union(low.control, new Set(passed));
}

function test(
  low: Lowering,
  node: SyntaxNode,
  parts: LoopParts,
  yes: ReturnType<Lowering['target']>,
  no: ReturnType<Lowering['target']>,
): void {
  if (parts.each) {
    parts.each();
    low.branch(noSources, node, yes, no);
  } else if (parts.condition) lowerCondition(low, parts.condition, yes, no);
  else low.jump(yes, node);
}

function isEndless({ condition }: LoopParts): boolean {
  return (
    condition !== undefined &&
    /^\(?\s*(true|!?\w*([rR]unning|[sS]topped|[dD]one|[cC]losed|isInterrupted\(\)|[aA]live)\w*(\(\))?.*)\s*\)?$/.test(
      condition.text,
    )
  );
}

/** Locals that the loop assigns stand for the values of all rounds. */
function startRounds(low: Lowering, node: SyntaxNode, loop: number): Map<string, number> {
  const carried = new Map<string, number>();
  low.emit({ kind: 'skip' }, node);
  for (const inner of descendants(node)) {
    const place = assignedPlace(inner);
    const value = place?.type === 'identifier' ? low.locals.get(place.text) : undefined;
    if (!value || !place || carried.has(place.text)) continue;
    const name = low.newSource();
    low.derived.set(name, value.sources);
    low.carried.set(name, loop);
    carried.set(place.text, name);
    const { constant: _constant, text: _text, fresh: _fresh, made: _made, ...rest } = value;
    low.locals.set(place.text, { ...rest, sources: new Set([name]) });
  }
  return carried;
}

/** Collections of this call's own that the rounds fill: what is in them in the end comes from all rounds. */
function startFilling(
  low: Lowering,
  node: SyntaxNode,
  carried: ReadonlyMap<string, number>,
  loop: number,
): Map<string, number> {
  const filled = new Map<string, number>();
  for (const inner of descendants(node)) {
    const local = inner.type === 'method_invocation' ? inner.field('object') : undefined;
    const value = local?.type === 'identifier' ? low.locals.get(local.text) : undefined;
    if (!local || !value || value.object || carried.has(local.text) || filled.has(local.text)) continue;
    if (!methodEffect(simpleName(value.type.name), inner.field('name')?.text ?? '')?.writes) continue;
    const name = low.newSource();
    low.derived.set(name, value.sources);
    low.carried.set(name, loop);
    filled.set(local.text, name);
    low.locals.set(local.text, { ...value, sources: new Set([name]) });
  }
  return filled;
}

interface Round {
  readonly head: number;
  readonly carried: ReadonlyMap<string, number>;
  readonly filled: ReadonlyMap<string, number>;
  readonly firstRead: number;
  readonly wasLocked: boolean;
  readonly joined: boolean;
  readonly endless: boolean;
}

/** Back to the head. Rounds that hand nothing on to the next are units of their own, if no lock is held between them. */
function endRound(low: Lowering, node: SyntaxNode, round: Round): void {
  if (low.at === undefined) return;
  const inside = new Set(low.accesses.slice(round.firstRead).map(({ id }) => id));
  let handsOn = false;
  for (const [local, name] of round.carried) {
    const sources = low.locals.get(local)?.sources ?? noSources;
    low.derived.set(name, new Set([...(low.derived.get(name) ?? []), ...sources]));
    handsOn ||= comesFrom(low, sources, inside) && isLookedAt(low, name);
  }
  // What the next round adds does not depend on what is there already.
  for (const [local, name] of round.filled)
    low.derived.set(name, union(low.derived.get(name) ?? noSources, low.locals.get(local)?.sources ?? noSources));
  const isApart = !low.isLocked && !round.wasLocked && !round.joined && inside.size > 0 && (!handsOn || round.endless);
  if (isApart) {
    low.assumptions.add('A9');
    low.emit({ kind: 'boundary' }, node);
  }
  low.edges.push({ from: low.at, to: round.head, action: { kind: 'skip' }, node });
  low.at = undefined;
}

function comesFrom(low: Lowering, sources: ReadonlySet<number>, inside: ReadonlySet<number>): boolean {
  const pending = [...sources];
  const seen = new Set(pending);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (inside.has(id)) return true;
    for (const next of low.derived.get(id) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(next);
    }
  }
  return false;
}

/** The value of an earlier round is put to some use, if only as part of the next one's. */
function isLookedAt(low: Lowering, name: number): boolean {
  return (
    low.uses.has(name) ||
    [...low.derived].some(([other, sources]) => other !== name && sources.has(name) && low.uses.has(other)) ||
    [...low.locals.values()].some(({ sources }) => sources.has(name))
  );
}

export function lowerFor(low: Lowering, node: SyntaxNode): void {
  for (const init of node.all('init')) {
    if (init.type === 'local_variable_declaration') lowerDeclaration(low, init);
    else evaluate(low, init, { unused: true });
  }
  const condition = node.field('condition');
  lowerLoop(low, node, { condition, body: node.field('body'), update: node.all('update') });
}

/** Over a collection: each round looks at the content again, unless iteration works on a snapshot. */
export function lowerForEach(low: Lowering, node: SyntaxNode): void {
  const over = evaluate(low, node.field('value')!);
  const iterator = ownIterator(low, over, node);
  const name = node.field('name')?.text ?? '?';
  const value = foundIn(low, over, elementTypeOf(over, node), over.sources);
  const isFailFast = over.object?.library?.iteration === 'fail-fast' && over.object.library.policy !== 'immutable';
  const isArray = over.object !== undefined && over.type.dimensions > 0;
  let first: Value | undefined;
  if (over.object) first = contentRead(low, over, node.field('value')!, false);
  const bound = {
    ...value,
    sources: new Set([...value.sources, ...(first?.sources ?? [])]),
  };
  lowerLoop(low, node, {
    body: node.field('body'),
    joined: isFailFast || isArray,
    each: () => {
      if (iterator) {
        callOn(low, iterator, 'hasNext', [], node, false);
        low.locals.set(name, callOn(low, iterator, 'next', [], node, false));
        return;
      }
      const next =
        over.object && (isFailFast || isArray) ? contentRead(low, over, node.field('value')!, isFailFast) : undefined;
      low.locals.set(name, next ? { ...bound, sources: new Set([...bound.sources, ...next.sources]) } : bound);
      if (!over.object) mayThrow(low, node);
    },
  });
}

/** Of a given class: its steps are calls like any others. */
function ownIterator(low: Lowering, over: Value, node: SyntaxNode): Value | undefined {
  const given = over.object?.cls ?? low.world.project.resolve(over.type, low.frame.cls);
  if (!given || over.object?.library || over.type.dimensions > 0) return undefined;
  const iterator =
    low.world.project.methodOf(given, 'iterator', 0)?.body && callOn(low, over, 'iterator', [], node, false);
  return iterator || undefined;
}

function elementTypeOf(over: Value, node: SyntaxNode): Value['type'] {
  const written = readType(node.field('type'));
  return written.name === 'var' ? elementType(over.type) : written;
}

function labelOf(node: SyntaxNode): string {
  return node.parent?.type === 'labeled_statement' ? (node.parent.children[0]?.text ?? '') : '';
}
