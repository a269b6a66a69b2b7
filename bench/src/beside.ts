import type { QueryClient } from './query-client.js';

/** Queries that are sent before the client looks whether the work is over. */
const AT_ONCE = 100;

/** Latencies in milliseconds of queries while the work goes on. */
export async function besides(
  client: QueryClient,
  work: Promise<unknown>,
): Promise<readonly number[]> {
  const latencies: number[] = [];
  const over = new AbortController();
  const done = work.finally(() => over.abort());
  while (!over.signal.aborted) latencies.push(...(await client.run(AT_ONCE)));
  await done;
  return latencies;
}
