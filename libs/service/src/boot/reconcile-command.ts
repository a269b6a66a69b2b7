import { setTimeout as pause } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { ReadModelComparison } from '@ndx/replication';
import { assembleService } from './assemble-service.js';

/** A row that lacks an event for longer than this is not about to get it. */
const SETTLE_MS = 5_000;

/**
 * `reconcile`: compares the service's aggregates with every read model of them and repairs the rows
 * that differ, now rather than with the next periodic comparison (replication 5).
 */
export async function reconcileCommand(service: Type): Promise<void> {
  const assembled = await assembleService(service, process.env);
  try {
    const comparison = assembled.app.get(ReadModelComparison);
    const first = await comparison.round();
    const isBehind = first.some(({ differences }) => differences.behind !== undefined);
    if (isBehind) await pause(SETTLE_MS);
    const second = isBehind ? await comparison.round() : [];
    for (const round of [...first, ...second]) {
      process.stdout.write(`${JSON.stringify(round)}\n`);
    }
  } finally {
    await assembled.close();
  }
}
