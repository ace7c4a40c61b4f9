// The value of a run (004, section 3.1): build keeps the weight of the current procedure and a stack of suspended
// callers, flatten extends what is still suspended at the end. As printed the pop case merges before the callee's
// body; merging must take the whole callee, g(z_c, f(r_c) ⊗ z ⊗ f(r)), or the paper's own example does not come out.

import { absent } from './pushdown-system.js';
import { mergingOf, type WeightedSystem } from './weighted-system.js';

interface SuspendedCall<W> {
  readonly weight: W;
  readonly rule: number;
}

export function valuation<W>(weighted: WeightedSystem<W>, run: readonly number[]): W {
  const { semiring, weights, system } = weighted;
  const { extend } = semiring;
  const suspended: SuspendedCall<W>[] = [];
  let weight = semiring.one;
  for (const rule of run) {
    if (system.rules.below.get(rule) !== absent) {
      suspended.push({ weight, rule });
      weight = semiring.one;
      continue;
    }
    weight = extend(weight, weights[rule]!);
    const call = system.rules.top.get(rule) === absent ? suspended.pop() : undefined;
    if (call) weight = mergingOf(weighted, call.rule)(call.weight, extend(weights[call.rule]!, weight));
  }
  for (let call = suspended.pop(); call; call = suspended.pop())
    weight = extend(extend(call.weight, weights[call.rule]!), weight);
  return weight;
}
