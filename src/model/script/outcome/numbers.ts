// Numbers tell things and answers apart within one execution; another one counts differently.

export function withoutNumbers(term: string): string {
  return term.replace(/[#@]\d+/g, '');
}
