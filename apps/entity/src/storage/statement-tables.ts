import type { BusinessDescription } from '../domain/business.js';
import type { ConsumerDescription } from '../domain/consumer.js';
import type { Statement, Statements } from '../domain/statements.js';

/** Separates the values of several statements in a searched column; no search text contains it. */
const SEPARATOR = '\n';

/**
 * The common columns of statements; the first statement of a subject is stored with its identity.
 */
export interface StatementColumns {
  readonly entity_id: string;
  readonly position: number;
}

/** The table of the statements of one kind of subject. */
export interface StatementPlace {
  readonly name: string;
  /** The column of the subject's id. */
  readonly subjectColumn: string;
}

/** The column mapping of the statements of one kind of subject. */
export interface StatementTable<D extends object, Row> extends StatementPlace {
  readonly toColumns: (said: D) => object;
  readonly toSaid: (row: Row) => D;
}

/** The columns of a consumer's description. */
export interface ConsumerSaidColumns {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export const CONSUMER_STATEMENTS: StatementTable<ConsumerDescription, ConsumerSaidColumns> = {
  name: 'consumer_statement',
  subjectColumn: 'consumer_id',
  toColumns: (said): ConsumerSaidColumns => ({
    first_name: said.firstName,
    last_name: said.lastName,
    date_of_birth: said.dateOfBirth,
    email: said.email,
    phone: said.phone,
  }),
  toSaid: (row) => ({
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    email: row.email,
    phone: row.phone,
  }),
};

/** The columns of a business's description. */
export interface BusinessSaidColumns {
  readonly legal_name: string | null;
  readonly dba_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website_url: string | null;
  readonly entity_type: string | null;
  readonly date_of_incorporation: string | null;
  readonly stated_ein_index: string | null;
  readonly stated_ein_last_four: string | null;
}

export const BUSINESS_STATEMENTS = {
  name: 'business_statement',
  subjectColumn: 'business_id',
  toColumns: (said): BusinessSaidColumns => ({
    legal_name: said.legalName,
    dba_name: said.dbaName,
    email: said.email,
    phone: said.phone,
    website_url: said.websiteUrl,
    entity_type: said.entityType,
    date_of_incorporation: said.dateOfIncorporation,
    stated_ein_index: said.einIndex,
    stated_ein_last_four: said.einLastFour,
  }),
  toSaid: (row) => ({
    legalName: row.legal_name,
    dbaName: row.dba_name,
    email: row.email,
    phone: row.phone,
    websiteUrl: row.website_url,
    entityType: row.entity_type,
    dateOfIncorporation: row.date_of_incorporation,
    einIndex: row.stated_ein_index,
    einLastFour: row.stated_ein_last_four,
  }),
} satisfies StatementTable<BusinessDescription, BusinessSaidColumns>;

/** SQL of the further statements of the identity `found`, as JSON in order. */
export function statementsOfFound({ name, subjectColumn }: StatementPlace): string {
  return `(select coalesce(jsonb_agg(s order by s.position, s.entity_id), '[]')
    from ${name} s where s.${subjectColumn} = found.id)`;
}

/** The first statement from the columns of the identity, the others from their own rows. */
export function toStatements<D extends object, Row>(
  table: StatementTable<D, Row>,
  identity: Row & { readonly stated_by: string },
  rows: readonly (Row & StatementColumns)[],
): Statements<D> {
  return {
    first: { entityId: identity.stated_by, said: table.toSaid(identity) },
    others: rows.map((row) => ({ entityId: row.entity_id, said: table.toSaid(row) })),
  };
}

/** The rows of the further statements of a subject that are new. */
export function newStatementRows<D extends object>(
  table: StatementTable<D, never>,
  subject: { readonly id: string; readonly networkId: string; readonly statements: Statements<D> },
  before: readonly Statement<D>[],
): object[] {
  return subject.statements.others.flatMap((statement, position) =>
    before.includes(statement)
      ? []
      : {
          [table.subjectColumn]: subject.id,
          network_id: subject.networkId,
          entity_id: statement.entityId,
          position,
          ...table.toColumns(statement.said),
        },
  );
}

/** The text of several values for searches; null without any. */
export function searchedText(values: readonly string[], fold: (text: string) => string) {
  return values.length === 0 ? null : values.map(fold).join(SEPARATOR);
}
