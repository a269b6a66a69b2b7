import { stableId } from '@ndx/contracts';
import { startStandIn, type StandIn } from '@ndx/testing';
import { isUUID } from 'class-validator';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The internal routes of entity by which others name subjects, with ids that follow from the input:
 * every network knows every subject by what identifies it.
 */
export interface EntityStandIn extends StandIn {
  /** A subject that the network knows by this id, too. */
  know(networkId: string, subjectId: string, matchHashes?: readonly string[]): void;
}

export const BUSINESS_REGISTRATION =
  'business_registration_identifier_from_jurisdiction_of_formation';

/** The registration identifier, or social security number, that entity finds unusable. */
export const UNUSABLE = 999_999_999;

/** The id of the subject that a network knows by this registration identifier or SSN. */
export function subjectIdOf(networkId: string, identifier: string | number): string {
  return stableId('subject', `${networkId} ${identifier}`);
}

export async function startEntityStandIn(): Promise<EntityStandIn> {
  const known = new Map<string, ReturnType<typeof located>>();
  const lookUp = (key: string, ids: readonly string[]) => {
    // Entity refuses the whole question for one id that is none; here the connection is cut.
    if (!ids.every((id) => isUUID(id))) throw new Error('each id must be a UUID');
    return ids.flatMap((id) => {
      const place = known.get(id);
      return place === undefined ? [] : [{ [key]: id, ...place }];
    });
  };
  const standIn = await startStandIn({
    '/internal/consumers/resolve': (body: { network_id: string; consumers: Fields[] }) => ({
      consumers: body.consumers.map((identity) =>
        resolved('consumer_id', 'social_security_number', body.network_id, identity),
      ),
    }),
    '/internal/businesses/resolve': (body: { network_ids: [string]; businesses: Fields[] }) => ({
      businesses: body.businesses.map((identity) =>
        resolved('business_id', BUSINESS_REGISTRATION, body.network_ids[0], identity),
      ),
    }),
    '/internal/consumers/lookup': (body: { consumer_ids: string[] }) => ({
      consumers: lookUp('consumer_id', body.consumer_ids),
    }),
    '/internal/businesses/lookup': (body: { business_ids: string[] }) => ({
      businesses: lookUp('business_id', body.business_ids),
    }),
  });
  return {
    ...standIn,
    know: (networkId, subjectId, matchHashes) => {
      known.set(subjectId, located(networkId, matchHashes));
    },
  };
}

function resolved(key: string, identifier: string, networkId: string, identity: Fields) {
  const value = String(identity[identifier]);
  if (value === String(UNUSABLE)) return { error: { detail: `${identifier}: must be usable` } };
  return { [key]: subjectIdOf(networkId, value), ...located(networkId) };
}

function located(networkId: string, matchHashes: readonly string[] = [`hash in ${networkId}`]) {
  return { network_id: networkId, match_hashes: matchHashes };
}
