import {
  conflict,
  invalid,
  newId,
  type IdentityConflictKind,
  type IdentityConflictStatus,
} from '@ndx/contracts';
import type { Subject } from './subject.js';

/** Maximum number of subjects in a conflict; a governor resolves further conflicts one by one. */
const MAX_SUBJECTS = 20;

/**
 * Subjects of a network that share an identifier without being known to be the same, or a business
 * with several legal names or EINs (design 5).
 */
export interface IdentityConflict {
  readonly id: string;
  readonly networkId: string;
  readonly subjectType: 'consumer' | 'business';
  /** The subject that opened the conflict comes first. */
  readonly subjectIds: readonly string[];
  readonly kind: IdentityConflictKind;
  readonly status: IdentityConflictStatus;
  /** The remaining subject after a merge. */
  readonly intoSubjectId: string | null;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

/** @param subjects of one network; the first is the subject that opens the conflict */
export function openConflict(
  { subjectType, kind }: Pick<IdentityConflict, 'subjectType' | 'kind'>,
  [created, ...others]: readonly [Subject, ...Subject[]],
  now: Date,
): IdentityConflict {
  return {
    id: newId(),
    networkId: created.networkId,
    subjectType,
    subjectIds: [
      created.id,
      ...others
        .map(({ id }) => id)
        .toSorted()
        .slice(0, MAX_SUBJECTS - 1),
    ],
    kind,
    status: 'open',
    intoSubjectId: null,
    openedAt: now,
    resolvedAt: null,
  };
}

/** @throws RESOURCE_CONFLICT when it is already resolved, VALIDATION_ERROR for a single subject */
export function keepApart(open: IdentityConflict, now: Date): IdentityConflict {
  requireOpen(open);
  if (open.kind !== 'shared_identifier') {
    throw invalid('invalid_value', 'a conflict of one subject is confirmed');
  }
  return { ...open, status: 'kept_apart', resolvedAt: now };
}

/** @throws RESOURCE_CONFLICT when it is already resolved, VALIDATION_ERROR for several subjects */
export function confirm(open: IdentityConflict, now: Date): IdentityConflict {
  requireOpen(open);
  if (open.kind === 'shared_identifier') {
    throw invalid('invalid_value', 'subjects that share an identifier are merged or kept apart');
  }
  return { ...open, status: 'confirmed', resolvedAt: now };
}

/** The difference was one of two businesses. @throws RESOURCE_CONFLICT when resolved */
export function separated(
  open: IdentityConflict,
  newSubjectId: string,
  now: Date,
): IdentityConflict {
  requireOpen(open);
  return { ...open, status: 'separated', intoSubjectId: newSubjectId, resolvedAt: now };
}

/**
 * @throws RESOURCE_CONFLICT when it is already resolved, VALIDATION_ERROR unless both subjects are
 *   different ones of the conflict
 */
export function merge(
  open: IdentityConflict,
  { subjectId, intoSubjectId }: { readonly subjectId: string; readonly intoSubjectId: string },
  now: Date,
): IdentityConflict {
  requireOpen(open);
  for (const [field, id] of [
    ['subject_id', subjectId],
    ['into_subject_id', intoSubjectId],
  ] as const) {
    if (!open.subjectIds.includes(id)) {
      throw invalid('invalid_value', `${field}: must be the id of a subject of the conflict`);
    }
  }
  if (subjectId === intoSubjectId)
    throw invalid('invalid_value', 'into_subject_id: must be another subject');
  return { ...open, status: 'merged', intoSubjectId, resolvedAt: now };
}

function requireOpen({ status }: IdentityConflict): void {
  if (status !== 'open') throw conflict('already_resolved', 'the conflict is already resolved');
}
