// What can be varied about a decision: the default is the method `antichain`; tests switch rules off to show that each is needed.

import { exactRules, type HistoryRules } from '../../../logic/lock-history/lock-history.js';
import { exactProductRules, type ProductRules } from '../product/product.js';

export interface DecisionRules extends ProductRules {
  readonly histories: HistoryRules;
  /** Keep only least tuples (otherwise every tuple, as Alg. 1 does). */
  readonly antichains: boolean;
  /** Reduce questions to their cone of influence. */
  readonly cone: boolean;
  /** Keep no facts of where a process can only move on (otherwise of every node). */
  readonly passing: boolean;
}

export const antichainRules: DecisionRules = {
  ...exactProductRules,
  forgetting: true,
  histories: exactRules,
  antichains: true,
  cone: true,
  passing: true,
};

/** Alg. 1: every tuple, every guess, the whole process. */
export const explicitRules: DecisionRules = {
  ...antichainRules,
  antichains: false,
  cone: false,
  passing: false,
  lateGuess: false,
  liveAccesses: false,
  forgetting: false,
};
