/** Lets go of something that a process holds. */
export type LettingGo = () => Promise<unknown>;

/**
 * Lets go of one thing after the other, of each also when one before it failed.
 * @throws what failed, an AggregateError when several did
 */
export async function letGoInTurn(...each: readonly LettingGo[]): Promise<void> {
  const ends: PromiseSettledResult<unknown>[] = [];
  for (const letGo of each) ends.push(...(await Promise.allSettled([letGo()])));
  requireAll(ends);
}

/**
 * Lets go of things beside one another, and waits for all of them.
 * @throws what failed, an AggregateError when several did
 */
export async function letGoTogether(...each: readonly LettingGo[]): Promise<void> {
  requireAll(await Promise.allSettled(each.map((letGo) => letGo())));
}

function requireAll(ends: readonly PromiseSettledResult<unknown>[]): void {
  throwFaults(ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])));
}

/** @throws the one fault, or an AggregateError of several */
export function throwFaults(faults: readonly unknown[]): void {
  if (faults.length > 1) throw new AggregateError(faults, faults.map(String).join('; '));
  if (faults.length === 1) throw faults[0];
}
