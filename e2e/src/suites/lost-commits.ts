import { kybCertificate } from '@ndx/catalog';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
} from '@ndx/tools/network/demo-network';
import { describe, expect, test } from '@jest/globals';
import {
  aPolicy,
  IDENTITY,
  isIssued,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import { aBusinessOfTwo } from '../harness/business-of-two.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';
import { loseConsent, loseRecordEnd, putBackTo, stateInDatabase } from '../harness/put-back.js';
import { reconcile } from '../harness/reconcile.js';

const ATTESTATION = {
  product_id: kybCertificate.id,
  signed_by_name: 'Compliance office',
  signed_by_title: 'Head of compliance',
  attestation_data: {},
};

/**
 * A database that was restored to an earlier state, or whose standby took over without the last
 * commits, issues revisions again that read models already have.
 */
export function lostCommitsSuite(exchange: () => Exchange): void {
  const client = () => exchange().as(QUERYING_BANK);
  const query = (consentId: string) =>
    client().post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id: consentId });
  const statusOf = async (path: string) => {
    const { body } = await client().get(`${path}?network_id=${DEMO_NETWORK.id}`);
    return (body as { status: string }).status;
  };
  const usableConsent = async () => {
    const business = new TestBusiness(exchange());
    await business.furnish();
    const consentId = await business.consent();
    await queryUntil(exchange(), { consent_id: consentId }, isIssued);
    return { consentId, path: `/v1/consent/business/${consentId}` };
  };

  describe('an owner that lost its last commits', () => {
    test('revokes a consent, and the next query is rejected', async () => {
      const { consentId, path } = await usableConsent();
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      await client().put(path, { expires_at: '2027-11-01T00:00:00.000Z' });
      await client().put(path, { expires_at: '2998-01-01T00:00:00.000Z' });
      await putBackTo(exchange(), before);

      const revoked = await client().post(`${path}/revoke`, undefined);
      if (revoked.status === 500) await client().post(`${path}/revoke`, undefined);
      expect((await query(consentId)).status).toBe(403);
    });

    test('does not permit revoked access again, whatever is changed next', async () => {
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

    test('does not publish an archived policy again, whatever is configured next', async () => {
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

    test('does not enable a disabled field again, whatever is configured next', async () => {
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
      // The first change is based on a lost configuration; it is repeated on the recovered one.
      expect(await answers()).toEqual([500, disabledAnswer]);
      expect(await answers()).toEqual([200, disabledAnswer]);
    });

    test('takes a lost revocation back from the read model, and has no query under a lost consent, once they are compared', async () => {
      const lost = await usableConsent();
      await loseConsent(exchange(), lost.consentId);
      const { consentId, path } = await usableConsent();
      const before = await stateInDatabase(exchange(), 'consent', consentId);
      expect(await client().post(`${path}/revoke`, undefined)).toMatchObject({ status: 200 });
      await putBackTo(exchange(), before);
      expect(await statusOf(path)).toBe('active');

      await reconcile(exchange(), 'consent');
      expect(await statusOf(path)).toBe('revoked');
      expect((await query(consentId)).status).toBe(403);
      expect((await query(lost.consentId)).status).toBe(404);
    });

    test('takes a lost revocation of an attestation back from the read models', async () => {
      const furnisher = exchange().as(SECOND_BANK);
      const created = await furnisher.post('/v1/institution-attestation', ATTESTATION);
      const { id } = created.body as { id: string };
      const path = `/v1/institution-attestation/${id}`;
      const before = await stateInDatabase(exchange(), 'attestation', id);
      expect(await furnisher.post(`${path}/revoke`, undefined)).toMatchObject({ status: 200 });
      await eventually(async () => {
        const rows = await exchange().sql(
          'product-query',
          'select from attestation_copy where attestation_id = $1 and revoked_at is not null',
          [id],
        );
        if (rows.length === 0) throw new Error('the revocation has not arrived');
      });
      await putBackTo(exchange(), before);

      await reconcile(exchange(), 'attestation');
      expect(await furnisher.get(path)).toMatchObject({ body: { status: 'revoked' } });
    });
  });

  test('an owner that lost the withdrawal of a record takes it back from the read model', async () => {
    const furnisher = exchange().as(SECOND_BANK);
    const { record_id: id } = await aBusinessOfTwo(furnisher, DEMO_NETWORK.id);
    const path = `/v1/records/${id}`;
    const withdrawal = { reason: 'wrong_value' };
    expect(await furnisher.post(`${path}/withdraw`, withdrawal)).toMatchObject({ status: 200 });
    await loseRecordEnd(exchange(), id);
    expect(await furnisher.get(path)).toMatchObject({ body: { state: 'furnished' } });

    await reconcile(exchange(), 'furnishing');
    const recovered = { state: 'withdrawn', ...withdrawal };
    expect(await furnisher.get(path)).toMatchObject({ body: recovered });
  });

  test('an owner that lost the end of a corrected record takes it back from the read model', async () => {
    const furnisher = exchange().as(SECOND_BANK);
    const business = new CorrectedBusiness(furnisher);
    const id = await business.furnish('first');
    const corrected_by_record_id = await business.furnish('second', { corrects_record_id: id });
    await loseRecordEnd(exchange(), id);
    const path = `/v1/records/${id}`;
    expect(await furnisher.get(path)).toMatchObject({ body: { state: 'furnished' } });

    await reconcile(exchange(), 'furnishing');
    const recovered = { state: 'corrected', reason: null, corrected_by_record_id };
    expect(await furnisher.get(path)).toMatchObject({ body: recovered });
  });

  describe('a read model that lost its last events', () => {
    test('gets a revocation again when it is compared with the owner', async () => {
      const { consentId, path } = await usableConsent();
      const [row] = await exchange().sql(
        'product-query',
        'select to_jsonb(c) as row from consent_copy c where consent_id = $1',
        [consentId],
      );
      expect(await client().post(`${path}/revoke`, undefined)).toMatchObject({ status: 200 });
      for (const table of ['consent_end', 'consent_copy']) {
        const statement = `delete from ${table} where consent_id = $1`;
        await exchange().sql('product-query', statement, [consentId]);
      }
      await exchange().sql(
        'product-query',
        `insert into consent_copy select * from jsonb_populate_record(null::consent_copy, $1)`,
        [JSON.stringify(row?.['row'])],
      );

      await reconcile(exchange(), 'consent');
      expect((await query(consentId)).status).toBe(403);
    });
  });
}
