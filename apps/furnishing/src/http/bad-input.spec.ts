import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { kybCertificate, TEMPLATES } from '@ndx/catalog';
import { ERROR_STATUS } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import fc from 'fast-check';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { anIdentity, anIdentitySection, aRecord } from '../testing/kyb-records.js';
import { aBusiness, aConsumer } from '../testing/template-requests.js';

const LIABILITIES = 'total_consumer_liabilities';
const ASSETS = 'total_consumer_assets';
const BUSINESS = 'business_identity_verification';
const DEBT = 'aggregated_credit_accounts_outstanding_medical_debt';
const UNSTORABLE = 'must not hold null characters or unpaired surrogates';

const pathOf = (slug: string) => `/api/templates/${slug}/furnish`;
const furnisher = member(randomUUID(), 'furnisher');

const service = useFurnishingService();
beforeEach(() => {
  service.entity.forget();
});

/** Expects a rejection of the malformed request, with nothing stored or sent. */
async function expectRefusal(path: string, body: unknown, detail: string): Promise<void> {
  const answer = await service.furnish(furnisher, path, body);
  expect(answer).toEqual({ status: 422, body: { detail } });
  expect(service.entity.calls).toEqual([]);
  expect(await service.stored(furnisher)).toEqual([]);
}

describe('a consumer template is rejected, and nothing is stored,', () => {
  test.each([
    [
      'a day that does not exist',
      { date_of_birth: '2023-02-30' },
      'date_of_birth',
      'must be an ISO 8601 date-time or date that is not in the future',
    ],
    [
      'a number as a string',
      { social_security_number: '078051120' },
      'social_security_number',
      'must be an integer that is a social security number that can have been issued',
    ],
    [
      'a day of birth that has not come',
      { date_of_birth: '2999-01-01' },
      'date_of_birth',
      'must be an ISO 8601 date-time or date that is not in the future',
    ],
    [
      'a social security number that is never issued',
      { social_security_number: 666_000_000 },
      'social_security_number',
      'must be an integer that is a social security number that can have been issued',
    ],
    [
      'a debt below zero',
      { [DEBT]: -0.01 },
      DEBT,
      'must be a number from 0 and below 10^13 with at most 6 decimals and 15 digits',
    ],
    [
      'an amount as a string',
      { [DEBT]: '12.50' },
      DEBT,
      'must be a number from 0 and below 10^13 with at most 6 decimals and 15 digits',
    ],
    [
      'an amount of seven decimals',
      { [DEBT]: 0.0000005 },
      DEBT,
      'must be a number from 0 and below 10^13 with at most 6 decimals and 15 digits',
    ],
    ['null for what is required', { first_name: null }, 'first_name', 'must not be null'],
    ['null for what may only be left out', { [DEBT]: null }, DEBT, 'must not be null'],
    ['nothing for what is required', { last_name: undefined }, 'last_name', 'is required'],
    ['white space for what is required', { last_name: ' \t' }, 'last_name', 'must not be empty'],
    ['an unknown field', { shoe_size: 43 }, 'shoe_size', 'is not a known field'],
    ['a null character', { first_name: 'A\u0000da' }, 'first_name', UNSTORABLE],
    ['half of a surrogate pair', { first_name: 'Ada\ud83d' }, 'first_name', UNSTORABLE],
    ['an array for a string', { first_name: ['Ada'] }, 'first_name', 'must be a string'],
    ['an object for a string', { first_name: { first: 'Ada' } }, 'first_name', 'must be a string'],
    [
      'a text that is too long',
      { first_name: 'a'.repeat(501) },
      'first_name',
      'must be at most 500 characters',
    ],
  ])('with %s', async (_, change, field, message) => {
    await expectRefusal(pathOf(LIABILITIES), aConsumer(change), `body -> ${field}: ${message}`);
  });

  test.each([
    ['more uploads than a thousand', Array.from({ length: 1001 }, () => 'page')],
    ['an upload that is no text', ['page', 2]],
  ])('with %s', async (_, asset_account_statement_upload) => {
    const detail = 'asset_account_statement_upload: must be an array of at most 1000 strings';
    const request = aConsumer({ asset_account_statement_upload });
    await expectRefusal(pathOf(ASSETS), request, `body -> ${detail}`);
  });

  test('for its first fault only', async () => {
    const request = aConsumer({ first_name: 1, last_name: 2, shoe_size: 43 });
    const { body } = await service.furnish(furnisher, pathOf(LIABILITIES), request);
    expect(String(body['detail']).match(/body -> /g)).toHaveLength(1);
  });

  test.each([[[]], ['text'], [7], [true], [null]])('when its body is %j', async (body) => {
    const answer = await service.furnish(furnisher, pathOf(LIABILITIES), body);
    expect(answer.status).toBe(422);
    expect(await service.stored(furnisher)).toEqual([]);
  });
});

describe('a business template is rejected, and nothing is stored,', () => {
  const TIMESTAMP = 'business_identity_verification_timestamp';
  test.each([
    [
      'a moment that does not exist',
      { [TIMESTAMP]: '2023-02-30T00:00:00Z' },
      TIMESTAMP,
      'must be an ISO 8601 date-time',
    ],
    [
      'a day for a moment',
      { [TIMESTAMP]: '2023-02-28' },
      TIMESTAMP,
      'must be an ISO 8601 date-time',
    ],
    [
      'a postal code as a string',
      { business_registered_address_zip: '19901' },
      'business_registered_address_zip',
      'must be an integer that is a postal code',
    ],
    [
      'no id of the furnisher',
      { network_furnisher_id: 'first-bank' },
      'network_furnisher_id',
      'must be a UUID',
    ],
  ])('with %s', async (_, change, field, message) => {
    const request = aBusiness(furnisher.entity_id, change);
    await expectRefusal(pathOf(BUSINESS), request, `body -> ${field}: ${message}`);
  });
});

describe('only the invalid KYB record is rejected, and not stored,', () => {
  const AT = 'body -> records -> 0 ->';
  const SECTION = 'business_identity_verification';
  const network = randomUUID();
  const principal = member(network, 'furnisher');

  test.each([
    [
      'a moment that does not exist',
      { [SECTION]: anIdentitySection({}, '2023-02-30T00:00:00Z') },
      `${SECTION} -> assertions -> business_identity_verification_performed_timestamp: must be an ISO 8601 date-time`,
    ],
    [
      'null for when it was verified',
      { [SECTION]: anIdentitySection({}, null) },
      `${SECTION} -> assertions -> business_identity_verification_performed_timestamp: must not be null`,
    ],
    [
      'a day that does not exist',
      { business_identity: { ...anIdentity(), business_date_of_incorporation: '2023-02-30' } },
      'business_identity -> business_date_of_incorporation: must be a date (YYYY-MM-DD)',
    ],
    [
      'a null character',
      { [SECTION]: anIdentitySection({ business_dba_name: '\u0000' }) },
      `${SECTION} -> data -> business_dba_name: ${UNSTORABLE}`,
    ],
    [
      'half of a surrogate pair in an address',
      { [SECTION]: anIdentitySection({ business_registered_address: { city: '\udc00' } }) },
      `${SECTION} -> data -> business_registered_address -> city: ${UNSTORABLE}`,
    ],
    [
      'an array for a section',
      { [SECTION]: [anIdentitySection()] },
      `${SECTION}: must be an object`,
    ],
    [
      'more sources than a thousand',
      {
        [SECTION]: anIdentitySection({
          business_identity_verification_sources: Array<string>(1001).fill('registry'),
        }),
      },
      `${SECTION} -> data -> business_identity_verification_sources: must be an array of at most 1000 strings`,
    ],
    ['no id', { business_identity: null, business_id: 'x' }, 'business_id: must be a UUID'],
  ])('with %s', async (_, change, detail) => {
    const body = { network_id: network, records: [aRecord(change)] };
    const answer = await service.furnish(principal, kybCertificate.furnishPath, body);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: false,
        results: [{ accepted: false, errors: [{ detail: `${AT} ${detail}` }] }],
      },
    });
    expect(service.entity.calls).toEqual([]);
    const kept = await service.stored(principal);
    expect(kept.filter((row) => row['record_id'] !== null)).toEqual([]);
  });
});

describe('arbitrary input', () => {
  const network = randomUUID();
  const sender = member(network, 'furnisher');
  const requests = [
    { path: kybCertificate.furnishPath, valid: { network_id: network, records: [aRecord()] } },
    ...TEMPLATES.flatMap(({ subject, furnish }) =>
      furnish
        ? [
            {
              path: furnish.path,
              valid: subject === 'business' ? aBusiness(sender.entity_id) : aConsumer(),
            },
          ]
        : [],
    ),
  ];
  const anything = fc.jsonValue({ noUnicodeString: false });
  const sent = fc.constantFrom(...requests).chain(({ path, valid }) =>
    fc.record({
      path: fc.constant(path),
      body: fc.oneof(
        anything,
        fc.tuple(fc.constantFrom(...Object.keys(valid)), anything).map(([name, value]) => ({
          ...valid,
          [name]: value,
        })),
        fc.array(anything, { maxLength: 3 }).map((records) => ({ ...valid, records })),
      ),
    }),
  );

  test('gets an error of the contract, never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(sent, async ({ path, body }) => {
        const answer = await service.furnish(sender, path, body);
        expect([200, 400, 403, 422]).toContain(answer.status);
        if (answer.status === 422) {
          expect(answer.body).toEqual({ detail: expect.stringMatching(/^body( -> .*)?: .+/s) });
        } else if (answer.status !== 200) {
          expect(ERROR_STATUS).toHaveProperty(String(answer.body['error_code']), answer.status);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is rejected at any depth of nesting', async () => {
    let nested: unknown = 'core';
    for (let depth = 0; depth < 4000; depth += 1) nested = [nested];
    for (const { path, valid } of requests) {
      const [name = ''] = Object.keys(valid);
      for (const body of [
        { ...valid, [name]: nested },
        { ...valid, records: [nested] },
      ]) {
        const answer = await service.furnish(sender, path, body);
        expect({ path, status: answer.status }).toEqual({ path, status: 422 });
      }
    }
  });
});
