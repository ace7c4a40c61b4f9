// The detectors by the name that `--algorithm` takes.

import type { Detector } from './detector.js';
import { EraserDetector, LsaDetector } from './discipline-detector.js';
import { EpochDetector } from './epoch-detector.js';
import { GoldilocksDetector } from './goldilocks-detector.js';
import type { algorithmNames } from './info.js';
import { VectorClockDetector } from './vector-clock-detector.js';

export type AlgorithmName = (typeof algorithmNames)[number];

const makers: Readonly<Record<AlgorithmName, () => Detector>> = {
  goldilocks: () => new GoldilocksDetector('read-write'),
  'goldilocks-basic': () => new GoldilocksDetector('any'),
  'vector-clock': () => new VectorClockDetector(),
  epoch: () => new EpochDetector(),
  eraser: () => new EraserDetector(),
  lsa: () => new LsaDetector(),
};

export function isAlgorithm(text: string): text is AlgorithmName {
  return Object.hasOwn(makers, text);
}

export function makeDetector(algorithm: AlgorithmName): Detector {
  return makers[algorithm]();
}

/** Does it check a discipline instead of the order of the run? Then its reports may be false alarms. */
export function overReports(algorithm: AlgorithmName): boolean {
  return algorithm === 'eraser' || algorithm === 'lsa';
}
