import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { describe, expect, test } from '@jest/globals';
import { aPolicy } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { queryEventOf } from '../harness/query-feed.js';
import {
  anOwner,
  ASSETS,
  inNetwork,
  isAnswered,
  OWNS,
  templateNamed,
  TemplateSubject,
} from '../harness/template-subject.js';

const LIABILITIES = templateNamed('total_consumer_liabilities');
const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const BUNDLE = templateNamed('credit_history_bundle');

const refused = {
  status: 403,
  body: { error_code: 'PERMISSION_DENIED', request_id: expect.any(String) },
};

/** What consent and policy let be seen of a template (design 6, 7, decisions 0020 and 0028). */
export function templatePermissionSuite(exchange: () => Exchange): void {
  describe('permission to see a template', () => {
    test('a consent that is narrowed binds the very next query', async () => {
      const owner = await anOwner(exchange());
      const { consentId } = await owner.consent();
      const put = (body: object) =>
        exchange().as(QUERYING_BANK).put(`/v1/consent/consumer/${consentId}`, body);
      const headers = inNetwork(DEMO_NETWORK.id);
      expect((await put({ consented_fields: `${ASSETS.slug}.asset_type` })).status).toBe(200);
      expect(await owner.query(ASSETS, headers)).toMatchObject({
        status: 200,
        body: { asset_type: 'house', housing_status_own_rent: null },
      });
      expect((await put({ consented_fields: `${LIABILITIES.slug}.*` })).status).toBe(200);
      expect(await owner.query(ASSETS, headers)).toMatchObject({ status: 204 });
      expect((await put({ scope: LIABILITIES.slug })).status).toBe(200);
      expect(await owner.query(ASSETS, headers)).toMatchObject(refused);
    });

    test('a consent to a data set that is revoked closes it to the bundles that read it', async () => {
      const borrower = new TemplateSubject(exchange());
      await borrower.furnish(SNAPSHOT);
      const headers = inNetwork(DEMO_NETWORK.id);
      await borrower.queryUntil(BUNDLE, isAnswered, headers);
      await borrower.consent({ scope: BUNDLE.slug });
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 200 });
      // There is a consent, and the data set alone is out of its scope.
      expect(await borrower.query(SNAPSHOT, headers)).toMatchObject(refused);
      const { consentId } = await borrower.consent({ scope: SNAPSHOT.slug });
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 200 });
      const path = `/v1/consent/consumer/${consentId}/revoke`;
      expect((await exchange().as(QUERYING_BANK).post(path, {})).status).toBe(200);
      // The bundle may be queried, and nothing that it reads may be seen.
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 204 });
      expect(await borrower.query(SNAPSHOT, headers)).toMatchObject(refused);
      // The last word counts.
      await borrower.consent({ scope: BUNDLE.slug });
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 200 });
    });

    test("a network's policy for the template binds the very next query", async () => {
      const owner = await anOwner(exchange());
      const field = (field_name: string, rule: object) => ({
        is_default: true,
        model_selections: [
          { model_name: ASSETS.slug, field_selections: [{ field_name, ...rule }] },
        ],
      });
      const disabled = field('asset_type', { is_enabled: false });
      const policyId = await aPolicy(exchange(), disabled, ASSETS.id);
      const headers = inNetwork(DEMO_NETWORK.id);
      const answer = await owner.query(ASSETS, headers);
      expect(answer).toMatchObject({
        status: 200,
        body: { asset_type: null, housing_status_own_rent: 'own' },
      });
      expect(await queryEventOf(exchange(), answer)).toMatchObject({ policy_id: policyId });
      const configuration = `/v1/networks/policies/querying/${policyId}/configuration`;
      const save = async (body: object) => {
        expect((await exchange().as(OPERATOR).put(configuration, body)).status).toBe(200);
      };
      await save(field('asset_current_market_value', { is_required: true }));
      expect(await owner.query(ASSETS, headers)).toMatchObject({ status: 204 });
      await save({ is_default: false, model_selections: [] });
      expect(await owner.query(ASSETS, headers)).toMatchObject({ status: 200, body: OWNS });
    });
  });
}
