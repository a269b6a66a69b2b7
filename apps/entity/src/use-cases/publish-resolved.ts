import { IdentityConflictResolved } from '@ndx/contracts';
import type { Transaction } from '@ndx/messaging';
import type { IdentityConflict } from '../domain/identity-conflict.js';

/** Publishes the decision of a governor on a conflict. */
export function publishResolved(tx: Transaction, resolved: IdentityConflict): void {
  tx.publish(IdentityConflictResolved, {
    conflict_id: resolved.id,
    network_id: resolved.networkId,
    kind: resolved.kind,
    subject_type: resolved.subjectType,
    subject_ids: [...resolved.subjectIds],
    status: resolved.status,
    into_subject_id: resolved.intoSubjectId,
  });
}
