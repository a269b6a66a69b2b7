import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { describe, expect, test } from '@jest/globals';
import type { Exchange } from '../harness/exchange.js';
import {
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

/** The effect of consents on templates (design 6, decisions 0068 and 0028). */
export function templatePermissionSuite(exchange: () => Exchange): void {
  describe('permission to see a template', () => {
    test('a narrowed consent applies to the next query', async () => {
      const owner = new TemplateSubject(exchange());
      const { consentId } = await owner.consent();
      await owner.furnish(ASSETS, { data: OWNS });
      await owner.queryUntil(ASSETS, isAnswered);
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

    test('a revoked consent to a data set closes it for the bundles that read it', async () => {
      const borrower = new TemplateSubject(exchange());
      await borrower.furnish(SNAPSHOT);
      const headers = inNetwork(DEMO_NETWORK.id);
      await borrower.consent({ scope: BUNDLE.slug });
      await borrower.queryUntil(BUNDLE, isAnswered, headers);
      // There is a consent, but the data set itself is out of its scope.
      expect(await borrower.query(SNAPSHOT, headers)).toMatchObject(refused);
      const { consentId } = await borrower.consent({ scope: SNAPSHOT.slug });
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 200 });
      const path = `/v1/consent/consumer/${consentId}/revoke`;
      expect((await exchange().as(QUERYING_BANK).post(path, {})).status).toBe(200);
      // The bundle may be queried, but none of its data is readable.
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 204 });
      expect(await borrower.query(SNAPSHOT, headers)).toMatchObject(refused);
      // The newest consent applies.
      await borrower.consent({ scope: BUNDLE.slug });
      expect(await borrower.query(BUNDLE, headers)).toMatchObject({ status: 200 });
    });
  });
}
