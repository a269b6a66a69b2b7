import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import type { System } from '../system/system.js';

/** The number of publisher changes of each service's outbox. */
export type Handovers = ReadonlyMap<StatefulServiceName, number>;

export async function handovers(system: System): Promise<Handovers> {
  return new Map(
    await Promise.all(
      STATEFUL_SERVICE_NAMES.map(async (service) => {
        const [row] = await system.sql<{ token: string }>(service, 'select token from relay_lease');
        return [service, Number(row?.token)] as const;
      }),
    ),
  );
}

/** Waits until every outbox has changed its publisher since. */
export function handedOver(system: System, since: Handovers): Promise<void> {
  return eventually(
    async () => {
      const now = await handovers(system);
      const kept = STATEFUL_SERVICE_NAMES.filter(
        (service) => now.get(service) === since.get(service),
      );
      if (kept.length > 0) throw new Error(`nobody takes the outbox of ${kept.join(', ')}`);
    },
    { timeoutMs: 30_000 },
  );
}
