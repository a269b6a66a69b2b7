import type { Business } from '../domain/business.js';
import { fold, foldEmail } from '../domain/fold.js';
import type { ProtectedIdentifier } from '../domain/protected-identifier.js';
import { everySaid } from '../domain/statements.js';
import type { IdentityTable } from './identity-table.js';
import {
  REGISTRATIONS_OF_FOUND,
  toRegistration,
  type RegistrationColumns,
} from './registration-table.js';
import {
  BUSINESS_STATEMENTS,
  searchedText,
  statementsOfFound,
  toStatements,
  type BusinessSaidColumns,
  type StatementColumns,
} from './statement-tables.js';

/**
 * A row of `business_identity`, as JSON, with the first statement; the folded texts include all
 * statements.
 */
export interface BusinessColumns extends BusinessSaidColumns {
  readonly id: string;
  readonly network_id: string;
  readonly identifier: string;
  readonly legal_name_folded: string | null;
  readonly dba_name_folded: string | null;
  readonly emails: string | null;
  readonly stated_by: string;
  readonly ein_sealed: string | null;
  readonly ein_index: string | null;
  readonly ein_last_four: string | null;
  readonly ein_ordinal: number;
  readonly ein_match_hashes: readonly string[];
  readonly name_match_hashes: readonly string[];
  readonly absorbed: readonly string[];
  readonly merged_into: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
}

/** The row as it is read, with the rows of other tables. */
export interface BusinessRow extends BusinessColumns {
  readonly registrations: readonly RegistrationColumns[];
  readonly statements: readonly (BusinessSaidColumns & StatementColumns)[];
}

export const BUSINESS_TABLE: IdentityTable<Business, BusinessRow> = {
  name: 'business_identity',
  keyColumns: 'ein_index, ein_ordinal',
  json: `to_jsonb(found) || jsonb_build_object('registrations', ${REGISTRATIONS_OF_FOUND},
    'statements', ${statementsOfFound(BUSINESS_STATEMENTS)})`,

  toColumns: ({ statements, ein, ...business }): BusinessColumns => ({
    id: business.id,
    network_id: business.networkId,
    identifier: business.identifier,
    ...BUSINESS_STATEMENTS.toColumns(statements.first.said),
    legal_name_folded: searchedText(
      everySaid(statements, (said) => said.legalName),
      fold,
    ),
    dba_name_folded: searchedText(
      everySaid(statements, (said) => said.dbaName),
      fold,
    ),
    emails: searchedText(
      everySaid(statements, (said) => said.email),
      foldEmail,
    ),
    stated_by: statements.first.entityId,
    ein_sealed: ein?.sealed ?? null,
    ein_index: ein?.index ?? null,
    ein_last_four: ein?.lastFour ?? null,
    ein_ordinal: business.einOrdinal,
    ein_match_hashes: business.einKeys,
    name_match_hashes: business.nameKeys,
    absorbed: business.absorbed,
    merged_into: business.mergedInto,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
    revision: business.revision,
  }),

  toSubject: (row) => ({
    id: row.id,
    networkId: row.network_id,
    identifier: row.identifier,
    statements: toStatements(BUSINESS_STATEMENTS, row, row.statements),
    registrations: row.registrations.map(toRegistration),
    ein: einOf(row),
    einOrdinal: row.ein_ordinal,
    einKeys: row.ein_match_hashes,
    nameKeys: row.name_match_hashes,
    absorbed: row.absorbed,
    mergedInto: row.merged_into,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    revision: row.revision,
  }),
};

function einOf(row: BusinessColumns): ProtectedIdentifier | null {
  const { ein_sealed: sealed, ein_index: index, ein_last_four: lastFour } = row;
  if (sealed === null || index === null || lastFour === null) return null;
  return { sealed, index, lastFour };
}
