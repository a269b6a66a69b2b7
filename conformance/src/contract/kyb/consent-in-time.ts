import { memberOf, textIn } from '../../http/answer.js';
import { del, get, post, put, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { until } from '../../kit/until.js';
import { envelope, noResult, requireValues, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { aSubject, consentTo, queryRequest } from '../templates/requests.js';
import { totalConsumerAssetsQuery } from '../templates/total-consumer-assets.js';
import {
  anotherInstitution,
  consentedBusiness,
  consentOf,
  kybQuery,
  sectionOf,
} from './business.js';

const IDENTITY = 'business_identity_verification';
const PATH = '/v1/consent/business';

/** Grants to one furnisher, and consents that expire while the kit waits (design 6). */
export const consentInTimeRows: readonly Row[] = [
  {
    section: 'design 6',
    says: 'a grant opens the fields of the furnisher that it names, and of no other',
    check: async (kit) => {
      const consentId = await withoutGrants(kit);
      const query = kybQuery(kit, { consent_id: consentId });
      const grant = async (furnishing_entity_id: string, field: string) => {
        const field_definitions = [`${IDENTITY}.${field}`];
        const body = { furnishing_entity_id, field_definitions };
        await kit.done(post(`${PATH}/${consentId}/grants`, body));
      };
      await grant(await anotherInstitution(kit), 'business_entity_type');
      noResult(await kit.send(query));
      await grant(kit.entityId, 'business_registration_status');
      const answer = await kit.done(query);
      requireValues(answer, memberOf(sectionOf(answer, IDENTITY), 'data'), {
        business_registration_status: 'active',
        business_entity_type: null,
      });
    },
  },
  {
    section: 'design 6',
    says: 'a grant whose window has not come opens nothing',
    check: async (kit) => {
      const consentId = await withoutGrants(kit);
      const grant = {
        furnishing_entity_id: kit.entityId,
        field_definitions: [`${IDENTITY}.business_entity_type`],
        effective_from: '2098-01-01T00:00:00.000Z',
        effective_to: '2099-01-01T00:00:00.000Z',
      };
      await kit.done(post(`${PATH}/${consentId}/grants`, grant));
      noResult(await kit.send(kybQuery(kit, { consent_id: consentId })));
    },
  },
  {
    section: 'design 6',
    says: 'a query under a consent is denied once the consent has expired',
    check: async (kit) => {
      const { identity } = await consentedBusiness(kit);
      const query = kybQuery(kit, { consent_id: await consentOf(kit, identity, soonOver()) });
      envelope('PERMISSION_DENIED')(await until(() => kit.send(query), isDenied));
    },
  },
  {
    section: 'design 6',
    says: 'a consent that has expired cannot be changed or revived: 409',
    check: async (kit) => {
      const { identity } = await consentedBusiness(kit);
      const path = `${PATH}/${await consentOf(kit, identity, soonOver())}`;
      const asRead = get(withQuery(path, { network_id: kit.networkId }));
      await until(
        () => kit.send(asRead),
        ({ body }) => memberOf(body, 'status') === 'expired',
      );
      const later = { expires_at: '2099-01-01T00:00:00.000Z' };
      envelope('RESOURCE_CONFLICT')(await kit.send(put(path, later)));
    },
  },
  {
    section: 'design 6',
    says: 'a template query is denied once its consent has expired',
    check: async (kit) => {
      const subject = aSubject(totalConsumerAssetsQuery);
      await consentTo(kit, subject, soonOver());
      const query = queryRequest(totalConsumerAssetsQuery, kit.networkId, subject);
      envelope('PERMISSION_DENIED')(await until(() => kit.send(query), isDenied));
    },
  },
];

const isDenied = ({ status: code }: { readonly status: number }) => code === 403;

/** The expiry of a new consent must be in the future. */
function soonOver(): Values {
  return { expires_at: new Date(Date.now() + 2_000).toISOString() };
}

/** A consent of the known business whose first grant is closed. */
async function withoutGrants(kit: Kit): Promise<string> {
  const consentId = await consentOf(kit, (await consentedBusiness(kit)).identity);
  const asRead = withQuery(`${PATH}/${consentId}`, { network_id: kit.networkId });
  const read = await kit.send(get(asRead));
  const grantId = textIn(read.body, 'field_access_grants', 0, 'grant_id');
  await kit.done(del(`${PATH}/${consentId}/grants/${grantId}`));
  return consentId;
}
