import { randomUUID } from 'node:crypto';
import { member, STRANGER } from '@ndx/service/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '@ndx/contracts';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerRequest,
} from '../testing/consent-requests.js';
import { startConsentService, type ConsentService } from '../testing/consent-service.js';

const network = randomUUID();
const FIELD = 'business_identity_verification.business_entity_type';

let service: ConsentService;
beforeAll(async () => {
  service = await startConsentService();
});
afterAll(() => service.stop());

/** A consumer consent of a new institution, and calls on it. */
async function recorded(change: object = {}) {
  const querier = member(network, 'querier');
  const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network, change));
  const id = String(body['consent_id']);
  const call = (method: string, suffix = '', sent?: unknown, caller: Principal = querier) =>
    service.call(caller, method, `${CONSUMER}/${id}${suffix}`, sent);
  return {
    id,
    querier,
    call,
    read: (caller?: Principal, networkId: string = network) =>
      call('GET', `?network_id=${networkId}`, undefined, caller),
    grants: (answer: { body: Readonly<Record<string, unknown>> }) =>
      answer.body['field_access_grants'] as Record<string, unknown>[],
  };
}

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

  test.each([
    ['?cursor=mine', 400],
    [`?network_id=${randomUUID()}`, 403],
    ['?limit=0', 422],
  ])('with %s returns %i', async (query, status) => {
    const { querier } = await recorded();
    expect((await service.call(querier, 'GET', `${CONSUMER}${query}`)).status).toBe(status);
  });
});

test('rejects a grant for an institution outside the network, and names it', async () => {
  const { call } = await recorded();
  const grant = { furnishing_entity_id: STRANGER, field_definitions: ['*'] };
  expect(await call('POST', '/grants', grant)).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR', detail: expect.stringContaining(STRANGER) },
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

describe('amending a consent', () => {
  test('changes the given terms, delivers them to product-query, and updates the initial grant', async () => {
    const { id, call, grants } = await recorded();
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const terms = { scope: 'kyb_certificate', expires_at, consented_fields: ` ${FIELD}, ${FIELD}` };
    const answer = await call('PUT', '', { ...terms, network_id: network });
    expect(answer).toMatchObject({
      status: 200,
      body: { scope: 'kyb_certificate', expires_at, consented_fields: FIELD },
    });
    expect(grants(answer)).toMatchObject([{ field_definitions: [FIELD] }]);
    expect(service.delivered(id).at(-1)).toMatchObject({
      type: 'consent.amended.v1',
      state: { revision: 2, scope: 'kyb_certificate', consented_fields: FIELD },
    });
  });

  test.each([
    [
      'none of the three',
      {},
      400,
      /^at least one of scope, expires_at, consented_fields must be provided$/,
    ],
    ['only the network', { network_id: network }, 400, /^at least one of/],
    ['an unknown field', { consented_fields: 'kyb.nothing' }, 400, /kyb\.nothing/],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 400, /expires_at/],
    [
      'another network',
      { scope: '*', network_id: randomUUID() },
      404,
      /^consent record not found$/,
    ],
    ['a member of the identity', { first_name: 'Eve', scope: '*' }, 422, /^body -> first_name: /],
    ['an empty scope', { scope: '' }, 422, /^body -> scope: should not be empty$/],
    ['a scope that is no text', { scope: 5 }, 422, /^body -> scope: must be a string$/],
  ])('rejects %s and leaves the record unchanged', async (_, terms, status, detail) => {
    const { call, read } = await recorded();
    const before = await read();
    const answer = await call('PUT', '', terms);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(await read()).toEqual(before);
  });

  test('counts each of twenty concurrent amendments', async () => {
    const { id, call } = await recorded();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('PUT', '', { scope: 'kyb_certificate' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const [row] = await service.sql('select revision from consent where id = $1', [id]);
    expect(row).toEqual({ revision: 21 });
    const revisions = service.delivered(id).map(({ state }) => state.revision);
    expect(revisions.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, n) => n + 1));
  });
});

describe('grants', () => {
  const furnisher = randomUUID();

  test('are added for a furnisher and a window, and closed', async () => {
    const { call, grants } = await recorded();
    const window = {
      effective_from: new Date(Date.now() + 1000).toISOString(),
      effective_to: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const grant = { furnishing_entity_id: furnisher, field_definitions: [FIELD], ...window };
    const added = await call('POST', '/grants', grant);
    expect(added.status).toBe(200);
    expect(grants(added)).toEqual([
      expect.objectContaining({ furnishing_entity_id: '*' }),
      { grant_id: expect.any(String), ...grant },
    ]);
    const path = `/grants/${String(grants(added)[1]?.['grant_id'])}`;
    const closed = await call('DELETE', path);
    expect(closed.status).toBe(200);
    expect(Date.parse(String(grants(closed)[1]?.['effective_to']))).toBeLessThanOrEqual(Date.now());
    // The retry after a lost response gets the same record.
    expect(await call('DELETE', path)).toEqual(closed);
    expect(await call('DELETE', `/grants/${randomUUID()}`)).toMatchObject({ status: 404 });
  });

  test.each([
    ['an unknown field', { field_definitions: ['nothing.at_all'] }, 400],
    [
      'a window that is over',
      { effective_from: '2020-01-01T00:00:00Z', effective_to: '2021-01-01T00:00:00Z' },
      400,
    ],
    [
      'a window that ends before it begins',
      { effective_from: '2999-01-01T00:00:00Z', effective_to: '2998-01-01T00:00:00Z' },
      400,
    ],
    ['fields that are no list', { field_definitions: FIELD }, 422],
    ['no fields', { field_definitions: [] }, 422],
    ['a furnisher that is none', { furnishing_entity_id: 'everyone' }, 422],
  ])('are rejected for %s', async (_, change, status) => {
    const { call } = await recorded();
    const grant = { furnishing_entity_id: furnisher, field_definitions: ['*'], ...change };
    expect(await call('POST', '/grants', grant)).toMatchObject({ status });
  });
});

describe('revoking a consent', () => {
  test('ends it at once, in product-query too, and is idempotent', async () => {
    const { id, call, read } = await recorded();
    const revoked = await call('POST', '/revoke');
    expect(revoked).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect(service.delivered(id).at(-1)).toMatchObject({
      type: 'consent.revoked.v2',
      state: { revoked_at: revoked.body['revoked_at'] },
    });
    // The retry after a lost response gets the same record, and the event is published again.
    expect(await call('POST', '/revoke')).toEqual(revoked);
    expect(
      service
        .delivered(id)
        .slice(-2)
        .map(({ type }) => type),
    ).toEqual(['consent.revoked.v2', 'consent.revoked.v2']);
    expect(await call('PUT', '', { scope: '*' })).toMatchObject({ status: 409 });
    expect(await read()).toEqual(revoked);
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
