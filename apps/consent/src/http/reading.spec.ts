import { createHash, randomUUID } from 'node:crypto';
import type { Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerIdentity,
  consumerRequest,
} from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';
import { recordedConsent } from '../testing/recorded-consent.js';

const service = useConsentService();

const network = randomUUID();

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

  test('returns them newest first on request, and counts them with the same filters', async () => {
    const { id, querier } = await recorded();
    const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
    const second = String(body['consent_id']);
    const page = async (query: string) => {
      const answer = await service.call<{
        data: { consent_id: string }[];
        next_cursor: string;
      }>(querier, 'GET', `${CONSUMER}?order=newest_first&limit=1${query}`);
      const { data, next_cursor } = answer.body;
      return { ids: data.map(({ consent_id }) => consent_id), next_cursor };
    };
    const first = await page('');
    expect(first.ids).toEqual([second]);
    const rest = await page(`&cursor=${first.next_cursor}`);
    expect(rest.ids).toEqual([id]);
    expect((await page(`&cursor=${rest.next_cursor}`)).ids).toEqual([]);
    const count = async (path: string, caller = querier) =>
      (await service.call(caller, 'GET', path)).body;
    const none = { count: 0, is_complete: true };
    expect(await count(`${CONSUMER}/count`)).toEqual({ count: 2, is_complete: true });
    expect(await count(`${BUSINESS}/count`)).toEqual(none);
    await service.call(querier, 'POST', `${CONSUMER}/${second}/revoke`);
    const inTwoYears = new Date(Date.now() + 730 * 86_400_000).toISOString();
    const ending = `${CONSUMER}/count?network_id=${network}&expires_before=${inTwoYears}`;
    expect(await count(ending)).toEqual({ count: 1, is_complete: true });
    expect(await count(`${CONSUMER}/count`, member(network, 'querier'))).toEqual(none);
    expect(await count(`${CONSUMER}/count?network_id=${randomUUID()}`)).toMatchObject({
      error_code: 'PERMISSION_DENIED',
    });
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

  test('returns the consents in force that expire before a time', async () => {
    const { querier } = await recorded();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const record = async (days: number) => {
      const request = { ...consumerRequest(network), expires_at: inDays(days) };
      const { body } = await service.call(querier, 'POST', CONSUMER, request);
      return String(body['consent_id']);
    };
    const [soon, revoked, late] = [await record(5), await record(6), await record(40)];
    await service.call(querier, 'POST', `${CONSUMER}/${revoked}/revoke`);
    const ending = async (days: number, caller = querier) => {
      const path = `${CONSUMER}?expires_before=${inDays(days)}`;
      const { body } = await service.call<{ data: { consent_id: string }[] }>(caller, 'GET', path);
      return body.data.map(({ consent_id }) => consent_id);
    };
    expect(await ending(30)).toEqual([soon]);
    expect(await ending(50)).toEqual([soon, late]);
    expect(await ending(30, member(network, 'querier'))).toEqual([]);
  });

  describe('with a filter', () => {
    /** The listed consents, as many as are counted. */
    async function found(querier: Principal, filter: string) {
      const page = await service.call<{
        data: { consent_id: string; status: string; consumer_id: string }[];
      }>(querier, 'GET', `${CONSUMER}?${filter}`);
      const counted = await service.call(querier, 'GET', `${CONSUMER}/count?${filter}`);
      expect(counted.body).toEqual({ count: page.body.data.length, is_complete: true });
      return page.body.data;
    }

    test('returns and counts those with a status now', async () => {
      const { id: active, querier } = await recorded();
      const record = async () => {
        const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
        return String(body['consent_id']);
      };
      const [expired, revoked] = [await record(), await record()];
      const past = new Date(Date.now() - 1_000);
      await service.sql('update consent set expires_at = $2 where id = $1', [expired, past]);
      await service.call(querier, 'POST', `${CONSUMER}/${revoked}/revoke`);
      for (const [status, id] of Object.entries({ active, expired, revoked })) {
        const consents = await found(querier, `status=${status}`);
        expect(consents).toMatchObject([{ consent_id: id, status }]);
        const ofSubject = `status=${status}&subject_id=${String(consents[0]?.consumer_id)}`;
        expect(await found(querier, ofSubject)).toEqual(consents);
      }
    });

    test('returns and counts the consents that were recorded in a period', async () => {
      const { id, querier, read } = await recorded();
      const { body } = await read();
      const from = String(body['created_at']);
      const to = new Date(Date.parse(from) + 1).toISOString();
      expect(await found(querier, `from=${from}&to=${to}`)).toMatchObject([{ consent_id: id }]);
      expect(await found(querier, `from=${to}`)).toEqual([]);
      expect(await found(querier, `to=${from}`)).toEqual([]);
    });
  });

  test.each([
    ['?expires_before=soon', 422],
    ['?status=ended', 422],
    ['?from=yesterday', 422],
    ['?to=today', 422],
    ['?cursor=mine', 400],
    ['?subject_id=mine', 422],
    [`?network_id=${randomUUID()}`, 403],
    ['?limit=0', 422],
    ['?page=1', 422],
  ])('with %s returns %i', async (query, status) => {
    const { querier } = await recorded();
    expect((await service.call(querier, 'GET', `${CONSUMER}${query}`)).status).toBe(status);
  });
});

describe('reading a consent', () => {
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
        reason: 'consent_not_found',
        request_id: expect.any(String),
      });
    }
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

describe('receipts', () => {
  const network = randomUUID();

  /** An amended and revoked consumer consent of a new institution. */
  async function ended(identity = consumerIdentity()) {
    const querier = member(network, 'querier');
    const { body } = await service.call(
      querier,
      'POST',
      CONSUMER,
      consumerRequest(network, { consumer_consent_identity: identity }),
    );
    const path = `${CONSUMER}/${String(body['consent_id'])}`;
    await service.call(querier, 'PUT', path, { scope: 'kyb_certificate' });
    await service.call(querier, 'POST', `${path}/revoke`);
    const receipt = (caller = querier, networkId: string = network) =>
      service.call(caller, 'GET', `${path}/receipt?network_id=${networkId}`);
    return { querier, path, receipt, consentId: String(body['consent_id']) };
  }

  /** The receipt once the audit log has all entries. */
  async function whole(receipt: Awaited<ReturnType<typeof ended>>['receipt'], entries = 3) {
    return eventually(async () => {
      const { status, body } = await receipt();
      expect(status).toBe(200);
      expect(body['audit_entries']).toHaveLength(entries);
      return body;
    });
  }

  describe("a consent's audit entries", () => {
    test('follow its changes, and each is verified', async () => {
      const { querier, path, receipt, consentId } = await ended();
      await whole(receipt);
      const read = (caller = querier) =>
        service.call(caller, 'GET', `${path}/audit-entries?network_id=${network}`);
      const entry = {
        network_id: network,
        data: null,
        account_id: querier.account_id,
        is_intact: true,
      };
      expect((await read()).body).toMatchObject({
        consent_id: consentId,
        audit_entries: [
          { ...entry, type: 'consent.granted.v1' },
          { ...entry, type: 'consent.amended.v1' },
          { ...entry, type: 'consent.revoked.v2' },
        ],
      });
      expect((await read(member(network, 'querier'))).status).toBe(404);
    });
  });

  describe("a consent's receipt", () => {
    test('lists permissions, changes, accounts and the audit entries', async () => {
      const { querier, receipt, consentId, path } = await ended();
      const record = await service.call(querier, 'GET', `${path}?network_id=${network}`);
      const { account_id } = querier;
      expect(await whole(receipt)).toMatchObject({
        receipt_version: '1.0',
        consent_id: consentId,
        revision: 3,
        recording_entity_id: querier.entity_id,
        subject_type: 'consumer',
        subject_id: record.body['consumer_id'],
        network_id: network,
        status: 'revoked',
        scope: 'kyb_certificate',
        consented_fields: '*',
        field_access_grants: record.body['field_access_grants'],
        created_at: record.body['created_at'],
        expires_at: record.body['expires_at'],
        revoked_at: record.body['revoked_at'],
        history: [
          { revision: 1, event: 'granted', account_id },
          { revision: 2, event: 'amended', account_id },
          { revision: 3, event: 'revoked', account_id },
        ],
        audit_entries: [
          { network_id: network, type: 'consent.granted.v1' },
          { network_id: network, type: 'consent.amended.v1' },
          { network_id: network, type: 'consent.revoked.v2' },
        ],
      });
    });

    test('names the audit entries and the account of each', async () => {
      const { querier, receipt, consentId } = await ended();
      const { audit_entries: named } = await whole(receipt);
      const rows = await service.sql(
        `select network as network_id, seq::int as seq, event_id, type, hash from audit_entry
       where subject = $1 and account_id = $2 order by seq`,
        [consentId, querier.account_id],
      );
      expect(rows).toHaveLength(3);
      expect(named).toEqual(rows);
    });

    test('has the same audit entries, digest and proof after they were archived', async () => {
      const { path, querier, receipt } = await ended();
      const next = await ended();
      await whole(next.receipt);
      const before = await whole(receipt);
      const entries = () =>
        service.call(querier, 'GET', `${path}/audit-entries?network_id=${network}`);
      const proven = await entries();
      expect(proven).toMatchObject({ body: { audit_entries: [{}, {}, { is_intact: true }] } });

      expect(await service.archiveAudit()).not.toEqual([]);

      expect(
        await service.sql('select from audit_entry where subject = $1', [before['consent_id']]),
      ).toEqual([]);
      const { digest, audit_entries } = before;
      expect(await whole(receipt)).toMatchObject({ digest, audit_entries });
      expect(await entries()).toEqual(proven);
    });

    test('has the same digest until the consent changes, and the digest is of its content', async () => {
      const querier = member(network, 'querier');
      const { body } = await service.call(querier, 'POST', BUSINESS, businessRequest({}));
      const path = `${BUSINESS}/${String(body['consent_id'])}`;
      const receipt = () => service.call(querier, 'GET', `${path}/receipt`);
      const first = await whole(receipt, 1);
      const second = await whole(receipt, 1);
      expect(second['digest']).toBe(first['digest']);
      expect(second['receipt_id']).toBe(first['receipt_id']);

      const { digest, ...rest } = first;
      const digested = inOrder({ ...rest, issued_at: undefined });
      expect(digest).toBe(createHash('sha256').update(digested).digest('hex'));

      await service.call(querier, 'PUT', path, { scope: 'kyb_certificate' });
      const third = await whole(receipt, 2);
      expect(third['digest']).not.toBe(first['digest']);
      expect(third['receipt_id']).not.toBe(first['receipt_id']);
    });

    test('has nothing that identifies the subject', async () => {
      const identity = consumerIdentity();
      const { receipt } = await ended(identity);
      const text = JSON.stringify(await whole(receipt));
      for (const value of Object.values(identity)) expect(text).not.toContain(value);
      expect(text).not.toContain('match_hashes');
    });

    test('of a consent without a network refers to the log of its institution', async () => {
      const caller = member(network, 'querier');
      const { body } = await service.call(caller, 'POST', BUSINESS, businessRequest({}));
      const path = `${BUSINESS}/${String(body['consent_id'])}/receipt`;
      const answer = await whole(() => service.call(caller, 'GET', path), 1);
      expect(answer).toMatchObject({
        network_id: null,
        audit_entries: [{ network_id: caller.entity_id, type: 'consent.granted.v1' }],
      });
    });

    test('is visible only to institutions that see the consent', async () => {
      const { querier, path, receipt } = await ended();
      const absent = `${CONSUMER}/${randomUUID()}/receipt?network_id=${network}`;
      const answers = [
        await receipt(member(network, 'querier')),
        await receipt({ ...querier, memberships: [] }),
        await receipt(querier, randomUUID()),
        await service.call(querier, 'GET', `${path.replace('consumer', 'business')}/receipt`),
        await service.call(querier, 'GET', absent),
      ];
      for (const { status, body } of answers) {
        expect([status, body['error_code'], body['detail']]).toEqual([
          404,
          'RESOURCE_NOT_FOUND',
          'consent record not found',
        ]);
      }
      const unscoped = await service.call(querier, 'GET', `${path}/receipt`);
      expect(unscoped.status).toBe(422);
    });
  });

  /** A document with its members sorted by name at every depth (RFC 8785). */
  function inOrder(value: unknown): string {
    return JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    );
  }
});
