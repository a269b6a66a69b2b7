import type { EntityManager } from 'typeorm';
import type { Reader } from './identity-table.js';

/** A jurisdiction as written in registrations from before normalisation. */
export interface WrittenJurisdiction {
  readonly jurisdiction: string;
  /** The country of the networks of those registrations. */
  readonly country: string;
}

export interface WrittenRegistration {
  readonly network_id: string;
  readonly registration_key: string;
  readonly business_id: string;
}

export function writtenJurisdictions(reader: Reader): Promise<WrittenJurisdiction[]> {
  return reader.query(
    `select distinct r.jurisdiction, n.country
     from business_registration r join network n on n.id = r.network_id
     where not r.is_normalised order by 1, 2`,
  );
}

/** A batch of its registrations, locked, with their businesses, ordered by business. */
export async function lockWritten(
  manager: EntityManager,
  { jurisdiction, country }: WrittenJurisdiction,
  code: string,
  limit: number,
): Promise<WrittenRegistration[]> {
  // A registration whose normalised form another row has is skipped.
  return manager.query(
    `select r.network_id, r.registration_key, r.business_id
     from business_registration r
     join network n on n.id = r.network_id and n.country = $2
     join business_identity b on b.id = r.business_id
     where r.jurisdiction = $1 and not r.is_normalised
       and not exists (select from business_registration other
         where other.registration_key = r.registration_key and other.jurisdiction = $3
           and other.network_id = r.network_id)
     order by r.business_id limit $4 for update of b, r`,
    [jurisdiction, country, code, limit],
  );
}

/**
 * Updates registrations with their code and hash, and increments the revision of their businesses.
 */
export async function rewriteJurisdictions(
  manager: EntityManager,
  { jurisdiction }: WrittenJurisdiction,
  code: string,
  rewritten: readonly (WrittenRegistration & { readonly matchHash: string })[],
): Promise<void> {
  await manager.query(
    `update business_registration r
     set jurisdiction = $2, match_hash = new.match_hash, is_normalised = true
     from unnest($3::uuid[], $4::text[], $5::text[]) new (network_id, registration_key, match_hash)
     where r.registration_key = new.registration_key and r.jurisdiction = $1
       and r.network_id = new.network_id`,
    [
      jurisdiction,
      code,
      rewritten.map(({ network_id }) => network_id),
      rewritten.map(({ registration_key }) => registration_key),
      rewritten.map(({ matchHash }) => matchHash),
    ],
  );
  const changed = rewritten.map(({ business_id }) => business_id);
  await manager.query(
    'update business_identity set revision = revision + 1 where id = any($1::uuid[])',
    [changed],
  );
}
