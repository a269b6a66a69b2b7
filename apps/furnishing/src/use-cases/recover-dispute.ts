import { DisputeChanged } from '@ndx/contracts';
import { revisionAfter, type OwnedAggregate } from '@ndx/replication';
import { disputeChanged } from '../domain/dispute.js';
import { lostDispute, mergedDispute } from '../domain/lost-dispute.js';
import { DisputeRow } from '../storage/dispute-row.js';

/** Serializes the disputes of a record. */
const LOCK = 'select 1 from furnished_record where id = $1 for no key update';

/**
 * Recovers a dispute that only the read model has, or has further; the texts are lost. A dispute of a
 * record that is lost, too, stays in the read model.
 */
export const OWNED_DISPUTES: OwnedAggregate = {
  aggregate: 'dispute',
  async recover({ manager, publish }, readModel) {
    const { key: id, state } = readModel;
    const lost = lostDispute(id, state);
    const own = await manager.findOne(DisputeRow, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
    const merged = own && lost ? mergedDispute(own, lost) : (own ?? lost);
    if (!merged) return 'unknown';
    const records = await manager.query<unknown[]>(LOCK, [merged.recordId]);
    if (records.length === 0) return 'unknown';
    const recovered = { ...merged, revision: revisionAfter(merged, readModel) };
    await manager.save(DisputeRow, recovered);
    publish(DisputeChanged, disputeChanged(recovered));
    return merged === own ? 'republished' : 'recovered';
  },
};
