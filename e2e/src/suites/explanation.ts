import { randomUUID } from 'node:crypto';
import type { ExplanationCode } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { IDENTITY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { CheckedCodes } from '../harness/checked-codes.js';
import { ExplainedNetwork, explanationFor, withoutDecision } from '../harness/explained-network.js';

const TYPE = 'business_entity_type';
const WEBSITE = 'business_website_url';
const JURISDICTION = 'business_jurisdiction_of_formation';
const RISK = 'business_risk_compliance_assessment';

/** Only bundles have closed data sets, and only templates have computed fields. */
const OF_TEMPLATES: readonly ExplanationCode[] = ['dataset_closed', 'not_determined'];

/** Each query can be explained to its reader, by a stable code and a sentence (decision 0075). */
export function explanationSuite(exchange: () => Exchange): void {
  describe('the explanation of a query', () => {
    const codes = new CheckedCodes();
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

    test.each<readonly [ExplanationCode, object, string]>([
      ['not_enabled', { is_enabled: false }, 'The policy disables the section.'],
      [
        'attestation_missing',
        { attestation_required: true },
        'The policy requires an attestation, and the furnisher had no active one.',
      ],
      [
        'too_old',
        { max_age_days: 0 },
        'The policy accepts records of at most 0 days, and the record was older.',
      ],
      [
        'value_not_accepted',
        field({ field_name: TYPE, accepted_values: ['corporation'] }),
        `The policy accepts certain values of ${TYPE}, and the record has none of them that may be read.`,
      ],
    ])('tells the governor that its policy excluded a record: %s', async (code, rule, sentence) => {
      const policyId = await network.aPolicy(rule);
      const reference = await network.query({ business_id: businessId, policy_id: policyId });
      codes.check(await recordOf(reference, 'governor', 'first'), code, sentence);
      const section = await network.explain(reference, 'querier');
      expect(section.records).toEqual([]);
      expect(section.limits).toContainEqual(expect.objectContaining({ code }));
    });

    test('tells the governor of a source that its policy or the query did not name', async () => {
      const policyId = await network.aPolicy({
        selected_provenance_option_ids: [network.second.entityId],
      });
      const sourced = await network.query({ business_id: businessId, policy_id: policyId });
      codes.check(
        await recordOf(sourced, 'governor', 'first'),
        'source_not_accepted',
        'The policy does not accept the section from this furnisher.',
      );
      const asked = await network.query({
        business_id: businessId,
        furnishing_entity_ids: [network.second.entityId],
      });
      codes.check(
        await recordOf(asked, 'governor', 'first'),
        'furnisher_not_requested',
        'The query named other furnishers.',
      );
    });

    test('tells the governor of a record of which nothing is readable', async () => {
      const policyId = await network.aPolicy(field({ field_name: TYPE, is_enabled: false }));
      const { consent_id } = await network.aConsent(registration, {
        consented_fields: `${IDENTITY}.${TYPE}`,
      });
      const reference = await network.query({ consent_id, policy_id: policyId });
      codes.check(
        await recordOf(reference, 'governor', 'first'),
        'nothing_readable',
        'Consent and policy leave no value of the record.',
      );
    });

    test('tells the querier what a required field of a readable record lacks', async () => {
      const policyId = await network.aPolicy(field({ field_name: WEBSITE, is_required: true }));
      const reference = await network.query({ business_id: businessId, policy_id: policyId });
      codes.check(
        await network.explain(reference, 'querier'),
        'no_eligible_record',
        'No record that you may read satisfies the rules listed as limits.',
      );
      codes.check(
        await recordOf(reference, 'querier', 'first'),
        'required_field_missing',
        `The policy requires ${WEBSITE}, of which no value may be read in the record.`,
        { field_name: WEBSITE },
      );
    });

    test('tells the querier what decided between two records', async () => {
      const policyId = await network.aPolicy({
        selected_provenance_option_ids: [network.second.entityId, network.first.entityId],
      });
      const preferred = await network.query({ business_id: businessId, policy_id: policyId });
      codes.check(
        await recordOf(preferred, 'querier', 'second'),
        'chosen',
        'The record was chosen.',
      );
      codes.check(
        await recordOf(preferred, 'querier', 'first'),
        'outranked_by_source_order',
        'The furnisher of the chosen record comes first in the order of sources of the policy.',
      );
      const latest = await network.query({ business_id: businessId });
      codes.check(
        await recordOf(latest, 'querier', 'second'),
        'outranked_by_verification_time',
        'The chosen record was verified later; the time of furnishing counts where no verification time may be read.',
      );
      const yesterday = new Date(Date.now() - 86_400_000).toISOString();
      const atOnce = await network.aBusiness(`${registration}2`, yesterday);
      codes.check(
        await recordOf(await network.query({ business_id: atOnce }), 'querier', 'first'),
        'outranked_by_furnishing_time',
        'The chosen record was furnished later.',
      );
      // A replay reads the records in furnishing, so both have the same time.
      const together = await network.aBusiness(`${registration}3`, yesterday);
      const copied = 'update kyb_section set furnished_at = $2 where business_id = $1';
      const at = new Date().toISOString();
      await exchange().sql('product-query', copied, [together, at]);
      const stored = `update submission set submitted_at = $2
        where id in (select submission_id from furnished_record where subject_id = $1)`;
      await exchange().sql('furnishing', stored, [together, at]);
      codes.check(
        await recordOf(await network.query({ business_id: together }), 'querier', 'second'),
        'outranked_by_record_id',
        'Source order and times are equal; the lower record id was chosen.',
      );
    });

    test('tells the querier which fields consent and grants cover, and no reader of the records behind them', async () => {
      const { consent_id } = await network.aConsent(registration, {
        consented_fields: `${RISK}.*`,
      });
      const unconsented = await network.query({ consent_id });
      codes.check(
        await network.explain(unconsented, 'querier'),
        'consent_scope',
        'The consent does not cover it.',
      );
      expect((await network.explain(unconsented, 'governor')).records).toEqual([]);

      const granting = await network.aConsent(registration);
      const [grant] = granting['field_access_grants'] as [{ grant_id: string }];
      const path = `/v1/consent/business/${String(granting['consent_id'])}/grants/${grant.grant_id}`;
      expect(await network.querier.client.delete(path)).toMatchObject({ status: 200 });
      const ungranted = await network.query({ consent_id: granting['consent_id'] });
      codes.check(
        await network.explain(ungranted, 'querier'),
        'grant',
        'No grant that applies covers it.',
      );
      expect((await network.explain(ungranted, 'governor')).records).toEqual([]);
    });

    test('tells for each field of an issued section whether it was issued', async () => {
      const reference = await network.query({ business_id: businessId });
      const { fields } = await network.explain(reference, 'querier');
      const fieldNamed = (name: string) => fields.find(({ field_name }) => field_name === name);
      codes.check(fieldNamed(TYPE), 'issued', 'It was issued.');
      // Furnishers state the jurisdiction in the identity of the business; the section has its own.
      const sentence = 'The chosen record does not state it in this section.';
      for (const name of [WEBSITE, JURISDICTION]) {
        codes.check(fieldNamed(name), 'not_stated', sentence);
      }
    });

    test('shows which required section a 204 lacks, and that another one was not issued', async () => {
      const policyId = await network.aPolicy({ model_name: RISK, is_required: true });
      const reference = await network.query({ business_id: businessId, policy_id: policyId });
      codes.check(
        await explanationFor(network.querier, reference),
        'required_section_missing',
        `No result was issued: a policy requires ${RISK}, and no record that you may read satisfies the rules listed as its limits.`,
      );
      codes.check(
        await network.explain(reference, 'querier'),
        'result_not_issued',
        'An eligible record was found, but the result as a whole was not issued.',
      );
    });

    test('shows a governor of one of the networks neither the choice nor the fields', async () => {
      const network_ids = [network.networkId, await network.anotherNetwork()];
      const reference = await eventually(() =>
        network.query({ business_id: businessId, network_ids }),
      );
      const section = await network.explain(reference, 'governor');
      const sentence = 'It depends on networks that you do not govern.';
      for (const part of [section, ...section.fields]) codes.check(part, 'not_shown', sentence);
      codes.check(
        await recordOf(reference, 'governor', 'second'),
        'eligible',
        'The record satisfies the policy of its network.',
      );
    });

    test('of a query without a recorded decision says so', async () => {
      const reference = await network.query({ business_id: businessId });
      await withoutDecision(exchange(), reference, async () => {
        codes.check(
          await explanationFor(network.querier, reference),
          'not_recorded',
          'The query was answered before decisions were recorded.',
        );
      });
    });

    test('has every code that it can have in one of these tests', () => {
      expect(codes.unchecked(OF_TEMPLATES)).toEqual([]);
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
