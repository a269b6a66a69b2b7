import { LocalInfraError } from '../local-infra-error.js';
import { waitUntil } from '../wait.js';

/** A server whose users were killed shuts down within this time. */
const SHUTDOWN_MS = 20_000;

/**
 * Waits for the server of an earlier run on a data folder to end.
 *
 * @param runningPid the process of the server, undefined when there is none
 * @throws LocalInfraError naming a server that keeps running, and how to stop it
 */
export async function requireUnused(
  dataDir: string,
  server: string,
  runningPid: () => number | undefined,
): Promise<void> {
  await waitUntil(() => runningPid() === undefined, SHUTDOWN_MS);
  const pid = runningPid();
  if (pid === undefined) return;
  throw new LocalInfraError(
    `${server} (process ${pid}) already runs on ${dataDir}. ` +
      `Stop the network that uses it, or the server itself: kill -INT ${pid}`,
  );
}
