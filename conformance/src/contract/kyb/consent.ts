import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn } from '../../http/answer.js';
import { del, get, post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { all, envelope, noResult, ok, requireValues, that, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { aConsent } from '../consent/records.js';
import { requireEvent } from '../query-events.js';
import { purposeOf } from '../templates/requests.js';
import { RESULT } from './asking.js';
import { SECTIONS } from './sections.js';
import { aPolicy, consentedBusiness, consentOf, furnishBusiness, kybQuery } from './business.js';

const IDENTITY = 'business_identity_verification';

const under = async (kit: Kit, terms: Values = {}) =>
  consentOf(kit, (await consentedBusiness(kit)).identity, terms);

/** The readable data of a KYB query under a consent (design 6, 9). */
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
      request: async (kit) => kybQuery(kit, { consent_id: await aConsent(kit, 'consumer') }),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'a field that was not consented to is null in the result',
      request: async (kit) => {
        const consented = `${IDENTITY}.business_entity_type`;
        return kybQuery(kit, { consent_id: await under(kit, { consented_fields: consented }) });
      },
      expect: all(
        ok(RESULT),
        that('the consented field, and null for all else', ({ body }) => {
          const { meta, [IDENTITY]: identity, ...sections } = memberOf(body, 'result') as Values;
          const { business_entity_type: seen, ...data } = memberOf(identity, 'data') as Values;
          const others = { ...sections, ...data, ...(memberOf(identity, 'assertions') as Values) };
          return (
            meta !== null &&
            seen === 'limited_liability_company' &&
            Object.values(others).every((value) => value === null)
          );
        }),
      ),
    },
  ]),
  {
    section: 'design 9',
    says: 'a certificate names the business as its furnisher does; the explanation reports another name in the consent',
    check: async (kit) => {
      const { identity } = await furnishBusiness(kit);
      const stranger = { ...identity, business_legal_name: 'Totally Different Inc' };
      const answer = await kit.done(kybQuery(kit, { consent_id: await consentOf(kit, stranger) }));
      requireValues(answer, memberOf(answer.body, 'result', 'meta', 'business'), {
        business_legal_name: identity['business_legal_name'],
        furnishing_entity_id: kit.entityId,
      });
      requireValues(
        answer,
        memberOf(answer.body, 'result', 'meta', 'business', 'registrations', 0),
        {
          business_jurisdiction_of_formation: identity['business_jurisdiction_of_formation'],
          furnishing_entity_id: kit.entityId,
        },
      );
      const id = textIn(answer.body, 'query_event_id');
      const explained = await kit.done(get(`/v1/query-events/${id}/explanation`));
      requireValues(explained, memberOf(explained.body, 'sections', 0), {
        code: 'issued',
        name_differs: true,
      });
    },
  },
  {
    section: 'design 7',
    says: 'a policy that requires the legal name of the consent gives no result for another name',
    check: async (kit) => {
      const { identity } = await furnishBusiness(kit);
      const policy_id = await aPolicy(kit, {
        model_selections: SECTIONS.map(({ name: model_name }) => ({
          model_name,
          name_match: 'require',
        })),
      });
      const under = async (business_legal_name: unknown) => {
        const consent_id = await consentOf(kit, { ...identity, business_legal_name });
        return kybQuery(kit, { consent_id, policy_id });
      };
      noResult(await kit.send(await under('Totally Different Inc')));
      await kit.done(await under(identity['business_legal_name']));
    },
  },
  {
    section: 'design 3',
    says: 'a revoked consent applies to the next query: 403',
    check: async (kit) => {
      const consentId = await under(kit);
      await kit.done(kybQuery(kit, { consent_id: consentId }));
      await kit.done(post(`/v1/consent/business/${consentId}/revoke`));
      envelope('PERMISSION_DENIED')(await kit.send(kybQuery(kit, { consent_id: consentId })));
    },
  },
  {
    section: 'design 6',
    says: 'a revoked consent applies to a query that names the business and no consent',
    check: async (kit) => {
      const { id, identity } = await furnishBusiness(kit);
      const query = kybQuery(kit, { business_id: id });
      const consentId = await consentOf(kit, identity);
      await kit.done(query);
      await kit.done(post(`/v1/consent/business/${consentId}/revoke`));
      envelope('PERMISSION_DENIED')(await kit.send(query));
      envelope('PERMISSION_DENIED')(await kit.send({ ...query, headers: purposeOf() }));
      await consentOf(kit, identity);
      await kit.done(query);
    },
  },
  {
    section: 'design 6',
    says: 'a query of a business may name its purpose, which its certificate and query event record',
    check: async (kit) => {
      const { id } = await furnishBusiness(kit);
      const query = kybQuery(kit, { business_id: id });
      const purpose = { permissible_purpose: 'customer_due_diligence' };
      const answer = await kit.send({ ...query, headers: purposeOf('customer_due_diligence') });
      ok(RESULT)(answer);
      requireValues(answer, memberOf(answer.body, 'result', 'meta'), purpose);
      await requireEvent(kit, answer, { ...purpose, consent_id: null });
    },
  },
  {
    section: 'design 6',
    says: 'a policy that requires consent denies a query that names only the business, until one is recorded',
    check: async (kit) => {
      const { id, identity } = await furnishBusiness(kit);
      const policy_id = await aPolicy(kit, { consent: 'required' });
      const query = kybQuery(kit, { business_id: id, policy_id });
      envelope('PERMISSION_DENIED')(await kit.send(query));
      envelope('PERMISSION_DENIED')(await kit.send({ ...query, headers: purposeOf() }));
      const consent_id = await consentOf(kit, identity);
      const answer = await kit.send(query);
      ok(RESULT)(answer);
      requireValues(answer, memberOf(answer.body, 'result', 'meta'), { consent_id });
    },
  },
  {
    section: 'design 3',
    says: 'an amended consent applies to the next query',
    check: async (kit) => {
      const consentId = await under(kit);
      await kit.done(kybQuery(kit, { consent_id: consentId }));
      const change = { scope: 'cashflow_snapshots_trends' };
      await kit.done(put(`/v1/consent/business/${consentId}`, change));
      envelope('PERMISSION_DENIED')(await kit.send(kybQuery(kit, { consent_id: consentId })));
    },
  },
  {
    section: 'design 6',
    says: 'a query returns the fields of a grant, and none once the grant is closed',
    check: async (kit) => {
      const path = '/v1/consent/business';
      const consentId = await under(kit);
      const query = kybQuery(kit, { consent_id: consentId });
      await kit.done(query);
      const record = await kit.send(
        put(`${path}/${consentId}`, { scope: '*', network_id: kit.networkId }),
      );
      const grantId = textIn(record.body, 'field_access_grants', 0, 'grant_id');
      await kit.done(del(`${path}/${consentId}/grants/${grantId}`));
      noResult(await kit.send(query));
      const grant = {
        furnishing_entity_id: kit.entityId,
        field_definitions: [`${IDENTITY}.business_entity_type`],
      };
      await kit.done(post(`${path}/${consentId}/grants`, grant));
      await kit.done(query);
    },
  },
  {
    section: 'design 6',
    says: 'a grant for a named furnisher replaces the grant for every furnisher',
    check: async (kit) => {
      const consentId = await under(kit);
      const grant = {
        furnishing_entity_id: kit.entityId,
        field_definitions: [`${IDENTITY}.business_entity_type`],
      };
      const path = `/v1/consent/business/${consentId}/grants`;
      const added = await kit.done(post(path, grant));
      const query = kybQuery(kit, { consent_id: consentId });
      const dataOf = async () => {
        const answer = await kit.send(query);
        ok(RESULT)(answer);
        return { answer, data: memberOf(answer.body, 'result', IDENTITY, 'data') };
      };
      const granted = await dataOf();
      requireValues(granted.answer, granted.data, {
        business_entity_type: 'limited_liability_company',
        business_registration_status: null,
      });
      const grants = listIn(added.body, 'field_access_grants');
      await kit.done(del(`${path}/${textIn(grants.at(-1), 'grant_id')}`));
      const closed = await dataOf();
      requireValues(closed.answer, closed.data, { business_registration_status: 'active' });
    },
  },
];
