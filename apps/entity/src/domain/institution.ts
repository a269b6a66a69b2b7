import { newId, type InstitutionRegistered, type PayloadOf } from '@ndx/contracts';

/** A participant; in the API an entity (design 1). */
export interface Institution {
  readonly id: string;
  /** The organization claim of its users' tokens. */
  readonly orgId: string;
  readonly name: string;
  /** The network that registered it; null: it came with the system and administers itself. */
  readonly homeNetworkId: string | null;
  readonly createdAt: Date;
  readonly revision: number;
}

export type InstitutionInput = Pick<Institution, 'orgId' | 'name' | 'homeNetworkId'> & {
  readonly id: string | undefined;
};

export function registerInstitution(input: InstitutionInput, now: Date): Institution {
  return { ...input, id: input.id ?? newId(), createdAt: now, revision: 1 };
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
