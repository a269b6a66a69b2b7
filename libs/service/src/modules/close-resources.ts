/** Closes a resource. */
export type Close = () => Promise<unknown>;

/**
 * Closes resources in order; continues when one fails.
 * @throws the error, or an AggregateError of several
 */
export async function closeInOrder(...each: readonly Close[]): Promise<void> {
  const ends: PromiseSettledResult<unknown>[] = [];
  for (const close of each) ends.push(...(await Promise.allSettled([close()])));
  requireAll(ends);
}

/**
 * Closes resources concurrently and waits for all.
 * @throws the error, or an AggregateError of several
 */
export async function closeConcurrently(...each: readonly Close[]): Promise<void> {
  requireAll(await Promise.allSettled(each.map((close) => close())));
}

function requireAll(ends: readonly PromiseSettledResult<unknown>[]): void {
  throwFaults(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])));
}

/** @throws the only error, or an AggregateError of several */
export function throwFaults(faults: readonly unknown[]): void {
  if (faults.length > 1) throw new AggregateError(faults, faults.map(String).join('; '));
  if (faults.length === 1) throw faults[0];
}
