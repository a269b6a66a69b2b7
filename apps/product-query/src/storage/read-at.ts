import { INCARNATION, type ReadFrom } from '@ndx/replication';

/**
 * The inputs of a query with the database's time of the read: the only clock that decides what has
 * begun and what has expired (replication 7; in a sandbox with an offset, decision 0085). Also with
 * the incarnation of the database, for which its read models must be confirmed (replication 6).
 */
export interface ReadAt extends ReadFrom {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** SQL of both columns. */
export const READ_AT = `floor(date_part('epoch', now()) * 1000) as now, ${INCARNATION} as incarnation`;
