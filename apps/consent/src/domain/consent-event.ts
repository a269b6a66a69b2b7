import type { ConsentGrantClosed, ConsentRevoked, ConsentState, PayloadOf } from '@ndx/contracts';
import type { ConsentChange } from './consent-change.js';
import { stateOf, type Consent } from './consent.js';
import { isOver, type FieldAccessGrant } from './field-access-grant.js';

/**
 * The state that subscribers learn, with what the owner's clock shows at `now`: which grants have
 * begun and which are over, so that no other clock decides either.
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

/** That a consent is revoked, and no more: its size does not depend on the consent. */
export function revocationOf({ consent, at }: ConsentChange): PayloadOf<typeof ConsentRevoked> {
  return { ...referenceTo(consent), revoked_at: (consent.revokedAt ?? at).toISOString() };
}

/** That a grant is closed, and no more. */
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
