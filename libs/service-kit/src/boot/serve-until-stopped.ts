import { untilAskedToStop } from './until-asked-to-stop.js';

/** A process that answers. */
export interface Stoppable {
  /** How long `close` may take, in milliseconds. */
  readonly shutdownGraceMs: number;
  /** Finishes what is in flight and lets go of everything. */
  close(): Promise<void>;
}

/**
 * Serves until the process is asked to stop, then closes.
 * @throws Error when what is in flight is not finished within the grace period
 */
export async function serveUntilStopped(running: Stoppable): Promise<void> {
  await untilAskedToStop();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not stopped within ${running.shutdownGraceMs} ms`));
    }, running.shutdownGraceMs);
  });
  await Promise.race([running.close(), overdue]);
  clearTimeout(timer);
}
