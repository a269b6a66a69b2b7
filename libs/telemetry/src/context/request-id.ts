import { newId, withoutSecrets } from '@ndx/contracts';

export const REQUEST_ID_HEADER = 'x-request-id';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** Patterns of secrets that ids do not have, also within a longer word. */
const SECRET_FORMS: readonly RegExp[] = [
  // A token, or a part of one.
  /eyJ[\w-]{8,}/,
  // An SSN, an EIN.
  /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/,
  /(?<!\d)\d{2}-\d{7}(?!\d)/,
];

/** Digits of a UUID can look like an SSN or EIN by chance. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * The caller's request id when it is valid, else a new one (design 3). It is logged and published
 * with events, so an id that looks like a secret is invalid (decision 37).
 */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && SANE.test(header) && !looksSecret(header) ? header : newId();
}

function looksSecret(id: string): boolean {
  const rest = id.replace(UUID, '');
  return (
    withoutSecrets(rest) !== rest ||
    SECRET_FORMS.some((form) => form.test(rest)) ||
    rest.split(/[^\w-]/).some(isBase64)
  );
}

/** 24 bytes or more in base64: unlike hexadecimal digits, of both cases. */
function isBase64(word: string): boolean {
  return word.length >= 32 && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}
