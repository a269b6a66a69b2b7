import { randomUUID } from 'node:crypto';
import { member, memberOfEach, routesOf, sendAnyInput } from '@ndx/service/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { ConsentModule } from '../consent.module.js';
import {
  BUSINESS,
  businessRequest,
  CONSUMER,
  consumerIdentity,
  consumerRequest,
} from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';

const network = randomUUID();
const querier = memberOfEach('querier', network, randomUUID());
const consumer = { id: randomUUID(), identity: consumerIdentity() };
const business = { id: randomUUID(), identity: businessRequest().business_consent_identity };

const service = useConsentService();
/** Characters with a meaning in a path or a query string. */
let known: Record<string, string[]>;
beforeAll(async () => {
  const { entity, matchHashesOf } = service;
  entity.know(network, consumer.id, matchHashesOf('consumer', consumer.identity));
  entity.know(network, business.id, matchHashesOf('business', business.identity));
  const record = async (path: string, request: object) =>
    (await service.call(querier, 'POST', path, request)).body;
  const consents = [
    await record(CONSUMER, consumerRequest(network)),
    await record(BUSINESS, businessRequest()),
  ];
  known = {
    consent_id: [...consents.map((body) => String(body['consent_id'])), randomUUID()],
    grant_id: [...consents.flatMap(grantIds), randomUUID()],
    network_id: [network, network.toUpperCase(), randomUUID()],
    cursor: ['0', '2147483648', 'x'].map((text) => Buffer.from(text).toString('base64url')),
    limit: ['1', '100', '0', '101'],
  };
});

function grantIds(body: Record<string, unknown>): string[] {
  const grants = body['field_access_grants'] as readonly { readonly grant_id: string }[];
  return grants.map(({ grant_id: id }) => id);
}

const GRANT = {
  furnishing_entity_id: '*',
  field_definitions: ['*'],
  effective_from: '2025-01-01T00:00:00Z',
  effective_to: '2999-01-01T00:00:00Z',
};

/** A valid body for each route that has one. */
const bodies = (): Readonly<Record<string, object>> => ({
  [`POST ${CONSUMER}`]: consumerRequest(network, {
    scope: 'kyb_certificate',
    consented_fields: '*',
    expires_at: '2999-01-01T00:00:00Z',
    consumer_id: consumer.id,
    consumer_consent_identity: consumer.identity,
  }),
  [`POST ${BUSINESS}`]: businessRequest({
    network_id: network,
    business_id: business.id,
    business_consent_identity: business.identity,
  }),
  ...Object.fromEntries<object>(
    [CONSUMER, BUSINESS].flatMap((path): [string, object][] => [
      [`PUT ${path}/:consent_id`, { scope: '*', network_id: network }],
      [`POST ${path}/:consent_id/grants`, GRANT],
    ]),
  ),
});

describe('arbitrary input', () => {
  test.each(routesOf(ConsentModule))('to %s gets a response of the contract', async (route) => {
    const callers = [querier, querier, member(network, 'furnisher')];
    await sendAnyInput(service, route, { callers, known, valid: bodies()[route] });
  });

  test('leaves every consent with a complete history', async () => {
    const rows = await service.sql(
      `select c.id, c.revision, count(h.*)::int as entries
       from consent c left join consent_history h on h.consent_id = c.id group by c.id`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows.filter(({ revision, entries }) => revision !== entries)).toEqual([]);
  });
});
