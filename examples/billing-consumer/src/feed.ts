import { BillingError } from './billing-error.js';
import { objectAt } from './json.js';
import { InvalidMessage, type PublishedContract } from './published-contract.js';
import type { QueryEvent } from './query-event.js';

export interface FeedOptions {
  /** Of the gateway. */
  readonly url: string;
  /** Of an account with `billing:read`. */
  readonly token: string;
  readonly networkId: string;
  /** Start of the window, included; ISO 8601. */
  readonly from: string;
  /** End of the window, excluded. */
  readonly to: string;
  /** Events on a page. */
  readonly limit?: number;
}

/**
 * Every query event that the feed `GET /v1/query-events` shows of the window, page by page.
 * @throws BillingError when it cannot be read to its end
 */
export async function readFeed(
  contract: PublishedContract,
  { url, token, networkId, from, to, limit = 1_000 }: FeedOptions,
): Promise<readonly QueryEvent[]> {
  const events: QueryEvent[] = [];
  let cursor: string | null = null;
  do {
    const page = new URL('/v1/query-events', url);
    const query = { network_id: networkId, from, to, limit: String(limit) };
    page.search = new URLSearchParams({
      ...query,
      ...(cursor !== null && { cursor }),
    }).toString();
    const { query_events, next_cursor } = objectAt(await get(page, token));
    if (!Array.isArray(query_events) || (next_cursor !== null && typeof next_cursor !== 'string'))
      throw new BillingError(`${page.href} did not answer with a page of query events`);
    events.push(...query_events.map((event: unknown) => parsed(contract, event)));
    cursor = next_cursor;
  } while (cursor !== null);
  return events;
}

async function get(page: URL, token: string): Promise<unknown> {
  try {
    const response = await fetch(page, { headers: { authorization: `Bearer ${token}` } });
    const body = await response.text();
    if (!response.ok) throw new BillingError(`${page.href} answered ${response.status}: ${body}`);
    return JSON.parse(body) as unknown;
  } catch (error) {
    if (error instanceof BillingError) throw error;
    throw new BillingError(`${page.href} did not answer`, { cause: error });
  }
}

function parsed(contract: PublishedContract, event: unknown): QueryEvent {
  try {
    return contract.parsePayload(event);
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error;
    const id = String(objectAt(event)['query_event_id']);
    throw new BillingError(
      `The feed's query event ${id} does not fit its schema: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}
