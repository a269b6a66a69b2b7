import type { WebhookFailure } from '@ndx/contracts';
import { ForbiddenAddressError } from './permitted-connector.js';

/** By the codes of errors of Node and undici, or the name of one without a code. */
const FAILURES: readonly (readonly [RegExp, WebhookFailure])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, 'name_not_resolved'],
  [/^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/, 'timed_out'],
  [/^(HPE_|HTTPParserError$|UND_ERR_(HEADERS_OVERFLOW|RES))/, 'invalid_response'],
  [/^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/, 'tls_failed'],
];

/** Why a request had no answer, in a word that tells an institution nothing of the system's network. */
export function failureOf(error: unknown): WebhookFailure {
  if (error instanceof ForbiddenAddressError) return 'forbidden_address';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timed_out';
  const code = codeOf(error);
  return FAILURES.find(([codes]) => codes.test(code))?.[1] ?? 'connection_failed';
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'name');
  return String(code);
}
