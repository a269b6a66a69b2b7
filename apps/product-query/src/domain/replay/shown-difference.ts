import type { ExplanationReader } from '../explanation/explanation-reader.js';
import type { Difference } from './first-difference.js';

/** A difference as a governor may see it: null for each hidden part. */
export interface ShownDifference {
  readonly path: string | null;
  readonly stored: string | null;
  readonly replayed: string | null;
}

/**
 * The outcome and the members of the answer that name a furnisher, a policy or a time. No other value
 * is shown.
 */
const OPEN = /^(outcome|result\.(meta(\..+)?|[^.]+\.(furnishing_entity_id|attestation_id)))$/;

/** Verdicts are by record; a governor may not know each record. */
const OF_A_RECORD = /^(decision\.[^.]+|record)\..*$/;

/** A governor of only some networks of the query learns that there is a difference, and not where. */
export function shownDifference(
  { path, stored, replayed }: Difference,
  { isWhole }: Pick<ExplanationReader, 'isWhole'>,
): ShownDifference {
  const hidden = { stored: null, replayed: null };
  if (!isWhole) return { path: null, ...hidden };
  const shown = path.replace(OF_A_RECORD, '$1');
  if (!OPEN.test(path)) return { path: shown, ...hidden };
  return { path, stored: textOf(stored), replayed: textOf(replayed) };
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
