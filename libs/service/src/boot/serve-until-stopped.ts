import { untilAskedToStop } from './until-asked-to-stop.js';

/** A process that answers. */
export interface Stoppable {
  /** How long `drain` and `close` may take together, in milliseconds. */
  readonly shutdownGraceMs: number;
  /** Rejects when only a new process can help; without it, nothing ever is that broken. */
  untilBroken?(): Promise<never>;
  /** Takes no new connections, and lets the open ones come to their end while all else goes on. */
  drain(): Promise<void>;
  /** Finishes requests in flight and closes all resources. */
  close(): Promise<void>;
}

/**
 * Serves until the process is asked to stop, then drains and closes.
 * @throws Error when what is in flight is not finished within the grace period, or the process is
 * beyond help
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
