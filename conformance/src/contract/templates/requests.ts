import { post, type Request } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { aBusiness, aConsumer } from '../../kit/subjects.js';
import type { Values } from '../../run/expect.js';
import type { Field } from '../../shape/fields.js';
import type { FurnishContract, QueryContract } from './template.js';

/** Everything by which a request may name one consumer or business. */
export function aSubject({ subject }: Pick<FurnishContract, 'subject'>): Values {
  if (subject === 'consumer') return aConsumer();
  return {
    ...aBusiness(),
    business_registered_address_city: 'Wilmington',
    business_registered_address_country: 'US',
    business_registered_address_line_1: '1209 Orange Street',
  };
}

/** Furnishes the given data about the subject, with all that the endpoint asks besides. */
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

/** Asks for the subject in one network. */
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
