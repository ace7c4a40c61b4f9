// Questions about recursion schemes: acceptance by their own automaton, and pairs of labels on the generated tree.
// Labels: first the graph of closed terms, which decides schemes with finitely many of them; where terms grow for ever,
// intersection types over effects decide, and a larger part of the graph gives the run.

import type { Stop } from '../../../base/budget.js';
import type { Diagnostic } from '../../../base/diagnostic.js';
import type { Place } from '../../../base/source-text.js';
import { automatonOfTable } from '../../../logic/tree-automata/index.js';
import { ClosedTerms } from '../../../model/schemes/closed-terms.js';
import { buildLockingAutomaton } from '../../../model/schemes/locking-automaton.js';
import type { Scheme } from '../../../model/schemes/scheme.js';
import { labelsOfScheme, readSchemeActions, type SchemeActions } from '../../../model/schemes/scheme-action.js';
import { AutomatonDomain } from '../../../model/schemes/typing/automaton-domain.js';
import { TypeSaturation } from '../../../model/schemes/typing/saturation.js';
import {
  type SchemeGraph,
  schemeGraphNodes,
  translateSchemeToThreadGraph,
} from '../../../translate/graphs/scheme-to-thread-graph.js';
import { isFirst, type RunContext, shareOf, type Task } from '../../../verdict/engine.js';
import type { Finding } from '../../../verdict/verdict.js';
import type { WitnessStep } from '../../../verdict/witness.js';
import { askEach, type Findings } from '../ask-each.js';
import { EffectSolver } from '../effects/answer.js';
import { allPairs, askedPairs, warnOfAbsent } from '../options.js';
import type { RunTree } from '../run-tree.js';
import { describeStops, witnessSteps, type Yes } from '../tree-witness.js';
import { type Asked, askedPair, derivedAgain, holdsFinding, unknownFinding, violatedFinding } from '../words.js';
import { findRejectingPath } from './rejecting-path.js';
import { typingBody } from './typing-body.js';
import { pairDomain } from './typing-question.js';

/** Nodes of the graph that are searched for a run once types have shown that there is one. */
const witnessGraphNodes = 400_000;

export function* answerScheme({ model, options, file, part }: Task<Scheme>, context: RunContext): Findings {
  const pairs = askedPairs(options);
  if (model.automaton && !pairs) {
    if (!isFirst(part)) return;
    context.nextQuestion();
    yield { kind: 'finding', finding: yield* askAcceptance(model) };
    return;
  }
  const actions = readSchemeActions(model);
  if (typeof actions === 'string') return;
  const labels = labelsOfScheme(actions);
  const asked = pairs ?? allPairs(labels);
  const questions = shareOf(asked, part).map(([first, second]) => askedPair(first, second));
  const locking = yield* checkLocking(model, actions);
  if (locking.kind === 'stopped') return yield* giveUp(questions, locking.because);
  if (locking.kind === 'wrong') {
    if (isFirst(part)) yield { kind: 'diagnostic', diagnostic: locking.diagnostic };
    return;
  }
  if (isFirst(part)) yield* warnOfAbsent(asked, new Set(labels), file);
  const translated = translateSchemeToThreadGraph(model, actions, schemeGraphNodes);
  const solver = new EffectSolver(translated.graph);
  yield* askEach(questions, context, 'effects', (one) => askLabels(model, actions, translated, solver, one));
}

function* giveUp(questions: readonly Asked[], because: string): Findings {
  for (const asked of questions)
    yield { kind: 'finding', finding: unknownFinding(asked, { method: 'types', statistics: {} }, because) };
}

/** Runs a saturation until it is answered, closed or told to stop. */
export function* saturate(saturation: TypeSaturation): Findings<Stop | undefined> {
  for (let steps = 1; saturation.step() && !saturation.isAnswered; steps++) {
    const stop = steps % 8 === 0 ? yield { kind: 'progress', done: steps } : undefined;
    if (stop) return stop;
  }
  return saturation.isFull ? { scope: 'question', message: 'the types need more memory than there is' } : undefined;
}

type Locking =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly diagnostic: Diagnostic }
  | { readonly kind: 'stopped'; readonly because: string };

/** The effect algebra is exact on lock-well-formed trees only. */
function* checkLocking(scheme: Scheme, actions: SchemeActions): Findings<Locking> {
  const domain = new AutomatonDomain(buildLockingAutomaton(actions));
  const saturation = new TypeSaturation(scheme, domain);
  const stop = yield* saturate(saturation);
  if (stop) return { kind: 'stopped', because: stop.message };
  if (!saturation.isAnswered) return { kind: 'right' };
  return { kind: 'wrong', diagnostic: lockingDiagnostic(scheme, findRejectingPath(scheme, domain)) };
}

function lockingDiagnostic({ source }: Scheme, steps: readonly WitnessStep[]): Diagnostic {
  const path = steps.map(({ action }) => action);
  const shown = path.length > 12 ? ['…', ...path.slice(-12)] : path;
  const message = `the generated tree is not lock-well-formed${path.length > 0 ? ` at ${shown.join(' ')}` : ''}`;
  const place = steps.at(-1)?.place;
  const where = place ? { place, sourceLine: source.line(place.line) } : {};
  return { code: 'HD5002', severity: 'error', file: source.file, message, ...where };
}

function* askAcceptance(scheme: Scheme): Findings<Finding> {
  const asked: Asked = {
    property: { kind: 'acceptance' },
    rule: 'HD5103',
    yes: 'the automaton rejects the generated tree',
    no: 'the automaton accepts the generated tree',
  };
  const domain = new AutomatonDomain(automatonOfTable(scheme.automaton!));
  const saturation = new TypeSaturation(scheme, domain);
  const stop = yield* saturate(saturation);
  const evidence = { method: 'types', statistics: { types: saturation.derived.length } };
  if (stop) return unknownFinding(asked, evidence, stop.message);
  const name = (state: number) => domain.stateName(state);
  if (!saturation.isAnswered) return holdsFinding(asked, evidence, typingCertificate(saturation, name));
  const steps = findRejectingPath(scheme, domain);
  const place = steps.at(-1)?.place;
  const witness = { kind: 'path' as const, steps, details: typingBody(saturation, name, saturation.derived) };
  return violatedFinding(asked, evidence, witness, {
    places: place ? [{ place, caption: 'rejected here' }] : [],
    because: ['the steps go down a path of the tree; the types in the witness derive the rejection'],
  });
}

function typingCertificate(saturation: TypeSaturation, stateName: (state: number) => string) {
  const rules = saturation.scheme.rules.flatMap((_, rule) => saturation.typesOf(rule).map((type) => ({ rule, type })));
  return { kind: 'typing' as const, body: typingBody(saturation, stateName, rules) };
}

function* askLabels(
  scheme: Scheme,
  actions: SchemeActions,
  translated: SchemeGraph,
  solver: EffectSolver,
  asked: Asked,
): Findings<Finding> {
  const answer = yield* solver.answer(asked.property);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'yes') return pairFinding(scheme, asked, answer, translated);
  if (translated.isComplete) return holdsFinding(asked, evidence, derivedAgain);
  return yield* askTypes(scheme, actions, asked);
}

/** The graph was cut: types over effects see the whole tree. */
function* askTypes(scheme: Scheme, actions: SchemeActions, asked: Asked): Findings<Finding> {
  const saturation = new TypeSaturation(scheme, pairDomain(scheme, asked.property)!);
  const stop = yield* saturate(saturation);
  const evidence = { method: 'types', statistics: { types: saturation.derived.length } };
  if (stop) return unknownFinding(asked, evidence, stop.message);
  // Effects are not listed: the checker takes none on trust, since an invented one could hide a real one.
  if (!saturation.isAnswered) return holdsFinding(asked, evidence, { kind: 'typing', body: {} });
  const larger = translateSchemeToThreadGraph(scheme, actions, witnessGraphNodes);
  const answer = yield* new EffectSolver(larger.graph).answer(asked.property);
  if (answer.kind === 'yes') return pairFinding(scheme, asked, answer, larger);
  return unknownFinding(asked, evidence, 'the types show the pair, but no run of a size that can be written down');
}

function pairFinding(scheme: Scheme, asked: Asked, answer: Yes, translated: SchemeGraph): Finding {
  const places = placesOfRun(scheme, answer.run);
  const placed = (runNode: number) => ({
    action: translated.actions[answer.run[runNode]!.node]!,
    place: places[runNode],
  });
  const evidence = { method: 'effects', statistics: answer.statistics };
  const witness = { kind: 'execution' as const, steps: witnessSteps(answer, placed) };
  return violatedFinding(asked, evidence, witness, describeStops(answer, placed));
}

/** Where the nodes of a run are written: the run is unfolded again, telling the occurrences of each terminal apart. */
function placesOfRun(scheme: Scheme, run: RunTree): readonly (Place | undefined)[] {
  const terms = new ClosedTerms(scheme, { byOccurrence: true });
  const termAt: number[] = [terms.root];
  return run.map(({ next, child, choice }, id) => {
    const node = terms.reduce(termAt[id]!);
    if (next !== undefined) termAt[next] = node!.children[choice ?? 0]!;
    if (child !== undefined) termAt[child] = node!.children[1]!;
    return node?.span && scheme.source.place(node.span);
  });
}
