import { stableId } from '@ndx/contracts';
import { startStandIn } from './stand-in.js';

type Fields = Readonly<Record<string, unknown>>;

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

/** An identifier that entity finds unusable. */
export const UNUSABLE = '999999999';

/** The subject that the network knows by this identifier; any network knows any. */
export const subjectIdOf = (networkId: string, identifier: string) =>
  stableId('subject', `${networkId} ${identifier}`);

/** The internal routes of entity, with ids that follow from the input; `known` can be looked up. */
export function startEntity(known: ReadonlyMap<string, string>) {
  const resolve = (key: string, identifier: string, networkId: string, identity: Fields) => {
    const value = String(identity[identifier]);
    if (value === UNUSABLE) return { error: { detail: `${identifier}: must be usable` } };
    return { [key]: subjectIdOf(networkId, value), ...located(networkId) };
  };
  const lookUp = (key: string, ids: readonly string[]) =>
    ids.flatMap((id) => {
      const networkId = known.get(id);
      return networkId === undefined ? [] : [{ [key]: id, ...located(networkId) }];
    });
  return startStandIn({
    '/internal/consumers/resolve': (body: { network_id: string; consumers: Fields[] }) => ({
      consumers: body.consumers.map((identity) =>
        resolve('consumer_id', 'social_security_number', body.network_id, identity),
      ),
    }),
    '/internal/businesses/resolve': (body: { network_ids: [string]; businesses: Fields[] }) => ({
      businesses: body.businesses.map((identity) =>
        resolve('business_id', REGISTRATION, body.network_ids[0], identity),
      ),
    }),
    '/internal/consumers/lookup': (body: { consumer_ids: string[] }) => ({
      consumers: lookUp('consumer_id', body.consumer_ids),
    }),
    '/internal/businesses/lookup': (body: { business_ids: string[] }) => ({
      businesses: lookUp('business_id', body.business_ids),
    }),
  });
}

function located(networkId: string) {
  return { network_id: networkId, match_hashes: [`hash in ${networkId}`] };
}
