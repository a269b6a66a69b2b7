import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { eventually } from '@ndx/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { aPolicy, IDENTITY, KYB_PRODUCT_ID, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { queryEventsSince } from '../harness/query-feed.js';

/** `POST /v1/products/check`, as an integrator meets it (contract 4.6, design 9). */
export function coverageCheckSuite(exchange: () => Exchange): void {
  const check = (body: object) =>
    exchange()
      .as(QUERYING_BANK)
      .post('/v1/products/check', { network_ids: [DEMO_NETWORK.id], ...body });

  const furnisher = ({ entityId, name }: typeof FIRST_BANK, rest: object) =>
    expect.objectContaining({
      furnishing_entity_id: entityId,
      furnishing_entity_name: name,
      network_id: DEMO_NETWORK.id,
      ...rest,
    });

  describe('the coverage of a business', () => {
    let businessId: string;
    let business: TestBusiness;
    const about = () => ({ product_id: KYB_PRODUCT_ID, business_id: businessId });

    beforeAll(async () => {
      business = new TestBusiness(exchange());
      businessId = await business.furnish({ by: FIRST_BANK });
      await business.furnish({ by: SECOND_BANK, identityData: { business_website_url: null } });
      await eventually(async () => {
        const { body } = await check(about());
        expect(body).toMatchObject({ entities: [{}, {}] });
      });
    });

    test('is told per furnisher, model and field, with no value and no event', async () => {
      const since = new Date().toISOString();
      const answer = await check(about());
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-ref-id')).toBeNull();
      const whole = (model: string, total_count: number) =>
        expect.objectContaining({ model_name: model, met_count: total_count, total_count });
      const [ownership, risk] = [
        whole('business_ownership_control_verification', 18),
        whole('business_risk_compliance_assessment', 16),
      ];
      expect(answer.body).toEqual({
        product_id: KYB_PRODUCT_ID,
        consumer_id: null,
        business_id: businessId,
        issuable: true,
        entities: [
          furnisher(FIRST_BANK, {
            complete: true,
            missing: [],
            models: [whole(IDENTITY, 15), ownership, risk],
          }),
          furnisher(SECOND_BANK, {
            complete: true,
            missing: [],
            models: [
              expect.objectContaining({
                model_name: IDENTITY,
                met_count: 14,
                fields: expect.arrayContaining([
                  { field_name: 'business_website_url', met: false },
                  { field_name: 'business_entity_type', met: true },
                ]),
              }),
              ownership,
              risk,
            ],
          }),
        ],
      });
      expect(JSON.stringify(answer.body)).not.toContain('limited_liability_company');
      expect(await queryEventsSince(exchange(), since)).toEqual([]);
    });

    test('is what the policy and the consent let be seen', async () => {
      const policy_id = await aPolicy(exchange(), {
        model_selections: [
          {
            model_name: IDENTITY,
            selected_provenance_option_ids: [SECOND_BANK.entityId],
            field_selections: [{ field_name: 'business_website_url', is_enabled: false }],
          },
        ],
      });
      const consent_id = await business.consent({ consented_fields: `${IDENTITY}.*` });
      expect(await check({ product_id: KYB_PRODUCT_ID, consent_id, policy_id })).toMatchObject({
        status: 200,
        body: {
          business_id: businessId,
          entities: [
            furnisher(SECOND_BANK, {
              models: [
                expect.objectContaining({ met_count: 14, total_count: 14 }),
                expect.objectContaining({ met_count: 0 }),
                expect.objectContaining({ met_count: 0 }),
              ],
            }),
          ],
        },
      });
    });

    test('of chosen furnishers is of no other', async () => {
      const furnishing_entity_ids = [FIRST_BANK.entityId];
      expect(await check({ ...about(), furnishing_entity_ids })).toMatchObject({
        body: { entities: [furnisher(FIRST_BANK, {})] },
      });
    });
  });
}
