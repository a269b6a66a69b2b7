import { FieldAccess, parseConsentedFields } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';

const EVERYTHING = FieldAccess.of(['*']);

type Grant = ConsentState['field_access_grants'][number];

/** The terms of a consent that decide which fields are visible. */
export interface ConsentTerms {
  readonly consented_fields: string;
  /** The grants in force. */
  readonly grants: readonly Pick<Grant, 'furnishing_entity_id' | 'field_definitions'>[];
}

/** The consented fields, granted or not; without a consent, every field. */
export function consentedFields(
  consent: Pick<ConsentTerms, 'consented_fields'> | undefined,
): FieldAccess {
  return consent ? FieldAccess.of(parseConsentedFields(consent.consented_fields)) : EVERYTHING;
}

/** The grants that are in force at a time, in milliseconds since the epoch. */
export function grantsInForce(grants: readonly Grant[], now: number): readonly Grant[] {
  return grants.filter(
    (grant) =>
      grant.is_closed !== true &&
      (grant.is_immediate === true || Date.parse(grant.effective_from) <= now) &&
      (grant.effective_to === null || now < Date.parse(grant.effective_to)),
  );
}

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
  const { consented_fields } = consent;
  return accessUnder({
    consented_fields,
    grants: grantsInForce(consent.field_access_grants, now),
  });
}

/** The access that the terms of a consent permit. */
export function accessUnder(terms: ConsentTerms): (furnishingEntityId: string) => FieldAccess {
  const { grants } = terms;
  const consented = consentedFields(terms);
  const byFurnisher = new Map<string, FieldAccess>();
  return (furnishingEntityId) => {
    const known = byFurnisher.get(furnishingEntityId);
    if (known) return known;
    const grantsFor = (id: string) => grants.filter((grant) => grant.furnishing_entity_id === id);
    const own = grantsFor(furnishingEntityId);
    const definitions = (own.length > 0 ? own : grantsFor('*')).flatMap(
      (grant) => grant.field_definitions,
    );
    const access = consented.and(FieldAccess.of(definitions));
    byFurnisher.set(furnishingEntityId, access);
    return access;
  };
}
