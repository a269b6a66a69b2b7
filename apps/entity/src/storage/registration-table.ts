import type { Business, Registration } from '../domain/business.js';
import type { Table } from './identity-table.js';

/** A row of `business_registration`, as JSON. */
export interface RegistrationColumns {
  readonly registration_key: string;
  readonly jurisdiction: string;
  readonly network_id: string;
  readonly business_id: string;
  /**
   * Index among the registrations of the business, from 0: the order in which they were first
   * given.
   */
  readonly position: number;
  readonly identifier: string;
  readonly match_hash: string;
}

export const REGISTRATION_TABLE: Table = {
  name: 'business_registration',
  keyColumns: 'registration_key, jurisdiction, network_id',
};

/** The registrations of the identity `found`, as JSON in order. */
export const REGISTRATIONS_OF_FOUND = `(
  select coalesce(jsonb_agg(r order by r.position), '[]')
  from ${REGISTRATION_TABLE.name} r where r.business_id = found.id)`;

export function toRegistrationColumns(business: Business): RegistrationColumns[] {
  return business.registrations.map((registration, position) => ({
    registration_key: registration.key,
    jurisdiction: registration.jurisdiction,
    network_id: business.networkId,
    business_id: business.id,
    position,
    identifier: registration.identifier,
    match_hash: registration.matchHash,
  }));
}

export function toRegistration(row: RegistrationColumns): Registration {
  const { jurisdiction, identifier, registration_key: key, match_hash: matchHash } = row;
  return { jurisdiction, identifier, key, matchHash };
}
