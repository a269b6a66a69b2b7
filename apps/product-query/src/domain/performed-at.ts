import type { Contribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';

/** The time of a verification; without one the time of furnishing, the latest possible time. */
export function performedAtOf(
  { performedAt }: Contribution,
  { furnished_at }: Pick<PayloadOf<typeof RecordFurnished>, 'furnished_at'>,
): string {
  return performedAt ?? furnished_at;
}
