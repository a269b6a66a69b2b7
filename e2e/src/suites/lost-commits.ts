import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { describe, expect, test } from '@jest/globals';
import {
  aPolicy,
  IDENTITY,
  isIssued,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { putBackTo, stateInDatabase } from '../harness/put-back.js';

interface GrantRecord {
  readonly grant_id: string;
  readonly effective_to: string | null;
}

/**
 * A database that was restored to an earlier moment, or whose standby took over before it had the
 * last commits, counts revisions again that copies know already.
 */
export function lostCommitsSuite(exchange: () => Exchange): void {
  describe('an owner that lost its last commits', () => {
    const client = () => exchange().as(QUERYING_BANK);
    const query = (consentId: string) =>
      client().post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id: consentId });
    const usableConsent = async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consentId = await business.consent();
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      return { consentId, path: `/v1/consent/business/${consentId}` };
    };

    test('revokes a consent, and the next query is refused', async () => {
      const { consentId, path } = await usableConsent();
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      await client().put(path, { expires_at: '2027-11-01T00:00:00.000Z' });
      await client().put(path, { expires_at: '2998-01-01T00:00:00.000Z' });
      await putBackTo(exchange(), before);

      const revoked = await client().post(`${path}/revoke`, undefined);
      if (revoked.status === 500) await client().post(`${path}/revoke`, undefined);
      expect((await query(consentId)).status).toBe(403);
    });

    test('narrows a consent, and the next query is answered by the narrowed one', async () => {
      const { consentId, path } = await usableConsent();
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      await client().put(path, { expires_at: '2998-01-01T00:00:00.000Z' });
      await putBackTo(exchange(), before);

      expect(await client().put(path, { scope: 'total_consumer_assets' })).toMatchObject({
        status: 200,
      });
      expect((await query(consentId)).status).toBe(403);
    });

    test('does not permit again what it had revoked, whatever is changed next', async () => {
      const { consentId, path } = await usableConsent();
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      expect(await client().post(`${path}/revoke`, undefined)).toMatchObject({ status: 200 });
      await putBackTo(exchange(), before);

      const amended = await client().put(path, { expires_at: '2998-01-01T00:00:00.000Z' });
      expect(amended).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
      expect((await query(consentId)).status).toBe(403);
      expect(await client().get(`${path}?network_id=${DEMO_NETWORK.id}`)).toMatchObject({
        status: 200,
        body: { status: 'revoked' },
      });
      expect(await client().put(path, { scope: '*' })).toMatchObject({ status: 409 });
    });

    test('does not open again a grant that it had closed, whatever is changed next', async () => {
      const { consentId, path } = await usableConsent();
      const shown = `${path}?network_id=${DEMO_NETWORK.id}`;
      const grantOf = async () => {
        const { body } = await client().get(shown);
        return (body as { field_access_grants: GrantRecord[] }).field_access_grants[0];
      };
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      const grant = await grantOf();
      expect(await client().delete(`${path}/grants/${String(grant?.grant_id)}`)).toMatchObject({
        status: 200,
      });
      const closed = await grantOf();
      await putBackTo(exchange(), before);
      expect(await grantOf()).toEqual(grant);

      const amended = await client().put(path, { expires_at: '2998-01-01T00:00:00.000Z' });
      expect(amended).toMatchObject({ status: 500, body: { error_code: 'OPERATION_FAILED' } });
      expect(await grantOf()).toEqual(closed);
      expect((await query(consentId)).status).toBe(204);
    });

    test('does not publish again a policy that it had archived, whatever is configured next', async () => {
      const policyId = await aPolicy(exchange(), {});
      const path = `/v1/networks/policies/querying/${policyId}/configuration`;
      const configure = (body: object) => exchange().as(OPERATOR).put(path, body);
      const before = await stateInDatabase(exchange(), 'querying_policy', policyId);
      expect(await configure({ status: 'archived' })).toMatchObject({ status: 200 });
      await putBackTo(exchange(), before);

      expect(await configure({ enforced: true })).toMatchObject({ status: 500 });
      expect(await configure({ enforced: true })).toMatchObject({
        status: 200,
        body: { status: 'archived' },
      });
    });

    test('does not show again what a policy had disabled, whatever is configured next', async () => {
      const { consentId } = await usableConsent();
      const policyId = await aPolicy(exchange(), {});
      const path = `/v1/networks/policies/querying/${policyId}/configuration`;
      const configure = (body: object) => exchange().as(OPERATOR).put(path, body);
      const before = await stateInDatabase(exchange(), 'querying_policy', policyId);
      const disabled = { model_name: IDENTITY, is_enabled: false, field_selections: [] };
      expect(await configure({ model_selections: [disabled] })).toMatchObject({ status: 200 });
      await putBackTo(exchange(), before);

      const answers = async () => [
        (await configure({ enforced: true })).status,
        await client().post(QUERY, {
          network_ids: [DEMO_NETWORK.id],
          consent_id: consentId,
          policy_id: policyId,
        }),
      ];
      const disabledAnswer = expect.objectContaining({
        body: expect.objectContaining({ result: expect.objectContaining({ [IDENTITY]: null }) }),
      });
      // The first is made of a configuration that was lost; it is repeated on the recovered one.
      expect(await answers()).toEqual([500, disabledAnswer]);
      expect(await answers()).toEqual([200, disabledAnswer]);
    });
  });
}
