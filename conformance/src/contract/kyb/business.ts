import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn, type Answer } from '../../http/answer.js';
import { post, put, type Request } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { businessIdentity } from '../../kit/subjects.js';
import { untilResult } from '../../kit/until.js';
import { type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import { kybProductId } from '../products.js';
import { FURNISHED_SECTIONS } from './sections.js';

export const KYB_QUERY = '/v1/products/kyb_certificate/query';
export const KYB_FURNISH = '/v1/products/kyb_certificate/furnish';

/** A business with data furnished by the kit. */
export interface FurnishedBusiness {
  readonly id: string;
  readonly identity: Values;
}

export function kybQuery(kit: Kit, body: Values, networkIds?: readonly string[]): Request {
  return post(KYB_QUERY, { network_ids: networkIds ?? [kit.networkId], ...body });
}

export function furnishRequest(kit: Kit, records: readonly unknown[]): Request {
  return post(KYB_FURNISH, { network_id: kit.networkId, records });
}

/** Furnishes the sections about a new business, and waits until they are queryable. */
export async function furnishBusiness(
  kit: Kit,
  sections: Readonly<Record<string, unknown>> = FURNISHED_SECTIONS,
): Promise<FurnishedBusiness> {
  const identity = businessIdentity();
  const request = furnishRequest(kit, [{ business_identity: identity, ...sections }]);
  const furnished = await kit.done(request);
  const id = textIn(listIn(furnished.body, 'results')[0], 'business_id');
  await queried(kit, { business_id: id });
  return { id, identity };
}

/** The result of a query, once the furnished data is readable. */
export async function queried(
  kit: Kit,
  body: Values,
  isAwaited?: (answer: Answer) => boolean,
): Promise<Answer> {
  // A business that has not arrived yet is not found.
  const answer = await untilResult(async () => {
    const asked = await kit.send(kybQuery(kit, body));
    return asked.status === 404 ? { ...asked, status: 204 } : asked;
  }, isAwaited);
  if (answer.status === 200) return answer;
  throw new Mismatch('a result within 10 seconds', `${answer.status} ${answer.text}`, answer);
}

/** A business with all three sections. */
export const knownBusiness = fixture((kit) => furnishBusiness(kit));

/**
 * Another one, for rows that record consents: an ended consent closes every query of its business.
 */
export const consentedBusiness = fixture((kit) => furnishBusiness(kit));

/** Records the business's consent in the kit's network; returns its id. */
export async function consentOf(kit: Kit, identity: Values, terms: Values = {}): Promise<string> {
  const recorded = await kit.done(
    post('/v1/consent/business', {
      network_id: kit.networkId,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: identity,
      ...terms,
    }),
  );
  return textIn(recorded.body, 'consent_id');
}

let count = 0;

/**
 * Creates a querying policy, configures and publishes it; returns its id.
 * @param pair network and product; default: the kit's network and the KYB certificate
 */
export async function aPolicy(
  kit: Kit,
  configuration: Values,
  pair: { readonly product_id?: string; readonly network_id?: string } = {},
): Promise<string> {
  count += 1;
  const created = await kit.done(
    post('/v1/networks/policies/querying', {
      product_id: await kybProductId(kit),
      network_id: kit.networkId,
      name: `policy ${count}`,
      ...pair,
    }),
  );
  const id = textIn(created.body, 'id');
  await kit.done(
    put(`/v1/networks/policies/querying/${id}/configuration`, {
      status: 'published',
      ...configuration,
    }),
  );
  return id;
}

/** An institution of the kit's network without furnished data. */
export const anotherInstitution = fixture(async (kit): Promise<string> => {
  const registered = await kit.done(
    post(`/v1/networks/${kit.networkId}/institutions`, {
      name: 'Conformance, other',
      org_id: `conformance-other-${randomUUID()}`,
      roles: ['furnisher'],
    }),
  );
  return textIn(registered.body, 'entity_id');
});

/** A section of a KYB result. */
export function sectionOf(answer: Answer, name: string): unknown {
  return memberOf(answer.body, 'result', name);
}
