import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  FIRST_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { aPolicy, IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

/** The rules of the KYB certificate query (contract 4.5, design 9). */
export function kybQuerySuite(exchange: () => Exchange): void {
  describe('with two furnishers of one business', () => {
    let business: TestBusiness;
    let businessId: string;
    let consentId: string;

    beforeAll(async () => {
      business = new TestBusiness(exchange());
      businessId = await business.furnish({ by: FIRST_BANK, daysAgo: 9, source: 'first' });
      await business.furnish({ by: SECOND_BANK, daysAgo: 2, source: 'second' });
      consentId = await business.consent();
    });

    test("the policy's preferred furnisher provides the section", async () => {
      const policyId = await aPolicy(exchange(), {
        model_selections: [
          {
            model_name: IDENTITY,
            selected_provenance_option_ids: [FIRST_BANK.entityId, SECOND_BANK.entityId],
          },
        ],
      });
      const answer = await queryUntil(
        exchange(),
        { consent_id: consentId, policy_id: policyId },
        (seen) => {
          expect(seen).toMatchObject({
            status: 200,
            body: {
              result: {
                [IDENTITY]: { furnishing_entity_id: FIRST_BANK.entityId },
                business_risk_compliance_assessment: { furnishing_entity_id: SECOND_BANK.entityId },
              },
            },
          });
        },
      );
      expect(answer.body).toMatchObject({
        business_id: businessId,
        result: { meta: { network_id: DEMO_NETWORK.id, policy_id: policyId } },
      });
    });

    test('without a policy the most recent verification is used', async () => {
      await queryUntil(exchange(), { consent_id: consentId }, (seen) => {
        expect(seen.body).toMatchObject({
          result: { [IDENTITY]: { furnishing_entity_id: SECOND_BANK.entityId } },
        });
      });
    });
  });

  describe('several networks', () => {
    test('the same business is found in each, under a consent without a network', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish({ networkId: DEMO_SECOND_NETWORK.id });
      const consentId = await business.consent({ network_id: undefined });
      const networks = [DEMO_NETWORK.id, DEMO_SECOND_NETWORK.id];
      const answer = await queryUntil(
        exchange(),
        { network_ids: networks, consent_id: consentId },
        isIssued,
      );
      expect(answer.body).toMatchObject({ result: { meta: { network_id: DEMO_NETWORK.id } } });
    });
  });
}
