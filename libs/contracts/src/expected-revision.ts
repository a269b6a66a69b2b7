import { conflict } from './domain-error.js';

type Revised = 'consent' | 'membership' | 'network' | 'notice endpoint';

/**
 * @param expected the revision that the caller read, if the request names one
 * @throws RESOURCE_CONFLICT when another change was saved after the caller's read
 */
export function requireRevision(
  kind: Revised,
  { revision }: { readonly revision: number },
  expected: number | undefined,
): void {
  if (expected !== undefined && expected !== revision) {
    throw conflict('version_mismatch', `the ${kind} is at revision ${revision}, not ${expected}`);
  }
}
