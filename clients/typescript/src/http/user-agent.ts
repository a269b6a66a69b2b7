/** The version of the package. */
export const VERSION = '0.1.0';

/**
 * The `User-Agent` of a request, such as `ledger/2.1 ndx-client/0.1.0 node/22.13.0`. Undefined in a
 * browser, which sends its own.
 * @param application the product that uses the client
 */
export function userAgent(application?: string): string | undefined {
  if (typeof document !== 'undefined' || typeof process === 'undefined') return undefined;
  if (!('versions' in process)) return undefined;
  const products = [application, `ndx-client/${VERSION}`, `node/${process.versions.node}`];
  return products.filter((product) => product !== undefined).join(' ');
}
