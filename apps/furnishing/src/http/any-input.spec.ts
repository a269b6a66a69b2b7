import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import { member, routesOf, sendAnyInput } from '@ndx/service/testing';
import { FurnishingModule } from '../furnishing.module.js';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { anIdentitySection, aRecord } from '../testing/kyb-records.js';
import { aBusiness, aConsumer } from '../testing/template-requests.js';

const service = useFurnishingService();
beforeEach(() => {
  service.entity.forget();
});

const network = randomUUID();
const furnisher = member(network, 'furnisher');

/** A valid body for each route that has one. */
const bodies: Readonly<Record<string, object>> = Object.fromEntries<object>([
  [`POST ${kybCertificate.furnishPath}`, { network_id: network, records: [aRecord()] }],
  [
    'POST /v1/networks/policies/furnishing/:policy_id/simulation',
    { policy_metadata: { max_age_days: 30 }, from: '2026-01-01T00:00:00Z', cursor: 'x' },
  ],
  ...TEMPLATES.flatMap(({ subject, furnish }): [string, object][] =>
    furnish
      ? [
          [
            `POST ${furnish.path}`,
            subject === 'business' ? aBusiness(furnisher.entity_id) : aConsumer(),
          ],
        ]
      : [],
  ),
]);

test.each([
  ['first_name', { first_name: 'A\u0000da' }],
  ['shoe_size', { shoe_size: 43 }],
])(
  'a template with a fault of %s is rejected; nothing is stored or sent',
  async (field, change) => {
    const path = '/api/templates/total_consumer_liabilities/furnish';
    const answer = await service.furnish(furnisher, path, aConsumer(change));
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`body -> ${field}: `) },
    });
    expect(service.entity.calls).toEqual([]);
    expect(await service.stored(furnisher)).toEqual([]);
  },
);

test.each([
  ['null for the verification time', anIdentitySection({}, null)],
  ['a null character', anIdentitySection({ business_dba_name: '\u0000' })],
])('a KYB record with %s is rejected; no record is stored or sent', async (_, section) => {
  const principal = member(network, 'furnisher');
  const body = {
    network_id: network,
    records: [aRecord({ business_identity_verification: section })],
  };
  const answer = await service.furnish(principal, kybCertificate.furnishPath, body);
  expect(answer).toMatchObject({ status: 200, body: { results: [{ accepted: false }] } });
  expect(service.entity.calls).toEqual([]);
  expect(await service.stored(principal)).toMatchObject([{ record_id: null }]);
});

describe('arbitrary input', () => {
  test.each(routesOf(FurnishingModule))('to %s gets a response of the contract', async (route) => {
    const known = { product: ['kyb_certificate'], submission_id: [randomUUID()] };
    await sendAnyInput(service, route, { callers: [furnisher], known, valid: bodies[route] });
  });
});
