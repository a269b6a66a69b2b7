import { describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import {
  aPolicy,
  IDENTITY,
  isIssued,
  KYB_PRODUCT_ID,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

/** The effect of a policy on the next query (contract 4.5, design 6, 7). */
export function kybPermissionSuite(exchange: () => Exchange): void {
  const query = (body: object) =>
    exchange()
      .as(QUERYING_BANK)
      .post(QUERY, { network_ids: [DEMO_NETWORK.id], ...body });

  describe('policy', () => {
    test('a required field without data causes a 204 that refers to its query', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish({ identityData: { business_website_url: null } });
      const consentId = await business.consent();
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      const policyId = await aPolicy(exchange(), {
        model_selections: [
          {
            model_name: IDENTITY,
            field_selections: [{ field_name: 'business_website_url', is_required: true }],
          },
        ],
      });
      const answer = await query({ consent_id: consentId, policy_id: policyId });
      expect(answer).toMatchObject({ status: 204, body: undefined });
      expect(answer.headers.get('x-ref-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('a change applies to the next query', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consentId = await business.consent();
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      const policyId = await aPolicy(exchange(), { model_selections: [] });
      const configuration = `/v1/networks/policies/querying/${policyId}/configuration`;
      for (const isEnabled of [false, true, false]) {
        const saved = await exchange()
          .as(OPERATOR)
          .put(configuration, {
            model_selections: [
              {
                model_name: IDENTITY,
                field_selections: [{ field_name: 'business_entity_type', is_enabled: isEnabled }],
              },
            ],
          });
        expect(saved.status).toBe(200);
        const { body } = await query({ consent_id: consentId, policy_id: policyId });
        expect(body).toMatchObject({
          result: {
            [IDENTITY]: {
              data: { business_entity_type: isEnabled ? 'limited_liability_company' : null },
            },
          },
        });
      }
    });

    test('that requires an attestation accepts an active one and no expired one', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish({ by: SECOND_BANK });
      const consentId = await business.consent();
      const policyId = await aPolicy(exchange(), {
        model_selections: [{ model_name: IDENTITY, is_required: true, attestation_required: true }],
      });
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      expect((await query({ consent_id: consentId, policy_id: policyId })).status).toBe(204);

      const attested = await exchange().as(SECOND_BANK).post('/v1/institution-attestation', {
        product_id: KYB_PRODUCT_ID,
        signed_by_name: 'Compliance office',
        signed_by_title: 'Head of compliance',
        attestation_data: {},
      });
      const { id } = attested.body as { id: string };
      await queryUntil(exchange(), { consent_id: consentId, policy_id: policyId }, (seen) => {
        expect(seen.body).toMatchObject({ result: { [IDENTITY]: { attestation_id: id } } });
      });

      // A year passes.
      await exchange().sql(
        'attestation',
        `update attestation set expires_at = now() where id = $1`,
        [id],
      );
      await exchange().sql(
        'product-query',
        `update attestation_copy set expires_at = now() where attestation_id = $1`,
        [id],
      );
      expect(
        await exchange().as(SECOND_BANK).get(`/v1/institution-attestation/${id}`),
      ).toMatchObject({
        body: { status: 'expired' },
      });
      expect((await query({ consent_id: consentId, policy_id: policyId })).status).toBe(204);
    });
  });
}
