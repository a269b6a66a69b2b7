import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Exchange } from './exchange.js';

/** The query events of the querying bank in the demo network since a moment, oldest first. */
export async function queryEventsSince(
  exchange: Exchange,
  since: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const path = `/v1/query-events?network_id=${DEMO_NETWORK.id}&from=${since}&limit=1000`;
  const { body } = await exchange.as(QUERYING_BANK).get(path);
  return (body as { data: Readonly<Record<string, unknown>>[] }).data;
}

/** The query event of a response, by its `X-Ref-Id`. */
export async function queryEventOf(exchange: Exchange, answer: ApiAnswer) {
  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString();
  const events = await queryEventsSince(exchange, aMinuteAgo);
  return events.find((event) => event['query_event_id'] === answer.headers.get('x-ref-id'));
}
