import { REASON_NAMES, statusOfReason, type Reason } from '@ndx/contracts';
import type { PublicOperation } from './operation.js';

/** Reasons of operations with an `Idempotency-Key`. */
export const KEY_REFUSALS = [
  'invalid_idempotency_key',
  'key_reused',
  'concurrent_request',
] as const satisfies readonly Reason[];

/** Statuses whose reasons every operation can give. */
const OF_EVERY_OPERATION = [413, 429, 500];

/** The reasons of the errors of an operation, as its responses in the document list them. */
export function reasonsOf({
  refusals = [],
  takesIdempotencyKey,
}: Pick<PublicOperation, 'refusals' | 'takesIdempotencyKey'>): readonly Reason[] {
  const common = REASON_NAMES.filter((reason) =>
    OF_EVERY_OPERATION.includes(statusOfReason(reason)),
  );
  return [...new Set([...refusals, ...(takesIdempotencyKey ? KEY_REFUSALS : []), ...common])];
}
