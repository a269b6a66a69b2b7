/**
 * The inputs of a query with the database's time of the read: the only clock that decides what has
 * begun and what has expired (decision 0061).
 */
export interface ReadAt {
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** SQL of that time. */
export const READ_AT = `floor(date_part('epoch', now()) * 1000)`;
