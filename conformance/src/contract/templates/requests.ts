import { post, type Request } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { aBusiness, aConsumer, consentIdentity } from '../../kit/subjects.js';
import type { Values } from '../../run/expect.js';
import { aConsent } from '../consent/records.js';
import type { Field } from '../../shape/fields.js';
import { AT, type FurnishContract, type QueryContract } from './template.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** All identifiers of one consumer or business for requests. */
export function aSubject({ subject }: Pick<FurnishContract, 'subject'>): Values {
  if (subject === 'consumer') return aConsumer();
  return {
    ...aBusiness(),
    business_registered_address_city: 'Wilmington',
    business_registered_address_country: 'US',
    business_registered_address_line_1: '1209 Orange Street',
  };
}

/** The same, with permission for queries in these networks: for a consumer a consent. */
export async function aQueriedSubject(
  kit: Kit,
  template: Pick<FurnishContract, 'subject'>,
  networkIds: readonly string[] = [kit.networkId],
): Promise<Values> {
  const subject = aSubject(template);
  if (template.subject === 'business') return subject;
  for (const network_id of networkIds) await consentTo(kit, subject, { network_id });
  return subject;
}

/** Records a consumer's consent, by default in the kit's network; returns its id. */
export function consentTo(kit: Kit, subject: Values, terms: Values = {}): Promise<string> {
  const consumer_consent_identity = consentIdentity({}, subject);
  return aConsent(kit, 'consumer', { consumer_consent_identity, ...terms });
}

/** Sets the purpose of a query (design 6). */
export function purposeOf(purpose = 'account_review') {
  return { 'x-permissible-purpose': purpose };
}

/** Furnishes the given data about the subject, with all other required fields. */
export function furnishRequest(
  { path, input }: FurnishContract,
  kit: Kit,
  subject: Values,
  data: Values,
  networkId: string = kit.networkId,
): Request {
  const known = { network_furnisher_id: kit.entityId, ...subject, ...data };
  return post(path, membersOf(known, input), inNetwork(networkId));
}

/**
 * States the legal name of a business in a network; no template's furnish request has it (design
 * 9).
 */
export function namingRequest(
  kit: Kit,
  subject: Values,
  networkId: string = kit.networkId,
): Request {
  return post('/v1/products/kyb_certificate/furnish', {
    network_id: networkId,
    records: [
      {
        business_identity: {
          business_legal_name: subject['business_legal_name'],
          business_jurisdiction_of_formation: subject['business_jurisdiction_of_formation'],
          [REGISTRATION]: String(subject[REGISTRATION]),
        },
        business_identity_verification: {
          assertions: { business_identity_verification_performed_timestamp: AT },
          data: { business_entity_type: 'corporation' },
        },
      },
    ],
  });
}

/** Queries the subject in one network. */
export function queryRequest(
  { path, input }: QueryContract,
  networkId: string,
  subject: Values,
): Request {
  return post(path, membersOf(subject, input), inNetwork(networkId));
}

/** The request without its optional fields. */
export function onlyRequired(request: Request, input: readonly Field[]): Request {
  return {
    ...request,
    body: membersOf(
      request.body as Values,
      input.filter((f) => f.isRequired),
    ),
  };
}

/** The request with null in each field that may be null. */
export function withNulls(request: Request, input: readonly Field[]): Request {
  const nullable = input.filter((field) => field.null === 'accepted');
  const nulls = Object.fromEntries(nullable.map(({ name }) => [name, null]));
  return { ...request, body: { ...(request.body as Values), ...nulls } };
}

export function inNetwork(networkId: string) {
  return { headers: { 'x-network-id': networkId } };
}

function membersOf(values: Values, input: readonly Field[]): Values {
  return Object.fromEntries(
    input.flatMap(({ name }) => (name in values ? [[name, values[name]]] : [])),
  );
}
