// What a rule code stands for. Every message and finding has one; `heddle explain HDnnnn` prints its page
// (docs/rules/HDnnnn.md), SARIF lists them, the docs index is generated from the table.

export interface Rule {
  /** A few words, lower case, as in a heading. */
  readonly title: string;
  /** One sentence: what it means for the user. */
  readonly summary: string;
  readonly level: 'error' | 'warning' | 'note';
}
