import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { BILLED } from '../load/kinds.js';
import type { Ledger } from '../load/ledger.js';
import { PATHS } from '../load/paths.js';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';
import { type Settling, repeated, without } from './settling.js';

/** Every 200 and 204 has one query event in the feed with which billing reconciles (design 9). */
export function everyAnswerIsBilledOnce(
  system: System,
  ledger: Ledger,
  settling: Settling,
): Promise<Check> {
  return settling.until(
    'every 200 and 204 of a query has exactly one query event, and its reference names it',
    async () => {
      const answered = ledger.doneOf(...BILLED).map(({ id }) => id);
      const billed = await feed(system);
      return [
        ...without('not billed:', answered, new Set(billed)),
        ...repeated('billed', billed),
        ...repeated('two answers have the reference', answered),
      ];
    },
  );
}

/** The references of all query events of the demo network, page by page. */
async function feed(system: System): Promise<string[]> {
  const references: string[] = [];
  let cursor = '';
  for (;;) {
    const path = `${PATHS.queryEvents}?network_id=${DEMO_NETWORK.id}&limit=1000${cursor}`;
    const answer = await system.as(QUERYING_BANK).ask({ method: 'GET', path });
    if (answer.kind !== 'answered' || answer.status !== 200) throw new Error('the feed fails');
    const page = answer.body as {
      data: { query_event_id: string }[];
      next_cursor: string;
    };
    references.push(...page.data.map((event) => event.query_event_id));
    if (page.data.length === 0) return references;
    cursor = `&cursor=${page.next_cursor}`;
  }
}
