import { operationFailed } from '@ndx/contracts';

const TIMEOUT_MS = 3_000;

/**
 * What a store of the launcher answers.
 * @throws OPERATION_FAILED when it does not answer
 */
export async function askStore(
  name: 'trace store' | 'log store',
  address: string,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const search = new URLSearchParams(query).toString();
  try {
    const answer = await fetch(`${address}?${search}`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    throw operationFailed('service_unavailable', `the ${name} did not answer`, error);
  }
}
