import { randomUUID } from 'node:crypto';
import { memberOf, textIn } from '../../http/answer.js';
import { get, post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { consentIdentity } from '../../kit/subjects.js';
import { cases } from '../../run/cases.js';
import { all, envelope, ok, requireValues, status, that } from '../../run/expect.js';
import { Mismatch, type Row } from '../../run/row.js';
import { record } from '../../shape/shape.js';
import { aPolicy, consentOf, knownBusiness, kybQuery, sectionOf } from './business.js';

const IDENTITY = 'business_identity_verification';
const CERTIFICATES = '/v1/products/kyb_certificate/certificates';

const under = async (kit: Kit, terms: Readonly<Record<string, unknown>> = {}) =>
  consentOf(kit, (await knownBusiness(kit)).identity, terms);

/** What a consent lets be seen in a KYB query (design 6, 9). */
export const kybConsentRows: readonly Row[] = [
  ...cases('design 6', [
    {
      says: 'a query under an unknown consent is a 404',
      request: (kit) => kybQuery(kit, { consent_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a query under a consent_id that is no uuid is a 404: it is any string',
      request: (kit) => kybQuery(kit, { consent_id: 'no-such-consent' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a query under a consent whose scope does not cover it is denied',
      request: async (kit) =>
        kybQuery(kit, { consent_id: await under(kit, { scope: 'cashflow_snapshots_trends' }) }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'a query of a network that the consent does not cover is denied',
      request: async (kit) =>
        kybQuery(kit, { consent_id: await under(kit) }, [kit.networkId, kit.otherNetworkId]),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: "a query under a consumer's consent is a 400",
      request: async (kit) => {
        const recorded = await kit.send(
          post('/v1/consent/consumer', {
            network_id: kit.networkId,
            did_gather_consent_from_consumer_prior: true,
            consumer_consent_identity: consentIdentity(),
          }),
        );
        return kybQuery(kit, { consent_id: textIn(recorded.body, 'consent_id') });
      },
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'a field that was not consented to is null in the result',
      request: async (kit) => {
        const consented = `${IDENTITY}.business_entity_type`;
        return kybQuery(kit, { consent_id: await under(kit, { consented_fields: consented }) });
      },
      expect: all(
        status(200),
        that('the consented field, and null for the others', ({ body }) => {
          const data = memberOf(body, 'result', IDENTITY, 'data');
          const { business_entity_type: seen, ...others } = data as Record<string, unknown>;
          return seen !== null && Object.values(others).every((value) => value === null);
        }),
      ),
    },
  ]),
  {
    section: 'design 3',
    says: 'a revoked consent binds the very next query: 403',
    check: async (kit) => {
      const consentId = await under(kit);
      status(200)(await kit.send(kybQuery(kit, { consent_id: consentId })));
      status(200)(await kit.send(post(`/v1/consent/business/${consentId}/revoke`)));
      envelope('PERMISSION_DENIED')(await kit.send(kybQuery(kit, { consent_id: consentId })));
    },
  },
  {
    section: 'design 3',
    says: 'an amended consent binds the very next query',
    check: async (kit) => {
      const consentId = await under(kit);
      const change = { scope: 'cashflow_snapshots_trends' };
      status(200)(await kit.send(put(`/v1/consent/business/${consentId}`, change)));
      envelope('PERMISSION_DENIED')(await kit.send(kybQuery(kit, { consent_id: consentId })));
    },
  },
];

/** How policies govern a KYB query (design 7, 9). */
export const kybPolicyRows: readonly Row[] = [
  {
    section: 'design 7',
    says: 'a disabled field is null under the policy that disables it, from the next query on',
    check: async (kit) => {
      const policyId = await aPolicy(kit, {
        model_selections: [
          {
            model_name: IDENTITY,
            field_selections: [{ field_name: 'business_entity_type', is_enabled: false }],
          },
        ],
      });
      const { id } = await knownBusiness(kit);
      const answer = await kit.send(kybQuery(kit, { business_id: id, policy_id: policyId }));
      status(200)(answer);
      requireValues(answer, memberOf(sectionOf(answer, IDENTITY), 'data'), {
        business_entity_type: null,
        business_registration_status: 'active',
      });
    },
  },
  {
    section: 'design 9',
    says: 'a value that the policy does not accept leaves the section out',
    check: async (kit) => {
      const field_selections = [
        { field_name: 'business_entity_type', is_required: true, accepted_values: ['trust'] },
      ];
      const policyId = await aPolicy(kit, {
        model_selections: [{ model_name: IDENTITY, field_selections }],
      });
      const { id } = await knownBusiness(kit);
      status(204)(await kit.send(kybQuery(kit, { business_id: id, policy_id: policyId })));
    },
  },
  {
    section: '4.5',
    says: "a query that names no policy is under the network's default policy",
    check: async (kit) => {
      const policyId = await aPolicy(kit, { is_default: true });
      const { id } = await knownBusiness(kit);
      const answer = await kit.send(kybQuery(kit, { business_id: id }));
      status(200)(answer);
      const meta = memberOf(answer.body, 'result', 'meta');
      requireValues(answer, meta, { policy_id: policyId });
      await kit.send(
        put(`/v1/networks/policies/querying/${policyId}/configuration`, { is_default: false }),
      );
    },
  },
];

export const certificateRows: readonly Row[] = [
  {
    section: 'design 9',
    says: 'a certificate is read again as it was issued, by the institution that queried it alone',
    check: async (kit) => {
      const { id } = await knownBusiness(kit);
      const issued = await kit.send(kybQuery(kit, { business_id: id }));
      status(200)(issued);
      const path = `${CERTIFICATES}/${textIn(issued.body, 'certificate_id')}`;
      const read = await kit.send(get(path));
      ok(record('certificate_id: uuid'))(read);
      if (read.text !== issued.text) throw new Mismatch(issued.text, read.text, read);
      if (kit.client.tokens.other === undefined) return;
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(path, { as: 'other' })));
    },
  },
  ...cases('design 9', [
    {
      says: 'an unknown certificate is a 404',
      request: () => get(`${CERTIFICATES}/${randomUUID()}`),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
];
