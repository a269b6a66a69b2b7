import type { Reason } from '@ndx/contracts';

/** The publication of a draft at a stated time, in the name of the account that scheduled it. */
export interface DraftSchedule {
  /** As in JSON. */
  readonly publishAt: string;
  /** As in JSON. */
  readonly scheduledAt: string;
  readonly accountId: string;
  readonly entityId: string;
  /** Why the draft was not published at that time; null before. */
  readonly failure: { readonly failedAt: string; readonly reason: Reason } | null;
}
