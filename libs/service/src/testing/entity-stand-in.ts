import {
  checkBusinesses,
  checkConsumers,
  findMembers,
  findPolicyChanges,
  lookUpBusinesses,
  lookUpConsumers,
  resolveBusinesses,
  resolveConsumers,
} from '@ndx/api';
import { stableId } from '@ndx/contracts';
import { startStandIn, type StandIn } from '@ndx/testing';
import { standInRoute } from './stand-in-route.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Entity's internal routes that resolve subjects, with ids derived from the input: every network
 * has every subject.
 */
export interface EntityStandIn extends StandIn {
  /** Adds a subject that the network has under this id, too. */
  know(networkId: string, subjectId: string, matchHashes?: readonly string[]): void;
  /** Whether changes of the querying policies of the network need an approval. */
  reviewChanges(networkId: string, isReviewed: boolean): void;
  /** The legal name that every caller stated of the business last. */
  name(businessId: string, legalName: string): void;
}

export const BUSINESS_REGISTRATION =
  'business_registration_identifier_from_jurisdiction_of_formation';

/** The registration identifier or social security number that entity rejects. */
export const UNUSABLE = 899_999_999;

/** The institution that is a member of no network. */
export const STRANGER = '00000000-0000-7000-8000-00000000dead';

/** The id of the subject with this registration identifier or SSN. */
export function subjectIdOf(networkId: string, identifier: string | number): string {
  return stableId('subject', `${networkId} ${identifier}`);
}

export async function startEntityStandIn(): Promise<EntityStandIn> {
  const known = new Map<string, ReturnType<typeof located>>();
  const names = new Map<string, string>();
  const reviewed = new Set<string>();
  const business = (id: string) => ({
    business_id: id,
    stated_legal_name: names.get(id) ?? null,
  });
  const knownAmong = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const place = known.get(id);
      return place === undefined ? [] : [{ id, ...place }];
    });
  const standIn = await startStandIn({
    ...standInRoute(resolveConsumers, ({ body }) => ({
      consumers: body.consumers.map((identity) =>
        resolved('social_security_number', body.network_id, identity, (consumer_id) => ({
          consumer_id,
        })),
      ),
    })),
    ...standInRoute(resolveBusinesses, ({ body }) => ({
      businesses: body.businesses.map((identity) =>
        resolved(BUSINESS_REGISTRATION, body.network_ids[0], identity, business),
      ),
    })),
    ...standInRoute(checkConsumers, ({ body }) => ({
      results: body.consumers.map((identity) =>
        checked('social_security_number', body.network_id, identity),
      ),
    })),
    ...standInRoute(checkBusinesses, ({ body }) => ({
      results: body.businesses.map((identity) =>
        checked(BUSINESS_REGISTRATION, body.network_ids[0], identity),
      ),
    })),
    ...standInRoute(findMembers, ({ body }) => ({
      entity_ids: body.entity_ids.filter((id) => id !== STRANGER),
    })),
    ...standInRoute(findPolicyChanges, ({ body }) => ({
      policy_changes: reviewed.has(body.network_id) ? ('reviewed' as const) : ('direct' as const),
    })),
    ...standInRoute(lookUpConsumers, ({ body }) => ({
      consumers: knownAmong(body.consumer_ids).map(({ id, ...rest }) => ({
        consumer_id: id,
        ...rest,
      })),
    })),
    ...standInRoute(lookUpBusinesses, ({ body }) => ({
      businesses: knownAmong(body.business_ids).map(({ id, ...rest }) => ({
        ...business(id),
        ...rest,
      })),
    })),
  });
  return {
    ...standIn,
    know: (networkId, subjectId, matchHashes) => {
      known.set(subjectId, located(networkId, matchHashes));
    },
    reviewChanges: (networkId, isReviewed) => {
      if (isReviewed) reviewed.add(networkId);
      else reviewed.delete(networkId);
    },
    name: (businessId, legalName) => {
      names.set(businessId, legalName);
    },
  };
}

function resolved<Named extends object>(
  identifier: string,
  networkId: string,
  identity: Fields,
  named: (id: string) => Named,
) {
  const { subject_id: id, error } = checked(identifier, networkId, identity);
  return error ? { error } : { ...named(id), ...located(networkId) };
}

function checked(identifier: string, networkId: string, identity: Fields) {
  const value = String(identity[identifier]);
  return value === String(UNUSABLE)
    ? { subject_id: null, error: { detail: `${identifier}: must be usable` } }
    : { subject_id: subjectIdOf(networkId, value), error: null };
}

function located(networkId: string, matchHashes: readonly string[] = [`hash in ${networkId}`]) {
  return { network_id: networkId, match_hashes: matchHashes };
}
