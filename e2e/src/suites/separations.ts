import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { QUERY } from '../harness/business.js';
import {
  aBusinessOfTwo,
  furnishIdentity,
  previewDigest,
  type Identity,
} from '../harness/business-of-two.js';
import type { Exchange } from '../harness/exchange.js';
import { aNetwork, aParticipant, succeed, type Participant } from '../harness/participant.js';

/** Two companies under one damaged registration number, separated by a governor (decision 0108). */
export function separationsSuite(exchange: () => Exchange): void {
  describe('a business that is two', () => {
    let networkId: string;
    let [first, second, querier]: Participant[] = [];
    const registration = `1.23E+a${randomUUID().slice(0, 8)}`;
    const alpha = { ...demoBusiness(registration), business_legal_name: 'Alpha Bakery LLC' };
    const beta = { ...demoBusiness(registration), business_legal_name: 'Beta Trading Inc' };
    const known = { alphaConsent: '', betaConsent: '', oldId: '', newId: '', oldQuery: '' };
    let records: Readonly<Record<'alpha' | 'beta', string>>;

    beforeAll(async () => {
      networkId = await aNetwork(exchange());
      first = await aParticipant(exchange(), networkId, 'furnisher');
      second = await aParticipant(exchange(), networkId, 'furnisher');
      querier = await aParticipant(exchange(), networkId, 'querier');
      records = { alpha: await furnish(first, alpha), beta: await furnish(second, beta) };
      known.alphaConsent = await consent(alpha);
      known.betaConsent = await consent(beta);
      known.oldId = await businessOf(known.alphaConsent);
      await eventually(async () => {
        // One query, which considers both records.
        expect(await statementsOf(known.oldId)).toBe(6);
        const { furnishers } = await query({ consent_id: known.alphaConsent });
        expect(furnishers.size).toBeGreaterThan(0);
      });
    });

    test('opens one conflict, and one consent opens the records of both', async () => {
      expect(await businessOf(known.betaConsent)).toBe(known.oldId);
      const open = await succeed(
        exchange().as(OPERATOR).get(`${network()}/identity-conflicts?status=open`),
      );
      expect(open).toMatchObject({
        data: [{ kind: 'name_differs', subjects: [{ subject_id: known.oldId }] }],
      });
      const { furnishers, queryEventId } = await query({ consent_id: known.betaConsent });
      known.oldQuery = queryEventId;
      expect([...furnishers]).toEqual([second?.entityId]);
      const asked = { business_id: known.oldId, furnishing_entity_ids: [first?.entityId] };
      expect([...(await query(asked)).furnishers]).toEqual([first?.entityId]);
    });

    test.each([
      ['an institution without a statement', { entity_ids: [randomUUID()] }, 'invalid_value'],
      ['an unknown record', { record_ids: [randomUUID()] }, 'invalid_value'],
    ])('is not separated by %s', async (_, choice, reason) => {
      expect(await preview(choice)).toMatchObject({ status: 400, body: { reason } });
    });

    test('is not separated by all of its statements', async () => {
      const all = [first, second, querier].map((one) => one?.entityId);
      expect(await preview({ entity_ids: all })).toMatchObject({
        status: 400,
        body: { reason: 'not_separable', detail: 'no statement would be left of the subject' },
      });
    });

    test('keeps the consents of an institution that stays, also of the moved name', async () => {
      // The querier recorded a consent of each company, of the second one last.
      expect(await succeed(preview({ entity_ids: [second?.entityId] }))).toMatchObject({
        legal_names: [],
        records: [
          { record_id: records.alpha, is_moved: false },
          { record_id: records.beta, is_moved: true },
        ],
        consents: [
          { consent_id: known.alphaConsent, is_moved: false },
          { consent_id: known.betaConsent, is_moved: false },
        ],
      });
    });

    test('lists its parts without a choice, which cannot be confirmed', async () => {
      const { preview_digest, records: listed } = await succeed(preview({}));
      expect(listed).toMatchObject([{ is_moved: false }, { is_moved: false }]);
      const body = { preview_digest, reason: 'Nothing' };
      const path = `${network()}/subjects/${known.oldId}/separations`;
      expect(await exchange().as(OPERATOR).post(path, body)).toMatchObject({
        status: 400,
        body: { reason: 'invalid_value' },
      });
    });

    test('is a 404 in another network', async () => {
      const elsewhere = await aNetwork(exchange());
      const path = `/v1/networks/${elsewhere}/subjects/${known.oldId}/separations/preview`;
      const answer = await exchange()
        .as(OPERATOR)
        .post(path, { entity_ids: [second?.entityId] });
      expect(answer).toMatchObject({ status: 404, body: { reason: 'subject_not_found' } });
    });

    test('is separated exactly as it was previewed', async () => {
      const choice = { entity_ids: [second?.entityId, querier?.entityId] };
      const previewed = await succeed(preview(choice));
      expect(previewed).toMatchObject({
        legal_names: ['Beta Trading Inc'],
        records: [
          { record_id: records.alpha, is_moved: false },
          { record_id: records.beta, is_moved: true },
        ],
        consents: [
          { consent_id: known.alphaConsent, is_moved: false },
          { consent_id: known.betaConsent, is_moved: true },
        ],
        answers: { count: 3, is_complete: true },
      });
      const stale = { ...choice, preview_digest: 'a'.repeat(64), reason: 'Damaged number' };
      const confirm = (body: object) =>
        exchange().as(OPERATOR).post(`${network()}/subjects/${known.oldId}/separations`, body);
      expect(await confirm(stale)).toMatchObject({
        status: 409,
        body: { reason: 'version_mismatch' },
      });
      const confirmed = { ...stale, preview_digest: previewed['preview_digest'] };
      const separation = await succeed(confirm(confirmed));
      known.newId = String(separation['new_subject_id']);
      expect(separation).toMatchObject({
        subject_id: known.oldId,
        reason: 'Damaged number',
        statement_entity_ids: choice.entity_ids,
        record_ids: [records.beta],
        consent_ids: [known.betaConsent],
      });
      expect(await confirm(confirmed)).toMatchObject({
        status: 409,
        body: { reason: 'version_mismatch' },
      });
    });

    test('answers of either business come from its own institution as soon as it is separated', async () => {
      for (const [asked, furnisher, business] of [
        [{ consent_id: known.betaConsent }, second, known.newId],
        [{ business_id: known.newId }, second, known.newId],
        [{ consent_id: known.alphaConsent }, first, known.oldId],
        [{ business_id: known.oldId }, first, known.oldId],
      ] as const) {
        const { furnishers, businessId } = await query(asked);
        expect([...furnishers]).toEqual([furnisher?.entityId]);
        expect(businessId).toBe(business);
      }
      expect(await businessOf(known.betaConsent)).toBe(known.newId);
      const both = { consent_id: known.betaConsent, business_id: known.oldId };
      expect(await ask(both)).toMatchObject({ status: 400, body: { reason: 'subject_mismatch' } });
    });

    test('a moved consent shows the separation in its history', async () => {
      const path = `/v1/consent/business/${known.betaConsent}/events`;
      const { data } = await succeed((querier as Participant).client.get(path));
      expect(data).toMatchObject([
        { event: 'granted' },
        {
          event: 'separated',
          changes: { business_id: { from: known.oldId, to: known.newId } },
        },
      ]);
    });

    test('past answers are replayed unchanged, and refer to the separation', async () => {
      const event = `/v1/query-events/${known.oldQuery}`;
      const governor = exchange().as(OPERATOR);
      // The gateway learns of the network within seconds.
      await eventually(async () =>
        expect(await succeed(governor.post(`${event}/replay`, {}))).toMatchObject({
          code: 'identical',
        }),
      );
      expect(await succeed(governor.get(`${event}/explanation`))).toMatchObject({
        separations: [{ subject_id: known.oldId, new_subject_id: known.newId }],
      });
      expect(await succeed(governor.get(event))).toMatchObject({ subject_id: known.oldId });
    });

    test('later claims find the business that they name', async () => {
      const laterBeta = await consent(beta);
      expect(await businessOf(laterBeta)).toBe(known.newId);
      expect(await businessOf(await consent(alpha))).toBe(known.oldId);
      const wrong = { ...consentBody(beta), business_id: known.oldId };
      expect(await querier?.client.post('/v1/consent/business', wrong)).toMatchObject({
        status: 400,
        body: { reason: 'subject_mismatch' },
      });
      await furnish(first as Participant, beta);
      await eventually(async () => expect(await statementsOf(known.newId)).toBe(6));
      const open = `${network()}/identity-conflicts?status=open`;
      expect(await succeed(exchange().as(OPERATOR).get(open))).toMatchObject({ data: [] });
    });

    test('the governors find the decision among the separations and in the audit log', async () => {
      const governor = exchange().as(OPERATOR);
      expect(await succeed(governor.get(`${network()}/separations`))).toMatchObject({
        data: [{ subject_id: known.oldId, new_subject_id: known.newId }],
      });
      await eventually(async () => {
        const { data } = await succeed(governor.get(`${network()}/audit-logs/entity/entries`));
        expect(JSON.stringify(data)).toContain('entity.subject-separated.v1');
      });
    });

    test('a record moves alone, and the earlier one of its furnisher answers again', async () => {
      const { subject_id, record_id, one, other } = await aBusinessOfTwo(
        (first as Participant).client,
        networkId,
      );
      expect(await businessOf(await consent(one))).toBe(subject_id);
      await eventually(async () => {
        expect((await query({ business_id: subject_id })).source).toBe('Other Ltd');
      });
      const governor = exchange().as(OPERATOR);
      const choice = { record_ids: [record_id] };
      const preview_digest = await previewDigest(governor, networkId, { subject_id, ...choice });
      const separation = await succeed(
        governor.post(`${network()}/subjects/${subject_id}/separations`, {
          ...{ ...choice, preview_digest, reason: 'Damaged number' },
        }),
      );
      const newId = String(separation['new_subject_id']);
      expect((await query({ business_id: newId })).source).toBe('Other Ltd');
      expect((await query({ business_id: subject_id })).source).toBe('E1 LLC');
      expect(await businessOf(await consent(other))).toBe(newId);
      expect(await businessOf(await consent(one))).toBe(subject_id);
    });

    test('a record and a consent of a business that was merged move, too', async () => {
      const [kept, merged, claim] = twoOfOneEin();
      const { client } = first as Participant;
      const { subject_id: keptId } = await furnishIdentity(client, networkId, { identity: kept });
      const record_id = await furnish(second as Participant, merged);
      const consentId = await consent(merged);
      const mergedId = await businessOf(consentId);
      await furnish(first as Participant, claim);
      const governor = exchange().as(OPERATOR);
      const { data } = await succeed(governor.get(`${network()}/identity-conflicts?status=open`));
      const [conflict] = data as readonly { readonly conflict_id: string }[];
      await succeed(
        governor.post(`${network()}/identity-conflicts/${String(conflict?.conflict_id)}/merge`, {
          ...{ subject_id: mergedId, into_subject_id: keptId },
        }),
      );
      const choice = { entity_ids: [second?.entityId, querier?.entityId] };
      const path = `${network()}/subjects/${keptId}/separations`;
      const { preview_digest } = await succeed(governor.post(`${path}/preview`, choice));
      const separation = await succeed(
        governor.post(path, { ...choice, preview_digest, reason: 'Merged by mistake' }),
      );
      expect(separation).toMatchObject({ record_ids: [record_id], consent_ids: [consentId] });
      const newId = String(separation['new_subject_id']);
      expect((await query({ business_id: newId })).source).toBe(merged.business_legal_name);
      expect((await query({ consent_id: consentId })).source).toBe(merged.business_legal_name);
      expect((await query({ business_id: keptId })).source).toBe(kept.business_legal_name);
      expect(await businessOf(consentId)).toBe(newId);
    });

    /** Two businesses, and a claim with the registration of the first and the EIN of the second. */
    function twoOfOneEin() {
      const [one, other] = ['Gamma Mills LLC', 'Delta Foods Inc'].map((business_legal_name) => ({
        ...demoBusiness(`R${randomUUID().slice(0, 8)}`),
        ...{ business_legal_name, business_tax_identifier_type: 'EIN' },
        business_tax_identifier_value: String(randomInt(1e8, 1e9)),
      }));
      if (!one || !other) throw new Error('two names give two businesses');
      const { business_tax_identifier_value } = other;
      return [one, other, { ...one, business_tax_identifier_value }] as const;
    }

    const network = () => `/v1/networks/${networkId}`;

    const preview = (choice: object) =>
      exchange()
        .as(OPERATOR)
        .post(`${network()}/subjects/${known.oldId}/separations/preview`, choice);

    const consentBody = (identity: object) => ({
      network_id: networkId,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identity,
    });

    async function consent(identity: object): Promise<string> {
      const client = (querier as Participant).client;
      const { consent_id } = await succeed(
        client.post('/v1/consent/business', consentBody(identity)),
      );
      return String(consent_id);
    }

    async function businessOf(consentId: string): Promise<string> {
      const client = (querier as Participant).client;
      const { business_id } = await succeed(client.get(`/v1/consent/business/${consentId}`));
      return String(business_id);
    }

    async function furnish({ client }: Participant, identity: Identity): Promise<string> {
      return (await furnishIdentity(client, networkId, { identity })).record_id;
    }

    function ask(asked: object) {
      const client = (querier as Participant).client;
      const headers = { 'x-permissible-purpose': 'customer_due_diligence' };
      return client.post(QUERY, { network_ids: [networkId], ...asked }, headers);
    }

    async function query(asked: object) {
      const { status, body, headers } = await ask(asked);
      expect({ status, body }).toMatchObject({ status: 200 });
      const { business_id } = body as { readonly business_id: string };
      const idsOf = (member: string) =>
        new Set(
          [...JSON.stringify(body).matchAll(new RegExp(`"${member}":"([^"]+)"`, 'g'))].map(
            ([, id]) => id,
          ),
        );
      return {
        furnishers: idsOf('furnishing_entity_id'),
        source: /"business_identity_verification_sources":\["([^"]+)"/.exec(
          JSON.stringify(body),
        )?.[1],
        businessId: business_id,
        queryEventId: String(headers.get('x-ref-id')),
      };
    }

    async function statementsOf(subjectId: string): Promise<unknown> {
      const [row] = await exchange().sql(
        'product-query',
        'select count(*)::int as count from statement where subject_id = $1',
        [subjectId],
      );
      return row?.['count'];
    }
  });
}
