import { randomUUID } from 'node:crypto';
import { member, memberOfEach, subjectIdOf, UNUSABLE } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerIdentity,
  consumerRequest,
} from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';

const network = randomUUID();
const otherNetwork = randomUUID();

const service = useConsentService();

const storedConsents = async () => service.sql('select id from consent');

describe('a consumer consent', () => {
  test('is recorded with the defaults of the design, and product-query has it before the response', async () => {
    const querier = member(network, 'querier');
    const identity = consumerIdentity();
    const request = consumerRequest(network, { consumer_consent_identity: identity });
    const { status, body } = await service.call(querier, 'POST', CONSUMER, request);
    const consumerId = subjectIdOf(network, identity.social_security_number);
    const createdAt = new Date(String(body['created_at']));
    const nextYear = new Date(createdAt);
    nextYear.setUTCFullYear(createdAt.getUTCFullYear() + 1);
    expect(status).toBe(200);
    expect(body).toEqual({
      consent_id: expect.any(String),
      network_id: network,
      consumer_id: consumerId,
      status: 'active',
      scope: '*',
      consented_fields: '*',
      expires_at: nextYear.toISOString(),
      revoked_at: null,
      field_access_grants: [
        {
          grant_id: expect.any(String),
          furnishing_entity_id: '*',
          field_definitions: ['*'],
          effective_from: createdAt.toISOString(),
          effective_to: '9999-12-31T23:59:59.999Z',
        },
      ],
      created_at: createdAt.toISOString(),
      revision: 1,
      events: `/v1/consent/consumer/${String(body['consent_id'])}/events`,
    });
    expect(service.delivered(body['consent_id'])).toMatchObject([
      {
        type: 'consent.granted.v1',
        state: {
          revision: 1,
          kind: 'consumer',
          entity_id: querier.entity_id,
          consumer_id: consumerId,
          business_id: null,
          match_hashes: [`hash in ${network}`, consumerId],
        },
      },
    ]);
  });

  test('keeps the identity encrypted as evidence, and neither returns nor publishes it', async () => {
    const querier = member(network, 'querier');
    const identity = consumerIdentity();
    const request = consumerRequest(network, { consumer_consent_identity: identity });
    const { body } = await service.call(querier, 'POST', CONSUMER, request);
    const [row] = await service.sql('select * from consent where id = $1', [body['consent_id']]);
    expect(JSON.parse(service.sealer.open(String(row?.['sealed_identity'])))).toEqual(identity);
    const elsewhere = JSON.stringify([body, row, service.delivered(body['consent_id'])]);
    for (const value of Object.values(identity)) expect(elsewhere).not.toContain(value);
  });

  test('links an existing identity of the network, and no other', async () => {
    const querier = memberOfEach('querier', network, otherNetwork);
    const [here, elsewhere] = [randomUUID(), randomUUID()];
    const identity = consumerIdentity();
    const hashes = service.matchHashesOf('consumer', identity);
    service.entity.know(network, here, hashes);
    service.entity.know(otherNetwork, elsewhere, hashes);
    const record = (consumer_id: string, change: object = {}) =>
      service.call(
        querier,
        'POST',
        CONSUMER,
        consumerRequest(network, {
          consumer_id,
          consumer_consent_identity: { ...identity, ...change },
        }),
      );
    expect(await record(here)).toMatchObject({ status: 200, body: { consumer_id: here } });
    // The stated identity is the institution's statement about the consumer.
    expect(service.entity.calls.at(-1)?.body).toMatchObject({
      network_id: network,
      consumers: [{ consumer_id: here, last_name: identity.last_name }],
    });
    expect(await record(here, { social_security_number: '111223333' })).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR' },
    });
    expect(await record(elsewhere)).toMatchObject({
      status: 404,
      body: { error_code: 'RESOURCE_NOT_FOUND', detail: 'consumer not found' },
    });
  });

  test.each([
    [
      'prior gathering that is denied',
      { did_gather_consent_from_consumer_prior: false },
      400,
      /^consent cannot be created without prior consumer consent gathering$/,
    ],
    ['an unknown scope', { scope: 'kyb_certificate palm_reading' }, 400, /palm_reading/],
    ['an unknown field', { consented_fields: 'no_model.no_field' }, 400, /no_model\.no_field/],
    ['a blank scope', { scope: ' ' }, 422, /^body -> scope: must not be blank$/],
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 400, /expires_at/],
    [
      'an identity that entity cannot use',
      { consumer_consent_identity: consumerIdentity({ social_security_number: String(UNUSABLE) }) },
      400,
      /^social_security_number: must be usable$/,
    ],
    [
      'fields of more than 10,000 characters',
      { consented_fields: 'x'.repeat(10_001) },
      422,
      /10000/,
    ],
    [
      'a name of more than 500 characters',
      { consumer_consent_identity: consumerIdentity({ last_name: 'x'.repeat(501) }) },
      422,
      /^body -> consumer_consent_identity -> last_name: .*500 characters$/,
    ],
    ['text that cannot be stored', { scope: 'kyb\0' }, 422, /^body -> scope: must not hold null/],
  ])('is rejected for %s, and nothing is stored', async (_, change, status, detail) => {
    const before = await storedConsents();
    const request = consumerRequest(network, change);
    const answer = await service.call(member(network, 'querier'), 'POST', CONSUMER, request);
    expect(answer).toMatchObject({ status, body: { detail: expect.stringMatching(detail) } });
    expect(await storedConsents()).toEqual(before);
  });

  test.each(['furnisher', 'governor'] as const)('cannot be recorded by a %s', async (role) => {
    const request = consumerRequest(network);
    const answer = await service.call(member(network, role), 'POST', CONSUMER, request);
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
  });

  test('that product-query does not confirm is a 500, and is recorded', async () => {
    const before = await storedConsents();
    service.productQuery.failWith(503);
    try {
      const request = consumerRequest(network);
      const answer = await service.call(member(network, 'querier'), 'POST', CONSUMER, request);
      expect(answer).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
    } finally {
      service.productQuery.failWith(undefined);
    }
    expect(await storedConsents()).toHaveLength(before.length + 1);
  });

  test('is not recorded while entity is unreachable', async () => {
    const before = await storedConsents();
    service.entity.failWith(503);
    try {
      const request = consumerRequest(network);
      const answer = await service.call(member(network, 'querier'), 'POST', CONSUMER, request);
      expect(answer).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
    } finally {
      service.entity.failWith(undefined);
    }
    expect(await storedConsents()).toEqual(before);
  });
});

describe('a business consent', () => {
  test('without a network applies to every network in which the institution is a querier', async () => {
    const querier = memberOfEach('querier', otherNetwork, network);
    const { status, body } = await service.call(querier, 'POST', BUSINESS, businessRequest());
    expect(status).toBe(200);
    expect(body).toMatchObject({ network_id: null, business_id: expect.any(String) });
    expect(body).not.toHaveProperty('consumer_id');
    expect(service.entity.calls.at(-1)).toMatchObject({
      body: { network_ids: [otherNetwork, network] },
    });
    const path = `${BUSINESS}/${String(body['consent_id'])}`;
    const statusOf = async (query: string) =>
      (await service.call(querier, 'GET', `${path}${query}`)).status;
    expect(await statusOf('')).toBe(200);
    expect(await statusOf(`?network_id=${network}`)).toBe(200);
    expect(await statusOf(`?network_id=${randomUUID()}`)).toBe(404);
  });

  test('links a business of one of its networks, and no other', async () => {
    const querier = memberOfEach('querier', network, otherNetwork);
    const [mine, foreign] = [randomUUID(), randomUUID()];
    const { business_consent_identity: identity } = businessRequest();
    service.entity.know(otherNetwork, mine, service.matchHashesOf('business', identity));
    service.entity.know(randomUUID(), foreign);
    const record = (change: object) =>
      service.call(
        querier,
        'POST',
        BUSINESS,
        businessRequest({ business_consent_identity: identity, ...change }),
      );
    expect(await record({ business_id: mine })).toMatchObject({ body: { business_id: mine } });
    expect(await record({ business_id: foreign })).toMatchObject({ status: 404 });
    expect(await record({ business_id: mine, network_id: network })).toMatchObject({ status: 404 });
    const { business_consent_identity: another } = businessRequest();
    expect(await record({ business_id: mine, business_consent_identity: another })).toMatchObject({
      status: 400,
      body: { error_code: 'VALIDATION_ERROR' },
    });
  });

  test('accepts the registration identifier as a string or an integer only', async () => {
    const record = (identifier: unknown) => {
      const business_consent_identity = {
        ...businessRequest().business_consent_identity,
        business_registration_identifier_from_jurisdiction_of_formation: identifier,
      };
      const request = businessRequest({ business_consent_identity });
      return service.call(member(network, 'querier'), 'POST', BUSINESS, request);
    };
    expect(await record(1234567)).toMatchObject({ status: 200 });
    expect(await record('DE-1234')).toMatchObject({ status: 200 });
    expect(await record(true)).toMatchObject({ status: 422 });
  });

  test('is rejected without prior gathering, and for an institution that queries nowhere', async () => {
    const ungathered = businessRequest({ did_gather_consent_from_business_prior: false });
    const refused = await service.call(member(network, 'querier'), 'POST', BUSINESS, ungathered);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
    const denied = await service.call(
      member(network, 'furnisher'),
      'POST',
      BUSINESS,
      businessRequest(),
    );
    expect(denied).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
  });
});
