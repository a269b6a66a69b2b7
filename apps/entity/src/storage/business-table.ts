import type { Business } from '../domain/business.js';
import { fold } from '../domain/fold.js';
import type { ProtectedIdentifier } from '../domain/protected-identifier.js';
import type { IdentityTable } from './identity-table.js';
import {
  REGISTRATIONS_OF_FOUND,
  toRegistration,
  type RegistrationColumns,
} from './registration-table.js';

/** A row of `business_identity`, as JSON. */
export interface BusinessColumns {
  readonly id: string;
  readonly network_id: string;
  readonly identifier: string;
  readonly legal_name: string | null;
  readonly legal_name_folded: string | null;
  readonly dba_name: string | null;
  readonly dba_name_folded: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website_url: string | null;
  readonly entity_type: string | null;
  readonly date_of_incorporation: string | null;
  readonly ein_sealed: string | null;
  readonly ein_index: string | null;
  readonly ein_last_four: string | null;
  readonly ein_match_hash: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
}

/** As it is read: with the registrations, which lie in a table of their own. */
export interface BusinessRow extends BusinessColumns {
  readonly registrations: readonly RegistrationColumns[];
}

export const BUSINESS_TABLE: IdentityTable<Business, BusinessRow> = {
  name: 'business_identity',
  keyColumns: 'ein_index',
  json: `to_jsonb(found) || jsonb_build_object('registrations', ${REGISTRATIONS_OF_FOUND})`,

  toColumns: (business): BusinessColumns => ({
    id: business.id,
    network_id: business.networkId,
    identifier: business.identifier,
    legal_name: business.legalName,
    legal_name_folded: business.legalName && fold(business.legalName),
    dba_name: business.dbaName,
    dba_name_folded: business.dbaName && fold(business.dbaName),
    email: business.email,
    phone: business.phone,
    website_url: business.websiteUrl,
    entity_type: business.entityType,
    date_of_incorporation: business.dateOfIncorporation,
    ein_sealed: business.ein?.sealed ?? null,
    ein_index: business.ein?.index ?? null,
    ein_last_four: business.ein?.lastFour ?? null,
    ein_match_hash: business.ein?.matchHash ?? null,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
    revision: business.revision,
  }),

  toSubject: (row) => ({
    id: row.id,
    networkId: row.network_id,
    identifier: row.identifier,
    legalName: row.legal_name,
    dbaName: row.dba_name,
    email: row.email,
    phone: row.phone,
    websiteUrl: row.website_url,
    entityType: row.entity_type,
    dateOfIncorporation: row.date_of_incorporation,
    registrations: row.registrations.map(toRegistration),
    ein: einOf(row),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    revision: row.revision,
  }),
};

function einOf(row: BusinessColumns): ProtectedIdentifier | null {
  const { ein_sealed: sealed, ein_index: index, ein_last_four: lastFour } = row;
  const matchHash = row.ein_match_hash;
  if (sealed === null || index === null || lastFour === null || matchHash === null) return null;
  return { sealed, index, lastFour, matchHash };
}
