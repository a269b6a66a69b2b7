import type { RehearsedMigration } from './rehearsal.js';

/**
 * The problems of migrations after a release, one line each. A contract step may remove objects
 * that the released version no longer used; no migration may block callers.
 */
export function problemsOf(
  migrations: readonly RehearsedMigration[],
  released: string,
): readonly string[] {
  return migrations.flatMap(({ name, contract, breaks, blocks }) => [
    ...(breaks.length > 0 ? breakage(name, contract?.unusedSince, released, breaks) : []),
    ...blocks.map((what) => `${name}: ${what}`),
  ]);
}

function breakage(
  name: string,
  unusedSince: string | undefined,
  released: string,
  breaks: readonly string[],
): readonly string[] {
  if (unusedSince === undefined) {
    return breaks.map((what) => `${name}: ${what}, which version ${released} may use`);
  }
  if (isOut(unusedSince, released)) return [];
  return [`${name}: is for after ${unusedSince}, and ${released} is the last that was released`];
}

/** Whether the version is newer than the last released one. */
function isOut(version: string, last: string): boolean {
  const [one, other] = [version, last].map((each) => each.split('.').map(Number));
  for (const [index, number] of (one ?? []).entries()) {
    const against = other?.[index] ?? 0;
    if (number !== against) return number < against;
  }
  return true;
}
