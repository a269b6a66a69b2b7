/**
 * What is read for a query, with the database's time at which it was: the one clock that decides
 * what has begun and what has expired (decision 0061).
 */
export interface ReadAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** SQL of that time. */
export const READ_AT = `floor(date_part('epoch', now()) * 1000)`;
