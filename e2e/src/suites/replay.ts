import { execFile } from 'node:child_process';
import { testPlaces, type TestPlace } from '@ndx/archive/testing';
import { freePort } from '@ndx/local-infra';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const BEGINNING = '2020-01-01T00:00:00Z';

interface Ended {
  readonly status: number;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** Runs after the other suites, and replays the queries of all of them (decisions 0076, 0100). */
export function replaySuite(exchange: () => Exchange): void {
  describe('the command replay', () => {
    let reference: string;
    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent = await business.consent();
      const answer = await queryUntil(exchange(), { consent_id: consent }, isIssued);
      reference = String(answer.headers.get('x-ref-id'));
    });

    test('replays every query of this run without a difference', async () => {
      const { status, lines } = await replay();
      const counts = lines.at(-1);
      expect(lines.slice(0, -1)).toEqual([]);
      expect(counts).toMatchObject({ different: 0, record_missing: 0, not_recorded: 0 });
      const [stored] = await exchange().sql(
        'product-query',
        'select count(*)::int as queries from query_event',
        [],
      );
      expect(counts?.['identical']).toBe(stored?.['queries']);
      expect(counts?.['identical']).toBeGreaterThan(0);
      expect(status).toBe(0);
    });

    describe('after a stored certificate was altered', () => {
      const alter = (from: string, to: string) =>
        exchange().sql(
          'product-query',
          'update query_text set body = replace(body, $2, $3) where query_event_id = $1',
          [reference, from, to],
        );
      beforeAll(() => alter('"business_entity_type":"', '"business_entity_type":"not '));
      afterAll(() => alter('"business_entity_type":"not ', '"business_entity_type":"'));

      test('finds a planted difference and names it', async () => {
        const path = 'result.business_identity_verification.data.business_entity_type';
        const { status, lines } = await replay();
        expect(status).toBe(1);
        const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown;
        expect(lines[0]).toEqual({
          query_event_id: reference,
          code: 'different',
          path,
          stored: digest,
          replayed: digest,
        });
        expect(lines[1]).toMatchObject({ different: 1 });
        const governor = exchange().as(OPERATOR);
        expect(await governor.post(`/v1/query-events/${reference}/replay`, {})).toMatchObject({
          status: 200,
          body: { code: 'different', difference: { path, stored: null, replayed: null } },
        });
      });
    });

    test('shows the evidence of a query to permitted readers only', async () => {
      const path = `/v1/query-events/${reference}/evidence`;
      const { status, body } = await exchange().as(QUERYING_BANK).get(path);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        query_event: { query_event_id: reference, outcome: 'issued' },
        decision: 'recorded',
        networks: [{ network_id: DEMO_NETWORK.id }],
        certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(await exchange().as(OPERATOR).get(path)).toMatchObject({
        status: 200,
        body: { certificate_sha256: null },
      });
      expect(await exchange().as(FIRST_BANK).get(path)).toMatchObject({ status: 403 });
    });
  });

  // The specs of product-query use every place.
  describe.each(testPlaces().slice(-1))('the command archive, to a %s', (_, start) => {
    let place: TestPlace;
    let settings: Readonly<Record<string, string>>;
    beforeAll(async () => {
      place = await start();
      settings = { ...place.settings, QUERY_TEXT_KEEP_DAYS: '1' };
    });
    const makeOlder = async (days: number) => {
      const times = {
        certificate: 'issued_at',
        query_event: 'occurred_at',
        query_text: 'occurred_at',
      };
      for (const [table, time] of Object.entries(times)) {
        await exchange().sql(
          'product-query',
          `update ${table} set ${time} = ${time} - $1 * interval '1 day'`,
          [days],
        );
      }
    };
    afterAll(() => place.stop());

    test('rejects a place that cannot be used, and archives nothing younger than its variables demand', async () => {
      const endpoint = `http://127.0.0.1:${await freePort()}`;
      const places: readonly Readonly<Record<string, string>>[] = [
        {
          ARCHIVE_LOCATION: `${place.settings.ARCHIVE_LOCATION.split('/').slice(0, 3).join('/')}-missing`,
        },
        {
          ARCHIVE_LOCATION: 's3://archive',
          AWS_ENDPOINT_URL_S3: endpoint,
          AWS_REGION: 'eu-west-1',
        },
      ];
      for (const unusable of places) {
        const ended = await command(['archive'], { ...settings, ...unusable });
        expect(ended).toMatchObject({ status: 2, lines: [] });
      }
      const neverWorks = await command(['archive', '--share', '0'], settings);
      expect(neverWorks).toMatchObject({ status: 2, lines: [] });
      expect(await command(['archive'], settings)).toEqual({
        status: 0,
        lines: [{ parts: 0, queries: 0, bytes: 0 }],
      });
    });

    test.each([
      ['files', () => settings],
      ['the database', () => ({ ...settings, ARCHIVE_LOCATION: '' })],
    ])('archives every query of this run to %s; their replays are identical', async (_, given) => {
      const settings = given();
      await makeOlder(2);
      try {
        const archived = await command(['archive'], settings);
        const [stored] = await exchange().sql(
          'product-query',
          'select count(*)::int as queries from query_event',
          [],
        );
        expect(archived.status).toBe(0);
        expect(archived.lines.at(-1)).toMatchObject({ ...stored });
        const total = { parts: archived.lines.length - 1, ...stored };
        expect(total.parts).toBeGreaterThan(0);
        expect(await command(['archive', '--verify'], settings)).toEqual({
          status: 0,
          lines: [{ ...total, faults: 0 }],
        });
        const replayed = await replay(settings);
        expect(replayed.status).toBe(0);
        expect(replayed.lines).toHaveLength(1);
      } finally {
        const restored = await command(['archive', '--restore'], settings);
        await makeOlder(-2);
        expect(restored.status).toBe(0);
      }
      expect(await replay()).toMatchObject({ status: 0 });
    });
  });

  function replay(settings: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return command(['replay', '--since', BEGINNING], settings);
  }

  /** Runs a command of product-query. */
  function command(
    words: readonly string[],
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const own = exchange().network.environment('product-query');
    const env = { ...process.env, ...own, ...settings };
    const args = [entryOf('product-query'), ...words];
    return new Promise((resolve) => {
      execFile(process.execPath, args, { env, maxBuffer: 2 ** 26 }, (error, stdout) => {
        const lines = stdout
          .trim()
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Ended['lines'][number])
          // Log lines have a level.
          .filter((line) => !('level' in line));
        resolve({ status: error ? Number(error.code ?? 1) : 0, lines });
      });
    });
  }
}
