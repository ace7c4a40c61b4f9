// URLs of a cluster carry passwords: nothing prints them as they are.

/** Without user and password, wherever a URL stands in the text. Rather too much is left out than too little. */
export function withoutSecrets(text: string): string {
  return text.replace(/([a-z][\w+.-]*:\/\/)\S*@/gi, '$1***@').replace(/([?&](?:password|username)=)[^&\s]*/gi, '$1***');
}
