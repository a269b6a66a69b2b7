import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';
import type { Settling } from './settling.js';

const LEFT = `
select 'waits in the outbox: ' || type || ' ' || id as what from outbox
union all select 'is parked: ' || type || ' ' || event_id || ' ' || coalesce(error, '') from dead_letter
union all select 'keeps its key parked: ' || key from parked_key`;

/** All published events are on the bus, and none is parked (design 4). */
export function atRest(system: System, settling: Settling): Promise<Check> {
  return settling.until('every outbox drains, and no event is parked', async () => {
    const perService = await Promise.all(
      STATEFUL_SERVICE_NAMES.map(async (service) => {
        const rows = await system.sql<{ what: string }>(service, LEFT);
        return rows.map(({ what }) => `${service}: ${what}`);
      }),
    );
    return perService.flat();
  });
}
