import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { IDENTITY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { ExplainedNetwork } from '../harness/explained-network.js';

const TYPE = 'business_entity_type';
const WEBSITE = 'business_website_url';

/** Each query can be explained to its reader, by a stable code and a sentence (decision 0075). */
export function explanationSuite(exchange: () => Exchange): void {
  describe('the explanation of a query', () => {
    let network: ExplainedNetwork;
    let registration: string;
    let businessId: string;
    beforeAll(async () => {
      network = await ExplainedNetwork.make(exchange());
      registration = `E2E${randomUUID().replaceAll('-', '').slice(0, 20)}`;
      businessId = await network.aBusiness(registration);
    }, 60_000);

    const field = (rule: object) => ({ field_selections: [rule] });
    const recordOf = async (
      reference: string,
      reader: 'querier' | 'governor',
      by: 'first' | 'second',
    ) => {
      const { records } = await network.explain(reference, reader);
      return records.find(({ furnishing_entity_id: id }) => id === network[by].entityId);
    };

    test.each([
      ['not_enabled', { is_enabled: false }, 'The policy disables the section.'],
      [
        'attestation_missing',
        { attestation_required: true },
        'The policy requires an attestation, and the furnisher had no active one.',
      ],
      ['too_old', { max_age_days: 0 }, 'The policy accepts records of at most 0 days.'],
      [
        'value_not_accepted',
        field({ field_name: TYPE, accepted_values: ['corporation'] }),
        `The policy accepts certain values of ${TYPE}, and the record has none of them that may be read.`,
      ],
    ])('tells the governor that its policy excluded a record: %s', async (code, rule, sentence) => {
      const policyId = await network.aPolicy(rule);
      const reference = await network.query({ business_id: businessId, policy_id: policyId });
      expect(await recordOf(reference, 'governor', 'first')).toMatchObject({
        code,
        explanation: sentence,
      });
      const section = await network.explain(reference, 'querier');
      expect(section.records).toEqual([]);
      expect(section.limits).toContainEqual(expect.objectContaining({ code }));
    });

    test('tells the governor of a source that its policy or the query did not name', async () => {
      const policyId = await network.aPolicy({
        selected_provenance_option_ids: [network.second.entityId],
      });
      const sourced = await network.query({ business_id: businessId, policy_id: policyId });
      expect(await recordOf(sourced, 'governor', 'first')).toMatchObject({
        code: 'source_not_accepted',
        explanation: 'The policy does not accept the section from this furnisher.',
      });
      const asked = await network.query({
        business_id: businessId,
        furnishing_entity_ids: [network.second.entityId],
      });
      expect(await recordOf(asked, 'governor', 'first')).toMatchObject({
        code: 'furnisher_not_requested',
        explanation: 'The query named other furnishers.',
      });
    });

    test('tells the governor of a record of which nothing is readable', async () => {
      const policyId = await network.aPolicy(field({ field_name: TYPE, is_enabled: false }));
      const { consent_id } = await network.aConsent(registration, {
        consented_fields: `${IDENTITY}.${TYPE}`,
      });
      const reference = await network.query({ consent_id, policy_id: policyId });
      expect(await recordOf(reference, 'governor', 'first')).toMatchObject({
        code: 'nothing_readable',
        explanation: 'Consent and policy together permit no value of the record.',
      });
    });

    test('tells the querier what a required field of a readable record lacks', async () => {
      const policyId = await network.aPolicy(field({ field_name: WEBSITE, is_required: true }));
      const reference = await network.query({ business_id: businessId, policy_id: policyId });
      expect(await network.explain(reference, 'querier')).toMatchObject({
        code: 'no_eligible_record',
        explanation: 'No record that you may read satisfies the rules listed as limits.',
      });
      expect(await recordOf(reference, 'querier', 'first')).toMatchObject({
        code: 'required_field_missing',
        field_name: WEBSITE,
        explanation: `The policy requires ${WEBSITE}, which the record does not show.`,
      });
    });

    test('tells the querier what decided between two records', async () => {
      const policyId = await network.aPolicy({
        selected_provenance_option_ids: [network.second.entityId, network.first.entityId],
      });
      const preferred = await network.query({ business_id: businessId, policy_id: policyId });
      expect(await recordOf(preferred, 'querier', 'second')).toMatchObject({
        code: 'chosen',
        explanation: 'The record was chosen.',
      });
      expect(await recordOf(preferred, 'querier', 'first')).toMatchObject({
        code: 'outranked_by_source_order',
        explanation: 'The policy prefers the furnisher of the chosen record.',
      });
      const latest = await network.query({ business_id: businessId });
      expect(await recordOf(latest, 'querier', 'second')).toMatchObject({
        code: 'outranked_by_verification_time',
        explanation: 'The chosen record was verified later.',
      });
      const all = 'update kyb_section set performed_at = now() where business_id = $1';
      await exchange().sql('product-query', all, [businessId]);
      expect(
        await recordOf(await network.query({ business_id: businessId }), 'querier', 'first'),
      ).toMatchObject({
        code: 'outranked_by_furnishing_time',
        explanation: 'The chosen record was furnished later.',
      });
      const together = 'update kyb_section set furnished_at = now() where business_id = $1';
      await exchange().sql('product-query', together, [businessId]);
      expect(
        await recordOf(await network.query({ business_id: businessId }), 'querier', 'second'),
      ).toMatchObject({
        code: 'outranked_by_record_id',
        explanation: 'Source order and times are equal; the lower record id was chosen.',
      });
    });

    test('tells the querier which fields consent and grants cover, and no reader of the records behind them', async () => {
      const { consent_id } = await network.aConsent(registration, {
        consented_fields: 'business_risk_compliance_assessment.*',
      });
      const unconsented = await network.query({ consent_id });
      expect(await network.explain(unconsented, 'querier')).toMatchObject({
        code: 'consent_scope',
        explanation: 'The consent does not cover it.',
      });
      expect((await network.explain(unconsented, 'governor')).records).toEqual([]);

      const granting = await network.aConsent(registration);
      const [grant] = granting['field_access_grants'] as [{ grant_id: string }];
      const path = `/v1/consent/business/${String(granting['consent_id'])}/grants/${grant.grant_id}`;
      expect(await network.querier.client.delete(path)).toMatchObject({ status: 200 });
      const ungranted = await network.query({ consent_id: granting['consent_id'] });
      expect(await network.explain(ungranted, 'querier')).toMatchObject({
        code: 'grant',
        explanation: 'No grant in force covers it.',
      });
      expect((await network.explain(ungranted, 'governor')).records).toEqual([]);
    });

    test('tells for each field of an issued section whether it was issued', async () => {
      const reference = await network.query({ business_id: businessId });
      const { fields } = await network.explain(reference, 'querier');
      expect(fields).toContainEqual({
        field_name: TYPE,
        code: 'issued',
        explanation: 'It was issued.',
      });
      expect(fields).toContainEqual({
        field_name: WEBSITE,
        code: 'not_stated',
        explanation: 'The furnisher of the chosen record did not state it.',
      });
    });

    test('is not found by an institution that neither asked nor governs', async () => {
      const reference = await network.query({ business_id: businessId });
      for (const path of ['', '/explanation']) {
        expect(
          await network.first.client.get(`/v1/query-events/${reference}${path}`),
        ).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
      }
    });
  });
}
