import { PRINCIPAL_HEADER, STUCK_HEADER } from '@ndx/service';
import { REQUEST_ID_HEADER } from '@ndx/telemetry';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and headers that the new connection sets. */
const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** Headers that only the gateway may set. The token is for the gateway only. */
const REPLACED = ['authorization', 'dpop', PRINCIPAL_HEADER, REQUEST_ID_HEADER, 'traceparent'];

const NOT_SENT = new Set([...OF_THE_CONNECTION, ...REPLACED]);
const NOT_RETURNED = new Set([...OF_THE_CONNECTION, REQUEST_ID_HEADER, STUCK_HEADER]);
const INTERNAL = 'x-internal-';
/** Many servers read an underscore as a hyphen. */
const UNDERSCORE = /_/g;

/** The caller's headers to pass on: names and values in turn. */
export function requestHeaders(
  rawHeaders: readonly string[],
  own: Readonly<Record<string, string>>,
): string[] {
  const passed = Object.entries(own).flat();
  const named = namedByConnection(rawHeaders);
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at]?.toLowerCase(), rawHeaders[at + 1]];
    if (!isOurs(name) && !named.has(name)) passed.push(name, value);
  }
  return passed;
}

/** Whether a header is reserved for the gateway, in any spelling. */
function isOurs(lowerCase: string): boolean {
  const name = lowerCase.includes('_') ? lowerCase.replace(UNDERSCORE, '-') : lowerCase;
  return NOT_SENT.has(name) || name.startsWith(INTERNAL);
}

/** A service's headers to pass back. */
export function responseHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !NOT_RETURNED.has(name)) passed[name] = value;
  }
  return passed;
}

const NONE: ReadonlySet<string> = new Set();

/** A `Connection` header may name other hop-by-hop headers. */
function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> {
  const values = rawHeaders.filter(
    (_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'connection',
  );
  const names = values.join(',').toLowerCase();
  if (names === '' || names === 'keep-alive' || names === 'close') return NONE;
  return new Set(names.split(',').map((name) => name.trim()));
}
