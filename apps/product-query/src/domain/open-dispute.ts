import type { DisputedData } from '@ndx/contracts';

/** The undecided disputes of a record's section, or of one field of it, by any institution. */
export interface OpenDispute {
  readonly recordId: string;
  /** Null: the whole section. */
  readonly field: string | null;
  /** The first one; milliseconds since the epoch. */
  readonly openedAt: number;
  /** The first deadline that the furnisher has not kept; milliseconds since the epoch. */
  readonly dueAt: number;
}

const NONE: readonly OpenDispute[] = [];

/** The disputes of a record that its reader may know: those of fields that it may read. */
export function visibleDisputes(
  disputes: readonly OpenDispute[],
  recordId: string,
  isVisible: (field: string) => boolean,
): readonly OpenDispute[] {
  if (disputes.length === 0) return NONE;
  return disputes.filter(
    (dispute) =>
      dispute.recordId === recordId && (dispute.field === null || isVisible(dispute.field)),
  );
}

/** Whether a policy excludes a record with these disputes; one of an earlier release has no rule. */
export function excludesDisputed(
  rule: DisputedData | undefined,
  disputes: readonly OpenDispute[],
  now: number,
): boolean {
  return disputes.some(
    ({ dueAt }) => rule === 'exclude' || (rule === 'exclude_after_deadline' && now > dueAt),
  );
}
