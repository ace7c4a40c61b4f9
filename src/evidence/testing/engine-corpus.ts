// Small models of every kind, and which claims about them are false. Truth is brute force: all states or interleavings,
// happens-before by its definition, plain backward search. A claim is told by its key (`claimKey`).

import { Rng } from '../../base/rng.js';
import { SourceText } from '../../base/source-text.js';
import { coverableByBackwardSearch } from '../../engines/cover/testing/oracles.js';
import { randomDiagram } from '../../engines/cover/testing/random-diagrams.js';
import { randomSource, showsWith } from '../../engines/cover/testing/random-sources.js';
import { raceMonitor } from '../../engines/explore/race-monitor.js';
import { plainSearch } from '../../engines/explore/testing/plain-search.js';
import { randomLoops } from '../../engines/explore/testing/random-loops.js';
import { randomProgram, richPrograms, smallPrograms } from '../../engines/explore/testing/random-programs.js';
import { finish } from '../../engines/explore/testing/search-with.js';
import { randomScheme } from '../../engines/pairwise/testing/random-scheme.js';
import { unfold } from '../../engines/pairwise/testing/unfold.js';
import { programOf } from '../../frontends/eml/testing/program-of.js';
import { initialState } from '../../model/program/state.js';
import { readScheme } from '../../model/schemes/reader.js';
import type { Scheme } from '../../model/schemes/scheme.js';
import { type ThreadDiagram, targetName } from '../../model/threads/diagram.js';
import { HappensBeforeOracle } from '../../model/traces/testing/happens-before-oracle.js';
import { printStd } from '../../model/traces/testing/std-printer.js';
import { randomShape, randomTrace } from '../../model/traces/testing/trace-generator.js';
import { labelsOfTree } from '../../model/trees/action-tree.js';
import { printTree } from '../../model/trees/print.js';
import { reachesPair } from '../../model/trees/testing/interleaving-oracle.js';
import { randomProfile, randomTree } from '../../model/trees/testing/random-tree.js';
import { type Property, statedProperty } from '../../verdict/property.js';

/** What a text is read as. */
export type Area = 'diagrams' | 'replicated' | 'interleavings' | 'traces' | 'trees' | 'schemes';

export interface JudgedModel {
  readonly area: Area;
  readonly text: string;
  readonly falseClaims: readonly string[];
}

/** What a claim is about, as far as the corpus tells claims apart. */
export function claimKey(property: Property): string {
  const { kind, target, labels, variable } = statedProperty(property);
  const pair = Array.isArray(labels) ? labels.map(String).sort() : undefined;
  return JSON.stringify([kind, target ?? pair ?? variable ?? null]);
}

const modelsOf: Readonly<Record<Area, () => readonly JudgedModel[]>> = {
  diagrams: () => seeds(200, (_, seed) => diagram(seed)),
  replicated: () => seeds(60, replicated),
  interleavings: () => [
    ...[...deadlocks, ...subtle].map(interleaved),
    ...[63, 80, 152, 705].map((seed) => interleaved(randomProgram(new Rng(seed), smallPrograms))),
    ...[379, 537].map((seed) => interleaved(randomLoops(new Rng(seed)))),
    ...seeds(40, (rng, seed) => interleaved(randomProgram(rng, seed % 3 === 0 ? richPrograms : smallPrograms))),
  ],
  traces: () => [
    ...traces.map((text): JudgedModel => ({ area: 'traces', text, falseClaims: [claimKey({ kind: 'race' })] })),
    ...seeds(80, trace),
  ],
  trees: () => seeds(80, tree),
  schemes: () => [
    ...schemes.map(scheme),
    ...[unclosedFile, lateArgument].map(
      (text): JudgedModel => ({ area: 'schemes', text, falseClaims: [claimKey({ kind: 'acceptance' })] }),
    ),
    ...seeds(40, (rng) => scheme(randomScheme(rng))),
  ],
};

/** Only models about which something false can be said. */
export function judgeModels(areas: readonly Area[]): JudgedModel[] {
  const judged = [...new Set(areas)].flatMap((area) => modelsOf[area]());
  return judged.filter(({ falseClaims }) => falseClaims.length > 0);
}

function seeds<T>(count: number, make: (rng: Rng, seed: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(new Rng(i + 1), i + 1));
}

/** By its seed: not all of a diagram has a text. */
export function diagramOf(seed: number): ThreadDiagram {
  const options = { broadcast: seed % 2 === 0, spawn: true, initial: seed % 3 > 0, wideTarget: seed % 4 > 1 };
  return randomDiagram(new Rng(seed), options);
}

function diagram(seed: number): JudgedModel {
  const model = diagramOf(seed);
  const covered = model.targets.filter(({ configuration }) => coverableByBackwardSearch(model, configuration));
  const falseClaims = covered.map((target) => claimKey({ kind: 'coverable', target: targetName(target) }));
  return { area: 'diagrams', text: `${seed}`, falseClaims };
}

function replicated(rng: Rng): JudgedModel {
  const text = randomSource(rng);
  const program = programOf(text);
  const asked = ['assert', 'A'].filter((target) => text.includes(target === 'assert' ? 'assert' : 'label A'));
  const shown = asked.filter((target) => [1, 2].some((instances) => showsWith(program, instances, target)));
  return { area: 'replicated', text, falseClaims: shown.map((target) => claimKey({ kind: 'coverable', target })) };
}

const deadlocks = [
  'lock a, b; process P { main { synchronized(a) { synchronized(b) { skip; } } } } process Q { main { synchronized(b) { synchronized(a) { skip; } } } }',
  'lock a; var x : int; process P { main { synchronized(a) { wait(a); } } } process Q { main { x = 1; synchronized(a) { notify(a); } } }',
];

/** What only the heap tells apart, a thread that goes on for ever, what a spawn, a join, the end of a wait come after. */
const subtle = [
  ...[1, 2].map(
    (value) =>
      `class Box { v : int 0..2; } process P { main { let b = new Box; if (*) b.v = 1; else b.v = 2; assert b.v == ${value}; } }`,
  ),
  'var x : int 0..3; process P { main { while (true) { skip; } } } process Q { main { assert x == 1; } }',
  'var x : int 0..3; child { x = 1; } process P { main { spawn child(); join; assert x == 0; } }',
  'var x : int 0..3; child { assert x == 0; } process P { main { x = 1; spawn child(); } }',
  `lock l; var x : int 0..3; check { synchronized(l) { assert x == 1; } } wake { synchronized(l) { notify(l); } spawn check(); }
   process P { main { synchronized(l) { spawn wake(); wait(l); x = 1; } } }`,
  `var gate: thread int, r: int; a { let g = gate; settle(g, 1); } b { let g = gate; reject(g, 2); r = join g; }
   process M { main { gate = new deferred int; spawn a(); spawn b(); join; let q = r; assert q != 1; } }`,
];

function interleaved(text: string): JudgedModel {
  const program = programOf(text);
  const limits = { maxStates: 1500, maxDepth: Number.POSITIVE_INFINITY };
  const { violations, cut } = finish(plainSearch(program, initialState(program), [raceMonitor], limits));
  const kinds = new Set(cut === undefined ? violations.map(({ property }) => property.kind) : []);
  return { area: 'interleavings', text, falseClaims: [...kinds].map((kind) => JSON.stringify([kind, null])) };
}

/** Racy: neither two volatile reads nor two volatile writes are ordered, and what follows a fork is not. */
const traces = [
  'T1|w(x)|1\nT1|vr(v)|2\nT2|vr(v)|3\nT2|w(x)|4\n',
  'T1|w(x)|1\nT1|vw(v)|2\nT2|vw(v)|3\nT2|w(x)|4\n',
  'T1|fork(T2)|1\nT1|w(x)|2\nT2|w(x)|3\n',
];

function trace(rng: Rng, seed: number): JudgedModel {
  const events = randomTrace(rng, randomShape(rng, seed % 2 === 0));
  const isRacy = new HappensBeforeOracle(events).firstRaces('read-write').length > 0;
  return { area: 'traces', text: printStd(events), falseClaims: isRacy ? [claimKey({ kind: 'race' })] : [] };
}

function tree(rng: Rng, seed: number): JudgedModel {
  const model = randomTree(rng, randomProfile(rng, seed % 3 > 0));
  const shown = pairsOf([...labelsOfTree(model)]).filter(([first, second]) => reachesPair(model, first, second));
  return { area: 'trees', text: printTree(model), falseClaims: shown.map(pairKey) };
}

/** Their terms grow for ever, so that only types decide. */
const schemes = [
  `%BEGING S -> Build Nil. Build l -> br (l Spawn (Crit (jo term))) (Build (Cons (Sync Crit) l)).
   Nil c n -> n. Cons x l c n -> c x (l c n). Spawn x n -> sp n (x term).
   Sync c k -> acq_1 (c (rel_1 k)). Crit k -> l_1 k. %ENDG`,
  `%BEGING S -> Grow Skip. Grow c -> br (Par c) (Grow (Then c)). Par c -> sp (c term) (l_1 term).
   Then c k -> c (l_1 k). Skip k -> k. %ENDG`,
];

/** A file that is opened and read, but not closed before the end. */
const unclosedFile = `%BEGING
  S -> Open C. C x -> Loop x end. Loop x k -> br (x read k) (x read (Loop x k)).
  Open k -> br (open (k I)) (k K). I x y -> x y. K x y -> y.
  %ENDG
  %BEGINA q0 br -> q0 q0. q0 open -> q1. q1 br -> q1 q1. q1 read -> q1. q1 close -> q2. q2 end -> . q0 end -> . %ENDA`;

/** Two a in a row are refused; the types of an argument are found after the first ones of what it is given to. */
const lateArgument = `%BEGING
  S -> Q0 P0 c. P0 x -> Q1 d (Q0 P1 c). P1 x -> a (Q1 P1 c).
  Q0 f x -> f (R P1 f c). Q1 f x -> Q0 (Q0 a) c. R f g x -> Q0 f c.
  %ENDG
  %BEGINA q0 a -> q1. q0 c -> . q0 d -> q0. q1 c -> . q1 d -> q1. %ENDA`;

export function schemeOf(text: string): Scheme {
  const { model, diagnostics } = readScheme(new SourceText('test.hrs', text));
  if (!model) throw new Error(`${diagnostics[0]?.message} in ${text}`);
  return model;
}

function scheme(text: string): JudgedModel {
  const part = unfold(schemeOf(text), 9, 40);
  const shown = pairsOf(['l_1', 'l_2']).filter(([first, second]) => reachesPair(part, first, second));
  return { area: 'schemes', text, falseClaims: shown.map(pairKey) };
}

function pairsOf(labels: readonly string[]): [string, string][] {
  return labels.flatMap((a, i) => labels.slice(i).map((b): [string, string] => [a, b]));
}

function pairKey(labels: readonly [string, string]): string {
  return claimKey({ kind: 'pairwise', labels });
}
