const HIDDEN = '[hidden]';

/**
 * Where a secret shows in free text: a bearer token or a part of it, an email, an SSN or EIN with
 * its dashes or as a number. An id (uuid) is none of these, nor is a limit such as 999999999.
 */
const SECRETS: readonly RegExp[] = [
  /\bBearer +[\w.~+/=-]+/gi,
  /\beyJ[\w-]{8,}(\.[\w-]+){0,2}/g,
  /[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
  /(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-])/g,
  /(?<![\w.-])\d{2}-\d{7}(?![\w-])/g,
  /(?<![\w.-])(?!(\d)\1+(?!\d))\d{7,9}(?![\w-])/g,
];

/**
 * A text that is made of whatever went wrong, fit for a log, an error answer or a dead letter: what
 * looks like a secret is hidden. The last line of defence, not a way to write secrets into messages.
 */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((safe, secret) => safe.replace(secret, HIDDEN), text);
}
