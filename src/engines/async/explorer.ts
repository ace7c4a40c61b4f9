// Runs the entries of one provider, alone and together, and keeps what is found.

import type { MachineOptions, ParametersOfCalls } from '../../model/script/machine/machine.js';
import type { Run } from '../../model/script/machine/run.js';
import type { Gap } from '../../model/script/machine/trace.js';
import { afterwards } from '../../model/script/outcome/afterwards.js';
import { namingPlaces } from '../../model/script/scenario/arguments.js';
import type { EntryPoint, Provider } from '../../model/script/scenario/entries.js';
import { plainOptions } from '../../model/script/scenario/making.js';
import { scenarioOf } from '../../model/script/scenario/scenario.js';
import type { Script } from '../../model/script/script.js';
import { type Cut, failingRuns, furtherTimes, isOver, moreThan, reachingRuns, soloRuns } from './cut.js';
import { type Failed, judgeFailed } from './failures.js';
import { distinct, type Explored, type ExploreOptions, type Found, isBound, type Question } from './found.js';
import { OutcomeJudge } from './judge/candidates/outcome-judge.js';
import { doubtful } from './judge/doubts/doubtful.js';
import { type Opened, opened } from './judge/dropped.js';
import { judge } from './judge/judge.js';
import { oddEnds, serialOutcomes } from './judge/outcomes.js';
import { givenBack } from './judge/unreleased.js';
import { Reached } from './reach/reached.js';
import type { Way, Ways } from './reach/ways.js';
import { Remains } from './remains.js';
import { Search, search } from './search.js';
import { fillersOf, isNotFilled, noteTouched, type Touched } from './touched.js';

export const limitReached = 'the limit was reached';

export class Explorer {
  runs = 0;
  readonly reached: Reached;
  /** What each entry touches when it runs alone, after what else. */
  readonly touched = new Map<EntryPoint, Touched>();
  readonly #found = new Map<string, Found>();
  readonly #partly = new Map<EntryPoint, Set<string>>();
  readonly #gaps: Gap[] = [];
  readonly #serialOutcomes = new Set<string>();
  /** Calls in which something failed, with what the same call gives back otherwise. */
  readonly #failed: Failed[] = [];
  /** Places of what is given back in the end. */
  readonly #released = new Set<string>();
  /** Executions that leave behind what no serial order does. */
  readonly #remains = new Remains();
  /** What is opened and taken, by its place; and runs in which nobody takes it. */
  readonly #taken = new Set<string>();
  readonly #dropped: (Found & { readonly place: string })[] = [];
  readonly #odd = new Map<string, Found>();
  readonly #rejections: number;
  readonly #outcomes: OutcomeJudge;
  readonly #assumed = new Set<string>();
  #spent = 0;
  #allowed: number;
  /** Searches that were cut. */
  readonly #open: Cut[] = [];
  /** What is asked at the moment. */
  #asked: readonly EntryPoint[] = [];
  /** So many calls at once were tried in all orders. */
  #calls: number;

  constructor(
    readonly script: Script,
    readonly provider: Provider,
    readonly options: ExploreOptions,
  ) {
    this.reached = new Reached(script);
    this.#calls = options.instances;
    this.#allowed = options.mostSteps;
    this.#outcomes = new OutcomeJudge(script, (reason) => this.leave(this.#asked, reason), options.mostSteps / 3);
    this.#rejections = script.modules.some(({ source }) => /\bcatch\b|\bfinally\b/.test(source.text)) ? 2 : 0;
  }

  /** Two of these calls are known to interfere: a third one adds nothing. */
  hasBroken(set: readonly EntryPoint[]): boolean {
    return [...this.#found.values()].some(({ question }) => question.overlapping.every((entry) => set.includes(entry)));
  }

  /** What was executed for this provider is more than its share. */
  get isExhausted(): boolean {
    return this.#spent > this.#allowed;
  }

  /** What is done here costs the others nothing. */
  beside<T>(body: () => T): T {
    const [spent, allowed] = [this.#spent, this.#allowed];
    this.#allowed = spent + this.options.mostSteps / 4;
    const result = body();
    this.#allowed = allowed + this.#spent - spent;
    return result;
  }

  get #bound(): string {
    return `the bound of ${this.options.mostSteps} steps`;
  }

  #spend(run: Run): boolean {
    for (const assumption of run.machine.assumed) this.#assumed.add(assumption);
    this.#spent += run.machine.steps + 10 * run.events.length + 200;
    return this.isExhausted;
  }

  note(gaps: readonly Gap[]): void {
    for (const gap of gaps) {
      const isKnown = this.#gaps.some(
        (known) => known.reason === gap.reason && known.spot?.span.start === gap.spot?.span.start,
      );
      if (!isKnown) this.#gaps.push(gap);
    }
  }

  leave(entries: readonly EntryPoint[], reason: string): void {
    // What two calls do is known all the same.
    if (entries.length > 2 && (isBound(reason) || reason === limitReached)) {
      this.#calls = 2;
      return;
    }
    for (const entry of entries) {
      const reasons = this.#partly.get(entry) ?? new Set<string>();
      reasons.add(reason);
      this.#partly.set(entry, reasons);
    }
  }

  /** What an entry touches when it runs alone. */
  alone(entry: EntryPoint, before: readonly EntryPoint[], populated: ((name: string) => boolean) | undefined): void {
    if (this.isExhausted) return this.leave([entry], this.#bound);
    const options = this.#options(populated ? { populated } : {});
    const reached = new Set<object>();
    const { abandoned, runs } = search(
      this.script,
      scenarioOf(this.provider, before, [entry]),
      options,
      soloRuns,
      reached,
      (run) => {
        this.note(run.gaps);
        noteTouched(run, this.touched.get(entry)!);
        for (const outcome of serialOutcomes(run)) this.#serialOutcomes.add(outcome);
        return this.#spend(run);
      },
    );
    this.runs += runs;
    this.reached.come(entry, reached);
    for (const reason of abandoned) this.leave([entry], reason);
  }

  /** What an entry comes to when it runs after others. */
  reach(entry: EntryPoint, before: readonly EntryPoint[]): ReadonlySet<object> {
    const reached = this.#reachIn(entry, [...entry.after, ...before], { provider: this.provider, parameters: 'same' });
    this.reached.come(entry, reached);
    return reached;
  }

  /** The same in some way; how much no run had come to before. */
  gain(entry: EntryPoint, before: readonly EntryPoint[], way: Way, most = reachingRuns): number {
    return this.reached.come(entry, this.#reachIn(entry, before, way, most));
  }

  #reachIn(entry: EntryPoint, before: readonly EntryPoint[], way: Way, most = reachingRuns): ReadonlySet<object> {
    const reached = new Set<object>();
    if (this.isExhausted) return reached;
    const scenario = scenarioOf(way.provider, before, [entry]);
    const options = this.#options({ parameters: way.parameters });
    const { runs } = search(this.script, scenario, options, most, reached, (run) => {
      noteTouched(run, this.touched.get(entry)!);
      return this.#spend(run);
    });
    this.runs += runs;
    return reached;
  }

  /** Does the entry give back what it takes also when something fails? Told when it is known what decides something. */
  failing(entry: EntryPoint): void {
    if (this.isExhausted) return this.leave([entry], this.#bound);
    const question = this.#question([entry], entry.after, 'same', new Set(), 1);
    const released = new Set<string>();
    const failed: { readonly run: Run; readonly choices: readonly number[] }[] = [];
    const scenario = scenarioOf(this.provider, entry.after, [entry]);
    const { runs } = search(
      this.script,
      scenario,
      this.#options({ rejections: 1 }),
      failingRuns,
      this.reached.nodes,
      (run) => {
        const choices = run.choices.map(({ taken }) => taken);
        if (run.merged) return this.#spend(run);
        for (const place of givenBack(run)) released.add(place);
        failed.push({ run, choices });
        return this.#spend(run);
      },
    );
    this.runs += runs;
    for (const place of released) this.#released.add(place);
    for (const each of failed) this.#failed.push({ ...each, question, released });
  }

  judgeFailures(guards: ReadonlySet<string>): void {
    judgeFailed(this.#failed.splice(0), guards, {
      script: this.script,
      touched: this.touched,
      options: this.#options({ rejections: 1 }),
      scenario: (before, calls) => scenarioOf(this.provider, before, calls),
      add: (found) => this.#add(found),
      leave: (entry, reason) => this.leave([entry], reason),
    });
  }

  #question(
    overlapping: readonly EntryPoint[],
    before: readonly EntryPoint[],
    parameters: ParametersOfCalls,
    populated: ReadonlySet<string>,
    rejections: number,
    provider = this.provider,
  ): Question {
    const { options } = this;
    return {
      provider,
      before,
      overlapping,
      parameters,
      rejections,
      external: options.external,
      treated: options.treated,
      populated,
    };
  }

  #options(change: Partial<MachineOptions>): MachineOptions {
    const { external, treated } = this.options;
    return { ...plainOptions, external, treated, rejections: this.#rejections, ...change };
  }

  together(
    overlapping: readonly EntryPoint[],
    setups: ReadonlyMap<EntryPoint, readonly EntryPoint[]>,
    ways: Ways,
  ): void {
    if (this.isExhausted) return this.leave(overlapping, this.#bound);
    const { touched } = this;
    const after = [...new Set(overlapping.flatMap((entry) => entry.after))];
    const share = overlapping.length === 1 ? 0.5 : 1;
    this.#ask(overlapping, after, 'same', undefined, share);
    if (overlapping.length > 1) this.#ask(overlapping, after, 'different', undefined, 0.5);
    const [first, second] = overlapping;
    if (first === second && overlapping.length === 2)
      for (const place of namingPlaces(this, first!.node))
        this.#ask(overlapping, after, `only ${place}`, undefined, 0.3);
    const prepared = new Map(
      overlapping.map((entry) => [(setups.get(entry) ?? []).map(({ name }) => name).join(), setups.get(entry) ?? []]),
    );
    for (const before of prepared.values())
      if (before.length > 0) this.#ask(overlapping, [...after, ...before], 'same', undefined, share);
    const further = new Set(overlapping.flatMap((entry) => ways.get(entry) ?? []));
    for (const { provider, parameters } of further) this.#ask(overlapping, after, parameters, undefined, 0.5, provider);
    const fillers = fillersOf(touched);
    this.#ask(overlapping, [...new Set([...after, ...fillers])], 'same', isNotFilled(touched), 0.6);
    // What overlaps may undo for itself what it needs: a room is settled once.
    const others = fillers.filter((entry) => !overlapping.includes(entry));
    if (others.length > 0 && others.length < fillers.length)
      this.#ask(overlapping, [...new Set([...after, ...others])], 'same', isNotFilled(touched), 0.4);
  }

  #ask(
    overlapping: readonly EntryPoint[],
    prepared: readonly EntryPoint[],
    parameters: ParametersOfCalls,
    populated: ((name: string) => boolean) | undefined,
    share: number,
    provider = this.provider,
  ): void {
    if (this.isExhausted) return this.leave(overlapping, this.#bound);
    const filled = new Set<string>();
    // R12: what is started once has not run before.
    const before = prepared.filter((entry) => !entry.once || !overlapping.includes(entry));
    const question = this.#question(overlapping, before, parameters, filled, this.#rejections, provider);
    const fills = (name: string) => {
      const fills = populated?.(name) ?? false;
      if (fills) filled.add(name);
      return fills;
    };
    const options = this.#options({ parameters, populated: fills });
    const most = Math.ceil(this.options.mostRuns * share);
    const scenario = scenarioOf(provider, before, overlapping);
    this.#asked = overlapping;
    const whole = new Search(this.script, scenario, options, this.reached.nodes, (run) => {
      const choices = run.choices.map(({ taken }) => taken);
      this.note(run.gaps);
      if (run.merged) return this.#spend(run);
      for (const violation of judge(run)) this.#add({ violation, run, question, choices });
      for (const violation of this.#outcomes.judge(run, scenario, options))
        this.#add({ violation, run, question, choices });
      const remains = this.#outcomes.left(run, scenario, options);
      if (remains) this.#remains.note(remains, { run, question, choices });
      this.#noteEnds(run, question, choices);
      const doubt = doubtful(run, this.#released);
      if (doubt) this.leave(overlapping, doubt);
      for (const each of opened(run)) this.#noteOpened(each, { run, question, choices });
      return this.#spend(run);
    });
    whole.advance(most);
    this.runs += whole.runs;
    for (const reason of whole.abandoned) this.leave(overlapping, reason);
    if (whole.complete || whole.abandoned.size > 0) return;
    if (overlapping.length > 2) this.leave(overlapping, moreThan(most));
    else this.#open.push({ search: whole, overlapping, most, tried: most });
  }

  /** What was cut goes on where it was, unless it is known already that something breaks: as many steps again. */
  *complete(stopped: boolean): Generator<number, void, boolean | undefined> {
    this.#allowed = stopped ? 0 : this.#allowed + this.options.mostSteps;
    for (const times of furtherTimes)
      for (const one of this.#open) {
        if (isOver(one.search) || this.isExhausted || this.#found.size > 0) continue;
        const before = one.search.runs;
        this.#asked = one.overlapping;
        one.tried = one.most * times;
        one.search.advance(one.tried);
        this.runs += one.search.runs - before;
        if (yield this.runs) this.#allowed = 0;
      }
    for (const {
      search: { abandoned, complete },
      overlapping,
      tried,
    } of this.#open) {
      for (const reason of abandoned) this.leave(overlapping, reason);
      if (!complete && abandoned.size === 0) this.leave(overlapping, moreThan(tried));
    }
  }

  #noteOpened({ place, violation }: Opened, about: Omit<Found, 'violation'>): void {
    if (!violation) this.#taken.add(place);
    else if (!this.#dropped.some((known) => known.place === place)) this.#dropped.push({ ...about, violation, place });
  }

  #noteEnds(run: Run, question: Question, choices: readonly number[]): void {
    for (const outcome of serialOutcomes(run)) this.#serialOutcomes.add(outcome);
    for (const { violation, outcome } of oddEnds(run))
      if (!this.#serialOutcomes.has(outcome) && !this.#odd.has(outcome))
        this.#odd.set(outcome, { violation, run, question, choices });
  }

  /** Ends that no serial run has; those of calls that are known to interfere say nothing new. */
  #oddOnes(): Found[] {
    return [...this.#odd]
      .filter(([outcome, { question }]) => !this.#serialOutcomes.has(outcome) && !this.hasBroken(question.overlapping))
      .map(([, found]) => found);
  }

  #add(found: Found): void {
    const { code, location, spot } = found.violation;
    const key = `${code} ${location} ${spot.module}`;
    if (!this.#found.has(key)) this.#found.set(key, found);
  }

  /** Code that no run has come to was not explored, whatever was tried. */
  #leaveUnreached(entries: readonly EntryPoint[]): void {
    for (const [entry, line] of this.reached.missingLines(entries)) this.leave([entry], `no run came to line ${line}`);
  }

  #settleRemains(entries: readonly EntryPoint[]): void {
    const budget = this.#spent + this.options.mostSteps / 3;
    const { found, open } = this.#remains.settle({
      entries,
      isKnown: (calls) => this.hasBroken(calls),
      after: ({ run, question }, remains, later) => {
        if (this.#spent > budget) return undefined;
        const { provider, before, overlapping, parameters, rejections, populated } = question;
        const longer = scenarioOf(provider, before, [...overlapping, later]);
        const options = this.#options({ parameters, rejections, populated: (name) => populated.has(name) });
        return afterwards(this.script, longer, options, run, remains, (done) => this.#spend(done));
      },
    });
    for (const each of found) this.#add(each);
    for (const each of open) this.leave(each.entries, each.reason);
  }

  result(entries: readonly EntryPoint[], candidates: readonly EntryPoint[][]): Explored {
    const { provider, runs } = this;
    for (const odd of this.#oddOnes()) this.#add(odd);
    this.#settleRemains(entries);
    for (const { place, ...dropped } of this.#dropped) if (this.#taken.has(place)) this.#add(dropped);
    this.#leaveUnreached(entries);
    return {
      provider,
      entries,
      found: distinct([...this.#found.values()]),
      runs,
      partly: this.#partly,
      gaps: this.#gaps,
      calls: this.#calls,
      assumed: [...this.#assumed],
      candidates,
    };
  }
}
