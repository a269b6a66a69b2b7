import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { RecordFurnished, type Principal } from '@ndx/contracts';
import { BUSINESS_REGISTRATION, member, UNUSABLE } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { governedFurnisher } from '../testing/governed-furnisher.js';
import { anIdentity, anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';
import { aBusiness, aConsumer } from '../testing/template-requests.js';

const KYB = '/v1/products/kyb_certificate/furnish';
const SECTION = 'business_identity_verification';
const KNOWN = randomUUID();
const dry = (path: string) => `${path}?dry_run=true`;

interface Result {
  readonly accepted: boolean;
  readonly errors: readonly object[];
}

/** A record with a chosen name of its subject and chosen contents, some of which are faulty. */
const record = fc
  .record({
    subject: fc.constantFrom(
      { business_identity: anIdentity('C-1') },
      { business_identity: anIdentity(UNUSABLE) },
      { business_identity: 'no object' },
      { business_id: KNOWN },
      { business_id: randomUUID() },
      { business_id: KNOWN, business_identity: anIdentity('C-2') },
      {},
    ),
    website: fc.constantFrom('https://example.com', ' ', 7, undefined),
    performedAt: fc.constantFrom(daysAgo(1), daysAgo(40), daysAgo(-1), 'yesterday'),
    more: fc.constantFrom({}, {}, { no_such_section: {} }, { corrects_record_id: KNOWN }),
  })
  .map(({ subject, website, performedAt, more }) => ({
    ...subject,
    [SECTION]: anIdentitySection({ business_website_url: website }, performedAt),
    ...more,
  }));

const records = fc.array(fc.oneof({ weight: 9, arbitrary: record }, fc.constant('no record')), {
  minLength: 1,
  maxLength: 8,
});

const terms = fc.record({
  required_fields: fc.constantFrom<string[]>([], [`${SECTION}.business_website_url`]),
  attestation_required: fc.boolean(),
  max_age_days: fc.constantFrom(null, 30),
});

/** A template's request, in which entity, the policy or the shape may reject a member. */
const template = fc.constantFrom<object>(
  {},
  { [BUSINESS_REGISTRATION]: UNUSABLE },
  { [BUSINESS_REGISTRATION]: 'no number' },
  { network_furnisher_id: randomUUID() },
  { business_identity_verification_timestamp: daysAgo(40) },
  { business_identity_verification_timestamp: daysAgo(-1) },
  { no_such_field: 1 },
  { corrects_record_id: KNOWN },
);

const service = useFurnishingService();

/** Expects that nothing of the furnisher is stored or published, and entity resolved no subject. */
async function expectNoEffect(principal: Principal): Promise<void> {
  expect(await service.stored(principal)).toEqual([]);
  const paths = service.entity.calls.map(({ path }) => path);
  expect(paths.filter((path) => /\/(resolve|relate)$/.test(path))).toEqual([]);
}

describe('a dry run', () => {
  test('of any records under any policy has the verdicts of the real request, and no effect', async () => {
    await fc.assert(
      fc.asyncProperty(records, terms, fc.boolean(), async (sent, policy, isAttested) => {
        const { networkId: network_id, principal, savePolicy, attest } = governedFurnisher(service);
        service.entity.know(network_id, KNOWN);
        await savePolicy(policy);
        if (isAttested) await attest();
        const request = { network_id, records: sent };

        service.entity.forget();
        const checked = await service.furnish(principal, dry(KYB), request);
        await expectNoEffect(principal);
        const real = await service.furnish(principal, KYB, request);

        expect(checked).toEqual({
          status: 200,
          body: {
            ...real.body,
            submission_id: null,
            results: (real.body['results'] as Result[]).map((result) => ({
              ...result,
              business_id: null,
              record_id: null,
            })),
          },
        });
      }),
      { numRuns: 60 },
    );
  });

  test('of a template has the response of the real request, and no effect', async () => {
    const path = `/api/templates/${SECTION}/furnish`;
    await fc.assert(
      fc.asyncProperty(template, terms, async (change, policy) => {
        const { principal, savePolicy } = governedFurnisher(service);
        await savePolicy(policy);
        const request = aBusiness(principal.entity_id, change);

        service.entity.forget();
        const checked = await service.furnish(principal, dry(path), request);
        await expectNoEffect(principal);
        const real = await service.furnish(principal, path, request);

        const withoutId = ({ status, body }: typeof real) => ({
          status,
          body: { ...body, request_id: undefined },
        });
        expect(withoutId(checked)).toEqual(withoutId(real));
      }),
      { numRuns: 40 },
    );
  });

  test('publishes no event: the first event is from the real request', async () => {
    const { networkId: network_id, principal } = governedFurnisher(service);
    const request = { network_id, records: [aRecord()] };
    await service.furnish(principal, dry(KYB), request);
    const { body } = await service.furnish(principal, KYB, request);
    const [result] = body['results'] as { readonly record_id: string }[];
    const events = await service.eventsOf(principal, 1);
    expect(events.map(({ record_id }) => record_id)).toEqual([result?.record_id]);
    await eventually(() =>
      expect(
        service
          .published(RecordFurnished)
          .filter(({ furnishing_entity_id }) => furnishing_entity_id === principal.entity_id),
      ).toHaveLength(1),
    );
  });

  test('uses up no idempotency key', async () => {
    const { networkId: network_id, principal } = governedFurnisher(service);
    const request = { network_id, records: [aRecord()] };
    const headers = { 'idempotency-key': randomUUID() };
    await service.furnish(principal, dry(KYB), request, headers);
    const other = { network_id, records: [aRecord(), aRecord()] };
    expect(await service.furnish(principal, KYB, other, headers)).toMatchObject({ status: 200 });
    expect(await service.furnish(principal, dry(KYB), request, headers)).toMatchObject({
      body: { submission_id: null },
    });
  });

  test('rejects a malformed idempotency key as the real request does', async () => {
    const { networkId: network_id, principal } = governedFurnisher(service);
    const request = { network_id, records: [aRecord()] };
    const headers = { 'idempotency-key': 'two words' };
    for (const path of [dry(KYB), KYB]) {
      expect(await service.furnish(principal, path, request, headers)).toMatchObject({
        status: 400,
        body: { error_code: 'VALIDATION_ERROR' },
      });
    }
  });

  test('needs the role and the network of the real request', async () => {
    const network_id = randomUUID();
    const querier = member(network_id, 'querier');
    const answers = await Promise.all([
      service.furnish(querier, dry(KYB), { network_id, records: [aRecord()] }),
      service.furnish(
        querier,
        dry('/api/templates/cashflow_snapshots_trends/furnish'),
        aConsumer(),
        {
          'x-network-id': network_id,
        },
      ),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    }
  });
});

test('a rejected record has a code and its path in the record, beside the detail', async () => {
  const { networkId: network_id, principal, savePolicy } = governedFurnisher(service);
  await savePolicy({ required_fields: [`${SECTION}.business_website_url`] });
  const { body } = await service.furnish(principal, KYB, { network_id, records: [aRecord()] });
  const [result] = body['results'] as Result[];
  expect(result?.errors).toEqual([
    {
      code: 'required_field_missing',
      path: `${SECTION}.data.business_website_url`,
      detail: `body -> records -> 0 -> ${SECTION} -> data -> business_website_url: is required: the network asks for it`,
    },
  ]);
});
