// Questions about recursion schemes: acceptance by their own automaton, and pairs of labels on the generated tree.
// Labels: first the graph of closed terms, which decides schemes with finitely many of them; where terms grow for ever,
// intersection types over effects decide, and a larger part of the graph gives the run.

import type { Stop } from '../../base/budget.js';
import type { Diagnostic } from '../../base/diagnostic.js';
import { buildLockingAutomaton } from '../../model/schemes/locking-automaton.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { labelsOfScheme, readSchemeActions, type SchemeActions } from '../../model/schemes/scheme-action.js';
import { AutomatonDomain } from '../../model/schemes/typing/automaton-domain.js';
import { TypeSaturation } from '../../model/schemes/typing/saturation.js';
import {
  type SchemeGraph,
  schemeGraphNodes,
  translateSchemeToThreadGraph,
} from '../../translate/scheme-to-thread-graph.js';
import { questionOfProperty } from '../../verdict/certify/effects-question.js';
import { type stateCodec, typingBody } from '../../verdict/certify/typing-body.js';
import { typingQuestion } from '../../verdict/certify/typing-question.js';
import type { EngineEvent, RunContext, Task } from '../../verdict/engine.js';
import { treeThreadName } from '../../verdict/replay/tree-run.js';
import type { Finding } from '../../verdict/verdict.js';
import type { WitnessStep } from '../../verdict/witness.js';
import { type Answer, answerQuestion } from './answer.js';
import { absentLabel, allPairs, askedPairs, type LabelPair } from './options.js';
import { findRejectingPath } from './rejecting-path.js';
import { type Asked, askedPair, holdsFinding, unknownFinding, violatedFinding } from './words.js';

type Findings<T = void> = Generator<EngineEvent, T, Stop | undefined>;

/** Nodes of the graph that are searched for a run once types have shown that there is one. */
const witnessGraphNodes = 400_000;

export function* answerScheme({ model, options, file }: Task<Scheme>, context: RunContext): Findings {
  const pairs = askedPairs(options);
  if (model.automaton && !pairs) {
    context.nextQuestion();
    yield { kind: 'finding', finding: yield* askAcceptance(model) };
    return;
  }
  const actions = readSchemeActions(model);
  if (typeof actions === 'string') return;
  const labels = labelsOfScheme(actions);
  const asked = pairs ?? allPairs(labels);
  const locking = yield* checkLocking(model, actions);
  if (locking.kind === 'stopped') return yield* giveUp(asked, locking.because);
  if (locking.kind === 'wrong') {
    yield { kind: 'diagnostic', diagnostic: locking.diagnostic };
    return;
  }
  for (const label of new Set(asked.flat()))
    if (!labels.includes(label)) yield { kind: 'diagnostic', diagnostic: absentLabel(file, label) };
  const translated = translateSchemeToThreadGraph(model, actions, schemeGraphNodes);
  for (const [first, second] of asked) {
    context.nextQuestion();
    yield { kind: 'finding', finding: yield* askLabels(model, actions, translated, askedPair(first, second)) };
  }
}

function* giveUp(asked: readonly LabelPair[], because: string): Findings {
  for (const [first, second] of asked) {
    const finding = unknownFinding(askedPair(first, second), { method: 'types', statistics: {} }, because);
    yield { kind: 'finding', finding };
  }
}

/** Runs a saturation until it is answered, closed or told to stop. */
function* saturate(saturation: TypeSaturation): Findings<Stop | undefined> {
  for (let steps = 1; saturation.step() && !saturation.isAnswered; steps++) {
    const stop = steps % 8 === 0 ? yield { kind: 'progress', done: steps } : undefined;
    if (stop) return stop;
  }
  return undefined;
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
  const path = findRejectingPath(scheme, domain).map(({ action }) => action);
  const shown = path.length > 12 ? ['…', ...path.slice(-12)] : path;
  const message = `the generated tree is not lock-well-formed${path.length > 0 ? ` at ${shown.join(' ')}` : ''}`;
  return { kind: 'wrong', diagnostic: { code: 'HD5002', severity: 'error', file: scheme.source.file, message } };
}

function* askAcceptance(scheme: Scheme): Findings<Finding> {
  const asked: Asked = {
    property: { kind: 'acceptance' },
    rule: 'HD5103',
    yes: 'the automaton rejects the generated tree',
    no: 'the automaton accepts the generated tree',
  };
  const { domain, codec } = typingQuestion(scheme, asked.property)!;
  const saturation = new TypeSaturation(scheme, domain);
  const stop = yield* saturate(saturation);
  const evidence = { method: 'types', statistics: { types: saturation.derived.length } };
  if (stop) return unknownFinding(asked, evidence, stop.message);
  if (!saturation.isAnswered) return holdsFinding(asked, evidence, typingCertificate(saturation, codec));
  const witness = {
    steps: domain instanceof AutomatonDomain ? findRejectingPath(scheme, domain) : [],
    details: typingBody(saturation.types, codec, saturation.derived),
  };
  const because = ['the steps go down a path of the tree; the types in the witness derive the rejection'];
  return violatedFinding(asked, evidence, witness, { places: [], because });
}

function typingCertificate(saturation: TypeSaturation, codec: ReturnType<typeof stateCodec>) {
  const rules = saturation.scheme.rules.flatMap((_, rule) => saturation.typesOf(rule).map((type) => ({ rule, type })));
  return { kind: 'typing', body: typingBody(saturation.types, codec, rules) };
}

function* askLabels(scheme: Scheme, actions: SchemeActions, translated: SchemeGraph, asked: Asked): Findings<Finding> {
  const question = questionOfProperty(asked.property)!;
  const answer = yield* answerQuestion(translated.graph, question);
  const evidence = { method: 'effects', statistics: answer.statistics };
  if (answer.kind === 'unknown') return unknownFinding(asked, evidence, answer.because);
  if (answer.kind === 'yes') return pairFinding(asked, answer, translated);
  if (translated.isComplete) return holdsFinding(asked, evidence, answer.certificate);
  return yield* askTypes(scheme, actions, asked);
}

/** The graph was cut: types over effects see the whole tree. */
function* askTypes(scheme: Scheme, actions: SchemeActions, asked: Asked): Findings<Finding> {
  const { domain, codec } = typingQuestion(scheme, asked.property)!;
  const saturation = new TypeSaturation(scheme, domain);
  const stop = yield* saturate(saturation);
  const evidence = { method: 'types', statistics: { types: saturation.derived.length } };
  if (stop) return unknownFinding(asked, evidence, stop.message);
  if (!saturation.isAnswered) return holdsFinding(asked, evidence, typingCertificate(saturation, codec));
  const larger = translateSchemeToThreadGraph(scheme, actions, witnessGraphNodes);
  const answer = yield* answerQuestion(larger.graph, questionOfProperty(asked.property)!);
  if (answer.kind === 'yes') return pairFinding(asked, answer, larger);
  return unknownFinding(asked, evidence, 'the types show the pair, but no run of a size that can be written down');
}

function pairFinding(asked: Asked, answer: Extract<Answer, { kind: 'yes' }>, translated: SchemeGraph): Finding {
  const { run, schedule, statistics } = answer;
  const steps = schedule.steps.map(({ thread, runNode, started }): WitnessStep => {
    const { node, choice } = run[runNode]!;
    const action = translated.actions[node]!;
    const target =
      action.kind === 'acquire' || action.kind === 'release'
        ? `lock_${action.lock}`
        : action.kind === 'label'
          ? action.label
          : undefined;
    return {
      thread: treeThreadName(thread),
      action: action.kind,
      ...(target === undefined ? {} : { target }),
      ...(action.kind === 'branch' ? { silent: true as const, choice: choice ?? 0 } : {}),
      ...(started === undefined ? {} : { change: `starts ${treeThreadName(started)}` }),
    };
  });
  const because = schedule.positions.flatMap((position, thread) => {
    const { node, stops } = run[position]!;
    const action = translated.actions[node]!;
    return stops && action.kind === 'label' ? [`${treeThreadName(thread)} is at ${action.label}`] : [];
  });
  return violatedFinding(asked, { method: 'effects', statistics }, { steps }, { places: [], because });
}
