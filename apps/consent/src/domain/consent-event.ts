import type {
  ConsentGrantClosed,
  ConsentGranted,
  ConsentRevoked,
  ConsentState,
  PayloadOf,
} from '@ndx/contracts';
import type { ConsentChange } from './consent-change.js';
import { stateOf, type Consent } from './consent.js';
import { isOver, type FieldAccessGrant } from './field-access-grant.js';

/**
 * The state that subscribers receive. It states which grants have begun and ended by the owner's
 * clock at `now`, so that no other clock decides.
 */
export function publishedState(consent: Consent, now: Date): ConsentState {
  const grants = new Map(consent.grants.map((grant) => [grant.id, grant]));
  const state = stateOf(consent);
  return {
    ...state,
    field_access_grants: state.field_access_grants.map((published) => {
      const grant = grants.get(published.grant_id);
      return {
        ...published,
        is_immediate: grant !== undefined && grant.effectiveFrom <= now,
        is_closed: grant !== undefined && isOver(grant, now),
      };
    }),
  };
}

/** Payload of a change that is no end. */
export function changeOf({
  consent,
  at,
  clockOffsetSeconds: offset,
}: ConsentChange): PayloadOf<typeof ConsentGranted> {
  return {
    ...publishedState(consent, at),
    ...(offset !== undefined && { clock_offset_seconds: offset }),
  };
}

/** Payload of a revocation; its size does not depend on the consent. */
export function revocationOf({ consent, at }: ConsentChange): PayloadOf<typeof ConsentRevoked> {
  return { ...referenceTo(consent), revoked_at: (consent.revokedAt ?? at).toISOString() };
}

/** Payload of a closed grant. */
export function closingOf(
  { consent, at }: ConsentChange,
  { id, effectiveTo }: FieldAccessGrant,
): PayloadOf<typeof ConsentGrantClosed> {
  const closed_at = (effectiveTo ?? at).toISOString();
  return { ...referenceTo(consent), grant_id: id, closed_at };
}

function referenceTo({ id, revision, entityId, networkId }: Consent) {
  return { consent_id: id, revision, entity_id: entityId, network_id: networkId };
}
