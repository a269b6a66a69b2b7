import { setTimeout as pause } from 'node:timers/promises';
import type { System } from './system.js';

/** A fault of product-query, the reader of the changes; resolves when it is over. */
export const TROUBLES = {
  none: () => Promise.resolve(),
  /** It keeps its connections, and does not respond for a while. */
  slow: async (system: System, forMs: number) => {
    const process = system.process('product-query');
    await process.kill('SIGSTOP');
    await pause(forMs);
    await process.kill('SIGCONT');
  },
  /** It is stopped until it is started again. */
  unreachable: (system: System) => system.process('product-query').kill('SIGKILL'),
} as const satisfies Readonly<Record<string, (system: System, forMs: number) => Promise<void>>>;

export type Trouble = keyof typeof TROUBLES;
