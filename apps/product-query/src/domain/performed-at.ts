import type { Contribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';

/** Without a verification time the time of furnishing counts: the latest possible time. */
export function performedAtOf(
  { performedAt }: Contribution,
  { furnished_at }: Pick<PayloadOf<typeof RecordFurnished>, 'furnished_at'>,
): string {
  return performedAt ?? furnished_at;
}
