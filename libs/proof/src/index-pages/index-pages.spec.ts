import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aFileKey } from '../testing/reliance-file.js';
import { signPage, type IndexPage, type SignedPage } from './index-page.js';
import { InvalidIndex, verifiedPages } from './verify-pages.js';

const key = aFileKey();
const KEYS = Buffer.from(JSON.stringify({ keys: [{ ...key.jwk, purpose: 'answers' }] }));
const HASH = 'a'.repeat(64);

function aPage(change: Partial<IndexPage> = {}): SignedPage {
  const event = { event_sha256: HASH, decision_sha256: HASH };
  return signPage(
    {
      network_id: '0192d3c0-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
      reader: { kind: 'querier', entity_id: '0192d3c0-3b21-7a32-8b43-5c6d7e8f9012' },
      from: '2026-03-01T00:00:00.000Z',
      to: '2026-04-01T00:00:00.000Z',
      signed_at: '2026-04-02T08:00:00.000Z',
      cursor: null,
      next_cursor: 'one',
      events: [{ query_event_id: 'first', occurred_at: '2026-03-05T00:00:00.000Z', ...event }],
      ...change,
    },
    key,
  );
}

const PAGES = [
  aPage(),
  aPage({ cursor: 'one', next_cursor: 'two' }),
  aPage({ cursor: 'two', next_cursor: null, events: [] }),
];

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* await Promise.resolve(lines);
}

/** The events, or the first fault with its page. */
async function verdict(pages: readonly (SignedPage | string)[], keys = KEYS) {
  const lines = pages.map((page) => (typeof page === 'string' ? page : JSON.stringify(page)));
  try {
    const found: string[] = [];
    for await (const { events } of verifiedPages(linesOf(lines), keys)) {
      found.push(...events.map((each) => each.query_event_id));
    }
    return found;
  } catch (error) {
    if (error instanceof InvalidIndex) return [error.code, error.page];
    throw error;
  }
}

describe('an index of signed pages', () => {
  test('lists the events of its pages', async () => {
    expect(await verdict(PAGES)).toEqual(['first', 'first']);
  });

  test('is rejected without any of its pages', async () => {
    const [first, second, last] = PAGES as [SignedPage, SignedPage, SignedPage];
    expect(await verdict([])).toEqual(['page_missing', 1]);
    expect(await verdict([second, last])).toEqual(['page_missing', 1]);
    expect(await verdict([first, last])).toEqual(['page_missing', 2]);
    expect(await verdict([first, second])).toEqual(['page_missing', 2]);
    expect(await verdict([...PAGES, last])).toEqual(['page_missing', 4]);
  });

  test('is rejected with a page of another period, network or reader', async () => {
    const [first, , last] = PAGES as [SignedPage, SignedPage, SignedPage];
    const others: Partial<IndexPage>[] = [
      { from: '2026-03-02T00:00:00.000Z' },
      { to: '2026-03-31T00:00:00.000Z' },
      { network_id: 'other' },
      { reader: { ...first.reader, kind: 'governor' } },
      { reader: { ...first.reader, entity_id: 'other' } },
    ];
    for (const other of others) {
      const second = aPage({ cursor: 'one', next_cursor: 'two', ...other });
      expect(await verdict([first, second, last])).toEqual(['other_period', 2]);
    }
  });

  test('is rejected with a key that is not published, or for another purpose', async () => {
    const other = { keys: [{ ...key.jwk, purpose: 'checkpoints' }] };
    expect(await verdict(PAGES, Buffer.from(JSON.stringify(other)))).toEqual(['key_unknown', 1]);
    expect(await verdict(PAGES, Buffer.from('{"keys": []}'))).toEqual(['key_unknown', 1]);
  });

  test('is rejected when any character of a page is another one', async () => {
    const line = JSON.stringify(PAGES[1]);
    const places = fc.nat(line.length - 1);
    await fc.assert(
      fc.asyncProperty(places, fc.constantFrom('A', 'b', '0', '"', ' '), async (at, other) => {
        const changed = line.slice(0, at) + other + line.slice(at + 1);
        fc.pre(line[at] !== other);
        const found = await verdict([PAGES[0] ?? '', changed, PAGES[2] ?? '']);
        expect(found).toEqual([expect.stringMatching(/_(invalid|unknown)$/), 2]);
      }),
      { numRuns: 500 },
    );
  });

  test('without events, is one page', async () => {
    expect(await verdict([aPage({ next_cursor: null, events: [] })])).toEqual([]);
  });
});
