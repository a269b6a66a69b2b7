import { untilAskedToStop } from './until-asked-to-stop.js';

/** A process that serves requests. */
export interface Stoppable {
  /** Timeout of `drain` and `close` together, in milliseconds. */
  readonly shutdownGraceMs: number;
  /** Rejects when only a restart can help; absent for a process that never needs one. */
  untilBroken?(): Promise<never>;
  /** Refuses new connections, and drains the open ones while everything else keeps running. */
  drain(): Promise<void>;
  /** Finishes requests in flight and closes all resources. */
  close(): Promise<void>;
}

/**
 * Serves until the process is asked to stop, then drains and closes.
 * @throws Error when requests in flight are not finished within the grace period, or the process
 *   needs a restart
 */
export async function serveUntilStopped(running: Stoppable): Promise<void> {
  const broken = running.untilBroken?.();
  await Promise.race([untilAskedToStop(), ...(broken ? [broken] : [])]);
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`not stopped within ${running.shutdownGraceMs} ms`));
    }, running.shutdownGraceMs);
  });
  await Promise.race([drainAndClose(running), overdue]);
  clearTimeout(timer);
}

async function drainAndClose(running: Stoppable): Promise<void> {
  await running.drain();
  await running.close();
}
