import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { kybCertificate, templateBySlug } from '@ndx/catalog';
import {
  AttestationCreated,
  AttestationRevoked,
  FurnishingPolicySaved,
  type Principal,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import fc from 'fast-check';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { governedFurnisher } from '../testing/governed-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';
import { aBusiness } from '../testing/template-requests.js';

const SECTION = 'business_identity_verification';
const TEMPLATE_ID = templateBySlug(SECTION)?.id ?? '';
const WEBSITE = { business_website_url: 'https://example.com' };
const NEEDS_WEBSITE = { required_fields: [`${SECTION}.business_website_url`] };
const NO_WEBSITE = {
  code: 'required_field_missing',
  path: `${SECTION}.data.business_website_url`,
};
const TOO_OLD = {
  code: 'too_old',
  path: `${SECTION}.assertions.${SECTION}_performed_timestamp`,
};

interface Fault {
  readonly code: string;
  readonly path: string;
}

interface Result {
  readonly accepted: boolean;
  readonly record_id: string;
  readonly errors: readonly Fault[];
}

interface Page {
  readonly to: string;
  readonly examined_until: string;
  readonly examined_records: number;
  readonly refused_records: number;
  readonly refusals: readonly (Fault & { readonly count: number })[];
  readonly next_cursor: string | null;
}

const service = useFurnishingService({ ENVIRONMENT: 'sandbox' });

const verified = (days: number, data: object = {}) =>
  aRecord({ [SECTION]: anIdentitySection(data, daysAgo(days)) });

/** A network with a furnisher, and a policy that has not started. */
async function aNetwork(terms: object = {}) {
  const furnisher = governedFurnisher(service);
  const { networkId: network_id } = furnisher;
  const policy = furnisher.policy({ active_on: null, ...terms });
  await service.deliver(FurnishingPolicySaved, policy);
  const send = (
    body: object,
    who: Principal = member(network_id, 'governor'),
    id: string = policy.policy_id,
  ) =>
    service.call<Page>(who, 'POST', `/v1/networks/policies/furnishing/${id}/simulation`, {
      from: daysAgo(1),
      ...body,
    });
  return {
    ...furnisher,
    policyId: policy.policy_id,
    send,
    furnish: async (records: readonly object[], who = furnisher.principal, query = '') => {
      const path = `${kybCertificate.furnishPath}${query}`;
      const { body } = await service.furnish(who, path, { network_id, records });
      return body['results'] as readonly Result[];
    },
    simulated: async (policy_metadata: object, more: object = {}) => {
      const { status, body } = await send({ policy_metadata, ...more });
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    },
  };
}

describe('a simulation of a furnishing policy', () => {
  test('counts the records that its rules accept and refuse, by reason and furnisher', async () => {
    const { networkId, policyId, principal, furnish, simulated } = await aNetwork();
    const other = member(networkId, 'furnisher');
    await furnish([verified(1, WEBSITE), verified(1), verified(40)]);
    await furnish([verified(40, WEBSITE)], other);
    expect(await simulated({ ...NEEDS_WEBSITE, max_age_days: 30 })).toEqual({
      policy_id: policyId,
      network_id: networkId,
      product_id: kybCertificate.id,
      from: expect.any(String),
      to: expect.any(String),
      examined_until: expect.any(String),
      examined_records: 4,
      accepted_records: 1,
      refused_records: 3,
      refusals: [
        { ...NO_WEBSITE, count: 2 },
        { ...TOO_OLD, count: 2 },
      ],
      furnishers: [
        { furnishing_entity_id: principal.entity_id, examined_records: 3, refused_records: 2 },
        { furnishing_entity_id: other.entity_id, examined_records: 1, refused_records: 1 },
      ].toSorted((a, b) => (a.furnishing_entity_id < b.furnishing_entity_id ? -1 : 1)),
      next_cursor: expect.any(String),
    });
  });

  test('decides each record as furnishing does under the same rules', async () => {
    const record = fc
      .record({
        business_website_url: fc.constantFrom('https://example.com', ' ', undefined),
        days: fc.constantFrom(1, 29, 31),
      })
      .map(({ days, ...data }) => verified(days, data));
    const records = fc.array(record, { minLength: 1, maxLength: 6 });
    const rules = fc.record({
      required_fields: fc.constantFrom<string[]>([], NEEDS_WEBSITE.required_fields),
      attestation_required: fc.boolean(),
      max_age_days: fc.constantFrom(null, 30),
    });
    const listed = (faults: readonly Fault[]) =>
      faults.map(({ code, path }) => `${code} ${path}`).sort();
    await fc.assert(
      fc.asyncProperty(records, rules, fc.boolean(), async (sent, terms, isAttested) => {
        const { furnish, simulated, savePolicy, attest, principal } = await aNetwork();
        if (isAttested) await attest();
        await furnish(sent);
        const { refusals, ...counts } = await simulated(terms);
        await savePolicy(terms);
        const results = await furnish(sent, principal, '?dry_run=true');
        expect(counts).toMatchObject({
          examined_records: sent.length,
          refused_records: results.filter(({ accepted }) => !accepted).length,
        });
        const counted = refusals.flatMap(({ count, ...fault }) =>
          Array.from({ length: count }, () => fault),
        );
        expect(listed(counted)).toEqual(listed(results.flatMap(({ errors }) => errors)));
      }),
      { numRuns: 40 },
    );
  });

  test('without rules decides by those of the policy', async () => {
    const { furnish, send } = await aNetwork({ max_age_days: 30 });
    await furnish([verified(1), verified(40)]);
    expect(await send({})).toMatchObject({
      status: 200,
      body: { accepted_records: 1, refusals: [{ ...TOO_OLD, count: 1 }] },
    });
  });

  test('examines every record once, at most a thousand in a request', async () => {
    const { furnish, simulated } = await aNetwork();
    const hundred = Array.from({ length: 100 }, () => verified(1));
    for (let sent = 0; sent < 11; sent += 1) await furnish(hundred);
    const first = await simulated(NEEDS_WEBSITE);
    const { to } = first;
    const next = ({ next_cursor: cursor }: Page) => simulated(NEEDS_WEBSITE, { to, cursor });
    const second = await next(first);
    const third = await next(second);
    expect([first, second, third]).toMatchObject([
      { examined_records: 1_000, refused_records: 1_000, next_cursor: expect.any(String) },
      { examined_records: 100, refused_records: 100, next_cursor: expect.any(String) },
      { examined_records: 0, refusals: [], furnishers: [], examined_until: to, next_cursor: null },
    ]);
    expect(first.examined_until < second.examined_until).toBe(true);
  });

  test('examines the records of its period, including withdrawn ones', async () => {
    const { principal, furnish, simulated } = await aNetwork();
    await furnish([verified(1)]);
    const from = new Date().toISOString();
    const [ended] = await furnish([verified(40)]);
    const path = `/v1/records/${String(ended?.record_id)}/withdraw`;
    const withdrawn = await service.call(principal, 'POST', path, { reason: 'outdated' });
    expect(withdrawn.status).toBe(200);
    const recent = { max_age_days: 30 };
    expect(await simulated(recent, { from })).toMatchObject({
      examined_records: 1,
      refused_records: 1,
    });
    expect(await simulated(recent, { to: from })).toMatchObject({
      examined_records: 1,
      refused_records: 0,
    });
  });

  test('decides by the attestations at the time of each submission', async () => {
    const { furnish, simulated, attestation } = await aNetwork();
    await furnish([verified(1)]);
    const current = attestation({ created_at: daysAgo(0) });
    await service.deliver(AttestationCreated, current);
    await furnish([verified(1), verified(1)]);
    const revoked = { ...current, revoked_at: daysAgo(0), revision: 2 };
    await service.deliver(AttestationRevoked, revoked);
    await furnish([verified(1)]);
    expect(await simulated({ attestation_required: true })).toMatchObject({
      accepted_records: 2,
      refusals: [{ code: 'attestation_missing', path: '', count: 2 }],
    });
  });

  test('decides by the clock that the furnisher of a sandbox had', async () => {
    const { principal, furnish, simulated } = await aNetwork();
    await furnish([verified(15)]);
    await furnish([verified(15)], { ...principal, clock_offset_seconds: 20 * 86_400 });
    expect(await simulated({ max_age_days: 30 })).toMatchObject({
      accepted_records: 1,
      refusals: [{ ...TOO_OLD, count: 1 }],
    });
  });

  test('examines the records of a template, and records of a template that feed the product', async () => {
    const { networkId, principal, policy, furnish, simulated, send } = await aNetwork();
    const ofTemplate = policy({ product_id: TEMPLATE_ID, active_on: null });
    await service.deliver(FurnishingPolicySaved, ofTemplate);
    const time = `${SECTION}_timestamp`;
    const request = aBusiness(principal.entity_id, { [time]: daysAgo(40) });
    await service.furnish(principal, `/api/templates/${SECTION}/furnish`, request);
    await furnish([verified(1)]);
    const recent = { max_age_days: 30 };
    expect(await simulated(recent)).toMatchObject({
      examined_records: 2,
      refusals: [{ ...TOO_OLD, count: 1 }],
    });
    const governor = member(networkId, 'governor');
    const { body } = await send({ policy_metadata: recent }, governor, ofTemplate.policy_id);
    expect(body).toMatchObject({
      examined_records: 1,
      refusals: [{ code: 'too_old', path: time, count: 1 }],
    });
  });

  test('is for governors of the network; for others the policy does not exist', async () => {
    const { networkId, send } = await aNetwork();
    expect(await send({}, member(networkId, 'furnisher', 'querier'))).toMatchObject({
      status: 403,
      body: { reason: 'role_missing' },
    });
    const unknown = await send({}, member(networkId, 'governor'), randomUUID());
    const elsewhere = await send({}, member(randomUUID(), 'governor'));
    for (const answer of [unknown, elsewhere]) {
      expect(answer).toMatchObject({ status: 404, body: { reason: 'policy_not_found' } });
    }
  });

  test.each([
    [{ policy_metadata: { required_fields: [`${SECTION}.shoe_size`] } }, 400, 'unknown_field'],
    [{ policy_metadata: { max_age_days: -1 } }, 400, 'invalid_policy'],
    [{ policy_metadata: { shoe_size: 43 } }, 422, undefined],
    [{ from: 'yesterday' }, 422, undefined],
    [{ from: daysAgo(-1) }, 400, 'invalid_window'],
    [{ to: daysAgo(2) }, 400, 'invalid_window'],
    [{ cursor: 'MDE5Mg' }, 400, 'invalid_cursor'],
  ])('with %j is rejected', async (body, status, reason) => {
    const { send } = await aNetwork();
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(reason === undefined ? {} : { reason });
  });
});
