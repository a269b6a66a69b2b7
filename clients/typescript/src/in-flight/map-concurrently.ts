type Call<Result> = Promise<[PromiseSettledResult<Result>]>;

/**
 * Maps an input with a bounded number of calls in flight; yields the results in the order of the input.
 * Reads the input as calls finish.
 * @throws the first error, after the calls in flight have settled
 */
export async function* mapConcurrently<Item, Result>(
  items: AsyncIterable<Item>,
  concurrency: number,
  map: (item: Item, index: number) => Promise<Result>,
): AsyncGenerator<Result> {
  const inFlight: Call<Result>[] = [];
  let index = 0;
  try {
    for await (const item of items) {
      inFlight.push(Promise.allSettled([map(item, index)]));
      index += 1;
      if (inFlight.length >= concurrency) yield await resultOfFirst(inFlight);
    }
    while (inFlight.length > 0) yield await resultOfFirst(inFlight);
  } finally {
    await Promise.all(inFlight);
  }
}

/** @throws the error of the call */
async function resultOfFirst<Result>(inFlight: Call<Result>[]): Promise<Result> {
  const first = inFlight.shift();
  if (first === undefined) throw new RangeError('no call is in flight');
  const [outcome] = await first;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
