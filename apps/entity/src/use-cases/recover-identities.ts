import {
  BusinessIdentified,
  ConsumerIdentified,
  InstitutionRegistered,
  type Aggregate,
  type EventDeclaration,
} from '@ndx/contracts';
import { ownedRow, revisionAfter, type OwnedAggregate } from '@ndx/replication';
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

export const OWNED_INSTITUTIONS = ownedRow<Institution>(
  'institution',
  InstitutionRow,
  async ({ manager, publish }, own, readModel) => {
    const raised = { ...own, revision: revisionAfter(own, readModel) };
    await manager.save(InstitutionRow, raised);
    publish(InstitutionRegistered, stateOfInstitution(raised));
    return 'republished';
  },
);

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
