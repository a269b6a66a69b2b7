const HIDDEN = '[hidden]';

/**
 * Patterns of secrets in free text: a bearer token or a part of it, an email, an SSN or EIN with
 * dashes or as a number. Ids (uuid) do not match, nor do limits such as 999999999.
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
 * Masks values that look like secrets in an error text, for logs, error responses and dead letters.
 * A safeguard, not a permission to write secrets into messages.
 */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((safe, secret) => safe.replace(secret, HIDDEN), text);
}
