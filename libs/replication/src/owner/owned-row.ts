import type { Aggregate } from '@ndx/contracts';
import type { ReadModelRow, Transaction } from '@ndx/messaging';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { OwnedAggregate, Recovery } from './owned-aggregate.js';

/** Stores and publishes the recovered state. */
type RecoverRow<Row> = (
  transaction: Transaction,
  own: Row,
  readModel: ReadModelRow,
) => Promise<Exclude<Recovery, 'unknown'>>;

/** An owned aggregate that is one row of a table, with the column `id`; the row is locked first. */
export function ownedRow<Row extends ObjectLiteral>(
  aggregate: Aggregate,
  table: EntityTarget<Row>,
  recover: RecoverRow<Row>,
): OwnedAggregate {
  return {
    aggregate,
    async recover(transaction, readModel) {
      const own = await transaction.manager
        .createQueryBuilder(table, 'own')
        .where('own.id = :id', { id: readModel.key })
        .setLock('pessimistic_write')
        .getOne();
      return own ? recover(transaction, own, readModel) : 'unknown';
    },
  };
}

interface Revised {
  readonly revision: number;
}

/** The revision of a recovered aggregate: above its own one and the read model's. */
export function revisionAfter(own: Revised, readModel: Revised): number {
  return Math.max(own.revision, readModel.revision) + 1;
}
