import type { ConsentState } from '@ndx/contracts';

/** Something about a consent that is over for good. */
export interface ConsentEnd {
  /** `consent`: all of it; else the id of a grant. */
  readonly ended: string;
  readonly ended_at: string;
}

/**
 * The state of a consent with what is known to be over marked as such. Ends are final, so it
 * does not matter in which order they and the state arrive, nor what a clock shows.
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
