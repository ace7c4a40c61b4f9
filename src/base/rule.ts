// What a rule code stands for. Every message and finding has one; `heddle explain HDnnnn` prints its page
// (docs/rules/HDnnnn.md), SARIF lists them, the docs index is generated. Each area owns its table and a range of codes.

/** `HD` and four digits. */
export type RuleCode = `HD${number}`;

export interface Rule {
  /** A few words, lower case, as in a heading. */
  readonly title: string;
  /** One sentence: what it means for the user. */
  readonly summary: string;
  readonly level: 'error' | 'warning' | 'note';
}

export type RuleTable = Readonly<Record<RuleCode, Rule>>;

export function isRuleCode(text: string): text is RuleCode {
  return /^HD\d{4}$/.test(text);
}
