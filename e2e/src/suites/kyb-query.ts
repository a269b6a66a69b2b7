import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import {
  aPolicy,
  IDENTITY,
  isIssued,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

/** The rules of the KYB certificate query, as an integrator meets them (contract 4.5, design 9). */
export function kybQuerySuite(exchange: () => Exchange): void {
  const query = (body: object) =>
    exchange()
      .as(QUERYING_BANK)
      .post(QUERY, { network_ids: [DEMO_NETWORK.id], ...body });

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

    test('the policy that prefers one of them decides whose section stands in the certificate', async () => {
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

    test('without a policy the most recent verification stands', async () => {
      await queryUntil(exchange(), { consent_id: consentId }, (seen) => {
        expect(seen.body).toMatchObject({
          result: { [IDENTITY]: { furnishing_entity_id: SECOND_BANK.entityId } },
        });
      });
    });

    test('a query that names its furnishers reads no other', async () => {
      await queryUntil(
        exchange(),
        { consent_id: consentId, furnishing_entity_ids: [FIRST_BANK.entityId] },
        (seen) => {
          expect(seen.body).toMatchObject({
            result: { [IDENTITY]: { furnishing_entity_id: FIRST_BANK.entityId } },
          });
        },
      );
    });

    test('business_id alone is enough, for a permissible-purpose query', async () => {
      await queryUntil(exchange(), { business_id: businessId }, (seen) => {
        expect(seen).toMatchObject({ status: 200, body: { business_id: businessId } });
      });
    });

    test('X-Ref-Id is the query event id, and the certificate can be read again, byte for byte', async () => {
      const answer = await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      const body = answer.body as { query_event_id: string; certificate_id: string };
      expect(answer.headers.get('x-ref-id')).toBe(body.query_event_id);
      const path = `/v1/products/kyb_certificate/certificates/${body.certificate_id}`;
      expect(await exchange().as(QUERYING_BANK).get(path)).toMatchObject({
        status: 200,
        body: answer.body,
      });
      expect(await exchange().as(OPERATOR).get(path)).toMatchObject({
        status: 404,
        body: { error_code: 'RESOURCE_NOT_FOUND' },
      });
    });

    test('every member of the result is as the contract types it', async () => {
      const answer = await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      expect(answer.body).toEqual({
        business_id: expect.any(String),
        certificate_id: expect.any(String),
        query_event_id: expect.any(String),
        result: {
          meta: { network_id: DEMO_NETWORK.id, policy_id: expect.any(String) },
          business_identity_verification: expect.objectContaining({
            attestation_id: null,
            assertions: {
              business_identity_verification_assertion: true,
              business_identity_verification_performed_timestamp: expect.any(String),
            },
            data: expect.objectContaining({
              business_identity_verification_sources: ['second'],
              business_operating_address: {
                line_1: '1 Main Street',
                line_2: null,
                city: 'Cambridge',
                state: 'MA',
                zip: '02139',
                country: 'US',
              },
            }),
          }),
          business_ownership_control_verification: expect.objectContaining({
            data: expect.objectContaining({ business_beneficial_owners_identified_count: 2 }),
          }),
          business_risk_compliance_assessment: expect.objectContaining({
            data: expect.objectContaining({ business_sanctions_screening_result: 'no_match' }),
          }),
        },
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

    test('one in which the caller may not query refuses the whole call', async () => {
      const business = new TestBusiness(exchange());
      const businessId = await business.furnish();
      const answer = await query({
        network_ids: [DEMO_NETWORK.id, randomUUID()],
        business_id: businessId,
      });
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'PERMISSION_DENIED' } });
    });

    test('a business of a network that is not listed does not exist', async () => {
      const businessId = await new TestBusiness(exchange()).furnish({
        networkId: DEMO_SECOND_NETWORK.id,
      });
      await queryUntil(
        exchange(),
        { network_ids: [DEMO_SECOND_NETWORK.id], business_id: businessId },
        isIssued,
      );
      expect(await query({ business_id: businessId })).toMatchObject({ status: 404 });
    });
  });
}
