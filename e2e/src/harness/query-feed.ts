import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from './exchange.js';

/** The query events of the querying bank in the demo network since a moment, oldest first. */
export async function queryEventsSince(
  exchange: Exchange,
  since: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}&from=${since}&limit=1000`;
  const { body } = await exchange.as(QUERYING_BANK).get(path);
  return (body as { query_events: Readonly<Record<string, unknown>>[] }).query_events;
}
