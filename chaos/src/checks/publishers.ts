import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import type { System } from '../system/system.js';

/** The processes that publish each service's outbox. */
export type Publishers = ReadonlyMap<StatefulServiceName, ReadonlySet<string>>;

/** The living processes with a share of the outbox, and whether every shard has one. */
const SHARES = `
select member, bool_and(expires_at > clock_timestamp()) as lives
from relay_shard left join relay_member using (member) group by member`;

export async function publishers(system: System): Promise<Publishers> {
  return new Map(
    await Promise.all(
      STATEFUL_SERVICE_NAMES.map(async (service) => {
        const shares = await sharesOf(system, service);
        return [service, new Set(shares.map(({ member }) => member ?? ''))] as const;
      }),
    ),
  );
}

/** Waits until a process since then publishes a part of every outbox, and no part is left out. */
export function handedOver(system: System, since: Publishers): Promise<void> {
  return eventually(
    async () => {
      for (const service of STATEFUL_SERVICE_NAMES) {
        const shares = await sharesOf(system, service);
        if (!shares.every(({ lives }) => lives))
          throw new Error(`nobody takes ${service}'s outbox`);
        if (shares.every(({ member }) => since.get(service)?.has(member ?? ''))) {
          throw new Error(`the same processes publish the outbox of ${service}`);
        }
      }
    },
    { timeoutMs: 30_000 },
  );
}

function sharesOf(system: System, service: StatefulServiceName) {
  return system.sql<{ member: string | null; lives: boolean | null }>(service, SHARES);
}
