import { isRecord } from './token-claims.js';

const TIMEOUT_MS = 5_000;

/** The discovery document of an issuer. */
export interface Discovery {
  readonly document: Readonly<Record<string, unknown>>;
  /** The header `Date` of the response. */
  readonly date: string | null;
}

/** The address of the discovery document (OpenID Connect Discovery 1.0, 4). */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/** @throws Error when the document cannot be read; a redirect is not followed */
export async function readDiscovery(issuer: string): Promise<Discovery> {
  const response = await fetch(discoveryUrl(issuer), {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`it answers ${response.status}`);
  const document: unknown = await response.json();
  if (!isRecord(document)) throw new Error('it is not an object');
  return { document, date: response.headers.get('date') };
}

/**
 * The address of the key set that an issuer states.
 * @throws Error when the document cannot be read, is of another issuer (OpenID Connect Discovery 1.0,
 *   4.3), or states an address that is not as secure as its own
 */
export async function discoverKeySet(issuer: string): Promise<string> {
  const { document } = await readDiscovery(issuer).catch((error: unknown) => {
    const text = `the discovery document cannot be read (${discoveryUrl(issuer)})`;
    throw new Error(text, { cause: error });
  });
  if (document['issuer'] !== issuer) {
    const stated = JSON.stringify(document['issuer']);
    throw new Error(`the discovery document states the issuer ${stated}, and not "${issuer}"`);
  }
  const { jwks_uri: address } = document;
  const schemes = issuer.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
  const isUsable =
    typeof address === 'string' &&
    URL.canParse(address) &&
    schemes.includes(new URL(address).protocol);
  if (!isUsable) {
    const expected = schemes.map((scheme) => `${scheme}//`).join(' or ');
    throw new Error(
      `the discovery document states the key set ${JSON.stringify(address)}, not an address with ${expected}`,
    );
  }
  return address;
}
