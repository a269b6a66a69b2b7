import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { startQueryService, type QueryService } from '../testing/query-service.js';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

interface Page {
  readonly data: readonly { readonly query_event_id: string }[];
  readonly next_cursor: string;
}

async function aReader() {
  const world = await aVerifiedBusiness(service);
  const principal = { ...world.principal, permissions: ['billing:read'] as const };
  const read = (query: string) =>
    service.send(principal, 'GET', `/v1/query-events?network_id=${world.networkId}${query}`);
  return { world, read };
}

test('the feed is also read from the newest event, page by page, to its end', async () => {
  const { world, read } = await aReader();
  const asked: string[] = [];
  while (asked.length < 5) asked.push(await queryCertificate(service, world));
  const readPage = async (cursor: string): Promise<Page> => {
    const response = await read(`&order=newest_first&limit=2${cursor}`);
    expect(response.status).toBe(200);
    return (await response.json()) as Page;
  };
  const pages: Page[] = [];
  for (let cursor = ''; pages.length < 4; cursor = `&cursor=${pages.at(-1)?.next_cursor ?? ''}`) {
    pages.push(await readPage(cursor));
  }
  const found = pages.map(({ data }) => data.map(({ query_event_id: id }) => id));
  const [first, second, third, fourth, fifth] = asked.toReversed();
  expect(found).toEqual([[first, second], [third, fourth], [fifth], []]);
});

test.each([
  ['newest_first', 'oldest_first'],
  ['oldest_first', 'newest_first'],
])('a cursor of a page in the order %s is rejected with the order %s', async (order, other) => {
  const { world, read } = await aReader();
  await queryCertificate(service, world);
  const { next_cursor: cursor } = (await (await read(`&order=${order}`)).json()) as Page;
  expect((await read(`&order=${order}&cursor=${cursor}`)).status).toBe(200);
  const response = await read(`&order=${other}&cursor=${cursor}`);
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error_code: 'VALIDATION_ERROR', detail: 'the cursor is not valid' },
  ]);
});
