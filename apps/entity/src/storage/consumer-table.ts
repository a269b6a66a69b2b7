import type { Consumer } from '../domain/consumer.js';
import { fold, foldEmail } from '../domain/fold.js';
import { everySaid } from '../domain/statements.js';
import type { IdentityTable } from './identity-table.js';
import {
  CONSUMER_STATEMENTS,
  searchedText,
  statementsOfFound,
  toStatements,
  type ConsumerSaidColumns,
  type StatementColumns,
} from './statement-tables.js';

/**
 * A row of `consumer_identity`, as JSON, with the first statement; the folded texts include all
 * statements.
 */
export interface ConsumerColumns extends ConsumerSaidColumns {
  readonly id: string;
  readonly network_id: string;
  readonly identifier: string;
  readonly first_name_folded: string | null;
  readonly last_name_folded: string | null;
  readonly emails: string | null;
  readonly stated_by: string;
  readonly ssn_sealed: string;
  readonly ssn_index: string;
  readonly ssn_ordinal: number;
  readonly ssn_last_four: string;
  readonly match_hashes: readonly string[];
  readonly absorbed: readonly string[];
  readonly merged_into: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
}

/** The row as it is read, with the further statements from their table. */
export interface ConsumerRow extends ConsumerColumns {
  readonly statements: readonly (ConsumerSaidColumns & StatementColumns)[];
}

export const CONSUMER_TABLE: IdentityTable<Consumer, ConsumerRow> = {
  name: 'consumer_identity',
  keyColumns: 'ssn_index, ssn_ordinal',
  json: `to_jsonb(found) || jsonb_build_object('statements', ${statementsOfFound(CONSUMER_STATEMENTS)})`,

  toColumns: ({ statements, ssn, ...consumer }): ConsumerColumns => ({
    id: consumer.id,
    network_id: consumer.networkId,
    identifier: consumer.identifier,
    first_name: statements.first.said.firstName,
    first_name_folded: searchedText(
      everySaid(statements, (said) => said.firstName),
      fold,
    ),
    last_name: statements.first.said.lastName,
    last_name_folded: searchedText(
      everySaid(statements, (said) => said.lastName),
      fold,
    ),
    date_of_birth: statements.first.said.dateOfBirth,
    email: statements.first.said.email,
    emails: searchedText(
      everySaid(statements, (said) => said.email),
      foldEmail,
    ),
    phone: statements.first.said.phone,
    stated_by: statements.first.entityId,
    ssn_sealed: ssn.sealed,
    ssn_index: ssn.index,
    ssn_ordinal: consumer.ssnOrdinal,
    ssn_last_four: ssn.lastFour,
    match_hashes: consumer.keys,
    absorbed: consumer.absorbed,
    merged_into: consumer.mergedInto,
    created_at: consumer.createdAt.toISOString(),
    updated_at: consumer.updatedAt.toISOString(),
    revision: consumer.revision,
  }),

  toSubject: (row) => ({
    id: row.id,
    networkId: row.network_id,
    identifier: row.identifier,
    statements: toStatements(CONSUMER_STATEMENTS, row, row.statements),
    ssn: { sealed: row.ssn_sealed, index: row.ssn_index, lastFour: row.ssn_last_four },
    ssnOrdinal: row.ssn_ordinal,
    keys: row.match_hashes,
    absorbed: row.absorbed,
    mergedInto: row.merged_into,
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    revision: row.revision,
  }),
};
