import { randomUUID } from 'node:crypto';
import { member } from '@ndx/service/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerRequest,
} from '../testing/consent-requests.js';
import { startConsentService, type ConsentService } from '../testing/consent-service.js';
import { recordedConsent } from '../testing/recorded-consent.js';

const network = randomUUID();

let service: ConsentService;
beforeAll(async () => {
  service = await startConsentService();
});
afterAll(() => service.stop());

const recorded = () => recordedConsent(service, network);

describe('listing consents', () => {
  test("returns the institution's consents in pages, and continues with later ones", async () => {
    const { id, querier } = await recorded();
    const record = async () => {
      const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
      return String(body['consent_id']);
    };
    const list = async (query = '', caller = querier) => {
      const answer = await service.call(caller, 'GET', `${CONSUMER}${query}`);
      const { data, next_cursor } = answer.body as {
        data: { consent_id: string }[];
        next_cursor: string;
      };
      return { status: answer.status, ids: data.map((one) => one.consent_id), next_cursor };
    };
    const second = await record();
    const first = await list('?limit=1');
    expect(first).toMatchObject({ status: 200, ids: [id] });
    const rest = await list(`?cursor=${first.next_cursor}`);
    expect(rest.ids).toEqual([second]);
    expect(await list(`?cursor=${rest.next_cursor}`)).toMatchObject({
      ids: [],
      next_cursor: rest.next_cursor,
    });
    const third = await record();
    expect((await list(`?cursor=${rest.next_cursor}`)).ids).toEqual([third]);
    expect((await list('', member(network, 'querier'))).ids).toEqual([]);
    expect((await list(`?network_id=${network}`)).ids).toEqual([id, second, third]);
  });

  test("returns the institution's consents of one subject", async () => {
    const { id, querier, read } = await recorded();
    await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
    const { body } = await read();
    const path = `${CONSUMER}?subject_id=${String(body['consumer_id'])}`;
    const ofSubject = await service.call(querier, 'GET', path);
    expect(ofSubject.body).toMatchObject({ data: [{ consent_id: id }] });
    const ofStranger = await service.call(member(network, 'querier'), 'GET', path);
    expect(ofStranger.body).toMatchObject({ data: [] });
  });

  test.each([
    ['?cursor=mine', 400],
    ['?subject_id=mine', 422],
    [`?network_id=${randomUUID()}`, 403],
    ['?limit=0', 422],
  ])('with %s returns %i', async (query, status) => {
    const { querier } = await recorded();
    expect((await service.call(querier, 'GET', `${CONSUMER}${query}`)).status).toBe(status);
  });
});

describe('reading a consent', () => {
  test('returns the record to the institution that recorded it', async () => {
    const { id, read } = await recorded();
    expect(await read()).toMatchObject({ status: 200, body: { consent_id: id } });
  });

  test('returns the same 404 for a foreign, wrong-kind, wrong-network and absent consent', async () => {
    const { id, querier, call, read } = await recorded();
    const absent = `${CONSUMER}/${randomUUID()}?network_id=${network}`;
    const answers = [
      await read(member(network, 'querier')),
      await read({ ...querier, memberships: [] }),
      await read(querier, randomUUID()),
      await service.call(querier, 'GET', `${BUSINESS}/${id}`),
      await service.call(querier, 'GET', absent),
      await service.call(querier, 'GET', `${CONSUMER}/no-uuid?network_id=${network}`),
      await call('PUT', '', { scope: '*' }, member(network, 'querier')),
      await call('POST', '/revoke', undefined, member(network, 'querier')),
      await call('GET', '/events', undefined, member(network, 'querier')),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({
        detail: 'consent record not found',
        error_code: 'RESOURCE_NOT_FOUND',
        request_id: expect.any(String),
      });
    }
  });

  test('of a consumer requires the network', async () => {
    const { call } = await recorded();
    expect(await call('GET')).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^query -> network_id: /) },
    });
    expect(await call('GET', '?network_id=nowhere')).toMatchObject({ status: 422 });
  });

  test('accepts a network id in upper case', async () => {
    const { read, querier } = await recorded();
    expect(await read(querier, network.toUpperCase())).toMatchObject({ status: 200 });
  });
});

describe('the history of a consent', () => {
  test('lists each change with its time and account, in pages', async () => {
    const { querier, call, read } = await recorded();
    await call('PUT', '', { scope: 'kyb_certificate' });
    await call('POST', '/revoke');
    const { body } = await read();
    const path = String(body['events']);
    const { body: history } = await service.call(querier, 'GET', path);
    expect(history['data']).toMatchObject([
      { revision: 1, event: 'granted', account_id: querier.account_id },
      { revision: 2, event: 'amended', changes: { scope: { from: '*', to: 'kyb_certificate' } } },
      { revision: 3, event: 'revoked', occurred_at: body['revoked_at'] },
    ]);
    const revisions: unknown[] = [];
    let cursor = '';
    for (;;) {
      const page = await service.call<{ data: { revision: number }[]; next_cursor: string }>(
        querier,
        'GET',
        `${path}?limit=2${cursor}`,
      );
      revisions.push(page.body.data.map(({ revision }) => revision));
      if (page.body.data.length === 0) break;
      cursor = `&cursor=${page.body.next_cursor}`;
    }
    expect(revisions).toEqual([[1, 2], [3], []]);
    expect(await service.call(querier, 'GET', `${path}?cursor=mine`)).toMatchObject({
      status: 400,
    });
    expect(await service.call(querier, 'GET', `${path}?limit=101`)).toMatchObject({ status: 422 });
  });

  test('cannot be rewritten in the database, nor can the identity of a consent', async () => {
    const { id } = await recorded();
    const attempts = [
      ['update consent_history set account_id = consent_id where consent_id = $1', [id]],
      ['delete from consent_history where consent_id = $1', [id]],
      ["update consent set sealed_identity = '' where id = $1", [id]],
      ['delete from consent where id = $1', [id]],
      ['truncate consent_history', []],
    ] as const;
    for (const [statement, parameters] of attempts) {
      await expect(service.sql(statement, parameters)).rejects.toThrow('evidence');
    }
  });

  test('of a business has its own path', async () => {
    const querier = member(network, 'querier');
    const { body } = await service.call(querier, 'POST', BUSINESS, businessRequest());
    const { body: history } = await service.call(querier, 'GET', String(body['events']));
    expect(history['data']).toMatchObject([{ event: 'granted' }]);
  });
});
