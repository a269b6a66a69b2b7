import { FieldAccess, parseConsentedFields } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';

const EVERYTHING = FieldAccess.of(['*']);

/**
 * The readable fields of each furnisher under a consent: the consented fields that the grants in
 * force for that furnisher include. Grants for the furnisher itself replace the grants for every
 * furnisher (design 6). Without a consent (a permissible-purpose query) all fields are readable.
 */
export function consentedAccess(
  consent: ConsentState | undefined,
  now: number,
): (furnishingEntityId: string) => FieldAccess {
  if (!consent) return () => EVERYTHING;
  const consented = FieldAccess.of(parseConsentedFields(consent.consented_fields));
  const inForce = consent.field_access_grants.filter(
    (grant) =>
      grant.is_closed !== true &&
      (grant.is_immediate === true || Date.parse(grant.effective_from) <= now) &&
      (grant.effective_to === null || now < Date.parse(grant.effective_to)),
  );
  const byFurnisher = new Map<string, FieldAccess>();
  return (furnishingEntityId) => {
    const known = byFurnisher.get(furnishingEntityId);
    if (known) return known;
    const grantsFor = (id: string) => inForce.filter((grant) => grant.furnishing_entity_id === id);
    const own = grantsFor(furnishingEntityId);
    const definitions = (own.length > 0 ? own : grantsFor('*')).flatMap(
      (grant) => grant.field_definitions,
    );
    const access = consented.and(FieldAccess.of(definitions));
    byFurnisher.set(furnishingEntityId, access);
    return access;
  };
}
