import { randomUUID } from 'node:crypto';
import {
  BOUNDS,
  ConsentAmended,
  ConsentGrantClosed,
  ConsentRevoked,
  EVENT_BYTES,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { LONGEST_NAMES } from '../testing/catalogue-names.js';
import { CONSUMER, consumerRequest } from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';

const network = randomUUID();
const { grants: mostGrants, fieldDefinitions: mostDefinitions } = BOUNDS.consent;

const service = useConsentService();

async function recorded() {
  const querier = member(network, 'querier');
  const { body } = await service.call(querier, 'POST', CONSUMER, consumerRequest(network));
  const id = String(body['consent_id']);
  const call = (method: string, suffix = '', sent?: unknown) =>
    service.call(querier, method, `${CONSUMER}/${id}${suffix}`, sent);
  const add = (count: number) =>
    call('POST', '/grants', {
      furnishing_entity_id: randomUUID(),
      field_definitions: LONGEST_NAMES.slice(0, count),
    });
  const bytesOf = (type: string) =>
    service.productQuery.envelopes
      .filter((envelope) => envelope.subject === id && envelope.type === type)
      .map(({ data }) => Buffer.byteLength(data));
  return { id, call, add, bytesOf };
}

const grantIds = ({ body }: { body: Readonly<Record<string, unknown>> }) =>
  (body['field_access_grants'] as { grant_id: string }[]).map(({ grant_id }) => grant_id);

describe('the largest consent', () => {
  test('rejects further grants, and can be amended, published, closed and revoked', async () => {
    const { id, call, add, bytesOf } = await recorded();
    // The initial grant has one definition; the others share the rest.
    const share = Math.floor((mostDefinitions - 1) / (mostGrants - 1));
    for (let added = 1; added < mostGrants; added += 1) {
      expect((await add(share)).status).toBe(200);
    }
    expect(await add(1)).toMatchObject({
      status: 409,
      body: {
        error_code: 'RESOURCE_CONFLICT',
        detail: `a consent holds at most ${mostGrants} grants`,
      },
    });

    const amended = await call('PUT', '', { scope: 'kyb_certificate' });
    expect(amended.status).toBe(200);
    expect(Math.max(...bytesOf(ConsentAmended.type))).toBeLessThan(EVENT_BYTES.state);
    expect(await call('DELETE', `/grants/${String(grantIds(amended)[1])}`)).toMatchObject({
      status: 200,
    });
    expect(await call('POST', '/revoke')).toMatchObject({ status: 200 });
    expect(Math.max(...bytesOf(ConsentGrantClosed.type))).toBeLessThan(1_024);
    expect(Math.max(...bytesOf(ConsentRevoked.type))).toBeLessThan(1_024);
    await eventually(() => expect(service.published(ConsentRevoked, id)).toHaveLength(1));
  });

  test('holds at most as many field definitions as fit its event', async () => {
    const { call, add } = await recorded();
    const count = LONGEST_NAMES.length;
    let last = await add(count);
    for (let held = 1 + count; held + count <= mostDefinitions; held += count)
      last = await add(count);
    expect(last.status).toBe(200);
    expect(await add(count)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`at most ${mostDefinitions} field definitions`) },
    });
    expect(
      await call('PUT', '', { consented_fields: 'business_identity_verification.*' }),
    ).toMatchObject({ status: 200 });
  });
});

test('a grant lists each field definition once', async () => {
  const { call } = await recorded();
  const answer = await call('POST', '/grants', {
    furnishing_entity_id: '*',
    field_definitions: Array.from({ length: 500 }, () => LONGEST_NAMES[0]),
  });
  expect(answer.body['field_access_grants']).toMatchObject([
    {},
    { field_definitions: [LONGEST_NAMES[0]] },
  ]);
});
