import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { kybCertificate } from '@ndx/catalog';
import { BOUNDS, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

const PATH = '/v1/notice-endpoints';
const URL = 'https://bank.example.com/notices';

const create = (who: Principal, body: object = { url: URL }) =>
  service.call(who, 'POST', PATH, body);
const read = (who: Principal, id: string) => service.call(who, 'GET', `${PATH}/${id}`);
const replace = (who: Principal, id: string, body: object) =>
  service.call(who, 'PUT', `${PATH}/${id}`, body);
const remove = (who: Principal, id: string) => service.call(who, 'DELETE', `${PATH}/${id}`);
const rotate = (who: Principal, id: string) =>
  service.call(who, 'POST', `${PATH}/${id}/rotate-secret`);
const list = (who: Principal, query = '') => service.call(who, 'GET', `${PATH}${query}`);

async function anEndpoint(body?: object) {
  const network = randomUUID();
  const querier = member(network, 'querier');
  const { body: created } = await create(querier, body);
  return { network, querier, created, id: String(created['endpoint_id']) };
}

const stored = (id: string) =>
  service.sql('select secret, previous_secret from notice_endpoint where endpoint_id = $1', [id]);

describe('a notice endpoint', () => {
  test('has each of its changes in the audit log of the institution, without its address', async () => {
    const { querier, id } = await anEndpoint({ url: `${URL}?token=hidden` });
    await rotate(querier, id);
    await replace(querier, id, { state: 'disabled' });
    await remove(querier, id);
    expect(await remove(querier, id)).toMatchObject({ status: 404 });
    const host = 'bank.example.com';
    const entries = [
      { change: 'created', state: 'enabled', receiver_host: host },
      { change: 'secret_rotated', state: 'enabled', receiver_host: host },
      { change: 'replaced', state: 'disabled', receiver_host: null },
      { change: 'deleted', state: 'disabled', receiver_host: null },
    ].map((data) => ({
      account_id: querier.account_id,
      data: { endpoint_id: id, entity_id: querier.entity_id, ...data },
    }));
    await eventually(async () =>
      expect(
        await service.sql(
          'select account_id, data::json as data from audit_entry where network = $1 order by seq',
          [querier.entity_id],
        ),
      ).toEqual(entries),
    );
  });

  test('is created enabled, with defaults and a secret', async () => {
    const { created } = await anEndpoint();
    expect(created).toMatchObject({
      url: URL,
      network_ids: null,
      product_ids: null,
      kinds: null,
      window_days: null,
      description: null,
      state: 'enabled',
      disabled_by: null,
      algorithm: 'hmac_sha256',
      public_keys: [],
      previous_secret_expires_at: null,
      revision: 1,
    });
    expect(created['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('shows its secret only when it is created, and stores it encrypted', async () => {
    const { querier, id, created } = await anEndpoint();
    const { secret, ...others } = created;
    expect((await read(querier, id)).body).toEqual(others);
    expect((await list(querier)).body['data']).toEqual([others]);
    const [row] = await stored(id);
    expect(row?.['secret']).toMatch(/^v1\./);
    expect(service.sealer.open(String(row?.['secret']))).toBe(secret);
  });

  test('with a key pair shows the public key, and never the private one', async () => {
    const { querier, id, created } = await anEndpoint({ url: URL, algorithm: 'ed25519' });
    expect(created).toMatchObject({
      secret: null,
      public_keys: [expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/)],
    });
    const { body } = await rotate(querier, id);
    expect(body['public_keys']).toEqual([expect.any(String), ...(created['public_keys'] as [])]);
  });

  test('is replaced when it has the revision that the caller read', async () => {
    const { querier, id } = await anEndpoint();
    const change = (description: string, expected_revision: number) =>
      replace(querier, id, { state: 'enabled', description, expected_revision });
    const first = await change('first', 1);
    expect(first).toMatchObject({ status: 200, body: { description: 'first', revision: 2 } });
    expect(await change('second', 1)).toMatchObject({
      status: 409,
      body: { reason: 'version_mismatch', detail: 'the notice endpoint is at revision 2, not 1' },
    });
    expect(await read(querier, id)).toEqual(first);
    expect(await change('second', 2)).toMatchObject({ status: 200, body: { revision: 3 } });
  });

  test('is replaced as a whole, and counts its changes', async () => {
    const { querier, network, id } = await anEndpoint({ url: URL, window_days: 30 });
    const terms = {
      network_ids: [network],
      product_ids: [kybCertificate.id],
      kinds: ['withdrawn'],
      state: 'disabled',
    };
    const { status, body } = await replace(querier, id, terms);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...terms, url: null, window_days: null, disabled_by: 'institution', revision: 2 },
    });
    const enabled = await replace(querier, id, { url: URL, state: 'enabled' });
    expect(enabled.body).toMatchObject({ disabled_by: null, network_ids: null, revision: 3 });
  });

  test('gets a new secret by a rotation, and keeps the one before it for 24 hours', async () => {
    const { querier, id, created } = await anEndpoint();
    const { body } = await rotate(querier, id);
    expect(body['secret']).not.toBe(created['secret']);
    const expiry = Date.parse(String(body['previous_secret_expires_at']));
    expect(Math.round((expiry - Date.now()) / 3_600_000)).toBe(24);
    const [row] = await stored(id);
    expect(service.sealer.open(String(row?.['previous_secret']))).toBe(created['secret']);
  });

  test('is listed no more once it is deleted', async () => {
    const { querier, id } = await anEndpoint();
    expect((await remove(querier, id)).body).toMatchObject({ endpoint_id: id });
    expect((await list(querier)).body['data']).toEqual([]);
    expect((await read(querier, id)).status).toBe(404);
  });

  test('of another institution looks like an absent one', async () => {
    const { network, id } = await anEndpoint();
    const other = member(network, 'querier');
    const answers = (which: string) =>
      Promise.all([
        read(other, which),
        replace(other, which, { state: 'enabled' }),
        rotate(other, which),
        remove(other, which),
      ]);
    const foreign = await answers(id);
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const request_id = expect.any(String);
    const alike = foreign.map((answer) => ({ ...answer, body: { ...answer.body, request_id } }));
    expect(await answers(randomUUID())).toEqual(alike);
    expect((await list(other)).body['data']).toEqual([]);
  });

  test('cannot be of a network in which the institution is no querier', async () => {
    const furnisher = member(randomUUID(), 'furnisher');
    const networks = furnisher.memberships.map(({ network_id: id }) => id);
    const { status, body } = await create(furnisher, { network_ids: networks });
    expect({ status, body }).toMatchObject({ status: 403, body: { reason: 'role_missing' } });
  });

  test.each([
    [{ url: 'http://bank.example.com' }, 'invalid_url'],
    [{ url: 'https://10.0.0.1/' }, 'invalid_url'],
    [{ product_ids: [randomUUID()] }, 'unknown_product'],
  ])('cannot be created with %j', async (body, reason) => {
    const answer = await create(member(randomUUID(), 'querier'), body);
    expect(answer).toMatchObject({ status: 400, body: { reason } });
  });

  test.each([
    { kinds: [] },
    { kinds: ['unknown'] },
    { kinds: ['changed', 'changed'] },
    { window_days: 396 },
    { window_days: 0 },
    { network_ids: 'all' },
    { algorithm: 'none' },
    { state: 'disabled' },
  ])('is not created from the malformed body %j', async (body) => {
    expect((await create(member(randomUUID(), 'querier'), body)).status).toBe(422);
  });

  test('is refused beyond the bound of an institution, also concurrently', async () => {
    const querier = member(randomUUID(), 'querier');
    const { perInstitution } = BOUNDS.noticeEndpoint;
    const answers = await Promise.all(
      Array.from({ length: perInstitution + 2 }, () => create(querier, {})),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body['reason'])).toEqual(['limit_reached', 'limit_reached']);
    const page = await list(querier, '?limit=15');
    const rest = await list(querier, `?limit=15&cursor=${String(page.body['next_cursor'])}`);
    const ids = [page, rest].flatMap(({ body }) => body['data'] as { endpoint_id: string }[]);
    expect(new Set(ids.map(({ endpoint_id: id }) => id)).size).toBe(perInstitution);
  });
});
