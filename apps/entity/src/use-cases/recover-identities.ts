import {
  BusinessIdentified,
  ConsumerIdentified,
  InstitutionRegistered,
  type Aggregate,
  type EventDeclaration,
} from '@ndx/contracts';
import type { OwnedAggregate } from '@ndx/replication';
import { stateOfBusiness } from '../domain/business.js';
import { stateOfConsumer } from '../domain/consumer.js';
import { stateOfInstitution, type Institution } from '../domain/institution.js';
import type { Subject } from '../domain/subject.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { selectByIds, type IdentityTable } from '../storage/identity-table.js';
import { InstitutionRow } from '../storage/institution-row.js';

/** An identity whose read model is ahead is published again unchanged: it permits nothing. */
export const OWNED_BUSINESSES = ownedSubjects(
  'business',
  BUSINESS_TABLE,
  BusinessIdentified,
  stateOfBusiness,
);

export const OWNED_CONSUMERS = ownedSubjects(
  'consumer',
  CONSUMER_TABLE,
  ConsumerIdentified,
  stateOfConsumer,
);

export const OWNED_INSTITUTIONS: OwnedAggregate = {
  aggregate: 'institution',
  async recover({ manager, publish }, { key: id, revision }) {
    const row: Institution | null = await manager.findOne(InstitutionRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!row) return 'unknown';
    const raised = { ...row, revision: Math.max(row.revision, revision) + 1 };
    await manager.save(InstitutionRow, raised);
    publish(InstitutionRegistered, stateOfInstitution(raised));
    return 'republished';
  },
};

function ownedSubjects<S extends Subject, Row, State>(
  aggregate: Aggregate,
  table: IdentityTable<S, Row>,
  event: EventDeclaration<State>,
  stateOf: (subject: S) => State,
): OwnedAggregate {
  return {
    aggregate,
    async recover({ manager, publish }, { key: id, revision }) {
      await manager.query(
        `update ${table.name} set revision = greatest(revision, $2) + 1 where id = $1`,
        [id, revision],
      );
      const [subject] = await selectByIds(manager, table, [id]);
      if (!subject) return 'unknown';
      publish(event, stateOf(subject));
      return 'republished';
    },
  };
}
