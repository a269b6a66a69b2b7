import type { Consumer } from '../domain/consumer.js';
import { fold } from '../domain/fold.js';
import type { IdentityTable } from './identity-table.js';

/** A row of `consumer_identity`, as JSON. */
export interface ConsumerColumns {
  readonly id: string;
  readonly network_id: string;
  readonly identifier: string;
  readonly first_name: string;
  readonly first_name_folded: string;
  readonly last_name: string;
  readonly last_name_folded: string;
  readonly date_of_birth: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly ssn_sealed: string;
  readonly ssn_index: string;
  readonly ssn_last_four: string;
  readonly ssn_match_hash: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly revision: number;
}

export const CONSUMER_TABLE: IdentityTable<Consumer, ConsumerColumns> = {
  name: 'consumer_identity',
  keyColumns: 'ssn_index',
  json: 'to_jsonb(found)',

  toColumns: (consumer): ConsumerColumns => ({
    id: consumer.id,
    network_id: consumer.networkId,
    identifier: consumer.identifier,
    first_name: consumer.firstName,
    first_name_folded: fold(consumer.firstName),
    last_name: consumer.lastName,
    last_name_folded: fold(consumer.lastName),
    date_of_birth: consumer.dateOfBirth,
    email: consumer.email,
    phone: consumer.phone,
    ssn_sealed: consumer.ssn.sealed,
    ssn_index: consumer.ssn.index,
    ssn_last_four: consumer.ssn.lastFour,
    ssn_match_hash: consumer.ssn.matchHash,
    created_at: consumer.createdAt.toISOString(),
    updated_at: consumer.updatedAt.toISOString(),
    revision: consumer.revision,
  }),

  toSubject: (row) => ({
    id: row.id,
    networkId: row.network_id,
    identifier: row.identifier,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    email: row.email,
    phone: row.phone,
    ssn: {
      sealed: row.ssn_sealed,
      index: row.ssn_index,
      lastFour: row.ssn_last_four,
      matchHash: row.ssn_match_hash,
    },
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    revision: row.revision,
  }),
};
