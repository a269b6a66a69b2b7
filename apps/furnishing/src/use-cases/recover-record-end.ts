import type { PayloadOf, RecordEnded } from '@ndx/contracts';
import { revisionAfter, type OwnedAggregate } from '@ndx/replication';
import { endRow, RecordEndRow } from '../storage/record-end-row.js';
import type { EndedRecord, RecordEnd } from '../domain/record-end.js';
import { publishEnd } from './publish-end.js';

const FIND = `
select r.id as record_id, r.submission_id, s.network_id, r.subject_id, s.furnishing_entity_id
from furnished_record r join submission s on s.id = r.submission_id
where r.id = $1 for no key update of r`;

/**
 * Recovers an end that only the read model has; the furnisher's text is lost. An end of a record
 * that is lost, too, stays in the read model.
 */
export const OWNED_RECORD_ENDS: OwnedAggregate = {
  aggregate: 'record',
  async recover(transaction, readModel) {
    const { manager } = transaction;
    const { key: id, state } = readModel;
    const [record] = await manager.query<EndedRecord[]>(FIND, [id]);
    if (!record) return 'unknown';
    const own = await manager.findOneBy(RecordEndRow, { id });
    const end = own ?? endOf(id, state);
    if (!end) return 'unknown';
    const recovered = { ...end, revision: revisionAfter(end, readModel) };
    await manager.save(RecordEndRow, endRow(record, recovered));
    await publishEnd(transaction, record, recovered);
    return own ? 'republished' : 'recovered';
  },
};

/** Undefined for a row with an empty state. */
function endOf(
  id: string,
  { state, reason, corrected_by_record_id, ended_at }: Partial<PayloadOf<typeof RecordEnded>>,
): RecordEnd | undefined {
  if (state === undefined || reason === undefined || ended_at === undefined) return undefined;
  return {
    ...{ id, state, reason, reasonText: null },
    correctedBy: corrected_by_record_id ?? null,
    endedAt: new Date(ended_at),
    revision: 1,
  };
}
