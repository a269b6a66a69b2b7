import { utcOf } from '@ndx/catalog';
import { invalid, type Principal } from '@ndx/contracts';
import type { SummaryClaims } from './draft-summary.js';

/** The counts of a simulation over past records, as an author sends them. */
interface RecordCounts {
  readonly from: string;
  readonly to: string;
  readonly examined_records: number;
  readonly accepted_records: number;
  readonly refused_records: number;
}

/**
 * The counts as the statement of the caller. Furnishing stores no simulation, so only their form is
 * checked.
 * @throws VALIDATION_ERROR
 */
export function statedSimulation(
  { account_id }: Principal,
  counts: RecordCounts | undefined,
): SummaryClaims['record_simulation'] {
  if (counts === undefined) return null;
  const { examined_records, accepted_records, refused_records } = counts;
  const [from, to] = [new Date(utcOf(counts.from)), new Date(utcOf(counts.to))];
  if (from >= to) {
    throw invalid('invalid_window', 'record_simulation: from must be before to');
  }
  if (accepted_records + refused_records !== examined_records) {
    throw invalid(
      'invalid_value',
      'record_simulation: examined_records must be the sum of accepted_records and refused_records',
    );
  }
  return {
    stated_by_account_id: account_id,
    ...{ from: from.toISOString(), to: to.toISOString() },
    ...{ examined_records, accepted_records, refused_records },
  };
}
