import type { InstitutionRegistered, PayloadOf } from '@ndx/contracts';

/** A participant; in the API an entity (design 1). */
export interface Institution {
  readonly id: string;
  /** The organization claim of its users' tokens. */
  readonly orgId: string;
  readonly name: string;
  /** The home network; null for the first institution, which administers itself. */
  readonly homeNetworkId: string | null;
  readonly createdAt: Date;
  readonly revision: number;
}

export type InstitutionInput = Pick<Institution, 'id' | 'orgId' | 'name' | 'homeNetworkId'>;

/** A new institution with the given id. */
export function registerInstitution(input: InstitutionInput, now: Date): Institution {
  return { ...input, createdAt: now, revision: 1 };
}

export function stateOfInstitution(
  institution: Institution,
): PayloadOf<typeof InstitutionRegistered> {
  return {
    entity_id: institution.id,
    name: institution.name,
    revision: institution.revision,
  };
}
