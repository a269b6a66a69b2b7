import { BillingError } from './billing-error.js';
import { objectAt } from './json.js';
import { InvalidMessage, type PublishedContract } from './published-contract.js';
import type { QueryEvent } from './query-event.js';
import type { Window } from './window.js';

/** Every query event of `GET /v1/query-events` in a window. @throws BillingError */
export async function readFeed(
  contract: PublishedContract,
  url: string,
  token: string,
  { network, from, to }: Window & { readonly network: string },
): Promise<readonly QueryEvent[]> {
  const events: QueryEvent[] = [];
  for (let cursor: string | undefined; ;) {
    const page = new URL('/v1/query-events', url);
    const query = { network_id: network, from, to, limit: '1000' };
    page.search = new URLSearchParams({ ...query, ...(cursor && { cursor }) }).toString();
    const { data, next_cursor } = objectAt(await getFrom(page, token));
    if (!Array.isArray(data) || typeof next_cursor !== 'string')
      throw new BillingError(`${page.href} did not answer with a page of query events`);
    if (data.length === 0) return events;
    for (const event of data) events.push(parsed(contract, event));
    cursor = next_cursor;
  }
}

/** The JSON of a response; undefined for the status that stands for an unknown id. @throws BillingError */
export async function getFrom(
  page: URL,
  token: string,
  { unknown }: { readonly unknown?: number } = {},
): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(page, { headers: { authorization: `Bearer ${token}` } });
  } catch (error) {
    throw new BillingError(`${page.href} did not answer`, { cause: error });
  }
  const body = await answer.text();
  if (answer.status === unknown) return undefined;
  if (!answer.ok) throw new BillingError(`${page.href} answered ${answer.status}: ${body}`);
  return JSON.parse(body) as unknown;
}

function parsed(contract: PublishedContract, listed: unknown): QueryEvent {
  // The list adds the reason of a query without a result, which the published event does not have.
  const members = Object.entries(objectAt(listed)).filter(([name]) => name !== 'reason');
  const event = Object.fromEntries(members);
  try {
    return contract.parsePayload(event);
  } catch (error) {
    if (!(error instanceof InvalidMessage)) throw error;
    const id = String(event['query_event_id']);
    throw new BillingError(
      `The feed's query event ${id} does not fit its schema: ${error.message}`,
    );
  }
}
