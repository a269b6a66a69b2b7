const HIDDEN = '[hidden]';

/**
 * Patterns of secrets in free text: a bearer token or a part of it, an email, an SSN or EIN with
 * dashes or as a number. Ids (uuid) do not match, nor do limits such as 999999999.
 */
const SECRETS: readonly RegExp[] = [
  /\bBearer +[\w.~+/=-]+/gi,
  /\beyJ[\w-]{8,}(\.[\w-]+){0,2}/g,
  /(?<![\w.-])\d{3}-\d{2}-\d{4}(?![\w-])/g,
  /(?<![\w.-])\d{2}-\d{7}(?![\w-])/g,
  /(?<![\w.-])(?!(\d)\1+(?!\d))\d{7,9}(?![\w-])/g,
];

/**
 * Masks values that look like secrets in an error text, for logs, error responses and dead letters.
 * A safeguard, not a permission to write secrets into messages.
 */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((safe, secret) => safe.replace(secret, HIDDEN), withoutEmails(text));
}

const DOMAIN = /^[\w-]+(?:\.[\w-]+)+/;
const LOCAL_PART = /(?<![\w.+-])[\w.+-]+$/;

/** Reads outwards from each `@`: a search for the local part would read long words repeatedly. */
function withoutEmails(text: string): string {
  const [first = '', ...others] = text.split('@');
  let safe = '';
  let local = first;
  for (const after of others) {
    const domain = DOMAIN.exec(after)?.[0];
    const hidden = domain === undefined ? local : local.replace(LOCAL_PART, HIDDEN);
    const isEmail = domain !== undefined && hidden !== local;
    safe += isEmail ? hidden : `${local}@`;
    local = isEmail ? after.slice(domain.length) : after;
  }
  return safe + local;
}
