// A net in PNML. A place with any number of tokens at the start gets a transition without input; a guard above the
// consumption becomes a pair of arcs. Transfers have no PNML form: the failure names the transition.

import { failure, type Result, success } from '../../base/result.js';
import { coverPreimage, negated, pairsOf, plus } from './marking.js';
import type { NetTransition, PetriNet } from './net.js';
import { escapeXml } from './xml.js';

export function printPnml(net: PetriNet): Result<string, string> {
  const transfer = net.transitions.find((transition) => transition.transfers.length > 0);
  if (transfer) return failure(`transition ${transfer.name} moves all tokens of a place`);
  const initial = new Map(pairsOf(net.initial.marking));
  const ids = net.placeNames.map(escapeXml);
  const places = ids.map((id, i) => {
    const tokens = initial.get(i);
    const marking = tokens ? `<initialMarking><text>${tokens}</text></initialMarking>` : '';
    return `      <place id="${id}"><name><text>${id}</text></name>${marking}</place>`;
  });
  const arrivals: NetTransition[] = net.initial.unbounded.map((place) => ({
    name: `arrive ${net.placeNames[place]}`,
    guard: [],
    take: [],
    give: [place, 1],
    transfers: [],
  }));
  const transitions = [...net.transitions, ...arrivals].flatMap((transition, i) => printTransition(transition, i, ids));
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">';
  const type = 'http://www.pnml.org/version-2009/grammar/ptnet';
  const body = [...places, ...transitions].join('\n');
  return success(
    `${head}\n  <net id="net" type="${type}">\n    <page id="page">\n${body}\n    </page>\n  </net>\n</pnml>\n`,
  );
}

function printTransition({ name, guard, take, give }: NetTransition, index: number, ids: readonly string[]): string[] {
  const id = `transition-${index + 1}`;
  const consumed = coverPreimage(guard, take, []);
  const produced = plus(plus(consumed, negated(take)), give);
  const arc = (source: string, target: string, weight: number, n: number) =>
    `      <arc id="arc-${index + 1}-${n}" source="${source}" target="${target}"><inscription><text>${weight}</text></inscription></arc>`;
  const ins = pairsOf(consumed).map(([place, weight], n) => arc(ids[place]!, id, weight, n + 1));
  const outs = pairsOf(produced).map(([place, weight], n) => arc(id, ids[place]!, weight, ins.length + n + 1));
  return [`      <transition id="${id}"><name><text>${escapeXml(name)}</text></name></transition>`, ...ins, ...outs];
}
