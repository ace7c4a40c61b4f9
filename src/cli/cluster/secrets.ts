// URLs of a cluster carry passwords: nothing prints them as they are.

/** Without user and password, wherever a URL stands in the text. */
export function withoutSecrets(text: string): string {
  return text.replace(/(rediss?:\/\/)[^/\s]*@/g, '$1***@');
}
