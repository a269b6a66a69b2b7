import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  DEMO_SECOND_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { AUDITOR } from '@ndx/tools/network/demo-people';
import { describe, expect, test } from '@jest/globals';
import {
  alterEntry,
  auditEntries,
  auditVerify,
  auditVerifyWithKeys,
} from '../harness/audit-verify.js';
import {
  aPolicy,
  isIssued,
  KYB_PRODUCT_ID,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** It starts a process of each service. */
const VERIFY_TIMEOUT_MS = 180_000;

/** Every change of a permission and every query has an entry, and altered entries are detected. */
export function auditSuite(exchange: () => Exchange): void {
  describe('the audit log', () => {
    test('has each consent and its changes in the log of its network', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const client = exchange().as(QUERYING_BANK);
      const path = `/v1/consent/business/${consentId}`;
      await client.put(path, { scope: 'kyb_certificate' });
      await client.post(`${path}/revoke`, undefined);
      await hasEntries('consent', DEMO_NETWORK.id, consentId, QUERYING_BANK, [
        'consent.granted.v1',
        'consent.amended.v1',
        'consent.revoked.v2',
      ]);
      const log = `/v1/networks/${DEMO_NETWORK.id}/audit-logs/consent/entries`;
      const listed = await succeed(exchange().as(AUDITOR).get(`${log}?subject=${consentId}`));
      const entries = listed['data'] as readonly { readonly data: string }[];
      expect(entries.map(({ data }) => JSON.parse(data) as object)).toEqual([
        { entity_id: QUERYING_BANK.entityId, revoked_at: expect.any(String) },
        { entity_id: QUERYING_BANK.entityId, kind: 'business' },
        { entity_id: QUERYING_BANK.entityId, kind: 'business' },
      ]);
      const receipt = await client.get(`${path}/receipt`);
      expect(receipt).toMatchObject({
        status: 200,
        body: { status: 'revoked', audit_entries: [{}, {}, {}] },
      });
    });

    test('has each change of a policy, a membership and an attestation', async () => {
      const policyId = await aPolicy(exchange(), {});
      await hasEntries('policy', DEMO_NETWORK.id, policyId, OPERATOR, [
        'policy.querying-policy-saved.v1',
        'policy.querying-policy-saved.v1',
      ]);

      const place = `${DEMO_SECOND_NETWORK.id}/memberships/${SECOND_BANK.entityId}`;
      const operator = exchange().as(OPERATOR);
      const membership = `/v1/networks/${place}`;
      expect(await operator.put(membership, { roles: ['furnisher'] })).toMatchObject({
        status: 200,
      });
      expect(await operator.delete(membership)).toMatchObject({ status: 200 });
      const subject = `${DEMO_SECOND_NETWORK.id}/${SECOND_BANK.entityId}`;
      const changed = 'entity.membership-changed.v1';
      await hasEntries('entity', DEMO_SECOND_NETWORK.id, subject, OPERATOR, [changed, changed]);

      const attested = await exchange().as(SECOND_BANK).post('/v1/institution-attestation', {
        product_id: KYB_PRODUCT_ID,
        signed_by_name: 'A. Signer',
        signed_by_title: 'Officer',
        attestation_data: {},
      });
      const { id } = attested.body as { id: string };
      await hasEntries('attestation', SECOND_BANK.entityId, id, SECOND_BANK, [
        'attestation.created.v1',
      ]);
    });

    test('has each query, with or without a result, in the log of every queried network', async () => {
      const business = new TestBusiness(exchange());
      const networks = [DEMO_NETWORK.id, DEMO_SECOND_NETWORK.id];
      const consentId = await business.consent({ network_id: undefined });
      const query = { network_ids: networks, consent_id: consentId };
      const empty = await exchange().as(QUERYING_BANK).post(QUERY, query);
      expect(empty.status).toBe(204);
      await business.furnish();
      const issued = await queryUntil(exchange(), query, isIssued);
      for (const answer of [empty, issued]) {
        const reference = answer.headers.get('x-ref-id') ?? '';
        for (const network of networks) {
          await hasEntries('product-query', network, reference, QUERYING_BANK, [
            'query.executed.v1',
          ]);
        }
      }
    });

    test(
      'verifies in every service, and contains the previously exported checkpoints',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'audit-'));
        try {
          const checkpoints = join(folder, 'consent.json');
          const exported = Promise.all(
            STATEFUL_SERVICE_NAMES.map((service) =>
              auditVerify(
                exchange(),
                service,
                '--export',
                service === 'consent' ? checkpoints : '-',
              ),
            ),
          );
          for (const [index, { isWhole, output }] of (await exported).entries()) {
            const service = STATEFUL_SERVICE_NAMES[index] ?? '';
            expect({ service, isWhole }).toEqual({ service, isWhole: true });
            if (service === 'consent') {
              expect(output).toContain(`consent: log ${DEMO_NETWORK.id}: ok, `);
            } else {
              expect(JSON.parse(output)).toHaveProperty(service);
            }
          }
          expect(JSON.parse(readFileSync(checkpoints, 'utf8'))).toMatchObject({
            consent: { [DEMO_NETWORK.id]: expect.stringContaining(DEMO_NETWORK.id) },
          });
          await new TestBusiness(exchange()).consent();
          expect(
            await auditVerify(exchange(), 'consent', '--checkpoints', checkpoints),
          ).toMatchObject({
            isWhole: true,
          });
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
      VERIFY_TIMEOUT_MS,
    );

    test(
      'verifies with the published keys and no secret of the service, and not with keys of another one',
      async () => {
        const folder = mkdtempSync(join(tmpdir(), 'audit-'));
        try {
          const file = join(folder, 'keys.json');
          const published = await fetch(new URL('/.well-known/ndx-keys', exchange().url));
          const text = await published.text();
          writeFileSync(file, text);
          const verified = await auditVerifyWithKeys(exchange(), 'consent', file);
          expect(verified).toMatchObject({
            isWhole: true,
            output: expect.stringContaining(`consent: log ${DEMO_NETWORK.id}: ok, `),
          });
          const exchanged = new Map([
            ['consent', 'policy'],
            ['policy', 'consent'],
          ]);
          const { keys } = JSON.parse(text) as { keys: { service: string }[] };
          const others = keys.map((key) => ({
            ...key,
            service: exchanged.get(key.service) ?? key.service,
          }));
          writeFileSync(file, JSON.stringify({ keys: others }));
          expect(await auditVerifyWithKeys(exchange(), 'consent', file)).toMatchObject({
            isWhole: false,
            output: expect.stringContaining(`consent: log ${DEMO_NETWORK.id}: BROKEN`),
          });
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
      VERIFY_TIMEOUT_MS,
    );

    test('is exported with each published entry, ordered by time', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      await hasEntries('consent', DEMO_NETWORK.id, consentId, QUERYING_BANK, [
        'consent.granted.v1',
      ]);
      const { output } = await auditVerify(
        exchange(),
        'consent',
        '--entries',
        '--network',
        DEMO_NETWORK.id,
      );
      const entries = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { occurred_at: string; data: string });
      const times = entries.map(({ occurred_at }) => occurred_at);
      expect(times).toEqual([...times].sort());
      expect(entries.map(({ data }) => JSON.parse(data) as object)).toContainEqual(
        expect.objectContaining({ consent_id: consentId, revision: 1 }),
      );
    });

    test('detects an entry that a database superuser altered, and names it', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const [entry] = await hasEntries('consent', DEMO_NETWORK.id, consentId, QUERYING_BANK, [
        'consent.granted.v1',
      ]);
      await expect(
        exchange().sql('consent', 'delete from audit_entry where event_id = $1', [entry?.event_id]),
      ).rejects.toThrow('the audit log is append-only');
      if (entry === undefined) throw new Error('the consent has no entry');
      const restore = await alterEntry(exchange(), 'consent', entry);
      try {
        expect(await auditVerify(exchange(), 'consent')).toEqual({
          isWhole: false,
          output: expect.stringContaining(
            `consent: log ${DEMO_NETWORK.id}: BROKEN at entry ${entry.seq} (event ${entry.event_id})`,
          ),
        });
        const altered = { seq: Number(entry.seq), event_id: entry.event_id };
        const log = `/v1/networks/${DEMO_NETWORK.id}/audit-logs/consent`;
        const auditor = exchange().as(AUDITOR);
        expect(await auditor.get(`${log}/entries?subject=${consentId}`)).toMatchObject({
          status: 200,
          body: { data: [{ ...altered, is_intact: false }] },
        });
        expect(await auditor.get(`${log}/verification`)).toMatchObject({
          status: 200,
          body: {
            is_complete: false,
            fault: { ...altered, reason: expect.stringContaining('edited') },
          },
        });
      } finally {
        await restore();
      }
      expect(await auditVerify(exchange(), 'consent')).toMatchObject({ isWhole: true });
    });

    test('is read page by page and verified by a governor', async () => {
      const policyId = await aPolicy(exchange(), {});
      await hasEntries('policy', DEMO_NETWORK.id, policyId, OPERATOR, [
        'policy.querying-policy-saved.v1',
        'policy.querying-policy-saved.v1',
      ]);
      const logs = `/v1/networks/${DEMO_NETWORK.id}/audit-logs`;
      const auditor = exchange().as(AUDITOR);
      const verifying = STATEFUL_SERVICE_NAMES.map((service) =>
        succeed(auditor.get(`${logs}/${service}/verification`)),
      );
      const verified = { is_complete: true, fault: null };
      expect(await Promise.all(verifying)).toMatchObject(verifying.map(() => verified));
      const entries = `${logs}/policy/entries?subject=${policyId}&type=policy.querying-policy-saved.v1`;
      const first = await succeed(auditor.get(`${entries}&limit=1`));
      const second = await succeed(
        auditor.get(`${entries}&limit=1&cursor=${String(first['next_cursor'])}`),
      );
      const [newer, older] = [first, second].map(
        ({ data }) => (data as { seq: number; data: string }[])[0],
      );
      const entry = { subject: policyId, is_intact: true };
      expect(newer).toMatchObject(entry);
      expect(older).toMatchObject(entry);
      expect(newer?.seq).toBeGreaterThan(older?.seq ?? Infinity);
      // Neither the network nor the selections of the event.
      expect(Object.keys(JSON.parse(newer?.data ?? '') as object)).toEqual([
        ...['approval', 'break_glass', 'consent', 'enforced', 'is_default', 'permissible_purposes'],
        ...['product_id', 'status', 'version'],
      ]);
    });

    /**
     * Waits until the log has these entries about the subject, all by that institution's account.
     */
    function hasEntries(
      service: StatefulServiceName,
      network: string,
      subject: string,
      by: DemoInstitution,
      types: readonly string[],
    ) {
      return eventually(
        async () => {
          const entries = await auditEntries(exchange(), service, network, subject);
          const accountId = await accountOf(by);
          expect(entries).toMatchObject(types.map((type) => ({ type, account_id: accountId })));
          expect(entries).toHaveLength(types.length);
          return entries;
        },
        { timeoutMs: 15_000 },
      );
    }

    async function accountOf({ entityId }: DemoInstitution): Promise<string | undefined> {
      const path = `/v1/networks/${DEMO_NETWORK.id}/institutions/${entityId}/accounts`;
      const { body } = await exchange().as(OPERATOR).get(path);
      return (body as { data: { account_id: string }[] }).data[0]?.account_id;
    }
  });
}
