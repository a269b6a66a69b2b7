import { randomUUID } from 'node:crypto';
import { STRANGER } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import { useConsentService } from '../testing/consent-service.js';
import { recordedConsent } from '../testing/recorded-consent.js';

const network = randomUUID();
const FIELD = 'business_identity_verification.business_entity_type';

const service = useConsentService();

const recorded = () => recordedConsent(service, network);

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof recorded>>['call']>>;

/** The same answer with the next revision. */
const later = (answer: Answer) => ({
  ...answer,
  body: { ...answer.body, revision: Number(answer.body['revision']) + 1 },
});

test('rejects a grant for an institution outside the network, and names it', async () => {
  const { call } = await recorded();
  const grant = { furnishing_entity_id: STRANGER, field_definitions: ['*'] };
  expect(await call('POST', '/grants', grant)).toMatchObject({
    status: 400,
    body: { error_code: 'VALIDATION_ERROR', detail: expect.stringContaining(STRANGER) },
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
    ['only a revision', { expected_revision: 1 }, 400, /^at least one of/],
    [
      'a revision that is no number',
      { scope: '*', expected_revision: '1' },
      422,
      /^body -> expected_revision: must be an integer number$/,
    ],
    ['an empty scope', { scope: '' }, 422, /^body -> scope: should not be empty$/],
  ])('rejects %s and leaves the record unchanged', async (_, terms, status, detail) => {
    const { call, read } = await recorded();
    const before = await read();
    const answer = await call('PUT', '', terms);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(await read()).toEqual(before);
  });

  test('rejects a change of another revision than the one that the caller read', async () => {
    const { call, read } = await recorded();
    const first = await call('PUT', '', { scope: 'kyb_certificate', expected_revision: 1 });
    expect(first).toMatchObject({ status: 200, body: { revision: 2 } });
    expect(await call('PUT', '', { scope: '*', expected_revision: 1 })).toMatchObject({
      status: 409,
      body: { reason: 'version_mismatch', detail: 'the consent is at revision 2, not 1' },
    });
    expect(await read()).toEqual(first);
    const second = await call('PUT', '', { scope: '*', expected_revision: 2 });
    expect(second).toMatchObject({ status: 200, body: { scope: '*', revision: 3 } });
  });

  test('accepts one of twenty concurrent changes of one revision', async () => {
    const { call, read } = await recorded();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call('PUT', '', { scope: 'kyb_certificate', expected_revision: 1 }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await read()).toMatchObject({ body: { revision: 2 } });
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
    // The retry after a lost response gets the same record, with a revision of its own.
    expect(await call('DELETE', path)).toEqual(later(closed));
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
    ['no fields', { field_definitions: [] }, 422],
    ['more than 500 fields', { field_definitions: Array<string>(501).fill('*') }, 422],
    ['a field of more than 200 characters', { field_definitions: ['x'.repeat(201)] }, 422],
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
    // The retry after a lost response gets the same record with a later revision, and the event is published again.
    expect(await call('POST', '/revoke')).toEqual(later(revoked));
    expect(
      service
        .delivered(id)
        .slice(-2)
        .map(({ type }) => type),
    ).toEqual(['consent.revoked.v2', 'consent.revoked.v2']);
    expect(await call('PUT', '', { scope: '*' })).toMatchObject({ status: 409 });
    expect(await read()).toEqual(later(revoked));
  });
});
