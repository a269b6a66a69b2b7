import type { ConsentState } from '@ndx/contracts';

/** A revocation of a consent, or the end of one of its grants. Both are final. */
export interface ConsentEnd {
  /** `consent` for a revocation; else the id of the grant. */
  readonly ended: string;
  readonly ended_at: string;
}

/**
 * The state of a consent with its known ends applied. Ends are final, so neither the order of
 * events nor a clock matters.
 */
export function withEnds(consent: ConsentState, ends: readonly ConsentEnd[]): ConsentState {
  const ended = new Map(ends.map((end) => [end.ended, end.ended_at]));
  return {
    ...consent,
    revoked_at: consent.revoked_at ?? ended.get('consent') ?? null,
    field_access_grants: consent.field_access_grants.map((grant) => {
      const effective_to = ended.get(grant.grant_id);
      return effective_to === undefined ? grant : { ...grant, effective_to, is_closed: true };
    }),
  };
}
